"""Successive halving: the trials go to the plans that still may be the best.

The budget is a number of trials, never of seconds: the same question is answered alike on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2, sqrt
from typing import Final, NamedTuple

# So many trials every plan gets before any is dropped.
FEWEST: Final = 3
# What is done anyway is left for a plan that did better by so much, and by so many of its standard errors.
CLEARLY: Final = 0.1
SURE: Final = 1.0


class Weighed(NamedTuple):
    """What came of a plan's trials: how many there were, and by how much it did better than the first plan in the same ones."""

    plan: int
    trials: int
    better: float
    error: float


def halve(plans: int, budget: int, trial: Callable[[int, int], float]) -> list[Weighed]:
    """Spend about *budget* trials on so many *plans*; ``trial(plan, world)`` tells what one is worth in one world.

    The first plan is what the others are held against: it takes part in every round. The best comes first.
    """
    worths: list[list[float]] = [[] for _ in range(plans)]
    left = list(range(1, plans))
    rounds = max(1, ceil(log2(plans)))
    while left:
        each = max(FEWEST, budget // (rounds * (len(left) + 1)))
        for world in range(len(worths[0]), len(worths[0]) + each):
            for plan in (0, *left):
                worths[plan].append(trial(plan, world))
        if len(left) == 1:
            break
        left = sorted(left, key=lambda plan: -_difference(worths, plan).better)[: len(left) // 2]
    found = [_difference(worths, plan) for plan in range(plans)]
    return sorted(found, key=lambda weighed: (-weighed.trials, -weighed.better, weighed.plan))


def choice(weighed: list[Weighed]) -> int:
    """The plan to be begun: the best of those that came through, where it did clearly better than the first."""
    most = max(found.trials for found in weighed)
    through = [found for found in weighed if found.trials == most and found.plan]
    best = max(through, key=lambda found: found.better, default=weighed[0])
    return best.plan if best.better > CLEARLY + SURE * best.error else 0


def _difference(worths: list[list[float]], plan: int) -> Weighed:
    """How *plan* did against the first one, world by world."""
    pairs = [mine - first for mine, first in zip(worths[plan], worths[0], strict=False)]
    count = len(pairs)
    mean = sum(pairs) / count if count else 0.0
    spread = sum((pair - mean) ** 2 for pair in pairs) / max(1, count - 1)
    return Weighed(plan, count, mean, sqrt(spread / count) if count else 0.0)
