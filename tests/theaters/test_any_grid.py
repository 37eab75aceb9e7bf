"""The compiler at work on an invented country: hexes and squares, at several scales."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely.geometry import box

from sandtable.kernel.map.boardtext import format_board, parse_board
from sandtable.kernel.map.hexes import Hex
from sandtable.theaters.cutting import UnsoundBoard, cut_board
from sandtable.theaters.geography import GeographyError, read_geography
from sandtable.theaters.sheet import Sheet, compile_on, lay_out
from sandtable.theaters.specs import BoardSpec, SpecError, read_board_spec

from .examples import BOARD, invented_sheet, loose_ends, sheet_spec

SCALES = [("square", 20.0, 12, 15), ("square", 9.0, 26, 33), ("hex", 20.0, 14, 15), ("hex", 11.0, 24, 27)]


def board_spec(folder: Path, change: str = "") -> BoardSpec:
    path = folder / "two.toml"
    path.write_text(path.read_text(encoding="utf-8") + change, encoding="utf-8")
    return read_board_spec("two", folder)[0]


@pytest.fixture(params=SCALES, ids=[f"{s} {w} km" for s, w, _, _ in SCALES])
def sheet(request: pytest.FixtureRequest, tmp_path: Path) -> Sheet:
    shape, width, rows, columns = request.param
    return invented_sheet(tmp_path, shape=shape, width=width, rows=rows, columns=columns)


def place_cell(sheet: Sheet, name: str) -> Hex:
    return next(h for h, sites in sheet.sites.items() if any(s.settlement.name == name for s in sites))


def test_the_frontier_parts_the_two_countries(sheet: Sheet) -> None:
    east, west = place_cell(sheet, "Eastham"), place_cell(sheet, "Westham")
    assert (sheet.country[east], sheet.country[west]) == ("EE", "WW")
    assert set(sheet.frontier.values()) == {("EE", "WW")}


def test_the_frontier_is_one_chain(sheet: Sheet) -> None:
    assert len(loose_ends(sheet.placement, sheet.frontier)) == 2


def test_every_river_is_one_unbroken_chain(sheet: Sheet) -> None:
    for name in ("Brook", "Stream"):
        sides = [(s.a, s.b) for s in sheet.rivers if s.name == name]
        assert len(loose_ends(sheet.placement, sides)) == 2


def test_a_river_grows_major_where_the_hint_says(sheet: Sheet) -> None:
    classes = {s.facts["class"] for s in sheet.rivers if s.name == "Stream"}
    north = min((s for s in sheet.rivers if s.name == "Stream"), key=lambda s: s.a)
    assert classes == {"river", "major_river"}
    assert north.facts["class"] == "river"


def test_the_railway_joins_the_towns(sheet: Sheet) -> None:
    ends = {h for s in sheet.rails if s.name == "Main line" for h in (s.a, s.b)}
    assert {place_cell(sheet, "Eastham"), place_cell(sheet, "Westham")} <= ends


def test_a_narrow_doubtful_line_says_so(sheet: Sheet) -> None:
    facts = [dict(s.facts) for s in sheet.rails if s.name == "Narrow line"]
    assert facts
    assert all(f == {"gauge": "narrow", "sure": "no"} for f in facts)


def test_the_south_is_sea_and_the_mere_is_a_lake(sheet: Sheet) -> None:
    assert {"sea", "lake", "swamp", "clear"} <= set(sheet.terrain.values())


def test_the_greatest_place_of_a_hex_comes_first(sheet: Sheet) -> None:
    sites = sheet.sites[place_cell(sheet, "Eastham")]
    assert sites[0].settlement.name == "Eastham"


def test_the_board_survives_being_written_and_read(sheet: Sheet, tmp_path: Path) -> None:
    compiled = cut_board(sheet, board_spec(tmp_path))
    assert format_board(parse_board(compiled.text)) == compiled.text


def test_compiling_twice_gives_the_same_text(tmp_path: Path) -> None:
    first = cut_board(
        invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15), board_spec(tmp_path)
    )
    second = cut_board(
        invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15), board_spec(tmp_path)
    )
    assert (first.text, first.outline) == (second.text, second.outline)


@pytest.mark.parametrize(("rows", "columns"), [((3, 10), (2, 12)), ((4, 9), (5, 15))])
def test_a_window_keeps_the_numbers_of_its_sheet(
    tmp_path: Path, rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    sheet = invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15)
    whole = cut_board(sheet, board_spec(tmp_path)).board
    window = board_spec(tmp_path, f"\n[window]\nrows = {list(rows)}\ncolumns = {list(columns)}\n")
    part = cut_board(sheet, window).board
    for cell in part.grid.cells:
        there = whole.hex(part.hex_name(cell))
        assert part.terrain[cell] == whole.terrain[there]
        assert {part.hex_name(n) for n in part.grid.neighbours(cell)} <= {
            whole.hex_name(n) for n in whole.grid.neighbours(there)
        }
    assert part.hex_name(part.grid.cells[0]) == f"{rows[0]:02}{columns[0]:02}"


def test_a_window_beyond_the_sheet_is_refused(tmp_path: Path) -> None:
    sheet = invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15)
    with pytest.raises(SpecError, match=r"two\.toml: window: '1515' is not on this board"):
        cut_board(sheet, board_spec(tmp_path, "\n[window]\nrows = [3, 15]\ncolumns = [1, 15]\n"))


def test_a_place_in_the_wrong_hex_fails_the_board(tmp_path: Path) -> None:
    sheet = invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15)
    path = tmp_path / "two.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("[anchors]", '[anchors]\nEastham = "0101"'), encoding="utf-8"
    )
    with pytest.raises(UnsoundBoard, match="Eastham should fall in hex 0101, not in"):
        cut_board(sheet, read_board_spec("two", tmp_path)[0])


def test_a_set_up_hex_without_supply_fails_the_board(tmp_path: Path) -> None:
    sheet = invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15)
    supply = '\n[supply]\ncountries = ["WW"]\nrange = 1\n[supply.setup_hexes]\nwestern = ["0101"]\n'
    with pytest.raises(UnsoundBoard, match="the western set-up hexes 0101 have no line of supply"):
        cut_board(sheet, board_spec(tmp_path, supply))


def test_a_line_that_finds_no_way_over_land_is_named(tmp_path: Path) -> None:
    spec = sheet_spec(tmp_path, shape="hex", width=20, rows=14, columns=15)
    projection, placement = lay_out(spec)
    strait = box(-1000, -1000, -20, 1000).union(box(40, -1000, 1000, 1000))
    with pytest.raises(GeographyError, match="'Main line' finds no way over land"):
        compile_on(spec, read_geography(*spec.geography), projection, placement, strait)


def test_a_line_passes_a_bare_point_in_the_sea_by(tmp_path: Path) -> None:
    spec = sheet_spec(tmp_path, shape="hex", width=20, rows=14, columns=15)
    projection, placement = lay_out(spec)
    path = tmp_path / "land.toml"
    text = path.read_text(encoding="utf-8").replace("[50.0, 30.0]", "[48.95, 30.0]")
    path.write_text(text, encoding="utf-8")
    sheet = compile_on(spec, read_geography(path), projection, placement, box(-1000, -100, 1000, 1000))
    ends = {h for s in sheet.rails if s.name == "Main line" for h in (s.a, s.b)}
    assert {place_cell(sheet, "Eastham"), place_cell(sheet, "Westham")} <= ends
    assert all(sheet.terrain[h] != "sea" for h in ends)


AREAS = [
    ('name = "x"\nto_row_of = "Nowhere"', "the place 'Nowhere' is not on the sheet"),
    ('name = "x"\nrest_of = ["y"]', "there is no area 'y' above it"),
    ('name = "x"\nhexes = ["0199"]', "'0199' is not on this board"),
    ('name = "x"\nhexes = ["0101-0205"]', "does not stay in one row"),
    ('name = "x"\nshore_of = "Pond"', "'Pond' is no known lake"),
]


@pytest.mark.parametrize(("recipe", "reason"), AREAS, ids=[reason for _, reason in AREAS])
def test_an_area_that_cannot_be_found_is_named(tmp_path: Path, recipe: str, reason: str) -> None:
    sheet = invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15)
    with pytest.raises(SpecError, match=r"two\.toml: area 'x'") as caught:
        cut_board(sheet, board_spec(tmp_path, f"\n[[area]]\n{recipe}\n"))
    assert reason in str(caught.value)


def test_areas_are_what_their_conditions_leave(tmp_path: Path) -> None:
    sheet = invented_sheet(tmp_path, shape="hex", width=20, rows=14, columns=15)
    recipes = """
