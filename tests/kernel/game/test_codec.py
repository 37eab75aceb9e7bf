from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.codec import (
    BadDocument,
    OtherBehaviour,
    decode,
    dumps,
    encode,
    loads,
    read_step,
    upgraded,
    write_step,
)
from sandtable.kernel.machine.state import GameState, cache_complaints
from sandtable.kernel.refusals import SandtableError
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import CombatRoll
from sandtable.testing.ford.state import Ford

from ..damage import damaged
from ..playing import (
    answer_at_random,
    few_cases,
    ford_game,
    game_with_sealed_plans,
    many_cases,
    random_game,
    some_cases,
)

seeds = st.integers(0, 10_000)


def sealed_document() -> dict[str, Any]:
    """A saved game with everything in it, a sealed answer included."""
    game = game_with_sealed_plans()
    game.choose("red", game.options("red")[0].id)
    return loads(dumps(encode(RULEBOOK, game.state)))


SAVED = sealed_document()


def changed(**parts: Any) -> dict[str, Any]:
    return {**SAVED, **parts}


# ---- there and back


@few_cases
@given(seeds, st.booleans())
def test_every_position_of_a_random_game_comes_back_the_same(seed: int, night: bool) -> None:
    game = ford_game("ford-counterstroke", night=night)
    rng = Random(seed)
    while not game.over:
        answer_at_random(game, rng)
        g = game.state
        back = decode(RULEBOOK, loads(dumps(encode(RULEBOOK, g))))
        assert back == g
        assert back.digest() == g.digest()
        assert back.setup.as_json() == g.setup.as_json()
        assert cache_complaints(back) == []


def test_a_position_comes_back_without_the_text_in_between() -> None:
    g = game_with_sealed_plans().state
    assert decode(RULEBOOK, encode(RULEBOOK, g)) == g


def test_a_sealed_answer_comes_back() -> None:
    assert SAVED["sealed"] != []
    assert encode(RULEBOOK, decode(RULEBOOK, SAVED)) == SAVED


def test_a_position_before_the_first_step_comes_back() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ford"))
    assert decode(RULEBOOK, encode(RULEBOOK, g)) == g


def test_saving_changes_nothing() -> None:
    g = random_game(1, 30).state
    before = g.digest()
    encode(RULEBOOK, g)
    assert g.digest() == before


def test_a_saved_game_is_plain_data() -> None:
    document = encode(RULEBOOK, game_with_sealed_plans().state)
    assert loads(dumps(document)) == document


def test_the_same_document_always_gives_the_same_text() -> None:
    assert dumps({"b": 1, "a": "ü"}) == dumps({"a": "ü", "b": 1}) == '{"a":"ü","b":1}'


@some_cases
@given(st.integers(-(2**80), 2**80))
def test_great_numbers_come_back_whole_and_are_written_as_text(number: int) -> None:
    # The codec does not care what a rulebook keeps in its columns; the miniature one would complain.
    class Lenient(type(RULEBOOK)):  # type: ignore[misc]
        def complaints(self, g: Ford) -> list[str]:
            return []

    book: Rulebook[Ford] = Lenient()
    g = book.start(book.setup("ford"))
    g.turn = g.moved[0] = number
    document = encode(book, g)
    assert decode(book, loads(dumps(document))) == g
    assert isinstance(document["numbers"]["turn"], int) == (abs(number) < 2**53)


def test_a_truth_value_in_a_column_is_written_as_a_number() -> None:
    g = random_game(1, 0).state
    g.moved[0] = True
    assert encode(RULEBOOK, g)["columns"]["moved"][0] is not True
    assert decode(RULEBOOK, encode(RULEBOOK, g)) == g


def test_a_step_is_a_row_of_its_name_and_arguments() -> None:
    step = CombatRoll((1, 2), RULEBOOK.start(RULEBOOK.setup("ford")).grid.cells[3], 1)
    assert write_step(step)[:2] == ["CombatRoll", [1, 2]]
    assert read_step(RULEBOOK, write_step(step)) == step


# ---- damage


