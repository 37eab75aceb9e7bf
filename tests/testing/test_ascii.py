from __future__ import annotations

import pytest

from sandtable.testing.ascii import BadPicture, Picture, draw


def sides(picture: Picture) -> set[tuple[str, str]]:
    return {(picture.grid.name(a), picture.grid.name(b)) for a, b in picture.river.sides}


def test_a_picture_has_a_row_for_each_line() -> None:
    picture = draw("""
        .  .  .
          .  .  .
    """)
    assert (picture.grid.rows, picture.grid.columns) == (2, 3)


@pytest.mark.parametrize(
    ("text", "east_rows"),
    [("  . .\n   . .\n  . .", "odd"), ("   . .\n  . .\n   . .", "even"), (". . .", "odd")],
)
def test_a_row_further_to_the_right_sits_half_a_hex_to_the_east(text: str, east_rows: str) -> None:
    assert draw(text).grid.east_rows == east_rows


def test_neighbours_are_those_that_the_eye_sees() -> None:
    grid = draw("""
        .  .  .
          .  .  .
        .  .  .
    """).grid
    around = {grid.name(h) for h in grid.neighbours(grid.hex("0202"))}
    assert around == {"0102", "0103", "0201", "0203", "0302", "0303"}


def test_letters_of_the_legend_are_terrain_and_others_are_units() -> None:
    picture = draw("""
        .  w  ~  R
    """)
    assert [picture.terrain[h] for h in picture.grid.cells] == ["clear", "woods", "sea", "clear"]
    assert picture.marks == {picture.grid.hex("0104"): "R"}


def test_a_unit_may_stand_in_terrain() -> None:
    picture = draw(".  R@w")
    here = picture.grid.hex("0102")
    assert (picture.marks[here], picture.terrain[here]) == ("R", "woods")


def test_a_legend_of_ones_own_takes_the_place_of_ours() -> None:
    picture = draw(".  w  x", legend={".": "steppe", "x": "marsh"})
    assert [picture.terrain[h] for h in picture.grid.cells] == ["steppe", "steppe", "marsh"]
    assert list(picture.marks.values()) == ["w"]


def test_a_river_runs_between_all_hexes_of_different_banks() -> None:
    picture = draw("""
        .  | .
          .  | .
    """)
    assert sides(picture) == {("0101", "0102"), ("0201", "0202"), ("0102", "0201")}


def test_a_ford_opens_the_side_of_its_row_alone() -> None:
    picture = draw("""
        .  | .
          .  : .
    """)
    assert sides(picture) == {("0101", "0102"), ("0102", "0201")}


def test_a_second_river_parts_again() -> None:
    assert sides(draw(".  | .  .  | .")) == {("0101", "0102"), ("0103", "0104")}


def test_a_picture_becomes_a_board() -> None:
    picture = draw(".  | w")
    board = picture.board("small", title="A small board")
    assert (board.name, board.title, board.terrain[board.hex("0102")]) == ("small", "A small board", "woods")
    assert (board.hex("0101"), board.hex("0102")) in board.hexsides["river"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "an empty picture shows no board"),
        ("  \n  ", "an empty picture shows no board"),
        (". .\n  . . .", "row 2 has 3 hexes, row 1 has 2"),
        (". .\n. .", "rows 1 and 2 begin at the same place"),
        (". .\n  . .\n    . .", "row 3 should be indented like row 1"),
        (". .\n  . .\n  . .", "rows 2 and 3 begin at the same place"),
        (". .\n  . .\n. .\n. .", "rows 3 and 4 begin at the same place"),
        ("| . .", "row 1 begins with a river"),
        (". .\n  : . .", "row 2 begins with a river"),
        (". R@q", "row 1: 'q' is no terrain"),
    ],
)
def test_a_picture_that_cannot_be_read_names_the_row(text: str, complaint: str) -> None:
    with pytest.raises(BadPicture, match=complaint):
        draw(text)
