"""The way from a city to the east that is easiest to keep, or to open again: who holds it holds the city."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.kernel import Bits, Hex, members
from sandtable.kernel.map.flood import beside
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.zones import zone_of_control

# What a hex on the way costs: with a railway, without one, in an enemy zone where nobody stands, with enemies in it.
ALONG_RAIL: Final = 2
OVER_LAND: Final = 3
IN_ZONE: Final = 6
HELD: Final = 12


def way_east(g: Front, city: Hex) -> Bits:
    """The hexes of the cheapest way for Russians from *city* to the east edge, the city left out."""
    zone = zone_of_control(g, AXIS) & ~g.occupied[SOVIET]
    return _way_east(g.campaign, city, g.occupied[AXIS], zone, g.converted)


@lru_cache(maxsize=1024)
def _way_east(campaign: Campaign, city: Hex, foes: Bits, zone: Bits, converted: Bits) -> Bits:
    free = campaign.land & ~foes & ~zone
    rails = campaign.rail_hexes & ~converted
    terms = (
        (ALONG_RAIL, free & rails),
        (OVER_LAND, free & ~rails),
        (IN_ZONE, zone & ~foes & campaign.land),
        (HELD, foes & campaign.land),
    )
    # Who is so far away in all; grown until the edge is reached.
    rings: dict[int, Bits] = {0: 1 << city}
    done, far = 0, 0
    while far <= max(rings):
        ring = rings[far] = rings.get(far, 0) & ~done
        done |= ring
        if ring & campaign.east_edge:
            return _walked_back(campaign, rings, terms, far, ring & campaign.east_edge) & ~(1 << city)
        if ring:
            next_to = beside(campaign.grid, ring, campaign.water)
            for cost, mask in terms:
                if fresh := next_to & mask & ~done:
                    rings[far + cost] = rings.get(far + cost, 0) | fresh
        far += 1
    return 0


def _walked_back(
    campaign: Campaign, rings: dict[int, Bits], terms: tuple[tuple[int, Bits], ...], far: int, ends: Bits
) -> Bits:
    """The hexes of one way back from the first of *ends*, which is so *far* away."""
    here = next(iter(members(ends)))
    found = 1 << here
    while far:
        far -= next(cost for cost, mask in terms if mask >> here & 1)
        here = next(iter(members(rings[far] & beside(campaign.grid, 1 << here, campaign.water))))
        found |= 1 << here
    return found
