from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import Dice, Roll
from sandtable.kernel.chance.distribution import Distribution, sum_of
from sandtable.kernel.machine import explore as exploring
from sandtable.kernel.machine.actions import DICE, Action, Seat
from sandtable.kernel.machine.engine import answer, asked, options, outcomes, top
from sandtable.kernel.machine.explore import FirstOption, TooWide, everything, explore, explore_apart
from sandtable.kernel.machine.state import GameState
from sandtable.kernel.refusals import Refused, SandtableError
from sandtable.testing.ford.combat import ASSAULT, PROBE, STAND, YIELD, Attack
from sandtable.testing.ford.state import Ford
from tests.testing.ford.positions import attack, combat, left, where

from ..playing import LEFT, RIGHT, WEST, Pick, Throw, ThrowForSum, Tiny, few_cases

FIGHT: Final = """
    .  .  .  .  .  .
      .  A  d  .  .  .
    .  .  .  .  .  .
      B  .  .  .  .  h
"""


class Wanting:
    """The policy that takes the first option on a list of wishes, else the last one offered."""

    def __init__(self, *wishes: Action) -> None:
        self.wishes: Final = wishes
        self.name: Final = "wishes"

    def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
        return next((wish for wish in self.wishes if wish in offered), offered[-1])


def combat_is_over(g: Ford) -> bool:
    return isinstance(top(g), Attack)


def losses(g: Ford) -> tuple[int, int, str]:
    return left(g, "A"), left(g, "d"), where(g, "d")


def naive(g: Ford, policy: Wanting) -> list[tuple[tuple[int, int, str], Fraction]]:
    """Full recursion, no position put together with another."""
    if combat_is_over(g):
        return [(losses(g), Fraction(1))]
    who = asked(g)
    ways = (
        [(outcome.action, outcome.chance) for outcome in outcomes(g)]
        if who == (DICE,)
        else [(policy.choose(g, who[0], options(g, who[0])), Fraction(1))]
    )
    found = []
    for action, chance in ways:
        child = g.copy()
        answer(child, action, who[0])
        found += [(after, chance * more) for after, more in naive(child, policy)]
    return found


@pytest.mark.parametrize(
    ("plan", "column"),
    [(ASSAULT, ["A1", "-", "X", "DR", "DR", "D1"]), (PROBE, ["A1", "A1", "-", "X", "DR", "D1"])],
)
def test_the_odds_of_a_combat_are_those_of_the_table(plan: Action, column: list[str]) -> None:
    """4 to 3 is 1:1, and an assault shifts to 3:2; d retreats to the last hex offered."""
    g = combat(FIGHT)
    attack(g, "d")
    counted = Counter(column)
    found = explore(
        g,
        combat_is_over,
        lambda g: (left(g, "A"), left(g, "d"), where(g, "d") == "0203"),
        Wanting(plan, STAND),
    )
    assert dict(found.items()) == {
        (3, 3, True): Fraction(counted["A1"], 6),
        (4, 3, True): Fraction(counted["-"], 6),
        (3, 2, True): Fraction(counted["X"], 6),
        (4, 3, False): Fraction(counted["DR"], 6),
        (4, 2, True): Fraction(counted["D1"], 6),
    }


def test_policies_are_respected() -> None:
    g = combat(FIGHT)
    attack(g, "d")
    found = explore(g, combat_is_over, lambda g: where(g, "d"), Wanting(PROBE, YIELD))
    assert len(found) == 1
    assert found["0203"] == 0


def test_a_policy_that_breaks_the_rules_is_refused() -> None:
    class Cheat(FirstOption):
        def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
            return Action("win")

    with pytest.raises(Refused):
        explore(Tiny(Pick(WEST)), lambda g: False, lambda g: g.score, Cheat())


def test_without_a_policy_the_first_option_is_taken() -> None:
    assert explore(Tiny(Pick(WEST)), lambda g: False, lambda g: g.score) == Distribution.certain(7)
    assert FirstOption().choose(Tiny(), WEST, (RIGHT, LEFT)) == RIGHT


