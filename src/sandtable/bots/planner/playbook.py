"""What a planner must be told of one game: plans to weigh, how far they are played out, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Rulebook, Seat
from sandtable.kernel.machine.state import GameState

G = TypeVar("G", bound=GameState)

# Answers for a seat as long as the operation lasts; None where the stand-in is to decide.
Plan: TypeAlias = "Callable[[Any, Seat, Sequence[Action]], Action | None]"


class Candidate(NamedTuple):
    """A whole operation that could be begun now: in words, and as what it answers from now on.

    A plan is made anew for every trial, since it may remember how far it has come.
    """

    words: str
    begin: Callable[[], Plan]


class Playbook(Generic[G]):
    """The part of a planner that knows a game."""

    rulebook: ClassVar[Rulebook[Any]]

    def usual(self) -> Bot:
        """Who answers where a question is not worth a search, and whose answer the others are held against."""
        raise NotImplementedError

    def stand_in(self, *, own: bool) -> Bot:
        """Who answers in a trial: for the *own* seat once its plan has nothing to say, or for all others."""
        return self.usual()

    def decisive(self, g: G, seat: Seat) -> bool:
        """Whether questions of this moment are worth trials at all; where none are, the usual answer is given at once."""
        return True

    def candidates(self, g: G, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """The plans to be weighed beside the usual answer; none where the question is not worth a search.

        *g* is a position that fits the view: what is hidden in it is one guess of many.
        """
        raise NotImplementedError

    def horizon(self, g: G, seat: Seat) -> Callable[[G], bool]:
        """Whether a trial that began in *g* has come to its end: the own phase is over, and the enemy has answered."""
        raise NotImplementedError

    def worth(self, g: G, seat: Seat) -> float:
        """What the position is worth to *seat*."""
        raise NotImplementedError


def beginning_with(action: Action) -> Callable[[], Plan]:
    """The plan that answers *action* now and leaves everything after it to the stand-in."""

    def begin() -> Plan:
        left = [action]

        def plan(g: Any, seat: Seat, offered: Sequence[Action]) -> Action | None:
            return left.pop() if left else None

        return plan

    return begin
