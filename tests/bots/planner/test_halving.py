"""Successive halving: trials go where they matter, and what is done anyway is left only for something clearly better."""

from __future__ import annotations

from collections import Counter
from random import Random

from sandtable.bots.planner.halving import ENOUGH, FEWEST, choice, halve


def test_the_best_plan_gets_the_most_trials_and_is_begun() -> None:
    tried: Counter[int] = Counter()

    def trial(plan: int, world: int) -> float:
        tried[plan] += 1
        return (0.0, 1.0, 5.0, 2.0, -3.0)[plan] + world % 3

    found = halve(5, 60, trial)
    assert choice(found) == 2
    assert tried[2] == max(tried.values())
    assert tried[4] == min(tried.values())


def test_about_as_many_trials_are_made_as_the_budget_says_where_it_stays_open() -> None:
    for plans in (2, 3, 4, 6):
        count = 0

        def trial(plan: int, world: int) -> float:
            nonlocal count
            count += 1
            # Each plan is better by turns, and none by enough.
            return 10.0 * ((plan + world) % 2)

        halve(plans, 96, trial)
        assert 96 * 0.9 <= count <= 96 + plans, plans


def test_what_is_clear_after_a_few_trials_takes_no_more_of_them() -> None:
    for worth, begun in ((-5.0, 0), (0.0, 0), (5.0, 1)):

        def trial(plan: int, world: int, worth: float = worth) -> float:
            return plan * worth + world % 2

        found = halve(2, 96, trial)
        assert choice(found) == begun
        assert found[0].trials <= ENOUGH


def test_trials_spared_by_dropping_a_plan_go_to_those_that_are_left() -> None:
    def trial(plan: int, world: int) -> float:
        return -50.0 if plan == 2 else 10.0 * ((plan + world) % 2)

    found = {weighed.plan: weighed.trials for weighed in halve(3, 30, trial)}
    assert found[2] == FEWEST
    assert found[1] > 30 // 3


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
