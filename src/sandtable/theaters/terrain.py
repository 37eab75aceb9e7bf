"""Land, sea and lake, the ground of every land hex, coasts, and hexsides that are all water."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.kernel.map.hexes import Hex, Hexside

from .geography import Area
from .hexsides import all_sides
from .placement import Placement
from .places import Site
from .projection import XY, Projection

LAKE_ROUNDING: Final = 2
# The first ground that covers this share of a hex gives it its terrain; passes and causeways matter less than walls.
COVER: Final = {"mountain": 0.45, "swamp": 0.45, "rough": 0.5, "woods": 0.5}
COASTAL_SEA_SHARE: Final = 0.03
PORT_WITHIN_KM: Final = 25.0
WATER_SIDE_LAND: Final = 0.25
WATER_SIDE_WAY: Final = 0.75


@dataclass(frozen=True, kw_only=True)
class Water:
    """Land and lakes in kilometres; *dry* is the land without the lakes."""

    land: BaseGeometry
    lakes: dict[str, BaseGeometry]
    dry: BaseGeometry


def water_of(
    land: BaseGeometry, lakes: Mapping[str, tuple[tuple[float, float], ...]], projection: Projection
) -> Water:
    """The waters of a sheet: *land* in kilometres, *lakes* as drawn in degrees."""
    drawn = {name: projection.polygon(ring, rounded=LAKE_ROUNDING) for name, ring in lakes.items()}
    dry = land.difference(shapely.union_all(list(drawn.values()))) if drawn else land
    return Water(land=land, lakes=drawn, dry=dry)


def terrain_of(
    placement: Placement,
    projection: Projection,
    water: Water,
    areas: Collection[Area],
    *,
    land_threshold: float,
    forced_land: Collection[Hex],
) -> dict[Hex, str]:
    """The terrain id of every hex; *forced_land* is land however little of it there is (places, narrow coasts)."""
    shapely.prepare(water.dry)
    by_kind: dict[str, BaseGeometry] = {
        kind: shapely.union_all([projection.polygon(a.ring) for a in areas if a.kind == kind])
        for kind in COVER
    }
    for geometry in by_kind.values():
        shapely.prepare(geometry)
    lakes = shapely.union_all(list(water.lakes.values()))
    found: dict[Hex, str] = {}
    for cell in placement.grid.cells:
        polygon = placement.polygon(cell)
        share = _share(polygon, water.dry)
        if share < land_threshold and cell not in forced_land:
            sea = 1 - _share(polygon, water.land)
            found[cell] = "lake" if _share(polygon, lakes) > sea else "sea"
            continue
        found[cell] = next(
            (
                kind
                for kind, cover in COVER.items()
                if _share(polygon, by_kind[kind]) >= cover * max(share, 0.5)
            ),
            "clear",
        )
    return found


def coastal_hexes(
    placement: Placement, terrain: Mapping[Hex, str], water: Water, sites: Mapping[Hex, tuple[Site, ...]]
) -> set[Hex]:
    """Land hexes on the sea: some sea in them, a sea hex beside them, or a port close to the real coast."""
    shapely.prepare(water.land)
    shore = water.land.boundary
    found: set[Hex] = set()
    for cell, kind in terrain.items():
        if kind in ("sea", "lake"):
            continue
        port = any(
            s.settlement.port and shore.distance(Point(s.xy)) < PORT_WITHIN_KM for s in sites.get(cell, ())
        )
        if (
            port
            or any(terrain[n] == "sea" for n in placement.grid.neighbours(cell))
            or 1 - _share(placement.polygon(cell), water.land) > COASTAL_SEA_SHARE
        ):
            found.add(cell)
    return found


def water_sides(
    placement: Placement, terrain: Mapping[Hex, str], water: Water, representatives: Mapping[Hex, XY]
) -> set[Hexside]:
    """Sides between two land hexes that are nearly all water, and where the way between their middles is too."""
    found: set[Hexside] = set()
    for a, b in all_sides(placement.grid):
        if {terrain[a], terrain[b]} & {"sea", "lake"}:
            continue
        side = placement.side_segment(a, b)
        if water.dry.contains(side) or side.intersection(water.dry).length >= WATER_SIDE_LAND * side.length:
            continue
        way = LineString([representatives[a], representatives[b]])
        if way.intersection(water.dry).length < WATER_SIDE_WAY * placement.width_km:
            found.add((a, b))
    return found


def _share(polygon: BaseGeometry, geometry: BaseGeometry) -> float:
    if not geometry.intersects(polygon):
        return 0.0
    if geometry.contains(polygon):
        return 1.0
    return polygon.intersection(geometry).area / polygon.area
