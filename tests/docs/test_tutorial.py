"""The tests that the tutorial shows: every paragraph of The Ford at work in a drawn position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from sandtable.kernel import (
    DICE,
    OFF_BOARD,
    Action,
    Choice,
    Refusal,
    Seat,
    Step,
    Wording,
    answer,
    asked,
    options,
    rolled,
    settle,
)
from sandtable.kernel.game.views import view
from sandtable.testing import draw
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import Attack, Plans, attack_strength, defence_strength
from sandtable.testing.ford.movement import Move, move_refusal, range_of
from sandtable.testing.ford.state import BLUE, RED, Ford, Printed, enemy
from sandtable.testing.ford.supply import SupplyCheck
from sandtable.traceability import gaps


# --8<-- [start:helpers]
def position(picture: str, *steps: Step[Ford], night: bool = False) -> Ford:
    """The drawn position with *steps* to do."""
    setup = RULEBOOK.setup("ford", {"night": night})
    g = Ford(setup, Printed(draw(picture), RULEBOOK.tables, night=night))
    g.then(*steps)
    settle(g)
    return g


def unit(g: Ford, mark: str) -> int:
    """The number of the unit that is drawn as *mark*."""
    return next(n for n, printed in enumerate(g.printed.units) if printed.mark == mark)


def offered(g: Ford) -> list[str]:
    """Everything that may be chosen now, in words."""
    return [RULEBOOK.wording(g, seat, action).text for seat in asked(g) for action in options(g, seat)]


def choose(g: Ford, words: str) -> None:
    """Whoever may, chooses the option that reads *words*."""
    for seat in asked(g):
        for action in options(g, seat):
            if RULEBOOK.wording(g, seat, action).text == words:
                answer(g, action, seat)
                return
    raise AssertionError(f"nobody may choose {words!r}; there is {offered(g)}")


def roll(g: Ford, *faces: int) -> None:
    """The dice fall as given."""
    answer(g, rolled(faces), DICE)
    # --8<-- [end:helpers]


# --8<-- [start:movement]
@pytest.mark.rule("ford 1")
def test_a_unit_moves_once_a_turn() -> None:
    g = position(
        """
        A  .  .  .  .  .
          .  .  .  .  .  .
        .  .  .  .  .  .
          .  .  .  .  .  .
        """,
        Move(RED),
    )
    choose(g, "red-a moves to 0102")
    assert offered(g) == ["That is all"]


@pytest.mark.rule("ford 1.2")
def test_a_unit_stops_when_it_enters_an_enemy_zone() -> None:
    g = position(
        """
        A  .  .  d  .  .
          .  .  .  .  .  .
        .  .  .  .  .  .
          .  .  .  .  .  .
        """,
        Move(RED),
    )
    assert "red-a moves to 0203" in offered(g)
    assert "red-a moves to 0204" not in offered(g)
    # --8<-- [end:movement]


RIVER = """
    .  .  . | .  .  .
      .  .  C | .  .  .
    .  .  .  | .  .  .
      .  .  .  : .  .  .
"""


@pytest.mark.rule("ford 1.1")
def test_crossing_the_river_costs_two_more() -> None:
    g = position(RIVER, Move(RED))
    assert range_of(g, unit(g, "C")).cost(g.grid.hex("0204")) == 3


@pytest.mark.rule("ford 1.1")
def test_at_night_the_river_is_crossed_only_at_the_ford() -> None:
    g = position(RIVER, Move(RED), night=True)
    reached = range_of(g, unit(g, "C"))
    assert reached.cost(g.grid.hex("0204")) is None
    assert reached.cost(g.grid.hex("0404")) == 3


# --8<-- [start:refusal]
@pytest.mark.rule("ford 1.3")
def test_no_hex_holds_two_units() -> None:
    g = position(
        """
        A  B  .  .  .  .
          .  .  .  .  .  .
        .  .  .  .  .  .
          .  .  .  .  .  .
        """,
        Move(RED),
    )
    no = move_refusal(g, RED, unit(g, "A"), g.grid.hex("0102"))
    assert no == Refusal("1.3", "another unit is in that hex")
    # --8<-- [end:refusal]


# --8<-- [start:combat]
ATTACK = """
    .  A  .  .  .  .
      .  d  B  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .  .
