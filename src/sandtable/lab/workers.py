"""Many games on several processes: which process plays which game never shows in the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from sandtable.kernel.book.rulebook import Rulebook, register
from sandtable.kernel.machine.state import Setup

from .matches import Match, play


class Fixture(NamedTuple):
    """A game to be played: who sits where, and the seed of its dice and lots."""

    bots: Mapping[str, str]
    seed: int


def play_all(
    rulebook: Rulebook[Any], setup: Setup, fixtures: Iterable[Fixture], *, workers: int = 1
) -> Iterator[Match]:
    """Play *fixtures* and hand the matches out in their order, as they are ready."""
    games = list(fixtures)
    if workers <= 1 or len(games) <= 1:
        for fixture in games:
            yield play(rulebook, setup, fixture.bots, fixture.seed)
        return
    # A fresh interpreter for each worker: forking a process that draws a progress bar is not safe.
    with ProcessPoolExecutor(
        max_workers=min(workers, len(games)),
        mp_context=get_context("spawn"),
        initializer=_prepare,
        initargs=(type(rulebook), setup),
    ) as pool:
        yield from pool.map(_play, games)


_at_work: list[tuple[Rulebook[Any], Setup]] = []


def _prepare(kind: type[Rulebook[Any]], setup: Setup) -> None:
    """In a new worker: a rulebook keeps no state, so one made anew plays like the other."""
    rulebook = kind()
    register(rulebook)
    _at_work[:] = [(rulebook, setup)]


def _play(fixture: Fixture) -> Match:
    rulebook, setup = _at_work[0]
    return play(rulebook, setup, fixture.bots, fixture.seed)
