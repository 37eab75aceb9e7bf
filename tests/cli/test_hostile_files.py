"""Files and lines that nobody should have written: one sentence, and no traceback."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from sandtable.cli import main

from .commanding import Capture, answer, complaint

BOOKS = ["airborne", "besieged", "damos", "frontline"]
HOSTILE: dict[str, bytes] = {
    "a number of 5,000 digits": b"attacker = " + b"1" * 5000,
    "a hexadecimal number of 5,000 digits": b"attacker = 0x" + b"f" * 5000,
    "nested 2,000 deep": b"attacker = " + b"[" * 2000 + b"]" * 2000,
    "tables 2,000 deep": b"[attacker." + b".".join([b"a"] * 2000) + b"]\n",
    "a list where names belong": b'attacker = [["men"]]\ndefender = [["me"]]\n',
    "not UTF-8": 'attacker = "Orjol, Stoßtrupp"'.encode("latin-1"),
    "UTF-16": 'attacker = "25"'.encode("utf-16"),
    "not a number": b"attacker = nan\ndefender = inf\n",
    "without end": b"attacker = 1e99999999\ndefender = 1\n",
    "dates": b"attacker = 1944-09-17\ndefender = 1\n",
    "nothing but zeros": b"\0" * 100,
    "two spellings": b'no-landing-craft = true\nno_landing_craft = true\nattacker_no_los = true\n"attacker-no-los" = true\n',
}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("command", ["resolve", "odds"])
@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_description_is_one_sentence(
    capsys: Capture, tmp_path: Path, book: str, command: str, content: bytes
) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(content)
    assert complaint(capsys, command, book, "--describe", str(file)).startswith("sandtable: ")


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_table_is_one_sentence(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "crt.toml").write_bytes(content)
    line = ("resolve", "besieged", "--attacker", "25", "--defender", "5", "--tables", str(tmp_path))
    assert complaint(capsys, *line).startswith("sandtable: ")


def test_a_byte_order_mark_is_no_mistake(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"\xef\xbb\xbfattacker = 25\ndefender = 5\n")
    assert answer(capsys, f"resolve besieged --describe {file} --die 6")["result"] == "DE"


@pytest.mark.parametrize(
    ("book", "line"),
    [
        ("besieged", "attacker = 25\ndefender = 5\nriver = 'false'\n"),
        (
            "damos",
            "attacker = 'foot:4'\ndefender = 'foot:4'\nplan = 'penetration'\nposture = 'steadfast'\nair = 'false'\n",
        ),
        ("frontline", "attacker = 'men=3,me=2'\ndefender = 'men=3,me=2'\nwinter = 'false'\n"),
        ("airborne", "attacker = 'status=3'\ndefender = 'status=3'\nagain = 'false'\n"),
    ],
)
def test_a_word_is_no_flag(capsys: Capture, tmp_path: Path, book: str, line: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(line, encoding="utf-8")
    assert "is 'false'; true or false would do" in complaint(capsys, "resolve", book, "--describe", str(file))


@pytest.mark.parametrize(
    "line",
    [
        ("besieged", "--attacker", "1" * 5000, "--defender", "5"),
        ("besieged", "--attacker", "25", "--defender", "5", "--air", "9" * 5000),
        ("besieged", "--attacker", "25", "--defender", "5", "--die", "6" * 5000),
        ("airborne", "--attacker", "status=4,moved=1e99999999", "--defender", "status=4"),
        ("airborne", "--attacker", "status=4,units=999999999", "--defender", "status=4"),
        ("airborne", "--attacker", "status=4,name=a\nb,ammo=0", "--defender", "status=4"),
        ("damos", "--attacker", f"armor:{'9' * 5000}", "--defender", "foot:3", "--plan", "prepared"),
        ("frontline", "--attacker", f"men={'9' * 5000},me=2", "--defender", "men=1,me=1"),
        ("frontline", "--bombing", "bombers=31"),
    ],
)
def test_a_hostile_option_is_one_sentence(capsys: Capture, line: tuple[str, ...]) -> None:
    assert complaint(capsys, "resolve", *line).startswith("sandtable: ")


@pytest.mark.parametrize(
    ("book", "line"),
    [
        ("besieged", "--procedure sudden_death --turn 10 --cities 0"),
        ("frontline", "--attacker men=10,me=2,lsp=1 --defender men=10,me=2 --fortification 0 --dice 3,3"),
        ("airborne", "--procedure movement --troop foot --route open=1 --fuel 0"),
    ],
)
def test_a_typed_0_is_a_value(capsys: Capture, book: str, line: str) -> None:
    assert answer(capsys, f"resolve {book} {line}")["reckoning"]


@pytest.mark.rule("airborne 2.2")
def test_a_0_that_does_not_belong_is_refused_like_any_number(capsys: Capture) -> None:
    said = complaint(
        capsys, "resolve", "airborne", "--attacker", "status=4", "--defender", "status=4", "--fuel", "0"
    )
    assert "--fuel does not belong to procedure combat" in said


# ---- the log


@pytest.mark.parametrize(
    "line",
    [
        {"number": 1, "kind": "combat", "time": "now", "given": []},
        {"number": True, "kind": "combat", "time": "now"},
        {"number": 1, "kind": "combat", "time": "now", "outcome": {"reckoning": [1]}},
        {"number": 1, "kind": "combat", "time": "now", "typed": [["six"]]},
        {"number": 1, "kind": "combat", "time": "now", "of": "x"},
    ],
)
def test_a_log_that_holds_something_else_is_refused(
    capsys: Capture, tmp_path: Path, line: dict[str, object]
) -> None:
    file = tmp_path / "log.jsonl"
    head = {"format": "sandtable-adjudications", "version": 1, "rulebook": "besieged"}
    file.write_text(f"{json.dumps(head)}\n{json.dumps(line)}\n", encoding="utf-8")
    said = complaint(capsys, "adjudicate", "besieged", "--log", str(file))
    assert "line 2" in said


def test_a_line_that_is_not_utf_8_costs_that_line_alone(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = (
        b"--attacker 25 --defender 5 --die 6 --note Gro\xdf\n--attacker 25 --defender 5 --die 6 --note Kiev\n"
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
    with pytest.raises(SystemExit):
        main(["adjudicate", "besieged", "--log", str(tmp_path / "log.jsonl")])
    assert "that line is not in UTF-8 and was not understood" in capsys.readouterr().err
    (line,) = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    assert json.loads(line)["note"] == "Kiev"


@pytest.mark.parametrize("line", [f"show {'9' * 5000}", f"undo {'9' * 5000}", "export a\0b.csv", "show ٣"])
def test_a_line_that_means_nothing_is_one_sentence(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\nhelp\n"))
    with pytest.raises(SystemExit) as left:
        main(["adjudicate", "besieged", "--log", str(tmp_path / "log.jsonl")])
    assert not left.value.code
    assert capsys.readouterr().err.count("\n") == 1
