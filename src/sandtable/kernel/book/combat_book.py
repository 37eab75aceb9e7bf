"""A rulebook of combats alone: its tables and its procedure are there, the game around them is not (yet).

Such a book has no scenarios. It adjudicates, shows its tables and its paragraphs, and says so where it is asked to play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from ..machine.actions import Action, Seat
from ..machine.events import Event
from ..machine.state import GameState, Setup
from ..map.board import Board
from .rulebook import Result, Rulebook, Scenario, UnknownName, Wording

G = TypeVar("G", bound=GameState)


class CombatBook(Rulebook[G]):
    """Everything of a rulebook that needs no board; the rest refuses with one sentence."""

    scenarios: ClassVar[tuple[Scenario, ...]] = ()
    livery: ClassVar[Mapping[str, str]] = {}

    def board(self, setup: Setup) -> Board:
        """There is none yet."""
        raise self._no_board()

    def start(self, setup: Setup) -> G:
        """Nothing can be started without a board."""
        raise self._no_board()

    def result(self, g: G) -> Result | None:
        """A single combat wins no game."""
        return None

    def view(self, g: G, seat: Seat) -> dict[str, Any]:
        """There is no position to see."""
        raise self._no_board()

    def wording(self, g: G, seat: Seat, action: Action) -> Wording:
        """The action as it is recorded."""
        return Wording(text=action.id)

    def sentence(self, g: G, event: Event) -> str:
        """A line of the log: only the kernel itself tells anything."""
        return self.kernel_sentence(g, event)

    def _no_board(self) -> UnknownName:
        return UnknownName(
            f"{self.title} has no board game yet; its combats can be resolved and weighed, and its tables shown"
        )
