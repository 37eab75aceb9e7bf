from __future__ import annotations

import json
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.book.rulebook import UnknownName
from sandtable.kernel.chance.dice import BadDice, ScriptedDice, SeededDice
from sandtable.kernel.game.game import Game, resume
from sandtable.kernel.game.records import first_divergence, read_record, replay
from sandtable.kernel.machine.actions import Action, BadAction
from sandtable.kernel.machine.engine import options
from sandtable.kernel.map.hexes import UnknownHex
from sandtable.kernel.refusals import Refused
from sandtable.testing.ford import RULEBOOK, FordRulebook
from sandtable.testing.ford.state import Ford

from ..playing import a_move, answer_at_random, everything, few_cases, ford_game, play_on, random_game

seeds = st.integers(0, 10_000)


# ---- how it stands


def test_a_new_game_asks_and_offers() -> None:
    game = ford_game()
    assert (game.over, game.seats, game.asked, game.result) == (False, ("red", "blue"), ("red",), None)
    assert game.options("red")[0].id == "done"
    assert game.options("blue") == game.options("control") == game.options("spectator") == []


def test_a_finished_game_has_a_result_and_asks_nobody() -> None:
    game = random_game(1)
    assert game.over
    assert game.asked == ()
    assert game.result is not None
    assert game.record()["result"] == game.result


def test_the_log_begins_with_what_happened_before_the_first_answer() -> None:
    first = ford_game().events("spectator")[0]
    assert (first["answer"], first["text"], first["rule"]) == (0, "Turn 1 begins.", "4")
    assert first["event"] == {"kind": "TurnBegan", "rule": "4", "turn": 1}


def test_log_lines_say_after_which_answer_they_stand() -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    assert game.events("blue")[-1]["answer"] == game.answers == 1


@few_cases
@given(seeds)
def test_only_the_owner_and_control_hear_how_much_strength_is_left(seed: int) -> None:
    game = random_game(seed)
    lost = {
        reader: [e["event"]["unit"] for e in game.events(reader) if e["event"]["kind"] == "LostStrength"]
        for reader in ("red", "blue", "spectator", "control")
    }
    sides = [game.state.side_of(unit) for unit in lost["control"]]
    assert lost["spectator"] == []
    assert (len(lost["red"]), len(lost["blue"])) == (
        sides.count(game.seat("red")),
        sides.count(game.seat("blue")),
    )


# ---- questions that cannot be answered


@pytest.mark.parametrize("name", ["green", "", "dice", "Red"])
def test_an_unknown_seat_sees_nothing(name: str) -> None:
    game = ford_game()
    for question in (game.options, game.view, game.events):
        with pytest.raises(UnknownName, match="there is no seat"):
            question(name)


def test_why_not_tells_the_paragraph() -> None:
    refusal = ford_game().why_not("red", "enter", unit="red-a", hex="0408")
    assert refusal is not None
    assert refusal.rule == "1.1"


def test_why_not_says_nothing_where_it_may() -> None:
    assert ford_game().why_not("red", "enter", unit="red-a", hex="0102") is None


def test_why_not_knows_whose_turn_it_is() -> None:
    refusal = ford_game().why_not("blue", "enter", unit="blue-e", hex="0106")
    assert str(refusal) == "units move only while their own side is moving [1]"


