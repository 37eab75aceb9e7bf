"""[9.1] The ways of the streams: from way point to way point, then straight to the zone and back the same way."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from sandtable.kernel import Bits, Grid, Hex, bits_of

from ..scenario.campaign import Campaign

# An overflight is a path within so many kilometres of the flak.
OVERFLIGHT_KM: Final = 4


def line(grid: Grid, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The cells of the straight line between two cells, both included."""
    (x0, y0), (x1, y1) = grid.centre(start), grid.centre(end)

    def off(cell: Hex) -> float:
        x, y = grid.centre(cell)
        return abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))

    cells = [start]
    while cells[-1] != end:
        here = cells[-1]
        nearer = [h for h in grid.neighbours(here) if grid.distance(h, end) < grid.distance(here, end)]
        cells.append(min(nearer, key=lambda h: (off(h), h)))
    return tuple(cells)


@lru_cache(maxsize=256)
def path(campaign: Campaign, route: str, zone: Hex) -> tuple[Hex, ...]:
    """[9.1] The cells over which a stream flies by *route* to *zone*."""
    stops = (*campaign.routes[route], zone)
    cells: list[Hex] = [stops[0]]
    for a, b in pairwise(stops):
        cells += line(campaign.grid, a, b)[1:]
    return tuple(cells)


@lru_cache(maxsize=256)
def overflown(campaign: Campaign, route: str, zone: Hex) -> Bits:
    """[9.1] The cells from which flak reaches the stream on its way."""
    found = bits_of(path(campaign, route, zone))
    for _ in range(OVERFLIGHT_KM):
        found = campaign.grid.expand(found) & campaign.grid.everywhere
    return found


@lru_cache(maxsize=256)
def air_zones_on(campaign: Campaign, route: str, zone: Hex) -> frozenset[int]:
    """[8] The air zones through which the stream passes, that of its drop zone included."""
    return frozenset(
        campaign.air_zone[cell] for cell in path(campaign, route, zone) if cell in campaign.air_zone
    )
