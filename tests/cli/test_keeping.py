"""Backup, restore, verify: matches are kept, brought back and checked."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from sandtable import new
from tests.server.playing import ATTACK, Server, under_attack

from .commanding import run


@pytest.fixture
def played(tmp_path: Path) -> str:
    """The address of a database with one match, in which one roll has fallen."""
    database = f"sqlite:///{tmp_path}/matches.db"
    with Server(database) as server:
        red, blue, match = under_attack(server)
        red.choose(match, "red", "assault")
        blue.choose(match, "blue", "stand")
    return database


def test_a_backup_is_restored_and_verified(
    capsys: pytest.CaptureFixture[str], played: str, tmp_path: Path
) -> None:
    file, other = str(tmp_path / "backup.gz"), f"sqlite:///{tmp_path}/other.db"
    code, out, _ = run(capsys, "backup", file, "--database", played)
    assert code == 0
    assert out.startswith(f"{file}: 1 matches with 6 answers, ")
    code, out, _ = run(capsys, "restore", file, "--database", other)
    assert (code, out) == (0, f"1 matches with 6 answers are in {other}\n")
    for place in (["--database", other], [file]):
        code, out, err = run(capsys, "verify", *place)
        assert (code, out, err) == (0, "1 matches hold: 6 answers, 1 rolls as committed\n", "")


def test_every_command_can_answer_in_json(
    capsys: pytest.CaptureFixture[str], played: str, tmp_path: Path
) -> None:
    file, other = str(tmp_path / "backup.gz"), f"sqlite:///{tmp_path}/other.db"
    backed_up = json.loads(run(capsys, "backup", file, "--database", played, "--json")[1])
    restored = json.loads(run(capsys, "restore", file, "--database", other, "--json")[1])
    verified = json.loads(run(capsys, "verify", "--database", other, "--json")[1])
    assert backed_up["rows"] == restored["rows"]
    assert backed_up["rows"]["answers"] == 6
    assert verified == {"matches": 1, "answers": 6, "rolls": 1, "broken": {}, "unknown": {}}


def verified_after(capsys: pytest.CaptureFixture[str], database: str, statement: str) -> tuple[int, str, str]:
    """What ``verify`` says of the database after somebody has written into it by hand."""
    with sqlite3.connect(database.removeprefix("sqlite:///")) as db:
        db.execute(statement)
    db.close()
    return run(capsys, "verify", "--database", database)


def test_a_broken_match_is_named_and_the_exit_code_is_1(
    capsys: pytest.CaptureFixture[str], played: str
) -> None:
    code, out, err = verified_after(capsys, played, "UPDATE answers SET digest = '0' WHERE number = 2")
    assert (code, out) == (1, "0 matches hold: 0 answers, 0 rolls as committed\n")
    assert err.startswith("sandtable: match ")
    assert err.endswith(" is broken: answer 2 (red: done) leads elsewhere than recorded\n")


def test_a_match_of_other_rules_is_mentioned_and_breaks_nothing(
    capsys: pytest.CaptureFixture[str], played: str
) -> None:
    code, out, err = verified_after(capsys, played, "UPDATE matches SET behaviour = 0")
    assert (code, err) == (0, "")
    assert "was not played again: this match was played under behaviour 0 of 'ford'" in out


def test_a_database_in_use_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], played: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "backup.gz")
    run(capsys, "backup", file, "--database", played)
    code, _, err = run(capsys, "restore", file, "--database", played)
    assert (code, err.count("\n")) == (2, 1)
    assert "is not empty" in err
    assert run(capsys, "restore", file, "--replace", "--database", played)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["backup", "b.gz", "--database", "sqlite:///nowhere.db"], "there is no database nowhere.db"),
        (["verify", "--database", "sqlite:///nowhere.db"], "there is no database nowhere.db"),
        (["verify", "nothing.gz"], "nothing.gz cannot be read: No such file or directory"),
        (["verify", "nothing.gz", "--database", "sqlite:///nowhere.db"], "not both"),
        (["restore", "pyproject.toml", "--database", "sqlite:///{tmp}/x.db"], "is no backup of Sandtable"),
        (["backup", "b.gz", "--database", "sqlite:///README.md"], "file is not a database"),
        (["backup", "b.gz", "--database", "sqlite:///{tmp}/empty.db"], "holds no matches of Sandtable"),
        (["verify", "--database", "sqlite:///{tmp}/empty.db"], "are of revision None"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], says: str
) -> None:
    (tmp_path / "empty.db").touch()
    code, out, err = run(capsys, *(argument.format(tmp=tmp_path) for argument in arguments))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_a_record_with_a_roll_that_its_source_did_not_give_does_not_verify(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = new("ford-counterstroke", seed=3)
    for option in (*ATTACK, "assault"):
        game.choose("red", option)
    game.choose("blue", "stand")
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**game.record(), "dice": {"source": "seeded", "seed": 4}}))
    code, _, err = run(capsys, "replay", str(file), "--verify")
    assert code == 2
    assert "but the seed gives" in err


def test_a_record_whose_secret_is_not_out_verifies_as_far_as_it_can(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Server(f"sqlite:///{tmp_path}/matches.db") as server:
        player = server.player()
        record = player.get(f"/api/matches/{player.hotseat()}/record").document
    (tmp_path / "game.json").write_text(json.dumps(record))
    code, out, _ = run(capsys, "replay", str(tmp_path / "game.json"), "--verify")
    assert code == 0
    assert "every answer leads where the record says; the secret has not been revealed yet" in out
