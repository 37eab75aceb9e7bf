"""What a player at the terminal may ask before he answers: the odds, a paragraph, the verbs of why."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sandtable.cli.terminal import menu
from sandtable.cli.terminal.session import HELP

from .test_play import north, sitting


def test_help_fits_eighty_columns() -> None:
    assert max(map(len, HELP.splitlines())) <= 80


def test_whoever_sits_down_is_told_who_plays_whom() -> None:
    _, alone = sitting(bots=True)
    assert "The Ford: you play red, the bot random plays blue. 'help' tells what can be typed." in alone
    _, together = sitting()
    assert "The Ford: you play red and blue." in together


def test_the_odds_of_an_attack_are_told_before_it_is_chosen() -> None:
    printed = north("1", "odds 1724")
    assert "attacker (german)" in printed
    assert "defender (soviet)" in printed
    assert "attacker wins" in printed
    assert "if the German air unit is kept back" in printed
    assert "Assumed: the enemy has as much strength left as it can have" in printed


def test_odds_choose_nothing() -> None:
    game, _ = sitting("odds 1", "odds that is")
    assert game.answers == 0


def test_without_a_combat_the_odds_say_so() -> None:
    _, printed = sitting("odds")
    assert "No combat is at hand" in printed


def test_odds_of_several_options_ask_back() -> None:
    _, printed = sitting("odds 0303")
    assert "Which of these?" in printed


def test_odds_of_nothing_that_is_offered_say_so() -> None:
    _, printed = sitting("odds xyzzy")
    assert "Nothing here is called 'xyzzy'." in printed


@pytest.mark.parametrize("typed", ["rule 1.3", "rule [1.3]"])
def test_a_paragraph_can_be_read(typed: str) -> None:
    _, printed = sitting(typed)
    assert "1.3  " in printed


def test_a_paragraph_that_does_not_exist_gets_a_sentence() -> None:
    _, printed = sitting("rule 99")
    assert "there is no paragraph '99'" in printed


def test_the_verbs_of_why_are_listed() -> None:
    _, printed = sitting("why ?")
    assert "'?' is not explained; enter and attack are." in printed


def test_save_without_a_file_says_what_would_do() -> None:
    _, printed = sitting("save")
    assert "save needs a file, such as: save evening.json" in printed


@pytest.mark.parametrize("many", [1, 20])
def test_a_long_option_stays_clear_of_the_numbers(many: int) -> None:
    text = " ".join(["Infantry Division"] * 5)
    offered = [{"id": f"go:{n}", "text": f"{n} {text}", "rule": "", "target": {}} for n in range(many)]
    paper = io.StringIO()
    Console(file=paper, width=60).print(menu.menu(offered))
    lines = [line for line in paper.getvalue().splitlines() if "Division" in line]
    assert len(lines) == 2 * many
    assert all(line[:3].strip().isdigit() for line in lines[::2])
    assert all(line.startswith("    ") for line in lines[1::2])
