"""Rivers on hexsides."""

from __future__ import annotations

from sandtable.drawing.ground.waterlines import drawn_sides, waterlines
from sandtable.drawing.sheet.sheet import Sheet
from sandtable.drawing.sheet.theme import LIGHT

from .tiny import tiny_board

# Five sides in a row between the second and the third row of a board whose odd rows (from 0) sit to the east.
ZIGZAG = [("0202", "0302"), ("0202", "0303"), ("0203", "0303"), ("0203", "0304"), ("0204", "0304")]


def test_consecutive_hexsides_of_a_river_are_one_line() -> None:
    board = tiny_board(hexsides={"river": ZIGZAG}, rivers=[(a, b, "Luga") for a, b in ZIGZAG])
    (line,) = waterlines(Sheet(board, LIGHT))
    assert line.name == "Luga"
    assert len(line.points) == len(ZIGZAG) + 1


def test_a_gap_makes_two_lines() -> None:
    board = tiny_board(hexsides={"river": [*ZIGZAG[:2], *ZIGZAG[3:]]})
    assert len(waterlines(Sheet(board, LIGHT))) == 2


def test_two_kinds_of_river_meet_in_one_point() -> None:
    board = tiny_board(hexsides={"river": ZIGZAG[:2], "major_river": ZIGZAG[2:]})
    river, major = waterlines(Sheet(board, LIGHT))
    assert {river.points[0], river.points[-1]} & {major.points[0], major.points[-1]}


def test_a_side_that_is_both_river_and_major_river_is_drawn_as_the_wider() -> None:
    board = tiny_board(hexsides={"river": ZIGZAG, "major_river": ZIGZAG[:2]})
    sides = drawn_sides(Sheet(board, LIGHT))
    assert [len(sides["river"]), len(sides["major_river"])] == [3, 2]


def test_a_set_of_sides_that_only_repeats_a_river_is_no_kind_of_its_own() -> None:
    board = tiny_board(hexsides={"river": ZIGZAG, "svir": ZIGZAG[:3]})
    assert set(drawn_sides(Sheet(board, LIGHT))) == {"river"}


def test_a_major_river_is_more_than_half_as_wide_again_as_a_river() -> None:
    sheet = Sheet(tiny_board(hexsides={"river": ZIGZAG[:2], "major_river": ZIGZAG[2:]}), LIGHT)
    assert sheet.sides["major_river"].width > 1.5 * sheet.sides["river"].width


def test_a_river_beside_canals_is_drawn_with_banks() -> None:
    sheet = Sheet(tiny_board(hexsides={"river": ZIGZAG[:2], "canal": ZIGZAG[2:]}), LIGHT)
    assert sheet.sides["river"].style == "banks"
