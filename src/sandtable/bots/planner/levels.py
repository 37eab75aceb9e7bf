"""The levels of a planner: the same search with more trials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .planner import Planner
from .playbook import Playbook

# How many times the trials of the first level each level has.
LEVELS: Final = {"easy": 1, "normal": 2, "hard": 3}
TRYING: Final = (
    "Tries whole plans out before it begins one, up to {often} times for a question that matters, "
    "against an enemy who answers; it knows what its seat may know."
)
PLAIN: Final = (
    "Judges as greedy does, by a doctrine that was found by playing against it; it tries nothing out."
)
NOT_MEASURED: Final = "How strong it is at this level has not been measured."
NOTHING_MEASURED: Final[Mapping[str, str]] = {}


def three_levels(
    book: Playbook[Any],
    trials: int,
    measured: Mapping[str, str] = NOTHING_MEASURED,
    kind: type[Planner] = Planner,
    *,
    plain: Sequence[str] = (),
) -> tuple[type[Planner], type[Planner], type[Planner]]:
    """``planner-easy``, ``planner-normal`` and ``planner-hard`` by *book*; the first tries so often for a question.

    *measured* tells how strong a level has proved to be, in a sentence for whoever chooses an opponent; *kind* is the planner
    that they are levels of. Those that are *plain* try nothing out: they answer as usual.
    """
    easy, normal, hard = [
        _level(kind, book, level, 0 if level in plain else trials * times, measured.get(level, NOT_MEASURED))
        for level, times in LEVELS.items()
    ]
    return easy, normal, hard


def _level(kind: type[Planner], book: Playbook[Any], level: str, often: int, strength: str) -> type[Planner]:
    class Level(kind):  # type: ignore[misc, valid-type]
        """A planner that tries so often."""

        name = f"planner-{level}"
        about = f"{TRYING.format(often=often) if often else PLAIN} {strength}"
        # It would keep a processor busy for a game that nobody plays.
        exhibited = False
        playbook = book
        trials = often

    return Level
