"""What a study found: at every point who won, what it cost and when places fell; and what each factor changes.

A measure gives every game a number, or none where it does not apply (the turn in which a place fell that did not). The
effect of a factor whose levels are numbers is the straight line that fits all games best, from its lowest to its highest
level; of other factors it is the difference of each level from the first. Intervals are those in which the true effect lies
in 95 of 100 cases, by the scatter of the games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from sandtable import catalog
from sandtable.kernel.book.rulebook import Rulebook

from ..executors import Executor, InProcess
from ..matches import Match, play_all
from ..simulate import Simulation
from ..statistics import Z
from .design import Point, fixtures, points
from .plan import Plan

Measured: TypeAlias = "Callable[[Match], float | None]"


class Measure(NamedTuple):
    """A number that is read off a game."""

    name: str
    of: Measured


class Mean(NamedTuple):
    """The mean of a sample with its 95 percent interval, and how many games it is of."""

    mean: float
    low: float
    high: float
    games: int

    def as_json(self) -> dict[str, float | int]:
        """Rounded for reading."""
        return {
            "mean": round(self.mean, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "games": self.games,
        }


class Effect(NamedTuple):
    """What a factor changes in a measure, from one level to another."""

    factor: str
    start: str
    end: str
    measure: str
    change: Mean

    @property
    def clear(self) -> bool:
        """Whether chance alone would hardly have done it."""
        return self.change.low > 0 or self.change.high < 0

    def as_json(self) -> dict[str, Any]:
        """The effect as plain data."""
        return {
            "factor": self.factor,
            "from": self.start,
            "to": self.end,
            "measure": self.measure,
            **self.change.as_json(),
            "clear": self.clear,
        }


@dataclass(kw_only=True)
class Findings:
    """The games of a study, by point."""

    plan: Plan
    rulebook: Rulebook[Any]
    points: list[Point]
    games: list[list[Match]]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the scenario."""
        return self.rulebook.scenario(self.plan.scenario).every_side

    @property
    def measures(self) -> list[Measure]:
        """Wins of the first side, losses of all, and the turns in which the places of the plan fell."""
        first = self.sides[0]
        losing = sorted(
            {side for games in self.games for m in games for t in m.chronicle.losses.values() for side in t}
        )
        return [
            Measure(f"{first} wins", lambda match: float(match.result.winner == first)),
            *(Measure(f"{side} loses", _lost_by(side)) for side in losing),
            *(Measure(f"{place} falls", _falls(place)) for place in self.plan.places),
            *(Measure(f"turn of {place}", _turn_of(place)) for place in self.plan.places),
        ]

    def at(self, number: int) -> Simulation:
        """What the games of a point add up to."""
        found = Simulation(
            scenario=self.plan.scenario, bots=self.plan.seated(self.rulebook), seed=self.plan.seed
        )
        for match in self.games[number]:
            found.add(match)
        return found

    def effects(self) -> list[Effect]:
        """What every factor changes in every measure."""
        found = []
        for factor in self.plan.factor:
            levels = list({p.levels[factor.name].name: p.levels[factor.name] for p in self.points}.values())
            for measure in self.measures:
                if all(level.number is not None for level in levels):
                    samples = [
                        (float(level.number or 0), value)
                        for level in levels
                        for value in self._values(measure, factor.name, level.name)
                    ]
                    ordered = sorted(levels, key=lambda level: level.number or 0)
                    change = slope(samples)
                    found.append(Effect(factor.name, ordered[0].name, ordered[-1].name, measure.name, change))
                    continue
                first = self._values(measure, factor.name, levels[0].name)
                for level in levels[1:]:
                    change = difference(first, self._values(measure, factor.name, level.name))
                    found.append(Effect(factor.name, levels[0].name, level.name, measure.name, change))
        return found

    def _values(self, measure: Measure, factor: str, level: str) -> list[float]:
        """The measure of all games at points with that level."""
        return [
            value
            for point, games in zip(self.points, self.games, strict=True)
            if point.levels[factor].name == level
            for match in games
            if (value := measure.of(match)) is not None
        ]

    def as_json(self) -> dict[str, Any]:
        """The findings as a document."""
        return {
            "study": self.plan.title,
            "scenario": self.plan.scenario,
            "design": self.plan.design,
            "games_per_point": self.plan.games,
            "points": [
                {
                    "levels": {factor: level.name for factor, level in point.levels.items()},
                    "measures": {
                        measure.name: mean([v for m in games if (v := measure.of(m)) is not None]).as_json()
                        for measure in self.measures
                    },
                    "games": self.at(number).as_json(),
                }
                for number, (point, games) in enumerate(zip(self.points, self.games, strict=True))
            ],
            "effects": [effect.as_json() for effect in self.effects()],
        }


def study(
    plan: Plan, *, on: Executor | None = None, progress: Callable[[int, int], None] | None = None
) -> Findings:
    """Play all games of *plan*; *progress* is told how many are done, of how many."""
    rulebook = catalog.rulebook_of(plan.scenario)
    found = points(plan)
    jobs = fixtures(plan, rulebook, found)
    games: list[list[Match]] = [[] for _ in found]
    for number, match in enumerate(play_all(jobs, on or InProcess())):
        games[number // plan.games].append(match)
        if progress is not None:
            progress(number + 1, len(jobs))
    return Findings(plan=plan, rulebook=rulebook, points=found, games=games)


# ---- numbers with intervals


def mean(values: Sequence[float]) -> Mean:
    """The mean of *values*."""
    if not values:
        return Mean(math.nan, math.nan, math.nan, 0)
    middle = sum(values) / len(values)
    error = Z * math.sqrt(_variance(values) / len(values))
    return Mean(middle, middle - error, middle + error, len(values))


def difference(first: Sequence[float], second: Sequence[float]) -> Mean:
    """How much the mean of *second* lies above that of *first*."""
    if not first or not second:
        return Mean(math.nan, math.nan, math.nan, len(first) + len(second))
    middle = sum(second) / len(second) - sum(first) / len(first)
    error = Z * math.sqrt(_variance(first) / len(first) + _variance(second) / len(second))
    return Mean(middle, middle - error, middle + error, len(first) + len(second))


def slope(samples: Sequence[tuple[float, float]]) -> Mean:
    """How much the best straight line through *samples* rises from the lowest to the highest level."""
    count = len(samples)
    places = [x for x, _ in samples]
    spread = max(places, default=0.0) - min(places, default=0.0)
    if count < 3 or not spread:
        return Mean(math.nan, math.nan, math.nan, count)
    middle_x, middle_y = sum(places) / count, sum(y for _, y in samples) / count
    squares = sum((x - middle_x) ** 2 for x in places)
    rise = sum((x - middle_x) * (y - middle_y) for x, y in samples) / squares
    left = sum((y - middle_y - rise * (x - middle_x)) ** 2 for x, y in samples)
    error = Z * math.sqrt(left / (count - 2) / squares)
    return Mean(rise * spread, (rise - error) * spread, (rise + error) * spread, count)


def _variance(values: Sequence[float]) -> float:
    """Of the population that the sample is from."""
    if len(values) < 2:
        return 0.0
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _lost_by(side: str) -> Measured:
    return lambda match: float(sum(lost.get(side, 0) for lost in match.chronicle.losses.values()))


def _falls(place: str) -> Measured:
    return lambda match: float(place in match.chronicle.captured)


def _turn_of(place: str) -> Measured:
    return lambda match: None if (turn := match.chronicle.captured.get(place)) is None else float(turn)
