from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.map.bitboards import bits_of, members
from sandtable.kernel.map.hexes import Grid, Hex, Numbering, Shape, UnknownHex

from ..random_boards import grids, masks, plain_distances, some_cases

SCHEMES = (
    Numbering("RRCC", columns_from="east"),
    Numbering("CCRR"),
    Numbering("RRRCC"),
    Numbering("ACC"),
    Numbering("RRCC", rows_from="south"),
    Numbering("CCRR", columns_from="east", rows_from="south", first=0),
    Numbering("RRCC", first_row=14, first_column=3),
)


# ---- names


@some_cases
@given(st.sampled_from(SCHEMES), st.integers(1, 20), st.integers(1, 40))
def test_every_cell_is_found_by_its_name(numbering: Numbering, rows: int, columns: int) -> None:
    grid = Grid(rows, columns, numbering=numbering)
    assert [grid.hex(grid.name(cell)) for cell in grid.cells] == list(grid.cells)


@some_cases
@given(st.sampled_from(SCHEMES), st.integers(1, 20), st.integers(1, 40))
def test_a_numbering_reads_what_it_writes(numbering: Numbering, rows: int, columns: int) -> None:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    assert [numbering.cell(numbering.name(*cell, rows, columns), rows, columns) for cell in cells] == cells


@pytest.mark.parametrize(
    ("numbering", "row", "column", "name"),
    [
        (Numbering("RRCC", columns_from="east"), 0, 0, "0131"),
        (Numbering("RRCC", columns_from="east"), 26, 30, "2701"),
        (Numbering("CCRR"), 4, 11, "1205"),
        (Numbering("RRRCC"), 4, 11, "00512"),
        (Numbering("ACC"), 1, 6, "B07"),
        (Numbering("RRCC", rows_from="south"), 0, 0, "2701"),
        (Numbering("RRCC", first=0), 0, 0, "0000"),
        (Numbering("RRCC", first_row=14, first_column=3), 0, 0, "1403"),
    ],
)
def test_maps_number_their_cells_from_their_own_corner(
    numbering: Numbering, row: int, column: int, name: str
) -> None:
    grid = Grid(27, 31, numbering=numbering)
    assert grid.name(grid.at(row, column)) == name


@pytest.mark.parametrize("name", ["", "1", "A101", "01A1", "0032", "2801", "00011", "٠١٠١"])
def test_a_numbering_knows_no_cell_off_the_grid(name: str) -> None:
    assert Numbering("RRCC").cell(name, 27, 31) is None


@pytest.mark.parametrize("pattern", ["", "RR", "CC", "XXYY", "AACC", "ARCC"])
def test_a_pattern_that_names_no_cells_is_rejected(pattern: str) -> None:
    with pytest.raises(ValueError, match="is no numbering"):
        Numbering(pattern)


def test_columns_count_from_west_or_east_only() -> None:
    with pytest.raises(ValueError, match="not 'left' and 'north'"):
        Numbering(columns_from="left")


def test_an_unknown_hex_is_told_what_the_board_has() -> None:
    with pytest.raises(UnknownHex, match=r"^'9999' is not on this board; its hexes run from 0101 to 2731$"):
        Grid(27, 31).hex("9999")


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0)])
def test_a_grid_without_cells_is_rejected(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="at least one row and one column"):
        Grid(rows, columns)


def test_east_rows_are_even_or_odd() -> None:
    with pytest.raises(ValueError, match="'even' or 'odd', not 'both'"):
        Grid(3, 3, east_rows="both")


# ---- neighbours


@some_cases
@given(grids())
def test_neighbours_are_mutual(grid: Grid) -> None:
    assert all(a in grid.neighbours(b) for a in grid.cells for b in grid.neighbours(a))


@some_cases
@given(grids())
def test_neighbours_are_the_cells_whose_middles_lie_next(grid: Grid) -> None:
    next_to = 1.5 if grid.diagonals else 1.1
    assert all(
        set(grid.neighbours(a))
        == {b for b in grid.cells if b != a and math.dist(grid.centre(a), grid.centre(b)) < next_to}
        for a in grid.cells
    )


@pytest.mark.parametrize(
    ("east_rows", "name", "around"),
    [
        ("odd", "0302", "0303 0402 0401 0301 0201 0202"),
        ("odd", "0202", "0203 0303 0302 0201 0102 0103"),
        ("even", "0202", "0203 0302 0301 0201 0101 0102"),
        ("even", "0302", "0303 0403 0402 0301 0202 0203"),
    ],
)
def test_neighbours_run_clockwise_from_the_east(east_rows: str, name: str, around: str) -> None:
    grid = Grid(4, 4, east_rows=east_rows)
    assert " ".join(grid.name(near) for near in grid.neighbours(grid.hex(name))) == around


