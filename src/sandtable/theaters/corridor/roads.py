"""Roads and railways of the corridor: from cell to cell, over rivers and canals only where a crossing sits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shapely.geometry import Point

from sandtable.kernel.map.board import Segment
from sandtable.kernel.map.hexes import Hex, Hexside

from ..geography import GeographyError, Way
from ..lines import Ground, hugging_path
from ..placement import Placement
from ..projection import XY, Projection
from .geography import Corridor, Road
from .water import RAIL_CROSSINGS, ROAD_CROSSINGS, Crossing, Waters

CLUB_ROUTE: Final = "Club Route"
# A stop of a line this near to a crossing means that crossing.
AT_CROSSING_KM: Final = 0.35
# A line takes the bridge over a stream where that costs it no more than this; else it has a culvert.
DETOUR_FACTOR: Final = 1.3
DETOUR_CELLS: Final = 2


@dataclass(frozen=True, kw_only=True)
class _Stop:
    """A stop on the plane: a crossing, a bare point, or else a place."""

    xy: XY
    crossing: Crossing | None
    bare: bool


class _Surveyor:
    """Finds the way of lines that may use crossings of certain kinds."""

    def __init__(self, placement: Placement, waters: Waters, kinds: frozenset[str]) -> None:
        self.placement: Final = placement
        self.waters: Final = waters
        self.kinds: Final = kinds
        land = frozenset(placement.grid.cells)
        closed = waters.closed_to(kinds)
        by_bridge = closed | waters.closed_to(kinds, ("stream",))
        self._by_culvert: Final = Ground(placement=placement, land=land, closed=closed)
        self._by_bridge: Final = Ground(placement=placement, land=land, closed=by_bridge)

    def way(self, stops: Sequence[_Stop], shared: set[Hexside]) -> list[Hex] | None:
        """The cells of a line through *stops*; None if a water without a crossing bars it."""
        path: list[Hex] = []
        before: _Stop | None = None
        here = stops[0].xy
        for stop in stops:
            if stop.crossing is not None:
                leg = self._to_and_over(path, here, stop.crossing, shared)
                here = self.placement.centre_xy(leg[-1]) if leg else here
            else:
                leg = self._leg(here, stop.xy, shared)
                here = stop.xy
            if leg is None:
                return None
            bend = len(path) - 1
            path += leg[1:] if path else leg
            # A bare point only bends the line: a cell visited for its sake alone, there and back, is dropped.
            if (
                before is not None
                and before.bare
                and 0 < bend < len(path) - 1
                and path[bend - 1] == path[bend + 1]
            ):
                del path[bend : bend + 2]
            before = stop
        return path

    def _to_and_over(
        self, path: Sequence[Hex], here: XY, crossing: Crossing, shared: set[Hexside]
    ) -> list[Hex] | None:
        """The way to the nearer bank of *crossing*, and over it."""
        a, b = crossing.side
        if not path:
            return [a, b]
        ways: list[list[Hex]] = []
        for near, far in ((a, b), (b, a)):
            leg = self._leg(here, self.placement.centre_xy(near), shared)
            if leg is not None and far not in leg:
                ways.append([*leg, far])
        return min(ways, key=len, default=None)

    def _leg(self, start: XY, end: XY, shared: set[Hexside]) -> list[Hex] | None:
        a, b = self.placement.locate(*start), self.placement.locate(*end)
        if a is None or b is None:
            return None
        if a == b:
            return [a]
        bridged = hugging_path(self._by_bridge, start, end, shared)
        straight = self.placement.grid.distance(a, b)
        if bridged is not None and len(bridged) - 1 <= DETOUR_FACTOR * straight + DETOUR_CELLS:
            return bridged
        return hugging_path(self._by_culvert, start, end, shared)


def road_segments(
    corridor: Corridor, projection: Projection, placement: Placement, waters: Waters
) -> list[Segment]:
    """The roads with the facts ``class`` and, on the axis of XXX Corps, ``club``; a shared link has the best class."""
    best: dict[Hexside, Road] = {}
    surveyor = _Surveyor(placement, waters, ROAD_CROSSINGS)
    for road in corridor.roads:
        for side in _links(surveyor, corridor, projection, road, set(best)):
            if side not in best or road.road_class < best[side].road_class:
                best[side] = road
    return [
        Segment(a, b, road.name, {"class": str(road.road_class)} | _club(road))
        for (a, b), road in sorted(best.items())
    ]


def rail_segments(
    corridor: Corridor, projection: Projection, placement: Placement, waters: Waters
) -> list[Segment]:
    """The railways."""
    links: dict[Hexside, Way] = {}
    surveyor = _Surveyor(placement, waters, RAIL_CROSSINGS)
    for rail in corridor.rails:
        for side in _links(surveyor, corridor, projection, rail, set(links)):
            links.setdefault(side, rail)
    return [Segment(a, b, rail.name, {}) for (a, b), rail in sorted(links.items())]


def _links(
    surveyor: _Surveyor, corridor: Corridor, projection: Projection, line: Way, shared: set[Hexside]
) -> list[Hexside]:
    stops: list[_Stop] = []
    for stop in line.via:
        xy = projection.xy(corridor.point(stop))
        crossing = None if isinstance(stop, str) else _crossing_at(surveyor, xy)
        stops.append(_Stop(xy=xy, crossing=crossing, bare=crossing is None and not isinstance(stop, str)))
    path = surveyor.way(stops, shared)
    if path is None:
        raise GeographyError(f"the line {line.name!r} finds no way over the crossings of this board")
    grid = surveyor.placement.grid
    return [grid.side(a, b) for a, b in pairwise(path)]


def _crossing_at(surveyor: _Surveyor, xy: XY) -> Crossing | None:
    near = [
        (Point(xy).distance(Point(c.xy)), c.feature.name, c)
        for c in surveyor.waters.crossings
        if c.feature.facts["kind"] in surveyor.kinds
    ]
    distance, _, crossing = min(near, key=lambda n: n[:2])
    return crossing if distance <= AT_CROSSING_KM else None


def _club(road: Road) -> dict[str, str]:
    return {"club": "yes"} if road.name == CLUB_ROUTE else {}
