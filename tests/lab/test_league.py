"""The league and its test: who plays whom, when it is over, and that nothing depends on who played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from sandtable.bots import UnknownBot
from sandtable.kernel.book.rulebook import Result
from sandtable.lab.arena import Arena
from sandtable.lab.chronicle import Chronicle
from sandtable.lab.league import Division, League, divisions, league, most_games
from sandtable.lab.matches import Fixture, Match
from sandtable.lab.sprt import NOT_STRONGER, OPEN, STRONGER, BadTest, Sprt, expected, parse_test
from sandtable.lab.strength import told

J = TypeVar("J")
R = TypeVar("R")


class Scripted:
    """Plays nothing: greedy beats random, likes draw, and games come back in the wrong order."""

    def __init__(self) -> None:
        self.played: list[Fixture] = []

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        games: Any = list(jobs)
        self.played += games
        for place in reversed(range(len(games))):
            found: Any = self._match(games[place])
            yield place, found

    def _match(self, game: Fixture) -> Match:
        stronger = [side for side in ("german", "soviet") if game.bots[side] == "greedy"]
        winner = stronger[0] if len(stronger) == 1 else "draw"
        result = Result(winner=winner, level="minor", reason="")
        return Match(
            seed=game.seed, bots=game.bots, result=result, answers=1, chronicle=Chronicle.written({}, {}, {})
        )


def north() -> list[Division]:
    return divisions(["agn"], ["greedy", "random"])


def played(games: int, test: Sprt | None = None) -> tuple[League, Scripted]:
    scripted = Scripted()
    return league(north(), games=games, test=test, on=scripted), scripted


def test_every_two_bots_meet_on_both_sides_and_every_bot_itself() -> None:
    found, scripted = played(3)
    assert found.divisions[0].scores == {
        ("greedy", "random"): [1.0] * 3,
        ("random", "greedy"): [0.0] * 3,
        ("greedy", "greedy"): [0.5] * 3,
        ("random", "random"): [0.5] * 3,
    }
    assert len(scripted.played) == most_games(north(), 3) == 12


def test_a_bot_is_rated_in_all_and_by_side() -> None:
    row = played(3)[0].as_json()["scenarios"][0]["bots"][0]
    assert (row["bot"], row["score"]["share"]) == ("greedy", 1.0)
    assert row["by_side"]["german"]["rating"] == pytest.approx(row["by_side"]["soviet"]["rating"], abs=1)
    assert row["by_side"]["german"]["rating"] > 1600


def test_a_strong_side_is_told_from_a_strong_bot_by_mirrors() -> None:
    table = Arena(scenario="x", seats=("red", "blue"), bots=("a", "b"), seed=0)
    # Whoever has blue wins, whoever it is.
    table.table = dict.fromkeys([("a", "b"), ("b", "a"), ("a", "a"), ("b", "b")], (0.0, 20))
    rated = table.side_ratings()
    assert table.ratings()["a"].rating == pytest.approx(1500)
    assert rated["a", "blue"].rating - rated["a", "red"].rating > 400


def test_with_a_test_two_bots_play_no_longer_than_it_takes() -> None:
    found, scripted = played(400, Sprt())
    (verdict,) = found.as_json()["scenarios"][0]["tests"]
    assert verdict["verdict"] == STRONGER
    assert verdict["seeds"] < 16
    assert len(scripted.played) == 16 * 4
    assert found.divisions[0].arena(0, Sprt()).table["greedy", "random"][1] == verdict["seeds"]


def test_without_names_all_scenarios_with_two_bots_are_in_the_league() -> None:
    found = {division.scenario: division.bots for division in divisions([], [])}
    levels = ("planner-easy", "planner-hard", "planner-normal")
    assert found["agn"] == ("greedy", "light", *levels, "random")
    assert {"ags", "barbarossa", "besieged-1941", "frontline-1943", "arnhem"} <= set(found)
    assert found["ford"] == ("greedy", *levels, "random")


def test_a_bot_that_plays_nothing_is_refused() -> None:
    with pytest.raises(UnknownBot, match="no scenario of the league has a bot 'napoleon'"):
        divisions([], ["greedy", "random", "napoleon"])


def test_the_page_has_standings_pairs_verdicts_and_a_plot(tmp_path: Path) -> None:
    found, _ = played(32, Sprt())
    pages = told(found, "sandtable arena agn --sprt").write(tmp_path, "strength")
    text, html = (page.read_text("utf-8") for page in pages)
    assert "Made by <code>sandtable arena agn --sprt</code>." in html
    assert "| bot | rating | as german | as soviet | score |" in text
    assert "| greedy against random | 14 | 7 of 7 | 7 of 7 | stronger |" in text
    assert "![agn: ratings by side](images/strength-agn.svg)" in text
    assert "Made by `sandtable arena agn --sprt`." in text


# ---- the test


def test_a_difference_in_elo_is_an_expected_score() -> None:
    assert (expected(0), round(expected(400), 4)) == (0.5, 0.9091)


def test_equal_bots_are_found_not_stronger_and_the_order_of_the_verdict_is_that_of_the_samples() -> None:
    assert Sprt(0, 50).stops([0.5, 0.25, 0.75] * 200)[1] == NOT_STRONGER
    stronger = [1.0, 0.5, 1.0, 0.75] * 20
    count, verdict = Sprt(0, 50).stops(stronger)
    assert verdict == STRONGER
    assert Sprt(0, 50).stops(stronger[: count - 1])[1] == OPEN


def test_few_samples_leave_the_test_open() -> None:
    assert Sprt().stops([1.0, 1.0]) == (2, OPEN)
    assert Sprt().stops([]) == (0, OPEN)


def test_wrong_verdicts_are_as_rare_as_was_asked_for() -> None:
    rng = Random(18)
    wrong = 0
    for _ in range(200):
        samples = [(rng.randint(0, 1) + rng.randint(0, 1)) / 2 for _ in range(600)]
        wrong += Sprt(0, 50).stops(samples)[1] == STRONGER
    assert wrong <= 200 * 0.08


@pytest.mark.parametrize(("text", "says"), [("5", "two differences"), ("50,0", "begin with the smaller")])
def test_hypotheses_that_will_not_do_are_refused(text: str, says: str) -> None:
    with pytest.raises(BadTest, match=says):
        parse_test(text)
