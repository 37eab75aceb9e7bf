"""The card on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.kernel.book.rulebook import register
from sandtable.rules.besieged import RULEBOOK
from tests.cli.commanding import answer, complaint, run

register(RULEBOOK)


def test_resolve_answers_with_odds_row_and_result(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "resolve besieged --attacker 25 --defender 5 --die 6")
    assert (found["odds"], found["row"], found["result"]) == ("5-1", 6, "DE")
    assert {"what", "value", "rule"} <= set(found["reckoning"][0])


def test_negative_modifiers_are_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "resolve besieged --attacker 25 --defender 5 --drm -2 --dice 6")["row"] == 4


def test_all_options_of_the_card_are_taken_together(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys,
        "resolve besieged --attacker 25 --defender 5 --drm 1 --air 2 --weather light_mud --units 3 --blitzkrieg "
        "--side russian --turn 15 --field-marshal attacker --field-marshal defender --armour attacker "
        "--mountain-units defender --river --terrain mountain --major-city --steps attacker=5,defender=4 "
        "--surrounded defender --impulse first --die 9",
    )
    assert (found["odds"], found["row"], found["result"]) == ("7-1", 7, "DE-Adv 2")


def test_below_1_5_is_an_answer_and_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "resolve besieged --attacker 1 --defender 6 --die 6")
    assert (found["odds"], found["row"], found["result"]) == ("below 1-5", None, "surrender")


def test_odds_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds besieged --attacker 25 --defender 5")
    assert found["exact"] is True
    assert found["results"] == {"D2": "1/5", "D3": "1/5", "DE": "1/5", "DE*": "3/10", "X2": "1/10"}


def test_a_combat_is_described_by_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "combat.toml").write_text(
        'terrain = "forest"\nfield-marshal = ["defender"]\n\n'
        '[[attacker]]\nname = "56 Pz"\nnation = "german"\nhex = "1416"\nstrength = 8\nmarks = ["armour"]\n\n'
        '[[attacker]]\nname = "X Corps"\nstrength = 5\n\n[[defender]]\nname = "8 Army"\nstrength = 4\n',
        encoding="utf-8",
    )
    found = answer(capsys, f"resolve besieged --describe {tmp_path / 'combat.toml'} --die 6")
    assert (found["odds"], found["row"]) == ("3-1", 5)


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    [
        ("crt", "-1", "7-1", "D2"),
        ("crt", "0", "5-1", "X2"),
        ("crt", "11", "1-5", "A2"),
        ("blitzkrieg", "8", "10-1", "DE-Adv 3"),
        ("air_support", "light_mud", "air units", 3),
        ("air_support", "Lt. Mud", "air units", 3),
        ("sudden_death", "1943", "major cities", 10),
    ],
)
def test_one_cell_is_named_as_printed(
    capsys: pytest.CaptureFixture[str], table: str, row: str, column: str, value: str | int
) -> None:
    code, out, _ = run(capsys, "table", "besieged", table, "--row", row, "--column", column, "--json")
    assert (code, json.loads(out)) == (0, {"value": value, "provenance": "printed"})


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--attacker 14 --defender 5 --blitzkrieg", "odds of 3-1 or better, and these are 2-1 [Blitzkrieg]"),
        ("--attacker -3 --defender 5", "attacker is -3; it should be at least 1"),
        ("--attacker 5", "--defender is missing"),
        ("--attacker 5 --defender 5 --air 5", "5 air units are too many"),
        ("--attacker 5 --defender 5 --terrain lava", "'lava' is not one of"),
        ("--attacker 5 --defender 5 --die 0", "the dice given are 0, but 1d10 is to be rolled"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    assert says in complaint(capsys, *f"resolve besieged {line}".split())
