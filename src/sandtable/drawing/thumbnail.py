"""A board as a small picture: coast, terrain as flat areas, great rivers, frontiers and towns; no names, no textures.

A lobby shows several boards at once, each a few hundred pixels wide: what cannot be seen there need not be sent.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from sandtable.boards import Outline
from sandtable.kernel.map.board import Board

from .board_map import document
from .ground.ground import flat_areas, hard_area, land_cells
from .ground.lines import draw_frontiers
from .ground.shore import Shore
from .ground.waterlines import draw_waterlines, waterlines
from .places.places import draw_places
from .sheet.overlay import draw_rim
from .sheet.sheet import Sheet
from .sheet.svg import num, path, tag
from .sheet.theme import LIGHT, Theme

WIDTH: Final = 640
# Fractions of a unit of the sheet are a tenth of a pixel here.
_FRACTION: Final = re.compile(r"(\d)\.\d+")
_DATA: Final = re.compile(r' d="([^"]*)"')
_CURVES: Final = re.compile("[QC]")
_SUBPATH: Final = re.compile("M[^M]*")
_COMMAND: Final = re.compile("([MLHVQC])([^A-Z]*)")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
# Whoever looks at a thumbnail does not see less than this, in its pixels.
_SEEN: Final = 0.6

Point: TypeAlias = "tuple[int, int]"


def draw_thumbnail(board: Board, outline: Outline | None = None, *, theme: Theme = LIGHT) -> str:
    """*board* as a small SVG document, in the coordinates of its bare picture."""
    sheet = Sheet(board, theme)
    shore = Shore(sheet, outline, land_cells(sheet))
    lines = waterlines(sheet)
    great = [line for line in lines if sheet.sides[line.kind].style == "banks"]
    whole = f"M0 0H{num(sheet.width)}V{num(sheet.height)}H0Z"
    coast = 4 * sheet.stroke
    body = [
        tag("rect", x=0.0, y=0.0, width=sheet.width, height=sheet.height, fill=theme.land),
        *(
            path(hard_area(sheet, cells), fill=colour, fill_rule="evenodd")
            for colour, cells in flat_areas(sheet)
        ),
        # Everything but the land is water: one outline does for both, and for the coast between them.
        _water(whole + shore.land, theme, coast),
        _water(shore.lakes, theme, coast) if shore.lakes else "",
        draw_frontiers(sheet),
        # Where a board has no great rivers, the others are what there is to see.
        draw_waterlines(sheet, great or lines),
        draw_rim(sheet, solid=outline is None),
        draw_places(sheet),
    ]
    tolerance = _SEEN * sheet.width / WIDTH
    return document(
        board, [_rounded(_thinned(part, tolerance)) for part in body], sheet.width, sheet.height, WIDTH
    )


def _water(d: str, theme: Theme, coast: float) -> str:
    return path(d, fill=theme.water, fill_rule="evenodd", stroke=theme.coast, stroke_width=coast)


# ---- what cannot be seen


def _thinned(svg: str, tolerance: float) -> str:
    """*svg* with its curves as lines through the points that matter, written as steps from one to the next."""
    return _DATA.sub(
        lambda data: f' d="{_thin(data[1], tolerance)}"' if _CURVES.search(data[1]) else data[0], svg
    )


def _thin(d: str, tolerance: float) -> str:
    found: list[str] = []
    for line in _SUBPATH.findall(d):
        points = _ends(line)
        closed = line.endswith("Z")
        kept = _simplified(points, tolerance)
        if len(kept) > (2 if closed else 1):
            (x, y), *rest = kept
            steps = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise([(x, y), *rest])]
            found.append(f"M{x} {y}l{' '.join(steps)}{'Z' if closed else ''}".replace(" -", "-"))
    return "".join(found)


def _ends(line: str) -> list[Point]:
    """Where the parts of a line end, in whole units."""
    found: list[Point] = []
    for command, given in _COMMAND.findall(line):
        numbers = [round(float(number)) for number in _NUMBER.findall(given)]
        if command == "H":
            found.append((numbers[-1], found[-1][1]))
        elif command == "V":
            found.append((found[-1][0], numbers[-1]))
        else:
            size = {"Q": 4, "C": 6}.get(command, 2)
            found += [(numbers[at + size - 2], numbers[at + size - 1]) for at in range(0, len(numbers), size)]
    return found


def _simplified(points: list[Point], tolerance: float) -> list[Point]:
    """The points of a line that lie farther than *tolerance* from what is left without them (Douglas and Peucker)."""
    kept = {0, len(points) - 1}
    open_ = [(0, len(points) - 1)]
    while open_:
        first, last = open_.pop()
        between = range(first + 1, last)
        farthest = max(between, key=lambda n: _apart(points[n], points[first], points[last]), default=None)
        if farthest is not None and _apart(points[farthest], points[first], points[last]) > tolerance:
            kept.add(farthest)
            open_ += [(first, farthest), (farthest, last)]
    return [points[n] for n in sorted(kept)]


def _apart(point: Point, start: Point, end: Point) -> float:
    """How far *point* lies from the line between *start* and *end*."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    length = hypot(dx, dy)
    if not length:
        return hypot(x, y)
    along = min(1.0, max(0.0, (x * dx + y * dy) / length**2))
    return hypot(x - along * dx, y - along * dy)


def _rounded(svg: str) -> str:
    return _DATA.sub(lambda data: _FRACTION.sub(r"\1", data[0]), svg)
