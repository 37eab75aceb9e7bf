"""[AGN 4.8.4, AGS 4.6.4] Undying: Russian units lost on the first two turns may find their way back."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Chance, Dice, Roll, Seat

from ..events import Straggled
from ..position.roster import SOVIET
from ..position.state import Fate, Front
from ..small_dice import SovietThree, one_to_three

LAST_TURN: Final = 2
RETURNS_ON: Final = 5


def straggle(g: Front, unit: int) -> None:
    """Ask the dice about a Russian *unit* eliminated on turn 1 or 2 (R-61)."""
    if g.side_of[unit] == SOVIET and g.turn <= LAST_TURN:
        g.then(StraggleRoll(unit))


class StraggleRoll(Chance[Front]):
    """[AGN 4.8.4, AGS 4.6.4] On a 5 or 6 the unit will come back."""

    rule = "AGN 4.8.4"
    rolls = Dice.of(1, 6)

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def roller(self, g: Front) -> Seat:
        """The Soviet player."""
        return SOVIET

    def reads(self, roll: Roll) -> object:
        """Whether it is 5 or more."""
        return roll[0] >= RETURNS_ON

    def resolve(self, g: Front, roll: Roll) -> None:
        """Ask in how many turns."""
        if roll[0] >= RETURNS_ON:
            g.then(StraggleTime(self.unit))


class StraggleTime(SovietThree):
    """[AGN 4.8.4, AGS 4.6.4] A 1d3 tells in how many turns it returns, at printed strength (R-61)."""

    rule = "AGN 4.8.4"

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def resolve(self, g: Front, roll: Roll) -> None:
        """Put the unit on the track of reinforcements."""
        g.fate[self.unit] = Fate.DUE
        g.due[self.unit] = g.turn + one_to_three(roll[0])
        g.sp[self.unit] = g.roster[self.unit].sp
        g.tell(Straggled(self.unit, g.due[self.unit]))
