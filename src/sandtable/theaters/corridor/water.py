"""Rivers, canals and streams of the corridor as sides of cells, and the crossings that sit on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from shapely.geometry import LineString, Point

from sandtable.kernel.map.board import Segment
from sandtable.kernel.map.hexes import Hex, Hexside

from ..geography import GeographyError
from ..hexsides import Cutter
from ..placement import Placement
from ..projection import XY, Projection
from .geography import PLACE_KINDS, WATER_KINDS, Corridor, Feature

# Nothing on wheels passes these but at a crossing; a stream has its culverts.
BARRED: Final = ("river", "canal")
ROAD_CROSSINGS: Final = frozenset({"road", "ferry", "lock"})
RAIL_CROSSINGS: Final = frozenset({"rail", "road"})
# A place nearer to a water than this (a bridge by name) does not say on which bank its cell lies.
ON_THE_WATER_KM: Final = 0.05
# How far a crossing may be typed from the course of its water, and how far its line may pass by.
OFF_THE_WATER_KM: Final = 0.35
# Of two sides about equally near, a crossing takes the one that its road goes across rather than along.
_SLANT_KM: Final = 0.3
_ABOUT_KM: Final = 0.8


@dataclass(frozen=True, kw_only=True)
class Crossing:
    """A bridge, ferry or lock on the side of its water, with the cell on either bank."""

    feature: Feature
    xy: XY
    side: Hexside


@dataclass(frozen=True, kw_only=True)
class Waters:
    """The waters on the plane and on the grid: courses in kilometres, chains of sides, crossings."""

    courses: dict[str, LineString]
    kinds: dict[str, str]
    chains: dict[str, tuple[Hexside, ...]]
    crossings: tuple[Crossing, ...]

    def sides(self, kind: str) -> set[Hexside]:
        """All sides of the waters of one kind."""
        return {side for name, chain in self.chains.items() if self.kinds[name] == kind for side in chain}

    def closed_to(self, kinds: frozenset[str], waters: Collection[str] = BARRED) -> set[Hexside]:
        """The sides of *waters* that a line may not pass, because no crossing of one of *kinds* sits there."""
        passable = {
            (c.feature.facts["over"], c.side) for c in self.crossings if c.feature.facts["kind"] in kinds
        }
        return {
            side
            for name, chain in self.chains.items()
            if self.kinds[name] in waters
            for side in chain
            if (name, side) not in passable
        }


def bank_points(corridor: Corridor, projection: Projection, placement: Placement) -> dict[Hex, XY]:
    """The point that says on which bank each cell lies: its greatest place that is not on the water, else its middle."""
    courses = [projection.line(w.course) for w in corridor.waters.values()]
    found = {cell: placement.centre_xy(cell) for cell in placement.grid.cells}
    rank: dict[Hex, int] = {}
    for place in corridor.places.values():
        xy = projection.xy(place.at)
        cell = placement.locate(*xy)
        if cell is None or min(course.distance(Point(xy)) for course in courses) < ON_THE_WATER_KM:
            continue
        if PLACE_KINDS.index(place.kind) > rank.get(cell, -1):
            rank[cell] = PLACE_KINDS.index(place.kind)
            found[cell] = xy
    return found


def waters_of(
    corridor: Corridor, projection: Projection, placement: Placement, points: Mapping[Hex, XY]
) -> Waters:
    """The waters of *corridor* cut into sides; every crossing takes the side of its own water nearest to it."""
    cutter = Cutter(placement, points)
    courses = {name: projection.line(water.course) for name, water in corridor.waters.items()}
    chains = {name: tuple(c.side for c in cutter.cut(course)) for name, course in courses.items()}
    kinds = {name: water.kind for name, water in corridor.waters.items()}
    lines = [
        LineString([projection.xy(corridor.point(stop)) for stop in line.via])
        for line in (*corridor.roads, *corridor.rails)
    ]
    crossings: list[Crossing] = []
    for feature in corridor.crossings:
        xy = projection.xy(feature.at)
        at = Point(xy)
        over = feature.facts["over"]
        astray = courses[over].distance(at)
        if astray > OFF_THE_WATER_KM:
            raise GeographyError(f"the crossing {feature.name!r} lies {astray:.2f} km off its water, {over}")
        if chains[over] and placement.locate(*xy) is not None:
            heading = _heading(at, lines, courses[over])
            ways = {side: LineString([points[side[0]], points[side[1]]]) for side in chains[over]}
            side = min(
                ways, key=lambda s: (round(ways[s].distance(at) + _slant_km(ways[s], at, heading), 6), s)
            )
            crossings.append(Crossing(feature=feature, xy=xy, side=side))
    return Waters(courses=courses, kinds=kinds, chains=chains, crossings=tuple(crossings))


def water_segments(waters: Waters) -> list[Segment]:
    """All waters as named segments with the fact ``class``; where two share a side the greater gives its name."""
    best: dict[Hexside, str] = {}
    for kind in WATER_KINDS:
        for name, chain in waters.chains.items():
            if waters.kinds[name] == kind:
                for side in chain:
                    best.setdefault(side, name)
    return [Segment(a, b, name, {"class": waters.kinds[name]}) for (a, b), name in sorted(best.items())]


@dataclass(frozen=True)
class _Heading:
    """Where a road goes as it crosses a water, and where the water flows there; vectors of length 1."""

    road: XY
    water: XY


def _heading(at: Point, lines: Sequence[LineString], course: LineString) -> _Heading | None:
    """How the road or railway that goes by *at* crosses *course*; None if there is none."""
    line = min(lines, key=lambda line: line.distance(at))
    if line.distance(at) > OFF_THE_WATER_KM:
        return None
    return _Heading(_along(line, at), _along(course, at))


def _slant_km(way: LineString, at: Point, heading: _Heading | None) -> float:
    """How much further a side seems whose crossing would bend the road."""
    if heading is None:
        return 0.0
    across = _along(way, at)
    # The way from cell to cell is turned so that it leads to the same bank as the road does.
    same = _turn(heading.water, across) * _turn(heading.water, heading.road) >= 0
    agreement = across[0] * heading.road[0] + across[1] * heading.road[1]
    return _SLANT_KM * (1 - (agreement if same else -agreement))


def _along(line: LineString, at: Point) -> XY:
    """The direction of *line* about the point nearest to *at*."""
    middle = line.project(at)
    start, end = line.interpolate(max(middle - _ABOUT_KM, 0.0)), line.interpolate(middle + _ABOUT_KM)
    length = start.distance(end)
    return (end.x - start.x) / length, (end.y - start.y) / length


def _turn(a: XY, b: XY) -> float:
    return a[0] * b[1] - a[1] * b[0]
