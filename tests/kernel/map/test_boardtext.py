from __future__ import annotations

import pytest
from hypothesis import given

from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Point, Segment
from sandtable.kernel.map.boardtext import BadBoard, format_board, parse_board
from sandtable.kernel.map.hexes import Grid, Numbering, Shape

from ..random_boards import boards, some_cases

TEXT = """\
sandtable-board 1
name lake
title The Lake
grid hex rows=3 columns=4 east_rows=even numbering=RRCC columns_from=east rows_from=north
scale 40.2336
fact edition second printing

[legend]
terrain . clear
terrain ~ sea
country S SU
[terrain]
~~..
-
...
[country]
  SS
-
-
[places]
0101 major_city SU port Old Ladoga
0301 town SU - Luga
[hexsides]
river 0101 0102
[rivers]
0101 0102 Volkhov | class=major; note=slow and wide
[net rail]
0301 0302 Northern line | gauge=broad
0302 0303 Northern line
[areas]
in_play 0101 0102
in_play 0301
[walks]
border 0303 0302
border 0301
[points]
bridge 0101 0102 Volkhov bridge | held=SU
entry 0301 - Entry A
"""


def lake() -> Board:
    return parse_board(TEXT, "lake.board")


# ---- round trips


@some_cases
@given(boards())
def test_a_board_survives_being_written_and_read(board: Board) -> None:
    text = format_board(board)
    again = parse_board(text)
    assert format_board(again) == text
    assert again.terrain == board.terrain
    assert [kind.toward for kind in again.hexsides.values() if kind] == [
        kind.toward for _, kind in sorted(board.hexsides.items()) if kind
    ]


def test_everything_on_a_board_is_written() -> None:
    grid = Grid(
        3,
        3,
        shape=Shape.SQUARE,
        diagonals=True,
        numbering=Numbering("CCRR", rows_from="south", first_row=4, first_column=0),
    )
    a, b, c = grid.cells[:3]
    board = Board(
        "full",
        grid,
        {a: "clear", b: "clear", c: "cliff"},
        title="A full board",
        scale_km=0.5,
        country={a: "SU", b: "SU"},
        places=[Place("Old Ladoga", a, "town", "SU", port=True)],
        hexsides={"river": Hexsides(grid, [(a, b)])},
        nets={"rail": Net(grid, [Segment(a, b, "Line", {"gauge": "broad"})]), "road": Net(grid)},
        rivers=[Segment(a, b, "Volkhov", {})],
        areas={"in_play": 1 << a | 1 << b, "nothing": 0},
        walks={"border": (b, a)},
        points=[Point("bridge", "Bridge", b, (a, b), {"held": "SU"}), Point("entry", "A", a, None, {})],
        facts={"edition": "second printing"},
    )
    text = format_board(board)
    assert format_board(parse_board(text)) == text


def test_a_long_area_is_wrapped_and_read_whole() -> None:
    grid = Grid(10, 10)
    board = Board("big", grid, dict.fromkeys(grid.cells, "clear"), areas={"all": grid.everywhere})
    assert parse_board(format_board(board)).area("all") == grid.everywhere


# ---- reading


def test_the_head_names_the_board() -> None:
    assert (lake().name, lake().title, lake().scale_km) == ("lake", "The Lake", 40.2336)


def test_facts_may_hold_spaces() -> None:
    assert lake().facts == {"edition": "second printing"}


def test_the_grid_counts_as_its_line_says() -> None:
    assert lake().grid.name(lake().grid.at(0, 0)) == "0104"


def test_rows_run_from_north_to_south_and_cells_from_west_to_east() -> None:
    board = lake()
    assert [board.terrain.get(board.hex(name)) for name in ("0104", "0101", "0201", "0304", "0301")] == [
        "sea",
        "clear",
        None,
        "clear",
        None,
    ]


def test_a_space_is_off_the_map() -> None:
    assert sorted(map(lake().hex_name, lake().country)) == ["0101", "0102"]


def test_places_have_kind_country_port_and_name() -> None:
    place = lake().places["Old Ladoga"]
    assert (place.hex, place.kind, place.country, place.port) == (
        lake().hex("0101"),
        "major_city",
        "SU",
        True,
    )


def test_a_dash_is_no_port() -> None:
    assert not lake().places["Luga"].port


def test_hexsides_are_read_by_kind() -> None:
    assert (lake().hex("0102"), lake().hex("0101")) in lake().hexsides["river"]


def test_rivers_have_facts() -> None:
    (river,) = lake().rivers
    assert (river.name, river.facts) == ("Volkhov", {"class": "major", "note": "slow and wide"})


def test_nets_have_segments() -> None:
    assert [segment.facts for segment in lake().nets["rail"].segments] == [{}, {"gauge": "broad"}]


def test_an_area_takes_as_many_lines_as_it_needs() -> None:
    assert sorted(map(lake().hex_name, lake().hexes_in("in_play"))) == ["0101", "0102", "0301"]


