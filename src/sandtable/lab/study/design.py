"""Designs: which combinations of levels are played. A grid has them all, a Latin hypercube some that cover all levels."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.machine.state import Setup
from sandtable.kernel.printed.changes import Change

from ..matches import Fixture, at_hand
from .plan import GRID, BadStudy, Level, Plan, Value

MOST_POINTS: Final = 10_000


class Point(NamedTuple):
    """A combination of levels: by factor, and what comes of them."""

    levels: Mapping[str, Level]

    @property
    def name(self) -> str:
        """The levels in words."""
        return ", ".join(f"{factor} {level.name}" for factor, level in self.levels.items())

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that is printed otherwise."""
        return tuple(change for level in self.levels.values() for change in level.changes)

    def options(self, fixed: Mapping[str, Value]) -> dict[str, Value]:
        """The options of the scenario: those that are *fixed*, and those of the levels."""
        found = dict(fixed)
        for level in self.levels.values():
            found |= level.options
        return found


def points(plan: Plan) -> list[Point]:
    """The points of the plan's design; those of a Latin hypercube are drawn by its seed."""
    names = [factor.name for factor in plan.factor]
    if len(set(names)) < len(names):
        raise BadStudy(f"two factors are called {next(n for n in names if names.count(n) > 1)!r}")
    if plan.design == GRID:
        rows = list(product(*(factor.levels for factor in plan.factor)))
    else:
        rows = _hypercube(plan)
    if len(rows) > MOST_POINTS:
        raise BadStudy(
            f"the grid has {len(rows)} points, more than {MOST_POINTS}; a latin-hypercube needs fewer"
        )
    return [Point(dict(zip(names, row, strict=True))) for row in rows]


def _hypercube(plan: Plan) -> list[tuple[Level, ...]]:
    """For every factor each of as many equal parts of its range comes up once, in an order of its own."""
    rng = Random(f"sandtable study {plan.seed}")
    columns = []
    for factor in plan.factor:
        parts = list(range(plan.points))
        rng.shuffle(parts)
        columns.append([factor.at((part + rng.random()) / plan.points) for part in parts])
    return list(zip(*columns, strict=True))


def fixtures(plan: Plan, rulebook: Rulebook[Any], found: list[Point]) -> list[Fixture]:
    """The games of the study, point by point: the same seeds at every point."""
    bots = plan.seated(rulebook)
    made = []
    for point in found:
        # Whatever is wrong with a point is said before the first game.
        setup = setup_of(plan, rulebook, point)
        at_hand(type(rulebook), point.changes).start(setup)
        made += [
            Fixture(type(rulebook), setup, bots, plan.seed + number, point.changes)
            for number in range(plan.games)
        ]
    return made


def setup_of(plan: Plan, rulebook: Rulebook[Any], point: Point) -> Setup:
    """What the games of a point are started with."""
    return rulebook.setup(plan.scenario, point.options(plan.options))
