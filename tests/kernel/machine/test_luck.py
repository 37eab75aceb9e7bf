"""Luck from told rolls alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import Dice
from sandtable.kernel.machine.events import Rolled
from sandtable.kernel.machine.luck import goodness, is_weighed, luck_of, percentile

HANDFULS = st.lists(st.integers(2, 8), min_size=1, max_size=3).map(tuple)


def roll(*faces: int, sides: tuple[int, ...] = (), low: bool = False) -> Rolled:
    return Rolled("1", faces, 0, sides or (6,) * len(faces), high_is_good=not low)


@pytest.mark.parametrize(("face", "expected"), [(1, "1/12"), (3, "5/12"), (6, "11/12")])
def test_the_percentile_of_a_die_counts_half_of_its_equals(face: int, expected: str) -> None:
    assert percentile(roll(face)) == Fraction(expected)


def test_the_sum_counts_not_the_single_dice() -> None:
    assert percentile(roll(3, 4)) == percentile(roll(1, 6)) == Fraction(1, 2)


def test_where_low_faces_are_good_a_one_is_the_best_roll() -> None:
    assert percentile(roll(1, low=True)) == percentile(roll(6))
    assert goodness(roll(2, 2, low=True)) == 10


@given(HANDFULS, st.booleans())
def test_percentiles_are_a_half_on_average(sides: tuple[int, ...], low: bool) -> None:
    dice = Dice(sides)
    found = [percentile(roll(*faces, sides=sides, low=low)) for faces in dice.rolls()]
    assert sum(found) / dice.ways() == Fraction(1, 2)


def test_a_roll_exactly_in_the_middle_leaves_the_standing_where_it_is() -> None:
    found = luck_of([roll(3, 4)])
    assert found.as_json() == {"rolls": 1, "actual": 7, "expected": "7", "standing": "+0.0"}


def test_good_rolls_lift_the_standing_and_bad_ones_lower_it() -> None:
    assert luck_of([roll(6), roll(6)]).standing > luck_of([roll(6)]).standing > 0
    assert luck_of([roll(1), roll(2)]).standing < 0


def test_the_standing_of_one_die_is_in_standard_deviations() -> None:
    # The percentiles of a die are (2n - 1)/12: their variance is 35/432.
    assert luck_of([roll(6)]).standing == pytest.approx((5 / 12) / (35 / 432) ** 0.5)


def test_nobody_has_luck_without_a_roll() -> None:
    assert luck_of([]).as_json() == {"rolls": 0, "actual": 0, "expected": "0", "standing": "+0.0"}


def test_rolls_that_do_not_say_their_dice_are_not_weighed() -> None:
    assert not is_weighed(Rolled("1", (3,)))
    assert not is_weighed(Rolled("1", (7,), 0, (6,)))
    assert is_weighed(roll(3))
