from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from sandtable.kernel.chance.dice import Dice
from sandtable.kernel.machine.actions import CONTROL, DICE, SPECTATOR, Action, Seat, rolled
from sandtable.kernel.machine.engine import (
    DeadEnd,
    Endless,
    answer,
    asked,
    dice_asked,
    options,
    outcomes,
    over,
    refusal,
    settle,
    stuck,
    take,
    top,
)
from sandtable.kernel.machine.events import Rolled
from sandtable.kernel.machine.steps import Auto, Choice
from sandtable.kernel.refusals import Refused

from ..playing import (
    EAST,
    LEFT,
    RIGHT,
    WEST,
    Add,
    AddThen,
    AskNobody,
    Circle,
    NoOptions,
    Pick,
    Sealed,
    SecretThrow,
    Throw,
    ThrowForSum,
    Tiny,
    heard,
)


class ClearAll(Auto[Tiny]):
    """[9] Ends the game by giving it a new, empty agenda."""

    def run(self, g: Tiny) -> None:
        g.agenda = []


class Counting(Choice[Tiny]):
    """[2] Counts in the score how often its options are listed."""

    def seat(self, g: Tiny) -> Seat:
        return WEST

    def options(self, g: Tiny) -> Sequence[Action]:
        g.score += 1
        return [LEFT, RIGHT]

    def choose(self, g: Tiny, action: Action) -> None:
        g.then(self)


# ---- settle


def test_settling_runs_what_needs_no_answer_in_order() -> None:
    g = Tiny(Add(1), Add(2), Add(3))
    settle(g)
    assert g.score == 123


def test_what_a_step_puts_on_top_is_done_before_the_rest_in_the_order_it_says() -> None:
    g = Tiny(AddThen(1, first=2, second=3), Add(4))
    settle(g)
    assert g.score == 1234


def test_settling_stops_at_the_first_step_that_asks() -> None:
    g = Tiny(Add(1), Pick(WEST), Add(2))
    settle(g)
    assert (g.score, top(g)) == (1, Pick(WEST))


def test_a_game_with_nothing_left_to_do_is_over() -> None:
    g = Tiny(Add(1))
    assert not over(g)
    settle(g)
    assert over(g)
    assert (top(g), asked(g), options(g)) == (None, (), ())


def test_a_step_may_replace_the_whole_agenda() -> None:
    g = Tiny(ClearAll(), Add(1))
    settle(g)
    assert (g.score, g.agenda) == (0, [])


def test_going_in_circles_is_noticed() -> None:
    with pytest.raises(Endless, match=r"without asking anybody; the next would be Circle\(\)"):
        settle(Tiny(Circle()))


# ---- quiet steps


class Spared(Pick):
    """[2] Left is always open, right only while the score is below 5; nobody is asked where only left is."""

    quiet = True

    def options(self, g: Tiny) -> Sequence[Action]:
        return [LEFT, RIGHT] if g.score < 5 else [LEFT]


class SparedTogether(Sealed):
    """[4] East has only one answer, and need not be asked for it."""

    quiet = True

    def options(self, g: Tiny, seat: Seat) -> Sequence[Action]:
        return [LEFT, RIGHT] if seat == WEST else [RIGHT]


class SparedDeadEnd(NoOptions):
    """[2] Quiet, and without any answer."""

    quiet = True


def test_a_quiet_choice_of_one_answers_itself() -> None:
    g = Tiny(Add(6), Spared(WEST), Add(1))
    settle(g)
    assert (g.score, g.agenda) == (671, [])


def test_a_quiet_choice_of_several_is_asked() -> None:
    g = Tiny(Add(4), Spared(WEST))
    settle(g)
    assert (asked(g), options(g)) == ((WEST,), (LEFT, RIGHT))


def test_a_choice_that_is_not_quiet_is_asked_even_where_only_one_answer_is_allowed() -> None:
    class Loud(Spared):
        quiet = False

    g = Tiny(Add(6), Loud(WEST))
    settle(g)
    assert options(g) == (LEFT,)


def test_a_quiet_choice_without_answers_is_still_a_dead_end() -> None:
    g = Tiny(SparedDeadEnd(WEST))
    settle(g)
    with pytest.raises(DeadEnd):
        options(g)


def test_a_quiet_sealed_answer_of_one_is_sealed_without_asking() -> None:
    g = Tiny(SparedTogether())
    settle(g)
    assert asked(g) == (WEST,)
    answer(g, LEFT, WEST)
    assert g.score == 21


# ---- who is asked, and for what


