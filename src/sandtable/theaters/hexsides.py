"""Lines between hexes: a river or border becomes the unbroken chain of hexsides that it separates.

Every hex is represented by one point (its greatest place, else its middle). A hexside belongs to the chain when the
line passes an odd number of times between the points on its two sides. So a town stays on the bank where it stands,
and the chain has no gaps: around every corner of the grid an even number of sides is cut, but for the line's ends.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import shapely
from shapely.geometry import LineString, Point

from sandtable.kernel.map.board import Segment
from sandtable.kernel.map.hexes import Grid, Hex, Hexside

from .geography import RIVER_KINDS, Geography, Watercourse
from .placement import Placement
from .projection import XY, Projection

Corner = tuple[int, int]

_NUDGE: Final = 0.02


@dataclass(frozen=True, order=True)
class Crossing:
    """A hexside of a chain, and how far along the line (in kilometres) it is first passed."""

    along_km: float
    side: Hexside


class Cutter:
    """Cuts lines into hexsides; *representatives* are the points in kilometres that stand for the hexes."""

    def __init__(self, placement: Placement, representatives: Mapping[Hex, XY]) -> None:
        self.placement: Final = placement
        self.sides: Final = all_sides(placement.grid)
        self._cells: Final = placement.grid.cells
        self._points: Final = dict(representatives)
        # Made all at once: one by one they take ten times as long.
        self._point_tree: Final = shapely.STRtree(shapely.points([self._points[h] for h in self._cells]))
        self._tree: Final = shapely.STRtree(
            shapely.linestrings([[self._points[h] for h in side] for side in self.sides])
        )

    def cut(self, line: LineString) -> tuple[Crossing, ...]:
        """The chain of hexsides of *line*, in the order in which it runs."""
        moved = self._moved_off(line)
        # Wider than the line itself, because the points that were moved off it drag their segments along.
        near = line.buffer(_NUDGE * self.placement.width_km)
        found: list[Crossing] = []
        for index in self._tree.query(near, predicate="intersects"):
            side = self.sides[int(index)]
            meeting = line.intersection(self._between(side, moved))
            points = [Point(part.coords[0]) for part in shapely.get_parts(meeting) if not part.is_empty]
            if len(points) % 2:
                along = min(line.project(point) for point in points)
                found.append(Crossing(round(along, 6), side))
        return tuple(sorted(found))

    def _between(self, side: Hexside, moved: Mapping[Hex, XY]) -> LineString:
        return LineString([moved.get(h, self._points[h]) for h in side])

    def _moved_off(self, line: LineString) -> dict[Hex, XY]:
        """New points for hexes whose own lies on *line*: there one cannot tell on which bank the town stands."""
        step = _NUDGE * self.placement.width_km
        moved: dict[Hex, XY] = {}
        for index in self._point_tree.query(line.buffer(step / 10)):
            cell = self._cells[int(index)]
            x, y = self._points[cell]
            if line.distance(Point(x, y)) < step / 10:
                around = [
                    (x + step * math.cos(math.radians(angle)), y + step * math.sin(math.radians(angle)))
                    for angle in range(15, 375, 30)
                ]
                moved[cell] = max(around, key=lambda p: round(line.distance(Point(p)), 6))
        return moved


def all_sides(grid: Grid) -> list[Hexside]:
    """Every side between two cells of *grid*; cells that only touch at a corner have none."""
    straight = [s for d, s in enumerate(grid.steps) if not (grid.diagonals and d % 2)]
    return sorted((h, Hex(h + s)) for h in grid.cells for s in straight if s > 0 and Hex(h + s) in grid)


def river_segments(
    cutter: Cutter,
    geography: Geography,
    projection: Projection,
    open_sides: frozenset[Hexside],
    *,
    kinds: Collection[str] = RIVER_KINDS,
    least_sides: int = 1,
) -> list[Segment]:
    """All rivers as segments with the fact ``class``; only the sides between dry hexes (*open_sides*) are kept.

    Where two rivers share a hexside the greater class gives it its name. What stands in brackets after a name tells
    the reaches of a river apart and is not printed. Coarse boards leave out rivers of other *kinds* and those shorter
    than *least_sides*.
    """
    best: dict[Hexside, tuple[str, str]] = {}
    for river in geography.rivers.values():
        course = projection.line(river.course)
        major_from = _major_from_km(river, course, geography, projection)
        chain = cutter.cut(course)
        if river.kind not in kinds or len(chain) < least_sides:
            continue
        for crossing in chain:
            kind = "major_river" if crossing.along_km >= major_from else "river"
            known, _ = best.get(crossing.side, ("", ""))
            if crossing.side in open_sides and (not known or (known, kind) == ("river", "major_river")):
                best[crossing.side] = (kind, river.name.partition(" (")[0])
    return [Segment(a, b, name, {"class": kind}) for (a, b), (kind, name) in sorted(best.items())]


def corners_of(placement: Placement, side: Hexside) -> tuple[Corner, Corner]:
    """The two ends of a hexside as ints that are equal where hexsides meet."""
    (x1, y1), (x2, y2) = placement.corner_points(*side)
    return (round(x1 * 1000), round(y1 * 1000)), (round(x2 * 1000), round(y2 * 1000))


def chains(placement: Placement, sides: Iterable[Hexside]) -> list[list[Hexside]]:
    """*sides* strung together where they meet, each chain from its northernmost end (the westernmost of two)."""
    at: dict[Corner, list[Hexside]] = {}
    left = set(sides)
    for side in sorted(left):
        for corner in corners_of(placement, side):
            at.setdefault(corner, []).append(side)
    ends = sorted((c for c, met in at.items() if len(met) % 2), key=lambda c: (c[1], c[0]))
    found: list[list[Hexside]] = []
    for start in ends + sorted(at, key=lambda c: (c[1], c[0])):
        chain: list[Hexside] = []
        corner = start
        while step := next((s for s in at[corner] if s in left), None):
            left.discard(step)
            chain.append(step)
            one, other = corners_of(placement, step)
            corner = other if corner == one else one
        if chain:
            found.append(chain)
    return found


def _major_from_km(
    river: Watercourse, course: LineString, geography: Geography, projection: Projection
) -> float:
    """From how many kilometres below its source on the river plays as a Major River."""
    if river.name in geography.never_major:
        return float("inf")
    start = geography.major_river_from.get(river.name)
    if start is not None:
        return course.project(Point(projection.xy(start)))
    return 0.0 if river.kind == "major_river" else float("inf")
