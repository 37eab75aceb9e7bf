"""A board as a small picture: coast, terrain as flat areas, great rivers, frontiers and towns; no names, no textures.

A lobby shows several boards at once, each a few hundred pixels wide: what cannot be seen there need not be sent.
"""

from __future__ import annotations

import re
from typing import Final

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
_DATA: Final = re.compile(r' d="[^"]*"')


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
    return document(board, [_rounded(part) for part in body], sheet.width, sheet.height, WIDTH)


def _water(d: str, theme: Theme, coast: float) -> str:
    return path(d, fill=theme.water, fill_rule="evenodd", stroke=theme.coast, stroke_width=coast)


def _rounded(svg: str) -> str:
    return _DATA.sub(lambda data: _FRACTION.sub(r"\1", data[0]), svg)
