"""Rivers, canals and streams of the corridor as sides of cells, and the crossings that sit on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shapely.geometry import LineString, Point

from sandtable.kernel.board import Segment
from sandtable.kernel.hexes import Hex, Hexside

from .corridor_geography import PLACE_KINDS, WATER_KINDS, Corridor, Feature
from .geography import GeographyError
from .hexsides import Cutter
from .placement import Placement
from .projection import XY, Projection

# Nothing on wheels passes these but at a crossing; a stream has its culverts.
BARRED: Final = ("river", "canal")
ROAD_CROSSINGS: Final = frozenset({"road", "ferry", "lock"})
RAIL_CROSSINGS: Final = frozenset({"rail", "road"})
# A place nearer to a water than this (a bridge by name) does not say on which bank its cell lies.
ON_THE_WATER_KM: Final = 0.05
# How far a crossing may be typed from the course of its water, and how far its line may pass by.
OFF_THE_WATER_KM: Final = 0.35
# Of two sides about equally near, a crossing takes the one that its road goes across rather than along.
_SLANT_KM: Final = 0.4


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

    def parted(self, a: XY, b: XY) -> bool:
        """Whether a river or canal runs between two points."""
        way = LineString([a, b])
        return any(
            self.kinds[name] in BARRED and way.intersects(course) for name, course in self.courses.items()
        )


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
    legs = [
        LineString([projection.xy(corridor.point(stop)) for stop in leg])
        for line in (*corridor.roads, *corridor.rails)
        for leg in pairwise(line.via)
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
            heading = _heading(at, legs)
            ways = {side: LineString([points[side[0]], points[side[1]]]) for side in chains[over]}
            side = min(ways, key=lambda s: (round(ways[s].distance(at) + _slant_km(ways[s], heading), 6), s))
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


def _heading(at: Point, legs: Sequence[LineString]) -> XY | None:
    """The direction of the road or railway that goes by *at*, as a vector of length 1; None if there is none."""
    leg = min(legs, key=lambda leg: leg.distance(at))
    return _direction(leg) if leg.distance(at) <= OFF_THE_WATER_KM and leg.length else None


def _slant_km(way: LineString, heading: XY | None) -> float:
    """How much further a side seems whose crossing would bend the road."""
    if heading is None:
        return 0.0
    x, y = _direction(way)
    return _SLANT_KM * (1 - abs(x * heading[0] + y * heading[1]))


def _direction(line: LineString) -> XY:
    (x0, y0), (x1, y1) = line.coords[0], line.coords[-1]
    return (x1 - x0) / line.length, (y1 - y0) / line.length
