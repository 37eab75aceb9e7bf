"""Facts of the source documents that the compiled boards of the Eastern Front must show."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable import boards
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.boardtext import format_board, parse_board
from sandtable.kernel.map.hexes import Hex
from sandtable.theaters.specs import EASTERN, TERRAIN, read_board_spec

DAMOS = ("agn", "agc", "ags", "barbarossa")
AXIS = ("DE", "HU", "RO", "SK")

AGN_WALK = "1626 1726 1825 1926 1925 2024 2125 2225 2325"
AGC_WALK = "2425 2426 2427 2428 2528 2627 2728 2827 2927 3026 3127 3227"
FINNISH_WALK = "0107 0207 0308 0309 0409 0510 0511 0611 0612"


def numbers(board: Board, mask: int) -> set[str]:
    return {board.hex_name(Hex(h)) for h in members(mask)}


def walk(board: Board, name: str) -> str:
    return " ".join(board.hex_name(h) for h in board.walks[name])


def dry(board: Board) -> set[Hex]:
    return {h for h, kind in board.terrain.items() if kind not in ("sea", "lake")}


def rail_links(board: Board, cells: set[Hex]) -> dict[Hex, set[Hex]]:
    links: dict[Hex, set[Hex]] = {}
    for s in board.nets["rail"].segments:
        if s.a in cells and s.b in cells:
            links.setdefault(s.a, set()).add(s.b)
            links.setdefault(s.b, set()).add(s.a)
    return links


def flood(starts: set[Hex], links: dict[Hex, set[Hex]]) -> set[Hex]:
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        for beyond in links.get(waiting.pop(), set()) - seen:
            seen.add(beyond)
            waiting.append(beyond)
    return seen


# ---- what the rulebooks say of single hexes


def test_hanko_is_a_soviet_port_in_0520() -> None:
    board = boards.load("agn")
    assert board.hex_name(board.hex("Hanko")) == "0520"
    assert board.country[board.hex("0520")] == "SU"


def test_the_first_border_hex_of_army_group_north_is_1626_on_the_coast() -> None:
    board = boards.load("agn")
    assert board.hex_name(board.walks["german_border"][0]) == "1626"
    assert board.hex("1626") in board.hexes_in("coastal")


def test_army_group_north_is_played_to_the_row_of_vitebsk() -> None:
    board = boards.load("agn")
    row = board.grid.row_column(board.hex("Vitebsk"))[0]
    assert {h for h in board.grid.cells if board.grid.row_column(h)[0] <= row} == set(
        board.hexes_in("in_play")
    )


def test_hexes_east_of_the_marshes_are_out_of_play_in_the_south() -> None:
    board = boards.load("ags")
    out = {f"{row}{column:02}" for row in (35, 36) for column in range(1, 19)}
    assert out <= numbers(board, board.area("east_of_marshes"))
    assert not out & numbers(board, board.in_play)


def test_the_marshes_begin_at_column_19_in_rows_35_and_36() -> None:
    board = boards.load("ags")
    swamp = sorted(numbers(board, board.terrain_bits["swamp"]))
    assert [min(n for n in swamp if n.startswith(row)) for row in ("35", "36")] == ["3519", "3619"]


def test_a_window_keeps_the_numbers_of_the_theater() -> None:
    assert boards.load("ags").hex_name(boards.load("ags").grid.cells[0]) == "3332"
    assert boards.load("agn").hex_name(boards.load("agn").grid.cells[-1]) == "2701"


@pytest.mark.parametrize("name", ["agn", "agc", "ags"])
def test_a_window_says_the_same_of_every_hex_as_the_whole_theater(name: str) -> None:
    part, whole = boards.load(name), boards.load("barbarossa")
    for cell in part.grid.cells:
        there = whole.hex(part.hex_name(cell))
        assert part.terrain[cell] == whole.terrain[there]
        assert part.country.get(cell) == whole.country.get(there)
        assert [p.name for p in part.places_at(cell)] == [p.name for p in whole.places_at(there)]


# ---- the border walks of R-62


@pytest.mark.parametrize(
    ("board", "name", "expected"),
    [
        ("agn", "german_border", AGN_WALK),
        ("agn", "finnish_border", FINNISH_WALK),
        ("agc", "german_border", AGC_WALK),
        ("barbarossa", "german_border_agn", AGN_WALK),
        ("barbarossa", "german_border_agc", AGC_WALK),
        ("barbarossa", "finnish_border", FINNISH_WALK),
    ],
)
def test_border_walks(board: str, name: str, expected: str) -> None:
    assert walk(boards.load(board), name) == expected


def test_army_group_south_has_exactly_eight_border_hexes() -> None:
    board = boards.load("ags")
    assert len(board.walks["german_border"]) == 8
    assert set(walk(board, "german_border").split()) == {
        "3327",
        "3427",
        "3429",
        "3528",
        "3529",
        "3530",
        "3531",
        "3631",
    }


@pytest.mark.parametrize("name", DAMOS)
def test_every_hex_of_a_walk_is_soviet_and_touches_the_other_country(name: str) -> None:
    board = boards.load(name)
    for called, hexes in board.walks.items():
        facing = "FI" if called.startswith("finnish") else "DE"
        for h in hexes:
            assert board.country[h] == "SU"
            assert facing in {board.country.get(n) for n in board.grid.neighbours(h)}


# ---- supply


@pytest.mark.parametrize("name", DAMOS)
def test_every_axis_set_up_hex_has_a_line_of_supply_on_turn_1(name: str) -> None:
    board = boards.load(name)
    spec, _ = read_board_spec(name)
    playable = {Hex(h) for h in members(board.in_play)} & dry(board)
    converted = {h for h in playable if board.country[h] in AXIS}
    supplied = flood(set(board.hexes_in("rail_exits")), rail_links(board, converted))
    closed = board.hexsides.get("water")
    for numbers_of_nation in spec.supply.setup_hexes.values():
        for number in numbers_of_nation:
            near = {board.hex(number)}
            for _ in range(3):
                near |= {
                    n
                    for h in near
                    for n in board.grid.neighbours(h)
                    if n in playable and not (closed and (h, n) in closed)
                }
            assert near & supplied, number


def test_railways_leave_the_area_in_play_where_the_board_is_cut_off() -> None:
    assert "3329" in numbers(boards.load("ags"), boards.load("ags").area("rail_exits"))
    assert numbers(boards.load("agn"), boards.load("agn").area("rail_exits")) == {
        "2031",
        "2131",
        "2231",
        "2331",
    }


@pytest.mark.parametrize("name", EASTERN)
def test_the_railways_in_play_are_one_net(name: str) -> None:
    board = boards.load(name)
    links = rail_links(board, {Hex(h) for h in members(board.in_play)})
    assert flood({min(links)}, links) == set(links)


def test_gauges_follow_the_country_unless_the_line_says_otherwise() -> None:
    board = boards.load("agn")
    leningrad, konigsberg = board.hex("Leningrad"), board.hex("Konigsberg")
    rail = board.nets["rail"].segments
    assert {s.facts["gauge"] for s in rail if leningrad in (s.a, s.b)} == {"broad"}
    assert {s.facts["gauge"] for s in rail if konigsberg in (s.a, s.b)} == {"standard"}
    assert {(s.facts["gauge"], s.facts["sure"]) for s in rail if s.name == "Libau-Mazeikiai-Siauliai"} == {
        ("standard", "no")
    }
    assert {s.facts["gauge"] for s in rail if s.name == "Tallinn-Parnu (narrow)"} == {"narrow"}


# ---- land and water


@pytest.mark.parametrize("name", EASTERN)
def test_all_terrain_ids_are_known(name: str) -> None:
    assert set(boards.load(name).terrain.values()) <= set(TERRAIN)


@pytest.mark.parametrize("name", EASTERN)
def test_every_port_is_on_the_coast(name: str) -> None:
    board = boards.load(name)
    coastal = set(board.hexes_in("coastal"))
    assert [p.name for p in board.places.values() if p.port and p.hex not in coastal] == []


@pytest.mark.parametrize("name", EASTERN)
def test_places_roads_and_railways_are_on_land(name: str) -> None:
    board = boards.load(name)
    land = dry(board)
    assert {p.hex for p in board.places.values()} <= land
    assert {Hex(h) for net in board.nets.values() for h in members(net.hexes)} <= land


@pytest.mark.parametrize("name", EASTERN)
def test_every_land_hex_has_a_country_and_no_water_hex_has(name: str) -> None:
    board = boards.load(name)
    assert set(board.country) == dry(board)


@pytest.mark.parametrize("name", EASTERN)
def test_a_hexside_is_a_river_of_one_class_and_never_a_river_and_water(name: str) -> None:
    board = boards.load(name)
    sides = [set(board.hexsides[kind].sides) for kind in ("river", "major_river") if kind in board.hexsides]
    water = set(board.hexsides["water"].sides) if "water" in board.hexsides else set()
    assert not sides[0] & sides[-1] or len(sides) == 1
    assert not set().union(*sides) & water


@pytest.mark.parametrize(
    ("river", "kind"),
    [("Volkhov", "major_river"), ("Svir", "major_river"), ("San", "river"), ("Luga", "river")],
)
def test_the_hints_settle_the_class_of_a_river(river: str, kind: str) -> None:
    board = boards.load("barbarossa")
    assert {s.facts["class"] for s in board.rivers if s.name == river} == {kind}


def test_the_dvina_is_a_major_river_only_below_daugavpils() -> None:
    board = boards.load("agn")
    row = board.grid.row_column(board.hex("Vitebsk"))[0]
    upper = [s for s in board.rivers if s.name == "Daugava" and board.grid.row_column(s.a)[0] > row - 2]
    assert upper
    assert {s.facts["class"] for s in upper} == {"river"}


def test_the_svir_is_marked_for_the_finns() -> None:
    board = boards.load("agn")
    named = {(s.a, s.b) for s in board.rivers if s.name == "Svir"}
    assert set(board.hexsides["svir"].sides) == named
    assert len(named) >= 6


def test_lodeynoye_pole_stands_south_of_the_svir_and_olonets_north() -> None:
    board = boards.load("agn")
    banks = [side for side in board.hexsides["svir"].sides if board.hex("Lodeynoye Pole") in side]
    assert banks
    for a, b in banks:
        other = b if a == board.hex("Lodeynoye Pole") else a
        assert board.grid.distance(other, board.hex("Olonets")) < board.grid.distance(
            other, board.hex("Tikhvin")
        )


def test_nobody_walks_from_kerch_to_the_taman_peninsula_on_the_southern_board() -> None:
    board = boards.load("ags")
    kuban = board.hex("Krasnodar")
    kerch = board.hex("Kerch")
    assert all(
        board.country.get(n) is None or board.grid.distance(n, kuban) >= 3
        for n in board.grid.neighbours(kerch)
    )


# ---- besieged and frontline


@pytest.mark.parametrize(
    ("here", "there", "hexes"),
    [
        ("Biala Podlaska", "Minsk", 8),
        ("Biala Podlaska", "Smolensk", 14),
        ("Smolensk", "Moscow", 7),
        ("Tilsit", "Daugavpils", 6),
        ("Daugavpils", "Leningrad", 9),
        ("Zamosc", "Kiev", 10),
        ("Kiev", "Rostov", 15),
        ("Kharkov", "Stalingrad", 11),
        ("Rostov", "Grozny", 13),
        ("Vitebsk", "Warsaw", 14),
        ("Warsaw", "Berlin", 10),
    ],
)
def test_distances_on_the_besieged_board(here: str, there: str, hexes: int) -> None:
    board = boards.load("besieged")
    assert board.grid.distance(board.hex(here), board.hex(there)) == hexes


def test_twenty_eight_major_cities_stand_in_28_hexes_in_play() -> None:
    board = boards.load("besieged")
    spec, _ = read_board_spec("besieged")
    cities = {p.name: p.hex for p in board.places.values() if p.kind == "major_city"}
    mine = {name: h for name, h in cities.items() if board.in_play >> h & 1}
    assert {name: board.hex_name(h) for name, h in mine.items()} == spec.anchors
    assert len(set(mine.values())) == 28


def test_besieged_set_up_hexes_are_land_in_play() -> None:
    board = boards.load("besieged")
    spec, _ = read_board_spec("besieged")
    assert len(spec.on_land) == 120
    assert set(spec.on_land) <= numbers(board, board.in_play & board.area("land"))


def test_the_finns_set_up_at_parikkala_on_their_own_side() -> None:
    board = boards.load("besieged")
    assert board.country[board.hex("Parikkala")] == "FI"
    assert board.country[board.hex("Vyborg")] == "SU"


def test_the_kerch_strait_parts_kerch_from_taman() -> None:
    board = boards.load("besieged")
    (side,) = board.hexsides["strait"].sides
    assert board.hex("Kerch") in side


@pytest.mark.parametrize(
    "pair", [("Tilsit", "Taurage"), ("Brest-Litovsk", "Biala Podlaska"), ("Chelm", "Kovel")]
)
def test_border_towns_stand_in_different_hexes(pair: tuple[str, str]) -> None:
    board = boards.load("besieged")
    assert board.hex(pair[0]) != board.hex(pair[1])


def test_orel_and_kursk_are_neighbours_on_the_frontline_board() -> None:
    board = boards.load("frontline")
    assert board.hex("Kursk") in board.grid.neighbours(board.hex("Orel"))


def test_the_frontline_board_has_238_playable_hexes() -> None:
    board = boards.load("frontline")
    _, sheet = read_board_spec("frontline")
    assert sheet is not None
    assert len(sheet.known) == 238
    assert numbers(board, board.in_play) == set(sheet.known)
    for name, known in sheet.known.items():
        assert (board.terrain[board.hex(name)], board.country[board.hex(name)]) == (
            known.terrain,
            known.country,
        )


def test_the_far_north_is_dry_land() -> None:
    board = boards.load("frontline")
    for name in ("Murmansk", "Kandalaksha", "Rovaniemi"):
        assert board.hex_name(board.hex(name)) in numbers(board, board.in_play)
    x, y = board.grid.centre(board.hex("Rovaniemi"))
    assert inside(boards.outline("frontline").land, x, y)


def test_the_caspian_is_water() -> None:
    board = boards.load("besieged")
    x, y = board.grid.centre(board.hex("4702"))
    assert board.terrain[board.hex("4702")] == "sea"
    assert not inside(boards.outline("besieged").land, x, y)


# ---- text and outline


@pytest.mark.parametrize("name", EASTERN)
def test_a_board_survives_being_read_and_written(name: str) -> None:
    board = boards.load(name)
    assert format_board(parse_board(format_board(board))) == format_board(board)


@pytest.mark.parametrize("name", EASTERN)
def test_the_outline_agrees_with_the_terrain_of_most_hexes(name: str) -> None:
    board, outline = boards.load(name), boards.outline(name)
    water = tuple(outline.lakes.values())
    cells = board.grid.cells
    agree = sum(
        (inside(outline.land, *board.grid.centre(h)) and not inside(water, *board.grid.centre(h)))
        == (board.terrain[h] not in ("sea", "lake"))
        for h in cells
    )
    assert agree > 0.9 * len(cells)


def inside(rings: tuple[boards.Ring, ...], x: float, y: float) -> bool:
    """The even-odd rule."""
    crossings = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise((*ring, ring[0])):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                crossings += 1
    return crossings % 2 == 1