[[area]]
name = "west"
countries = ["WW"]
rows = [1, 4]
[[area]]
name = "rest"
rest_of = ["west"]
less = ["0101-0115"]
[[area]]
name = "lakeside"
shore_of = "Mere"
columns = [8, 15]
"""
    board = cut_board(sheet, board_spec(tmp_path, recipes)).board
    assert {board.country[h] for h in board.hexes_in("west")} == {"WW"}
    assert {board.hex_name(h)[:2] for h in board.hexes_in("west")} == {"01", "02", "03", "04"}
    assert not board.area("rest") & (board.area("west") | 1 << board.hex("0107"))
    assert board.area("lakeside")
    assert min(board.hex_name(h)[2:] for h in board.hexes_in("lakeside")) >= "08"


SPEC_BREAKAGES = [
    ("rows = 14", "rows = 0", "grid.rows", "has no cells"),
    ("width_km = 20", "width_km = -1", "grid.width_km", "needs some width"),
    ('anchor = "0101"', 'anchor = "9999"', "grid.anchor", "is not on this board"),
    ('shape = "hex"', 'shape = "triangle"', "grid.shape", "should be one of hex, square"),
    ("land_threshold = 0.5", "land_treshold = 0.5", "ground.land_threshold", "is missing"),
    ("[facts]", "[fact]", "fact", "unknown key"),
    ("rows = 14", 'rows = "many"', "grid.rows", "whole number"),
    ("title =", "titel =", "title", "is missing"),
    ("[anchors]", '[[area]]\nname = "x"\nrow = 3\n[anchors]', "area[0].row", "unknown key"),
    ("[anchors]", '[ground.terrain]\n0101 = "marsh"\n[anchors]', "ground.terrain.0101", "not 'marsh'"),
]


@pytest.mark.parametrize(
    ("whole", "broken", "key", "reason"), SPEC_BREAKAGES, ids=[f"{k} {r}" for _, _, k, r in SPEC_BREAKAGES]
)
def test_a_broken_board_file_fails_with_file_key_and_reason(
    tmp_path: Path, whole: str, broken: str, key: str, reason: str
) -> None:
    text = BOARD.format(geography="land.toml", shape="hex", width=20, rows=14, columns=15)
    assert whole in text
    (tmp_path / "two.toml").write_text(text.replace(whole, broken, 1), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        read_board_spec("two", tmp_path)
    sentence = str(caught.value)
    assert sentence.startswith("two.toml: ")
    assert key in sentence
    assert reason in sentence