def test_a_choice_asks_its_seat_alone() -> None:
    g = Tiny(Pick(EAST))
    assert asked(g) == (EAST,)
    assert options(g) == options(g, EAST) == (LEFT, RIGHT)


@pytest.mark.parametrize("seat", [WEST, CONTROL, SPECTATOR, DICE])
def test_whoever_is_not_asked_has_no_options(seat: Seat) -> None:
    assert options(Tiny(Pick(EAST)), seat) == ()


def test_a_chance_asks_the_dice() -> None:
    g = Tiny(Throw())
    assert (asked(g), dice_asked(g), options(g)) == ((DICE,), Dice.of(2, 6), ())


def test_no_roll_is_due_where_a_seat_is_asked() -> None:
    with pytest.raises(Refused, match="no roll is due now"):
        dice_asked(Tiny(Pick(EAST)))


def test_an_agenda_that_was_not_settled_asks_nobody() -> None:
    with pytest.raises(TypeError, match="not settled"):
        asked(Tiny(Add(1)))


def test_a_choice_that_offers_nothing_is_a_dead_end() -> None:
    with pytest.raises(DeadEnd, match="asks seat 0 but offers nothing"):
        options(Tiny(NoOptions(WEST)))


def test_sealed_answers_that_are_asked_of_nobody_are_a_dead_end() -> None:
    with pytest.raises(DeadEnd, match="asks nobody"):
        settle(Tiny(AskNobody()))


def test_options_are_listed_once_and_forgotten_with_the_answer() -> None:
    g = Tiny(Counting())
    options(g)
    options(g, WEST)
    assert g.score == 1
    answer(g, LEFT)
    assert g.score == 1
    options(g)
    assert g.score == 2


# ---- answers


def test_an_answer_is_carried_out_and_the_game_settles() -> None:
    g = Tiny(Pick(WEST), Add(1), Pick(EAST))
    answer(g, RIGHT, WEST)
    assert (g.score, asked(g)) == (81, (EAST,))


def test_an_option_may_be_taken_without_being_asked_about_again() -> None:
    checked, taken = Tiny(Pick(WEST), Throw(), Pick(EAST)), Tiny(Pick(WEST), Throw(), Pick(EAST))
    for action in (RIGHT, rolled((4, 1)), LEFT):
        answer(checked, action)
        take(taken, action)
    assert taken == checked
    assert over(taken)


def test_a_sealed_option_may_be_taken_too() -> None:
    checked, taken = Tiny(Sealed()), Tiny(Sealed())
    for seat in (EAST, WEST):
        answer(checked, RIGHT, seat)
        take(taken, RIGHT, seat)
    assert taken == checked
    assert over(taken)


def test_the_seat_need_not_be_said_where_one_is_asked() -> None:
    g = Tiny(Pick(WEST))
    answer(g, LEFT)
    assert g.score == 7


@pytest.mark.parametrize(
    ("action", "seat", "reason"),
    [
        (Action("up"), WEST, "'up' is not among the things that may be chosen now"),
        (Action("left", (1,)), WEST, "'left:1' is not among"),
        (LEFT, EAST, "another seat is asked now"),
        (LEFT, CONTROL, "another seat is asked now"),
        (LEFT, DICE, "another seat is asked now"),
        (rolled((1, 1)), None, "'roll:1:1' is not among"),
    ],
)
def test_a_refused_answer_changes_nothing(action: Action, seat: Seat | None, reason: str) -> None:
    g = Tiny(Pick(WEST))
    before = g.digest()
    with pytest.raises(Refused, match=reason):
        answer(g, action, seat)
    assert (g.digest(), g.told) == (before, [])


@pytest.mark.parametrize("faces", [(), (1,), (0, 1), (1, 7), (1, 2, 3), (-1, 3)])
def test_an_impossible_roll_is_refused_and_changes_nothing(faces: tuple[int, ...]) -> None:
    g = Tiny(Throw())
    before = g.digest()
    with pytest.raises(Refused, match="is no roll of 2d6"):
        answer(g, rolled(faces))
    assert (g.digest(), g.told) == (before, [])


def test_no_seat_answers_for_the_dice() -> None:
    with pytest.raises(Refused, match="a roll of the dice is due first") as why:
        answer(Tiny(Throw()), rolled((1, 1)), WEST)
    assert why.value.refusal.rule == "3"


def test_only_a_roll_answers_for_the_dice() -> None:
    with pytest.raises(Refused, match="'left' is no roll"):
        answer(Tiny(Throw()), LEFT, DICE)