@some_cases
@given(grids())
def test_the_opposite_direction_leads_back(grid: Grid) -> None:
    assert all(
        grid.direction(b, a) == grid.opposite(grid.direction(a, b))
        for a in grid.cells
        for b in grid.neighbours(a)
    )


def test_cells_that_do_not_touch_have_no_direction() -> None:
    grid = Grid(3, 3)
    with pytest.raises(ValueError, match="0101 and 0303 are not neighbours"):
        grid.direction(grid.hex("0101"), grid.hex("0303"))


@some_cases
@given(grids())
def test_a_side_is_the_same_from_both_cells(grid: Grid) -> None:
    assert all(grid.side(a, b) == grid.side(b, a) for a in grid.cells for b in grid.neighbours(a))


@some_cases
@given(st.data())
def test_a_set_expands_to_itself_and_its_neighbours(data: st.DataObject) -> None:
    grid = data.draw(grids())
    mask = data.draw(masks(grid))
    chosen = [Hex(h) for h in members(mask)]
    expected = {*chosen, *(near for h in chosen for near in grid.neighbours(h))}
    assert set(members(grid.expand(mask) & grid.everywhere)) == expected


@some_cases
@given(st.data())
def test_a_set_shifts_as_its_members_do(data: st.DataObject) -> None:
    grid = data.draw(grids())
    mask = data.draw(masks(grid))
    direction = data.draw(st.integers(0, len(grid.steps) - 1))
    expected = {
        near
        for h in members(mask)
        for near in grid.neighbours(Hex(h))
        if grid.direction(Hex(h), near) == direction
    }
    assert set(members(grid.shift(mask, direction) & grid.everywhere)) == expected


def test_a_cell_beyond_the_edge_is_not_on_the_grid() -> None:
    grid = Grid(3, 3)
    assert grid.at(1, 2) in grid
    assert Hex(grid.at(1, 2) + 1) not in grid


# ---- measures


@some_cases
@given(grids())
def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    assert all(
        {cell: grid.distance(start, cell) for cell in grid.cells}
        == plain_distances(grid, [start], grid.everywhere)
        for start in grid.cells
    )


@some_cases
@given(grids(), st.integers(0, 4))
def test_within_and_ring_go_by_distance(grid: Grid, distance: int) -> None:
    cell = grid.cells[len(grid.cells) // 3]
    assert grid.within(cell, distance) == bits_of(h for h in grid.cells if grid.distance(cell, h) <= distance)
    assert grid.ring(cell, distance) == bits_of(h for h in grid.cells if grid.distance(cell, h) == distance)


@some_cases
@given(grids())
def test_row_and_column_lead_back_to_the_cell(grid: Grid) -> None:
    assert [grid.at(*grid.row_column(cell)) for cell in grid.cells] == list(grid.cells)


def test_the_shifted_rows_lie_half_a_hex_to_the_east() -> None:
    odd, even = Grid(2, 2, east_rows="odd"), Grid(2, 2, east_rows="even")
    assert [grid.centre(grid.at(r, 0))[0] for grid in (odd, even) for r in (0, 1)] == [0.0, 0.5, 0.5, 0.0]


@pytest.mark.parametrize("grid", [Grid(3, 3), Grid(3, 3, east_rows="even"), Grid(3, 3, shape=Shape.SQUARE)])
def test_two_corners_bound_the_side_in_their_direction(grid: Grid) -> None:
    cell = grid.at(1, 1)
    corners = grid.corners(cell)
    x, y = grid.centre(cell)
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise((*corners, corners[0]))]
    halfway = [((x + nx) / 2, (y + ny) / 2) for nx, ny in map(grid.centre, grid.neighbours(cell))]
    assert [value for middle in middles for value in middle] == pytest.approx(
        [value for middle in halfway for value in middle]
    )


def test_every_hexside_has_a_number_and_a_name_whichever_way_it_is_asked_for() -> None:
    grid = Grid(4, 5)
    assert len(set(grid.sides)) == len(grid.sides) == sum(len(grid.neighbours(h)) for h in grid.cells) // 2
    for number, (a, b) in enumerate(grid.sides):
        assert grid.side_number(a, b) == grid.side_number(b, a) == number
        assert grid.side_name(number) == f"{grid.name(a)}/{grid.name(b)}"
