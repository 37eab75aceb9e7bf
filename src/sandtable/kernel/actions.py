"""Actions: what a seat, the dice or Control answers; small, immutable, the same in memory, records and on the wire."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, NewType

from .refusals import SandtableError

Seat = NewType("Seat", int)

CONTROL: Final = Seat(-1)
DICE: Final = Seat(-2)
SPECTATOR: Final = Seat(-3)
CONTROL_NAME: Final = "control"
DICE_NAME: Final = "dice"
SPECTATOR_NAME: Final = "spectator"


class BadAction(SandtableError):
    """An action text that cannot be read."""


class Action(NamedTuple):
    """A verb with dense numbers (units, hexes, amounts) behind it: ``Action("move", (12, 345))``."""

    verb: str
    args: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """The action as one word, "move:12:345"."""
        return ":".join((self.verb, *map(str, self.args))) if self.args else self.verb


def parse_action(text: str) -> Action:
    """The action whose id is *text*."""
    verb, *numbers = str(text).split(":")
    try:
        found = Action(verb, tuple(int(n) for n in numbers))
    except ValueError:
        found = Action("")
    # One action has one text: "move:01" and "move: 1" would be other texts for "move:1" in a record.
    if not verb or found.id != text:
        raise BadAction(
            f"{text!r} is no action; an action is a verb and whole numbers, such as 'move:12:345'"
        )
    return found


def rolled(roll: tuple[int, ...]) -> Action:
    """The action by which the dice answer."""
    return Action("roll", roll)


@cache
def numbered(verb: str, count: int) -> tuple[Action, ...]:
    """One action for each number below *count*, made once: listing options is then picking them from a row."""
    return tuple(Action(verb, (n,)) for n in range(count))
