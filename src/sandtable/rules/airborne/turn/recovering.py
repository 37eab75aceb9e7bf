"""[19] Men and rest: units that reorganise, German replacements, units that merge; each only with its switch (A-74 to A-76)."""

from __future__ import annotations

from typing import Final

from ..position.corridor import GONE, Corridor, Task
from ..position.places import begins_at
from ..position.sight import forget, in_contact
from .events import Merged, Regained
from .supplying import supplied_cells

# A day of rest brings a point, and no unit gets more than two of them.
REST_TURNS: Final = 4
MOST_REGAINED: Final = 2
# What merging costs, and the most that a merged unit has.
TO_MERGE: Final = 1
MOST_MERGED: Final = 5


def recover(g: Corridor) -> None:
    """[19] The end of a turn: who merges, who has rested, who gets replacements."""
    if g.option("merging"):
        for unit, task in enumerate(g.task):
            if task == Task.MERGE:
                merge(g, unit, g.target[unit])
    if g.option("reorganising"):
        reorganise(g)
    if g.option("replacements") and g.is_new_day():
        replace_losses(g)


def reorganise(g: Corridor) -> None:
    """[19.1] A unit that was supplied, unmoved and out of contact for four turns running regains a point, two at most (A-74)."""
    reached = {source: supplied_cells(g, source.side, int(source.hex)) for source in g.campaign.sources}
    for unit, printed in enumerate(g.campaign.units):
        supplied = g.on_map(unit) and any(
            printed.formation in source.formations and cells >> g.hex_of[unit] & 1
            for source, cells in reached.items()
        )
        rests = (
            supplied and g.hex_of[unit] == g.start[unit] and not g.attacked[unit] and not in_contact(g, unit)
        )
        g.rested[unit] = g.rested[unit] + 1 if rests else 0
        if g.rested[unit] >= REST_TURNS:
            g.rested[unit] = 0
            if g.regained[unit] < MOST_REGAINED and g.status[unit] < printed.status:
                g.regained[unit] += 1
                _regain(g, unit)


def replace_losses(g: Corridor) -> None:
    """[19.2] Points of the day go one by one to the unit of the command that lacks most, out of contact (A-75)."""
    for number, command in enumerate(g.campaign.commands):
        for _ in range(g.campaign.replacements.get(command.id, 0)):
            lacking = [
                unit
                for unit, printed in enumerate(g.campaign.units)
                if printed.command == number
                and g.on_map(unit)
                and g.status[unit] < printed.status
                and not in_contact(g, unit)
            ]
            if lacking:
                _regain(g, max(lacking, key=lambda unit: (g.counter(unit).status - g.status[unit], -unit)))


def _regain(g: Corridor, unit: int) -> None:
    g.status[unit] += 1
    g.tell(Regained(unit))


def whom_to_take_in(g: Corridor, unit: int) -> list[int]:
    """[19.3] The units of the same formation, command and kind of troops in the cell of *unit*, guns and flak apart (A-76)."""
    printed = g.campaign.units[unit]
    if not g.on_map(unit) or printed.guns or printed.flak:
        return []
    return [
        other
        for other in g.units_in(begins_at(g, unit), printed.side)
        if other != unit and _is_like(g, unit, other)
    ]


def _is_like(g: Corridor, unit: int, other: int) -> bool:
    one, two = g.campaign.units[unit], g.campaign.units[other]
    same = (one.formation, one.command, one.troop) == (two.formation, two.command, two.troop)
    return same and not two.guns and not two.flak


def merge(g: Corridor, unit: int, other: int) -> None:
    """[19.3] Two units that are still together become one: their status less 1, at most 5; stores as far as they may be held."""
    together = g.on_map(unit) and g.hex_of[unit] == g.hex_of[other] == g.start[unit] == g.start[other]
    if not together:
        return
    limits = g.campaign.supply
    g.status[unit] = min(g.status[unit] + g.status[other] - TO_MERGE, MOST_MERGED)
    g.ammo[unit] = min(g.ammo[unit] + g.ammo[other], limits["ammo_limit"])
    g.fuel[unit] = min(g.fuel[unit] + g.fuel[other], limits["fuel_limit"])
    g.prepared[unit] = 0
    g.status[other] = 0
    forget(g, other)
    g.hex_of[other] = GONE
    g.tell(Merged(unit, other))
