"""What a rulebook is: the contract between the rules of one game and everything around them, and the registry.

A rulebook says how a scenario starts, what a seat may know, and how actions and events read. It never asks anybody,
never rolls a die and never stores anything: the machine, the driver and the server do that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from ..machine.actions import SPECIAL_NAMES, Action, Seat, seat_title
from ..machine.events import Edited, Event, Overruled, Revealed, Rolled
from ..machine.state import GameState, Setup
from ..machine.steps import Step
from ..map.board import Board
from ..map.hexes import Hex
from ..printed.glossary import Briefing, Term
from ..printed.paragraphs import Paragraphs
from ..printed.scenarios import Result, Scenario, Switch, UnknownName, Wording
from ..printed.tables import Table, Tables
from ..refusals import Refusal
from .adjudicator import Adjudicator
from .appearance import Appearance
from .editing import Editable, plain
from .standing_orders import StandingOrder, StandingQuestion
from .study import Layer, Mark, Odds, Preview, Reach

__all__ = ["Result", "Rulebook", "Scenario", "Switch", "UnknownName", "Wording"]
__all__ += ["events_in", "register", "registered", "steps_in"]

G = TypeVar("G", bound=GameState)


class Rulebook(ABC, Generic[G]):
    """The rules of one game or series. Subclass it, and register an instance."""

    name: ClassVar[str]
    title: ClassVar[str]
    # Raised whenever the same answers could lead elsewhere; records carry it.
    behaviour: ClassVar[int]
    scenarios: ClassVar[tuple[Scenario, ...]]
    # Every step class by its name, so that a saved agenda can be read; see ``steps_in``.
    steps: ClassVar[Mapping[str, type[Step[Any]]]]
    # Every event class by its name, so that a stored line can say what it tells of; see ``events_in`` and ``Event.facts``.
    events: ClassVar[Mapping[str, type[Event]]] = {}
    # Figures and marks of the counters, and the words of this game.
    appearance: ClassVar[Appearance] = Appearance()
    # How single combats of this rulebook are adjudicated, if they can be.
    adjudicator: Adjudicator | None = None
    # nation or side -> the look of its counters: field_grey, brown_red, blue_white, olive, sand, stone
    livery: ClassVar[Mapping[str, str]] = {}
    # The questions that standing orders may answer; see ``standing``.
    standing_questions: ClassVar[tuple[StandingQuestion, ...]] = ()

    # ---- printed matter

    @property
    @abstractmethod
    def tables(self) -> Tables:
        """The tables of the book."""

    @property
    @abstractmethod
    def paragraphs(self) -> Paragraphs:
        """The paragraphs of the book, each with its status."""

    @abstractmethod
    def board(self, setup: Setup) -> Board:
        """The board on which *setup* is played."""

    # ---- play

    @abstractmethod
    def start(self, setup: Setup) -> G:
        """The position before the first step, with that step on its agenda."""

    @abstractmethod
    def result(self, g: G) -> Result | None:
        """How the game ended, or None while it goes on."""

    # ---- what players see

    @abstractmethod
    def view(self, g: G, seat: Seat) -> dict[str, Any]:
        """What *seat* may know of the position, built by inclusion, as plain data."""

    @abstractmethod
    def wording(self, g: G, seat: Seat, action: Action) -> Wording:
        """An option of *seat* as a player reads it."""

    @abstractmethod
    def sentence(self, g: G, event: Event) -> str:
        """An event as a line of the log. Kernel events go to ``kernel_sentence``."""

    def prompt(self, g: G, seat: Seat) -> str:
        """What *seat* is asked now, in a sentence."""
        step = g.agenda[-1] if g.agenda else None
        return (type(step).__doc__ or "").strip().split("\n")[0] if step else ""

    def why_not(self, g: G, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Why *seat* may not do *verb* with *what* (names of units and hexes) now, or None if it may."""
        raise UnknownName(f"{self.title} does not explain {verb!r}")

    def named(self, what: Mapping[str, str], key: str) -> str:
        """The name given under *key*, for ``why_not``; UnknownName if there is none."""
        if key not in what:
            raise UnknownName(f"say which {key} is meant; given is only {', '.join(what) or 'nothing'}")
        return what[key]

    # ---- what players may ask beyond the view; every answer follows from what *seat* may know

    @property
    def terms(self) -> Mapping[str, Term]:
        """The words of the book, explained."""
        return {}

    def briefing(self, scenario: str) -> Briefing | None:
        """What the scenario is about, or None if nobody has written it down."""
        return None

    def layers(self, g: G, seat: Seat) -> list[Layer]:
        """What may be laid over the map: zones, lines of supply, control."""
        return []

    def reach(self, g: G, seat: Seat, action: Action | None) -> Reach | None:
        """Where the force now moving can go, or the one that *action* would set in motion; None if there is none."""
        return None

    def preview(self, g: G, seat: Seat, action: Action) -> Preview | None:
        """What *action*, one of the options of *seat*, would bring; None where there is nothing to say."""
        return None

    def odds(self, g: G, seat: Seat, action: Action | None) -> Odds | None:
        """How the combat at hand may go, or the one that *action* would start; None if there is none."""
        return None

    def odds_there(self, g: G, seat: Seat, hex_: str, action: Action | None) -> Odds | None:
        """How a combat in *hex_* may go, if the force now moving, or set in motion by *action*, marched there first."""
        return None

    def mark(self, g: G, told: Mapping[str, Any]) -> Mark | None:
        """Whether a public event, as plain data, is worth a mark in the course of the game."""
        return None

    def unit_ids(self, g: G) -> Sequence[str]:
        """The units by their numbers, named as in the view."""
        return ()

    # ---- standing orders

    def standing(self, g: G, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
        """What *orders* of *seat* answer to what it is asked now; None if it must be asked."""
        return None

    def order_complaint(self, g: G, seat: Seat, order: StandingOrder) -> str | None:
        """What is wrong with a unit or hex that *order* of *seat* names, from printed matter alone; None if nothing."""
        return None

    # ---- Control

    def editable(self, g: G) -> Editable:
        """What Control may write into the position by hand, in words."""
        return plain(g)

    # ---- what the laboratory and the tests need

    def complaints(self, g: G) -> list[str]:
        """What is impossible about the position (over-stacked, unit off the map); empty when it is sound."""
        return []

    def disguise(self, g: G, seat: Seat, rng: Random) -> G:
        """A position that *seat* must not be able to tell from *g*, with what is hidden from it drawn anew.

        This is the definition of the fog that the leak test holds views, options, logs and refusals against.
        Without secrets, the position itself.
        """
        return g.copy()

    def guess(self, view: Mapping[str, Any], rng: Random) -> G:
        """A whole position that fits *view*, for bots that search."""
        raise UnknownName(f"{self.title} cannot be guessed from a view")

    # ---- conveniences

    def scenario(self, name: str) -> Scenario:
        """The scenario called *name*."""
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise UnknownName(
            f"{self.title} has no scenario {name!r}; it has {', '.join(s.name for s in self.scenarios)}"
        )

    def setup(
        self,
        scenario: str,
        options: Mapping[str, int | str | bool] | None = None,
        tables: Iterable[Table] = (),
    ) -> Setup:
        """A checked setup: every switch given or at its default, every user's table of the right shape."""
        switches = {switch.name: switch for switch in self.scenario(scenario).switches}
        chosen: dict[str, int | str | bool] = {name: switch.values[0] for name, switch in switches.items()}
        for name, value in (options or {}).items():
            if name not in switches:
                raise UnknownName(
                    f"scenario {scenario!r} has no option {name!r}; it has {', '.join(switches) or 'none'}"
                )
            # 0 and False are equal, but only one of them is the value that the scenario prints.
            if not any(value == v and type(value) is type(v) for v in switches[name].values):
                allowed = ", ".join(str(v) for v in switches[name].values)
                raise UnknownName(f"option {name!r} may be {allowed}, not {value!r}")
            chosen[name] = value
        replacements = list(tables)
        self.tables.with_replacements(replacements)
        return Setup(scenario, chosen, {table.name: table.document for table in replacements})

    def tables_for(self, setup: Setup) -> Tables:
        """The tables a game of *setup* is played with: the book's, with the user's own in place."""
        return self.tables.with_replacements(
            Table(doc, f"table {name!r}") for name, doc in setup.tables.items()
        )

    def seat(self, setup: Setup, name: str) -> Seat:
        """The number of the seat called *name*."""
        seats = self.scenario(setup.scenario).seats
        if name not in seats:
            raise UnknownName(f"there is no seat {name!r}; there are {', '.join(seats)}")
        return Seat(seats.index(name))

    def seat_name(self, setup: Setup, seat: Seat) -> str:
        """The name of *seat*; Control, spectators and the dice have names too."""
        if seat in SPECIAL_NAMES:
            return SPECIAL_NAMES[seat]
        return self.scenario(setup.scenario).seats[seat]

    def kernel_sentence(self, g: G, event: Event) -> str:
        """The log line of an event that the kernel itself tells."""

        def title(seat: int) -> str:
            return seat_title(self.seat_name(g.setup, Seat(seat)))

        match event:
            case Rolled(paragraph, faces):
                return f"The dice fall {', '.join(map(str, faces))} [{paragraph}]."
            case Revealed(paragraph, answers):
                shown = "; ".join(f"{title(seat)}: {action}" for seat, action in answers)
                return f"The sealed choices are opened: {shown} [{paragraph}]."
            case Edited((), reason):
                return f"Control changes the position: {reason}."
            case Edited(changes, _):
                described, board = self.editable(g), self.board(g.setup)
                shown = "; ".join(
                    described.in_words(*change, lambda h: board.hex_name(Hex(h))) for change in changes
                )
                return f"The changes by Control: {shown}."
            case Overruled(seat, "", reason):
                return f"Control answers for {title(seat)}: {reason}."
            case Overruled(seat, action, _):
                return f"The answer by Control for {title(seat)}: {action}."
            case _:
                return f"{type(event).__name__} [{event.rule}]."


def steps_in(*modules: ModuleType) -> dict[str, type[Step[Any]]]:
    """Every step class defined in *modules*, by name."""
    found: dict[str, type[Step[Any]]] = {}
    for module in modules:
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Step) and thing.__module__ == module.__name__:
                if thing.__name__ in found:
                    raise ValueError(
                        f"two steps are called {thing.__name__}; the second is in {module.__name__}"
                    )
                found[thing.__name__] = thing
    return found


def events_in(*modules: ModuleType) -> dict[str, type[Event]]:
    """Every event class defined in *modules*, by name."""
    return {
        thing.__name__: thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Event) and thing.__module__ == module.__name__
    }


# ---- the registry

_registered: dict[str, Rulebook[Any]] = {}


def register(rulebook: Rulebook[Any]) -> None:
    """Make *rulebook* and its scenarios known by name."""
    for scenario in rulebook.scenarios:
        for taken in set(SPECIAL_NAMES.values()) & set(scenario.seats):
            raise ValueError(f"no seat of scenario {scenario.name!r} can be called {taken!r}")
    for other in _registered.values():
        if other.name != rulebook.name:
            for taken in {s.name for s in other.scenarios} & {s.name for s in rulebook.scenarios}:
                raise ValueError(f"scenario {taken!r} belongs to {other.name!r} already")
    _registered[rulebook.name] = rulebook


def registered() -> tuple[Rulebook[Any], ...]:
    """All rulebooks known so far, by name."""
    return tuple(_registered[name] for name in sorted(_registered))
