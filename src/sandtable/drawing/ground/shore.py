"""Sea, coast and lakes: the drawn shape of the land, where there is one, or the land cells softened."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sandtable.boards import Outline
from sandtable.kernel.map.hexes import Hex

from ..sheet.sheet import Sheet, vertex
from ..sheet.svg import XY, group, path, soft_ring, tag
from .regions import rings

# Corners of the drawn coast are rounded, but its long straight edges beyond the frame stay where they are.
_ROUNDING: Final = 14.0


class Shore:
    """The shape of land and lakes on the sheet, and the points along it."""

    def __init__(self, sheet: Sheet, outline: Outline | None, dry: Sequence[Hex]) -> None:
        self.sheet: Final = sheet
        if outline is None:
            # The land goes on beyond the map; water cells are holes in it.
            land = set(dry)
            wet = [h for h in sheet.cells if h not in land]
            land_rings = [_around(sheet)] + [
                [sheet.beyond_edge.get(vertex(p), p) for p in ring] for ring in rings(sheet, wet)
            ]
            lake_rings: list[list[XY]] = []
            most = math.inf
        else:
            land_rings = [[sheet.at(*p) for p in ring] for ring in outline.land]
            lake_rings = [[sheet.at(*p) for p in ring] for ring in outline.lakes.values()]
            most = _ROUNDING
        self.land: Final = "".join(soft_ring(r, most) for r in land_rings)
        self.lakes: Final = "".join(soft_ring(r, most) for r in lake_rings)
        self._distance: Final = 11 * sheet.stroke
        self._buckets: Final[dict[tuple[int, int], list[XY]]] = {}
        if outline is not None:
            for ring in [*land_rings, *lake_rings]:
                for x, y in _along(ring, self._distance / 2):
                    self._buckets.setdefault(self._bucket(x, y), []).append((x, y))

    def near(self, x: float, y: float) -> bool:
        """Whether a point lies so close to the drawn coast that a mark there would be cut in two."""
        i, j = self._bucket(x, y)
        return any(
            (x - px) ** 2 + (y - py) ** 2 < self._distance**2
            for di in (-1, 0, 1)
            for dj in (-1, 0, 1)
            for px, py in self._buckets.get((i + di, j + dj), ())
        )

    def clip(self, name: str) -> str:
        """A clip path that lets only the land be painted."""
        return tag("clipPath", path(self.land, clip_rule="evenodd"), id=name) + tag(
            "clipPath", path(self.lakes or "M0 0h0v0z", clip_rule="evenodd"), id=f"{name}-lakes"
        )

    def draw_sea_and_land(self) -> str:
        """Water, its lines along the coast, and bare land."""
        theme = self.sheet.theme
        lines = self._lines_along(self.land, (34, "0.16"), (22, "0.2"), (11, "0.28"), stroke_linejoin="round")
        return group(lines) + path(self.land, fill=theme.land, fill_rule="evenodd")

    def draw_lakes_and_coast(self, name: str) -> str:
        """Lakes with their own lines along the bank, and the coastline."""
        theme, stroke = self.sheet.theme, self.sheet.stroke
        lines = self._lines_along(self.lakes, (20, "0.22"), (10, "0.3")) if self.lakes else []
        inner = group(lines, clip_path=f"url(#{name}-lakes)")
        bank = {"fill": "none", "stroke": theme.coast, "stroke_linejoin": "round"}
        return (
            path(self.lakes, fill=theme.water, fill_rule="evenodd")
            + inner
            + path(self.lakes, stroke_width=1.3 * stroke, **bank)
            + path(self.land, stroke_width=1.7 * stroke, **bank)
        )

    def _lines_along(self, bank: str, *lines: tuple[float, str], **more: str) -> list[str]:
        """Lines of so much width and opacity along a *bank*."""
        ink, stroke = self.sheet.theme.water_line, self.sheet.stroke
        return [
            path(bank, fill="none", stroke=ink, stroke_width=width * stroke, stroke_opacity=opacity, **more)
            for width, opacity in lines
        ]

    def _bucket(self, x: float, y: float) -> tuple[int, int]:
        return int(x // self._distance), int(y // self._distance)


def _around(sheet: Sheet) -> list[XY]:
    """A ring well outside the map."""
    far = 10 * sheet.radius
    return [
        (-far, -far),
        (sheet.width + far, -far),
        (sheet.width + far, sheet.height + far),
        (-far, sheet.height + far),
    ]


def _along(ring: Sequence[XY], step: float) -> list[XY]:
    """Points along a closed ring, no farther apart than *step*."""
    found: list[XY] = []
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        pieces = max(1, int(max(abs(bx - ax), abs(by - ay)) / step))
        found += [(ax + (bx - ax) * i / pieces, ay + (by - ay) * i / pieces) for i in range(pieces)]
    return found
