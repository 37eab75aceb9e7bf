"""Switches of the scenarios: rules that may be left out, and optional ones (A-65 to A-77)."""

from __future__ import annotations

import pytest

from sandtable.kernel import Hex, Seat, bits_of
from sandtable.rules.airborne.air_phase.orders import squadrons
from sandtable.rules.airborne.air_phase.weather import DayRoll, SetsRoll, lift_from
from sandtable.rules.airborne.fight.engaging import planned_fight
from sandtable.rules.airborne.fight.forming import Combats
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor, State
from sandtable.rules.airborne.position.sight import look_around
from sandtable.rules.airborne.position.ways import move_refusal
from sandtable.rules.airborne.seen.restoring import known_position
from sandtable.rules.airborne.state import ATTACKER
from sandtable.rules.airborne.strength import Attack, of_other_formations, strength
from sandtable.rules.airborne.turn.ending import EndOfTurn, settle_preparation
from sandtable.rules.airborne.turn.orders import Orders
from sandtable.rules.airborne.turn.recovering import recover, reorganise
from sandtable.rules.airborne.turn.sequence import GameTurn, clear_orders

from .board import ALLIES, at, cell, corridor, line, move, number, order, run, start

DUSK, MIDNIGHT, NOON = 6, 7, 5


@pytest.mark.rule("airborne 15.2")
def test_without_demolition_no_crossing_is_charged() -> None:
    assert State.PREPARED in start().bridge
    g = start(demolition=False)
    assert State.PREPARED not in g.bridge
    assert not any(g.blow_order)
    assert State.GAP in g.bridge


def columns_that_pass(**switches: bool) -> int:
    """How many of three columns enter a cell of Club Route that ten have passed in this turn."""
    g = start("market-garden", **switches)
    g.turn = 4
    tanks = [n for n, unit in enumerate(g.campaign.units) if unit.formation == "gds" and not unit.guns][:3]
    cells = [int(h) for h in sorted(g.campaign.points_of_the_map["Joe's Bridge (No. 9)"].side or ())]
    g.hex_of = [-2] * len(g.hex_of)
    for unit in tanks:
        g.hex_of[unit] = cells[0]
    clear_orders(g)
    g.passed = [cells[1]] * 10
    for unit in tanks:
        g.marching[unit], g.route_from[unit] = 3, len(g.route)
        g.route.append(cells[1])
        g.route_to[unit] = len(g.route)
    move(g)
    return sum(g.hex_of[unit] == cells[1] for unit in tanks)


@pytest.mark.rule("airborne 1.8")
def test_without_traffic_a_road_takes_any_number_of_columns() -> None:
    assert columns_that_pass() == 0
    assert columns_that_pass(traffic=False) == 3


@pytest.mark.rule("airborne 16.4")
def test_without_readiness_everybody_moves_from_the_first_turn_on() -> None:
    late = next(n for n, unit in enumerate(start().campaign.units) if unit.ready > 1 >= unit.arrives)
    surprised, alert = start(), start(readiness=False)
    surprised.turn = alert.turn = 1
    assert move_refusal(surprised, late, surprised.troop(late)) is not None
    assert move_refusal(alert, late, alert.troop(late)) is None


@pytest.mark.rule("airborne 17.5")
@pytest.mark.parametrize(
    ("face", "lift", "fighters"), [(1, "open", 22), (4, "open", 17), (5, "poor", 9), (6, "closed", 4)]
)
def test_a_die_says_what_flies_on_a_day(face: int, lift: str, fighters: int) -> None:
    g = corridor(turn=NOON, scenario="market-garden", random_weather=True)
    run(g, [DayRoll()], face)
    assert (lift_from(g), squadrons(g, ALLIED, "fighter")) == (lift, fighters)


@pytest.mark.rule("airborne 17.5")
def test_the_die_for_the_weather_falls_at_midnight_only_with_its_switch() -> None:
    g = corridor(turn=DUSK, random_weather=True)
    GameTurn().run(g)
    assert isinstance(g.agenda[-1], DayRoll)
    plain = corridor(turn=DUSK)
    GameTurn().run(plain)
    assert isinstance(plain.agenda[-1], Orders)


