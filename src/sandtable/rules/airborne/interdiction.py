"""[10] Bombing and interdiction of a map square, and the suppression of flak."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Chance, Dice, Roll, Tables

from .events import Bombed
from .state import Operation, lose_status

DIE: Final = Dice.of(1, 6)
NO_EFFECT: Final = "no effect"
LOSS: Final = "loss and immobilised"
_SEVERITY: Final = (NO_EFFECT, "immobilised", LOSS)


def force_row(tables: Tables, *, tactical: int, heavy: int) -> str:
    """[10.1] The line for a force: squadrons and battalions add up; with heavies too, the better line counts (A-25)."""
    table = tables["interdiction"]
    lines = [key for key, number in ((str(tactical), tactical), (f"heavy {heavy}", heavy)) if number]
    labels = [table.rows.labels[table.rows.find(key)] for key in lines]
    return max(labels, key=lambda label: sum(_severity(tables, label)))


def _severity(tables: Tables, label: str) -> list[int]:
    table = tables["interdiction"]
    return [_SEVERITY.index(table.word(row=label, column=die, among=_SEVERITY)) for die in range(1, 7)]


class InterdictionRoll(Chance[Operation]):
    """[10.1] One die for a unit in the interdicted square (A-25)."""

    rule = "10.1"
    rolls = DIE

    def __init__(self, unit: int, row: str) -> None:
        self.unit: Final = unit
        self.row: Final = row

    def resolve(self, g: Operation, roll: Roll) -> None:
        """A point of status, or no movement for the rest of the turn, or both; flak that is hit does not fire."""
        result = g.tables["interdiction"].word(row=self.row, column=roll[0], among=_SEVERITY)
        g.tell(Bombed(self.unit, roll[0], result))
        suppress(g, self.unit, result)


def suppress(g: Operation, unit: int, result: str) -> None:
    """[10.2] Any result but no effect holds a unit in place and silences flak for this turn (A-25)."""
    if result == NO_EFFECT:
        return
    g.immobile[unit] = g.silenced[unit] = 1
    if result == LOSS:
        lose_status(g, unit, 1)
