"""Exact odds from the rules themselves: play a position on through every roll, decisions taken by a stated policy.

No second implementation of combat exists: this walks the very steps that a game walks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from .actions import DICE, Action, Seat
from .distribution import Distribution
from .machine import answer, asked, options, outcomes
from .refusals import SandtableError
from .state import GameState

G = TypeVar("G", bound=GameState)
M = TypeVar("M", bound=Hashable)

WIDEST: Final = 200_000


class Policy(Protocol):
    """Who decides inside an exploration; ``name`` is shown with the answer."""

    @property
    def name(self) -> str:
        """The policy in words, e.g. "first option"."""

    def choose(self, g: GameState, seat: Seat, offered: tuple[Action, ...]) -> Action:
        """The action that *seat* takes."""


class TooWide(SandtableError):
    """An exploration with more positions at once than fit in memory."""


class FirstOption:
    """The policy that always takes the first option offered."""

    name: Final = "first option"

    def choose(self, g: GameState, seat: Seat, offered: tuple[Action, ...]) -> Action:
        """The first of *offered*."""
        return offered[0]


def explore(
    g: G,
    finished: Callable[[G], bool],
    measure: Callable[[G], M],
    policy: Policy | None = None,
    *,
    widest: int = WIDEST,
) -> Distribution[M]:
    """The exact distribution of ``measure`` over all ways that *g* can go until ``finished``.

    Positions that have become equal are put together on the way, so long combats stay small.
    """
    decide = policy or FirstOption()
    start = g.copy()
    start.told = None
    layer: dict[str, tuple[G, Fraction]] = {start.digest(): (start, Fraction(1))}
    done: list[tuple[M, Fraction]] = []
    while layer:
        after: dict[str, tuple[G, Fraction]] = {}
        for position, weight in layer.values():
            if not position.agenda or finished(position):
                done.append((measure(position), weight))
                continue
            for seat, action, chance in _ways_on(position, decide):
                child = position.copy()
                # The twin is asked the same, so the options listed for the policy need not be listed again.
                child.offered = position.offered
                answer(child, action, seat)
                key = child.digest()
                known = after.get(key)
                after[key] = (child, weight * chance + (known[1] if known else 0))
                if len(after) > widest:
                    raise TooWide(
                        f"more than {widest} different positions at once; explore a shorter stretch"
                    )
        layer = after
    return Distribution.collected(done)


def _ways_on(g: GameState, policy: Policy) -> list[tuple[Seat, Action, Fraction]]:
    """The answers to try next: every outcome of a roll, or the policy's one choice."""
    who = asked(g)
    if who == (DICE,):
        return [(DICE, outcome.action, outcome.chance) for outcome in outcomes(g)]
    seat = who[0]
    return [(seat, policy.choose(g, seat, options(g, seat)), Fraction(1))]
