"""A record that was tampered with does not verify, whichever part of it was changed, and however carefully."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.cli import main
from sandtable.kernel.chance.dice import CommitRevealDice
from sandtable.kernel.game.driver import Driver
from sandtable.kernel.game.records import Entry, Record, begin, read_record
from sandtable.server.play import create
from sandtable.testing.ford import RULEBOOK as FORD

from ..playing import Json, Server, attack

Tampering = Callable[[Json], None]


class Fixed:
    """Dice that fall alike whenever this test is run."""

    token_hex = staticmethod(secrets.token_hex)

    @staticmethod
    def token_bytes(count: int) -> bytes:
        return bytes(range(count))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Json, str]]:
    """The record of a finished match, and the commitment that was shown when it began."""
    database = f"sqlite:///{tmp_path_factory.mktemp('tampering')}/matches.db"
    with pytest.MonkeyPatch.context() as patched, Server(database) as server:
        patched.setattr(create, "secrets", Fixed)
        player, match = server.hotseat(scenario="ford-counterstroke", salt="salt")
        shown = player.head(match)["commitment"]
        attack(player, match)
        seen = player.view(match, "red")
        rng = Random(1941)
        while not seen["over"]:
            seat = seen["view"]["asked"][0]
            offered = [option["id"] for option in player.view(match, seat)["view"]["options"]]
            fierce = [option for option in offered if option.startswith(("attack", "assault", "stand"))]
            seen = player.choose(match, seat, rng.choice(fierce or offered))
        yield player.get(f"/api/matches/{match}/record").document, shown


def verify(folder: Path, record: Json, *arguments: str) -> int:
    """The exit code of ``sandtable replay --verify``."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    try:
        main(["replay", str(file), "--verify", *arguments])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def rolls(record: Json) -> list[int]:
    """Where the rolls are among the answers."""
    found = [at for at, row in enumerate(record["answers"]) if row[0] == "dice"]
    assert len(found) >= 2, "the match has too few rolls for this test"
    return found


def another_face(row: list[str]) -> str:
    verb, face, *rest = row[1].split(":")
    return ":".join([verb, str(int(face) % 6 + 1), *rest])


# ---- one part changed


def change_a_die(record: Json) -> None:
    row = record["answers"][rolls(record)[0]]
    row[1] = another_face(row)


def change_an_answer(record: Json) -> None:
    record["answers"][0][1] = "done"


def change_who_answered(record: Json) -> None:
    row = record["answers"][0]
    row[0] = "blue" if row[0] == "red" else "red"


def change_the_order(record: Json) -> None:
    answers = record["answers"]
    answers[0], answers[1] = answers[1], answers[0]


def drop_an_answer(record: Json) -> None:
    del record["answers"][1]


def drop_the_end(record: Json) -> None:
    del record["answers"][-3:]


def repeat_an_answer(record: Json) -> None:
    record["answers"].insert(1, record["answers"][0])


def change_a_digest(record: Json) -> None:
    record["answers"][0][2] = "0123456789abcdef"


def change_the_secret(record: Json) -> None:
    record["dice"]["secret"] = "00" * 32


def change_the_salt(record: Json) -> None:
    record["dice"]["salt"] += "x"


def change_the_commitment(record: Json) -> None:
    record["dice"]["commitment"] = "00" * 32


def change_the_setup(record: Json) -> None:
    record["setup"]["options"]["turns"] = 10


def change_the_result(record: Json) -> None:
    winner = record["result"]["winner"]
    record["result"]["winner"] = "blue" if winner == "red" else "red"


def forget_the_result(record: Json) -> None:
    record["result"] = None


def blame_more_dice_than_there_are(record: Json) -> None:
    record["dice"] |= {"source": "commit-reveal, continued", "rolls_before": 10_000}


TAMPERINGS = [
    change_a_die,
    change_an_answer,
    change_who_answered,
    change_the_order,
    drop_an_answer,
    drop_the_end,
    repeat_an_answer,
    change_a_digest,
    change_the_secret,
    change_the_salt,
    change_the_commitment,
    change_the_setup,
    change_the_result,
    forget_the_result,
    blame_more_dice_than_there_are,
]


def test_an_honest_record_verifies_with_the_commitment_that_was_shown(
    played: tuple[Json, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, shown = played
    assert verify(tmp_path, record, "--commitment", shown) == 0
    assert "every roll is the one its source had to give" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda t: t.__name__)
def test_a_record_that_was_tampered_with_does_not_verify(
    played: tuple[Json, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], tamper: Tampering
) -> None:
    record = deepcopy(played[0])
    tamper(record)
    assert verify(tmp_path, record) == 2
    assert capsys.readouterr().err.count("\n") == 1


# ---- forged as a whole


def forged(record: Json, dice: CommitRevealDice, *, change: int | None = None) -> Json:
    """The same game with other dice or one other face, every digest after it made to fit."""
    honest: Record = read_record(FORD, record)
    play: Driver[Any] = Driver(FORD, begin(FORD, honest.setup), dice)
    play.listen()
    entries: list[Entry] = []
    for number, entry in enumerate(honest.entries):
        action = another_face(["", entry.action]) if number == change else entry.action
        if change is not None and number > change:
            break
        entries.append(play.take(Entry(entry.who, action, "")).entry)
    described = dice.reveal() if change is None else record["dice"]
    return Record(FORD.name, FORD.behaviour, honest.setup, described, entries, None).as_json()


def test_a_changed_die_is_found_even_if_every_digest_was_made_to_fit(
    played: tuple[Json, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played[0]
    secret = bytes.fromhex(record["dice"]["secret"])
    false = forged(record, CommitRevealDice(secret, record["dice"]["salt"]), change=rolls(record)[0])
    assert verify(tmp_path, false) == 2
    assert "should have been" in capsys.readouterr().err


def test_other_dice_with_a_commitment_of_their_own_are_not_those_that_were_shown(
    played: tuple[Json, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, shown = played
    false = deepcopy(record)
    false["dice"] = CommitRevealDice(b"a secret chosen afterwards", "salt").reveal()
    assert verify(tmp_path, false, "--commitment", shown) == 2
    assert "which is not what was shown" in capsys.readouterr().err


def test_rolls_that_other_dice_made_are_counted(
    played: tuple[Json, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = deepcopy(played[0])
    count = len(rolls(record))
    record["dice"] |= {"source": "commit-reveal, continued", "rolls_before": count - 1}
    assert verify(tmp_path, record) == 0
    said = f"1 of {count} rolls are those its source had to give, other dice made the first {count - 1}"
    assert said in " ".join(capsys.readouterr().out.split())
