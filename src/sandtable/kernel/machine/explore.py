"""Exact odds from the rules themselves: play a position on through every roll, decisions taken by a stated policy.

No second implementation of combat exists: this walks the very steps that a game walks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, Protocol, TypeVar

from ..chance.dice import Dice
from ..chance.distribution import Distribution, added
from ..refusals import SandtableError
from .actions import DICE, Action, Seat
from .engine import Outcome, answer, asked, control_default, dice_asked, options, outcomes, settle, take, top
from .state import GameState
from .steps import Step

G = TypeVar("G", bound=GameState)
M = TypeVar("M", bound=Hashable)

WIDEST: Final = 200_000
# A policy that answers this often between two rolls is going in circles.
LONGEST: Final = 10_000


class Policy(Protocol):
    """Who decides inside an exploration; ``name`` is shown with the answer."""

    @property
    def name(self) -> str:
        """The policy in words, e.g. "first option"."""

    def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
        """The action that *seat* takes."""


class TooWide(SandtableError):
    """An exploration with more positions at once than fit in memory."""


class FirstOption:
    """The policy that always takes the first option offered."""

    name: Final = "first option"

    def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
        """The first of *offered*."""
        return offered[0]


def decided(g: GameState, seat: Seat, policy: Policy) -> Action:
    """What *seat* answers by *policy*; nobody sits as Control here, so what he is asked is answered by its default."""
    found = control_default(g)
    return policy.choose(g, seat, options(g, seat)) if found is None else found


def explore(
    g: G,
    finished: Callable[[G], bool],
    measure: Callable[[G], M],
    policy: Policy | None = None,
    *,
    widest: int = WIDEST,
    key: Callable[[G], Hashable] | None = None,
) -> Distribution[M]:
    """The exact distribution of ``measure`` over all ways that *g* can go until ``finished``.

    Positions that have become equal are put together after every roll, so long combats stay small. A caller who
    knows what still matters may say so with *key*: positions with equal keys count as equal.
    """
    return explore_onward([(g, Fraction(1))], finished, measure, policy, widest=widest, key=key)


def explore_onward(
    starts: Sequence[tuple[G, Fraction]],
    finished: Callable[[G], bool],
    measure: Callable[[G], M],
    policy: Policy | None = None,
    *,
    widest: int = WIDEST,
    key: Callable[[G], Hashable] | None = None,
) -> Distribution[M]:
    """The same from one of several positions of one game, each with its chance: where a rulebook knows the way so far."""
    decide = policy or FirstOption()
    same: Callable[[G], Hashable] = key or everything(starts[0][0])
    layer: dict[Hashable, tuple[G, Fraction]] = {}
    for given, weight in starts:
        start = given.copy()
        start.told = None
        what = same(start)
        layer[what] = (start, weight + layer[what][1]) if what in layer else (start, weight)
    # What a roll can bring depends on the step that asks for it alone.
    rolls: dict[tuple[Step[Any] | None, Dice], list[Outcome]] = {}
    done: list[tuple[M, Fraction]] = []
    while layer:
        after: dict[Hashable, tuple[G, Fraction]] = {}
        for position, weight in layer.values():
            if _reaches_its_end(position, finished, decide):
                done.append((measure(position), weight))
                continue
            asks = top(position), dice_asked(position)
            if asks not in rolls:
                rolls[asks] = outcomes(position)
            for action, chance in rolls[asks]:
                child = position.copy()
                # Taken from the list of what the dice can bring: nobody needs to ask whether it may be.
                take(child, action, DICE)
                what = same(child)
                known = after.get(what)
                after[what] = (child, weight * chance + known[1]) if known else (child, weight * chance)
                if len(after) > widest:
                    raise TooWide(
                        f"more than {widest} different positions at once; explore a shorter stretch"
                    )
        layer = after
    return Distribution.collected(done)


def explore_apart(
    g: G, parts: Iterable[Step[Any]], measure: Callable[[G], tuple[int, ...]]
) -> Distribution[tuple[int, ...]]:
    """The exact distribution of what all *parts* together add to ``measure``, where none of them touches another.

    Each part is explored alone from *g*, equal ones once, and the results are convolved: thirty serials under the fire
    of twenty guns are thirty small explorations, not one over all their rolls. That the parts are independent is for the
    rulebook to say; where a part changes what another reads, ``explore`` is the one to ask.
    """
    alone = g.copy()
    alone.agenda = []
    before = measure(alone)
    found = []
    for step, times in Counter(parts).items():
        one = alone.copy()
        one.then(step)
        settle(one)
        after = explore(one, _never, measure)
        gained = after.map(lambda m: tuple(now - was for now, was in zip(m, before, strict=True)))
        found.append(added([gained] * times))
    return added(found) if found else Distribution.certain(tuple(0 for _ in before))


def _never(_: GameState) -> bool:
    return False


def everything(g: GameState) -> Callable[[GameState], Hashable]:
    """What makes two positions of one game equal, as a key: all that changes, derived matter excepted.

    It is compared, never written down, and so is quicker than a digest.
    """
    numbers = attrgetter(*g.NUMBERS) if g.NUMBERS else _nothing
    columns = g.COLUMNS

    def key(position: GameState) -> Hashable:
        return (
            tuple([tuple(getattr(position, name)) for name in columns]),
            numbers(position),
            tuple(position.agenda),
            position.sealed,
        )

    return key


def _nothing(_: GameState) -> tuple[()]:
    return ()


def _reaches_its_end(g: G, finished: Callable[[G], bool], policy: Policy) -> bool:
    """Let the policy answer until the dice are asked; whether the position is finished before that.

    The position belongs to the exploration alone, so it is played on in place.
    """
    for _ in range(LONGEST):
        if not g.agenda or finished(g):
            return True
        who = asked(g)
        if who == (DICE,):
            return False
        answer(g, decided(g, who[0], policy), who[0])
    raise TooWide(
        f"{LONGEST} answers by the policy {policy.name!r} without a roll; explore a shorter stretch"
    )
