"""Successive halving: trials go where they matter, and what is done anyway is left only for something clearly better."""

from __future__ import annotations

from collections import Counter
from random import Random

from sandtable.bots.planner.halving import FEWEST, choice, halve


def test_the_best_plan_gets_the_most_trials_and_is_begun() -> None:
    tried: Counter[int] = Counter()

    def trial(plan: int, world: int) -> float:
        tried[plan] += 1
        return (0.0, 1.0, 5.0, 2.0, -3.0)[plan] + world % 3

    found = halve(5, 60, trial)
    assert choice(found) == 2
    assert tried[2] == max(tried.values())
    assert tried[4] == min(tried.values())


def test_about_as_many_trials_are_made_as_the_budget_says() -> None:
    for plans in (2, 3, 4, 6):
        count = 0

        def trial(plan: int, world: int) -> float:
            nonlocal count
            count += 1
            return float(plan)

        halve(plans, 96, trial)
        assert 96 * 0.6 <= count <= 96, plans


def test_every_plan_is_tried_a_few_times_however_small_the_budget() -> None:
    found = halve(4, 1, lambda plan, world: 0.0)
    assert min(weighed.trials for weighed in found) == FEWEST


def test_plans_are_compared_in_the_same_worlds() -> None:
    worlds = [Random(n).gauss(0.0, 100.0) for n in range(100)]
    found = halve(2, 40, lambda plan, world: worlds[world] + plan)
    # The worlds differ by a hundred; the plans by one, in every world alike.
    assert choice(found) == 1
    assert found[0].error == 0.0


def test_what_differs_by_chance_alone_seldom_changes_anything() -> None:
    rng, left = Random(1), 0
    for _ in range(100):
        left += choice(halve(2, 24, lambda plan, world: rng.gauss(0.0, 100.0))) != 0
    # By more than its standard error a mean is exceeded in one of six cases.
    assert left < 30
