"""[2.5] Zones of control, [2.6] zones of influence, and [AGN 4.1, AGS 4.1] stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel import Bits, Hex, Seat

from .campaign import Campaign
from .roster import AXIS, FOREIGN, FREE, SMALL, SOVIET
from .state import Front, enemy

STACK_OF_GERMANS: Final = 4
STACK_OF_OTHERS: Final = 2


def zone_of_control(g: Front, side: Seat, *, without: Bits = 0) -> Bits:
    """[2.5, AGN 4.8.1, AGS 4.6.1] The hexes next to a steady force of *side*, and the hexes it stands in.

    Russians have none on turn 1. A zone does not reach into a major city that an enemy occupies, nor out of the
    area in play (R-76); [AGN 4.7] a Finnish one neither into Leningrad nor across the Svir. Forces in the hexes
    *without* count as if they had none.
    """
    if side == SOVIET and g.turn <= 1:
        return 0
    campaign = g.campaign
    walled = campaign.major_cities & g.occupied[enemy(side)]
    steady, finns = g.steady[side], g.finns_only if side == AXIS else 0
    if without:
        steady, finns = steady & ~without, finns & ~without
    return _zone(campaign, steady, finns, walled)


@lru_cache(maxsize=512)
def _zone(campaign: Campaign, steady: Bits, finns: Bits, walled: Bits) -> Bits:
    """The zone of *steady* forces, of which those in *finns* are Finnish; it is asked for far oftener than it changes."""
    zone = campaign.grid.expand(steady & ~finns)
    if finns:
        zone |= _finnish_zone(campaign, finns)
    return zone & campaign.land & ~walled


def _finnish_zone(campaign: Campaign, finns: Bits) -> Bits:
    """[AGN 4.7] Finnish zones stop at the Svir and before Leningrad."""
    zone = finns
    for direction, walled in enumerate(campaign.svir.toward):
        zone |= campaign.grid.shift(finns & ~walled, direction)
    return zone & ~(1 << campaign.leningrad) if campaign.leningrad >= 0 else zone


def projects_influence(g: Front, unit: int) -> bool:
    """[2.6] Whether *unit* projects a zone of influence now (3.1, 3.2; Cossacks; nobody demoralized)."""
    if g.demoralized[unit] or (g.side_of[unit] == SOVIET and g.turn <= 1):
        return False
    return g.roster.zoi_of[unit] or bool(g.cossack[unit])


def projecting(g: Front, units: Sequence[int]) -> list[int]:
    """[2.6] Those of *units*, all of one side, that project a zone of influence now, asked for many at once."""
    if not units or (g.side_of[units[0]] == SOVIET and g.turn <= 1):
        return []
    by_kind, cossack, demoralized = g.roster.zoi_of, g.cossack, g.demoralized
    return [u for u in units if (by_kind[u] or cossack[u]) and not demoralized[u]]


def capable(g: Front, units: Iterable[int]) -> bool:
    """[2.1] Whether a force is ZOI-capable: one of its units projects a zone of influence."""
    return any(projects_influence(g, unit) for unit in units)


def dice_for(sp: int) -> int:
    """[2.6] How many dice a force of *sp* rolls, which is also the range of its zone of influence."""
    return 1 if sp <= 6 else 2 if sp <= 12 else 3


def influence_range(g: Front, hex_: Hex, side: Seat) -> int:
    """[2.6] How far the zone of influence from *hex_* reaches: by the strength of its steady units (R-09)."""
    sp, demoralized = g.sp, g.demoralized
    return dice_for(sum([sp[u] for u in g.units(hex_, side) if not demoralized[u]]))


def stacking_excess(g: Front, units: Sequence[int]) -> int:
    """[AGN 4.1, AGS 4.1] By how many units a stack of one side is too high; 0 when it is allowed (R-03).

    Germans four. Russians and Axis allies two, or three with at least two divisions or brigades; one NKVD regiment
    is free. A mixed Axis stack obeys the stricter limit.
    """
    if len(units) <= STACK_OF_OTHERS:
        return 0
    stacked_as = g.roster.stacked_as
    return _excess(tuple([stacked_as[u] for u in units]))


@lru_cache(maxsize=1024)
def _excess(units: tuple[int, ...]) -> int:
    """The same by what counts of each unit; the same few kinds of stacks are looked at again and again."""
    if not any(unit & FOREIGN for unit in units):
        return max(0, len(units) - STACK_OF_GERMANS)
    limit = STACK_OF_OTHERS + (1 if len([unit for unit in units if unit & SMALL]) >= STACK_OF_OTHERS else 0)
    free = 1 if any(unit & FREE for unit in units) else 0
    return max(0, len(units) - free - limit)


def full_stack(g: Front, units: Iterable[int]) -> bool:
    """[9.0] Whether a hex is at its stacking limit: not even a division could join."""
    stacked_as = g.roster.stacked_as
    kinds = [stacked_as[u] for u in units]
    if not any(kind & FOREIGN for kind in kinds):
        return len(kinds) >= STACK_OF_GERMANS
    small = any(kind & SMALL for kind in kinds)
    free = any(kind & FREE for kind in kinds)
    return len(kinds) - int(free) >= STACK_OF_OTHERS + int(small)
