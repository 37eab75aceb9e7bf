"""What a rulebook hands out: scenarios with their switches, the wording of actions, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from ..documents import Document
from ..refusals import SandtableError

# In the place of a winner.
DRAW: Final = "draw"


class UnknownName(SandtableError):
    """A rulebook, scenario, option, seat or unit that does not exist."""


@dataclass(frozen=True, kw_only=True)
class Switch(Document):
    """An optional rule of a scenario: its allowed values, the first being the default."""

    name: str
    values: tuple[int | str | bool, ...]
    text: str
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A position to start from.

    A side may have several seats: ``sides`` names the side of each, "4th Army" to "red"; a seat that is not named there
    is a side of its own.
    """

    name: str
    title: str
    summary: str
    seats: tuple[str, ...]
    board: str = ""
    switches: tuple[Switch, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    # What seats are called in sentences where that is not their name with a capital: "xxx_corps" is "XXX Corps".
    titles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in self.sides:
            if seat not in self.seats:
                raise UnknownName(f"scenario {self.name!r} has no seat {seat!r} that could be on a side")
        for seat in self.titles:
            if seat not in self.seats:
                raise UnknownName(f"scenario {self.name!r} has no seat {seat!r} that could have a title")
        if DRAW in self.every_side:
            raise UnknownName(f"no side of scenario {self.name!r} can be called {DRAW!r}")

    def side(self, seat: str) -> str:
        """The side to which *seat* belongs."""
        return self.sides.get(seat, seat)

    @property
    def every_side(self) -> tuple[str, ...]:
        """The sides, in the order of their first seats."""
        return tuple(dict.fromkeys(self.side(seat) for seat in self.seats))

    def seats_of(self, side: str) -> tuple[str, ...]:
        """The seats of *side*."""
        return tuple(seat for seat in self.seats if self.side(seat) == side)


# force: sets a force in motion, and who goes and where to is asked next; all: everyone goes; add: one more joins those
# chosen; go: those chosen go; stop: the force that acts is done, and another can follow; end: a phase of one's own is over
Part = Literal["", "force", "all", "add", "go", "stop", "end"]


@dataclass(frozen=True, kw_only=True)
class Wording:
    """An action as a player reads it: a sentence, its paragraph, and what it points at on the board.

    The target names a "unit", a "hex", a "hexside" ("0304/0305"); a line of an order sheet that is to be drawn as an arrow
    also names the hex where it has its "start". Lines that differ in nothing but *amount* (of the same *group*, *what* and
    target) are offered as one, with the number to be set: *what* is then the short word for what is counted.
    """

    text: str
    rule: str = ""
    target: Mapping[str, str] = field(default_factory=dict)
    # What part it plays where several answers make one choice: a screen may then give them for one gesture.
    part: Part = ""
    # The heading under which a sheet lists it among many.
    group: str = ""
    what: str = ""
    amount: int | None = None


@dataclass(frozen=True, kw_only=True)
class Result(Document):
    """How a game ended: the winning side's name or "draw", the level of victory, and why."""

    winner: str
    level: str
    reason: str