@pytest.mark.rule("airborne 17.6")
@pytest.mark.parametrize(
    ("turn", "face", "fail"), [(4, 5, True), (4, 6, False), (24, 3, True), (24, 4, False)]
)
def test_a_die_says_whether_the_sets_work(turn: int, face: int, fail: bool) -> None:
    g = corridor(turn=turn, scenario="market-garden", working_sets=True)
    run(g, [SetsRoll()], face)
    assert g.signals_fail("1ab") is fail


@pytest.mark.rule("airborne 17.6")
def test_only_the_allies_know_whether_the_sets_work() -> None:
    g = corridor(scenario="market-garden", working_sets=True)
    g.sets_work = 1
    germans = next(Seat(n) for n, command in enumerate(g.campaign.commands) if command.side == GERMAN)
    assert known_position(g, ALLIES)["numbers"]["sets_work"] == 1
    assert "sets_work" not in known_position(g, germans)["numbers"]


@pytest.mark.rule("airborne 16.6")
def test_an_attached_unit_is_no_longer_of_another_formation() -> None:
    units = ("us-2-505", "gd-2ig")
    for turn, switched, others in ((9, False, 1), (7, True, 1), (9, True, 0)):
        g = corridor(turn=turn, scenario="market-garden", attachments=switched)
        assert len(of_other_formations(g, tuple(number(g, unit) for unit in units))) == others


@pytest.mark.rule("airborne 3.3")
def test_artillery_adds_at_most_twice_what_is_in_contact() -> None:
    found = []
    for capped in (False, True):
        g = corridor("br-21coy 01615", "ge-krafft 01616", "br-light 01609", artillery_cap=capped)
        g.status[number(g, "br-light")] = 5
        fight = planned_fight(g, 0, cell(g, "01616"), [number(g, "br-21coy")], int(Attack.PLANNED))
        assert fight is not None
        found.append(int(strength(g, fight, ATTACKER)))
    assert g.status[number(g, "br-21coy")] == 1
    assert found[0] - found[1] == 5 - 2


def rested(g: Corridor, unit: int, turns: int) -> int:
    """The status of *unit* after so many turns without anything to do."""
    for _ in range(turns):
        reorganise(g)
    return g.status[unit]


@pytest.mark.rule("airborne 19.1")
def test_a_unit_that_rests_in_supply_for_a_day_regains_a_point_and_two_in_the_game() -> None:
    g = start(reorganising=True)
    g.turn = 4
    source = next(source for source in g.campaign.sources if source.side == GERMAN)
    unit = next(
        n for n, u in enumerate(g.campaign.units) if u.formation in source.formations and u.status > 3
    )
    g.hex_of[unit] = int(source.hex)
    clear_orders(g)
    g.status[unit] = 1
    assert [rested(g, unit, 3), rested(g, unit, 1), rested(g, unit, 4), rested(g, unit, 8)] == [1, 2, 3, 3]


@pytest.mark.rule("airborne 19.1")
def test_who_has_an_enemy_before_him_does_not_rest() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616", reorganising=True)
    g.rested[number(g, "ge-krafft")] = 3
    reorganise(g)
    assert g.rested[number(g, "ge-krafft")] == 0


@pytest.mark.rule("airborne 19.2")
def test_replacements_go_to_whoever_lacks_most_out_of_contact() -> None:
    for turn, switched, points in ((MIDNIGHT, True, 2), (MIDNIGHT, False, 0), (NOON, True, 0)):
        g = corridor("ge-graebner 01616", "ge-krafft 01630", turn=turn, replacements=switched)
        weak, weaker = number(g, "ge-krafft"), number(g, "ge-graebner")
        g.status[weak], g.status[weaker] = g.counter(weak).status - 1, g.counter(weaker).status - 3
        before = g.status[weaker]
        recover(g)
        assert (g.status[weaker] - before, g.status[weak]) == (points, g.counter(weak).status - 1)


