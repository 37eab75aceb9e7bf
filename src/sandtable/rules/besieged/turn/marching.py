"""[Movement, Zones, Terrain Costs] Where a unit can go in this impulse, at what cost and by which way, and why it cannot."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Bits, Hex, Refusal, Seat, members
from sandtable.kernel.map.paths import Reach, reach

from ..position.allowance import movement_allowance
from ..position.roster import AXIS, Movement
from ..position.stacking import has_room, room_refusal
from ..position.war import FREE, War, enemy
from ..position.zones import around, enemy_zone


class Range:
    """Where a unit can go: the search by points, and single hexes that a rule of zones or the minimum move adds."""

    def __init__(self, found: Reach, extra: dict[Hex, tuple[int, Hex]]) -> None:
        self.points: Final = found.mp
        self._found: Final = found
        self._extra: Final = extra
        self.all: Final[Bits] = found.all | sum(1 << h for h in extra)

    def cost(self, hex_: Hex) -> int | None:
        """The points to *hex_*, or None if it is out of reach."""
        return self._extra[hex_][0] if hex_ in self._extra else self._found.cost(hex_)

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        """The way to *hex_*, both ends included."""
        if hex_ in self._extra:
            return (*self.path(self._extra[hex_][1]), hex_)
        return self._found.path(hex_) or (hex_,)


def moving_refusal(g: War, unit: int) -> Refusal | None:
    """[Movement] Why *unit* may not move at all in this impulse, or None."""
    if g.hex_of[unit] < 0:
        return Refusal("Movement", "that unit is not on the map")
    if g.moved[unit]:
        return Refusal("Movement", "that unit has moved in this impulse")
    if g.locked[unit] != FREE:
        return Refusal("Locked", "that unit is locked in combat")
    if is_static(g, unit):
        return Refusal(
            "Static", f"that garrison stays where it is through turn {g.counter(unit).static_until}"
        )
    if waits_in_romania(g, unit):
        return Refusal("Romania", "no Axis unit in Romania moves in the first impulse of turn 1")
    if leaving_cost(g, unit) is None:
        return Refusal("Zones", "in the second impulse only cavalry and armor leave an enemy zone")
    return None


def is_static(g: War, unit: int) -> bool:
    """[Static] Whether *unit* is a garrison that stays: until its turn, or until an enemy is near what it guards."""
    counter = g.counter(unit)
    if g.turn > counter.static_until:
        return False
    if not counter.wakes_near:
        return True
    near = g.grid.within(g.campaign.hex(counter.wakes_near), g.campaign.schedule["limits"]["static_wakes"])
    return not near & g.occupied[enemy(Seat(g.side_of[unit]))]


def waits_in_romania(g: War, unit: int) -> bool:
    """[Romania] On turn 1 Axis units in Romania wait for the second impulse."""
    if g.turn != 1 or g.impulse != 1 or g.side_of[unit] != AXIS:
        return False
    return bool(g.campaign.countries.get("RO", 0) >> g.hex_of[unit] & 1)


def leaving_cost(g: War, unit: int) -> int | None:
    """[Zones] What *unit* pays to leave the zone it is in; 0 if it is in none, None if it may not leave.

    The surprised Soviets of turn 1 have the allowances of a second impulse, but leave zones as in a first.
    """
    if not enemy_zone(g, Seat(g.side_of[unit])) >> g.hex_of[unit] & 1:
        return 0
    rules = g.campaign.schedule["zones"]
    if g.impulse == 1 or g.is_surprised(Seat(g.side_of[unit])):
        return int(rules["leave_first"])
    fast = g.counter(unit).moves_as in (Movement.CAVALRY, Movement.ARMOUR)
    return int(rules["leave_second"]) if fast else None


def range_of(g: War, unit: int) -> Range:
    """[Movement, Zones, Allowances] Everything that *unit* can reach, its own hex included; room is another question."""
    side, start = Seat(g.side_of[unit]), Hex(g.hex_of[unit])
    zone = enemy_zone(g, side)
    blocked = g.occupied[enemy(side)] | g.closed(unit)
    costs = g.campaign.costs(g.counter(unit).moves_as, snow=g.snow)
    points = movement_allowance(g, unit)
    leaving = leaving_cost(g, unit)
    extra: dict[Hex, tuple[int, Hex]] = {}
    if not leaving:
        found = reach(costs, start, 0 if leaving is None else points, blocked=blocked, stop=zone)
        barred = 0
    else:
        # From zone to zone only to a friend; round about by a free hex it may be entered all the same.
        barred = around(g, start) & zone & ~g.occupied[side]
        found = reach(
            costs, start, points, blocked=blocked | barred, stop=zone, leaving={leaving: 1 << start}
        )
        between = found.all & ~zone & ~(1 << start)
        for hex_ in map(Hex, members(barred & ~blocked)):
            ways = [
                (paid + step, before)
                for before in map(Hex, members(around(g, hex_) & between))
                if (step := costs.step(before, hex_)) is not None
                and (paid := found.cost(before)) is not None
                and paid + step <= points
            ]
            if ways:
                extra[hex_] = min(ways)
    if leaving is not None:
        # [Allowances] A unit that may leave its hex may always enter the next one, for all its points.
        for hex_ in map(Hex, members(costs.beside(start) & ~blocked & ~barred & ~found.all)):
            extra[hex_] = (points, start)
    return Range(found, extra)


def destinations(g: War, unit: int, way: Range) -> Bits:
    """[Stacking] Of what *unit* can reach, the hexes where there is room for it."""
    crowded = way.all & g.occupied[g.side_of[unit]]
    full = sum(1 << h for h in members(crowded) if not has_room(g, unit, Hex(h)))
    return way.all & ~full | 1 << g.hex_of[unit]


def entry_refusal(g: War, unit: int, hex_: Hex) -> Refusal | None:
    """[Movement] Why *unit* may not move to *hex_* now, or None."""
    no = moving_refusal(g, unit)
    if no is not None:
        return no
    side = Seat(g.side_of[unit])
    if not g.campaign.land >> hex_ & 1:
        return Refusal("Terrain Costs", "that is no land in play")
    if g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal("Movement", "an enemy is there")
    if g.closed(unit) >> hex_ & 1:
        finn = g.counter(unit).nation.name == "FINNISH" and not g.campaign.neutral >> hex_ & 1
        return (
            Refusal("Finland", "Finns stay north of the Leningrad row and west of 38 degrees east")
            if finn
            else Refusal("Neutral", "that country is neutral")
        )
    way = range_of(g, unit)
    if not way.all >> hex_ & 1:
        here = Hex(g.hex_of[unit])
        if around(g, here) >> hex_ & 1 and leaving_cost(g, unit):
            return Refusal("Zones", "from one enemy zone to the next a unit goes only where a friend stands")
        return Refusal("Allowances", f"that is farther than the {way.points} movement points it has")
    return room_refusal(g, unit, hex_)
