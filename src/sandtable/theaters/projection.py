"""From latitude and longitude to kilometres on a plane, and the smoothing of hand-drawn outlines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from .geography import GeographyError, LatLon

XY = tuple[float, float]

STEP_DEGREES: Final = 0.05
WGS84: Final = "EPSG:4326"


class Projection:
    """A map projection given as a PROJ string whose unit is the kilometre."""

    def __init__(self, crs: str) -> None:
        try:
            parsed = CRS.from_user_input(crs)
        except CRSError:
            raise GeographyError(f"{crs!r} is no projection that PROJ knows") from None
        if any(axis.unit_name != "kilometre" for axis in parsed.axis_info):
            raise GeographyError(f"{crs!r} does not measure in kilometres; add +units=km")
        self.crs: Final = crs
        self._forward: Final = Transformer.from_crs(WGS84, parsed, always_xy=True)
        self._back: Final = Transformer.from_crs(parsed, WGS84, always_xy=True)

    def xy(self, at: LatLon) -> XY:
        """Kilometres east and north of the projection's origin."""
        x, y = self._forward.transform(at[1], at[0])
        return float(x), float(y)

    def lat_lon(self, at: XY) -> LatLon:
        """The way back."""
        longitude, latitude = self._back.transform(at[0], at[1])
        return float(latitude), float(longitude)

    def line(self, course: Sequence[LatLon]) -> LineString:
        """The course in kilometres, densified so that long legs follow the curve of the earth."""
        return LineString([self.xy(p) for p in densified(course)])

    def polygon(self, ring: Sequence[LatLon], *, rounded: int = 0) -> BaseGeometry:
        """The ring in kilometres, its corners cut *rounded* times."""
        points = smoothed(ring, rounded) if rounded else list(ring)
        outline = densified([*points, points[0]])
        return shapely.make_valid(Polygon([self.xy(p) for p in outline]))

    def project(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry of longitude/latitude coordinates in kilometres."""
        return shapely.make_valid(
            shapely.transform(shapely.segmentize(geometry, 2 * STEP_DEGREES), self._all)
        )

    def bounds_lon_lat(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """West, south, east, north of everything within the kilometre rectangle *box* (x0, y0, x1, y1)."""
        x0, y0, x1, y1 = box
        # The corners are not enough: parallels bend, so the northernmost point may lie inside the top edge.
        xs, ys = np.meshgrid(np.linspace(x0, x1, 41), np.linspace(y0, y1, 41))
        longitudes, latitudes = self._back.transform(xs.ravel(), ys.ravel())
        return (
            float(np.min(longitudes)),
            float(np.min(latitudes)),
            float(np.max(longitudes)),
            float(np.max(latitudes)),
        )

    def _all(self, lon_lat: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = self._forward.transform(lon_lat[:, 0], lon_lat[:, 1])
        return np.column_stack((x, y))


def densified(course: Sequence[LatLon], step: float = STEP_DEGREES) -> list[LatLon]:
    """*course* with points added so that no leg is longer than *step* degrees."""
    points: list[LatLon] = []
    for (a, b), (c, d) in pairwise(course):
        n = max(1, int(math.hypot(c - a, d - b) / step))
        points += [(a + (c - a) * i / n, b + (d - b) * i / n) for i in range(n)]
    points.append(course[-1])
    return points


def smoothed(ring: Sequence[LatLon], times: int = 2) -> list[LatLon]:
    """A closed ring with its corners cut (Chaikin)."""
    points = list(ring)
    for _ in range(times):
        points = [
            corner
            for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True)
            for corner in (
                (0.75 * a + 0.25 * c, 0.75 * b + 0.25 * d),
                (0.25 * a + 0.75 * c, 0.25 * b + 0.75 * d),
            )
        ]
    return points
