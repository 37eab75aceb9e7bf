"""A grid laid on the plane: which cell a point in kilometres falls in, and where a cell lies."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.kernel.map.hexes import Grid, Hex, Shape

from .projection import XY

ROW_HEIGHT: Final = math.sqrt(3) / 2


class Placement:
    """*grid* with cells of *width_km* (flat side to flat side), the centre of *anchor* at *anchor_xy* kilometres.

    Two coordinate systems meet here: kilometres (x east, y north) and the drawing coordinates of ``Grid.centre``
    (cell widths, x east, y south).
    """

    def __init__(self, grid: Grid, width_km: float, anchor: Hex, anchor_xy: XY) -> None:
        self.grid: Final = grid
        self.width_km: Final = width_km
        dx, dy = grid.centre(anchor)
        self.origin: Final[XY] = (anchor_xy[0] - dx * width_km, anchor_xy[1] + dy * width_km)
        self._centres: Final[dict[Hex, XY]] = {h: self.km(grid.centre(h)) for h in grid.cells}
        self._polygons: Final[dict[Hex, Polygon]] = {
            h: Polygon([self.km(p) for p in grid.corners(h)]) for h in grid.cells
        }

    @cached_property
    def _points(self) -> dict[Hex, Point]:
        # All at once: one by one they take ten times as long, and lines ask for them again and again.
        return dict(zip(self._centres, shapely.points([*self._centres.values()]), strict=True))

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree([self._polygons[cell] for cell in self.grid.cells])

    def km(self, drawn: XY) -> XY:
        """Drawing coordinates in kilometres."""
        return self.origin[0] + drawn[0] * self.width_km, self.origin[1] - drawn[1] * self.width_km

    def drawn(self, at: XY) -> XY:
        """Kilometres in drawing coordinates."""
        return (at[0] - self.origin[0]) / self.width_km, (self.origin[1] - at[1]) / self.width_km

    def drawn_geometry(self, geometry: BaseGeometry) -> BaseGeometry:
        """A whole geometry of kilometres in drawing coordinates."""
        x, y = self.origin
        moved = shapely.transform(geometry, lambda a: (a - (x, y)) * (1, -1) / self.width_km)
        return shapely.make_valid(moved)

    def centre_xy(self, cell: Hex) -> XY:
        """The middle of *cell* in kilometres."""
        return self._centres[cell]

    def centre_point(self, cell: Hex) -> Point:
        """The same as a geometry."""
        return self._points[cell]

    def polygon(self, cell: Hex) -> Polygon:
        """The outline of *cell* in kilometres."""
        return self._polygons[cell]

    def cells_touching(self, geometry: BaseGeometry) -> list[Hex]:
        """The cells that have a point in common with *geometry*, in rising order."""
        cells = self.grid.cells
        return sorted(cells[int(i)] for i in self._tree.query(geometry, predicate="intersects"))

    def corner_points(self, a: Hex, b: Hex) -> tuple[XY, XY]:
        """The two ends of the side between two neighbours that share one, in drawing coordinates."""
        direction = self.grid.direction(a, b)
        if self.grid.diagonals:
            if direction % 2:
                raise ValueError(f"{self.grid.name(a)} and {self.grid.name(b)} share a corner, not a side")
            direction //= 2
        corners = self.grid.corners(a)
        return corners[direction], corners[(direction + 1) % len(corners)]

    def side_segment(self, a: Hex, b: Hex) -> LineString:
        """The side between two neighbours in kilometres."""
        return LineString([self.km(p) for p in self.corner_points(a, b)])

    def locate(self, x: float, y: float) -> Hex | None:
        """The cell that the point lies in; None if it is off the grid."""
        east, south = self.drawn((x, y))
        row, column = self._nearest(east, south)
        if not (0 <= row < self.grid.rows and 0 <= column < self.grid.columns):
            return None
        return self.grid.at(row, column)

    def bounds(self, margin_cells: float = 0.0) -> tuple[float, float, float, float]:
        """The rectangle around the grid in kilometres (x0, y0, x1, y1), *margin_cells* wider on every side."""
        x0, y0, x1, y1 = shapely.total_bounds(list(self._polygons.values()))
        extra = margin_cells * self.width_km
        return float(x0) - extra, float(y0) - extra, float(x1) + extra, float(y1) + extra

    def _nearest(self, east: float, south: float) -> tuple[int, int]:
        if self.grid.shape is Shape.SQUARE:
            return math.floor(south + 0.5), math.floor(east + 0.5)
        about = round(south / ROW_HEIGHT)
        found: list[tuple[float, int, int]] = []
        for row in (about - 1, about, about + 1):
            shift = 0.5 if (row % 2 == 1) == (self.grid.east_rows == "odd") else 0.0
            column = math.floor(east - shift + 0.5)
            found.append(((east - shift - column) ** 2 + (south - row * ROW_HEIGHT) ** 2, row, column))
        _, row, column = min(found)
        return row, column
