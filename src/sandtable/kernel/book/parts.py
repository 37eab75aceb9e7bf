"""The parts of a rulebook that can be played: one of them is a must, the others may be left as they are.

``Play`` is the game itself: every rulebook writes it. ``Study`` answers what players ask beyond the view, ``Orders``
lets standing orders answer, ``Control`` describes what the umpire may write, ``Fog`` says what is hidden, for the
laboratory and the tests. Their methods have defaults that fit a game without such a thing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from ..machine.actions import Action, Seat
from ..machine.state import GameState, Setup
from ..map.board import Board
from ..printed.scenarios import Result, UnknownName
from ..refusals import Refusal
from .editing import Editable, plain
from .standing_orders import StandingOrder, StandingQuestion
from .study import Layer, Mark, Odds, Preview, Reach

G = TypeVar("G", bound=GameState)


class Play(ABC, Generic[G]):
    """A must: how a scenario starts, how it ends, and what a seat may know. The steps do the rest."""

    @abstractmethod
    def board(self, setup: Setup) -> Board:
        """The board on which *setup* is played."""

    @abstractmethod
    def start(self, setup: Setup) -> G:
        """The position before the first step, with that step on its agenda."""

    @abstractmethod
    def result(self, g: G) -> Result | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, g: G, seat: Seat) -> dict[str, Any]:
        """What *seat* may know of the position, built by inclusion, as plain data."""


class Study(Generic[G]):
    """What players may ask beyond the view; every answer follows from what *seat* may know."""

    title: ClassVar[str]
    # The verbs that ``why_not`` explains, each with what has to be named: "unit", "hex". The leak test asks them all.
    explains: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def why_not(self, g: G, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
        """Why *seat* may not do *verb* with *what* (names of units and hexes) now, or None if it may."""
        raise UnknownName(f"{self.title} does not explain {verb!r}")

    def named(self, what: Mapping[str, str], key: str) -> str:
        """The name given under *key*, for ``why_not``; UnknownName if there is none."""
        if key not in what:
            raise UnknownName(f"say which {key} is meant; given is only {', '.join(what) or 'nothing'}")
        return what[key]

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

    def draft_odds(self, g: G, seat: Seat, draft: Sequence[Action], line: Action) -> Odds | None:
        """How the combat that *line* of *draft* plans may go if all of *draft* is carried out; None if it plans none."""
        return None

    def mark(self, g: G, told: Mapping[str, Any]) -> Mark | None:
        """Whether a public event, as plain data, is worth a mark in the course of the game."""
        return None

    def unit_ids(self, g: G) -> Sequence[str]:
        """The units by their numbers, named as in the view."""
        return ()


class Orders(Generic[G]):
    """Standing orders: which questions they may answer, and what they answer now."""

    # The questions that standing orders may answer; see ``standing``.
    standing_questions: ClassVar[tuple[StandingQuestion, ...]] = ()

    def standing(self, g: G, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
        """What *orders* of *seat* answer to what it is asked now; None if it must be asked."""
        return None

    def order_complaint(self, g: G, seat: Seat, order: StandingOrder) -> str | None:
        """What is wrong with a unit or hex that *order* of *seat* names, from printed matter alone; None if nothing."""
        return None


class Control(Generic[G]):
    """The umpire: what may be written into a position by hand, and what would be impossible."""

    def editable(self, g: G) -> Editable:
        """What Control may write into the position by hand, in words."""
        return plain(g)

    def after_edit(self, g: G, columns: Collection[str]) -> None:
        """Bring *g* into line after Control has written into *columns*: say what everybody now knows the less of."""

    def complaints(self, g: G) -> list[str]:
        """What is impossible about the position (over-stacked, unit off the map); empty when it is sound."""
        return []


class Fog(Generic[G]):
    """What is hidden from whom, for the leak test and for bots that search."""

    title: ClassVar[str]

    def disguise(self, g: G, seat: Seat, rng: Random) -> G:
        """A position that *seat* must not be able to tell from *g*, with what is hidden from it drawn anew.

        This is the definition of the fog that the leak test holds views, options, logs and refusals against.
        Without secrets, the position itself.
        """
        return g.copy()

    def guess(self, view: Mapping[str, Any], rng: Random) -> G:
        """A whole position that fits *view*, for bots that search."""
        raise UnknownName(f"{self.title} cannot be guessed from a view")
