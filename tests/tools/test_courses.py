"""The command that the measurements share: it plays one seed after the other, writes a page, and goes on where it was."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner
from tools.courses import CourseRows, course_command


class Course(NamedTuple):
    """A game with what JSON has no word for: numbers as keys, and tuples."""

    winner: str
    cities: dict[int, int]
    losses: dict[int, tuple[tuple[int, ...], ...]]


FOUGHT: list[int] = []


def fight(seed: int) -> Course:
    FOUGHT.append(seed)
    return Course("soviet", {seed: 2}, {1: ((1, 2), (3,))})


COMMAND = course_command(
    Course,
    fight,
    lambda courses, first: f"{len(courses)} games from {first} on",
    file="measured.md",
    line=lambda course: course.winner,
    games=3,
    seed=7,
)


def run(folder: Path, *given: str) -> str:
    done = CliRunner().invoke(COMMAND, ["--folder", str(folder), *given], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_every_game_is_told_and_the_page_is_of_all_of_them(tmp_path: Path) -> None:
    assert run(tmp_path) == "7: soviet\n8: soviet\n9: soviet\n"
    assert (tmp_path / "measured.md").read_text("utf-8") == "3 games from 7 on"


def test_games_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    kept = ("--out", str(tmp_path / "kept"))
    run(tmp_path, "--games", "2", *kept)
    FOUGHT.clear()
    assert run(tmp_path, "--games", "3", *kept).count("soviet") == 3
    assert FOUGHT == [9]


def test_a_course_is_the_same_after_it_was_kept() -> None:
    rows = CourseRows(Course, "measured.md")
    assert rows.result(rows.row(7, fight(7))) == fight(7)
