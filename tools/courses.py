"""What the measurements of plausibility have in common: many games, one seed after the other, and a page made of them.

Each has a game of its own to follow (``fight``) and a page of its own to write; the game is played here, and their command
made, so that all take the same options, those of the laboratory among them. What their pages say alike is said here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import click
from pydantic import TypeAdapter

from sandtable.cli.laboratory.places import Place, place_options
from sandtable.kernel import Rulebook
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, control_default, dice_asked, written
from sandtable.lab.executors import in_order
from sandtable.lab.matches import seat_bots
from sandtable.lab.statistics import median

C = TypeVar("C")


def measuring_options(*, games: int, seed: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--games``, ``--seed`` and ``--folder``, with these defaults, and where the games are played."""

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        docs = click.Path(path_type=Path)
        for option in (
            click.option(
                "--folder", type=docs, default=Path("docs"), show_default=True, help="Where pages go."
            ),
            click.option("--seed", default=seed, show_default=True, help="The first game's seed."),
            click.option("--games", default=games, show_default=True, help="How many games."),
        ):
            command = option(command)
        return place_options(command)

    return with_options


def course_command(
    kind: type[C],
    fight: Callable[[int], C],
    page: Callable[[Sequence[C], int], str],
    *,
    file: str,
    line: Callable[[C], str],
    games: int,
    seed: int,
) -> click.Command:
    """A command that plays *games* from *seed* on and writes *file*: the *page* of what they gave, and of the first seed."""

    @click.command()
    @measuring_options(games=games, seed=seed)
    def main(games: int, seed: int, folder: Path, place: Place) -> None:
        """Measure, and write the page after every game."""
        courses: list[C] = []
        seeds = range(seed, seed + games)
        found = place.keeping(CourseRows(kind, file)).run(fight, seeds)
        for number, course in zip(seeds, in_order(found), strict=True):
            courses.append(course)
            (folder / file).write_text(page(courses, seed), encoding="utf-8")
            click.echo(f"{number}: {line(course)}")

    return main


def greedy_game(rulebook: Rulebook[Any], scenario: str, seed: int) -> tuple[Any, Iterator[int]]:
    """A game between greedy bots: its position, and, as it is played on, the turn in which each answer was given."""
    setup = rulebook.setup(scenario)
    bots = seat_bots(rulebook, setup, dict.fromkeys(setup.seats, "greedy"), seed)
    g = begin(rulebook, setup)
    g.told = None

    def decided(seat: Seat) -> Action:
        if (default := control_default(g)) is not None:
            return default
        bot = bots[seat]
        sighting = bot.sight(rulebook, g, seat)
        return written(g, seat, lambda offered: bot.decide(sighting, offered))

    def played() -> Iterator[int]:
        dice, rolls = SeededDice(seed), 0
        while g.agenda:
            seat, turn = asked(g)[0], g.turn
            if seat == DICE:
                answer(g, rolled(dice.roll(dice_asked(g), rolls)), DICE)
                rolls += 1
            else:
                answer(g, decided(seat), seat)
            yield turn

    return g, played()


def adjusted_table(rows: Sequence[tuple[str, str, str]]) -> tuple[str, ...]:
    """The table of what was adjusted: what, to what, and what was wrong before."""
    return (
        "| what | to what | because before |",
        "|---|---|---|",
        *(f"| {what} | {to} | {because} |" for what, to, because in rows),
    )


def when(turns: Sequence[int], games: int) -> str:
    """In how many of the games something came about, the earliest turn of it and the median, as cells of a table."""
    told = f"{min(turns)} | {median(turns):g}" if turns else "- | -"
    return f"{len(turns)} of {games} | {told}"


def spread(values: Sequence[int]) -> str:
    """The median, least and most of *values*."""
    return f"median {median(values):g}, least {min(values)}, most {max(values)}"


class CourseRows(Generic[C]):
    """How courses of games are kept: the page that they are for, the seed, and the course as JSON."""

    def __init__(self, kind: type[C], page: str) -> None:
        self._course = TypeAdapter(kind)
        self._page = page

    @cached_property
    def schema(self) -> Any:
        """The columns."""
        import pyarrow as pa

        return pa.schema(
            [("key", pa.string()), ("page", pa.string()), ("seed", pa.int64()), ("course", pa.string())]
        )

    def key(self, seed: int) -> str:
        """Page and seed."""
        return f"{self._page} {seed}"

    def row(self, seed: int, course: C) -> Mapping[str, Any]:
        """One game."""
        told = self._course.dump_json(course).decode()
        return {"key": self.key(seed), "page": self._page, "seed": seed, "course": told}

    def result(self, row: Mapping[str, Any]) -> C:
        """The course again."""
        return self._course.validate_json(row["course"])
