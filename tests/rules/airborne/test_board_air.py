"""The air phase on the board: reconnaissance, fighters, flak, lifts, resupply, bombs and support of combats."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from sandtable.kernel import DICE, Action, Hex, Seat, Setup, Step, answer, rolled, settle
from sandtable.rules.airborne.air_phase.bombing import Interdiction, Suppression
from sandtable.rules.airborne.air_phase.columns import LOST_TO_FIGHTERS, MET_FLAK
from sandtable.rules.airborne.air_phase.events import AirReport, CountersDown, LiftLanded, SerialLost
from sandtable.rules.airborne.air_phase.fighters import FightersByZone, stream_over
from sandtable.rules.airborne.air_phase.flight_paths import line, overflown, path
from sandtable.rules.airborne.air_phase.lifts import Drops, FlakAtTheZone, FlakOnTheWay, TakeOff, fire
from sandtable.rules.airborne.air_phase.lines import air_lines, air_refusal, air_wording, take_orders
from sandtable.rules.airborne.air_phase.phase import AirPhaseEnds
from sandtable.rules.airborne.air_phase.resupplying import ResupplyDrops, factors
from sandtable.rules.airborne.air_phase.scouting import Reconnaissance, known_by, targets
from sandtable.rules.airborne.air_phase.support import support, used
from sandtable.rules.airborne.events import FoughtInTheAir, Supplied
from sandtable.rules.airborne.position.corridor import ALLIED, AWAITED, GERMAN, GONE, Corridor, Known, Plan
from sandtable.rules.airborne.position.places import set_up
from sandtable.rules.airborne.position.sight import sight
from sandtable.rules.airborne.scenario.campaign import campaign

from .judging import TABLES

BRITISH, SS = Seat(0), Seat(1)
ARNHEM_ZONE = 4
OOSTERBEEK_ZONE = 3


def position(turn: int = 1, scenario: str = "arnhem") -> Corridor:
    """The set-up of a scenario, in some turn."""
    data = campaign(scenario)
    g = Corridor(Setup(scenario, seats=tuple(c.id for c in data.commands)), Plan(data, TABLES))
    set_up(g)
    g.turn = turn
    g.told = []
    return g


def number(g: Corridor, name: str) -> int:
    return g.campaign.number[name]


def put(g: Corridor, name: str, where: str) -> int:
    unit = number(g, name)
    g.hex_of[unit] = int(g.plan.board.hex(where))
    return unit


def run(g: Corridor, *steps: Step[Any], faces: tuple[int, ...] = ()) -> Corridor:
    """The steps with these faces, all of which are used."""
    g.agenda = []
    g.then(*steps)
    settle(g)
    for face in faces:
        answer(g, rolled((face,)), DICE)
    assert not g.agenda
    return g


def order(g: Corridor, seat: Seat, *lines: Action) -> None:
    take_orders(g, seat, lines)


def told(g: Corridor, kind: type[Any]) -> list[Any]:
    return [entry.event for entry in g.told or [] if isinstance(entry.event, kind)]


def without_germans(turn: int = 1) -> Corridor:
    """The set-up of Arnhem with no German on the map."""
    g = position(turn)
    for unit in range(len(g.hex_of)):
        if g.side_of(unit) == GERMAN:
            g.hex_of[unit] = AWAITED
    return g


def zone(g: Corridor, name: str) -> int:
    return g.campaign.zone_names.index(name)


# ---- 6: reconnaissance


@pytest.mark.rule("airborne 6.1")
def test_a_squadron_reconnoitres_one_zone_and_sees_nothing_of_others() -> None:
    g = without_germans()
    inside, outside = put(g, "ge-graebner", "Arnhem Bridge north end"), put(g, "ge-schulz", "Wageningen")
    assert [unit for unit, *_ in targets(g, ALLIED, g.campaign.air_zone[Hex(g.hex_of[inside])])] == [inside]
    assert outside not in [unit for unit, *_ in targets(g, ALLIED, ARNHEM_ZONE)]


@pytest.mark.rule("airborne 6.2")
@pytest.mark.parametrize(
    ("die", "report", "known"),
    [
        (6, "Type and size", Known.SPOTTED | Known.TYPE | Known.SIZE),
        (5, "Type reported", Known.SPOTTED | Known.TYPE),
        (4, "Enemy spotted", Known.SPOTTED),
    ],
)
def test_the_side_that_flew_is_told_the_words_of_the_table(die: int, report: str, known: int) -> None:
    g = without_germans()
    unit = put(g, "ge-graebner", "Arnhem Bridge north end")
    order(g, BRITISH, Action("scout", (g.campaign.air_zone[Hex(g.hex_of[unit])],)))
    run(g, Reconnaissance(), faces=(die,))
    (told_,) = told(g, AirReport)
    assert (told_.report, g.known_what[unit], g.known_hex[unit]) == (report, known, g.hex_of[unit])


@pytest.mark.rule("airborne 6.2")
def test_without_a_report_nothing_is_known_and_nobody_is_told() -> None:
    g = without_germans()
    unit = put(g, "ge-graebner", "Arnhem Bridge north end")
    order(g, BRITISH, Action("scout", (g.campaign.air_zone[Hex(g.hex_of[unit])],)))
    run(g, Reconnaissance(), faces=(3,))
    assert (told(g, AirReport), g.known_what[unit]) == ([], 0)


@pytest.mark.rule("airborne 6.2")
def test_reports_go_to_the_side_that_flew_and_to_no_other() -> None:
    g = without_germans()
    unit = put(g, "ge-graebner", "Arnhem Bridge north end")
    order(g, BRITISH, Action("scout", (g.campaign.air_zone[Hex(g.hex_of[unit])],)))
    run(g, Reconnaissance(), faces=(6,))
    (entry,) = [entry for entry in g.told or [] if isinstance(entry.event, AirReport)]
    assert (entry.heard_by(BRITISH), entry.heard_by(SS)) == (True, False)


@pytest.mark.rule("airborne 6.3")
def test_infantry_in_a_town_is_not_rolled_for() -> None:
    g = without_germans()
    unit = put(g, "ge-spindler", "Arnhem")
    assert targets(g, ALLIED, g.campaign.air_zone[Hex(g.hex_of[unit])]) == []


@pytest.mark.rule("airborne 6.2")
def test_a_unit_that_is_ordered_to_march_is_seen_moving_with_its_direction() -> None:
    g = without_germans()
    unit, here = number(g, "ge-graebner"), g.campaign.drop_zones["LZ-S"]
    g.hex_of[unit] = int(here)
    g.marching[unit], g.route_from[unit], g.route_to[unit] = 1, 0, 1
    g.route = [int(g.grid.neighbours(here)[0])]
    order(g, BRITISH, Action("scout", (g.campaign.air_zone[here],)))
    run(g, Reconnaissance(), faces=(6,))
    (told_,) = told(g, AirReport)
    assert (told_.report, told_.direction) == ("Direction, type and size of unit", g.grid.direction_names[0])


@pytest.mark.rule("airborne 6.2")
@pytest.mark.parametrize("words", ["No report", "no report"])
def test_no_report_says_nothing(words: str) -> None:
    assert known_by(words) == 0


# ---- 7 and 8: fighters


@pytest.mark.rule("airborne 7.1")
def test_fighters_of_both_sides_over_one_zone_meet_and_lose() -> None:
    g = position()
    order(g, BRITISH, Action("cover", (ARNHEM_ZONE, 10)))
    order(g, SS, Action("cover", (ARNHEM_ZONE, 5)))
    run(g, FightersByZone(), faces=(6,))
    assert g.strength[g.campaign.fighters(ALLIED)] == 9
    assert g.strength[g.campaign.fighters(GERMAN)] == 3


@pytest.mark.rule("airborne 7.1")
def test_fighters_over_different_zones_do_not_meet() -> None:
    g = position()
    order(g, BRITISH, Action("cover", (ARNHEM_ZONE, 10)))
    order(g, SS, Action("cover", (OOSTERBEEK_ZONE, 5)))
    run(g, FightersByZone())
    assert told(g, FoughtInTheAir) == []


@pytest.mark.rule("airborne 8")
def test_without_cover_a_serial_is_lost_for_each_squadron_drawn_by_lot() -> None:
    g = position()
    run(g, TakeOff())
    drop = g.campaign.air_zone[g.campaign.drop_zones["DZ-X"]]
    before = stream_over(g, drop)
    order(g, SS, Action("cover", (drop, 2)))
    run(g, FightersByZone(), faces=(1, 1))
    assert [event.flight for event in told(g, SerialLost)] == before[:2]
    assert stream_over(g, drop) == before[2:]
    assert g.met[before[0]] == LOST_TO_FIGHTERS


@pytest.mark.rule("airborne 8")
def test_a_quarter_of_the_fighters_that_break_through_is_lost_in_bombers() -> None:
    g = position(turn=5)
    unit = put(g, "br-1para", "Arnhem Bridge north end")
    cell = g.hex_of[unit]
    order(g, SS, Action("strike", (cell, 0, 5)))
    order(g, BRITISH, Action("cover", (g.campaign.air_zone[Hex(cell)], 6)))
    run(g, FightersByZone(), AirPhaseEnds())
    assert g.support == [GERMAN, 0, 3, cell]


# ---- 9: flak


@pytest.mark.rule("airborne 9.1")
def test_a_stream_flies_straight_from_way_point_to_way_point() -> None:
    g = position()
    here, there = g.plan.board.hex("Arnhem"), g.plan.board.hex("Nijmegen")
    cells = line(g.grid, here, there)
    assert (cells[0], cells[-1], len(cells)) == (here, there, g.grid.distance(here, there) + 1)
    way = path(g.campaign, "north", g.campaign.drop_zones["DZ-X"])
    assert way[0] == g.campaign.routes["north"][0]
    assert all(b in g.grid.neighbours(a) for a, b in itertools.pairwise(way))


@pytest.mark.rule("airborne 9.1")
def test_flak_reaches_a_stream_within_four_kilometres_of_its_way() -> None:
    g = position()
    drop = g.campaign.drop_zones["DZ-X"]
    over = overflown(g.campaign, "north", drop)
    cell = path(g.campaign, "north", drop)[20]
    assert all(over >> h & 1 for h in (cell, *g.grid.neighbours(cell)))
    assert not over >> g.plan.board.hex("Apeldoorn") & 1


@pytest.mark.rule("airborne 9")
def test_flak_within_two_kilometres_fires_at_a_drop_and_costs_the_unit_aboard() -> None:
    g = without_germans()
    battery = number(g, "fk-dee-h")
    g.hex_of[battery], g.silenced[battery] = int(g.campaign.drop_zones["DZ-Y"]), 0
    g.turn = 5
    run(g, TakeOff())
    unit = number(g, "br-156para")
    for flight, flying in enumerate(g.flying):
        g.flying[flight] = int(flying and flight in g.campaign.serials_of[unit])
    run(g, FlakOnTheWay(), FlakAtTheZone(), faces=(6,))
    (flight,) = g.campaign.serials_of[unit]
    assert (g.damage[flight], g.met[flight], g.status[unit]) == (1, MET_FLAK, 3)


@pytest.mark.rule("airborne 9")
def test_suppressed_flak_does_not_fire() -> None:
    g = without_germans()
    battery = number(g, "fk-dee-h")
    g.hex_of[battery], g.silenced[battery] = int(g.campaign.drop_zones["DZ-X"]), 1
    run(g, TakeOff())
    fire(g, ("drop 2km",))
    settle(g)
    assert not g.agenda


# ---- lifts


@pytest.mark.rule("airborne 17.1")
def test_in_open_weather_everything_that_is_due_lands_on_its_zone() -> None:
    g = without_germans()
    run(g, TakeOff(), Drops())
    unit = number(g, "br-2para")
    assert g.aboard[unit] == 0
    assert g.grid.distance(Hex(g.hex_of[unit]), g.campaign.drop_zones["DZ-X"]) <= 2
    assert [len(event.units) for event in told(g, LiftLanded)] == [5, 4, 3]


@pytest.mark.rule("airborne 16.2")
def test_a_lift_is_told_by_zone_with_what_was_lost_on_the_way() -> None:
    g = without_germans(turn=5)
    unit = number(g, "br-gpr2")
    run(g, TakeOff())
    g.strength[g.campaign.serials_of[unit][0]] = 0
    run(g, Drops())
    told_ = next(event for event in told(g, LiftLanded) if unit in event.units)
    assert dict(zip(told_.units, told_.lost, strict=True))[unit] == 2
    assert "Glider Pilot Regiment, second lift (2 lost on the way) land at" in told_.sentence(g)


@pytest.mark.rule("airborne 17.1")
def test_in_closed_weather_a_lift_waits_for_the_next_turn() -> None:
    g = position(turn=4)
    unit = number(g, "br-10para")
    g.due[unit] = 4
    run(g, TakeOff(), Drops())
    assert (g.hex_of[unit], g.due[unit], g.aboard[unit]) == (AWAITED, 5, 1)


@pytest.mark.rule("airborne 17.1")
@pytest.mark.parametrize(("die", "lands"), [(3, False), (4, True)])
def test_in_poor_weather_troops_turn_back_on_one_to_three(die: int, lands: bool) -> None:
    g = position(turn=9)
    for unit in g.campaign.serials_of:
        g.aboard[unit] = int(g.campaign.units[unit].id == "pl-at")
    run(g, TakeOff(), Drops(), faces=(die,))
    assert (g.hex_of[number(g, "pl-at")] >= 0) == lands


@pytest.mark.rule("airborne 8")
def test_a_unit_loses_status_with_the_serials_that_carried_it_before_the_drop() -> None:
    g = without_germans(turn=5)
    unit = number(g, "br-gpr2")
    run(g, TakeOff())
    first, _ = g.campaign.serials_of[unit]
    g.strength[first] = 0
    run(g, Drops())
    assert g.status[unit] == 1


@pytest.mark.rule("airborne 8")
def test_a_unit_whose_serials_are_all_lost_never_lands() -> None:
    g = without_germans()
    unit = number(g, "br-3para")
    run(g, TakeOff())
    for flight in g.campaign.serials_of[unit]:
        g.strength[flight] = 0
    run(g, Drops())
    assert (g.hex_of[unit], g.status[unit]) == (GONE, 0)


@pytest.mark.rule("airborne 17.2")
def test_a_later_lift_is_given_another_zone_a_turn_ahead() -> None:
    g = position(turn=4)
    unit = number(g, "br-11para")
    line_ = Action("divert", (unit, zone(g, "DZ-X")))
    assert line_ in air_lines(g, BRITISH, ())
    order(g, BRITISH, line_)
    run(g, TakeOff())
    assert g.landing[unit] == g.campaign.drop_zones["DZ-X"]
    g.turn = 5
    assert line_ not in air_lines(g, BRITISH, ())


# ---- 10: bombs


@pytest.mark.rule("airborne 10.1")
def test_interdiction_rolls_for_every_enemy_unit_of_the_square() -> None:
    g = without_germans()
    unit = put(g, "ge-graebner", "Arnhem Bridge north end")
    far = put(g, "ge-schulz", "Wageningen")
    order(g, BRITISH, Action("interdict", (g.hex_of[unit], 0, 2)))
    run(g, Interdiction(), faces=(6,))
    assert (g.immobile[unit], g.status[unit], g.immobile[far]) == (1, 3, 0)


@pytest.mark.rule("airborne 10.2")
def test_suppression_silences_flak_and_leaves_others_alone() -> None:
    g = without_germans()
    battery = put(g, "fk-dee-h", "Arnhem Bridge north end")
    g.silenced[battery] = 0
    other = put(g, "ge-graebner", "Arnhem Bridge north end")
    order(g, BRITISH, Action("suppress", (g.hex_of[battery], 0, 1)))
    run(g, Suppression(), faces=(5,))
    assert (g.silenced[battery], g.silenced[other]) == (1, 0)


@pytest.mark.rule("airborne 10.1")
def test_a_unit_bombed_to_nothing_leaves_the_map() -> None:
    g = without_germans()
    unit = put(g, "ge-helle", "Arnhem Bridge north end")
    order(g, BRITISH, Action("interdict", (g.hex_of[unit], 0, 1)))
    run(g, Interdiction(), faces=(6,))
    assert g.hex_of[unit] == GONE


# ---- 11: resupply


@pytest.mark.rule("airborne 11.4")
def test_supply_counters_lie_on_the_zone_for_whoever_holds_it() -> None:
    g = without_germans(turn=5)
    for unit in g.campaign.serials_of:
        g.aboard[unit] = 0
    run(g, TakeOff(), ResupplyDrops(), faces=(6,))
    assert g.dropped[zone(g, "LZ-L")] == 2


@pytest.mark.rule("airborne 11.4")
def test_the_score_of_a_drop_is_behind_the_screen_and_only_the_side_that_flew_counts_what_came_down() -> None:
    g = without_germans(turn=5)
    for unit in g.campaign.serials_of:
        g.aboard[unit] = 0
    run(g, TakeOff(), ResupplyDrops(), faces=(6,))
    heard = {
        type(entry.event).__name__: (entry.heard_by(BRITISH), entry.heard_by(SS))
        for entry in g.told or []
        if isinstance(entry.event, Supplied | CountersDown)
    }
    assert heard == {"Supplied": (False, False), "CountersDown": (True, False)}


@pytest.mark.rule("airborne 11.1")
def test_an_enemy_within_two_kilometres_contests_a_zone() -> None:
    g = without_germans(turn=9)
    lift = next(lift for lift in g.campaign.resupplies if lift.id == "R4")
    before = factors(g, lift)
    unit = number(g, "ge-krafft")
    g.hex_of[unit] = int(g.campaign.drop_zones["SDP-V"])
    assert factors(g, lift) - before == {"contested"}


@pytest.mark.rule("airborne 11.1")
def test_flak_and_fighters_that_intervened_count_against_a_drop() -> None:
    g = without_germans(turn=9)
    lift = next(lift for lift in g.campaign.resupplies if lift.id == "R4")
    g.met[lift.flights[0]] = MET_FLAK | LOST_TO_FIGHTERS
    assert {"flak", "fighters"} <= factors(g, lift)


# ---- 4: support of combats


@pytest.mark.rule("airborne 4")
def test_squadrons_over_a_cell_support_its_combat_once() -> None:
    g = position()
    cell = int(g.plan.board.hex("Arnhem"))
    order(g, BRITISH, Action("strike", (cell, 0, 2)))
    run(g, AirPhaseEnds())
    assert (support(g, ALLIED, cell), support(g, GERMAN, cell)) == (2, 0)
    used(g, ALLIED, cell)
    assert support(g, ALLIED, cell) == 0


# ---- 12: the lines of a sheet


@pytest.mark.rule("airborne 12")
def test_no_more_squadrons_are_ordered_than_there_are() -> None:
    g = position()
    on_hand = g.campaign.turns[0].squadrons["allied_fighter"]
    everything = Action("cover", (ARNHEM_ZONE, on_hand))
    assert everything in air_lines(g, BRITISH, ())
    assert [line for line in air_lines(g, BRITISH, (everything,)) if line.verb == "cover"] == []


@pytest.mark.rule("airborne 6.1")
def test_nobody_reconnoitres_by_night() -> None:
    g = position(turn=2)
    assert [line for line in air_lines(g, BRITISH, ()) if line.verb == "scout"] == []
    refusal = air_refusal(g, BRITISH, Action("scout", (0,)))
    assert refusal is not None
    assert refusal.rule == "6.1"


@pytest.mark.rule("airborne 12")
def test_bombs_fall_only_where_an_enemy_is_believed_to_be() -> None:
    g = position()
    unit = number(g, "ge-krafft")
    cell = g.hex_of[unit]
    assert [line for line in air_lines(g, BRITISH, ()) if line.verb == "interdict"] == []
    sight(g, unit, Known.TYPE)
    assert Action("interdict", (cell, 0, 1)) in air_lines(g, BRITISH, ())


@pytest.mark.rule("airborne 12")
def test_a_command_without_aircraft_orders_none() -> None:
    g = position(scenario="market-garden")
    assert air_lines(g, Seat(0), ()) == ()
    refusal = air_refusal(g, Seat(0), Action("scout", (0,)))
    assert refusal is not None
    assert "commands no aircraft" in refusal.reason


@pytest.mark.rule("airborne 17.3")
def test_no_close_support_where_transports_fly() -> None:
    g = position(turn=5)
    unit = number(g, "ge-krafft")
    sight(g, unit, Known.TYPE)
    refusal = air_refusal(g, BRITISH, Action("strike", (g.hex_of[unit], 0, 1)))
    assert refusal is not None
    assert refusal.rule == "17.3"


@pytest.mark.rule("airborne 17.4")
def test_nobody_at_arnhem_can_call_aircraft_before_the_sets_work() -> None:
    g = position(turn=8, scenario="market-garden")
    air = next(Seat(n) for n, c in enumerate(g.campaign.commands) if c.id == "allied_air")
    cell = int(g.plan.board.hex("Arnhem"))
    refusal = air_refusal(g, air, Action("strike", (cell, 0, 1)))
    assert refusal is not None
    assert refusal.rule == "17.4"
    g.turn = 24
    assert air_refusal(g, air, Action("strike", (cell, 0, 1))) is None


@pytest.mark.rule("airborne 12")
@pytest.mark.parametrize(
    ("line_", "words"),
    [
        (Action("scout", (ARNHEM_ZONE,)), "Reconnaissance over Arnhem"),
        (Action("cover", (ARNHEM_ZONE, 2)), "2 fighter squadrons over Arnhem"),
    ],
)
def test_lines_about_aircraft_are_in_words(line_: Action, words: str) -> None:
    assert air_wording(position(), line_).text == words
