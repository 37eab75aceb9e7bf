"""Many games of one scenario between the same bots: who wins, at what level, what it costs, which places fall when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sandtable.bots import make_bot
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.machine.state import Setup

from .executors import Executor, InProcess
from .matches import Fixture, Match, play_all
from .statistics import Share, median, rounded, wilson


@dataclass(kw_only=True)
class Simulation:
    """What came of the games, added up."""

    scenario: str
    bots: dict[str, str]
    seed: int
    games: int = 0
    answers: int = 0
    # (winner, level) -> games
    results: Counter[tuple[str, str]] = field(default_factory=Counter)
    # the reason that a game gave for its result -> games
    reasons: Counter[str] = field(default_factory=Counter)
    # side -> turn -> strength lost in all games, and in how many games the turn was played
    losses: dict[str, Counter[int]] = field(default_factory=dict)
    turns: Counter[int] = field(default_factory=Counter)
    # place -> the turns in which it fell
    captured: dict[str, list[int]] = field(default_factory=dict)
    # level of victory -> the turns that first ended with it, as the game would have been judged then
    standings: dict[str, list[int]] = field(default_factory=dict)

    def add(self, match: Match) -> None:
        """Count one game."""
        self.games += 1
        self.answers += match.answers
        self.results[match.result.winner, match.result.level] += 1
        self.reasons[match.result.reason] += 1
        for turn, lost in match.chronicle.losses.items():
            self.turns[turn] += 1
            for side, strength in lost.items():
                self.losses.setdefault(side, Counter())[turn] += strength
        for place, turn in match.chronicle.captured.items():
            self.captured.setdefault(place, []).append(turn)
        for level, turn in match.chronicle.standings.items():
            self.standings.setdefault(level, []).append(turn)

    def share(self, winner: str) -> Share:
        """How often *winner* has won."""
        return wilson(sum(n for (who, _), n in self.results.items() if who == winner), self.games)

    def mean_losses(self, side: str) -> dict[int, float]:
        """Strength lost by *side* in each turn, on average of the games that had it."""
        lost = self.losses.get(side, Counter())
        return {turn: lost[turn] / played for turn, played in sorted(self.turns.items())}

    def as_json(self) -> dict[str, Any]:
        """The simulation as a document."""
        winners = sorted({winner for winner, _ in self.results})
        return {
            "scenario": self.scenario,
            "bots": self.bots,
            "seed": self.seed,
            "games": self.games,
            "answers_per_game": round(self.answers / self.games, 1) if self.games else 0.0,
            "results": [
                {"winner": winner, "level": level, "games": n}
                for (winner, level), n in sorted(self.results.items(), key=lambda item: (-item[1], item[0]))
            ],
            "winners": {winner: self.share(winner).as_json() for winner in winners},
            "losses_by_turn": {side: rounded(self.mean_losses(side)) for side in sorted(self.losses)},
            "captured": {
                place: {"games": len(turns), "first": min(turns), "median": median(turns)}
                for place, turns in sorted(self.captured.items(), key=lambda item: (-len(item[1]), item[0]))
            },
        }


def simulate(
    rulebook: Rulebook[Any],
    setup: Setup,
    bots: Mapping[str, str],
    *,
    games: int,
    seed: int = 0,
    on: Executor | None = None,
    progress: Callable[[Simulation], None] | None = None,
) -> Simulation:
    """Play *games* games with the seeds from *seed* on; the same wherever they are played *on*."""
    for name in bots.values():
        make_bot(name, rulebook)
    found = Simulation(scenario=setup.scenario, bots=dict(bots), seed=seed)
    fixtures = [Fixture(type(rulebook), setup, dict(bots), seed + number) for number in range(games)]
    for match in play_all(fixtures, on or InProcess()):
        found.add(match)
        if progress is not None:
            progress(found)
    return found
