"""The board of the airborne corridor: banks, bridges, roads, ground and names."""

from __future__ import annotations

import pytest

from sandtable import boards
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.boardtext import format_board, parse_board
from sandtable.kernel.map.hexes import Hex
from sandtable.theaters.corridor.water import RAIL_CROSSINGS, ROAD_CROSSINGS

from .corridor_example import Laid, lay, on_club_route, reached, unbridged
from .examples import loose_ends

TO_THE_FAR_BANK = {"south": ("NE", "NW"), "north": ("SE", "SW"), "west": ("E", "E"), "east": ("W", "W")}
# 14 km: rows lie closer together than columns.
STEPS = {"south": 17, "north": 17, "west": 14, "east": 14}
# At Westervoort the IJssel begins where the Pannerden canal ends; on the grid the cell lies beside both.
TOGETHER = {"IJssel": ("IJssel", "Pannerden canal")}

# What the order of battle of Market Garden refers to.
PLACES = """'s-Hertogenbosch, Aalst, Achel, Apeldoorn, Arnhem, Bennekom, Best, Boxtel, Brummen, Budel, Dieren, Eindhoven,
Elden, Elst, Gennep, Grave, Hamont, Hechtel, Helmond, Hoenderloo, Hunner Park, Joe's Bridge, Kleve, Kranenburg, Lent,
Mook, Nijmegen, Oosterhout, Ressen, Reusel, Rheden, Rhenen, Son, Tilburg, Valkenswaard, Veghel, Wageningen, Woensel"""
ZONES = """DZ-A, DZ-A-1, DZ-B, DZ-C, DZ-K, DZ-N, DZ-O, DZ-T, DZ-X, DZ-Y, Driel DZ, LZ-L, LZ-S, LZ-W, LZ-Z, SDP-V,
Deelen airfield, Volkel airfield, Keent strip"""
ENTRIES = """Apeldoorn, Den Bosch north, Emmerich, Goch, Tilburg, Utrecht road, VIII Corps, Venlo road, Weert, XII Corps,
XXX Corps, Zutphen"""
CROSSINGS = """Arnhem road bridge, Honinghutje road bridge (No. 10), Malden bridge (No. 8), Nijmegen road bridge,
Nijmegen rail bridge, Grave bridge, Heumen lock bridge (No. 7), Hatert bridge (No. 9), Veghel canal bridge,
Veghel Aa bridge, St Oedenrode bridge, Son bridge, Best road bridge, Mook rail bridge, Oosterbeek rail bridge"""


def words(text: str) -> list[str]:
    return [word.strip() for word in text.replace("\n", " ").split(",")]


@pytest.fixture(scope="module")
def laid() -> Laid:
    return lay()


def test_the_board_on_file_is_what_the_geography_compiles_to(laid: Laid) -> None:
    assert format_board(boards.load("corridor")) == laid.compiled.text


def test_the_board_has_one_kilometre_hexes_numbered_from_the_north_west(laid: Laid) -> None:
    grid = laid.board.grid
    assert (grid.rows, grid.columns, laid.board.scale_km) == (148, 84, 1.0)
    assert (grid.name(grid.at(0, 0)), grid.name(grid.at(147, 83))) == ("00101", "14884")


def test_the_text_of_the_board_gives_it_back(laid: Laid) -> None:
    assert format_board(parse_board(laid.compiled.text)) == laid.compiled.text


def test_the_outline_draws_every_water(laid: Laid) -> None:
    drawn = boards.parse_outline(laid.compiled.outline)
    assert {c.name for c in drawn.courses} == set(laid.corridor.waters)
    assert len(drawn.land) == 1


def test_a_road_passes_rivers_and_canals_only_at_crossings(laid: Laid) -> None:
    assert unbridged(laid, laid.board.nets["road"], ROAD_CROSSINGS) == []


