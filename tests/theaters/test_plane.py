"""Projection, placement and coast: from degrees to kilometres to cells."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path

import pytest
from shapely.geometry import Point

from sandtable.kernel.map.hexes import Grid, Numbering, Shape
from sandtable.theaters.coast import AtlasMissing, land_within, read_land, unwrapped
from sandtable.theaters.geography import GeographyError
from sandtable.theaters.placement import Placement
from sandtable.theaters.projection import Projection, densified, smoothed

ALBERS = "+proj=aea +lat_1=47 +lat_2=61 +lat_0=55 +lon_0=50 +ellps=WGS84 +units=km"

GRIDS = [
    Grid(7, 9, east_rows="even"),
    Grid(8, 5, east_rows="odd", numbering=Numbering(columns_from="east")),
    Grid(6, 4, shape=Shape.SQUARE),
    Grid(6, 4, shape=Shape.SQUARE, diagonals=True),
]


def atlas(folder: Path, ring: list[list[int]]) -> Path:
    """A world with one island; *ring* holds whole degrees."""
    steps = [ring[0]] + [[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(ring)]
    topology = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": [steps],
        "objects": {"land": {"geometries": [{"type": "MultiPolygon", "arcs": [[[0]]]}]}},
    }
    (folder / "land-50m.json").write_text(json.dumps(topology), encoding="utf-8")
    return folder


def test_a_projection_goes_there_and_back() -> None:
    projection = Projection(ALBERS)
    there = projection.xy((59.83, 22.97))
    assert projection.lat_lon(there) == pytest.approx((59.83, 22.97))


@pytest.mark.parametrize(("crs", "why"), [("nonsense", "no projection"), ("EPSG:3857", "kilometres")])
def test_a_projection_that_cannot_serve_is_refused(crs: str, why: str) -> None:
    with pytest.raises(GeographyError, match=why):
        Projection(crs)


def test_densified_courses_keep_their_ends_and_have_no_long_legs() -> None:
    points = densified([(50.0, 30.0), (51.0, 30.0)], 0.1)
    assert (points[0], points[-1]) == ((50.0, 30.0), (51.0, 30.0))
    assert max(math.dist(a, b) for a, b in pairwise(points)) <= 0.1 + 1e-9


def test_smoothing_cuts_every_corner() -> None:
    assert len(smoothed([(0, 0), (0, 4), (4, 4), (4, 0)], 1)) == 8
    assert (0, 0) not in smoothed([(0, 0), (0, 4), (4, 4), (4, 0)], 1)


@pytest.mark.parametrize("grid", GRIDS)
def test_the_centre_of_every_cell_is_located_in_it(grid: Grid) -> None:
    placement = Placement(grid, 35.0, grid.cells[3], (120.0, -40.0))
    assert placement.centre_xy(grid.cells[3]) == pytest.approx((120.0, -40.0))
    assert [placement.locate(*placement.centre_xy(h)) for h in grid.cells] == list(grid.cells)


@pytest.mark.parametrize("grid", GRIDS)
def test_points_near_the_corners_are_located_in_the_cell_that_contains_them(grid: Grid) -> None:
    placement = Placement(grid, 35.0, grid.cells[0], (0.0, 0.0))
    for cell in grid.cells:
        x, y = placement.centre_xy(cell)
        for corner in grid.corners(cell):
            px, py = placement.km(corner)
            assert placement.locate(x + (px - x) * 0.98, y + (py - y) * 0.98) == cell


def test_a_point_off_the_grid_is_in_no_cell() -> None:
    grid = Grid(3, 3)
    placement = Placement(grid, 10.0, grid.cells[0], (0.0, 0.0))
    assert placement.locate(-30.0, 0.0) is None
    assert placement.locate(0.0, 30.0) is None


def test_kilometres_run_north_and_drawings_run_south() -> None:
    grid = Grid(3, 3)
    placement = Placement(grid, 10.0, grid.at(0, 0), (0.0, 0.0))
    assert placement.drawn((0.0, -10.0)) == pytest.approx((0.0, 1.0))
    assert placement.km(placement.drawn((3.0, 4.0))) == pytest.approx((3.0, 4.0))


def test_a_hexside_lies_on_the_outlines_of_both_its_hexes() -> None:
    grid = Grid(4, 4)
    placement = Placement(grid, 10.0, grid.cells[0], (0.0, 0.0))
    a = grid.at(1, 1)
    for b in grid.neighbours(a):
        middle = placement.side_segment(a, b).centroid
        assert placement.polygon(a).exterior.distance(middle) == pytest.approx(0, abs=1e-9)
        assert placement.polygon(b).exterior.distance(middle) == pytest.approx(0, abs=1e-9)


def test_squares_that_touch_at_a_corner_share_no_side() -> None:
    grid = Grid(3, 3, shape=Shape.SQUARE, diagonals=True)
    placement = Placement(grid, 10.0, grid.cells[0], (0.0, 0.0))
    with pytest.raises(ValueError, match="share a corner"):
        placement.side_segment(grid.at(0, 0), grid.at(1, 1))


def test_longitudes_go_on_past_the_antimeridian() -> None:
    assert unwrapped([(170, 60), (-170, 60), (-170, 70), (170, 70)]) == [
        (170, 60),
        (190, 60),
        (190, 70),
        (170, 70),
    ]


def test_land_across_the_antimeridian_is_not_turned_inside_out(tmp_path: Path) -> None:
    folder = atlas(tmp_path, [[10, 50], [170, 50], [-170, 50], [-170, 75], [170, 75], [10, 75], [10, 50]])
    projection = Projection("+proj=aea +lat_1=45 +lat_2=60 +lat_0=53 +lon_0=32 +ellps=WGS84 +units=km")
    x, y = projection.xy((69.0, 33.0))
    land = land_within(folder, projection, (x - 300, y - 300, x + 300, y + 300))
    assert land.contains(Point(x, y))
    assert land.area == pytest.approx(600 * 600, rel=1e-3)


def test_a_missing_atlas_says_how_to_fetch_it(tmp_path: Path) -> None:
    with pytest.raises(AtlasMissing, match="run 'make atlas'"):
        read_land(tmp_path)


@pytest.mark.parametrize("text", ["no json", "{}", '{"arcs": 3}'])
def test_an_atlas_that_is_something_else_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "land-50m.json").write_text(text, encoding="utf-8")
    with pytest.raises(AtlasMissing, match="run 'make atlas'"):
        read_land(tmp_path)