@pytest.mark.parametrize(
    ("verb", "what", "error"),
    [
        ("enter", {}, UnknownName),
        ("enter", {"unit": "red-a"}, UnknownName),
        ("enter", {"hex": "0101"}, UnknownName),
        ("enter", {"unit": "green-z", "hex": "0101"}, UnknownName),
        ("enter", {"unit": "red-a", "hex": "9999"}, UnknownHex),
        ("attack", {}, UnknownName),
        ("attack", {"hex": ""}, UnknownHex),
        ("dance", {}, UnknownName),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_a_sentence(
    verb: str, what: dict[str, str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        ford_game().why_not("red", verb, **what)


@few_cases
@given(seeds, st.integers(0, 60))
def test_why_not_agrees_with_the_options(seed: int, answers: int) -> None:
    game = random_game(seed, answers)
    for seat in game.seats:
        offered = {tuple(o.target.values()) for o in game.options(seat) if o.id.startswith("move")}
        for unit in (u.name for u in game.state.printed.units):
            for hex_ in ("0103", "0305", "0406", "0602"):
                allowed = game.why_not(seat, "enter", unit=unit, hex=hex_) is None
                assert allowed == ((unit, hex_) in offered)


# ---- answers


@pytest.mark.parametrize(
    ("seat", "option", "error", "complaint"),
    [
        ("red", "fly", Refused, "'fly' is not among"),
        ("red", "move:1:99999", Refused, "that hex is not on the map"),
        ("red", "move:99:3", Refused, "'move:99:3' is not among"),
        ("red", "move:-1:3", Refused, "is not among"),
        ("red", "move:1:-1", Refused, "that hex is not on the map"),
        ("red", "roll:6", Refused, "is not among"),
        ("red", "", BadAction, "'' is no action"),
        ("red", "move:x", BadAction, "'move:x' is no action"),
        ("red", "edit", Refused, "is not among"),
        ("blue", "done", Refused, "another seat is asked now"),
        ("green", "done", UnknownName, "there is no seat 'green'"),
        ("control", "done", UnknownName, "there is no seat 'control'"),
        ("control", "edit", UnknownName, "there is no seat 'control'"),
        ("spectator", "done", UnknownName, "there is no seat 'spectator'"),
        ("dice", "roll:1", UnknownName, "there is no seat 'dice'"),
    ],
)
def test_a_refused_answer_leaves_everything_as_it_was(
    seat: str, option: str, error: type[Exception], complaint: str
) -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    before = everything(game)
    with pytest.raises(error, match=complaint):
        game.choose(seat, option)
    assert (everything(game), game.undoable) == (before, 1)


@pytest.mark.parametrize("option", [None, 5, ["done"]])
def test_an_option_that_is_no_text_is_refused(option: object) -> None:
    with pytest.raises(BadAction):
        ford_game().choose("red", cast(Any, option))


def test_no_seat_answers_for_another() -> None:
    with pytest.raises(Refused, match="'blue' may not answer for 'red'; only Control may"):
        ford_game().choose("red", "done", by="blue")


def test_a_seat_answers_for_itself() -> None:
    game = ford_game()
    game.choose("red", "done", by="red")
    assert game.record()["answers"][0][0] == "red"


@few_cases
@given(seeds)
def test_the_dice_are_rolled_as_soon_as_they_are_asked(seed: int) -> None:
    game = ford_game("ford-counterstroke", SeededDice(seed))
    rng = Random(seed)
    while not game.over:
        assert game.asked != ()
        answer_at_random(game, rng)


def test_a_game_can_go_on_when_the_dice_come_late() -> None:
    dice = ScriptedDice([])
    game = ford_game("ford-counterstroke", dice)
    with pytest.raises(BadDice, match="the script of 0 rolls is used up"):
        play_on(game, Random(0))
    assert game.asked == ()
    dice.rolls.append((1,))
    with pytest.raises(Refused, match="not among"):
        game.choose("red", "nonsense")
    assert game.record()["answers"][-1][:2] == ["dice", "roll:1"]
    assert game.asked != ()


class Broken(FordRulebook):
    """A rulebook with a defect: it cannot say that a unit moved."""

    def sentence(self, g: Ford, event: Any) -> str:
        if type(event).__name__ == "Moved":
            raise KeyError("moved")
        return super().sentence(g, event)


def test_a_defect_of_a_rulebook_does_not_leave_an_answer_half_done() -> None:
    game = Game(Broken(), RULEBOOK.setup("ford"))
    before = everything(game)
    with pytest.raises(KeyError):
        game.choose("red", a_move(game))
    assert everything(game) == before
    game.choose("red", "done")
    assert game.answers == 1


# ---- Control


def test_control_answers_for_anyone_with_a_reason_and_it_is_recorded_and_replayed() -> None:
    game = ford_game()
    option = a_move(game)
    game.choose("red", option, by="control", reason="Red has left the room")
    row = game.record()["answers"][0]
    assert row[:2] == ["control", option]
    assert row[3] == {"for": "red", "reason": "Red has left the room"}
    assert replay(RULEBOOK, read_record(RULEBOOK, game.record())).digest() == game.digest()


def test_everybody_hears_that_control_answered_before_they_hear_what_came_of_it() -> None:
    game = ford_game()
    game.choose("red", a_move(game), by="control", reason="absent")
    heard = [e["event"]["kind"] for e in game.events("blue") if e["answer"] == 1]
    assert heard == ["Overruled", "Moved"]
    assert "Control answers for Red: absent." in [e["text"] for e in game.events("spectator")]


def test_only_the_seat_itself_and_control_hear_which_answer_control_gave() -> None:
    game = ford_game()
    option = a_move(game)
    game.choose("red", option, by="control", reason="absent")
    given_ = {
        reader: [e["event"]["action"] for e in game.events(reader) if e["event"]["kind"] == "Overruled"]
        for reader in ("red", "blue", "spectator", "control")
    }
    assert given_ == {"red": ["", option], "blue": [""], "spectator": [""], "control": ["", option]}


@pytest.mark.parametrize(
    ("seat", "option", "reason", "complaint"),
    [
        ("red", "done", "", "Control answers for nobody without a reason"),
        ("red", "done", "  ", "Control answers for nobody without a reason"),
        ("blue", "done", "absent", "another seat is asked now"),
        ("red", "fly", "absent", "'fly' is not among"),
        ("red", "edit", "absent", "'edit' is not among"),
    ],
)
def test_control_keeps_to_the_rules_when_it_answers(
    seat: str, option: str, reason: str, complaint: str
) -> None:
    game = ford_game()
    before = everything(game)
    with pytest.raises(Refused, match=complaint):
        game.choose(seat, option, by="control", reason=reason)
    assert everything(game) == before


def test_an_edit_is_recorded_with_its_reason_and_replayed() -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    game.edit([("strength", 0, 1), ("turn", -1, 2)], "a slip")
    assert (game.state.strength[0], game.state.turn) == (1, 2)
    row = game.record()["answers"][1]
    assert row[:2] == ["control", "edit"]
    assert row[3] == {"changes": [["strength", 0, 1], ["turn", -1, 2]], "reason": "a slip"}
    record = read_record(RULEBOOK, json.loads(json.dumps(game.record())))
    assert first_divergence(RULEBOOK, record) is None
    assert everything(resume(RULEBOOK, record, SeededDice(0))) == everything(game)


def test_an_edit_does_not_betray_what_it_changed() -> None:
    one, other = ford_game(), ford_game()
    one.edit([("strength", 0, 1)], "a slip")
    other.edit([("strength", 1, 2)], "a slip")
    for reader in ("blue", "spectator"):
        assert json.dumps(one.events(reader)) == json.dumps(other.events(reader))
        assert json.dumps(one.view(reader)) == json.dumps(other.view(reader))
    assert "red-a: strength 1." in one.events("control")[-1]["text"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([("strength", 0, 1)], ""),
        ([], "a slip"),
        ([("strength", 0, 99)], "a slip"),
        ([("hex_of", 0, 9999)], "a slip"),
        ([("strength", 0, 2**70)], "a slip"),
        ([("strength", 0)], "a slip"),
        ([("strength", 0, 1.5)], "a slip"),
        (["strength"], "a slip"),
        ([None], "a slip"),
    ],
)
def test_a_refused_edit_leaves_everything_as_it_was(changes: list[Any], reason: str) -> None:
    game = ford_game()
    game.choose("red", a_move(game))
    before = everything(game)
    with pytest.raises(Refused):
        game.edit(changes, reason)
    assert (everything(game), game.undoable) == (before, 1)


def test_after_an_edit_the_options_fit_the_new_position() -> None:
    game = ford_game()
    assert any(action.args[:1] == (0,) for action in options(game.state))
    game.edit([("moved", 0, 1)], "it has moved")
    assert not any(option.id.startswith("move:0:") for option in game.options("red"))
    assert Action("done").id in [option.id for option in game.options("red")]
