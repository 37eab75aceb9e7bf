"""Events: facts about what happened, for the log, the animation and the statistics, and who may know them.

State is never folded from events. A rulebook defines its events as ``@dataclass(slots=True)`` classes of ints under
``Event`` and turns them into sentences in one place, its ``text`` module. Where two sides may know different
amounts of one happening, tell two events to two audiences.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Literal, NamedTuple

from .actions import CONTROL, Seat

Audience = tuple[Seat, ...] | None
EVERYONE: Final[Audience] = None

# What part a line plays in the log. A turn or phase begins; units move, or are about to; something else is done by itself;
# a combat begins, goes on (no role of its own) and ends; dice fall; units are lost; somebody has to be told at once.
Role = Literal[
    "", "turn", "phase", "move", "prelude", "action", "combat_begins", "combat_ends", "roll", "loss", "notice"
]


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What an event tells besides its sentence: its role, and the names of its fields that hold hexes, units and so on."""

    role: Role = ""
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    # The hexes of a way, from where it begins to where it ends.
    path: tuple[str, ...] = ()
    # The number of the turn that begins.
    turn: str = ""
    # What a combat cost both sides together.
    points: tuple[str, ...] = ()


NO_FACTS: Final = Facts()


@dataclass(slots=True)
class Event:
    """A fact of play; ``rule`` names the paragraph under which it happened."""

    rule: ClassVar[str] = ""
    facts: ClassVar[Facts] = NO_FACTS

    @property
    def paragraph_cited(self) -> str:
        """The paragraph the log shows: the event's own, or the one of the step that the kernel speaks of."""
        return self.rule or getattr(self, "paragraph", "")

    def as_json(self) -> dict[str, Any]:
        """The event as plain data: its kind and its fields."""
        return {
            "kind": type(self).__name__,
            "rule": self.rule,
            **{f.name: getattr(self, f.name) for f in fields(self)},
        }


class Told(NamedTuple):
    """An event and the seats that may know of it."""

    event: Event
    audience: Audience = EVERYONE

    def heard_by(self, seat: Seat) -> bool:
        """Whether *seat* may know of it; Control may know everything."""
        return self.audience is None or seat == CONTROL or seat in self.audience


@dataclass(slots=True)
class Rolled(Event):
    """The dice were thrown for a paragraph: by whom, with which dice, and whether high faces are good for him.

    Whoever weighs luck needs no rules for it; ``seat`` is None for dice that are nobody's. ``reading`` says how the
    roll is read off a printed table, as plain data, if it is.
    """

    facts: ClassVar[Facts] = Facts(role="roll")
    paragraph: str
    faces: tuple[int, ...]
    seat: int | None = None
    sides: tuple[int, ...] = ()
    high_is_good: bool = True
    reading: dict[str, Any] | None = None


@dataclass(slots=True)
class Revealed(Event):
    """Sealed answers were opened: (seat, action id) each."""

    paragraph: str
    answers: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Edited(Event):
    """Control changed the position by hand, for a stated reason; only Control itself hears which changes."""

    facts: ClassVar[Facts] = Facts(role="notice")
    changes: tuple[tuple[str, int, int], ...]
    reason: str


@dataclass(slots=True)
class Overruled(Event):
    """Control answered in a seat's place; only that seat and Control hear the action, others find it empty."""

    facts: ClassVar[Facts] = Facts(role="notice")
    seat: int
    action: str
    reason: str
