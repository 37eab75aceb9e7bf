"""Areas, lines and the small geometry behind them."""

from __future__ import annotations

import re

from sandtable.drawing.ground.ground import land_cells
from sandtable.drawing.ground.lines import draw_rail, draw_rails, draw_road, draw_road_edge, frontiers
from sandtable.drawing.ground.regions import clusters, rings, trails
from sandtable.drawing.ground.shore import Shore
from sandtable.drawing.sheet.sheet import Sheet, noise
from sandtable.drawing.sheet.svg import num, soft_ring, tag
from sandtable.drawing.sheet.theme import LIGHT

from .tiny import hexes, tiny_board


def test_neighbouring_hexes_have_one_ring_around_them() -> None:
    board = tiny_board()
    (ring,) = rings(Sheet(board, LIGHT), hexes(board, "0202", "0203"))
    assert len(ring) == 10


def test_a_hole_is_a_ring_of_its_own() -> None:
    board = tiny_board(rows=5)
    (middle,) = hexes(board, "0303")
    assert sorted(len(r) for r in rings(Sheet(board, LIGHT), board.grid.neighbours(middle))) == [6, 18]


def test_clusters_come_largest_first() -> None:
    board = tiny_board()
    groups = clusters(Sheet(board, LIGHT), hexes(board, "0101", "0404", "0405"))
    assert [len(g) for g in groups] == [2, 1]


def test_loose_pieces_become_one_line() -> None:
    assert trails([(2, 3), (0, 1), (1, 2)], lambda n: (float(n), 0.0)) == [[0, 1, 2, 3]]


def test_at_a_fork_the_line_goes_straight_on() -> None:
    where = {0: (0.0, 0.0), 1: (1.0, 0.0), 2: (2.0, 0.0), 3: (1.0, 1.0)}
    assert [0, 1, 2] in trails([(0, 1), (1, 2), (1, 3)], where.__getitem__)


def test_a_railway_of_three_pieces_is_drawn_as_one_line() -> None:
    pieces: list[tuple[str, str, dict[str, str]]] = [
        ("0201", "0202", {}),
        ("0202", "0203", {}),
        ("0203", "0204", {}),
    ]
    svg = draw_rails(Sheet(tiny_board(nets={"rail": [*pieces]}), LIGHT))
    assert {d.count("M") for d in re.findall(r' d="([^"]*)"', svg)} == {1}


def test_gauges_differ_without_colour() -> None:
    drawn = {gauge: draw_rail(gauge, True, "M0 0H9", LIGHT, 1.0) for gauge in ("broad", "standard", "narrow")}
    colourless = {re.sub("#[0-9a-f]{6}", "", svg) for svg in drawn.values()}
    assert len(colourless) == 3


def test_road_classes_differ_without_colour() -> None:
    drawn = {
        re.sub(
            "#[0-9a-f]{6}", "", draw_road_edge(c, "M0 0H9", LIGHT, 1.0) + draw_road(c, "M0 0H9", LIGHT, 1.0)
        )
        for c in ("route", "1", "2", "3")
    }
    assert len(drawn) == 4


def test_a_railway_steps_aside_from_the_road_beside_it() -> None:
    pieces: list[tuple[str, str, dict[str, str]]] = [
        ("0201", "0202", {}),
        ("0202", "0203", {}),
        ("0203", "0204", {}),
    ]
    alone = draw_rails(Sheet(tiny_board(nets={"rail": [*pieces]}), LIGHT))
    beside = draw_rails(Sheet(tiny_board(nets={"rail": [*pieces], "road": [*pieces]}), LIGHT))
    assert alone != beside


def test_a_frontier_runs_where_the_country_changes() -> None:
    board = tiny_board(countries={"0101": "SU", "0102": "SU", "0103": "FI"})
    a, b = hexes(board, "0102", "0103")
    assert frontiers(Sheet(board, LIGHT)) == {("FI", "SU"): [(a, b)]}


def test_noise_depends_on_its_arguments_alone() -> None:
    values = [noise(i, j, 3) for i in range(40) for j in range(40)]
    assert values == [noise(i, j, 3) for i in range(40) for j in range(40)]
    assert -1 <= min(values) < -0.9 < 0.9 < max(values) <= 1


def test_numbers_are_short() -> None:
    assert [num(1.0), num(-0.04), num(2.25), num(0.5)] == ["1", "0", "2.2", "0.5"]


def test_attributes_are_quoted_and_none_is_left_out() -> None:
    assert tag("g", stroke_width=2.0, id='a"b<', fill=None) == '<g stroke-width="2" id=\'a"b&lt;\'/>'


def test_long_sides_keep_their_place_when_corners_are_rounded() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    assert "L90 0" in soft_ring(square, 10.0)


def test_a_board_of_land_has_no_coast_at_its_edge() -> None:
    board = tiny_board()
    assert Shore(Sheet(board, LIGHT), None, board.grid.cells).land.count("M") == 1


def test_every_lake_cell_without_an_outline_is_a_hole_in_the_land() -> None:
    board = tiny_board(terrain={"0202": "lake", "0404": "lake"})
    sheet = Sheet(board, LIGHT)
    assert Shore(sheet, None, land_cells(sheet)).land.count("M") == 3
