"""The levels of a planner: the same search with more trials."""

from __future__ import annotations

from typing import Any, Final

from .planner import Planner
from .playbook import Playbook

# How many times the trials of the first level each level has.
LEVELS: Final = {"easy": 1, "normal": 2, "hard": 3}


def three_levels(book: Playbook[Any], trials: int) -> tuple[type[Planner], type[Planner], type[Planner]]:
    """``planner-easy``, ``planner-normal`` and ``planner-hard`` by *book*; the first tries so often for a question."""
    easy, normal, hard = [_level(book, level, trials * times) for level, times in LEVELS.items()]
    return easy, normal, hard


def _level(book: Playbook[Any], level: str, often: int) -> type[Planner]:
    class Level(Planner):
        """A planner that tries so often."""

        name = f"planner-{level}"
        about = (
            f"Tries whole plans out before it begins one, some {often} times for a question that matters, "
            "against an enemy who answers; it knows what its seat may know."
        )
        # It would keep a processor busy for a game that nobody plays.
        exhibited = False
        playbook = book
        trials = often

    return Level
