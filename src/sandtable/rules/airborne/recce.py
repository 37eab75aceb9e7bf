"""[6] Air reconnaissance: what a squadron reports of each unit in its zone."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Chance, Dice, Roll

from .events import Reported
from .state import Ground, Operation, Troop

DIE: Final = Dice.of(1, 6)
CROWD: Final = 3
_COVER: Final = (Ground.CLOSE, Ground.WOOD, Ground.TOWN)
# light tanks and reconnaissance cars are armoured vehicles too; lorried infantry is not.
_ARMOUR: Final = (Troop.TANKS, Troop.RECCE)


def in_cover(troop: Troop, ground: Ground) -> bool:
    """[6.3] Whether a unit is not rolled for: in wood, town or close country, but armour never in a town (A-21)."""
    return ground in _COVER and not (ground == Ground.TOWN and troop in _ARMOUR)


def sighting(troop: Troop, *, moving: bool) -> str:
    """[6.2] The column of the table: vehicles or infantry and the like, moving or stationary (A-21)."""
    return f"{'infantry' if troop == Troop.FOOT else 'vehicles'} {'moving' if moving else 'stationary'}"


def crowding(units_in_square: int) -> int:
    """[6.4] What is added to the die: 1 for more than three units in one square."""
    return int(units_in_square > CROWD)


class RecceRoll(Chance[Operation]):
    """[6.2] One die for a unit of the enemy in the zone; 7 counts as 6 (A-21)."""

    rule = "6.2"
    rolls = DIE

    def __init__(self, unit: int, column: str, added: int) -> None:
        self.unit: Final = unit
        self.column: Final = column
        self.added: Final = added

    def resolve(self, g: Operation, roll: Roll) -> None:
        """The exact report of the table (A-5)."""
        g.tell(Reported(self.unit, roll[0], roll[0] + self.added, self.report(g, roll)))

    def report(self, g: Operation, roll: Roll) -> str:
        """[6.2] The words of the table for *roll*; their line is noted."""
        score = roll[0] + self.added
        table = g.tables["recce"]
        g.report[self.unit] = table.rows.find(score)
        return str(table.look_up(row=score, column=self.column))
