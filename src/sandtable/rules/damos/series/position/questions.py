"""Whom a step asks: what questions to the phasing player, to his enemy and to the owner of units have in common.

They stand apart from the steps, for a saved agenda names none of them.
"""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Choice, Seat

from .roster import AXIS
from .state import Front, enemy


class PhasingChoice(Choice[Front]):
    """A question to the phasing player: in combat, the attacker."""

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)


class DefenderChoice(Choice[Front]):
    """A question to the non-phasing player: in combat, the defender."""

    def seat(self, g: Front) -> Seat:
        """The non-phasing player."""
        return enemy(Seat(g.phasing))


class GermanChoice(Choice[Front]):
    """A question to the German player, whose turn ever it is."""

    def seat(self, g: Front) -> Seat:
        """The German player."""
        return AXIS


class OwnerChoice(Choice[Front]):
    """A question about one unit, to the side that owns it."""

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return Seat(g.side_of[self.unit])
