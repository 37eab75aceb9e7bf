"""The facts of log lines: what a page, a replay or a statistic needs of an event without knowing the rulebook's events.

They are worked out whenever a line is sent, from the event as plain data: so lines that were stored long ago have them
too, and whoever may read the event learns nothing new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..machine.actions import Seat
from ..machine.events import Edited, Event, Overruled, Revealed, Rolled
from ..machine.state import GameState
from ..map.hexes import Hex
from .rulebook import Rulebook

_KERNEL: Final[Mapping[str, type[Event]]] = {
    kind.__name__: kind for kind in (Rolled, Revealed, Edited, Overruled)
}


class LogFacts:
    """The facts of the lines of one game: its board and its units name what events number."""

    def __init__(self, rulebook: Rulebook[Any], g: GameState) -> None:
        self._setup: Final = g.setup
        self._rulebook: Final = rulebook
        self._hex_name: Final = rulebook.board(g.setup).hex_name
        self._units: Final[Sequence[str]] = rulebook.unit_ids(g)

    def of(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """What an event as plain data tells: its role, the hexes and units it speaks of; without what it does not tell."""
        name = told.get("kind", "")
        kind = self._rulebook.events.get(name) or _KERNEL.get(name)
        if kind is None:
            return {}
        said = kind.facts
        found: dict[str, Any] = {
            "role": said.role,
            "hexes": [self._hex_name(Hex(h)) for h in _numbers(told, said.hexes) if h >= 0],
            "path": [self._hex_name(Hex(h)) for h in _numbers(told, said.path)],
            "units": [self._units[u] for u in _numbers(told, said.units) if u < len(self._units)],
            "faces": list(told.get("faces", ())) if kind is Rolled else [],
        }
        if said.ways:
            found["ways"] = [
                {"unit": self._units[unit], "path": [self._hex_name(Hex(h)) for h in path]}
                for unit, *path in told[said.ways]
            ]
            found["step"], found["steps"] = told[said.step], told[said.steps]
        if said.turn and said.turn in told:
            found["turn"] = told[said.turn]
        if said.points:
            found["points"] = sum(_numbers(told, said.points))
        if kind is Rolled and told.get("seat") is not None:
            found["by"] = self._rulebook.seat_name(self._setup, Seat(told["seat"]))
        return {fact: value for fact, value in found.items() if value not in ("", [])}


def _numbers(told: Mapping[str, Any], names: Sequence[str]) -> list[int]:
    """The numbers in these fields of the event, one after another."""
    found: list[int] = []
    for name in names:
        value = told.get(name)
        if isinstance(value, int):
            found.append(value)
        elif value is not None:
            found.extend(value)
    return found
