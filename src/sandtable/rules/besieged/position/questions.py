"""Whom a step asks: what questions to the owner of a unit, and those about where it goes, have in common.

They stand apart from the steps, for a saved agenda names none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from sandtable.kernel import Action, Bits, Choice, Offers, Seat, Wording

from .war import War
from .words import option

# Who may do several things says so when that was all.
DONE: Final = Action("done")


class OwnerChoice(Choice[War]):
    """A question about one unit, to the side that owns it."""

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def seat(self, g: War) -> Seat:
        """The owner."""
        return Seat(g.side_of[self.unit])


class WhereTo(OwnerChoice):
    """To which of several hexes a unit goes; it may stay after all."""

    # How a hex other than its own is offered.
    offer: ClassVar[str]

    def hexes(self, g: War) -> Bits:
        """Where it may go."""
        raise NotImplementedError

    def options(self, g: War) -> Sequence[Action]:
        """Every hex where it may go, and its own."""
        return Offers((), g.campaign.to_hex, self.hexes(g) | 1 << g.hex_of[self.unit])

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A hex."""
        if action.args[0] == g.hex_of[self.unit]:
            return option(g, self.rule, "Stay in {hex}", hex_=action.args[0], part="stop")
        return option(g, self.rule, self.offer, hex_=action.args[0])