@pytest.mark.rule("airborne 19")
def test_nobody_regains_anything_without_a_switch() -> None:
    g = start()
    g.turn = MIDNIGHT
    g.status = [1 if at_ >= 0 else status for at_, status in zip(g.hex_of, g.status, strict=True)]
    before = list(g.status)
    g.rested = [9] * len(g.hex_of)
    recover(g)
    assert g.status == before


@pytest.mark.rule("airborne 19.3")
def test_two_units_of_a_formation_merge_at_the_price_of_a_point() -> None:
    g = corridor("br-1para 01616", "br-2para 01616", merging=True)
    one, other = number(g, "br-1para"), number(g, "br-2para")
    g.status[one], g.status[other] = 2, 3
    assert line(g, "merge br-1para br-2para") in Orders().lines(g, ALLIES, ())
    order(g, "merge br-1para br-2para")
    recover(g)
    assert (g.status[one], at(g, "br-2para")) == (4, "off")


@pytest.mark.rule("airborne 19.3")
def test_no_merged_unit_has_more_than_five_and_nobody_merges_without_the_switch() -> None:
    g = corridor("br-1para 01616", "br-2para 01616", merging=True)
    order(g, "merge br-1para br-2para")
    recover(g)
    assert g.status[number(g, "br-1para")] == 5
    plain = corridor("br-1para 01616", "br-2para 01616")
    assert line(plain, "merge br-1para br-2para") not in Orders().lines(plain, ALLIES, ())


@pytest.mark.rule("airborne 5.10")
@pytest.mark.parametrize(
    ("standing", "answered", "stays"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_a_defender_in_a_town_stands_for_a_further_point(standing: bool, answered: bool, stays: bool) -> None:
    g = corridor(standing=standing)
    town = next(h for h, ground in g.plan.board.terrain.items() if ground == "town" and not _wet(g, int(h)))
    beside = next(h for h in g.grid.neighbours(town) if h in g.plan.board.terrain)
    one, other = number(g, "br-1para"), number(g, "ge-krafft")
    g.hex_of[one], g.hex_of[other] = int(beside), int(town)
    clear_orders(g)
    g.status[one], g.status[other] = 5, 4
    g.prepared[one] = 1
    look_around(g)
    if answered and standing:
        order(g, "stand ge-krafft")
    order(g, f"attack br-1para {g.grid.name(town)}")
    order(g, "no_counter ge-krafft")
    run(g, [Combats()], 5)
    assert (g.hex_of[other] == int(town)) is stays
    assert g.status[other] == (2 if stays else 3)


def _wet(g: Corridor, h: int) -> bool:
    """Whether water runs beside a cell, or the map ends there."""
    board = g.plan.board
    around = [other for other in g.grid.neighbours(Hex(h)) if other in board.terrain]
    sides = {side for kind in ("river", "canal") for side in board.hexsides[kind].sides}
    near = bits_of([h, *around])
    return len(around) < 6 or any(near >> a & 1 or near >> b & 1 for a, b in sides)


@pytest.mark.rule("airborne 12.1")
def test_a_night_without_attacks_is_over_at_dusk_and_who_prepared_stays_prepared() -> None:
    g = corridor("br-1para 01616", turn=DUSK, quiet_nights=True)
    order(g, "prepare br-1para")
    run(g, [EndOfTurn(), GameTurn()])
    assert g.turn == DUSK + 2
    assert g.prepared[number(g, "br-1para")]


@pytest.mark.rule("airborne 12.1")
def test_a_night_in_which_somebody_is_to_attack_is_played() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616", turn=DUSK, quiet_nights=True)
    look_around(g)
    order(g, "attack br-1para 01616")
    settle_preparation(g)
    run(g, [GameTurn()])
    assert (g.turn, isinstance(g.agenda[-1], Orders)) == (MIDNIGHT, True)
