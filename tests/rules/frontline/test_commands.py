"""The land combat rules on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.book.rulebook import register
from sandtable.rules.frontline import RULEBOOK
from tests.cli.commanding import answer, complaint

register(RULEBOOK)
OREL = "--attacker men=14,tanks=3,air=3,me=2,lsp=2 --defender men=4,tanks=1,air=3,me=5"


@pytest.mark.rule("frontline Example 1")
def test_resolve_answers_as_the_example_reads(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, f"resolve frontline {OREL} --dice 2,6")
    wanted = {
        "odds": "1:1",
        "column": "3:2",
        "difference": -2,
        "result": "orange",
        "outcome": "hold",
        "attacker_loses": {"men": 2, "tanks": 1, "air": 0},
        "defender_loses": {"men": 3, "tanks": 1, "air": 0},
    }
    assert wanted.items() <= found.items()
    assert {"what", "value", "rule"} <= set(found["reckoning"][0])


def test_all_options_of_a_combat_are_taken_together(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys,
        f"resolve frontline {OREL} --attacker men=2,me=3 --terrain mountain --amphibious --no-landing-craft "
        "--fortification 1 --major-city --partisans-against attacker --partisans-against defender "
        "--cards attacker=9,defender=1 --card-shifts attacker=2 --winter --dice 2,6",
    )
    # 46 to 40; no tank supremacy from the sea; -1 fort, -1 city, +2 cards; 2 - 6 + 2 + 9 against 6 + 1
    assert (found["odds"], found["column"], found["difference"]) == ("1:1", "1:1", 0)
    assert found["outcome"] == "assault_succeeds"
    assert found["flags"] == {"military": 4, "naval": 1}


def test_odds_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, f"odds frontline {OREL}")
    assert found["exact"] is True
    assert found["results"] == {"blue": "1/3", "green": "1/12", "orange": "1/12", "yellow": "1/2"}
    assert (found["attacker_loses"], found["defender_loses"]) == ({"3": "1/1"}, {"4": "1/1"})


def test_a_raid_is_resolved_and_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    raid = "frontline --bombing bombers=2,air_defence=1"
    assert answer(capsys, f"resolve {raid} --die 6")["lost"] == 1
    assert answer(capsys, f"odds {raid}")["results"] == {"1": "1/1"}


def test_a_combat_is_described_by_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "orel.toml").write_text(
        'cards = { attacker = 2 }\n\n[[attacker]]\nhex = "Orel"\nnation = "USSR"\nmen = 8\ntanks = 3\nme = 2\nlsp = 2\n\n'
        '[[attacker]]\nhex = "Kursk"\nmen = 6\nair = 3\nme = 2\n\n[[defender]]\nmen = 4\ntanks = 1\nair = 3\nme = 5\n',
        encoding="utf-8",
    )
    found = answer(capsys, f"resolve frontline --describe {tmp_path / 'orel.toml'} --dice 2,6")
    assert (found["odds"], found["column"], found["difference"]) == ("1:1", "3:2", 0)


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    [
        ("results", "+2", "3:2", "Y"),
        ("results", "2", "3:2", "Y"),
        ("results", "-4", "1:3", "R"),
        ("losses", "20", "6:1", 24),
        ("losses", "13", "highest", 2),
        ("terrain", "green", "open", "occupy_and_beyond"),
        ("terrain", "Green", "Mountains", "occupy"),
    ],
)
def test_one_cell_is_named_as_printed(
    capsys: pytest.CaptureFixture[str], table: str, row: str, column: str, value: str | int
) -> None:
    found = answer(capsys, f"table frontline {table} --row {row} --column {column}")
    assert found == {"value": value, "provenance": "printed"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"{OREL} --terrain desert", "no combat or deployment is permitted in Desert / Himalayas hexes"),
        (f"{OREL} --terrain moon", "'moon' is not one of"),
        ("--attacker men=3 --defender men=4,me=2", "the attacker lacks 'me'"),
        ("--attacker men=3,me=2", "the combat lacks 'defender'"),
        ("--attacker men=-3,me=2 --defender men=4,me=2", "attacker's men is -3"),
        (f"{OREL} --dice 2", "the dice given are 2, but 2d6 is to be rolled"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    assert says in complaint(capsys, *f"resolve frontline {line}".split())
