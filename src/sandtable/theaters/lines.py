"""Railways and roads: chains of places become paths from hex to hex that hug the straight line."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.kernel.map.board import Segment
from sandtable.kernel.map.hexes import Hex, Hexside

from .geography import GeographyError, LatLon, Line
from .placement import Placement
from .projection import XY

BROAD_GAUGE_COUNTRIES: Final = frozenset({"SU", "FI"})

# What the path search pays for a hex: straying from the line costs by the square of the distance, sharing the way of
# an earlier line is cheap (main lines meet in few places), hard ground is avoided where the line leaves a choice.
_STRAYING: Final = 1.2
_SHARED: Final = 0.72
_HARD_GROUND: Final = 1.25
_SAMPLES: Final = 200

Locate = Callable[[str | LatLon], XY]


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Where lines may run: over *land*, not across *closed* sides, and reluctantly over *hard* ground."""

    placement: Placement
    land: Collection[Hex]
    closed: Collection[Hexside] = ()
    hard: Collection[Hex] = ()


def lay(lines: Iterable[Line], ground: Ground, xy_of: Locate) -> dict[Hexside, Line]:
    """All *lines* as links between neighbouring hexes; a shared link belongs to the line listed first, or to one that is sure of its gauge."""
    links: dict[Hexside, Line] = {}
    for line in lines:
        # At a coarse scale a bare point on a narrow coast may fall in a sea hex: the line then passes it by on land.
        stops = [stop for stop in line.via if _is_dry(ground, xy_of(stop))]
        for here, there in pairwise(stops):
            leg = _on_board(ground, xy_of(here), xy_of(there))
            if leg is None:
                continue
            path = hugging_path(ground, *leg, links)
            if path is None:
                raise GeographyError(f"the line {line.name!r} finds no way over land from {here} to {there}")
            for a, b in pairwise(path):
                side = ground.placement.grid.side(a, b)
                if side not in links or _knows_better(line, links[side]):
                    links[side] = line
    return links


def _knows_better(line: Line, other: Line) -> bool:
    """Whether *line* is sure of its gauge where *other* only has that of its country."""
    return bool(line.gauge) and line.sure and not other.gauge


def hugging_path(
    ground: Ground, start_xy: XY, end_xy: XY, shared: Collection[Hexside] = ()
) -> list[Hex] | None:
    """The path from hex to hex nearest to the straight line; None if there is no way over land."""
    placement = ground.placement
    grid = placement.grid
    start, end = placement.locate(*start_xy), placement.locate(*end_xy)
    if start is None or end is None:
        return None
    straight: BaseGeometry = LineString([start_xy, end_xy]) if start_xy != end_xy else Point(start_xy)
    best: dict[Hex, float] = {start: 0.0}
    before: dict[Hex, Hex] = {}
    queue = [(0.0, start)]
    while queue:
        spent, cell = heapq.heappop(queue)
        if cell == end:
            break
        if spent > best[cell]:
            continue
        for after in grid.neighbours(cell):
            side = grid.side(cell, after)
            if after not in ground.land or side in ground.closed:
                continue
            straying = straight.distance(placement.centre_point(after)) / placement.width_km
            cost = 1 + _STRAYING * straying * straying
            cost *= _SHARED if side in shared else 1
            cost *= _HARD_GROUND if after in ground.hard else 1
            # Rounding keeps ties ties on every machine, so that the lower hex wins everywhere.
            total = round(spent + cost, 9)
            if total < best.get(after, float("inf")):
                best[after] = total
                before[after] = cell
                heapq.heappush(queue, (total, after))
    if end not in best:
        return None
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def rail_segments(links: Mapping[Hexside, Line], country: Mapping[Hex, str]) -> list[Segment]:
    """Railway links with the facts ``gauge`` (broad, standard, narrow) and ``sure`` (yes, no).

    A line that does not say has the gauge of the country; across a frontier the broad gauge counts, because the break
    of gauge lies at the far side's station.
    """
    found: list[Segment] = []
    for (a, b), line in sorted(links.items()):
        broad = BROAD_GAUGE_COUNTRIES & {country.get(a), country.get(b)}
        gauge = line.gauge or ("broad" if broad else "standard")
        found.append(Segment(a, b, line.name, {"gauge": gauge, "sure": "yes" if line.sure else "no"}))
    return found


def road_segments(links: Mapping[Hexside, Line]) -> list[Segment]:
    """Road links."""
    return [Segment(a, b, line.name, {}) for (a, b), line in sorted(links.items())]


def _is_dry(ground: Ground, at: XY) -> bool:
    cell = ground.placement.locate(*at)
    return cell is None or cell in ground.land


def _on_board(ground: Ground, start: XY, end: XY) -> tuple[XY, XY] | None:
    """The leg cut down to its run over the board's land; None if that is less than two hexes."""
    placement = ground.placement
    a, b = placement.locate(*start), placement.locate(*end)
    if a is None or b is None:
        points = [
            (
                start[0] + (end[0] - start[0]) * i / _SAMPLES,
                start[1] + (end[1] - start[1]) * i / _SAMPLES,
            )
            for i in range(_SAMPLES + 1)
        ]
        run = [p for p in points if placement.locate(*p) in ground.land]
        if len(run) < 2:
            return None
        start, end = run[0], run[-1]
        a, b = placement.locate(*start), placement.locate(*end)
    return None if a == b else (start, end)
