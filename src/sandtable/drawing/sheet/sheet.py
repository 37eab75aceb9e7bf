"""The sheet: where the board's cells lie on the page, and how large everything is drawn.

One cell is 100 map units wide on every board. Lettering and lines of boards with many small cells are drawn
larger in proportion to the cell, so that the sheet as a whole reads the same.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

from sandtable.kernel.map.bitboards import Bits
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.hexes import Grid, Hex, Shape

from . import vocabulary
from .svg import XY
from .theme import Theme

CELL: Final = 100.0
# Where the number's baseline sits, above the middle, as a part of the distance to the cell's top.
NUMBER_HEIGHT: Final = 0.72
_USUAL_WIDTH: Final = 3200.0
# How far areas at the edge of the map go on beneath its rim, in distances from middle to corner.
_BEYOND: Final = 1.6
_LEAST_WIDTH: Final = 1500.0

Vertex = tuple[int, int]


class Sheet:
    """Positions and sizes on the page of one board."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self.board: Final = board
        self.grid: Final = board.grid
        self.theme: Final = theme
        self.cells: Final[tuple[Hex, ...]] = tuple(h for h in board.grid.cells if h in board.terrain)
        corners = [p for h in board.grid.cells for p in board.grid.corners(h)]
        self.west: Final = min(x for x, _ in corners) * CELL
        self.north: Final = min(y for _, y in corners) * CELL
        self.width: Final = max(x for x, _ in corners) * CELL - self.west
        self.height: Final = max(y for _, y in corners) * CELL - self.north
        # How large the furniture (title, legend) is drawn; 1 on a board 32 cells wide.
        self.furniture: Final = min(3.0, max(0.75, self.width / _USUAL_WIDTH))
        named = max(1, len(board.places))
        roomy = math.sqrt(len(self.cells) / named) / 2.7
        self.lettering: Final = min(2.6, max(1.0, min(self.width / _USUAL_WIDTH, roomy)))
        self.stroke: Final = min(1.8, max(1.0, self.width / _USUAL_WIDTH * 0.75))
        self.symbols: Final = min(1.7, self.lettering)
        self.sides: Final = vocabulary.side_styles(board.hexsides)
        self.margin: Final = 44 * self.furniture
        self.page_width: Final = max(self.width, _LEAST_WIDTH * self.furniture) + 2 * self.margin

    # ---- places on the map

    def at(self, x: float, y: float) -> XY:
        """The point *x*, *y* (in cell widths, as ``Grid.centre`` counts) in map units from the map's corner."""
        return x * CELL - self.west, y * CELL - self.north

    def centre(self, cell: Hex) -> XY:
        """The middle of *cell*."""
        return self.at(*self.grid.centre(cell))

    def corners(self, cell: Hex) -> list[XY]:
        """The corners of *cell*; corner i and i + 1 bound its side in direction i."""
        return [self.at(*p) for p in self.grid.corners(cell)]

    def side(self, a: Hex, b: Hex) -> tuple[XY, XY]:
        """The ends of the side between two neighbours (of squares that touch at a corner: that corner, twice)."""
        number = side_steps(self.grid).get(b - a)
        if number is None:
            (xa, ya), (xb, yb) = self.centre(a), self.centre(b)
            corner = ((xa + xb) / 2, (ya + yb) / 2)
            return corner, corner
        corners = self.corners(a)
        return corners[number], corners[(number + 1) % len(corners)]

    def middle_of_side(self, a: Hex, b: Hex) -> XY:
        """The middle of the side between two neighbours."""
        (x1, y1), (x2, y2) = self.side(a, b)
        return (x1 + x2) / 2, (y1 + y2) / 2

    @cached_property
    def beyond_edge(self) -> dict[Vertex, XY]:
        """For each corner on the edge of the map the same corner moved well outside, for areas that go on there."""
        meeting: dict[Vertex, list[tuple[XY, XY]]] = {}
        for cell in self.cells:
            centre = self.centre(cell)
            for corner in self.corners(cell):
                meeting.setdefault(vertex(corner), []).append((corner, centre))
        inner = 3 if self.grid.shape is Shape.HEX else 4
        found: dict[Vertex, XY] = {}
        for key, listed in meeting.items():
            if len(listed) < inner:
                (x, y), _ = listed[0]
                mx = sum(c[0] for _, c in listed) / len(listed)
                my = sum(c[1] for _, c in listed) / len(listed)
                found[key] = (x + (x - mx) * _BEYOND, y + (y - my) * _BEYOND)
        return found

    @property
    def radius(self) -> float:
        """From the middle of a cell to its top."""
        return CELL / math.sqrt(3) if self.grid.shape is Shape.HEX else CELL / 2


def side_steps(grid: Grid) -> dict[int, int]:
    """From the step to a neighbour across a side to the number of that side among the corners."""
    if grid.shape is Shape.SQUARE and grid.diagonals:
        return {step: i // 2 for i, step in enumerate(grid.steps) if i % 2 == 0}
    return {step: i for i, step in enumerate(grid.steps)}


def vertex(point: XY) -> Vertex:
    """A name for a corner that all cells meeting there agree upon."""
    return round(point[0]), round(point[1])


def noise(a: int, b: int, salt: int) -> float:
    """A number from -1 to 1 that depends on nothing but its arguments."""
    mixed = (a * 0x9E3779B1 ^ b * 0x85EBCA77 ^ salt * 0xC2B2AE3D) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 12) * 0x297A2D39) & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 0x7FFFFFFF - 1


def contains(mask: Bits, cell: Hex) -> bool:
    """Whether *cell* belongs to *mask*."""
    return bool(mask >> cell & 1)
