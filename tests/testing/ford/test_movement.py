from __future__ import annotations

import pytest

from sandtable.kernel.machine.actions import Action
from sandtable.kernel.machine.engine import answer, options, refusal, top
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import Attack
from sandtable.testing.ford.movement import DONE, move_refusal
from sandtable.testing.ford.state import BLUE, RED

from .positions import asked_names, move, position, reach_of, unit, where

OPEN = """
    .  .  .  .  .  .
      A  .  .  .  .  .
    .  .  .  .  .  .
      B  .  .  .  .  h
"""
RIVER = """
    .  .  . | .  .  .
      .  .  A | .  .  .
    .  .  . | .  .  .
      B  .  . : .  .  h
"""


@pytest.mark.rule("ford 1")
def test_the_moving_side_moves_one_unit_after_another() -> None:
    g = position(OPEN)
    move(g, "A", "0203")
    move(g, "B", "0402")
    assert (where(g, "A"), where(g, "B"), asked_names(g)) == ("0203", "0402", ["red"])


@pytest.mark.rule("ford 1")
def test_each_unit_moves_once() -> None:
    g = position(OPEN)
    move(g, "A", "0202")
    why = refusal(g, Action("move", (unit(g, "A"), g.grid.hex("0203"))))
    assert str(why) == "that unit has moved this turn [1]"


@pytest.mark.rule("ford 1")
def test_a_side_that_is_done_goes_on_to_attack() -> None:
    g = position(OPEN)
    answer(g, DONE)
    assert top(g) == Attack(RED)


@pytest.mark.rule("ford 1")
def test_units_of_the_other_side_do_not_move() -> None:
    g = position(OPEN)
    assert (
        str(move_refusal(g, RED, unit(g, "h"), g.grid.hex("0405")))
        == "that unit belongs to the other side [1]"
    )
    assert not any(action.args[:1] == (unit(g, "h"),) for action in options(g))


@pytest.mark.rule("ford 1")
def test_units_are_fresh_again_in_their_next_turn() -> None:
    g = position(OPEN)
    move(g, "A", "0203")
    for _ in range(4):
        answer(g, DONE)
    assert (asked_names(g), g.turn) == (["red"], 2)
    move(g, "A", "0204")
    assert where(g, "A") == "0204"


@pytest.mark.rule("ford 1.1")
def test_four_points_go_four_clear_hexes_and_no_further() -> None:
    g = position(OPEN)
    assert "0205" in reach_of(g, "A")
    assert "0206" not in reach_of(g, "A")


@pytest.mark.rule("ford 1.1")
def test_a_wood_costs_two() -> None:
    g = position("""
        w  w  w  w  w  .
          A  w  .  .  .  .
        w  w  w  w  w  .
          B  w  w  w  w  h
    """)
    assert "0204" in reach_of(g, "A")
    assert "0205" not in reach_of(g, "A")


@pytest.mark.rule("ford 1.1")
def test_crossing_the_river_costs_two_more() -> None:
    g = position(RIVER)
    reached = reach_of(g, "A")
    assert "0204" in reached
    assert "0205" in reached
    assert "0206" not in reached


@pytest.mark.rule("ford 1.1")
def test_at_the_ford_the_river_costs_nothing() -> None:
    g = position("""
        .  .  . | .  .  .
          .  .  . | .  .  .
        .  .  . | .  .  h
          B  .  A : .  .  .
    """)
    move(g, "A", "0404")
    assert where(g, "A") == "0404"
    g = position("""
        .  .  . | .  .  h
          .  .  . | .  .  .
        .  .  . | .  .  .
          A  .  . : .  .  .
    """)
    assert "0405" in reach_of(g, "A")


@pytest.mark.rule("ford 1.1")
def test_at_night_the_river_is_crossed_only_at_the_ford() -> None:
    east = {"0104", "0204", "0304", "0404", "0405"}
    by_night = reach_of(position(RIVER, night=True), "A") & east
    assert by_night == {"0304", "0404", "0405"}
    assert reach_of(position(RIVER), "A") & east == east


@pytest.mark.rule("ford 1.2")
def test_a_unit_stops_when_it_enters_an_enemy_zone() -> None:
    g = position("""
        .  .  .  .  .  .
          A  .  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    reached = reach_of(g, "A")
    assert {"0202", "0103", "0303"} <= reached
    assert {"0104", "0204"} & reached == set()


@pytest.mark.rule("ford 1.2")
def test_a_unit_may_always_leave_an_enemy_zone() -> None:
    g = position("""
        .  .  .  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    assert {"0201", "0101"} <= reach_of(g, "A")


@pytest.mark.rule("ford 1.2")
def test_a_unit_may_go_from_one_enemy_zone_into_another_and_stops_there() -> None:
    g = position("""
        .  .  .  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    assert {"0103", "0303"} <= reach_of(g, "A")
    assert "0104" not in reach_of(g, "A")


@pytest.mark.rule("ford 1.3")
def test_no_move_ends_in_a_hex_with_a_unit() -> None:
    g = position("""
        .  .  .  .  .  .
          A  B  C  .  .  .
        .  .  .  .  .  .
          .  .  .  .  .  h
    """)
    assert {"0202", "0203"} & reach_of(g, "A") == set()
    why = move_refusal(g, RED, unit(g, "A"), g.grid.hex("0202"))
    assert str(why) == "another unit is in that hex [1.3]"


@pytest.mark.rule("ford 1.3")
def test_a_unit_may_pass_through_its_friends() -> None:
    g = position("""
        w  w  w  w  w  w
          A  B  .  .  .  .
        w  w  w  w  w  w
          .  .  .  .  .  h
    """)
    assert "0203" in reach_of(g, "A")
    assert "0205" in reach_of(g, "A")


@pytest.mark.rule("ford 1.3")
def test_two_units_in_one_hex_are_impossible() -> None:
    g = position(OPEN)
    assert RULEBOOK.complaints(g) == []
    g.hex_of[unit(g, "A")] = g.hex_of[unit(g, "B")]
    assert RULEBOOK.complaints(g) == ["two units are in one hex [1.3]"]


@pytest.mark.rule("ford 1")
def test_blue_moves_in_its_own_turn() -> None:
    g = position(OPEN, BLUE)
    move(g, "h", "0405")
    assert where(g, "h") == "0405"


@pytest.mark.parametrize(
    ("mark", "to", "reason"),
    [
        ("A", "0206", "that hex is beyond its 4 movement points, given the enemy zones [1.2] [1.1]"),
        ("h", "0405", "that unit belongs to the other side [1]"),
    ],
)
@pytest.mark.rule("ford 1.1")
def test_a_refusal_names_its_paragraph(mark: str, to: str, reason: str) -> None:
    g = position(OPEN)
    assert str(refusal(g, Action("move", (unit(g, mark), g.grid.hex(to))))) == reason


@pytest.mark.rule("ford 1.1")
def test_a_hex_off_the_map_is_refused() -> None:
    g = position(OPEN)
    assert str(refusal(g, Action("move", (unit(g, "A"), -1)))) == "that hex is not on the map [1.1]"
