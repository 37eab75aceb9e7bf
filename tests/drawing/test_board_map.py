"""Whole boards: well formed, repeatable, complete, and inside their frame."""

from __future__ import annotations

import pytest

from sandtable import boards
from sandtable.drawing import DARK, draw_board
from sandtable.drawing.board_map import board_labels
from sandtable.drawing.ground.waterlines import waterlines
from sandtable.drawing.places.labels import overlap
from sandtable.drawing.sheet.sheet import Sheet
from sandtable.drawing.sheet.theme import LIGHT
from sandtable.kernel.map.hexes import Shape

from .pictures import labels_on, of_class, page_size, parsed, picture, text_extents, texts
from .tiny import tiny_board

EVERY_BOARD = boards.names()


@pytest.mark.parametrize("name", EVERY_BOARD)
def test_every_compiled_board_is_well_formed(name: str) -> None:
    assert parsed(picture(name)).tag.endswith("svg")


@pytest.mark.parametrize("name", EVERY_BOARD)
def test_every_hex_number_appears_once(name: str) -> None:
    board = boards.load(name)
    (numbers,) = of_class(parsed(picture(name)), "numbers")
    assert sorted(texts(numbers)) == sorted(board.hex_name(h) for h in board.terrain)


@pytest.mark.parametrize("name", EVERY_BOARD)
def test_no_text_leaves_the_page(name: str) -> None:
    tree = parsed(picture(name))
    width, height = page_size(tree)
    outside = [
        t for t, left, right, y in text_extents(tree) if left < 0 or right > width or not 0 < y < height
    ]
    assert outside == []


@pytest.mark.parametrize("name", EVERY_BOARD)
def test_every_town_has_its_name_on_the_map(name: str) -> None:
    board = boards.load(name)
    named = {p.label.content.upper() for p in labels_on(name) if p.label.part == "place"}
    towns = {places[0] for h in board.terrain if (places := board.places_at(h))}
    assert {t.name.upper() for t in towns if t.kind in ("town", "city", "major_city", "village")} <= named


@pytest.mark.parametrize("name", ["agn", "agc", "ags"])
def test_names_do_not_cover_each_other(name: str) -> None:
    placed = labels_on(name)
    covered = [
        (one.label.content, other.label.content)
        for i, one in enumerate(placed)
        for other in placed[:i]
        if sum(overlap(a, b) for a in one.boxes for b in other.boxes) > 4
    ]
    assert len(covered) <= 1, covered


def test_the_same_board_is_drawn_the_same_twice() -> None:
    assert draw_board(boards.load("agn"), boards.outline("agn")) == picture("agn")


def test_the_dark_board_bears_the_same_words_in_other_colours() -> None:
    light, dark = picture("agn"), picture("agn", "dark")
    assert texts(parsed(light)) == texts(parsed(dark))
    assert LIGHT.land in light
    assert LIGHT.land not in dark
    assert DARK.land in dark


def test_the_picture_of_army_group_north_stays_small() -> None:
    assert len(picture("agn")) < 2_000_000


def test_the_picture_of_the_corridor_stays_small() -> None:
    assert len(picture("corridor")) < 8_000_000


@pytest.mark.parametrize("shape", list(Shape))
def test_a_board_of_one_cell_is_well_formed(shape: Shape) -> None:
    assert "0101" in texts(parsed(draw_board(tiny_board(rows=1, columns=1, shape=shape))))


def test_numbers_can_be_left_out() -> None:
    assert of_class(parsed(draw_board(tiny_board(), show_numbers=False)), "numbers") == []


def test_the_width_asked_for_is_the_width_of_the_picture() -> None:
    assert parsed(draw_board(tiny_board(), width_px=777)).get("width") == "777"


def test_names_and_titles_are_escaped() -> None:
    board = tiny_board(
        title='Bridge <& "Ford">', places=[("0202", "town", "A<B & C")], facts={"note": "x < y"}
    )
    words = texts(parsed(draw_board(board)))
    assert {'Bridge <& "Ford">', "A<B & C", "Note: x < y"} <= set(words)


def test_an_unknown_terrain_gets_a_neutral_fill_and_a_line_in_the_legend() -> None:
    svg = draw_board(tiny_board(terrain={"0202": "salt_flat"}))
    assert "Salt flat" in texts(parsed(svg))
    assert LIGHT.other in svg


def test_unknown_places_sides_and_points_are_drawn_all_the_same() -> None:
    board = tiny_board(
        places=[("0202", "oasis", "Siwa")],
        hexsides={"escarpment": [("0303", "0304")]},
        points=[("well", "0404", "Bir", {})],
    )
    assert {"Oasis", "Siwa", "Escarpment", "Well"} <= set(texts(parsed(draw_board(board))))


def test_a_cell_off_the_map_has_no_number() -> None:
    board = tiny_board()
    del board.terrain[board.grid.hex("0101")]
    assert "0101" not in texts(parsed(draw_board(board)))


def test_lettering_grows_with_the_cells_a_name_has_to_itself() -> None:
    assert Sheet(boards.load("corridor"), LIGHT).lettering > Sheet(boards.load("agn"), LIGHT).lettering


def test_a_sea_bears_its_name_without_a_mark_or_a_line_in_the_legend() -> None:
    board = tiny_board(terrain={"0202": "sea", "0203": "sea"}, points=[("sea", "0202", "Baltic", {})])
    words = texts(parsed(draw_board(board)))
    assert words.count("Baltic") == 1
    assert words.count("Sea") == 1  # the terrain


def test_a_name_at_the_edge_stays_inside_the_map() -> None:
    board = tiny_board(
        places=[("0101", "city", "Wolfenbüttel-Salzgitter"), ("0405", "city", "Königswusterhausen")]
    )
    sheet = Sheet(board, LIGHT)
    placed = board_labels(sheet, None, waterlines(sheet))
    boxes = [box for p in placed for box in p.boxes]
    assert len(placed) == 2
    assert min(b[0] for b in boxes) > 0
    assert max(b[2] for b in boxes) < sheet.width
