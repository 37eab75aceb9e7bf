from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.refusals import Refusal
from sandtable.rules.airborne.movement import (
    Leg,
    allowance,
    crossing_ends_the_move,
    crossing_refusal,
    fuel_due,
    half_turn_refusal,
    leg_refusal,
    movement_refusal,
    too_late_to_fight,
    turn_spent,
)
from sandtable.rules.airborne.state import Ground, Mode, Troop
from sandtable.rules.airborne.supply import pay_for_movement

from .judging import TABLES, attacker, field


def km(ground: Ground, distance: int, *, road: bool = False) -> Leg:
    return Leg(ground, Fraction(distance), road)


@pytest.mark.rule("airborne 1.1")
def test_kilometres_by_allowance_add_up_to_a_fraction_of_the_turn() -> None:
    spent = turn_spent(TABLES, Troop.TANKS, Mode.TACTICAL, [km(Ground.OPEN, 10), km(Ground.MARSH, 2)])
    assert spent.total == Fraction(1, 3) + Fraction(1, 4)
    assert [line.rule for line in spent.lines] == ["1.1", "1.1"]


@pytest.mark.rule("airborne 1.1")
def test_towed_guns_move_in_road_column_only() -> None:
    assert allowance(TABLES, Troop.ARTILLERY, Ground.OPEN, Mode.TACTICAL) is None
    no = leg_refusal(TABLES, Troop.ARTILLERY, Mode.NON_TACTICAL, km(Ground.OPEN, 1))
    assert no == Refusal(
        "1.1", "artillery has no non-tactical move; motor-towed artillery moves in road column only"
    )


@pytest.mark.rule("airborne 1.1")
def test_a_road_column_keeps_to_roads() -> None:
    assert leg_refusal(TABLES, Troop.MECH, Mode.ROAD_COLUMN, km(Ground.WOOD, 3)) is not None
    assert leg_refusal(TABLES, Troop.MECH, Mode.ROAD_COLUMN, km(Ground.WOOD, 3, road=True)) is None


@pytest.mark.rule("airborne 1.2")
def test_the_allowance_is_the_most_that_can_be_gone() -> None:
    whole, more = [km(Ground.OPEN, 15)], [km(Ground.OPEN, 16)]
    assert movement_refusal(TABLES, Troop.FOOT, Mode.TACTICAL, whole, fuel=0) is None
    no = movement_refusal(TABLES, Troop.FOOT, Mode.TACTICAL, more, fuel=0)
    assert no is not None
    assert no.rule == "1.2"


@pytest.mark.rule("airborne 1.2")
def test_what_was_moved_before_counts() -> None:
    legs = [km(Ground.OPEN, 15)]
    no = movement_refusal(TABLES, Troop.TANKS, Mode.TACTICAL, legs, fuel=1, already=Fraction(2, 3))
    assert no == Refusal("1.2", "the move takes 7/6 of a turn; a whole turn is the most")


@pytest.mark.rule("airborne 1.3")
@pytest.mark.parametrize("troop", [Troop.MECH, Troop.TANKS, Troop.ARTILLERY])
def test_heavy_vehicles_cross_by_bridge_only(troop: Troop) -> None:
    no = crossing_refusal(TABLES, troop, Mode.TACTICAL, bridge=False)
    assert no is not None
    assert no.rule == "1.3"
    assert crossing_refusal(TABLES, troop, Mode.ROAD_COLUMN, bridge=True) is None


@pytest.mark.rule("airborne 1.3")
@pytest.mark.parametrize("troop", [Troop.FOOT, Troop.RECCE])
def test_foot_and_recce_cross_in_tactical_mode(troop: Troop) -> None:
    assert crossing_refusal(TABLES, troop, Mode.TACTICAL, bridge=False) is None
    no = crossing_refusal(TABLES, troop, Mode.NON_TACTICAL, bridge=False)
    assert no == Refusal("1.3", "an unbridged river is crossed in tactical mode, not in non-tactical mode")


@pytest.mark.rule("airborne 1.3")
def test_a_river_without_a_bridge_ends_the_move() -> None:
    assert crossing_ends_the_move(bridge=False)
    assert not crossing_ends_the_move(bridge=True)


@pytest.mark.rule("airborne 1.4")
def test_exactly_half_a_turn_is_not_too_much() -> None:
    assert not too_late_to_fight(Fraction(1, 2))
    assert too_late_to_fight(Fraction(1, 2) + Fraction(1, 1000))


@pytest.mark.rule("airborne 1.4")
def test_a_unit_that_moved_too_long_attacks_only_in_an_overrun() -> None:
    g, _ = field(attacker())
    g.spend(0, Fraction(8, 15))
    no = half_turn_refusal(g, 0, overrun=False)
    assert no == Refusal("1.4", "attacker has moved for 8/15 of the turn and fights only in the next")
    assert half_turn_refusal(g, 0, overrun=True) is None


def test_fractions_of_a_turn_stay_exact_while_they_add_up() -> None:
    g, _ = field(attacker())
    for part in (Fraction(1, 15), Fraction(1, 64), Fraction(1, 35), Fraction(1, 18)):
        g.spend(0, part)
    assert g.moved(0) == Fraction(1, 15) + Fraction(1, 64) + Fraction(1, 35) + Fraction(1, 18)


@pytest.mark.rule("airborne 2.2")
@pytest.mark.parametrize(
    ("troop", "due"),
    [(Troop.FOOT, 0), (Troop.MECH, 1), (Troop.TANKS, 1), (Troop.ARTILLERY, 1), (Troop.RECCE, 1)],
)
def test_all_but_foot_pay_fuel_to_move(troop: Troop, due: int) -> None:
    assert fuel_due(troop) == due


@pytest.mark.rule("airborne 2.2")
def test_without_fuel_nothing_with_an_engine_moves() -> None:
    no = movement_refusal(TABLES, Troop.TANKS, Mode.TACTICAL, [km(Ground.OPEN, 1)], fuel=0)
    assert no == Refusal("2.2", "tanks without fuel cannot move")


@pytest.mark.rule("airborne 2.2")
def test_a_fuel_point_is_taken_once_it_is_there() -> None:
    g, _ = field(attacker(troop=Troop.MECH, fuel=1))
    assert pay_for_movement(g, 0)
    assert g.fuel == [0]
    assert not pay_for_movement(g, 0)
    assert g.fuel == [0]
