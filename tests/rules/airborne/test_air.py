"""Fighters, streams, flak, bombs, supplies and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.kernel.machine.actions import DICE, rolled
from sandtable.kernel.machine.engine import answer, settle
from sandtable.kernel.machine.state import Setup
from sandtable.kernel.machine.steps import Step
from sandtable.rules.airborne.air import (
    AirCombatRoll,
    BreakIn,
    LoseLoads,
    air_losses,
    share,
    status_lost_aboard,
    stream_losses,
)
from sandtable.rules.airborne.events import FlakFired, Reported
from sandtable.rules.airborne.flak import Fire, target
from sandtable.rules.airborne.interdiction import InterdictionRoll, force_row
from sandtable.rules.airborne.recce import RecceRoll, crowding, in_cover, sighting
from sandtable.rules.airborne.resupply import ResupplyRoll, arriving, lots, modifier
from sandtable.rules.airborne.state import Flight, Ground, Operation, Printed, Troop

from .judging import TABLES, defender


def airspace(*strengths: int, carries: int = -1, status: int = 4) -> Operation:
    """Flights of these strengths and one unit that they may carry."""
    flights = [
        Flight(name=f"flight {n}", strength=strength, carries=carries) for n, strength in enumerate(strengths)
    ]
    return Operation(Setup("test"), Printed(TABLES, [defender(status)], flights))


def run(g: Operation, steps: Sequence[Step[Any]], *faces: int) -> Operation:
    """The steps with these faces, all of which are used."""
    g.then(*steps)
    settle(g)
    for face in faces:
        answer(g, rolled((face,)), DICE)
    assert not g.agenda
    return g


# ---- 7


@pytest.mark.rule("airborne 7.1")
@pytest.mark.parametrize(
    ("larger", "smaller", "die", "left"),
    [
        (20, 10, 1, [18, 8]),  # 2-1, Lose: 20 % of 10 and 10 % of 20
        (20, 10, 4, [19, 8]),  # 2-1, Draw: 10 % of 10 and 10 % of 20
        (20, 10, 5, [19, 6]),  # 2-1, Win: 10 % of 10 and 20 % of 20
        (29, 10, 4, [28, 7]),  # 2-1 still, Draw: 1 and 2.9
        (30, 10, 4, [29, 4]),  # 3-1, Win: 1 and 6
        (70, 10, 1, [69, 0]),  # beyond 6-1, Win: 1 and 14 of 10
    ],
)
def test_the_larger_side_rolls_at_odds_rounded_down(
    larger: int, smaller: int, die: int, left: list[int]
) -> None:
    assert run(airspace(larger, smaller), [AirCombatRoll(0, 1)], die).strength == left


@pytest.mark.rule("airborne 7.2")
@pytest.mark.parametrize(
    ("strength", "per_cent", "lost"),
    [(4, 10, 0), (5, 10, 1), (14, 10, 1), (15, 10, 2), (7, 20, 1), (8, 20, 2)],
)
def test_losses_are_whole_squadrons_to_the_nearest(strength: int, per_cent: int, lost: int) -> None:
    assert share(strength, per_cent) == lost


@pytest.mark.rule("airborne 7.2")
def test_nobody_loses_more_than_he_has() -> None:
    assert air_losses(TABLES, "Win", 100, 2) == (0, 2)


# ---- 8


@pytest.mark.rule("airborne 8")
def test_without_air_cover_every_squadron_takes_a_serial() -> None:
    g = run(airspace(3, 0, 10), [BreakIn(0, 2, 0, 0)])
    assert g.strength == [3, 0, 7]


@pytest.mark.rule("airborne 8")
@pytest.mark.parametrize(("die", "left"), [(6, 10 - 11), (5, 10)])
def test_the_larger_interceptors_break_through_on_a_win(die: int, left: int) -> None:
    g = run(airspace(12, 10, 10), [AirCombatRoll(0, 1), BreakIn(0, 2, 0, 0)], die)
    assert g.strength[2] == max(left, 0)


@pytest.mark.rule("airborne 8")
@pytest.mark.parametrize(("die", "left"), [(1, 10 - 3), (2, 10), (6, 10)])
def test_the_smaller_interceptors_break_through_when_the_larger_escort_loses(die: int, left: int) -> None:
    g = run(airspace(4, 6, 10), [AirCombatRoll(1, 0), BreakIn(0, 2, 1, 0)], die)
    assert g.strength[2] == left


@pytest.mark.rule("airborne 8")
@pytest.mark.parametrize(("squadrons", "lost"), [(1, 0), (2, 1), (5, 1), (6, 2), (8, 2)])
def test_bombers_lose_a_quarter_halves_up(squadrons: int, lost: int) -> None:
    assert stream_losses(squadrons, bombers=True) == lost
    assert stream_losses(squadrons, bombers=False) == squadrons


@pytest.mark.rule("airborne 8")
@pytest.mark.parametrize(("lost", "status"), [(0, 0), (1, 1), (2, 3), (3, 4)])
def test_a_unit_aboard_loses_its_share_halves_up(lost: int, status: int) -> None:
    assert status_lost_aboard(4, lost, 3) == status


@pytest.mark.rule("airborne 8")
def test_serials_that_are_lost_take_their_load_with_them() -> None:
    g = run(airspace(3, 0, 6), [BreakIn(0, 2, 0, 0), LoseLoads(0, (2,))])
    assert g.status == [2]


# ---- 9


@pytest.mark.rule("airborne 9")
def test_each_flak_unit_rolls_once_for_each_serial() -> None:
    g = run(airspace(1, 1), [Fire(n, ("heavy", "light"), "overflight") for n in (0, 1)], 1, 2, 3, 4)
    fired = [(t.event.flight, t.event.flak) for t in g.told or () if isinstance(t.event, FlakFired)]
    assert fired == [(0, "heavy"), (0, "light"), (1, "heavy"), (1, "light")]


@pytest.mark.rule("airborne 9.1")
@pytest.mark.parametrize(
    ("drop_km", "path_km", "column"),
    [
        (0, 0, "drop 2km"),
        (2, 9, "drop 2km"),
        (3, 0, "drop 4km"),
        (4, 4, "drop 4km"),
        (5, 4, "overflight"),
        (None, 4, "overflight"),
        (5, 5, None),
        (None, None, None),
    ],
)
def test_the_most_dangerous_column_counts(
    drop_km: int | None, path_km: int | None, column: str | None
) -> None:
    assert target(drop_km=drop_km, path_km=path_km) == column


@pytest.mark.rule("airborne 9.1")
def test_fighters_that_fly_over_are_not_fired_at() -> None:
    assert target(drop_km=None, path_km=0, fighters=True) is None


@pytest.mark.rule("airborne 9.2")
def test_a_loss_costs_the_unit_a_point_and_the_serial_a_damage() -> None:
    g = run(airspace(1, carries=0), [Fire(0, ("heavy",), "drop 2km")], 6)
    assert (g.status, g.damage, g.strength) == ([3], [1], [1])


@pytest.mark.rule("airborne 9.2")
def test_damage_costs_the_unit_nothing_and_a_serial_without_a_load_takes_damage_alone() -> None:
    g = run(airspace(1, carries=0), [Fire(0, ("heavy",), "drop 2km")], 3)
    assert (g.status, g.damage) == ([4], [1])
    g = run(airspace(1), [Fire(0, ("heavy",), "drop 2km")], 6)
    assert (g.status, g.damage) == ([4], [1])


@pytest.mark.rule("airborne 9.2")
def test_the_second_damage_removes_the_serial_with_its_load_and_the_flak_holds_its_fire() -> None:
    g = run(airspace(1, carries=0), [Fire(0, ("heavy",) * 3, "drop 2km"), LoseLoads(0, (0,))], 3, 4)
    assert (g.strength, g.status) == ([0], [0])


# ---- 10


@pytest.mark.rule("airborne 10.1")
@pytest.mark.parametrize(
    ("tactical", "heavy", "row"),
    [
        (2, 0, "1-2"),
        (0, 1, "heavy 1"),
        (2, 1, "heavy 1"),
        (9, 1, "9-12"),
        (13, 8, "13+"),
        (4, 3, "heavy 2-3"),
    ],
)
def test_with_heavies_the_better_line_counts(tactical: int, heavy: int, row: str) -> None:
    assert force_row(TABLES, tactical=tactical, heavy=heavy) == row


@pytest.mark.rule("airborne 10.1")
@pytest.mark.parametrize(("die", "status", "immobile"), [(6, 3, 1), (5, 4, 1), (4, 4, 0)])
def test_bombs_hurt_or_hold_a_unit(die: int, status: int, immobile: int) -> None:
    g = run(airspace(), [InterdictionRoll(0, "1-2")], die)
    assert (g.status, g.immobile) == ([status], [immobile])


@pytest.mark.rule("airborne 10.2")
@pytest.mark.parametrize(("die", "silenced"), [(6, 1), (5, 1), (4, 0)])
def test_flak_with_any_result_does_not_fire(die: int, silenced: int) -> None:
    assert run(airspace(), [InterdictionRoll(0, "1-2")], die).silenced == [silenced]


# ---- 11


@pytest.mark.rule("airborne 11.1")
def test_factors_of_resupply_add_up() -> None:
    assert int(modifier(TABLES, ["contested", "flak", "poor_terrain", "fighters"])) == -9
    assert int(modifier(TABLES, [])) == 0


@pytest.mark.rule("airborne 11.1")
def test_afdag_stands_in_place_of_the_airstrip() -> None:
    assert int(modifier(TABLES, ["airstrip"])) == 2
    assert int(modifier(TABLES, ["airstrip", "afdag"])) == int(modifier(TABLES, ["afdag"])) == 5


@pytest.mark.rule("airborne 11.2")
def test_more_than_ten_points_are_rolled_for_in_lots() -> None:
    assert [lots(n) for n in (4, 10, 11, 25)] == [[4], [10], [10, 1], [10, 10, 5]]


@pytest.mark.rule("airborne 11.2")
def test_scores_are_held_to_the_table() -> None:
    assert arriving(TABLES, 10, 11) == 10
    assert arriving(TABLES, 10, -8) == 0


@pytest.mark.rule("airborne 11.2")
def test_what_arrives_of_all_lots_is_added_up() -> None:
    assert run(airspace(), [ResupplyRoll(10, -3), ResupplyRoll(5, -3)], 6, 1).delivered == 7 + 1


# ---- 6


@pytest.mark.rule("airborne 6.2")
@pytest.mark.parametrize(
    ("troop", "word"),
    [
        (Troop.FOOT, "infantry"),
        (Troop.MECH, "vehicles"),
        (Troop.TANKS, "vehicles"),
        (Troop.ARTILLERY, "vehicles"),
        (Troop.RECCE, "vehicles"),
    ],
)
def test_troops_are_seen_as_vehicles_or_infantry(troop: Troop, word: str) -> None:
    assert sighting(troop, moving=True) == f"{word} moving"
    assert sighting(troop, moving=False) == f"{word} stationary"


@pytest.mark.rule("airborne 6.3")
def test_close_country_wood_and_town_are_cover_but_not_a_town_for_armour() -> None:
    covered = {(t, ground) for t in Troop for ground in Ground if in_cover(t, ground)}
    cover = {(t, ground) for t in Troop for ground in (Ground.CLOSE, Ground.WOOD, Ground.TOWN)}
    assert covered == cover - {(Troop.TANKS, Ground.TOWN), (Troop.RECCE, Ground.TOWN)}


@pytest.mark.rule("airborne 6.4")
def test_more_than_three_units_in_a_square_add_one_and_seven_is_six() -> None:
    assert [crowding(n) for n in (1, 3, 4, 9)] == [0, 0, 1, 1]
    g = run(airspace(), [RecceRoll(0, "vehicles moving", 1)], 6)
    reports = [(t.event.score, t.event.report) for t in g.told or () if isinstance(t.event, Reported)]
    assert reports == [(7, "Direction, type and size of unit")]
