"""[Zones] Zones of control, and what surrounds a unit (B-4, B-37)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.kernel import Bits, Hex, Seat
from sandtable.kernel.map.flood import beside

from .campaign import Campaign
from .roster import AXIS
from .war import War, enemy


def zone_of_control(g: War, side: Seat) -> Bits:
    """[Zones] The hexes in the zones of *side*: around its units, not over sea or lake, nor into a Major City held by an enemy."""
    return _zone(g.campaign, g.firm[side], g.campaign.major & g.occupied[enemy(side)])


@lru_cache(maxsize=4096)
def _zone(campaign: Campaign, firm: Bits, walled: Bits) -> Bits:
    return beside(campaign.grid, firm, campaign.closed_sides) & campaign.land & ~walled


def enemy_zone(g: War, side: Seat) -> Bits:
    """[Zones] The hexes in which *side* meets an enemy zone; its own units do not negate it for movement."""
    return zone_of_control(g, enemy(side))


def barred_zone(g: War, side: Seat) -> Bits:
    """[Zones] The enemy zone that counts for retreat and supply: not where a unit of *side* stands."""
    return enemy_zone(g, side) & ~g.occupied[side]


def free_hexes(g: War, side: Seat) -> Bits:
    """[Supply, Retreats] The land without enemy units and without an enemy zone that no unit of *side* negates."""
    return g.campaign.land & ~g.occupied[enemy(side)] & ~barred_zone(g, side)


def around(g: War, hex_: Hex) -> Bits:
    """The land next to *hex_* that a unit could step to."""
    return beside(g.grid, 1 << hex_, g.campaign.water) & g.campaign.land & ~(1 << hex_)


def is_surrounded(g: War, hex_: Hex, side: Seat) -> bool:
    """[Rule 10.68] Whether units of *side* in *hex_* are surrounded: no hex around them is free, and neither is their own
    supply edge at hand (B-4, B-37).
    """
    edge = g.campaign.west_edge if side == AXIS else g.campaign.east_edge
    return not edge >> hex_ & 1 and not around(g, hex_) & free_hexes(g, side)
