"""Numbers from samples, with their uncertainty: shares with Wilson intervals, ratings with standard errors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

# Two-sided 95 percent.
Z: Final = 1.959963984540054
ELO: Final = 400 / math.log(10)
MEAN_RATING: Final = 1500.0
# Every bot has drawn once with an average one: without it a bot that never loses would have no rating.
PRIOR_DRAWS: Final = 1.0
ROUNDS: Final = 10_000
CLOSE_ENOUGH: Final = 1e-10


class Share(NamedTuple):
    """A share of a sample with the interval in which the true one lies in 95 of 100 cases."""

    share: float
    low: float
    high: float

    def as_json(self) -> dict[str, float]:
        """Rounded for reading."""
        return {"share": round(self.share, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def wilson(score: float, games: int) -> Share:
    """The share of *score* (wins, and half of draws) in *games* with its Wilson interval."""
    if games <= 0:
        return Share(0.0, 0.0, 1.0)
    p = score / games
    centre = (p + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(p * (1 - p) / games + Z * Z / (4 * games * games))
    return Share(p, max(0.0, centre - half), min(1.0, centre + half))


class Rating(NamedTuple):
    """An Elo-like rating: 400 points are ten to one, the average of all is 1500."""

    rating: float
    low: float
    high: float

    def as_json(self) -> dict[str, float]:
        """Rounded for reading."""
        return {"rating": round(self.rating, 1), "low": round(self.low, 1), "high": round(self.high, 1)}


def ratings(names: Sequence[str], scores: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Rating]:
    """Bradley-Terry ratings from *scores*: (bot, opponent) to the bot's score and the number of games."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        before = dict(strength)
        for name in names:
            won, weight = PRIOR_DRAWS / 2, PRIOR_DRAWS / (strength[name] + 1.0)
            for other in names:
                score, games = scores.get((name, other), (0.0, 0))
                won += score
                weight += games / (strength[name] + strength[other])
            strength[name] = won / weight
        if max(abs(strength[n] - before[n]) for n in names) < CLOSE_ENOUGH:
            break
    mean = sum(math.log(s) for s in strength.values()) / len(names)
    return {name: _rating(name, strength, scores, mean) for name in names}


def _rating(
    name: str,
    strength: Mapping[str, float],
    scores: Mapping[tuple[str, str], tuple[float, int]],
    mean: float,
) -> Rating:
    """The rating of *name*; its error is that of its own games, the others taken as known."""
    information = PRIOR_DRAWS * _variance(strength[name], 1.0)
    for (bot, other), (_, games) in scores.items():
        if bot == name:
            information += games * _variance(strength[name], strength[other])
    middle = MEAN_RATING + ELO * (math.log(strength[name]) - mean)
    error = Z * ELO / math.sqrt(information)
    return Rating(middle, middle - error, middle + error)


def _variance(a: float, b: float) -> float:
    return a * b / (a + b) ** 2


def median(numbers: Sequence[int]) -> int:
    """The middle of *numbers*; of two the lower."""
    return sorted(numbers)[(len(numbers) - 1) // 2]


def rounded(numbers: Mapping[Any, float]) -> dict[str, float]:
    """A mapping as it goes into JSON."""
    return {str(key): round(value, 2) for key, value in numbers.items()}
