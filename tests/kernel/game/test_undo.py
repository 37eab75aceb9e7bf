from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import RecordedDice, ScriptedDice, SeededDice
from sandtable.kernel.game.game import Game, resume
from sandtable.kernel.game.records import read_record
from sandtable.kernel.refusals import Refused
from sandtable.testing.ford import RULEBOOK, FordRulebook
from sandtable.testing.ford.state import Ford

from ..playing import (
    a_move,
    answer_at_random,
    everything,
    few_cases,
    ford_game,
    game_with_sealed_plans,
    play_on,
    random_game,
)

seeds = st.integers(0, 10_000)


# ---- undo


@few_cases
@given(seeds)
def test_undo_restores_all_that_was_and_never_crosses_a_roll_a_reveal_or_another_seat(seed: int) -> None:
    game = ford_game("ford-counterstroke", SeededDice(seed), turns=4)
    rng = Random(seed)
    history = {game.answers: everything(game)}
    asked = {game.answers: game.asked}
    while not game.over:
        answer_at_random(game, rng)
        history[game.answers], asked[game.answers] = everything(game), game.asked
        trial = game.copy()
        rows = game.record()["answers"]
        while trial.undoable:
            taken = rows[trial.answers - 1]
            trial.undo()
            assert everything(trial) == history[trial.answers]
            assert asked[trial.answers] == asked[trial.answers + 1] == (taken[0],)
        with pytest.raises(Refused, match="nothing can be taken back"):
            trial.undo()
        for who, action, *_ in rows[trial.answers :]:
            trial.choose(who, action)
        assert everything(trial) == everything(game)


def test_answers_of_one_seat_can_be_taken_back_one_by_one() -> None:
    game = ford_game()
    start = everything(game)
    for _ in range(3):
        game.choose("red", a_move(game))
    assert game.undoable == 3
    for _ in range(3):
        game.undo()
    assert (everything(game), game.undoable) == (start, 0)


def test_log_and_record_shrink_with_undo() -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    lines, answers = len(game.events("control")), game.answers
    game.choose("red", a_move(game))
    assert (len(game.events("control")), game.answers) == (lines + 1, answers + 1)
    game.undo()
    assert (len(game.events("control")), game.answers, len(game.record()["answers"])) == (
        lines,
        answers,
        answers,
    )


def test_a_change_of_seat_cannot_be_undone() -> None:
    game = ford_game()
    game.choose("red", "done")
    assert game.undoable == 1
    game.choose("red", "done")
    assert (game.asked, game.undoable) == (("blue",), 0)


def test_a_sealed_answer_cannot_be_taken_back() -> None:
    game = game_with_sealed_plans()
    game.choose("red", game.options("red")[0].id)
    assert game.undoable == 0


def test_what_was_uncovered_cannot_be_covered_again() -> None:
    class Scouting(FordRulebook):
        """Every answer uncovers something: a scout's rulebook."""

        def sentence(self, g: Ford, event: Any) -> str:
            g.uncover()
            return super().sentence(g, event)

    game = Game(Scouting(), RULEBOOK.setup("ford"))
    game.choose("red", a_move(game))
    assert game.undoable == 0


def test_an_edit_cannot_be_undone() -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    game.edit([("strength", 0, 1)], "a slip")
    assert game.undoable == 0


# ---- rewinding, resuming, copying


@few_cases
@given(seeds, st.data())
def test_a_rewound_game_goes_on_with_the_same_dice(seed: int, data: st.DataObject) -> None:
    game = random_game(seed)
    rows = game.record()["answers"]
    to = data.draw(st.integers(0, game.answers))
    before = everything(game)
    again = game.rewound(to)
    assert again.record()["answers"][:to] == rows[:to]
    while again.answers < len(rows):
        who, action, *_ = rows[again.answers]
        again.choose(who, action)
    assert everything(again) == everything(game) == before


def test_a_rewound_game_meets_the_same_scripted_dice_again() -> None:
    game = ford_game("ford-counterstroke", ScriptedDice([(n % 6 + 1,) for n in range(99)]))
    play_on(game, Random(5))
    rows = game.record()["answers"]
    first = next(n for n, row in enumerate(rows) if row[0] == "dice")
    assert game.rewound(first).record()["answers"][: first + 1] == rows[: first + 1]


@pytest.mark.parametrize("answers", [-1, 31])
def test_a_game_is_rewound_only_to_where_it_was(answers: int) -> None:
    game = random_game(1, 30)
    assert game.answers == 30
    with pytest.raises(Refused, match=f"the record has 30 answers; {answers} is not among them"):
        game.rewound(answers)


@few_cases
@given(seeds, st.integers(0, 80))
def test_a_resumed_game_is_the_game_it_was(seed: int, answers: int) -> None:
    game = random_game(seed, answers)
    again = resume(RULEBOOK, read_record(RULEBOOK, json.loads(json.dumps(game.record()))), SeededDice(seed))
    assert everything(again) == everything(game)
    for twin in (game, again):
        play_on(twin, Random(seed + 1))
    assert everything(again) == everything(game)


def test_a_resumed_game_may_go_on_with_other_dice() -> None:
    game = random_game(5)
    record = read_record(RULEBOOK, game.record())
    rolls = [tuple(map(int, entry.action.split(":")[1:])) for entry in record.entries if entry.who == "dice"]
    again = resume(RULEBOOK, record, RecordedDice(rolls))
    assert again.digest() == game.digest()


@few_cases
@given(seeds, st.integers(0, 60))
def test_a_copy_plays_on_by_itself(seed: int, answers: int) -> None:
    game = random_game(seed, answers)
    before, undoable = everything(game), game.undoable
    twin = game.copy()
    assert (everything(twin), twin.undoable) == (before, undoable)
    play_on(twin, Random(seed))
    assert (everything(game), game.undoable) == (before, undoable)
    while game.undoable:
        game.undo()


def test_undoing_in_a_copy_leaves_the_original_alone() -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    before = everything(game)
    twin = game.copy()
    twin.undo()
    twin.choose("red", a_move(twin))
    twin.choose("red", a_move(twin))
    assert (everything(game), game.undoable) == (before, 1)


def test_copies_do_not_use_up_each_others_scripted_dice() -> None:
    game = ford_game("ford-counterstroke", ScriptedDice([(n % 6 + 1,) for n in range(99)]))
    twin = game.copy()
    play_on(game, Random(5))
    play_on(twin, Random(5))
    assert everything(game) == everything(twin)