def test_a_railway_passes_rivers_and_canals_only_at_crossings(laid: Laid) -> None:
    assert unbridged(laid, laid.board.nets["rail"], RAIL_CROSSINGS) == []


def test_every_crossing_sits_on_a_side_of_its_own_water(laid: Laid) -> None:
    crossings = [p for p in laid.board.points if p.kind == "crossing"]
    assert len(crossings) == len(laid.corridor.crossings)
    assert [p.name for p in crossings if p.side not in laid.waters.chains[p.facts["over"]]] == []


def test_every_crossing_is_where_it_was_to_a_kilometre(laid: Laid) -> None:
    at = {c.feature.name: laid.placement.locate(*c.xy) for c in laid.waters.crossings}
    grid = laid.board.grid
    far = [
        p.name
        for p in laid.board.points
        if p.kind == "crossing" and grid.distance(p.hex, at[p.name] or p.hex) > 1
    ]
    assert far == []


def test_no_two_road_crossings_share_a_side(laid: Laid) -> None:
    sides = [p.side for p in laid.board.points if p.kind == "crossing" and p.facts["kind"] != "rail"]
    assert len(sides) == len(set(sides))


def test_every_river_is_one_unbroken_chain(laid: Laid) -> None:
    ends = {
        name: len(loose_ends(laid.placement, laid.waters.chains[name]))
        for name, kind in laid.waters.kinds.items()
        if kind == "river"
    }
    assert set(ends.values()) == {2}


def test_the_cells_of_the_places_lie_on_the_banks_where_they_stood(laid: Laid) -> None:
    grid = laid.board.grid
    wrong = []
    for name, bank, water in laid.corridor.checks.banks:
        cell, cuts = laid.board.places[name].hex, 0
        chain = {side for part in TOGETHER.get(water, (water,)) for side in laid.waters.chains[part]}
        for step in range(STEPS[bank]):
            ahead = grid.direction_names.index(TO_THE_FAR_BANK[bank][step % 2])
            beyond = Hex(cell + grid.steps[ahead])
            cuts += grid.side(cell, beyond) in chain
            cell = beyond
        if cuts % 2 == 0:
            wrong.append(f"{name} is not {bank} of the {water}")
    assert wrong == []


def test_no_place_is_cut_off_from_its_cell_by_a_river_but_the_bridge_itself(laid: Laid) -> None:
    astray = [
        place.name
        for place in laid.corridor.places.values()
        if laid.parted(laid.projection.xy(place.at), laid.points[laid.board.places[place.name].hex])
    ]
    assert astray == ["Joe's Bridge"]


def test_every_zone_lies_on_the_bank_of_its_cell(laid: Laid) -> None:
    hexes = {p.name: p.hex for p in laid.board.points if p.kind == "zone"}
    astray = [
        zone.name
        for zone in laid.corridor.zones
        if laid.parted(laid.projection.xy(zone.at), laid.points[hexes[zone.name]])
    ]
    assert astray == []


def test_club_route_is_unbroken_from_bourg_leopold_to_arnhem(laid: Laid) -> None:
    start = laid.board.places["Bourg-Leopold"].hex
    chain = reached(laid.board.nets["road"], start, on_club_route)
    missed = [
        name
        for name in (*laid.corridor.checks.south_to_north, "Bourg-Leopold")
        if laid.board.places[name].hex not in chain
    ]
    assert missed == []
    assert 110 <= len(chain) <= 140


def test_club_route_uses_the_bridges_that_carried_it(laid: Laid) -> None:
    links = {(s.a, s.b) for s in laid.board.nets["road"].segments if on_club_route(dict(s.facts))}
    used = {p.name for p in laid.board.points if p.side in links}
    assert used >= {
        "Joe's Bridge (No. 9)",
        "Dommel bridge at Valkenswaard",
        "Tongelreep bridge at Aalst",
        "Son bridge",
        "St Oedenrode bridge",
        "Veghel canal bridge",
        "Veghel Aa bridge",
        "Grave bridge",
        "Heumen lock bridge (No. 7)",
        "Nijmegen road bridge",
        "Linge bridge on the Elst road",
        "Arnhem road bridge",
    }


