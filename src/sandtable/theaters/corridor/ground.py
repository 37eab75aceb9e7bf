"""The ground of the corridor: which cells are open, close, wood, town or marsh (the words of the movement table)."""

from __future__ import annotations

import re
from typing import Final

import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from sandtable.kernel.map.bitboards import Bits, bits_of
from sandtable.kernel.map.hexes import Hex

from ..placement import Placement
from ..projection import Projection
from .geography import AREA_KINDS, Corridor

GROUND_OF: Final = {"polder": "marsh", "marsh": "marsh", "wood": "wood", "heath": "open", "town": "town"}
COVER: Final = 0.5
# The polder runs to the dikes, and the river meadows before them are no drier: its edge cells count sooner.
POLDER_COVER: Final = 0.3
BUILT_UP: Final = 1 / 3
FRINGE_KM: Final = 0.5
# Gardens and orchards drain the polder and dot the fields; a wood or a bog at the edge of a village stays what it is.
FRINGE_OVER: Final = ("polder", "heath", "")


def ground_of(corridor: Corridor, projection: Projection, placement: Placement) -> dict[Hex, str]:
    """The ground of every cell."""
    kinds = _cover_by_kind(corridor, projection)
    # Asked last, so that the polder yields to whatever else covers half of a cell.
    kinds["polder"] = kinds.pop("polder")
    houses, fringe = _built_up(corridor, projection)
    houses = houses.union(kinds.pop("town"))
    for geometry in (*kinds.values(), houses, fringe):
        shapely.prepare(geometry)
    found: dict[Hex, str] = {}
    for cell in placement.grid.cells:
        polygon = placement.polygon(cell)
        if _share(polygon, houses) >= BUILT_UP:
            found[cell] = "town"
            continue
        kind = next((k for k, geometry in kinds.items() if _share(polygon, geometry) >= _cover(k)), "")
        if kind in FRINGE_OVER and _share(polygon, fringe) >= COVER:
            found[cell] = "close"
        else:
            found[cell] = GROUND_OF.get(kind, "open")
    return found


def areas_of(corridor: Corridor, projection: Projection, placement: Placement) -> dict[str, Bits]:
    """Every area of the geography as a set of cells, by its name and together by its kind.

    Names are written as one word: "Groesbeek heights" becomes "groesbeek-heights".
    """
    rings = {one_word(area.name): (area.kind, projection.polygon(area.ring)) for area in corridor.areas}
    together = {
        kind: (kind, shapely.union_all([polygon for own, polygon in rings.values() if own == kind]))
        for kind in AREA_KINDS
    }
    found: dict[str, Bits] = {}
    for name, (kind, geometry) in (together | rings).items():
        shapely.prepare(geometry)
        found[name] = bits_of(
            cell
            for cell in placement.cells_touching(geometry)
            if _share(placement.polygon(cell), geometry) >= _cover(kind)
            # The heights are narrow: a cell whose middle is on the ridge is on the ridge.
            or (kind == "height" and geometry.contains(placement.centre_point(cell)))
        )
    return found


def one_word(name: str) -> str:
    """*name* in small letters with hyphens for everything that is no letter or digit."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _cover(kind: str) -> float:
    return POLDER_COVER if kind == "polder" else COVER


def _cover_by_kind(corridor: Corridor, projection: Projection) -> dict[str, BaseGeometry]:
    """What each kind covers, heights aside, after later areas have been laid over earlier ones."""
    parts: dict[str, list[BaseGeometry]] = {kind: [] for kind in AREA_KINDS if kind != "height"}
    over: BaseGeometry = shapely.union_all([])
    for area in reversed(corridor.areas):
        if area.kind != "height":
            polygon = projection.polygon(area.ring)
            parts[area.kind].append(polygon.difference(over))
            over = over.union(polygon)
    return {kind: shapely.union_all(pieces) for kind, pieces in parts.items()}


def _built_up(corridor: Corridor, projection: Projection) -> tuple[BaseGeometry, BaseGeometry]:
    """The houses of the places, and the houses with their gardens.

    A city has an outline among the areas; its radius says how far it reaches as a whole and would be too much.
    """
    outlined = {area.name for area in corridor.areas if area.kind == "town"}
    houses: list[BaseGeometry] = []
    fringe: list[BaseGeometry] = []
    for place in corridor.places.values():
        if place.radius_km > 0 and place.name not in outlined:
            middle = Point(projection.xy(place.at))
            houses.append(middle.buffer(place.radius_km))
            fringe.append(middle.buffer(place.radius_km + FRINGE_KM))
    for area in corridor.areas:
        if area.kind == "town":
            fringe.append(projection.polygon(area.ring).buffer(FRINGE_KM))
    return shapely.union_all(houses), shapely.union_all(fringe)


def _share(polygon: BaseGeometry, geometry: BaseGeometry) -> float:
    if not geometry.intersects(polygon):
        return 0.0
    if geometry.contains(polygon):
        return 1.0
    return float(polygon.intersection(geometry).area / polygon.area)
