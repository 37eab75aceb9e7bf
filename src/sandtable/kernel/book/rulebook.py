"""What a rulebook that can be played is: the contract between the rules of one game and everything around them.

It is a ``Book`` (printed matter), the part ``Play``, which it must write, and parts that it may leave as they are. How
actions and events read is said by the steps and events themselves. A rulebook never asks anybody, never rolls a die and
never stores anything: the machine, the driver and the server do that. Here too is the registry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, TypeVar

from ..machine import engine
from ..machine.actions import SEAT_TITLES, SPECIAL_NAMES, Action, Seat
from ..machine.events import Edited, Event
from ..machine.state import GameState, Setup
from ..machine.steps import Step
from ..map.hexes import Hex
from ..printed.scenarios import Result, Scenario, Switch, UnknownName, Wording
from ..printed.tables import Table
from .book import Book
from .parts import Control, Fog, Orders, Play, Study
from .review import Review

__all__ = ["Result", "Rulebook", "Scenario", "Switch", "UnknownName", "Wording"]
__all__ += ["events_in", "register", "registered", "steps_in"]

G = TypeVar("G", bound=GameState)


class Rulebook(Book, Play[G], Study[G], Orders[G], Control[G], Fog[G], Review[G]):
    """The rules of one game or series. Subclass it, and register an instance."""

    # ---- words: the steps and events have them

    def prompt(self, g: G, seat: Seat) -> str:
        """What *seat* is asked now, in a sentence."""
        return engine.prompt(g, seat)

    def wording(self, g: G, seat: Seat, action: Action) -> Wording:
        """An option of *seat* as a player reads it."""
        return engine.wording(g, seat, action)

    def sentence(self, g: G, event: Event) -> str:
        """An event as a line of the log."""
        if not isinstance(event, Edited) or not event.changes:
            return event.sentence(g)
        # Only the part for Control knows what the columns that were written into are called.
        described, board = self.editable(g), self.board(g.setup)
        shown = [described.in_words(*change, lambda h: board.hex_name(Hex(h))) for change in event.changes]
        return f"The changes by Control: {'; '.join(shown)}."

    # ---- setups and seats

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
        documents = {table.name: table.document for table in replacements}
        return Setup(scenario, chosen, documents, self.scenario(scenario).seats)

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

    def side_name(self, setup: Setup, seat: Seat) -> str:
        """The name of the side to which *seat* belongs; Control, spectators and the dice are on none but their own."""
        return self.scenario(setup.scenario).side(self.seat_name(setup, seat))

    def allies(self, setup: Setup, seat: Seat) -> tuple[Seat, ...]:
        """All seats of the side of *seat*, itself included: who hears what is told to the side."""
        scenario, side = self.scenario(setup.scenario), self.side_name(setup, seat)
        return tuple(Seat(n) for n, name in enumerate(scenario.seats) if scenario.side(name) == side)


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

_registered: dict[str, Book] = {}


def register(rulebook: Book) -> None:
    """Make *rulebook* and its scenarios known by name."""
    for scenario in rulebook.scenarios:
        for what, names in (("seat", scenario.seats), ("side", scenario.every_side)):
            for taken in set(SPECIAL_NAMES.values()) & set(names):
                raise ValueError(f"no {what} of scenario {scenario.name!r} can be called {taken!r}")
        for seat, title in scenario.titles.items():
            if SEAT_TITLES.get(seat, title) != title:
                raise ValueError(
                    f"the seat {seat!r} is called {SEAT_TITLES[seat]!r} already; {title!r} needs another name"
                )
    for other in _registered.values():
        if other.name != rulebook.name:
            for taken in {s.name for s in other.scenarios} & {s.name for s in rulebook.scenarios}:
                raise ValueError(f"scenario {taken!r} belongs to {other.name!r} already")
    for scenario in rulebook.scenarios:
        SEAT_TITLES.update(scenario.titles)
    _registered[rulebook.name] = rulebook


def registered() -> tuple[Book, ...]:
    """All rulebooks known so far, by name."""
    return tuple(_registered[name] for name in sorted(_registered))
