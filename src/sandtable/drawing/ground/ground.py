"""The land: one soft-edged area for each stretch of terrain, with its texture scattered over it."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex, Shape

from ..sheet import vocabulary
from ..sheet.sheet import CELL, NUMBER_HEIGHT, Sheet, contains, noise, vertex
from ..sheet.svg import XY, group, path, polyline, soft_ring
from .regions import rings
from .shore import Shore
from .textures import MARKS, draw_marks, lattice, near

_WANDER: Final = 6.0
# In cell widths: from row to row of hexes, and the square of a little less than half a cell.
_ROW: Final = math.sqrt(3) / 2
_WELL_INSIDE: Final = 0.249
# No point of a cell, hex or square, is farther from its middle than this along either axis.
_REACH: Final = 0.58 * CELL


def is_water(sheet: Sheet, cell: Hex) -> bool:
    """Whether *cell* is sea or lake."""
    return vocabulary.ground(sheet.board.terrain[cell]).water


def land_cells(sheet: Sheet) -> list[Hex]:
    """The cells that are neither sea nor lake."""
    return [h for h in sheet.cells if not is_water(sheet, h)]


def soft_area(sheet: Sheet, cells: Collection[Hex]) -> str:
    """Path data of the area of *cells* with rounded, slightly wandering edges."""
    return "".join(soft_ring([_wandered(sheet, p) for p in ring]) for ring in rings(sheet, cells))


def hard_area(sheet: Sheet, cells: Collection[Hex]) -> str:
    """Path data of the area of *cells*, edge by edge."""
    return "".join(polyline(ring, closed=True) for ring in rings(sheet, cells))


def draw_ground(sheet: Sheet, shore: Shore) -> str:
    """All terrain but clear land and water; textures keep away from the *shore*, from lines and from symbols."""
    theme = sheet.theme
    keep_out = _keep_out(sheet)
    fills: list[str] = []
    marks: list[str] = []
    for number, (style, cells, marked) in enumerate(_layers(sheet)):
        if style.fill:
            colour = getattr(theme, style.fill)
            fills.append(
                path(
                    soft_area(sheet, cells),
                    fill=colour,
                    fill_rule="evenodd",
                    stroke=colour,
                    stroke_width=8.0,
                    stroke_opacity="0.45",
                )
            )
        mark = MARKS.get(style.mark)
        if mark is not None:
            strewn = lattice(
                sheet.width,
                sheet.height,
                mark.spacing * sheet.stroke,
                salt=7 * number + 11,
                near=map(sheet.centre, marked),
                reach=_REACH,
            )
            spots = [
                (x, y, vary)
                for x, y, vary in strewn
                if (cell := cell_at(sheet, x, y)) in marked
                and cell is not None
                and not shore.near(x, y)
                and not any(near((x, y), a, b, gap) for a, b, gap in keep_out.get(cell, ()))
            ]
            marks.append(draw_marks(mark, spots, theme, sheet.stroke))
    return group(fills) + group(marks)


def flat_areas(sheet: Sheet) -> list[tuple[str, list[Hex]]]:
    """The colours of terrain other than clear land, each with its cells."""
    return [
        (getattr(sheet.theme, style.fill), sorted(cells)) for style, cells, _ in _layers(sheet) if style.fill
    ]


def textured_areas(sheet: Sheet) -> list[tuple[str, vocabulary.Ground]]:
    """The areas of the board that are drawn as a kind of country."""
    return [
        (name, vocabulary.TEXTURED_AREAS[name])
        for name in vocabulary.TEXTURED_AREAS
        if name in sheet.board.areas
    ]


def cell_at(sheet: Sheet, x: float, y: float) -> Hex | None:
    """The cell under a point of the map."""
    gx, gy = (x + sheet.west) / CELL, (y + sheet.north) / CELL
    grid = sheet.grid
    if grid.shape is Shape.SQUARE:
        row, column = round(gy), round(gx)
        return grid.at(row, column) if 0 <= row < grid.rows and 0 <= column < grid.columns else None
    best: tuple[float, Hex] | None = None
    middle = round(gy / _ROW)
    # A point well inside a cell of the nearest row, as nine of ten are, is in no other.
    for row in (middle, middle - 1, middle + 1):
        if not 0 <= row < grid.rows:
            continue
        shift = 0.5 if (row % 2 == 1) == (grid.east_rows == "odd") else 0.0
        column = round(gx - shift)
        if 0 <= column < grid.columns:
            away = (gx - shift - column) ** 2 + (gy - row * _ROW) ** 2
            if away < _WELL_INSIDE:
                return grid.at(row, column)
            if best is None or away < best[0]:
                best = (away, grid.at(row, column))
    return best[1] if best is not None and best[0] < 1 / 3 else None


def _layers(sheet: Sheet) -> list[tuple[vocabulary.Ground, set[Hex], set[Hex]]]:
    """What is laid over the land, the lowest first: style, cells to fill, cells to texture."""
    board = sheet.board
    hidden = {
        (h, terrain)
        for name, _ in textured_areas(sheet)
        for terrain in vocabulary.HIDDEN_BY_AREA.get(name, ())
        for h in members(board.areas[name])
    }
    terrains = [
        (style, {h for h in sheet.cells if board.terrain[h] == terrain and (h, terrain) not in hidden})
        for terrain in sorted(board.terrain_bits)
        if (style := vocabulary.ground(terrain)).fill and not style.water
    ]
    textured = {h for style, cells in terrains if style.mark for h in cells}
    land = land_cells(sheet)
    areas = [
        (style, {h for h in land if contains(board.areas[name], h)}) for name, style in textured_areas(sheet)
    ]
    return [(style, cells, cells - textured) for style, cells in areas] + [
        (style, cells, cells) for style, cells in terrains
    ]


def _wandered(sheet: Sheet, p: XY) -> XY:
    key = vertex(p)
    if key in sheet.beyond_edge:
        return sheet.beyond_edge[key]
    return p[0] + _WANDER * noise(*key, 1), p[1] + _WANDER * noise(*key, 2)


def _keep_out(sheet: Sheet) -> dict[Hex, list[tuple[XY, XY, float]]]:
    """For each cell the lines that no texture may touch: waterlines, rails, roads, symbols, the number."""
    board = sheet.board
    found: dict[Hex, list[tuple[XY, XY, float]]] = {}
    for kind, sides in board.hexsides.items():
        gap = sheet.sides[kind].width * sheet.stroke * 0.5 + 8
        for a, b in sides.sides:
            p, q = sheet.side(a, b)
            found.setdefault(a, []).append((p, q, gap))
            found.setdefault(b, []).append((p, q, gap))
    for net in board.nets.values():
        for segment in net.segments:
            middle = sheet.middle_of_side(segment.a, segment.b)
            for end in (segment.a, segment.b):
                found.setdefault(end, []).append((sheet.centre(end), middle, 8 * sheet.stroke))
    for place in board.places.values():
        x, y = sheet.centre(place.hex)
        found.setdefault(place.hex, []).append(((x - 8, y), (x + 8, y), 21 * sheet.symbols))
    for cell in sheet.cells:
        x, y = sheet.centre(cell)
        top = y - sheet.radius * NUMBER_HEIGHT - 4
        found.setdefault(cell, []).append(((x - 8, top), (x + 8, top), 9.0))
    return found