@few_cases
@given(st.integers(1, 4), st.integers(1, 3), st.sampled_from([ASSAULT, PROBE]))
def test_putting_equal_positions_together_changes_nothing(a: int, d: int, plan: Action) -> None:
    g = combat(FIGHT, A=a, d=d)
    attack(g, "d")
    policy = Wanting(plan, STAND)
    found = explore(g, combat_is_over, losses, policy)
    assert found == Distribution.collected(naive(g, policy))
    assert sum(chance for _, chance in found.items()) == 1


def test_two_rolls_in_a_row_are_explored_to_the_end() -> None:
    found = explore(Tiny(Throw(), ThrowForSum()), lambda g: False, lambda g: g.score)
    assert found == sum_of(Dice.of(2, 6))


def test_exploring_leaves_the_position_alone() -> None:
    g = combat(FIGHT)
    attack(g, "d")
    before, told = g.digest(), list(g.told or ())
    explore(g, combat_is_over, losses, Wanting(ASSAULT, STAND))
    assert (g.digest(), g.told) == (before, told)


def test_a_position_that_is_finished_is_measured_as_it_is() -> None:
    g = combat(FIGHT)
    assert explore(g, combat_is_over, losses) == Distribution.certain((4, 3, "0203"))


def test_a_game_that_ends_before_it_is_finished_is_measured_at_its_end() -> None:
    assert explore(Tiny(), lambda g: False, lambda g: g.score) == Distribution.certain(0)


def test_too_many_positions_at_once_are_refused_in_a_sentence() -> None:
    with pytest.raises(TooWide, match="more than 5 different positions at once") as why:
        explore(Tiny(Throw()), lambda g: False, lambda g: g.score, widest=5)
    assert isinstance(why.value, SandtableError)


def test_a_policy_and_its_answer_list_the_options_only_once() -> None:
    listed = 0

    class Counted(Pick):
        def options(self, g: Tiny) -> list[Action]:
            nonlocal listed
            listed += 1
            return [LEFT, RIGHT]

    explore(Tiny(Counted(WEST)), lambda g: False, lambda g: g.score)
    assert listed == 1


def test_with_a_key_of_one_s_own_fewer_positions_are_kept() -> None:
    g = Tiny(Throw(), ThrowForSum())
    even = explore(g, lambda g: False, lambda g: g.score % 2, key=lambda g: (g.score % 2, len(g.agenda)))
    assert even == explore(g, lambda g: False, lambda g: g.score % 2)
    # Two parities at once, never the eleven sums: this fits where the sums would not.
    explore(g, lambda g: False, lambda g: g.score % 2, key=lambda g: (g.score % 2, len(g.agenda)), widest=2)


def test_positions_that_differ_in_one_pile_or_one_step_are_kept_apart() -> None:
    key = everything(Tiny())
    same, other, later = Tiny(), Tiny(), Tiny(Throw())
    other.piles[1] += 1
    assert key(same) == key(Tiny())
    assert key(other) != key(same)
    assert key(later) != key(same)


def test_a_policy_that_answers_for_ever_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Again(Pick):
        def choose(self, g: Tiny, action: Action) -> None:
            g.then(self)

    monkeypatch.setattr(exploring, "LONGEST", 20)
    with pytest.raises(TooWide, match="20 answers by the policy 'first option' without a roll"):
        explore(Tiny(Again(WEST)), lambda g: False, lambda g: g.score)


# ---- parts that do not touch each other


class ThrowAtPile(ThrowForSum):
    """[3] A throw that takes a stone from one pile if it comes to ten or more, and touches no other."""

    def __init__(self, pile: int) -> None:
        self.pile: Final = pile

    def resolve(self, g: Tiny, roll: Roll) -> None:
        g.piles[self.pile] -= sum(roll) >= 10


def stones(g: Tiny) -> tuple[int, ...]:
    return sum(g.piles), g.piles.count(0)


def test_parts_that_do_not_touch_each_other_are_explored_alone_and_added() -> None:
    parts = [ThrowAtPile(0), ThrowAtPile(1), ThrowAtPile(2), ThrowAtPile(2)]
    together = explore(Tiny(*parts), lambda g: not g.agenda, stones)
    apart = explore_apart(Tiny(), parts, stones)
    assert apart.map(lambda m: (6 + m[0], m[1])) == together


def test_no_parts_change_nothing() -> None:
    assert explore_apart(Tiny(), [], stones) == Distribution.certain((0, 0))