def test_a_walk_keeps_its_order_from_line_to_line() -> None:
    assert [lake().hex_name(hex_) for hex_ in lake().walks["border"]] == ["0303", "0302", "0301"]


def test_a_point_stands_on_a_hexside_or_in_a_hex() -> None:
    bridge, entry = lake().points
    assert (bridge.side, entry.side) == (lake().grid.side(lake().hex("0101"), lake().hex("0102")), None)


# ---- complaints


@pytest.mark.parametrize(
    ("line", "instead", "complaint"),
    [
        (
            "sandtable-board 1",
            "sandtable-board 9",
            "lake.board: line 1 should be 'sandtable-board 1', not 'sandtable-board 9'",
        ),
        ("name lake\n", "", "lake.board: the head lacks the line 'name'"),
        ("scale 40.2336\n", "", "lake.board: the head lacks the line 'scale'"),
        (
            "title The Lake",
            "heading The Lake",
            "lake.board: line 3 ('heading The Lake'): a line of the head begins with name, title, grid, scale or fact",
        ),
        (
            "scale 40.2336",
            "scale wide",
            "lake.board: line 5 ('scale wide'): the scale is a number of kilometres a hex",
        ),
        (
            "[walks]",
            "[strolls]",
            "lake.board: line 33 ('[strolls]'): there are only legend, terrain, country, places, hexsides,"
            " rivers, areas, walks, points and net sections",
        ),
        (
            "terrain ~ sea",
            "terrain ~",
            "lake.board: line 10 ('terrain ~'): a legend line is 'terrain' or 'country', a character, a word",
        ),
        (
            "terrain ~ sea",
            "climate ~ wet",
            "lake.board: line 10 ('climate ~ wet'): a legend line is 'terrain' or 'country', a character, a word",
        ),
        ("~~..\n", "", "lake.board: [terrain] has 2 rows, the grid has 3"),
        ("~~..", "~~...", "lake.board: line 13 ('~~...'): has 5 cells, the grid has 4 columns"),
        ("~~..", "~~.?", "lake.board: line 13 ('~~.?'): '?' is not in the legend"),
        (
            "0301 town SU - Luga",
            "0301 town SU -",
            "lake.board: line 22 ('0301 town SU -'): should read 'hex kind country port|- name'",
        ),
        (
            "0301 town SU - Luga",
            "0301 town SU harbour Luga",
            "lake.board: line 22 ('0301 town SU harbour Luga'): 'port' or '-' stands before the name, not 'harbour'",
        ),
        (
            "0301 town SU - Luga",
            "0901 town SU - Luga",
            "lake.board: line 22 ('0901 town SU - Luga'): '0901' is not on this board;"
            " its hexes run from 0101 to 0304",
        ),
        (
            "river 0101 0102",
            "river 0101",
            "lake.board: line 24 ('river 0101'): should read 'kind hex hex'",
        ),
        (
            "river 0101 0102",
            "river 0101 0304",
            "lake.board: line 24 ('river 0101 0304'): 0101 and 0304 are not neighbours",
        ),
        (
            "0302 0303 Northern line",
            "0302 0303",
            "lake.board: line 29 ('0302 0303'): should read 'hex hex name'",
        ),
        (
            "border 0303 0302",
            "border 0303 03x1",
            "lake.board: line 34 ('border 0303 03x1'): '03x1' is not on this board;"
            " its hexes run from 0101 to 0304",
        ),
        (
            "entry 0301 - Entry A",
            "entry 0301 -",
            "lake.board: line 38 ('entry 0301 -'): should read 'kind hex hex-or-dash name'",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, instead: str, complaint: str) -> None:
    with pytest.raises(BadBoard) as refused:
        parse_board(TEXT.replace(line, instead, 1), "lake.board")
    assert str(refused.value) == complaint


@pytest.mark.parametrize(
    ("grid", "why"),
    [
        ("tri rows=3 columns=4", "a grid is hex or square, not 'tri'"),
        ("hex columns=4", "rows= is missing"),
        ("hex rows=three columns=4", "rows=three should be a whole number"),
        ("hex rows=0 columns=4", "a grid needs at least one row and one column, not 0 x 4"),
        ("hex rows=3 columns=4 east_rows=all", "east_rows is 'even' or 'odd', not 'all'"),
        ("hex rows=3 columns=4 numbering=XY", "'XY' is no numbering; RRCC, CCRR, RRRCC and ACC are"),
        (
            "hex rows=3 columns=4 columns_from=left",
            "columns count from west or east, rows from north or south, not 'left' and 'north'",
        ),
    ],
)
def test_a_grid_that_cannot_be_made_is_named(grid: str, why: str) -> None:
    with pytest.raises(BadBoard) as refused:
        parse_board(f"sandtable-board 1\nname x\ntitle x\ngrid {grid}\nscale 1\n", "x.board")
    assert str(refused.value) == f"x.board: line 4 ('grid {grid}'): {why}"
