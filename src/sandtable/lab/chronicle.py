"""What the laboratory writes down of a game turn by turn: strength lost by each side, and which places fell when.

It reads Control's view, so it works for every rulebook whose view lists ``counters`` (with unit, side and strength)
and, where ground changes hands, ``taken_by_...`` lists of hexes.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.machine.actions import CONTROL
from sandtable.kernel.machine.state import GameState, Setup

# The classes of places whose fall is worth a line.
NOTED: Final = ("city", "major_city")
TAKEN: Final = "taken_by_"


class Chronicle:
    """Losses by turn and side, and the turn in which each city first changed hands."""

    def __init__(self, rulebook: Rulebook[Any], setup: Setup) -> None:
        board = rulebook.board(setup)
        self._rulebook = rulebook
        self._cities = {
            board.hex_name(p.hex): p.name
            for p in board.places.values()
            if p.kind in NOTED and board.in_play >> p.hex & 1
        }
        self._turn = 0
        self._strength: dict[str, tuple[str, int]] = {}
        # turn -> side -> strength lost, net of what was restored to the same unit in that turn
        self.losses: dict[int, dict[str, int]] = {}
        # name of the city -> turn of its first capture
        self.captured: dict[str, int] = {}
        # level of victory, as judged at the end of a turn -> the first turn that ended so
        self.standings: dict[str, int] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chronicle) and (
            self.losses,
            self.captured,
            self.standings,
        ) == (other.losses, other.captured, other.standings)

    __hash__ = None  # type: ignore[assignment]  # it grows during the game

    @classmethod
    def written(
        cls, losses: dict[int, dict[str, int]], captured: dict[str, int], standings: dict[str, int]
    ) -> Chronicle:
        """What was written down of a game that is over, to be read only."""
        found = cls.__new__(cls)
        found.losses, found.captured, found.standings = losses, captured, standings
        return found

    def note(self, g: GameState) -> None:
        """Look at the position if a new turn has begun."""
        turn = int(getattr(g, "turn", 0))
        if turn != self._turn:
            self._look(g)
            self._turn = turn

    def close(self, g: GameState) -> None:
        """Look at the final position."""
        self._look(g)

    def _look(self, g: GameState) -> None:
        seen = self._rulebook.view(g, CONTROL)
        now = {row["unit"]: (row["side"], int(row["strength"])) for row in seen.get("counters", ())}
        lost: dict[str, int] = {}
        for unit, (side, before) in self._strength.items():
            lost[side] = lost.get(side, 0) + max(0, before - now.get(unit, (side, 0))[1])
        if self._turn:
            self.losses[self._turn] = lost
        self._strength = now
        judged = seen.get("victory")
        if self._turn and isinstance(judged, dict):
            self.standings.setdefault(str(judged.get("level")), self._turn)
        for key, hexes in seen.items():
            if key.startswith(TAKEN):
                for name in hexes:
                    if name in self._cities:
                        self.captured.setdefault(self._cities[name], self._turn)

    def __getstate__(self) -> dict[str, Any]:
        """Only what was written down travels between processes."""
        return {"losses": self.losses, "captured": self.captured, "standings": self.standings}
