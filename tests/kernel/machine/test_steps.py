from __future__ import annotations

from typing import ClassVar, Final

import pytest

from sandtable.kernel.machine.actions import CONTROL, Action, Seat
from sandtable.kernel.machine.events import EVERYONE
from sandtable.kernel.machine.steps import Auto, Chance, Choice, Forward, Knower, Together

from ..playing import EAST, WEST, Add, AddThen, NoOptions, Pick, Sealed, Throw, Tiny


def test_a_step_knows_what_it_was_made_with() -> None:
    assert AddThen(1, first=2, second=3).arguments() == (1, 2, 3)


def test_a_step_without_its_own_init_has_its_parents_arguments() -> None:
    assert NoOptions(EAST).arguments() == (EAST,)


def test_steps_of_one_kind_and_arguments_are_equal() -> None:
    assert Pick(WEST) == Pick(WEST)
    assert hash(Pick(WEST)) == hash(Pick(WEST))


def test_steps_with_other_arguments_differ() -> None:
    assert Pick(WEST) != Pick(EAST)


def test_steps_of_another_kind_differ() -> None:
    assert Pick(WEST) != NoOptions(WEST)
    assert Add(0) != 0


def test_a_step_shows_its_arguments_by_name() -> None:
    assert repr(AddThen(1, first=2, second=3)) == "AddThen(digit=1, first=2, second=3)"


def test_a_choice_refuses_with_its_own_paragraph() -> None:
    refusal = Pick(WEST).refusal(Tiny(), Action("up"))
    assert refusal.rule == "2"
    assert "'up'" in refusal.reason


def test_sealed_answers_are_refused_with_their_paragraph() -> None:
    refusal = Sealed().refusal(Tiny(), WEST, Action("up"))
    assert refusal is not None
    assert refusal.rule == "4"


def test_rolls_are_seen_by_everyone_unless_a_rule_says_otherwise() -> None:
    assert Throw().audience(Tiny()) is EVERYONE


def test_a_chance_reads_the_whole_roll_unless_it_says_otherwise() -> None:
    assert Throw().reads((1, 2)) != Throw().reads((2, 1))


def test_a_step_that_forgot_its_work_says_so() -> None:
    g = Tiny()
    for call in (
        lambda: Auto[Tiny]().run(g),
        lambda: Choice[Tiny]().options(g),
        lambda: Chance[Tiny]().dice(g),
        lambda: Together[Tiny]().seats(g),
    ):
        with pytest.raises(NotImplementedError):
            call()


# ---- what is hidden in a step


class FaceDown(Auto[Tiny]):
    """[1] A card that one seat knows lies on a place that all can see."""

    rule = "1"
    hidden: ClassVar[dict[str, Knower]] = {"card": lambda step, g: step.owner}

    def __init__(self, owner: Seat, card: int) -> None:
        self.owner: Final = owner
        self.card: Final = card


def test_what_a_step_hides_its_knower_and_control_alone_may_know() -> None:
    step = FaceDown(WEST, 7)
    assert FaceDown.parameters() == ("owner", "card")
    assert step.hidden_from(Tiny(), EAST) == ("card",)
    assert step.hidden_from(Tiny(), WEST) == step.hidden_from(Tiny(), CONTROL) == ()


def test_a_step_hides_nothing_unless_it_says_so() -> None:
    assert Add(1).hidden_from(Tiny(), EAST) == ()


# ---- circles


def test_a_function_declared_early_does_what_a_later_module_says() -> None:
    @Forward
    def again(g: Tiny, digit: int) -> None:
        """Write the digit once more."""

    with pytest.raises(AssertionError, match="not imported"):
        again(Tiny(), 1)

    @again.body
    def _again(g: Tiny, digit: int) -> None:
        g.then(Add(digit))

    g = Tiny()
    again(g, 4)
    assert g.agenda == [Add(4)]
    assert again.__doc__ == "Write the digit once more."
