"""Events: facts about what happened, for the log, the animation and the statistics, and who may know them.

State is never folded from events. A rulebook defines its events as ``@dataclass(slots=True)`` classes of ints under
``Event``, each with its ``sentence``. Where two sides may know different amounts of one happening, tell two events to
two audiences.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Literal, NamedTuple

from .actions import CONTROL, SPECIAL_NAMES, Seat, seat_title

Audience = tuple[Seat, ...] | None
EVERYONE: Final[Audience] = None

# What part a line plays in the log. A turn or phase begins; units move, or are about to; something else is done by itself;
# a combat begins, goes on (no role of its own) and ends; dice fall; units are lost; somebody has to be told at once; a side
# is told how it stands, on paper that it keeps.
Role = Literal[
    "turn",
    "phase",
    "move",
    "prelude",
    "action",
    "step",
    "combat_begins",
    "combat_ends",
    "roll",
    "loss",
    "notice",
    "report",
]


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What an event tells besides its sentence: its role, and the names of its fields that hold hexes, units and so on."""

    role: Role | Literal[""] = ""
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    # The hexes of a way, from where it begins to where it ends.
    path: tuple[str, ...] = ()
    # The ways of several units that went at the same time, each as (unit, hex, hex, ...), and the number of the
    # step in which they did, of how many.
    ways: str = ""
    step: str = ""
    steps: str = ""
    # The number of the turn that begins.
    turn: str = ""
    # What a combat cost both sides together.
    points: tuple[str, ...] = ()


NO_FACTS: Final = Facts()


@dataclass
class Event:
    """A fact of play; ``rule`` names the paragraph under which its kind happens, ``cite`` another for one of them."""

    __slots__ = ("_cited",)

    rule: ClassVar[str] = ""
    facts: ClassVar[Facts] = NO_FACTS

    def cite(self, paragraph: str) -> None:
        """Tell this event under *paragraph*: games that share their rules have them in books of their own."""
        self._cited = paragraph

    @property
    def cited(self) -> str:
        """The paragraph of this event: that of its kind, unless another was cited."""
        return getattr(self, "_cited", self.rule)

    @property
    def paragraph_cited(self) -> str:
        """The paragraph the log shows: the event's own, or the one of the step that the kernel speaks of."""
        return self.cited or getattr(self, "paragraph", "")

    def sentence(self, g: Any) -> str:
        """The event as a line of the log of *g*; made only where somebody reads it."""
        return f"{type(self).__name__} [{self.cited}]."

    def as_json(self) -> dict[str, Any]:
        """The event as plain data: its kind and its fields."""
        return {
            "kind": type(self).__name__,
            "rule": self.cited,
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

    def cite(self, paragraph: str) -> None:
        """Tell of a roll for *paragraph*."""
        self.paragraph = paragraph

    def sentence(self, g: Any) -> str:
        """The faces."""
        return f"The dice fall {', '.join(map(str, self.faces))} [{self.paragraph}]."


@dataclass(slots=True)
class Revealed(Event):
    """Sealed answers were opened: (seat, action id) each."""

    paragraph: str
    answers: tuple[tuple[int, str], ...]

    def cite(self, paragraph: str) -> None:
        """Tell of answers sealed for *paragraph*."""
        self.paragraph = paragraph

    def sentence(self, g: Any) -> str:
        """Every seat with its answer; a rulebook that has better words tells an event below this one."""
        shown = "; ".join(f"{_title(g, seat)}: {action}" for seat, action in self.answers)
        return f"The sealed choices are opened: {shown} [{self.paragraph}]."


@dataclass(slots=True)
class Edited(Event):
    """Control changed the position by hand, for a stated reason; only Control itself hears which changes."""

    facts: ClassVar[Facts] = Facts(role="notice")
    changes: tuple[tuple[str, int, int], ...]
    reason: str

    def sentence(self, g: Any) -> str:
        """Why; what was changed is told in the rulebook's words for its columns, see ``Rulebook.sentence``."""
        return f"Control changes the position: {self.reason}."


@dataclass(slots=True)
class Overruled(Event):
    """Control answered in a seat's place; only that seat and Control hear the action, others find it empty."""

    facts: ClassVar[Facts] = Facts(role="notice")
    seat: int
    action: str
    reason: str

    def sentence(self, g: Any) -> str:
        """For whom and why, or with which action."""
        if not self.action:
            return f"Control answers for {_title(g, self.seat)}: {self.reason}."
        return f"The answer by Control for {_title(g, self.seat)}: {self.action}."


@dataclass(slots=True)
class ControlDecided(Event):
    """A question that the rules put to Control was decided: by Control or, where nobody sits there, by its default."""

    facts: ClassVar[Facts] = Facts(role="notice")
    paragraph: str
    action: str
    text: str
    by_default: bool

    def cite(self, paragraph: str) -> None:
        """Tell of a question under *paragraph*."""
        self.paragraph = paragraph

    def sentence(self, g: Any) -> str:
        """What was decided, and whether anybody did."""
        who = "Nobody sits as Control, so this holds" if self.by_default else "Control decides"
        return f"{who}: {self.text.rstrip('.')} [{self.paragraph}]."


def _title(g: Any, seat: int) -> str:
    """The seat as sentences call it."""
    return seat_title(SPECIAL_NAMES.get(Seat(seat)) or g.setup.seats[seat])
