"""[AGN 1.2, AGS 1.2] Dice of three and of two faces, read off a six-sided one."""

from __future__ import annotations

from sandtable.kernel import Chance, Dice, Roll, Seat

from .position.roster import SOVIET
from .position.state import Front


def one_to_three(face: int) -> int:
    """[AGN 1.2, AGS 1.2] A 1d3 by a six-sided die: halved, rounded up."""
    return (face + 1) // 2


def one_to_two(face: int) -> int:
    """[AGN 1.2, AGS 1.2] A 1d2 by a six-sided die: a third, rounded up."""
    return (face + 2) // 3


class SovietThree(Chance[Front]):
    """[AGN 1.2, AGS 1.2] A 1d3 of the Soviet player, who wants it low."""

    high_is_good = False
    rolls = Dice.of(1, 6)

    def roller(self, g: Front) -> Seat:
        """The Soviet player."""
        return SOVIET

    def reads(self, roll: Roll) -> object:
        """One to three."""
        return one_to_three(roll[0])
