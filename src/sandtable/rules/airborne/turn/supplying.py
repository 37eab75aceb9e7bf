"""[18] Supply: units draw ammunition and fuel from their sources by road, and from what lies on drop zones (A-3, A-26)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Bits, Hex, bits_of
from sandtable.kernel.map.flood import flood, flood_along

from ..movement import fuel_due
from ..position.corridor import ALLIED, Corridor
from ..position.crossings import usable_sides
from ..position.sight import in_contact
from ..position.ways import open_water, roads
from ..state import Troop
from .events import Drew, StageBegan

# What lies on a drop zone serves units so near; the enemy gets one point out of two (of what he captures).
ZONE_KM: Final = 2
CAPTURED: Final = 2


class SupplyPhase(Auto[Corridor]):
    """[18] The supply of the turn."""

    rule = "18"

    def run(self, g: Corridor) -> None:
        """Sources first, then the drop zones; those in contact before the others."""
        g.stage = 5
        g.tell(StageBegan(5))
        before = (list(g.ammo), list(g.fuel))
        for source in g.campaign.sources:
            reached = supplied_cells(g, source.side, int(source.hex))
            ammo, fuel = source.ammo, source.fuel
            for unit in _by_need(g, source.side):
                if g.campaign.units[unit].formation in source.formations and reached >> g.hex_of[unit] & 1:
                    ammo, fuel = draw(g, unit, ammo, fuel)
        _draw_from_zones(g)
        for seat in range(len(g.campaign.commands)):
            own = [u for u, printed in enumerate(g.campaign.units) if printed.command == seat]
            ammo = sum(g.ammo[u] - before[0][u] for u in own)
            fuel = sum(g.fuel[u] - before[1][u] for u in own)
            if ammo or fuel:
                g.tell(Drew(seat, ammo, fuel), g.seats_hearing_of(*own))


def _by_need(g: Corridor, side: int) -> list[int]:
    """Those in contact first, then those who have least."""
    units = [unit for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) == side]
    return sorted(units, key=lambda unit: (not in_contact(g, unit), g.ammo[unit] + g.fuel[unit], unit))


def draw(g: Corridor, unit: int, ammo: int, fuel: int) -> tuple[int, int]:
    """[18.1] *unit* fills up from a source that has so many points of each kind left; what it leaves."""
    wanted = max(min(g.campaign.supply["ammo_limit"] - g.ammo[unit], ammo), 0)
    g.ammo[unit] += wanted
    burns = fuel_due(g.counter(unit).troop)
    filled = max(min(g.campaign.supply["fuel_limit"] - g.fuel[unit], fuel), 0) if burns else 0
    g.fuel[unit] += filled
    return ammo - wanted, fuel - filled


def supplied_cells(g: Corridor, side: int, source: int) -> Bits:
    """[18.1] The cells that a source reaches: any length of road over usable crossings, then 5 km across country.

    Not through enemies, nor past them without a unit of one's own there.
    """
    open_ = open_cells(g, side)
    usable = usable_sides(g, Troop.MECH, side)
    first = 1 << source
    if not open_ & first:
        return 0
    by_road = flood_along(roads(g.plan, usable), g.grid, first, open_)
    barred = open_water(g.plan, usable)
    return flood(g.grid, by_road, open_, limit=g.campaign.supply["cross_country_km"], barred=barred)


def open_cells(g: Corridor, side: int) -> Bits:
    """[18.1] The cells through which supply of *side* may come."""
    own, enemies = g.cells_of(side), g.cells_of(1 - side)
    return g.plan.board.in_play & ~enemies & (~g.grid.expand(enemies) | own)


def road_is_open(g: Corridor, side: int, start: int, goals: tuple[int, ...]) -> bool:
    """[14] Whether a road leads from *start* to one of *goals* for supply of *side*."""
    open_ = open_cells(g, side)
    first = 1 << start
    if not open_ & first:
        return False
    usable = usable_sides(g, Troop.MECH, side)
    return bool(flood_along(roads(g.plan, usable), g.grid, first, open_) & bits_of(goals))


def _draw_from_zones(g: Corridor) -> None:
    """[11.4] What was dropped is for whoever holds the zone; containers are worth half to the Germans."""
    for number, hex_ in enumerate(g.campaign.drop_zones.values()):
        if not g.dropped[number]:
            continue
        side = zone_holder(g, int(hex_))
        if side is None:
            continue
        for unit in _by_need(g, side):
            near = g.grid.distance(Hex(g.hex_of[unit]), hex_) <= ZONE_KM
            while near and g.dropped[number] >= (1 if side == ALLIED else CAPTURED):
                if g.ammo[unit] < g.campaign.supply["ammo_limit"]:
                    g.ammo[unit] += 1
                elif (
                    side == ALLIED
                    and fuel_due(g.counter(unit).troop)
                    and g.fuel[unit] < g.campaign.supply["fuel_limit"]
                ):
                    g.fuel[unit] += 1
                else:
                    break
                g.dropped[number] -= 1 if side == ALLIED else CAPTURED


def zone_holder(g: Corridor, hex_: int) -> int | None:
    """[11.4] Who holds a drop zone: the side with units within 2 km of it, if the other has none there."""
    around = g.grid.within(Hex(hex_), ZONE_KM)
    there = [side for side in (0, 1) if g.cells_of(side) & around]
    return there[0] if len(there) == 1 else None
