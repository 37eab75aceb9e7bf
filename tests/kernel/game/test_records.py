from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import CommitRevealDice, ScriptedDice, SeededDice
from sandtable.kernel.game.codec import BadDocument, OtherBehaviour
from sandtable.kernel.game.game import resume
from sandtable.kernel.game.records import (
    DIGEST_LENGTH,
    Diverged,
    Record,
    begin,
    first_divergence,
    read_record,
    replay,
    verify_dice,
    walk,
)
from sandtable.kernel.refusals import Refused, SandtableError
from sandtable.testing.ford import RULEBOOK

from ..damage import damaged
from ..playing import few_cases, ford_game, many_cases, play_on, random_game

seeds = st.integers(0, 10_000)
SECRET = bytes(range(20))


def document(seed: int = 5) -> dict[str, Any]:
    """The record of a random game in which Control also took a hand, as read from a file."""
    game = random_game(seed, 20)
    game.choose(game.asked[0], game.options(game.asked[0])[0].id, by="control", reason="late")
    game.edit([("strength", 0, 1)], "a slip")
    play_on(game, Random(seed))
    found: dict[str, Any] = json.loads(json.dumps(game.record()))
    return found


RECORD = document()
EDITED = next(n for n, row in enumerate(RECORD["answers"]) if row[1] == "edit")
OVERRULED = next(n for n, row in enumerate(RECORD["answers"]) if row[0] == "control" and row[1] != "edit")
ROLLED = [n for n, row in enumerate(RECORD["answers"]) if row[0] == "dice"]


def record(**parts: Any) -> Record:
    return read_record(RULEBOOK, {**RECORD, **parts})


def tampered(number: int, *row: object) -> Record:
    """The record with the row of answer *number* (from 0) replaced."""
    answers = [*RECORD["answers"]]
    answers[number] = list(row)
    return record(answers=answers)


# ---- replaying


@few_cases
@given(seeds)
def test_a_record_replays_to_the_same_position(seed: int) -> None:
    game = random_game(seed)
    again = replay(RULEBOOK, read_record(RULEBOOK, json.loads(json.dumps(game.record()))))
    assert again == game.state
    assert again.digest() == game.digest()


def test_edits_and_answers_by_control_are_replayed_and_the_record_comes_back_the_same() -> None:
    assert first_divergence(RULEBOOK, record()) is None
    assert record().as_json() == RECORD


def test_every_position_on_the_way_has_the_digest_that_was_recorded() -> None:
    digests = [g.digest()[:DIGEST_LENGTH] for g in walk(RULEBOOK, record())]
    assert digests[0] == begin(RULEBOOK, record().setup).digest()[:DIGEST_LENGTH]
    assert digests[1:] == [row[2] for row in RECORD["answers"]]


@pytest.mark.parametrize("to", [1, 2, 7, EDITED, EDITED + 1, len(RECORD["answers"])])
def test_a_replay_may_stop_after_some_answers(to: int) -> None:
    assert replay(RULEBOOK, record(), to=to).digest()[:DIGEST_LENGTH] == RECORD["answers"][to - 1][2]


def test_a_replay_of_no_answers_is_the_start() -> None:
    assert replay(RULEBOOK, record(), to=0) == begin(RULEBOOK, record().setup)


@pytest.mark.parametrize("to", [-1, len(RECORD["answers"]) + 1])
def test_a_replay_cannot_stop_outside_the_record(to: int) -> None:
    with pytest.raises(
        Refused, match=f"the record has {len(RECORD['answers'])} answers; {to} is not among them"
    ):
        replay(RULEBOOK, record(), to=to)


def test_a_replay_without_checks_does_not_look_at_digests() -> None:
    who, action, _ = RECORD["answers"][0]
    tampering = tampered(0, who, action, "wrong")
    assert (
        replay(RULEBOOK, tampering, verify_digests=False).digest()[:DIGEST_LENGTH] == RECORD["answers"][-1][2]
    )


# ---- divergence


@few_cases
@given(st.integers(0, len(RECORD["answers"]) - 1))
def test_a_tampered_digest_is_found_at_its_answer(number: int) -> None:
    who, action, _, *note = RECORD["answers"][number]
    found = first_divergence(RULEBOOK, tampered(number, who, action, "0" * DIGEST_LENGTH, *note))
    assert found is not None
    assert found[0] == number + 1
    assert f"answer {number + 1} ({who}: {action}) leads to another position than recorded" in found[1]


