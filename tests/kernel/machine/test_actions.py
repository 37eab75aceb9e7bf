from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.machine.actions import (
    Action,
    BadAction,
    Offers,
    numbered,
    numbers_in,
    parse_action,
    rolled,
    verbs_in,
)
from sandtable.kernel.map.bitboards import bits_of

from ..playing import some_cases

verbs = st.text(st.characters(categories=["Ll", "Nd"], include_characters="_"), min_size=1)


def test_an_action_without_numbers_is_its_verb() -> None:
    assert Action("done").id == "done"


def test_numbers_follow_the_verb_behind_colons() -> None:
    assert Action("move", (12, -1)).id == "move:12:-1"


@some_cases
@given(verbs, st.lists(st.integers()))
def test_an_action_is_read_back_from_its_id(verb: str, numbers: list[int]) -> None:
    action = Action(verb, tuple(numbers))
    assert parse_action(action.id) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        ":1",
        "move:",
        "move:x",
        "move:1.5",
        "move: 1",
        "move:01",
        "move:+1",
        "move:1_0",
        "move:٣",
        "move:-0",
    ],
)
def test_a_text_that_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(BadAction, match="is no action; an action is a verb and whole numbers"):
        parse_action(text)


@pytest.mark.parametrize("thing", [None, 5, ["move", 1], {"verb": "move"}])
def test_what_is_no_text_is_no_action(thing: object) -> None:
    with pytest.raises(BadAction):
        parse_action(cast(Any, thing))


@some_cases
@given(st.text())
def test_any_text_is_an_action_with_that_id_or_refused(text: str) -> None:
    with suppress(BadAction):
        assert parse_action(text).id == text


def test_the_dice_answer_with_their_faces() -> None:
    assert rolled((3, 5)) == Action("roll", (3, 5))


# ---- options that are made when they are looked at

STOP, RALLY = Action("stop"), Action("rally")
ROW = numbered("move", 300)
offers = st.builds(
    lambda before, hexes, after: (
        Offers(before, ROW, bits_of(hexes), after),
        (*before, *(Action("move", (h,)) for h in sorted(hexes)), *after),
    ),
    st.sampled_from([(), (STOP,), (STOP, Action("stay"))]),
    st.sets(st.integers(0, len(ROW) - 1)),
    st.sampled_from([(), (RALLY,), (RALLY, Action("drop_off", (7,)))]),
)


@some_cases
@given(offers)
def test_offers_are_what_a_list_of_them_would_be(both: tuple[Offers, tuple[Action, ...]]) -> None:
    offered, listed = both
    assert tuple(offered) == listed
    assert len(offered) == len(listed)
    assert [offered[i] for i in range(-len(listed), len(listed))] == [*listed, *listed]
    assert offered[1:-1] == listed[1:-1]


@some_cases
@given(offers)
def test_offers_know_their_verbs_and_numbers_without_a_list(both: tuple[Offers, tuple[Action, ...]]) -> None:
    offered, listed = both
    assert verbs_in(offered) == verbs_in(listed) == {action.verb for action in listed}
    for verb in (*verbs_in(listed), "else"):
        assert numbers_in(offered, verb) == numbers_in(listed, verb)


@some_cases
@given(offers)
def test_offers_equal_the_tuple_of_them_and_hash_like_it(both: tuple[Offers, tuple[Action, ...]]) -> None:
    offered, listed = both
    assert offered == listed
    assert listed == offered
    assert hash(offered) == hash(listed)
    assert offered != (*listed, Action("other"))


@some_cases
@given(offers, st.integers(-2, len(ROW) + 2))
def test_offers_hold_what_is_offered_and_nothing_else(
    both: tuple[Offers, tuple[Action, ...]], number: int
) -> None:
    offered, listed = both
    asked = [
        Action(verb, args)
        for verb in ("move", "stop", "rally", "drop_off", "attack")
        for args in ((), (number,), (7,), (number, 1))
    ]
    assert [a in offered for a in asked] == [a in listed for a in asked]
    assert object() not in offered


@pytest.mark.parametrize("index", [4, -5])
def test_offers_end_where_they_end(index: int) -> None:
    with pytest.raises(IndexError, match=f"there are 4 options; number {index} is not among them"):
        Offers((STOP,), ROW, bits_of([3, 4]), (RALLY,))[index]


def test_offers_show_what_they_offer() -> None:
    assert repr(Offers((STOP,), ROW, bits_of([3]))) == f"Offers{(STOP, Action('move', (3,)))!r}"
