"""Leaving the table in the terminal: what is kept, where, and how one goes on."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import RandomBot
from sandtable.cli import main


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(capsys: pytest.CaptureFixture[str], typed: str, *arguments: str) -> str:
    """What ``sandtable play`` prints at the end to somebody who types *typed* and goes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(["play", *arguments])
    assert left.value.code == 0
    return capsys.readouterr().out.splitlines()[-1]


def kept() -> list[str]:
    return sorted(file.name for file in Path().iterdir())


def test_whoever_leaves_at_once_leaves_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys, "", "ford") == "Nothing was played, and nothing is kept."
    assert kept() == []


def test_a_game_under_way_is_kept_and_the_way_back_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    last = played(capsys, "red-a 0103\n", "ford")
    assert last.endswith("ford.sandtable.json; go on with: sandtable play ford.sandtable.json")
    assert kept() == ["ford.sandtable.json"]


def test_another_game_does_not_write_over_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        played(capsys, "red-a 0103\n", "ford")
    assert kept() == ["ford-2.sandtable.json", "ford-3.sandtable.json", "ford.sandtable.json"]


def test_a_game_that_was_taken_up_again_stays_in_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    played(capsys, "red-a 0103\nsave evening.json\n", "ford", "--record", "first.json")
    before = Path("evening.json").read_text(encoding="utf-8")
    last = played(capsys, "red-b 0202\n", "evening.json")
    assert last.endswith("go on with: sandtable play evening.json")
    assert kept() == ["evening.json", "first.json"]
    assert Path("evening.json").read_text(encoding="utf-8") != before


def test_the_way_back_keeps_everybody_in_his_seat(capsys: pytest.CaptureFixture[str]) -> None:
    last = played(capsys, "red-a 0103\n", "ford", "--seat", "red=human", "--seat", "blue=human")
    assert last.endswith("sandtable play ford.sandtable.json --seat red=human --seat blue=human")


def test_a_file_name_with_a_space_can_be_copied_back(capsys: pytest.CaptureFixture[str]) -> None:
    last = played(capsys, "", "ford", "--record", "my game.json")
    assert last.endswith("sandtable play 'my game.json'")


def test_an_interruption_while_a_bot_thinks_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(bot: RandomBot, view: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomBot, "choose", interrupted)
    last = played(capsys, "red-a 0103\n1\n1\n", "ford", "--seed", "4")
    assert "go on with: sandtable play ford.sandtable.json" in last
    assert kept() == ["ford.sandtable.json"]
