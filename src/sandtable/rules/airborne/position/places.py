"""[12, 16.1] Units come onto the map and leave it: set-up, the edge, drops, losses; and how many a cell holds."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Bits, Hex, members

from ..movement import HALF_TURN
from ..state import Troop
from .corridor import AWAITED, GONE, Corridor
from .crossings import set_up_crossings
from .sight import forget, in_contact, look_around

# At most so many units in a cell, guns and flak apart.
CELL_HOLDS: Final = 4
# Guns landed by air are set on a road so near, since they move on roads alone.
TO_THE_ROAD_KM: Final = 2


def set_up(g: Corridor) -> None:
    """[16.1] Everybody who is there as the operation begins."""
    set_up_crossings(g)
    for unit, printed in enumerate(g.campaign.units):
        if printed.way == "board" and printed.arrives <= 1:
            put_down(g, unit, int(printed.hex))
        g.silenced[unit] = int(printed.suppressed)
    look_around(g)


def counts_for_stacking(g: Corridor, unit: int) -> bool:
    """[1.6] Whether a unit takes up room in its cell: all but guns and flak (A-41)."""
    printed = g.campaign.units[unit]
    return not printed.guns and not printed.flak


def room_in(g: Corridor, cell: int, side: int) -> int:
    """[1.6] How many more units of *side* the cell holds."""
    return CELL_HOLDS - sum(counts_for_stacking(g, unit) for unit in g.units_in(cell, side))


def put_down(g: Corridor, unit: int, cell: int) -> None:
    """[16.1] *unit* comes onto the map in *cell* or as near to it as there is room; guns on a road within 2 km."""
    side = g.side_of(unit)
    enemies = g.cells_of(1 - side)
    wanted = Hex(cell)
    if g.counter(unit).troop == Troop.ARTILLERY:
        roads = g.grid.within(wanted, TO_THE_ROAD_KM) & g.campaign.road_cells & ~enemies
        wanted = min(
            (Hex(h) for h in members(roads)), key=lambda h: (g.grid.distance(h, wanted), h), default=wanted
        )
    at = _nearest_room(g, unit, wanted, enemies)
    g.hex_of[unit] = g.start[unit] = at


def land(g: Corridor, unit: int, cell: int) -> None:
    """[16.2] *unit* comes down by air; landing and assembling take half of the turn (A-55)."""
    put_down(g, unit, cell)
    g.aboard[unit] = 0
    g.spend(unit, HALF_TURN)


def begins_at(g: Corridor, unit: int) -> int:
    """[12, 16.2] The cell in which *unit* can be given orders: where it is, or where it is to land in this turn; else -1."""
    if g.hex_of[unit] >= 0:
        return g.hex_of[unit]
    if g.hex_of[unit] == AWAITED and g.aboard[unit] and g.due[unit] <= g.turn:
        return g.landing[unit]
    return AWAITED


def spent_at_first(g: Corridor, unit: int) -> int:
    """[16.2] Ticks of the turn that are gone before *unit* takes a step: half of them for whoever is still to land."""
    return 0 if g.hex_of[unit] >= 0 else g.plan.ticks // 2


def _nearest_room(g: Corridor, unit: int, wanted: Hex, enemies: Bits) -> int:
    side = g.side_of(unit)
    free = not counts_for_stacking(g, unit)
    for distance in range(12):
        for cell in members(g.grid.ring(wanted, distance) & g.plan.board.in_play & ~enemies):
            if free or room_in(g, cell, side) > 0:
                return int(cell)
    return int(wanted)


def lose(g: Corridor, unit: int) -> None:
    """[5] A unit without status leaves the map (A-4); an enemy who stands next to it sees that."""
    if g.on_map(unit) and g.status[unit] <= 0:
        if in_contact(g, unit):
            forget(g, unit)
        g.hex_of[unit] = GONE


def clear_the_destroyed(g: Corridor) -> None:
    """[5] All units without status leave the map."""
    for unit in range(len(g.hex_of)):
        lose(g, unit)
