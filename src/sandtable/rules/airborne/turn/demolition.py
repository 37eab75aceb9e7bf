"""[15] Crossings are blown, disarmed, charged again and rebuilt (D-2 to D-6)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Chance, Dice, Hex, Reckoning, Roll

from ..position.corridor import Corridor, State, Task
from ..position.crossings import BROKEN, disarm, end_cells, ends
from .events import CrossingChanged

DIE: Final = Dice.of(1, 6)
# Orders to blow: when the enemy comes, now, and tried already in this turn.
WHEN_HE_COMES: Final = 1
NOW: Final = 2
TRIED: Final = 3
_NEAR_KM: Final = 2
_A_DAY: Final = 4
_MOST_FOR_DAYS: Final = 2
_MAY_REPEAT: Final = 2


class Demolitions(Auto[Corridor]):
    """[15.2] Orders to blow crossings are carried out before anybody moves (D-2)."""

    rule = "15.2"

    def run(self, g: Corridor) -> None:
        """One after another."""
        g.then(
            *(
                BlowRoll(point, 1)
                for point in g.plan.bridges
                if g.blow_order[point] == NOW and g.bridge[point] == State.PREPARED
            )
        )


def awaited_by_charges(g: Corridor) -> list[int]:
    """[15.2] Charged crossings with a standing order that an enemy of their holder has come next to (D-2)."""
    cells = (g.cells_of(0), g.cells_of(1))
    return [
        point
        for point, bridge in g.plan.bridges.items()
        if g.blow_order[point] == WHEN_HE_COMES
        and g.bridge[point] == State.PREPARED
        and g.turn >= bridge.permit - 1
        and g.grid.expand(end_cells(g, point)) & cells[1 - g.bridge_holder[point]]
    ]


def blow_modifiers(g: Corridor, point: int, *, ordered_now: bool) -> Reckoning:
    """[15.2] What is added to the die (D-3, D-8)."""
    total = Reckoning("added to the die")
    bridge, side = g.plan.bridges[point], g.bridge_holder[point]
    here = bridge.hex
    own, enemies = g.cells_of(side), g.cells_of(1 - side)
    at_it = end_cells(g, point)
    next_to = g.grid.expand(at_it)
    guard = bridge.guard and side == bridge.holder and not enemies & at_it
    engineers = [
        unit
        for unit, printed in enumerate(g.campaign.units)
        if printed.side == side and "engineer" in printed.marks and g.on_map(unit)
    ]
    total.add_if(bool(own & at_it or guard), "a garrison or guard", 1, "15.2")
    total.add_if(
        ordered_now and any(next_to >> g.hex_of[unit] & 1 for unit in engineers), "engineers", 1, "15.2"
    )
    beaten = any(
        g.retreated[unit] and g.start[unit] >= 0 and at_it >> g.start[unit] & 1
        for unit in range(len(g.hex_of))
        if g.side_of(unit) == side
    )
    total.add_if(beaten, "its garrison was beaten", -1, "15.2")
    both = all(g.grid.expand(1 << end) & enemies for end in ends(g, point))
    total.add_if(both, "enemies at both ends", -1, "15.2")
    shelled = any(
        g.task[unit] == Task.SHELL and g.target[unit] >= 0 and g.grid.distance(Hex(g.target[unit]), here) <= 1
        for unit in range(len(g.hex_of))
        if g.side_of(unit) != side
    )
    total.add_if(shelled, "under fire", -1, "15.2")
    days = min(g.bridge_watched[point] // _A_DAY, _MOST_FOR_DAYS)
    total.add_if(days, "wires cut in days under fire", -days, "15.2")
    alone = not own & g.grid.within(here, _NEAR_KM) and not guard
    total.add_if(alone, "nobody near it", -2, "15.2")
    total.add_if(bool(bridge.permit) and g.turn < bridge.permit, "without leave", -1, "15.6")
    return total


class BlowRoll(Chance[Corridor]):
    """[15.2] A crossing is to be blown: a die with modifiers (D-2, D-3, D-4)."""

    rule = "15.2"
    rolls = DIE

    def __init__(self, point: int, ordered_now: int) -> None:
        self.point: Final = point
        self.ordered_now: Final = ordered_now

    def resolve(self, g: Corridor, roll: Roll) -> None:
        """Blown, damaged at one less; a natural 1 disarms it; a failure by one or two may be repeated."""
        point, bridge = self.point, g.plan.bridges[self.point]
        score = roll[0] + int(blow_modifiers(g, point, ordered_now=bool(self.ordered_now)))
        g.blow_order[point] = TRIED
        if score >= bridge.blow:
            _change(g, point, State.BLOWN, "is blown")
        elif score == bridge.blow - 1:
            _change(g, point, State.DAMAGED, "is damaged")
        elif roll[0] == 1:
            _change(g, point, State.DISARMED, "is not blown: the charges fail for good")
        else:
            if bridge.blow - score > _MAY_REPEAT:
                g.blow_order[point] = 0
            g.tell(CrossingChanged(point, int(bridge.hex), "is not blown: the charges fail"))


def _change(g: Corridor, point: int, state: State, what: str) -> None:
    g.bridge[point] = int(state)
    g.blow_order[point] = 0
    g.bridge_work[point] = 0
    g.tell(CrossingChanged(point, int(g.plan.bridges[point].hex), what))


def work_on_crossings(g: Corridor) -> None:
    """[15.3, 15.4, 15.5] The end of a turn: repairs, new charges, wires cut, charges that the enemy has taken out (D-3 to D-6)."""
    for unit, task in enumerate(g.task):
        point = g.target[unit]
        idle = g.on_map(unit) and g.hex_of[unit] == g.start[unit] and not g.attacked[unit]
        if task == Task.REPAIR and idle and g.bridge[point] in BROKEN:
            g.bridge_work[point] += 1
            if g.bridge_work[point] >= g.plan.bridges[point].repair:
                _change(g, point, State.BUILT, "bears tanks again")
        elif task == Task.REARM and idle and g.bridge[point] == State.DISARMED:
            g.bridge[point] = int(State.PREPARED)
    cells = (g.cells_of(0), g.cells_of(1))
    for point, bridge in g.plan.bridges.items():
        holder = g.bridge_holder[point]
        if g.blow_order[point] in (TRIED, NOW):
            g.blow_order[point] = WHEN_HE_COMES
        if holder != bridge.holder:
            disarm(g, point)
        if g.grid.within(bridge.hex, _NEAR_KM) & cells[1 - bridge.holder]:
            g.bridge_watched[point] += 1
        g.ferried[point] = 0
