from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.book.describing import (
    flag,
    fraction,
    is_told,
    listed,
    name,
    one_of,
    pairs,
    shown,
    some_of,
    told,
    whole,
)


@pytest.mark.parametrize(("value", "number"), [(3, 3), ("3", 3), (" -2 ", -2), ("+4", 4), (0, 0)])
def test_a_whole_number_may_be_typed_or_given(value: Any, number: int) -> None:
    assert whole(value, "it") == number


@pytest.mark.parametrize("value", ["", "three", "3.5", 3.5, None, True, [], "1" * 10, "３"])
def test_what_is_no_whole_number_is_named(value: Any) -> None:
    with pytest.raises(BadDescription, match=r"^it is .*; it should be a whole number$"):
        whole(value, "it")


def test_bounds_are_kept() -> None:
    assert whole(5, "it", least=5, most=5) == 5
    with pytest.raises(BadDescription, match="it is 4; it should be at least 5"):
        whole(4, "it", least=5)
    with pytest.raises(BadDescription, match="it is 6; it should be at most 5"):
        whole("6", "it", most=5)


def test_a_word_must_be_among_the_choices() -> None:
    assert one_of("a", "it", ("a", "b")) == "a"
    with pytest.raises(BadDescription, match="it is 'c'; it should be one of a, b"):
        one_of("c", "it", ("a", "b"))


@pytest.mark.parametrize("value", [["a", "b", "a"], ("a", "b"), {"b", "a"}])
def test_several_words_are_a_set(value: Any) -> None:
    assert some_of(value, "it", ("a", "b", "c")) == {"a", "b"}


def test_one_word_or_none_is_a_set_too() -> None:
    assert some_of("a", "it", ("a",)) == {"a"}
    assert some_of(None, "it", ("a",)) == frozenset()


def test_a_mapping_is_one_thing_in_a_list() -> None:
    assert listed({"men": 3}) == [{"men": 3}]
    assert listed("men=3") == ["men=3"]
    assert listed(()) == []


def test_pairs_are_read_from_text_and_from_mappings() -> None:
    assert pairs("men=14, tanks = 3", "it", ("men", "tanks")) == {"men": "14", "tanks": "3"}
    assert pairs({"men": 14}, "it", ("men", "tanks")) == {"men": 14}
    assert pairs(None, "it", ("men",)) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("men", "it has 'men'; it should read like key=value,key=value"),
        ("men=", "it has 'men='"),
        ("=3", "it has '=3'"),
        ("men=1,", "it has ''"),
        ("", "it has ''"),
        ("cows=1", "it knows no 'cows'; it takes men, tanks"),
        ("men=1,men=2", "it names 'men' twice"),
    ],
)
def test_pairs_that_cannot_be_read_are_named(text: str, says: str) -> None:
    with pytest.raises(BadDescription) as no:
        pairs(text, "it", ("men", "tanks"))
    assert says in str(no.value)


# ---- hostile values


def kind(value: Any) -> str:
    """The name of a case: some of the values cannot be printed."""
    return type(value).__name__


@pytest.mark.parametrize("value", [0, "", 0.0, [], {}])
def test_nothing_is_a_value_too(value: Any) -> None:
    assert is_told(value)
    assert told({"it": value}, "it", 7) == value


@pytest.mark.parametrize("value", [None, False, ()])
def test_what_was_not_given_is_not_told(value: Any) -> None:
    assert not is_told(value)


@pytest.mark.parametrize("value", ["false", "true", 0, 1, [], "no"])
def test_only_true_and_false_are_flags(value: Any) -> None:
    with pytest.raises(BadDescription, match=r"it is .*; true or false would do"):
        flag({"it": value}, "it")
    assert flag({"it": True}, "it")
    assert not flag({}, "it")


@pytest.mark.parametrize(
    ("value", "number"), [("1/2", Fraction(1, 2)), (2.5, Fraction(5, 2)), (3, 3), ("0", 0)]
)
def test_a_fraction_may_be_typed_or_given(value: Any, number: Fraction) -> None:
    assert fraction(value, "it") == number


@pytest.mark.parametrize(
    "value", ["1e99999999", float("nan"), float("inf"), "1/0", True, 10**5000, "-1", [], None], ids=kind
)
def test_what_is_no_fraction_is_refused_at_once(value: Any) -> None:
    with pytest.raises(BadDescription, match=r"^it is "):
        fraction(value, "it")


@pytest.mark.parametrize(
    "value", [["Orel"], {"a": 1}, "a\nb", "\udcff", True, 1.5, "x" * 201, 10**5000, None], ids=kind
)
def test_what_is_no_name_is_refused(value: Any) -> None:
    with pytest.raises(BadDescription, match=r"^it is "):
        name(value, "it")


def test_a_hex_may_be_a_number() -> None:
    assert (name(1108, "it"), name(" Orel ", "it")) == ("1108", "Orel")


def test_what_is_shown_of_a_value_is_short() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for value in (10**5000, [10**5000], deep, "x" * 10**6, {"a": deep}, ["y"] * 10**6):
        assert len(shown(value)) < 500
