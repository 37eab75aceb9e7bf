"""The scenarios of Market Garden as data: totals, words, places on the board, bridges and lifts."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.kernel import members
from sandtable.rules.airborne.scenario import entries
from sandtable.rules.airborne.scenario.campaign import campaign
from sandtable.rules.airborne.scenario.pieces import ALLIED, GERMAN
from sandtable.rules.airborne.scenario.reading import BadScenario, read_file, row, rows
from sandtable.rules.airborne.state import NOBODY, Troop

from ...theaters.corridor_example import lay

WHOLE = campaign("market-garden")
NAMES = ("arnhem", "market-garden-evening", "market-garden")


def status(side: int) -> int:
    return sum(unit.status for unit in WHOLE.units if unit.side == side)


@pytest.mark.rule("airborne 12")
def test_the_order_of_battle_has_its_279_units() -> None:
    sides = Counter(unit.side for unit in WHOLE.units)
    assert (sides[ALLIED], sides[GERMAN], status(ALLIED), status(GERMAN)) == (137, 142, 436, 239)


@pytest.mark.rule("airborne 2.2")
def test_the_stocks_at_the_start_are_those_of_the_notes() -> None:
    def stocks(side: int) -> tuple[int, int]:
        of = [unit for unit in WHOLE.units if unit.side == side]
        return sum(unit.ammo for unit in of), sum(unit.fuel for unit in of)

    assert (stocks(ALLIED), stocks(GERMAN)) == ((548, 338), (396, 115))


@pytest.mark.rule("airborne 12")
@pytest.mark.parametrize(
    ("formation", "units", "points"),
    [
        ("1ab", 19, 51),
        ("pol", 5, 9),
        ("82ab", 19, 53),
        ("101ab", 18, 56),
        ("gds", 13, 46),
        ("43div", 16, 43),
        ("9ss", 10, 21),
        ("10ss", 15, 23),
        ("2sspz", 8, 14),
        ("tettau", 13, 20),
        ("flak", 29, 29),
    ],
)
def test_a_formation_has_its_units_and_status(formation: str, units: int, points: int) -> None:
    of = [unit for unit in WHOLE.units if unit.formation == formation]
    assert (len(of), sum(unit.status for unit in of)) == (units, points)


@pytest.mark.rule("airborne 5")
def test_every_status_is_what_the_formula_gives() -> None:
    def rated(entry: entries.UnitEntry) -> int:
        said = entry.rating
        if "battalions" in said:
            return min(6, int(said["battalions"] / 2 + 0.5))
        men = said.get("men", 0) * said.get("quality", 0)
        return max(1, min(6, int(men / 225 + said.get("tanks", 0) / 11 + said.get("guns", 0) / 8 + 0.5)))

    listed = rows(entries.UnitEntry, read_file("units.toml")["unit"], "units")
    assert [entry.id for entry in listed if rated(entry) != entry.status] == []


@pytest.mark.rule("airborne 1.1")
@pytest.mark.parametrize("name", NAMES)
def test_every_unit_stands_lands_or_enters_on_the_board(name: str) -> None:
    scenario = campaign(name)
    assert [unit.id for unit in scenario.units if not scenario.board.in_play >> unit.hex & 1] == []


@pytest.mark.rule("airborne 1.1")
def test_every_unit_is_where_it_was_to_a_kilometre() -> None:
    laid, grid = lay(), WHOLE.grid
    listed = {entry.id: entry for entry in rows(entries.UnitEntry, read_file("units.toml")["unit"], "units")}
    far = []
    for unit in WHOLE.units:
        entry = listed[unit.id]
        cell = laid.placement.locate(*laid.projection.xy((entry.lat, entry.lon)))
        if cell is None or grid.distance(cell, unit.hex) > 1:
            far.append(unit.id)
    assert far == []


@pytest.mark.rule("airborne 6.1")
def test_air_zones_and_ways_of_the_streams_are_where_they_were() -> None:
    laid = lay()

    def cell(lat: float, lon: float) -> str:
        found = laid.placement.locate(*laid.projection.xy((lat, lon)))
        assert found is not None
        return WHOLE.grid.name(found)

    zones = rows(entries.AirZoneEntry, read_file("air.toml")["zone"], "zone")
    routes = rows(entries.RouteEntry, read_file("air.toml")["route"], "route")
    assert [zone.id for zone in zones if cell(zone.lat, zone.lon) != zone.hex] == []
    assert [way.id for way in routes if tuple(cell(*at) for at in way.lat_lon) != way.via] == []


@pytest.mark.rule("airborne 6.1")
def test_every_cell_belongs_to_the_air_zone_with_the_nearest_middle() -> None:
    board = WHOLE.board
    names = [
        WHOLE.air_zones[WHOLE.air_zone[board.hex(place)]].name for place in ("Arnhem", "Veghel", "Grave")
    ]
    assert (len(WHOLE.air_zones), names) == (30, ["Arnhem", "Veghel", "Grave"])


@pytest.mark.rule("airborne 1.1")
def test_motor_towed_guns_on_the_ground_stand_on_roads() -> None:
    off = [
        unit.id
        for unit in WHOLE.units
        if unit.troop == Troop.ARTILLERY and unit.way != "drop" and not WHOLE.road_cells >> unit.hex & 1
    ]
    assert [unit for unit in off if not unit.startswith("fk-")] == []


@pytest.mark.rule("airborne 1.1")
def test_units_that_come_by_road_enter_on_a_road() -> None:
    edge = [unit for unit in WHOLE.units if unit.way == "edge"]
    assert len(edge) > 100
    assert [unit.id for unit in edge if not WHOLE.road_cells >> unit.hex & 1] == []


@pytest.mark.rule("airborne 1.3")
def test_every_bridge_lies_over_water_and_every_road_bridge_for_tanks_on_a_road() -> None:
    board = WHOLE.board
    water = [board.hexsides[kind] for kind in ("river", "canal", "stream")]
    roads = board.nets["road"].links
    assert len(WHOLE.bridges) == 67
    assert [bridge.name for bridge in WHOLE.bridges if not any(bridge.side in kind for kind in water)] == []
    fit = [bridge for bridge in WHOLE.bridges if bridge.kind == "road" and bridge.load == "tanks"]
    assert [bridge.name for bridge in fit if bridge.side not in roads] == []


@pytest.mark.rule("airborne 1.3")
@pytest.mark.parametrize(
    ("name", "state", "blow", "repair"),
    [
        ("Son bridge", "prepared", 3, 2),
        ("Grave bridge", "prepared", 6, 4),
        ("Arnhem road bridge", "none", 3, 8),
        ("Erp bridge", "none", 3, 1),
        ("Pannerden ferry", "ferry", 3, 8),
        ("Helmond bridges", "prepared", 3, 2),
    ],
)
def test_a_bridge_has_its_charges_and_the_turns_of_its_repair(
    name: str, state: str, blow: int, repair: int
) -> None:
    (bridge,) = [bridge for bridge in WHOLE.bridges if bridge.name == name]
    assert (bridge.state, bridge.blow, bridge.repair) == (state, blow, repair)


@pytest.mark.rule("airborne 8")
def test_every_unit_that_comes_by_air_has_a_serial_to_its_zone_on_its_turn() -> None:
    for serial in WHOLE.serials:
        if serial.unit != NOBODY:
            unit = WHOLE.units[serial.unit]
            assert (unit.arrives, unit.hex) == (serial.turn, WHOLE.drop_zones[serial.zone]), serial.id


@pytest.mark.rule("airborne 8")
@pytest.mark.parametrize(("lift", "aircraft"), [(1, 1502), (2, 1322), (3, 836)])
def test_a_lift_has_its_aircraft_and_gliders(lift: int, aircraft: int) -> None:
    listed = rows(entries.SerialEntry, read_file("air.toml")["serial"], "serial")
    assert sum(entry.number for entry in listed if entry.lift == lift) == aircraft


@pytest.mark.rule("airborne 11.2")
def test_thirteen_resupply_lifts_bring_65_points() -> None:
    assert (len(WHOLE.resupplies), sum(lift.points for lift in WHOLE.resupplies)) == (13, 65)


@pytest.mark.rule("airborne 4")
def test_allied_ground_attack_flies_85_times_and_14_squadrons_on_the_first_turn() -> None:
    flown = [turn.squadrons["allied_ga"] for turn in WHOLE.turns]
    assert (len(flown), flown[0]) == (34, 14)
    assert sum(flown) == sum(entry["squadrons"]["allied_ga"] for entry in read_file("air.toml")["turn"])


@pytest.mark.rule("airborne 14")
def test_the_points_of_the_whole_operation_are_thirty_at_most() -> None:
    assert WHOLE.most_points == 30
    assert [level.at_least for level in WHOLE.levels] == [26, 20, 15, 10, -99]


@pytest.mark.rule("airborne 14")
def test_in_the_evening_more_is_asked_of_the_allies_since_less_has_been_lost_yet() -> None:
    assert [level.at_least for level in campaign("market-garden-evening").levels] == [30, 28, 23, 18, -91]


@pytest.mark.rule("airborne 12")
def test_six_allied_and_four_german_commands_hold_every_formation_once() -> None:
    sides = Counter(command.side for command in WHOLE.commands)
    held = [formation for command in WHOLE.commands for formation in command.formations]
    assert (sides[ALLIED], sides[GERMAN]) == (6, 4)
    assert sorted(held) == sorted(WHOLE.formations)


@pytest.mark.rule("airborne 12")
def test_the_evening_is_the_first_fourteen_turns_of_the_same_operation() -> None:
    evening = campaign("market-garden-evening")
    first = {unit.id for unit in WHOLE.units if unit.arrives <= 14}
    assert evening.last_turn == 14
    assert {unit.id for unit in evening.units} == first


@pytest.mark.rule("airborne 12")
def test_arnhem_is_one_division_against_the_panzer_corps() -> None:
    arnhem = campaign("arnhem")
    assert [command.id for command in arnhem.commands] == ["british_airborne", "panzer_corps"]
    assert {unit.formation for unit in arnhem.units} == {
        "1ab",
        "pol",
        "9ss",
        "10ss",
        "2sspz",
        "tettau",
        "flak",
    }
    assert [source.name for source in arnhem.sources] == ["Emmerich", "Zutphen", "Utrecht road"]


@pytest.mark.rule("airborne 12")
def test_a_word_that_the_scenario_files_do_not_have_is_named() -> None:
    with pytest.raises(BadScenario, match="colour is not known"):
        row(entries.FormationEntry, {"id": "x", "side": "allied", "name": "X", "colour": "red"}, "here")


@pytest.mark.rule("airborne 12")
def test_a_missing_and_a_mistyped_word_are_named() -> None:
    with pytest.raises(BadScenario, match="name is missing"):
        row(entries.FormationEntry, {"id": "x", "side": "allied"}, "here")
    with pytest.raises(BadScenario, match="name should be str, not 3"):
        row(entries.FormationEntry, {"id": "x", "side": "allied", "name": 3}, "here")


@pytest.mark.rule("airborne 12")
def test_a_scenario_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadScenario, match="there are arnhem, market-garden-evening, market-garden"):
        campaign("overlord")


@pytest.mark.rule("airborne 1.1")
def test_roads_lie_within_two_kilometres_of_every_zone_where_guns_land() -> None:
    zones = {unit.hex for unit in WHOLE.units if unit.way == "drop" and unit.troop == Troop.ARTILLERY}
    roads = set(members(WHOLE.road_cells))
    assert [
        WHOLE.grid.name(zone) for zone in zones if not roads & set(members(WHOLE.grid.within(zone, 2)))
    ] == []