@pytest.mark.parametrize("number", [ROLLED[0], ROLLED[-1]])
def test_a_tampered_roll_is_found_at_its_answer(number: int) -> None:
    _, action, digest = RECORD["answers"][number]
    face = int(action.split(":")[1])
    others = [f for f in range(1, 7) if f != face]
    found = [first_divergence(RULEBOOK, tampered(number, "dice", f"roll:{f}", digest)) for f in others]
    # A neighbouring face may give the very same result, but never all of them do.
    assert {place[0] for place in found if place} == {number + 1}


@pytest.mark.parametrize(
    ("who", "action", "complaint"),
    [
        ("red", "fly:1", "is refused: 'fly:1' is not among"),
        ("blue", "done", "is refused: another seat is asked now"),
        ("dice", "roll:1", "is refused"),
        ("green", "done", "is refused: there is no seat 'green'"),
        ("red", "do:ne", "is refused: 'do:ne' is no action"),
    ],
)
def test_an_answer_that_is_not_allowed_is_found_at_its_place(who: str, action: str, complaint: str) -> None:
    found = first_divergence(RULEBOOK, tampered(0, who, action, ""))
    assert found is not None
    assert found[0] == 1
    assert complaint in found[1]


def test_a_dropped_answer_is_found_where_it_is_missing() -> None:
    answers = RECORD["answers"][:3] + RECORD["answers"][4:]
    found = first_divergence(RULEBOOK, record(answers=answers))
    assert found is not None
    assert found[0] == 4


def test_another_option_in_the_setup_is_found_at_once() -> None:
    setup = {**RECORD["setup"], "options": {"turns": 10, "night": False}}
    found = first_divergence(RULEBOOK, record(setup=setup))
    assert found is not None
    assert found[0] == 1


@pytest.mark.parametrize(
    ("number", "note"),
    [
        (EDITED, {"changes": [["strength", 0, 1]], "reason": ""}),
        (EDITED, {"changes": [["strength", 0]], "reason": "x"}),
        (EDITED, {"changes": ["strength"], "reason": "x"}),
        (EDITED, {"changes": [], "reason": "x"}),
        (OVERRULED, {"for": RECORD["answers"][OVERRULED][3]["for"], "reason": " "}),
        (OVERRULED, {"for": "green", "reason": "x"}),
    ],
)
def test_control_without_reason_or_sense_is_found_at_its_answer(number: int, note: dict[str, Any]) -> None:
    _, action, digest, _ = RECORD["answers"][number]
    found = first_divergence(RULEBOOK, tampered(number, "control", action, digest, note))
    assert found is not None
    assert found[0] == number + 1
    assert "is refused" in found[1]


def test_a_game_cannot_be_resumed_from_a_tampered_record() -> None:
    who, action, _ = RECORD["answers"][2]
    with pytest.raises(Diverged, match="answer 3"):
        resume(RULEBOOK, tampered(2, who, action, "wrong"), SeededDice(5))