@pytest.mark.parametrize("key", ["setup", "columns", "numbers", "agenda", "sealed"])
def test_a_missing_part_is_named(key: str) -> None:
    with pytest.raises(BadDocument, match=f"the saved game lacks '{key}'"):
        decode(RULEBOOK, {k: v for k, v in SAVED.items() if k != key})


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"format": "sandtable-record"}, "this is no sandtable-state document: its format is 'sandtable-record'"),
        ({"version": 2}, "version 2 of sandtable-state is unknown here; versions 1 to 1 can be read"),
        ({"version": 0}, "version 0"),
        ({"version": "1"}, "version '1'"),
        ({"version": True}, "version True"),
        ({"rulebook": "chess"}, "this saved game is of rulebook 'chess', not 'ford'"),
        ({"setup": {}}, "the saved game lacks 'scenario'"),
        ({"setup": 5}, "the setup should be an object, not 5"),
        ({"setup": {"scenario": "bridge"}}, "has no scenario 'bridge'"),
        ({"setup": {"scenario": "ford", "options": [1]}}, "options and tables should be objects"),
        ({"setup": {"scenario": "ford", "options": {"turns": 7}}}, "option 'turns' may be 6, 4, 10, not 7"),
        ({"setup": {"scenario": "ford", "tables": {"combat": 3}}}, "table 'combat' of the setup should be an object"),
        ({"setup": {"scenario": "ford", "tables": {"combat": {}}}}, "table 'combat': name is missing"),
        ({"columns": {**SAVED["columns"], "moved": "x"}}, "the saved game cannot be read"),
        ({"columns": {**SAVED["columns"], "moved": [1.5]}}, "1.5 is no whole number"),
        ({"columns": {**SAVED["columns"], "moved": [True]}}, "True is no whole number"),
        ({"columns": {**SAVED["columns"], "hex_of": [9999] * 8}}, "the saved game cannot be played on"),
        ({"columns": {**SAVED["columns"], "strength": [1]}}, "the saved game cannot be played on"),
        ({"columns": []}, "the saved game cannot be read"),
        ({"numbers": {**SAVED["numbers"], "turn": None}}, "None is no whole number"),
        ({"numbers": {**SAVED["numbers"], "turn": 99}}, "turn 99 is none of the 6 turns"),
        ({"agenda": [["Fly", 1]], "sealed": []}, "'ford' has no step 'Fly'"),
        ({"agenda": [["Move"]], "sealed": []}, "the saved game cannot be read"),
        ({"agenda": [["Move", 1.5]], "sealed": []}, "1.5 cannot stand in a step"),
        ({"agenda": [[]], "sealed": []}, "the saved game cannot be read"),
        ({"agenda": [5], "sealed": []}, "the saved game cannot be read"),
        ({"agenda": [["Move", "red"]], "sealed": []}, "the saved game cannot be played on"),
        ({"agenda": []}, "sealed answers wait although none are asked for"),
        ({"sealed": [[0]]}, "the saved game cannot be read"),
        ({"sealed": [[0, "yi:eld"]]}, "'yi:eld' is no action"),
        ({"sealed": [[0, "dance"]]}, "has sealed 'dance'"),
    ],
)  # fmt: skip
def test_a_damaged_saved_game_is_refused_in_a_sentence(parts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadDocument, match=complaint):
        decode(RULEBOOK, changed(**parts))


def test_another_behaviour_is_refused_with_the_reason() -> None:
    with pytest.raises(
        OtherBehaviour, match="was played under behaviour 2 of 'ford'; this program plays behaviour 1"
    ):
        decode(RULEBOOK, changed(behaviour=2))


@many_cases
@given(damaged(SAVED))
def test_no_damage_leads_to_anything_but_a_sentence(document: dict[str, Any]) -> None:
    with suppress(SandtableError):
        found: GameState = decode(RULEBOOK, document)
        found.digest()


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"a": }', "[" * 100_000, '{"n": ' + "9" * 5000 + "}"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(BadDocument, match="my file is not JSON"):
        loads(text, "my file")


@pytest.mark.parametrize("text", ["[]", "5", "null", '"text"'])
def test_json_that_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(BadDocument, match="my file is JSON, but not an object"):
        loads(text, "my file")


def test_old_documents_are_brought_up_to_date_version_by_version() -> None:
    upgrades = {1: lambda doc: {**doc, "b": doc["a"] + 1}, 2: lambda doc: {**doc, "c": doc["b"] + 1}}
    found = upgraded({"format": "f", "version": 1, "a": 1}, "f", 3, upgrades)
    assert (found["a"], found["b"], found["c"]) == (1, 2, 3)
    assert "c" in upgraded({"format": "f", "version": 2, "b": 1}, "f", 3, upgrades)
