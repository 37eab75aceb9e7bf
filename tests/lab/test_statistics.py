"""Shares and ratings with their uncertainty."""

from __future__ import annotations

import pytest

from sandtable.lab.statistics import MEAN_RATING, median, ratings, wilson


def test_the_wilson_interval_of_a_textbook_case() -> None:
    found = wilson(8, 10)
    assert (found.low, found.high) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)


def test_all_wins_do_not_prove_certainty() -> None:
    found = wilson(20, 20)
    assert found.share == 1.0
    assert found.low == pytest.approx(0.8388, abs=1e-3)


def test_more_games_make_the_interval_narrower() -> None:
    few, many = wilson(6, 10), wilson(60, 100)
    assert many.high - many.low < few.high - few.low


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0)[1:] == (0.0, 1.0)


def test_equal_scores_give_equal_ratings() -> None:
    found = ratings(("a", "b"), {("a", "b"): (5.0, 10), ("b", "a"): (5.0, 10)})
    assert found["a"].rating == pytest.approx(MEAN_RATING)
    assert found["b"].rating == pytest.approx(MEAN_RATING)


def test_the_winner_is_rated_higher_and_the_mean_stays() -> None:
    found = ratings(("a", "b"), {("a", "b"): (9.0, 10), ("b", "a"): (1.0, 10)})
    assert found["a"].rating > found["b"].rating
    assert found["a"].rating + found["b"].rating == pytest.approx(2 * MEAN_RATING)


def test_ten_to_one_is_nearly_four_hundred_points_over_many_games() -> None:
    found = ratings(("a", "b"), {("a", "b"): (10_000.0, 11_000), ("b", "a"): (1_000.0, 11_000)})
    assert found["a"].rating - found["b"].rating == pytest.approx(400, abs=2)


def test_a_bot_that_never_loses_still_has_a_rating() -> None:
    found = ratings(("a", "b"), {("a", "b"): (10.0, 10), ("b", "a"): (0.0, 10)})
    assert found["a"].low < found["a"].rating < found["a"].high < 10_000


def test_the_median_of_an_even_number_is_the_lower_middle() -> None:
    assert median([9, 1, 4, 6]) == 4
