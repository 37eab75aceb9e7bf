from __future__ import annotations

import pytest
from hypothesis import given

from sandtable.kernel.map.bitboards import bits_of, members
from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Segment, UnknownPlace
from sandtable.kernel.map.hexes import Grid, Hex, UnknownHex

from ..random_boards import all_sides, grids, some_cases

GRID = Grid(3, 4)
TERRAIN = {hex_: "woods" if GRID.row_column(hex_)[0] == 1 else "clear" for hex_ in GRID.cells}


def board() -> Board:
    return Board(
        "small",
        GRID,
        TERRAIN,
        country=dict.fromkeys(GRID.cells[:6], "SU"),
        places=[
            Place("Novgorod", GRID.hex("0202"), "major_city", "SU"),
            Place("Old Fort", GRID.hex("0202"), "town", "SU"),
            Place("Narva", GRID.hex("0101"), "town", "EE", port=True),
        ],
        areas={"north": bits_of(GRID.cells[:4])},
    )


def test_a_hex_is_found_by_its_number() -> None:
    assert board().hex("0203") == GRID.at(1, 2)


def test_a_hex_is_found_by_the_place_in_it() -> None:
    assert board().hex("Novgorod") == GRID.at(1, 1)


def test_a_hex_that_is_neither_number_nor_place_is_unknown() -> None:
    with pytest.raises(UnknownHex, match="'Nowhere' is not on this board; its hexes run from 0101 to 0304"):
        board().hex("Nowhere")


def test_a_hex_gives_its_number() -> None:
    assert board().hex_name(GRID.at(2, 3)) == "0304"


def test_a_hex_with_places_describes_the_first() -> None:
    assert board().describe(GRID.hex("0202")) == "0202 Novgorod (major city, woods)"


def test_a_hex_without_places_describes_its_ground() -> None:
    assert board().describe(GRID.hex("0301")) == "0301 (clear)"


def test_a_hex_without_terrain_is_off_the_map() -> None:
    assert Board("bare", GRID, {}).describe(GRID.hex("0301")) == "0301 (off the map)"


def test_places_of_a_hex_are_listed_in_order() -> None:
    assert [place.name for place in board().places_at(GRID.hex("0202"))] == ["Novgorod", "Old Fort"]


def test_a_hex_without_places_lists_none() -> None:
    assert board().places_at(GRID.hex("0304")) == ()


def test_terrain_and_country_are_bitboards_too() -> None:
    small = board()
    assert members(small.terrain_bits["woods"]) == list(GRID.cells[4:8])
    assert members(small.country_bits["SU"]) == list(GRID.cells[:6])


def test_all_terrain_is_in_play_unless_the_board_says_otherwise() -> None:
    assert board().in_play == GRID.everywhere


def test_the_area_in_play_limits_the_board() -> None:
    assert Board("part", GRID, TERRAIN, areas={"in_play": 1 << GRID.cells[0]}).in_play == 1 << GRID.cells[0]


def test_an_area_lists_its_hexes() -> None:
    assert board().hexes_in("north") == list(GRID.cells[:4])


def test_an_unknown_area_is_told_which_exist() -> None:
    with pytest.raises(UnknownPlace, match="board 'small' has no area 'south'; it has north"):
        board().area("south")


def test_the_title_is_the_name_unless_given() -> None:
    assert board().title == "small"


@some_cases
@given(grids())
def test_hexsides_hold_their_sides_both_ways_round(grid: Grid) -> None:
    sides = all_sides(grid)
    chosen = Hexsides(grid, sides[::2])
    assert all(((a, b) in chosen) == ((b, a) in chosen) == ((a, b) in sides[::2]) for a, b in sides)


@some_cases
@given(grids())
def test_hexsides_have_a_bit_in_each_of_their_two_hexes(grid: Grid) -> None:
    sides = all_sides(grid)[::2]
    from_bits = {
        (Hex(h), Hex(h + grid.steps[d]))
        for d, mask in enumerate(Hexsides(grid, sides).toward)
        for h in members(mask)
    }
    assert from_bits == {*sides, *((b, a) for a, b in sides)}


def test_a_side_given_twice_counts_once() -> None:
    a, b = GRID.hex("0101"), GRID.hex("0102")
    assert len(Hexsides(GRID, [(a, b), (b, a)])) == 1


def test_what_is_no_side_is_not_among_hexsides() -> None:
    assert "0101" not in Hexsides(GRID)
    assert (GRID.hex("0101"), GRID.hex("0304")) not in Hexsides(GRID)


def test_a_net_finds_its_segments_by_their_facts() -> None:
    wide = Segment(GRID.hex("0101"), GRID.hex("0102"), "Narva line", {"gauge": "broad"})
    narrow = Segment(GRID.hex("0102"), GRID.hex("0103"), "Narva line", {"gauge": "narrow"})
    assert Net(GRID, [narrow, wide]).along(gauge="broad") == [wide]


def test_a_net_knows_its_hexes() -> None:
    net = Net(GRID, [Segment(GRID.hex("0101"), GRID.hex("0102"), "", {})])
    assert members(net.hexes) == [GRID.hex("0101"), GRID.hex("0102")]


def test_a_place_shows_its_name_and_kind() -> None:
    assert repr(board().places["Narva"]) == "Place('Narva', town)"