def test_nothing_is_answered_when_the_game_is_over() -> None:
    with pytest.raises(Refused, match="the game is over"):
        answer(Tiny(), LEFT)


def test_what_may_be_answered_has_no_refusal() -> None:
    assert refusal(Tiny(Pick(WEST)), LEFT, WEST) is None
    assert refusal(Tiny(Throw()), rolled((6, 6)), DICE) is None


def test_a_dead_end_is_raised_when_it_is_answered() -> None:
    with pytest.raises(DeadEnd):
        answer(Tiny(NoOptions(WEST)), LEFT)


def test_each_answer_says_anew_whether_it_uncovered_something() -> None:
    g = Tiny(Pick(WEST), Pick(WEST))
    g.uncover()
    answer(g, LEFT)
    assert not g.uncovered


# ---- rolls


def test_a_roll_is_carried_out_and_told_with_its_paragraph() -> None:
    g = Tiny(Throw())
    answer(g, rolled((3, 5)), DICE)
    assert g.score == 8
    assert [told.event for told in g.told or ()] == [Rolled("3", (3, 5), None, (6, 6), True)]


def test_an_open_roll_is_heard_by_all() -> None:
    g = Tiny(Throw())
    answer(g, rolled((3, 5)))
    assert [heard(g, seat) for seat in (WEST, EAST, SPECTATOR, CONTROL)] == [["Rolled"]] * 4


def test_a_secret_roll_is_heard_by_its_audience_and_control_alone() -> None:
    g = Tiny(SecretThrow())
    answer(g, rolled((3, 5)))
    assert [heard(g, seat) for seat in (WEST, CONTROL)] == [["Rolled"]] * 2
    assert [heard(g, seat) for seat in (EAST, SPECTATOR)] == [[], []]


def test_every_roll_is_an_outcome_of_its_own_where_all_faces_are_read() -> None:
    found = outcomes(Tiny(Throw()))
    assert len(found) == 36
    assert {outcome.chance for outcome in found} == {Fraction(1, 36)}


def test_outcomes_that_read_the_same_are_merged() -> None:
    found = {sum(outcome.action.args): outcome.chance for outcome in outcomes(Tiny(ThrowForSum()))}
    assert len(found) == 11
    assert (found[2], found[7], found[12]) == (Fraction(1, 36), Fraction(1, 6), Fraction(1, 36))


@pytest.mark.parametrize("step", [Throw(), ThrowForSum(), SecretThrow()])
def test_outcomes_sum_to_exactly_one(step: Throw) -> None:
    assert sum(outcome.chance for outcome in outcomes(Tiny(step))) == 1


def test_every_outcome_can_be_answered() -> None:
    for outcome in outcomes(Tiny(ThrowForSum())):
        g = Tiny(ThrowForSum())
        answer(g, outcome.action, DICE)
        assert g.score == sum(outcome.action.args)


def test_there_are_no_outcomes_where_no_roll_is_due() -> None:
    with pytest.raises(Refused, match="no roll is due now"):
        outcomes(Tiny(Pick(WEST)))


# ---- positions that were typed in


@pytest.mark.parametrize("step", [Pick(WEST), Throw(), Sealed(), Add(1)])
def test_a_position_that_can_be_answered_is_not_stuck(step: Auto[Tiny]) -> None:
    assert stuck(Tiny(step)) is None


def test_a_finished_game_is_not_stuck() -> None:
    assert stuck(Tiny()) is None


@pytest.mark.parametrize("step", [NoOptions(WEST), AskNobody()])
def test_a_position_that_nobody_can_answer_is_stuck(step: Pick) -> None:
    assert stuck(Tiny(step)) is not None


def test_a_position_with_an_impossible_sealed_answer_is_stuck() -> None:
    g = Tiny(Sealed())
    g.sealed = ((WEST, Action("up")),)
    assert "has sealed 'up'" in str(stuck(g))


def test_sealed_answers_without_a_step_that_asks_for_them_are_stuck() -> None:
    g = Tiny(Pick(WEST))
    g.sealed = ((WEST, LEFT),)
    assert stuck(g) == "sealed answers wait although none are asked for"


@pytest.mark.parametrize("seats", [(Seat(7),), (WEST, WEST), (EAST, WEST)])
def test_answers_sealed_by_the_wrong_seats_are_stuck(seats: tuple[Seat, ...]) -> None:
    g = Tiny(Sealed(), Sealed())
    g.sealed = tuple((seat, LEFT) for seat in seats)
    assert stuck(g) is not None
