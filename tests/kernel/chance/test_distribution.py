from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import Dice
from sandtable.kernel.chance.distribution import Distribution, added, chained, sum_of

from ..playing import some_cases

COIN = Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})


@st.composite
def distributions(draw: st.DrawFn) -> Distribution[int]:
    weights = draw(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1))
    return Distribution({n: Fraction(weight, sum(weights.values())) for n, weight in weights.items()})


def test_probabilities_must_sum_to_one() -> None:
    with pytest.raises(ValueError, match="probabilities sum to 2/3, not to 1"):
        Distribution({1: Fraction(1, 3), 2: Fraction(1, 3)})


def test_no_probability_is_below_zero() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Distribution({1: Fraction(3, 2), 2: Fraction(-1, 2)})


def test_what_cannot_happen_is_left_out() -> None:
    assert list(Distribution({1: Fraction(1), 2: Fraction(0)})) == [1]


def test_an_outcome_that_is_not_there_has_no_chance() -> None:
    assert COIN["edge"] == 0


def test_a_certain_outcome_is_the_only_one() -> None:
    assert dict(Distribution.certain("rain").items()) == {"rain": 1}


def test_equal_outcomes_are_put_together() -> None:
    found = Distribution.collected([("a", Fraction(1, 4)), ("b", Fraction(1, 2)), ("a", Fraction(1, 4))])
    assert (found["a"], found["b"], len(found)) == (Fraction(1, 2), Fraction(1, 2), 2)


def test_mapping_puts_what_becomes_equal_together() -> None:
    assert sum_of(Dice.of(1, 6)).map(lambda n: n > 4)[True] == Fraction(1, 3)


def test_each_outcome_may_lead_to_a_distribution_of_its_own() -> None:
    found = COIN.then(lambda side: sum_of(Dice.of(1, 6)) if side == "heads" else Distribution.certain(0))
    assert (found[0], found[6]) == (Fraction(1, 2), Fraction(1, 12))


@some_cases
@given(distributions(), distributions())
def test_everything_made_of_distributions_sums_to_one(
    one: Distribution[int], other: Distribution[int]
) -> None:
    both = one.then(lambda n: other.map(lambda m: n * m))
    assert sum(chance for _, chance in both.items()) == 1
    assert both.mean() == one.mean() * other.mean()


@some_cases
@given(distributions(), st.integers(-5, 5))
def test_the_chance_of_something_and_of_its_contrary_sum_to_one(one: Distribution[int], bound: int) -> None:
    assert one.chance(lambda n: n < bound) + one.chance(lambda n: n >= bound) == 1


def test_distributions_are_equal_when_their_chances_are() -> None:
    assert sum_of(Dice.of(1, 2)) == Distribution({2: Fraction(1, 2), 1: Fraction(1, 2)})
    assert Distribution.certain("heads") != COIN
    assert COIN != 5


def test_numbers_are_written_in_their_order() -> None:
    assert list(sum_of(Dice((3, 10))).as_json()) == [str(n) for n in range(2, 14)]
    assert sum_of(Dice.of(1, 2)).as_json() == {"1": "1/2", "2": "1/2"}


def test_independent_parts_are_added_by_convolution() -> None:
    die: Distribution[tuple[int, ...]] = sum_of(Dice.of(1, 6)).map(lambda face: (face, int(face == 6)))
    two = die.then(lambda one: die.map(lambda other: (one[0] + other[0], one[1] + other[1])))
    assert added([die, die]) == two
    assert added([die]) == die


def test_a_walk_in_stages_is_the_same_as_one_step_after_another() -> None:
    def step(place: int) -> Distribution[int]:
        return Distribution({place + 1: Fraction(1, 3), place: Fraction(2, 3)})

    assert chained(0, [step] * 4) == Distribution.certain(0).then(step).then(step).then(step).then(step)
    assert chained(5, []) == Distribution.certain(5)
