"""The coast: Natural Earth's land (public domain) out of the world-atlas package's TopoJSON file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import shapely
from shapely.affinity import translate
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.kernel.refusals import SandtableError

from .projection import Projection

LAND_FILE: Final = "land-50m.json"
_MARGIN_DEGREES: Final = 1.0

LonLat = tuple[float, float]


class AtlasMissing(SandtableError):
    """The coast data is not there, or is something else."""


def land_within(
    atlas: Path, projection: Projection, bounds: tuple[float, float, float, float]
) -> BaseGeometry:
    """The land inside the kilometre rectangle *bounds*, projected; *atlas* is the folder that holds ``land-50m.json``."""
    west, south, east, north = projection.bounds_lon_lat(bounds)
    # Cut in degrees first, a little wider than the board, because most of the world cannot be projected sensibly.
    window = box(
        west - _MARGIN_DEGREES, south - _MARGIN_DEGREES, east + _MARGIN_DEGREES, north + _MARGIN_DEGREES
    )
    pieces = [
        piece
        for polygon in read_land(atlas)
        for turn in (-360.0, 0.0, 360.0)
        if not (piece := translate(polygon, xoff=turn).intersection(window)).is_empty
    ]
    land = shapely.union_all([projection.project(piece) for piece in pieces])
    # Where coast and frame touch, an intersection may leave stray lines and points: only the areas are land.
    pieces = shapely.get_parts(shapely.get_parts(land.intersection(box(*bounds)))).tolist()
    return shapely.union_all([piece for piece in pieces if isinstance(piece, Polygon)])


def read_land(atlas: Path) -> list[BaseGeometry]:
    """All land of the world in longitude and latitude, polygon by polygon; longitudes may run past 180."""
    path = atlas / LAND_FILE
    try:
        topology = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise AtlasMissing(
            f"there is no {LAND_FILE} in {atlas}; run 'make atlas' to fetch the coast"
        ) from None
    except ValueError:
        raise AtlasMissing(f"{path} is not JSON; run 'make atlas' to fetch the coast again") from None
    try:
        arcs = list(_arcs(topology))
        return [
            shapely.make_valid(Polygon(_ring(rings[0], arcs), [_ring(hole, arcs) for hole in rings[1:]]))
            for geometry in topology["objects"]["land"]["geometries"]
            for rings in ([geometry["arcs"]] if geometry["type"] == "Polygon" else geometry["arcs"])
        ]
    except (KeyError, TypeError, IndexError, ValueError):
        raise AtlasMissing(
            f"{path} is no TopoJSON of land; run 'make atlas' to fetch the coast again"
        ) from None


def unwrapped(ring: Sequence[LonLat]) -> list[LonLat]:
    """*ring* without jumps from 180 to -180 degrees.

    Natural Earth's rings step over the antimeridian; drawn as they stand, Eurasia gets a line right across the north
    that turns the polygon inside out above 65 degrees. So longitudes go on counting past 180 instead. Whichever side
    a ring begins on, its middle ends up between -180 and 180, so that holes (the Caspian) stay in their land.
    """
    points = [ring[0]]
    turn = 0.0
    for (before, _), (longitude, latitude) in pairwise(ring):
        if longitude - before > 180:
            turn -= 360
        elif longitude - before < -180:
            turn += 360
        points.append((longitude + turn, latitude))
    longitudes = [longitude for longitude, _ in points]
    whole_turns = 360.0 * round((min(longitudes) + max(longitudes)) / 2 / 360)
    return [(longitude - whole_turns, latitude) for longitude, latitude in points]


def _arcs(topology: dict[str, Any]) -> Iterator[list[LonLat]]:
    scale_x, scale_y = topology["transform"]["scale"]
    shift_x, shift_y = topology["transform"]["translate"]
    for arc in topology["arcs"]:
        x = y = 0.0
        points: list[LonLat] = []
        for dx, dy in arc:
            x += dx
            y += dy
            points.append((x * scale_x + shift_x, y * scale_y + shift_y))
        yield points


def _ring(numbers: list[int], arcs: list[list[LonLat]]) -> list[LonLat]:
    points: list[LonLat] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc[1:] if points else arc
    return unwrapped(points)
