from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.actions import Action, BadAction, parse_action, rolled

from .playing import some_cases

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