# ---- reading


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"format": "sandtable-state"}, "this is no sandtable-record document"),
        ({"version": 7}, "version 7 of sandtable-record is unknown here"),
        ({"rulebook": "chess"}, "this record is of rulebook 'chess', not 'ford'"),
        ({"setup": None}, "the record lacks 'setup'"),
        ({"setup": {}}, "the record's setup lacks 'scenario'"),
        ({"setup": {"scenario": "bridge"}}, "has no scenario 'bridge'"),
        ({"setup": {"scenario": "ford", "options": {"turns": "x"}}}, "option 'turns' may be"),
        ({"setup": {"scenario": "ford", "tables": {"combat": {"name": "combat"}}}}, "title is missing"),
        ({"dice": 5}, "the record lacks 'dice'"),
        ({"answers": {}}, "the record lacks 'answers'"),
        ({"answers": ["abc"]}, "answer 1 of the record is 'abc'"),
        ({"answers": [["red", "done"]]}, "it should be .who, action, digest. and perhaps a note"),
        ({"answers": [["red", 5, ""]]}, "answer 1 of the record"),
        ({"answers": [["red", "done", "", 5]]}, "answer 1 of the record"),
        ({"answers": [["control", "edit", ""]]}, "answer 1 of the record is Control's, but its note lacks 'changes'"),
        ({"answers": [["control", "done", "", {"for": 5}]]}, "answer 1 .* its note lacks 'for'"),
        ({"result": 5}, "'result' should be an object or null"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused_in_a_sentence(parts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadDocument, match=complaint):
        record(**parts)


def test_a_record_of_another_behaviour_is_refused() -> None:
    with pytest.raises(OtherBehaviour, match="this record was played under behaviour 9 of 'ford'"):
        record(behaviour=9)


@many_cases
@given(damaged(RECORD))
def test_no_damage_leads_to_anything_but_a_sentence(damage: dict[str, Any]) -> None:
    with suppress(SandtableError):
        found = read_record(RULEBOOK, damage)
        first_divergence(RULEBOOK, found)
        json.dumps(found.as_json())
        verify_dice(RULEBOOK, found)


# ---- the dice


def test_seeded_dice_are_verified() -> None:
    assert verify_dice(RULEBOOK, record()) is None


def test_a_roll_that_the_seed_did_not_give_is_found() -> None:
    game = ford_game("ford-counterstroke", SeededDice(3))
    play_on(game, Random(5))
    honest = read_record(RULEBOOK, game.record())
    honest.dice = {"source": "seeded", "seed": 4}
    assert "but the seed gives" in str(verify_dice(RULEBOOK, honest))


def commit_reveal_record() -> Record:
    dice = CommitRevealDice(SECRET, "salt")
    game = ford_game("ford-counterstroke", dice)
    play_on(game, Random(5))
    found = read_record(RULEBOOK, game.record())
    assert any(entry.who == "dice" for entry in found.entries)
    found.dice = dice.reveal()
    return found


def test_a_commit_reveal_game_is_verified_when_the_secret_is_out() -> None:
    assert verify_dice(RULEBOOK, commit_reveal_record()) is None


def test_before_the_reveal_nothing_can_be_verified() -> None:
    found = commit_reveal_record()
    found.dice = CommitRevealDice(SECRET, "salt").describe()
    assert verify_dice(RULEBOOK, found) == "the secret has not been revealed yet"


def test_of_a_continued_game_the_rolls_since_then_are_verified() -> None:
    found = commit_reveal_record()
    secret = {"secret": bytes(20).hex(), "commitment": CommitRevealDice(bytes(20), "salt").commitment}
    rolls = sum(entry.who == "dice" for entry in found.entries)
    all_foreign = {**found.dice, **secret, "source": "commit-reveal, continued", "rolls_before": rolls}
    found.dice = all_foreign
    assert verify_dice(RULEBOOK, found) is None
    found.dice = {**all_foreign, "rolls_before": rolls - 1}
    assert str(verify_dice(RULEBOOK, found)).startswith(f"roll {rolls} should have been")


@pytest.mark.parametrize("part", [{"secret": bytes(20).hex()}, {"salt": "pepper"}, {"commitment": "0" * 64}])
def test_a_wrong_reveal_is_found(part: dict[str, str]) -> None:
    found = commit_reveal_record()
    found.dice = {**found.dice, **part}
    assert verify_dice(RULEBOOK, found) is not None


@pytest.mark.parametrize(
    "dice",
    [
        {"source": "seeded"},
        {"source": "seeded", "seed": "x"},
        {"source": "commit-reveal", "secret": "zz", "commitment": "", "salt": ""},
        {"source": "commit-reveal", "secret": 5, "commitment": "", "salt": ""},
        {"source": "commit-reveal", "secret": SECRET.hex(), "salt": ""},
        {"source": "commit-reveal", "secret": "00", "commitment": "", "salt": ""},
    ],
)
def test_a_source_that_is_described_badly_is_refused_in_a_sentence(dice: dict[str, Any]) -> None:
    with pytest.raises(SandtableError):
        verify_dice(RULEBOOK, record(dice=dice))


def test_dice_typed_in_cannot_be_verified() -> None:
    game = ford_game("ford-counterstroke", ScriptedDice([(1,)] * 200))
    play_on(game, Random(3))
    found = read_record(RULEBOOK, game.record())
    assert (
        verify_dice(RULEBOOK, found)
        == "dice of source 'scripted' cannot be verified: the rolls were typed in"
    )
