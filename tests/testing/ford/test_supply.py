from __future__ import annotations

import json
from random import Random

import pytest

from sandtable.kernel.machine.actions import CONTROL, SPECTATOR, Seat
from sandtable.kernel.machine.engine import answer
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.events import CutOff, LostStrength
from sandtable.testing.ford.movement import DONE
from sandtable.testing.ford.state import BLUE, RED, Ford
from sandtable.testing.ford.supply import supplied_hexes

from .positions import combat, left, position, probe, unit, where

SURROUNDED = """
    .  .  .  e  .  .
      B  .  .  A  .  .
    .  .  d  .  .  .
      .  .  .  .  f  .
"""


def end_of_turn(g: Ford) -> None:
    """The side neither moves nor attacks; then its supply is checked."""
    answer(g, DONE)
    answer(g, DONE)


def cut_off(g: Ford) -> list[str]:
    return [g.printed.units[t.event.unit].mark for t in g.told or () if isinstance(t.event, CutOff)]


@pytest.mark.rule("ford 3")
def test_a_unit_that_can_trace_to_its_edge_keeps_its_strength() -> None:
    g = position("""
        .  .  .  .  .  .
          .  .  .  A  .  .
        .  .  .  .  .  .
          .  .  .  .  .  h
    """)
    end_of_turn(g)
    assert (left(g, "A"), cut_off(g)) == (4, [])


@pytest.mark.rule("ford 3")
def test_a_unit_cut_off_by_enemies_and_their_zones_loses_one_strength() -> None:
    g = position(SURROUNDED)
    end_of_turn(g)
    assert (left(g, "A"), left(g, "B"), cut_off(g)) == (3, 4, ["A"])


@pytest.mark.rule("ford 3")
def test_a_friendly_unit_cancels_the_zone_in_its_hex() -> None:
    alone = position("""
        .  .  d  .  .  .
          .  .  .  .  A  .
        .  .  e  .  .  .
          w  .  .  .  .  h
    """)
    helped = position("""
        .  .  d  .  .  .
          .  B  C  D  A  .
        .  .  e  .  .  .
          w  .  .  .  .  h
    """)
    end_of_turn(alone)
    end_of_turn(helped)
    assert cut_off(alone) == ["A"]
    assert cut_off(helped) == []


@pytest.mark.rule("ford 3")
def test_only_the_side_whose_turn_ends_is_checked() -> None:
    g = position(SURROUNDED, BLUE)
    end_of_turn(g)
    assert left(g, "A") == 4


@pytest.mark.rule("ford 3")
def test_each_side_traces_to_its_own_edge() -> None:
    g = position("""
        .  .  .  .  .  .
          A  .  .  .  .  .
        .  .  .  .  .  .
          .  .  .  .  .  h
    """)
    red, blue = supplied_hexes(g, RED), supplied_hexes(g, BLUE)
    west, east = g.grid.hex("0101"), g.grid.hex("0306")
    assert red >> west & 1
    assert blue >> east & 1
    assert not blue >> g.grid.hex("0201") & 1
    assert not red >> g.grid.hex("0406") & 1


@pytest.mark.rule("ford 3")
def test_the_last_point_of_strength_lost_to_supply_removes_the_unit() -> None:
    g = position(SURROUNDED)
    g.strength[unit(g, "A")] = 1
    end_of_turn(g)
    assert where(g, "A") == "gone"


@pytest.mark.rule("ford 3")
def test_every_unit_that_is_cut_off_loses_one() -> None:
    g = position("""
        .  .  e  .  .  .
          .  .  .  C  D  .
        .  .  d  .  .  .
          w  .  .  .  f  .
    """)
    end_of_turn(g)
    assert (cut_off(g), left(g, "C"), left(g, "D")) == (["C", "D"], 2, 2)


@pytest.mark.rule("ford 3")
def test_at_night_supply_is_not_traced_across_the_river() -> None:
    picture = """
        .  .  . | .  .  .
          B  .  . | A  .  .
        .  .  . | .  .  .
          .  .  . | .  .  h
    """
    by_day, by_night = position(picture), position(picture, night=True)
    end_of_turn(by_day)
    end_of_turn(by_night)
    assert (cut_off(by_day), cut_off(by_night)) == ([], ["A"])


# ---- 3.1


@pytest.mark.rule("ford 3.1")
@pytest.mark.parametrize(
    ("reader", "knows"), [(RED, True), (CONTROL, True), (BLUE, False), (SPECTATOR, False)]
)
def test_strength_left_is_shown_to_the_owner_alone_and_printed_strength_to_all(
    reader: Seat, knows: bool
) -> None:
    g = position(SURROUNDED)
    g.strength[unit(g, "A")] = 2
    seen = next(c for c in RULEBOOK.view(g, reader)["counters"] if c["unit"] == "red-a")
    assert seen["printed"] == 4
    assert seen.get("strength") == (2 if knows else None)


@pytest.mark.rule("ford 3.1")
def test_a_loss_is_heard_by_the_owner_alone() -> None:
    g = combat("""
        .  .  .  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    probe(g, "d", die=6)
    lost = [t for t in g.told or () if isinstance(t.event, LostStrength)]
    assert [t.audience for t in lost] == [(BLUE,)]


@pytest.mark.rule("ford 3.1")
def test_a_position_with_other_enemy_strengths_looks_the_same() -> None:
    g = position(SURROUNDED)
    twins = [RULEBOOK.disguise(g, RED, Random(n)) for n in range(10)]
    assert len({twin.digest() for twin in twins}) > 1
    assert {json.dumps(RULEBOOK.view(twin, RED)) for twin in twins} == {json.dumps(RULEBOOK.view(g, RED))}
    assert all(twin.strength[unit(g, "A")] == 4 for twin in twins)


@pytest.mark.rule("ford 3.1")
def test_nothing_is_hidden_from_control() -> None:
    g = position(SURROUNDED)
    assert RULEBOOK.disguise(g, CONTROL, Random(1)) == g
