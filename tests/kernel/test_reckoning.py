from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.reckoning import Reckoning, lines_of

from .playing import some_cases

HALF = Fraction(1, 2)


def test_a_reckoning_starts_at_nothing() -> None:
    assert (int(Reckoning()), Reckoning().lines) == (0, [])


@some_cases
@given(st.lists(st.integers(-9, 9)))
def test_the_total_is_the_sum_of_its_lines(values: list[int]) -> None:
    reckoning = Reckoning("strength")
    for value in values:
        reckoning.add("a unit", value, "1")
    assert int(reckoning) == sum(values)
    assert [line.value for line in reckoning.lines] == values


def test_every_line_has_the_total_after_it() -> None:
    reckoning = Reckoning().add("a", 3, "1").times("b", HALF, "2").add("c", 1, "3")
    assert [line.total for line in reckoning.lines] == [3, Fraction(3, 2), Fraction(5, 2)]


def test_a_contribution_of_nothing_is_noted() -> None:
    assert len(Reckoning().add("in the open", 0, "5").lines) == 1


def test_a_condition_that_does_not_hold_leaves_no_line() -> None:
    reckoning = Reckoning().add_if(False, "in a wood", 1, "5").add_if(3, "in a town", 2, "5")
    assert [line.what for line in reckoning.lines] == ["in a town"]


@pytest.mark.parametrize(("total", "down", "half_up"), [(5, 2, 3), (-5, -3, -2), (4, 2, 2)])
def test_halves_are_rounded_as_the_rule_says(total: int, down: int, half_up: int) -> None:
    assert int(Reckoning().add("a", total, "1").times("half", HALF, "2").round_down("3")) == down
    assert int(Reckoning().add("a", total, "1").times("half", HALF, "2").round_half_up("3")) == half_up


def test_what_is_whole_is_not_rounded_again() -> None:
    assert len(Reckoning().add("a", 4, "1").round_down("2").round_half_up("2").lines) == 1


def test_what_no_rule_has_rounded_is_no_whole_number() -> None:
    with pytest.raises(ValueError, match="strength is 3/2, which no rule has rounded"):
        int(Reckoning("strength").add("a", 3, "1").times("half", HALF, "2"))


def test_bounds_only_show_where_they_bind() -> None:
    within = Reckoning().add("a", 3, "1").at_least(1, "2").at_most(5, "2")
    assert (int(within), len(within.lines)) == (3, 1)
    below = Reckoning().add("a", 0, "1").at_least(1, "2")
    above = Reckoning().add("a", 9, "1").at_most(5, "2")
    assert (int(below), int(above), len(below.lines), len(above.lines)) == (1, 5, 2, 2)


def test_lines_go_over_the_wire_with_their_paragraphs() -> None:
    assert Reckoning().add("a", 3, "1").times("half", HALF, "2").as_json() == [
        {"what": "a", "value": 3, "rule": "1"},
        {"what": "half", "value": "1/2", "rule": "2", "sign": "x"},
    ]


def test_a_reckoning_reads_like_a_sum_on_paper() -> None:
    text = str(Reckoning("strength").add("two corps", 9, "8").times("river", HALF, "5").round_down("8"))
    assert text == "+9  two corps [8]\nx 1/2  river [5]\n= 4  rounded down [8]\n= 4  strength"


def test_the_lines_of_several_reckonings_say_what_they_are_part_of() -> None:
    strength, die = Reckoning("strength").add("corps", 4, "1"), Reckoning("die").add("face", 6, "2")
    assert lines_of([strength, Reckoning("nothing"), die]) == [
        {"of": "strength", "what": "corps", "value": 4, "rule": "1"},
        {"of": "die", "what": "face", "value": 6, "rule": "2"},
    ]