"""


@pytest.mark.rule("ford 2")
def test_all_fresh_neighbours_attack_together() -> None:
    g = position(ATTACK, Attack(RED))
    choose(g, "Attack blue-d in 0202")
    assert g.agenda[-1] == Plans((unit(g, "A"), unit(g, "B")), g.grid.hex("0202"))


@pytest.mark.rule("ford 2.1")
def test_a_defender_that_yields_retreats_without_a_roll() -> None:
    g = position(ATTACK, Attack(RED))
    choose(g, "Attack blue-d in 0202")
    choose(g, "Assault: one column better, and follow up")
    choose(g, "Yield: retreat without a roll")
    assert asked(g) == (BLUE,)
    assert offered(g) == ["Retreat to 0302"]


@pytest.mark.rule("ford 2.3")
def test_d1_costs_the_defender_a_point_of_strength() -> None:
    g = position(ATTACK, Attack(RED))
    choose(g, "Attack blue-d in 0202")
    choose(g, "Probe: no shift, and no ground gained if they yield")
    choose(g, "Stand and fight")
    roll(g, 5)
    assert g.strength[unit(g, "d")] == 2
    # --8<-- [end:combat]


# --8<-- [start:reckoning]
@pytest.mark.rule("ford 2.2")
def test_an_attacker_across_the_river_counts_half_rounded_up() -> None:
    g = position(
        """
        .  .  .  .  .  .
          .  C | d@w  .  .  .
        .  .  | .  .  .  .
          .  .  | .  .  .  .
        """
    )
    target = g.grid.hex("0203")
    assert str(attack_strength(g, (unit(g, "C"),), target)) == (
        "+3  red-c [2.2]\n-1  red-c attacks across the river [2.2]\n= 2  attacking strength"
    )
    assert int(defence_strength(g, target)) == 4
    # --8<-- [end:reckoning]


# --8<-- [start:table]
@pytest.mark.rule("ford 2.3")
@pytest.mark.parametrize(("odds", "face", "result"), [("1:2", 1, "A1"), ("7:3", 4, "DR"), ("9:1", 6, "D1")])
def test_combat_results(odds: str, face: int, result: str) -> None:
    assert RULEBOOK.tables["combat"].look_up(row=face, column=odds) == result


@pytest.mark.rule("ford 2.3")
@pytest.mark.parametrize("face", range(1, 7))
def test_better_odds_never_hurt(face: int) -> None:
    severity = ["A1", "-", "X", "DR", "D1"]
    table = RULEBOOK.tables["combat"]
    along = [severity.index(str(table.look_up(row=face, column=c))) for c in table.columns.labels]
    assert along == sorted(along)
    # --8<-- [end:table]


@pytest.mark.rule("ford 2.4")
def test_a_unit_that_cannot_retreat_is_gone() -> None:
    g = position(
        """
        d  A  .  .  .  .
          B  .  .  .  .  .
        .  .  .  .  .  .
          .  .  .  .  .  .
        """,
        Attack(RED),
    )
    choose(g, "Attack blue-d in 0101")
    choose(g, "Probe: no shift, and no ground gained if they yield")
    choose(g, "Yield: retreat without a roll")
    choose(g, "No way out: the unit is gone")
    assert g.hex_of[unit(g, "d")] == OFF_BOARD


@pytest.mark.rule("ford 3")
def test_a_unit_that_is_cut_off_from_its_edge_loses_strength() -> None:
    g = position(
        """
        .  .  .  .  .  .
          .  d  .  .  C  .
        .  .  .  B  .  .
          .  .  .  .  A  .
        """,
        SupplyCheck(BLUE),
    )
    assert g.strength[unit(g, "d")] == 2


# --8<-- [start:fog]
@pytest.mark.rule("ford 3.1")
def test_the_strength_a_unit_has_left_is_known_to_its_owner_alone() -> None:
    g = position(ATTACK, Attack(RED))

    def strength_of_d(seat: str) -> object:
        seen = view(RULEBOOK, g, RULEBOOK.seat(g.setup, seat))
        return next(c for c in seen["position"]["counters"] if c["unit"] == "blue-d").get("strength")

    assert strength_of_d("blue") == 3
    assert strength_of_d("red") is None
    # --8<-- [end:fog]


@pytest.mark.rule("ford 4")
def test_whoever_was_last_in_the_town_wins() -> None:
    g = position(
        """
        .  .  .  .  .  .
          .  d  .  .  .  .
        .  .  .  .  .  .
          .  .  .  .  A  .
        """
    )
    g.put(unit(g, "A"), g.printed.town)
    result = RULEBOOK.result(g)
    assert result is not None
    assert (result.winner, result.level) == ("red", "marginal")


# --8<-- [start:gate]
def test_every_paragraph_has_code_and_a_test() -> None:
    assert gaps(RULEBOOK, Path(__file__).parent) == []
    # --8<-- [end:gate]


# --8<-- [start:newquestion]
class HandOver(Choice[Ford]):
    """[4] A house rule: the side that holds the town may hand it over."""

    rule = "4"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: Ford) -> Seat:
        """Whoever holds the town."""
        return self.side

    def prompt(self, g: Ford, seat: Seat) -> str:
        """Which town."""
        return f"The enemy offers terms for {g.hex_name(g.printed.town)}: hand the town over?"

    def options(self, g: Ford) -> Sequence[Action]:
        """Yes or no."""
        return [Action("fight_on"), Action("hand_over")]

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """Yes or no, in words."""
        text = "Hand the town over" if action.verb == "hand_over" else "Fight on"
        return Wording(text=text, rule=self.rule, target={"hex": g.hex_name(g.printed.town)})

    def choose(self, g: Ford, action: Action) -> None:
        """The town changes hands."""
        if action.verb == "hand_over":
            g.holder = enemy(self.side)
            # --8<-- [end:newquestion]


# --8<-- [start:newquestiontest]
def test_a_town_may_be_handed_over() -> None:
    g = position(RIVER, HandOver(BLUE))
    assert RULEBOOK.prompt(g, BLUE).endswith("hand the town over?")
    assert offered(g) == ["Fight on", "Hand the town over"]
    choose(g, "Hand the town over")
    assert g.holder == RED
    # --8<-- [end:newquestiontest]
