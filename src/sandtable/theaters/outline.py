"""The drawn coast and lakes of a board: written for the artist, not for the rules."""

from __future__ import annotations

from typing import Final

import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.boards import OUTLINE_FORMAT

from .placement import Placement
from .projection import XY
from .terrain import Water

_TOLERANCE: Final = 0.004
_LEAST_AREA: Final = 0.0005


def format_outline(water: Water, placement: Placement) -> str:
    """The coast and the lakes in drawing coordinates, clipped to the board and one cell around it."""
    window = box(*placement.bounds(1.0))
    lines = [OUTLINE_FORMAT, "[land]"]
    lines += [_points(ring) for ring in _rings(water.land.intersection(window), placement)]
    for name in sorted(water.lakes):
        pieces = _rings(water.lakes[name].intersection(window), placement)
        for number, ring in enumerate(pieces, 1):
            lines += [f"[lake {name}]" if number == 1 else f"[lake {name} ({number})]", _points(ring)]
    return "\n".join(lines) + "\n"


def _rings(geometry: BaseGeometry, placement: Placement) -> list[list[XY]]:
    """All rings of *geometry*, the largest first; even-odd filling gives its area."""
    drawn = shapely.simplify(placement.drawn_geometry(geometry), _TOLERANCE)
    found: list[tuple[float, list[XY]]] = []
    for part in shapely.get_parts(drawn):
        if not isinstance(part, Polygon):
            continue
        for ring in (part.exterior, *part.interiors):
            area = Polygon(ring).area
            if area >= _LEAST_AREA:
                found.append((area, [(x, y) for x, y in ring.coords[:-1]]))
    return [ring for _, ring in sorted(found, key=lambda f: (-f[0], f[1]))]


def _points(ring: list[XY]) -> str:
    # Adding zero turns -0.0 into 0.0, which would otherwise print as "-0.000".
    return " ".join(f"{round(x, 3) + 0:.3f},{round(y, 3) + 0:.3f}" for x, y in ring)
