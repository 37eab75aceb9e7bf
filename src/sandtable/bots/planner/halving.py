"""Successive halving, as a race: the trials go to the plans that still may be the best, and end when that is clear.

The budget is a number of trials, never of seconds: the same question is answered alike on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2, sqrt
from typing import Final, NamedTuple

# So many trials every plan gets before any is dropped.
FEWEST: Final = 2
# What is done anyway is left for a plan that did better by so much, and by so many of its standard errors.
CLEARLY: Final = 0.1
SURE: Final = 1.0
# By so many standard errors a plan must lag to be dropped before its round is over.
HOPELESS: Final = 2.0
# By so many, after so many trials, the last plan must lead for the rest of them to be spared.
CERTAIN: Final = 3.0
ENOUGH: Final = 4


class Weighed(NamedTuple):
    """What came of a plan's trials: how many there were, and by how much it did better than the first plan in the same ones."""

    plan: int
    trials: int
    better: float
    error: float


def halve(plans: int, budget: int, trial: Callable[[int, int], float]) -> list[Weighed]:
    """Spend at most about *budget* trials on so many *plans*; ``trial(plan, world)`` tells what one is worth in one world.

    The first plan is what the others are held against: it takes part in every trial. The best comes first.
    """
    worths: list[list[float]] = [[] for _ in range(plans)]
    left = list(range(1, plans))
    rounds = max(1, ceil(log2(plans)))
    spent = 0
    for number in range(1, rounds + 1):
        while left and (spent < budget * number // rounds or len(worths[0]) < FEWEST):
            world = len(worths[0])
            for plan in (0, *left):
                worths[plan].append(trial(plan, world))
            spent += 1 + len(left)
            left = [plan for plan in left if not _settled(_difference(worths, plan), alone=len(left) == 1)]
        left.sort(key=lambda plan: -_difference(worths, plan).better)
        del left[max(1, len(left) // 2) :]
    found = [_difference(worths, plan) for plan in range(plans)]
    return sorted(found, key=lambda weighed: (-weighed.trials, -weighed.better, weighed.plan))


def choice(weighed: list[Weighed]) -> int:
    """The plan to be begun: the best of those that came through, where it did clearly better than the first."""
    most = max(found.trials for found in weighed)
    through = [found for found in weighed if found.trials == most and found.plan]
    best = max(through, key=lambda found: found.better, default=weighed[0])
    return best.plan if best.better > CLEARLY + SURE * best.error else 0


def _settled(found: Weighed, *, alone: bool) -> bool:
    """Whether no more trials are needed: a plan lags too far, or the last one that is left leads by enough."""
    if found.trials >= FEWEST and found.better + HOPELESS * found.error <= CLEARLY:
        return True
    return alone and found.trials >= ENOUGH and found.better - CERTAIN * found.error > CLEARLY


def _difference(worths: list[list[float]], plan: int) -> Weighed:
    """How *plan* did against the first one, world by world."""
    pairs = [mine - first for mine, first in zip(worths[plan], worths[0], strict=False)]
    count = len(pairs)
    mean = sum(pairs) / count if count else 0.0
    spread = sum((pair - mean) ** 2 for pair in pairs) / max(1, count - 1)
    return Weighed(plan, count, mean, sqrt(spread / count) if count else 0.0)