def test_the_roads_are_one_net(laid: Laid) -> None:
    net = laid.board.nets["road"]
    assert reached(net, laid.board.places["Arnhem"].hex) == set(members(net.hexes))


def test_reinforcements_come_on_by_road(laid: Laid) -> None:
    roads = laid.board.nets["road"].hexes
    assert [p.name for p in laid.board.points if p.kind == "entry" and not roads >> p.hex & 1] == []


def test_road_classes_are_those_of_the_traffic_rule(laid: Laid) -> None:
    assert {s.facts["class"] for s in laid.board.nets["road"].segments} == {"1", "2", "3"}


@pytest.mark.parametrize(
    ("kind", "names"),
    [("zone", words(ZONES)), ("entry", words(ENTRIES)), ("crossing", words(CROSSINGS))],
    ids=["zones", "entries", "crossings"],
)
def test_the_points_of_the_scenario_are_on_the_board(laid: Laid, kind: str, names: list[str]) -> None:
    known = {p.name for p in laid.board.points if p.kind == kind}
    assert [name for name in names if name not in known] == []


def test_the_places_of_the_scenario_are_on_the_board(laid: Laid) -> None:
    assert [name for name in words(PLACES) if name not in laid.board.places] == []
    assert len(laid.board.places) == len(laid.corridor.places)


def test_a_crossing_tells_what_it_carries_and_how_it_stands(laid: Laid) -> None:
    son = next(p for p in laid.board.points if p.name == "Son bridge")
    assert {k: son.facts[k] for k in ("over", "kind", "load", "at_start")} == {
        "over": "Wilhelmina canal",
        "kind": "road",
        "load": "tanks",
        "at_start": "prepared",
    }


@pytest.mark.parametrize(
    ("lat", "lon", "ground"),
    [
        (52.034, 5.738, "open"),  # Ginkel Heath
        (51.983, 5.910, "town"),  # Arnhem
        (51.745, 6.060, "wood"),  # Reichswald
        (51.340, 5.840, "marsh"),  # Groote Peel
        (51.943, 5.905, "marsh"),  # the polder between Elden and Huissen
        (51.919, 5.846, "town"),  # Elst
        (51.880, 5.830, "close"),  # Oosterhout on the Island, a hamlet in orchards
        (51.480, 5.250, "open"),  # the fields of Brabant
    ],
)
def test_the_ground_is_what_it_was(laid: Laid, lat: float, lon: float, ground: str) -> None:
    cell = laid.placement.locate(*laid.projection.xy((lat, lon)))
    assert cell is not None
    assert laid.board.terrain[cell] == ground


def test_the_ground_has_the_words_of_the_movement_table_and_no_others(laid: Laid) -> None:
    assert set(laid.board.terrain_bits) == {"open", "close", "wood", "town", "marsh"}


def test_the_polder_can_be_told_from_true_marsh(laid: Laid) -> None:
    polder, marsh = laid.board.area("polder"), laid.board.area("marsh")
    assert laid.board.terrain_bits["marsh"] & ~polder & ~marsh == 0
    assert laid.board.terrain_bits["marsh"] & polder
    assert laid.board.area("groote-peel") & ~marsh == 0


def test_berg_en_dal_is_on_the_heights(laid: Laid) -> None:
    assert laid.board.area("height") >> laid.board.places["Berg en Dal"].hex & 1


@pytest.mark.parametrize(("name", "country"), [("Hechtel", "BE"), ("Kleve", "DE"), ("Arnhem", "NL")])
def test_a_place_lies_in_its_country(laid: Laid, name: str, country: str) -> None:
    assert laid.board.country[laid.board.places[name].hex] == country
