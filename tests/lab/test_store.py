"""Finished games are kept in a folder, are not played again, and are read by others as a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pyarrow.parquet as pq
import pytest

from sandtable.lab.executors import Executor, InProcess, in_order
from sandtable.lab.match_table import MatchRows
from sandtable.lab.matches import Fixture, Match, play_all, play_fixture
from sandtable.lab.store import JOURNAL, BadStore, Kept
from sandtable.testing.ford import RULEBOOK as FORD

J = TypeVar("J")
R = TypeVar("R")


class Counted:
    """Counts the jobs that are really done, and falls over when it has done enough."""

    def __init__(self, enough: int = 1000) -> None:
        self.done = 0
        self.enough = enough

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        for place, job in enumerate(jobs):
            if self.done == self.enough:
                raise KeyboardInterrupt
            self.done += 1
            yield place, task(job)


def fixtures(games: int) -> list[Fixture]:
    bots = {"red": "random", "blue": "random"}
    return [Fixture(type(FORD), FORD.setup("ford"), bots, seed) for seed in range(games)]


def played(folder: Path, games: int, inner: Executor) -> list[Match]:
    return list(in_order(Kept(inner, folder, MatchRows()).run(play_fixture, fixtures(games))))


def test_a_kept_game_is_the_one_that_was_played(tmp_path: Path) -> None:
    played(tmp_path, 4, InProcess())
    assert played(tmp_path, 4, Counted(0)) == list(play_all(fixtures(4), InProcess()))


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        played(tmp_path, 5, Counted(3))
    again = Counted()
    assert len(played(tmp_path, 5, again)) == 5
    assert again.done == 2


def test_more_games_add_to_those_that_are_there(tmp_path: Path) -> None:
    played(tmp_path, 2, InProcess())
    more = Counted()
    assert [match.seed for match in played(tmp_path, 6, more)] == list(range(6))
    assert more.done == 4


def test_a_run_that_was_killed_loses_the_game_whose_line_is_torn_and_no_other(tmp_path: Path) -> None:
    # What a process leaves that has no time to close anything: the journal, cut off in the middle of a line.
    rows, games = MatchRows(), fixtures(3)
    lines = [rows.row(game, play_fixture(game)) for game in games]
    text = "\n".join(json.dumps(line) for line in lines)
    (tmp_path / JOURNAL).write_text(text[:-20], encoding="utf-8")
    again = Counted()
    assert played(tmp_path, 3, again) == list(play_all(games, InProcess()))
    assert again.done == 1


def test_two_jobs_that_are_the_same_game_are_played_once(tmp_path: Path) -> None:
    counted = Counted()
    twice = [*fixtures(1), *fixtures(1)]
    assert len(list(Kept(counted, tmp_path, MatchRows()).run(play_fixture, twice))) == 2
    assert counted.done == 1


def test_another_option_is_another_game(tmp_path: Path) -> None:
    rows, (game,) = MatchRows(), fixtures(1)
    assert rows.key(game) != rows.key(game._replace(setup=FORD.setup("ford", {"turns": 4})))


def test_anybody_can_read_the_games_as_one_table(tmp_path: Path) -> None:
    played(tmp_path, 2, InProcess())
    played(tmp_path, 3, InProcess())
    table = pq.read_table(tmp_path).to_pylist(maps_as_pydicts="strict")
    assert [row["seed"] for row in table] == [0, 1, 2]
    assert {row["bots"]["red"] for row in table} == {"random"}
    assert not (tmp_path / JOURNAL).exists()


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games-000001.parquet").write_text("no table", encoding="utf-8")
    with pytest.raises(BadStore, match="cannot be read as Parquet"):
        played(tmp_path, 1, InProcess())
