"""A round robin of bots with the sides swapped: scores with intervals, and ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from sandtable.bots import UnknownBot, make_bot
from sandtable.kernel.book.rulebook import Rulebook, Scenario
from sandtable.kernel.machine.state import Setup

from .executors import Executor, InProcess
from .matches import Fixture, Match, play_all
from .statistics import Rating, Share, ratings, wilson


@dataclass(kw_only=True)
class Arena:
    """The table of a round robin."""

    scenario: str
    # The two sides; where each is one seat, the two seats.
    seats: tuple[str, str]
    bots: tuple[str, ...]
    seed: int
    games: int = 0
    # (bot of the first side, bot of the second) -> score of the first, games
    table: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)

    def add(self, match: Match, first: str, second: str) -> None:
        """Count one game of *first*, the bot of the first side, against *second*."""
        score, games = self.table.get((first, second), (0.0, 0))
        won = {self.seats[0]: 1.0, self.seats[1]: 0.0}.get(match.result.winner, 0.5)
        self.table[first, second] = (score + won, games + 1)
        self.games += 1

    def seat_share(self, bot: str, seat: str) -> Share:
        """What *bot* has scored in *seat*, or with all seats of that side."""
        place = self.seats.index(seat)
        rows = [(s, n) for pair, (s, n) in self.table.items() if pair[place] == bot and pair != (bot, bot)]
        games = sum(n for _, n in rows)
        scored = sum(s for s, _ in rows)
        return wilson(scored if place == 0 else games - scored, games)

    def share(self, bot: str) -> Share:
        """What *bot* has scored in all."""
        pairs = [self.against(bot, other) for other in self.bots if other != bot]
        return wilson(sum(s for s, _ in pairs), sum(n for _, n in pairs))

    def against(self, bot: str, other: str) -> tuple[float, int]:
        """Score and games of *bot* against *other*, both sides taken together."""
        as_first, first_games = self.table.get((bot, other), (0.0, 0))
        theirs, second_games = self.table.get((other, bot), (0.0, 0))
        return as_first + second_games - theirs, first_games + second_games

    def ratings(self) -> dict[str, Rating]:
        """The rating of every bot."""
        pairs = {(a, b): self.against(a, b) for a, b in permutations(self.bots, 2)}
        return ratings(self.bots, pairs)

    def side_ratings(self) -> dict[tuple[str, str], Rating]:
        """The rating of every bot as each of the sides, as if it were another player there; mirrors count here."""
        names = {(bot, side): f"{bot} {side}" for bot in self.bots for side in self.seats}
        pairs: dict[tuple[str, str], tuple[float, int]] = {}
        for (first, second), (score, games) in self.table.items():
            one, other = names[first, self.seats[0]], names[second, self.seats[1]]
            pairs[one, other] = (score, games)
            pairs[other, one] = (games - score, games)
        rated = ratings(list(names.values()), pairs)
        return {player: rated[name] for player, name in names.items()}

    def as_json(self) -> dict[str, Any]:
        """The table as a document, the best bot first."""
        rated, by_side = self.ratings(), self.side_ratings()
        order = sorted(self.bots, key=lambda bot: (-rated[bot].rating, bot))
        return {
            "scenario": self.scenario,
            "seed": self.seed,
            "games": self.games,
            "bots": [
                {
                    "bot": bot,
                    **rated[bot].as_json(),
                    "score": self.share(bot).as_json(),
                    "by_side": {seat: by_side[bot, seat].as_json() for seat in self.seats},
                    "seats": {seat: self.seat_share(bot, seat).as_json() for seat in self.seats},
                }
                for bot in order
            ],
            "pairings": [
                {self.seats[0]: first, self.seats[1]: second, "score": score, "games": games}
                for (first, second), (score, games) in sorted(self.table.items())
            ],
        }


def arena(
    rulebook: Rulebook[Any],
    setup: Setup,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    on: Executor | None = None,
    progress: Callable[[Arena], None] | None = None,
) -> Arena:
    """Every bot against every other, *games* games on each of the two sides, with the same seeds for all pairs.

    A bot plays all seats of its side.
    """
    sides = check_entrants(rulebook, setup, bots)
    scenario = rulebook.scenario(setup.scenario)
    found = Arena(scenario=setup.scenario, seats=sides, bots=tuple(bots), seed=seed)
    pairs = [(pair, seed + number) for number in range(games) for pair in permutations(bots, 2)]
    fixtures = [Fixture(type(rulebook), setup, seated(scenario, sides, pair), seed_) for pair, seed_ in pairs]
    for ((first, second), _), match in zip(pairs, play_all(fixtures, on or InProcess()), strict=True):
        found.add(match, first, second)
        if progress is not None:
            progress(found)
    return found


def seated(scenario: Scenario, sides: Sequence[str], bots: Sequence[str]) -> dict[str, str]:
    """The bot of every seat, where a bot plays all seats of its side."""
    return {seat: bots[sides.index(scenario.side(seat))] for seat in scenario.seats}


def check_entrants(rulebook: Rulebook[Any], setup: Setup, bots: Sequence[str]) -> tuple[str, str]:
    """The two sides that *bots* will play for; UnknownBot if they cannot."""
    sides = rulebook.scenario(setup.scenario).every_side
    if len(sides) != 2:
        raise UnknownBot(f"an arena needs a scenario with two sides; {setup.scenario!r} has {len(sides)}")
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise UnknownBot(f"an arena needs two or more different bots, not {', '.join(bots) or 'none'}")
    for name in bots:
        make_bot(name, rulebook)
    return sides[0], sides[1]
