"""[8.4] What questions for a posture have in common that come before the attackers do; not a question by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import OFF_BOARD, Action, Hex, Seat, Wording

from ..position.questions import DefenderChoice
from ..position.state import Front
from .plans import posture_wording, postures


class PostureAhead(DefenderChoice):
    """[8.4] The defender chooses a posture before the attackers come; when, its kinds say."""

    rule = "8.4"
    quiet = True

    def __init__(self, units: tuple[int, ...], target: Hex) -> None:
        self.units: Final = units
        self.target: Final = target

    def options(self, g: Front) -> Sequence[Action]:
        """The postures that force, terrain and river allow."""
        defenders = g.taking_part(self.target, self.seat(g))
        found = postures(g, self.seat(g), self.target, defenders, self.crossing_from(g))
        return [Action("posture", (posture,)) for posture in found]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A posture."""
        return posture_wording(action)

    def crossing_from(self, g: Front) -> Hex:
        """The hex from which the target is entered, where it is known already."""
        return OFF_BOARD
