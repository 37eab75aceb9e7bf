"""[Movement, Rail] Where a unit can go, by the very range that its step offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.kernel import Action, Bits, Hex, Reach, ReachHex, Seat, bits_of, members, top

from ..position.supply import in_supply
from ..position.war import War
from ..position.zones import enemy_zone
from ..turn.marching import Range, destinations, range_of
from ..turn.movement import March, MoveUnits
from ..turn.rail import RailMoves, RailTo, rail_hexes


def reach(g: War, action: Action | None) -> Reach | None:
    """Where the unit now moving can go, or the one that *action* picks."""
    step = top(g)
    if isinstance(step, March):
        return march_reach(g, step.unit)
    if isinstance(step, RailTo):
        return rail_reach(g, step.unit)
    if action is None or len(action.args) != 1:
        return None
    if isinstance(step, MoveUnits) and action.verb == "move":
        return march_reach(g, action.args[0])
    if isinstance(step, RailMoves) and action.verb == "rail":
        return rail_reach(g, action.args[0])
    return None


def march_reach(g: War, unit: int) -> Reach:
    """[Movement] Every hex that *unit* can march to."""
    way = range_of(g, unit)
    zone, after = enemy_zone(g, Seat(g.side_of[unit])), Afterwards(g, unit)
    here = g.hex_of[unit]
    found = {
        g.grid.name(to): _arrival(g, way, to, zone, after)
        for to in map(Hex, members(destinations(g, unit, way) & ~(1 << here)))
    }
    points = str(way.points)
    return Reach(start=g.grid.name(Hex(here)), allowance=points, left=points, hexes=found)


class Afterwards:
    """The position as it would be after a move, on one copy that is put back each time."""

    def __init__(self, g: War, unit: int) -> None:
        self.unit: Final = unit
        self._g: Final = g.copy()
        self._start: Final = Hex(g.hex_of[unit])
        self._control: Final = g.axis_control

    def in_supply(self, path: Iterable[Hex], to: Hex) -> bool:
        """[Supply] Whether the unit would be in supply in *to*: it takes the hexes on its way, and lifts the zone where it is."""
        g = self._g
        g.take_control(bits_of(path), Seat(g.side_of[self.unit]))
        g.put(self.unit, to)
        found = in_supply(g, self.unit)
        g.put(self.unit, self._start)
        g.axis_control = self._control
        return found


def _arrival(g: War, way: Range, to: Hex, zone: Bits, after: Afterwards) -> ReachHex:
    cost, path = way.cost(to) or 0, way.path(to)
    stops = bool(zone >> to & 1)
    return ReachHex(
        cost=str(cost),
        left=str(0 if stops else way.points - cost),
        path=g.grid.names(path[1:]),
        rule="Zones" if stops else "Movement",
        supplied=after.in_supply(path, to),
        ends=stops,
        note="in an enemy zone: it stops and must attack" if stops else "",
        option=Action("to", (to,)).id,
    )


def rail_reach(g: War, unit: int) -> Reach:
    """[Rail] Every hex that *unit* can go to by rail."""
    start = Hex(g.hex_of[unit])
    after = Afterwards(g, unit)
    found = {
        g.grid.name(to): ReachHex(
            cost="rail",
            left="0",
            path=(g.grid.name(to),),
            rule="Rail",
            supplied=after.in_supply((), to),
            option=Action("to", (to,)).id,
        )
        for to in map(Hex, members(rail_hexes(g, unit) & ~(1 << start)))
    }
    return Reach(start=g.grid.name(start), allowance="rail", left="rail", hexes=found)
