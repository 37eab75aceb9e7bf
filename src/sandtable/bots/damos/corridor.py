"""What keeps the way from a city to the east open, and what would open it again: to be cut off is to be lost."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.kernel import OFF_BOARD, Bits, Hex, bits_of, members
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.supply import free_hexes
from sandtable.rules.damos.series.position.zones import zone_of_control

from .ground import joined_to_east, neighbourhood, next_to
from .lifeline import way_east

# Farther from the city than this no single hex is looked at: there the land is wide.
NEAR: Final = 3


def rests_on(g: Front, city: Hex, hex_: Hex) -> bool:
    """Whether *city* is joined to the east and would be cut off if the Russians left *hex_*."""
    if hex_ == city or not zone_of_control(g, AXIS) >> hex_ & 1:
        return False
    free = free_hexes(g, SOVIET)
    return _joined(g.campaign, city, free) and not _joined(g.campaign, city, free & ~(1 << hex_))


def openers(g: Front, city: Hex) -> Bits:
    """Where a Russian victory, or Russians who walk in, would join *city* to the east again.

    Where no single hex would do, those that are closed on the way that is easiest to open.
    """
    closed = g.campaign.land & (g.occupied[AXIS] | zone_of_control(g, AXIS) & ~g.occupied[SOVIET])
    found = bits_of(
        hex_
        for hex_ in members(closed & neighbourhood(g.campaign, city, NEAR))
        if _joined(g.campaign, city, _free_with(g, Hex(hex_)))
    )
    return found or way_east(g, city) & closed


def _free_with(g: Front, hex_: Hex) -> Bits:
    """The hexes that a line may pass with Russians in *hex_* instead of enemies."""
    held = bool(g.occupied[AXIS] >> hex_ & 1)
    return free_hexes(g, SOVIET, hex_ if held else OFF_BOARD) | 1 << hex_


@lru_cache(maxsize=4_000)
def _joined(campaign: Campaign, city: Hex, free: Bits) -> bool:
    """[AGN 5.0] Whether a path over *free* hexes leads from *city* to the east edge."""
    return bool(next_to(campaign, city) & joined_to_east(campaign, free) | 1 << city & campaign.east_edge)
