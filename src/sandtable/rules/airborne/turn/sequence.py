"""[12] The turn: arrivals, sealed orders, the air, movement, combats, supply, the end (A-28)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Hex

from ..air_phase.phase import AirPhase
from ..air_phase.weather import DayRoll, SetsRoll
from ..fight.forming import Combats
from ..position.corridor import AWAITED, Corridor, Task
from ..position.crossings import take_crossings
from ..position.places import put_down
from ..position.sight import look_around, report_in
from .demolition import Demolitions
from .ending import EndOfTurn
from .events import Arrived, StageBegan, TurnBegan
from .marching import Move
from .orders import Orders
from .supplying import SupplyPhase

_BLOCKED_KM: Final = 2
_LATER: Final = 2
_DUSK: Final = "18-24"


class GameTurn(Auto[Corridor]):
    """[12] A turn of six hours, and after it the next; the end of the last one ends the game."""

    rule = "12"

    def run(self, g: Corridor) -> None:
        """The parts in their order."""
        quiet = is_quiet_night(g)
        report_in(g, (unit for unit in range(len(g.hex_of)) if quiet or not g.reports_late(unit)))
        g.turn += 1
        g.tell(TurnBegan(g.turn))
        if quiet:
            stay_as_they_are(g)
        else:
            clear_orders(g)
        arrive(g)
        take_crossings(g)
        look_around(g)
        g.sets_work = 0
        dice = [
            *([DayRoll()] if g.option("random_weather") and g.is_new_day() else []),
            *([SetsRoll()] if g.option("working_sets") and g.campaign.signals and not quiet else []),
        ]
        if quiet:
            g.then(*dice, SupplyPhase(), EndOfTurn(), GameTurn())
            return
        g.stage = 1
        g.tell(StageBegan(1))
        g.then(
            *dice,
            Orders(),
            AirPhase(),
            Demolitions(),
            Move(1),
            Combats(),
            SupplyPhase(),
            EndOfTurn(),
            GameTurn(),
        )


def is_quiet_night(g: Corridor) -> bool:
    """[12.1] With the switch: whether the hours from 18 to 24 are over and nobody was ordered to attack in them (A-73)."""
    if not g.option("quiet_nights") or not g.turn or g.campaign.turns[g.turn - 1].hours != _DUSK:
        return False
    return not any(task == Task.ATTACK for task in g.task)


def stay_as_they_are(g: Corridor) -> None:
    """[12.1] The rest of a quiet night: who prepares or works goes on with it, nobody moves."""
    for unit in range(len(g.hex_of)):
        g.start[unit] = g.hex_of[unit]
        g.spent[unit] = g.marching[unit] = g.halted[unit] = 0


def clear_orders(g: Corridor) -> None:
    """[12] A new turn: no orders, nothing moved."""
    g.route.clear()
    g.passed.clear()
    g.support.clear()
    for unit in range(len(g.hex_of)):
        g.start[unit] = g.hex_of[unit]
        g.task[unit] = int(Task.NONE)
        g.target[unit] = -1
        g.heading[unit] = -1
        for column in (
            *(g.spent, g.breakthrough, g.on_foot, g.marching, g.halted, g.fired, g.attacked),
            *(g.retreated, g.waiting_prepared, g.granted, g.route_from, g.route_to),
        ):
            column[unit] = 0


def arrive(g: Corridor) -> None:
    """[16.3] Units that come by road enter at their point; where the enemy bars it they come two turns later elsewhere."""
    for unit, printed in enumerate(g.campaign.units):
        if g.hex_of[unit] != AWAITED or printed.way == "drop" or g.due[unit] > g.turn:
            continue
        enemies = g.cells_of(1 - printed.side)
        cell = int(printed.hex)
        if g.grid.within(Hex(cell), _BLOCKED_KM) & enemies:
            if g.turn < printed.arrives + _LATER:
                continue
            cell = next_entry(g, printed.side, cell, enemies)
            if cell < 0:
                continue
        put_down(g, unit, cell)
        g.tell(Arrived(unit, g.hex_of[unit]))


def next_entry(g: Corridor, side: int, cell: int, enemies: int) -> int:
    """[16.3] The nearest other source of the side that no enemy bars, or -1."""
    found = [
        int(source.hex)
        for source in g.campaign.sources
        if source.side == side and not g.grid.within(source.hex, _BLOCKED_KM) & enemies
    ]
    return min(found, key=lambda other: (g.grid.distance(Hex(cell), Hex(other)), other), default=-1)
