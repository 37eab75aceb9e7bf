"""The league: all bots on all scenarios and both sides, rated with intervals by scenario and by side.

Every two bots of a scenario meet on both sides with the same seeds, and every bot meets itself, without which nobody could
tell a strong bot from a strong side. With a test (SPRT) two bots play on only until it is clear who is stronger; as the
games are looked at in the order of their seeds, it does not matter who played them and how many at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Final

from sandtable import catalog
from sandtable.bots import UnknownBot, bot_names
from sandtable.kernel.book.rulebook import Rulebook

from .arena import Arena, check_entrants, seated
from .executors import Executor, InProcess
from .matches import Fixture, Match, play_all
from .sprt import OPEN, Sprt

# With a test: so many seeds are played before it is looked at again.
ROUND: Final = 16


@dataclass(kw_only=True)
class Division:
    """One scenario of the league: its bots, and the games of every pair by number of the seed."""

    rulebook: Rulebook[Any]
    scenario: str
    bots: tuple[str, ...]
    sides: tuple[str, str]
    # (bot of the first side, of the second) -> score of the first, seed by seed
    scores: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    def samples(self, bot: str, other: str) -> list[float]:
        """What *bot* scored against *other*, both sides of a seed taken together."""
        pairs = zip(self.scores.get((bot, other), []), self.scores.get((other, bot), []), strict=True)
        return [(first + 1 - second) / 2 for first, second in pairs]

    def arena(self, seed: int, test: Sprt | None) -> Arena:
        """The table: of two bots the games up to the verdict."""
        found = Arena(scenario=self.scenario, seats=self.sides, bots=self.bots, seed=seed)
        for pair, scores in self.scores.items():
            bot, other = sorted(pair, key=self.bots.index)
            count = len(scores) if test is None or bot == other else test.stops(self.samples(bot, other))[0]
            found.table[pair] = (sum(scores[:count]), count)
            found.games += count
        return found

    def open(self, test: Sprt | None) -> list[tuple[str, str]]:
        """The pairs that have games to play: with a test those without a verdict, and mirrors as long as there are any."""
        undecided = [
            pair
            for pair in combinations(self.bots, 2)
            if test is None or test.stops(self.samples(*pair))[1] == OPEN
        ]
        both = [pair for bot, other in undecided for pair in ((bot, other), (other, bot))]
        return both + [(bot, bot) for bot in self.bots] if undecided else []


@dataclass(kw_only=True)
class League:
    """All divisions."""

    seed: int
    test: Sprt | None
    divisions: list[Division]

    def as_json(self) -> dict[str, Any]:
        """The league as a document."""
        return {
            "seed": self.seed,
            "test": None if self.test is None else self.test._asdict(),
            "scenarios": [
                {**division.arena(self.seed, self.test).as_json(), "tests": self.tests(division)}
                for division in self.divisions
            ],
        }

    def tests(self, division: Division) -> list[dict[str, Any]]:
        """How the tests of a division stand; nothing where there are none."""
        if self.test is None:
            return []
        rows = []
        for bot, other in combinations(division.bots, 2):
            samples = division.samples(bot, other)
            count, verdict = self.test.stops(samples)
            ratio = self.test.likelihood_ratio(samples[:count])
            rows.append(
                {"bot": bot, "against": other, "seeds": count, "ratio": round(ratio, 2), "verdict": verdict}
            )
        return rows


def divisions(scenarios: Sequence[str], bots: Sequence[str]) -> list[Division]:
    """The *scenarios*, or all that have two sides and two bots, each with those of *bots* that play it, or with all."""
    found = []
    names = scenarios or [scenario.name for book in catalog.playable() for scenario in book.scenarios]
    for name in names:
        book = catalog.rulebook_of(name)
        entrants = [bot for bot in bot_names(book) if not bots or bot in bots]
        if not scenarios and (len(entrants) < 2 or len(book.scenario(name).every_side) != 2):
            continue
        sides = check_entrants(book, book.setup(name), entrants)
        found.append(Division(rulebook=book, scenario=name, bots=tuple(entrants), sides=sides))
    known = {bot for division in found for bot in division.bots}
    if strangers := [bot for bot in bots if bot not in known]:
        raise UnknownBot(f"no scenario of the league has a bot {strangers[0]!r} to play against others")
    return found


def league(
    entered: list[Division],
    *,
    games: int,
    seed: int = 0,
    test: Sprt | None = None,
    on: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> League:
    """Play *games* games of each pair in each seat, or with a *test* at most so many."""
    done = 0
    for first, last in _rounds(games, test):
        jobs = [
            (division, pair, number)
            for number in range(first, last)
            for division in entered
            for pair in division.open(test)
        ]
        matches = play_all([_fixture(*job[:2], seed + job[2]) for job in jobs], on or InProcess())
        for (division, pair, _), match in zip(jobs, matches, strict=True):
            division.scores.setdefault(pair, []).append(_score(division, match))
            done += 1
            if progress is not None:
                progress(done)
    return League(seed=seed, test=test, divisions=entered)


def _rounds(games: int, test: Sprt | None) -> Iterator[tuple[int, int]]:
    size = games if test is None else ROUND
    for first in range(0, games, size):
        yield first, min(games, first + size)


def most_games(entered: Sequence[Division], games: int) -> int:
    """How many games are played if no test ends one early."""
    return games * sum(len(list(product(division.bots, repeat=2))) for division in entered)


def _fixture(division: Division, pair: tuple[str, str], seed: int) -> Fixture:
    book = division.rulebook
    bots = seated(book.scenario(division.scenario), division.sides, pair)
    return Fixture(type(book), book.setup(division.scenario), bots, seed)


def _score(division: Division, match: Match) -> float:
    return {division.sides[0]: 1.0, division.sides[1]: 0.0}.get(match.result.winner, 0.5)
