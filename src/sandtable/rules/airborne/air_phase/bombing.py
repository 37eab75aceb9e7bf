"""[10.1, 10.2] Bombs and shells on map squares: flak suppressed before the lifts come, units interdicted after them (A-25, A-52)."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel import Audience, Auto, Hex, Step

from ..artillery import fires
from ..interdiction import InterdictionRoll, force_row
from ..position.corridor import Corridor, Task
from ..position.places import clear_the_destroyed
from ..state import Operation
from .events import BombsFell
from .orders import HEAVY, INTERDICT, SUPPRESS, orders


class SquareRoll(InterdictionRoll):
    """[10.1] The die for one unit of the square; only its own side sees it, for the number of dice would betray units."""

    rule = "10.1"

    def audience(self, g: Operation) -> Audience:
        """The side of the unit."""
        assert isinstance(g, Corridor)
        return g.seats_hearing_of(self.unit)


class Suppression(Auto[Corridor]):
    """[10.2] Squadrons that were sent against flak roll for the flak of their square."""

    rule = "10.2"

    def run(self, g: Corridor) -> None:
        """Square by square."""
        strike(g, {}, SUPPRESS)


class Interdiction(Auto[Corridor]):
    """[10.1] Squadrons and guns roll for every enemy unit of their square."""

    rule = "10.1"

    def run(self, g: Corridor) -> None:
        """Guns that can pay and reach add up with the squadrons of their side (A-25)."""
        shelled: dict[tuple[int, int], int] = {}
        for unit, task in enumerate(g.task):
            if task == Task.SHELL and g.on_map(unit) and g.status[unit] and fires(g, unit):
                g.fired[unit] = 1
                key = (g.side_of(unit), g.target[unit])
                shelled[key] = shelled.get(key, 0) + 1
        strike(g, shelled, INTERDICT)


class AfterBombs(Auto[Corridor]):
    """[5, 10.1] Who has no status left is gone (A-4)."""

    rule = "10.1"

    def run(self, g: Corridor) -> None:
        """Take them off."""
        clear_the_destroyed(g)


def strike(g: Corridor, guns: dict[tuple[int, int], int], verb: str) -> None:
    """[10.1] The dice for all squares that were named: by side and cell what strikes there, a die for each enemy unit."""
    forces = {key: [number, 0] for key, number in guns.items()}
    for order in orders(g, verb):
        if order.third:
            force = forces.setdefault((order.side, order.first), [0, 0])
            force[int(order.second == HEAVY)] += order.third
    steps: list[Step[Any]] = []
    for (side, cell), (tactical, heavy) in sorted(forces.items()):
        row = force_row(g.tables, tactical=tactical, heavy=heavy)
        g.tell(BombsFell(cell, tactical, heavy))
        steps += [SquareRoll(unit, row) for unit in hit_in(g, side, cell, only_flak=verb == SUPPRESS)]
    g.then(*steps, AfterBombs())


def hit_in(g: Corridor, side: int, cell: int, *, only_flak: bool) -> list[int]:
    """[10.1] The enemy units of *side* in the map square of *cell*, the cell and its six neighbours (A-27)."""
    square: Final = g.grid.within(Hex(cell), 1)
    return [
        unit
        for unit, at in enumerate(g.hex_of)
        if at >= 0
        and square >> at & 1
        and g.side_of(unit) != side
        and (g.campaign.units[unit].flak or not only_flak)
    ]
