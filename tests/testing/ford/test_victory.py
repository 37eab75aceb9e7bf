from __future__ import annotations

import pytest

from sandtable.kernel.machine.engine import answer, over
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.movement import DONE
from sandtable.testing.ford.state import BLUE, RED, Ford

from .positions import asked_names, choose, combat, move, position, probe, unit

NEAR_THE_TOWN = """
    .  .  .  .  .  e
      .  .  .  .  .  .
    .  .  .  .  .  .
      .  .  .  A  .  .
"""
DUEL = """
    .  .  .  .  .  .
      .  A  d  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .  .
"""


def pass_turns(g: Ford, sides: int) -> None:
    """So many sides in a row neither move nor attack."""
    for _ in range(2 * sides):
        answer(g, DONE)


@pytest.mark.rule("ford 4")
def test_red_moves_first_and_turns_follow_each_other() -> None:
    g = position(NEAR_THE_TOWN)
    assert (asked_names(g), g.turn) == (["red"], 1)
    pass_turns(g, 1)
    assert (asked_names(g), g.turn) == (["blue"], 1)
    pass_turns(g, 1)
    assert (asked_names(g), g.turn) == (["red"], 2)


@pytest.mark.rule("ford 4")
def test_the_game_ends_after_its_last_turn() -> None:
    g = position(NEAR_THE_TOWN, BLUE, turn=6)
    assert RULEBOOK.result(g) is None
    pass_turns(g, 1)
    assert over(g)


@pytest.mark.rule("ford 4")
def test_whoever_holds_the_town_at_the_end_wins() -> None:
    g = position(NEAR_THE_TOWN, BLUE, turn=6)
    pass_turns(g, 1)
    result = RULEBOOK.result(g)
    assert result is not None
    assert result.as_json() == {"winner": "blue", "level": "marginal", "reason": "blue holds the town [4]"}


@pytest.mark.rule("ford 4")
def test_the_town_stays_with_whoever_last_had_a_unit_in_it() -> None:
    g = position(NEAR_THE_TOWN, turn=5)
    move(g, "A", "0406")
    pass_turns(g, 2)
    assert (g.holder, g.turn) == (RED, 6)
    move(g, "A", "0404")
    pass_turns(g, 2)
    assert (g.holder, over(g)) == (RED, True)
    result = RULEBOOK.result(g)
    assert result is not None
    assert (result.winner, result.level) == ("red", "marginal")


@pytest.mark.rule("ford 4")
@pytest.mark.parametrize(("a", "d", "face", "winner"), [(4, 1, 6, "red"), (1, 3, 1, "blue")])
def test_a_side_without_units_has_lost_at_once(a: int, d: int, face: int, winner: str) -> None:
    g = combat(DUEL, A=a, d=d)
    probe(g, "d", die=face)
    choose(g, "stay" if winner == "red" else "lose A")
    assert over(g)
    result = RULEBOOK.result(g)
    assert result is not None
    assert (result.winner, result.level) == (winner, "decisive")


@pytest.mark.rule("ford 4")
def test_a_side_whose_last_unit_starves_has_lost_at_once() -> None:
    g = position("""
        .  .  .  e  .  .
          .  .  .  A  .  .
        .  .  d  .  .  .
          .  .  .  .  f  .
    """)
    g.strength[unit(g, "A")] = 1
    pass_turns(g, 1)
    assert over(g)
    result = RULEBOOK.result(g)
    assert result is not None
    assert result.reason == "red has no units left [4]"


@pytest.mark.rule("ford 4")
@pytest.mark.parametrize(("column", "value"), [("turn", 7), ("turn", -1), ("holder", 2), ("holder", -1)])
def test_a_turn_or_holder_that_cannot_be_is_impossible(column: str, value: int) -> None:
    g = position(NEAR_THE_TOWN)
    assert RULEBOOK.complaints(g) == []
    setattr(g, column, value)
    assert len(RULEBOOK.complaints(g)) == 1


@pytest.mark.rule("ford 4")
def test_a_unit_in_the_town_that_the_other_side_holds_is_impossible() -> None:
    g = position(NEAR_THE_TOWN)
    move(g, "A", "0406")
    g.holder = int(BLUE)
    assert RULEBOOK.complaints(g) == ["a unit stands in the town that the other side holds [4]"]
