from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.machine.explore import explore
from sandtable.lab.sampling import sample
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.judging.adjudicate import Allocation, is_fought, measured, position
from sandtable.rules.damos.judging.describe import read_combat
from sandtable.rules.damos.series.position.state import Front

POLICY = Allocation("spread", air=False)


@pytest.fixture(scope="module")
def combat() -> Front:
    described = {"attacker": "armor:6", "defender": "armor:5", "plan": "standard", "posture": "counterattack"}
    return position(read_combat(described), RULEBOOK.tables)


def test_the_same_seed_gives_the_same_sample(combat: Front) -> None:
    first, second = (sample(combat, is_fought, measured(combat), POLICY, runs=50, seed=7) for _ in range(2))
    assert first == second
    assert first.total() == 50


def test_another_seed_gives_another_sample(combat: Front) -> None:
    first, second = (
        sample(combat, is_fought, measured(combat), POLICY, runs=50, seed=seed) for seed in (7, 8)
    )
    assert first != second


def test_a_sample_comes_near_the_exact_odds(combat: Front) -> None:
    runs = 2_000
    sampled = sample(combat, is_fought, measured(combat), POLICY, runs=runs, seed=41)
    exact = explore(combat, is_fought, measured(combat), POLICY)
    assert set(sampled) <= set(exact)
    for outcome, chance in exact.items():
        assert abs(Fraction(sampled[outcome], runs) - chance) < Fraction(1, 20)


def test_the_position_itself_is_left_alone(combat: Front) -> None:
    before = combat.digest()
    sample(combat, is_fought, measured(combat), POLICY, runs=3, seed=1)
    assert combat.digest() == before
