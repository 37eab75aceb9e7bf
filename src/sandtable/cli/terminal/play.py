"""``sandtable play``: a game in the terminal, against bots or with several people at one keyboard."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path
from secrets import randbits
from typing import Any

import click

import sandtable
from sandtable import catalog
from sandtable.bots import Bot, bot_names, make_bot
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.codec import loads
from sandtable.kernel.game.game import Game
from sandtable.kernel.machine.actions import CONTROL_NAME

from ..choices import HUMAN, BadChoice, chosen_seats, chosen_setup, seat_option, switch_option
from ..output import console, read_file, tables_option
from .session import Leaving, Seated, going_on, save


@click.command()
@click.argument("scenario")
@seat_option
@click.option("--seed", type=int, help="The seed of the dice; without one, a new game every time.")
@switch_option
@tables_option
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Where the record is written when the game ends or you leave.",
)
@click.option(
    "--weighing", is_flag=True, help="Show what a bot that searches weighs, which tells you what it is up to."
)
def play(
    scenario: str,
    seats: tuple[str, ...],
    seed: int | None,
    switches: tuple[str, ...],
    tables_dir: Path | None,
    record: Path | None,
    weighing: bool,
) -> None:
    """Play SCENARIO, or go on with the saved game in the file SCENARIO. 'help' tells what can be typed."""
    # The umpire is no seat of the scenario; whoever sits there decides what the rules ask him.
    sitting = tuple(seat for seat in seats if seat != f"{CONTROL_NAME}={HUMAN}")
    controlled = sitting != seats
    if not Path(scenario).is_file():
        game = _new_game(scenario, seed, switches, tables_dir, controlled=controlled)
    elif tables_dir is None:
        game = sandtable.replay(loads(read_file(Path(scenario)), scenario), controlled=controlled)
    else:
        raise BadChoice(
            f"{scenario} is a saved game, which keeps the tables that it was begun with: leave --tables out"
        )
    setup = game.state.setup
    bots = _bots(game.rulebook, setup.scenario, sitting, seed or 0)
    table = Seated(game, bots, console, _line, seats, weighing=weighing)
    try:
        table.play()
    except (Leaving, KeyboardInterrupt):
        if record is None and game.answers == table.begun:
            console.print("Nothing was played, and nothing is kept.")
            return
        file = record or (Path(scenario) if Path(scenario).is_file() else _free_file(setup.scenario))
        save(game, file)
        # Not wrapped: it is there to be copied.
        console.print(
            f"The game so far is in {file}; go on with: {going_on(file, seats)}", markup=False, soft_wrap=True
        )
        return
    if record is not None:
        save(game, record)
        console.print(f"The record is in {record}", markup=False, soft_wrap=True)


def _free_file(scenario: str) -> Path:
    """Where a game that has no file yet is kept: no earlier one is written over."""
    file, numbers = Path(f"{scenario}.sandtable.json"), count(2)
    while file.exists():
        file = Path(f"{scenario}-{next(numbers)}.sandtable.json")
    return file


def _new_game(
    scenario: str, seed: int | None, switches: tuple[str, ...], tables_dir: Path | None, *, controlled: bool
) -> Game[Any]:
    book = catalog.rulebook_of(scenario)
    setup = chosen_setup(book, scenario, switches)
    if tables_dir is not None:
        setup = book.setup(scenario, setup.options, catalog.user_tables(book, tables_dir))
    # Without a seed nobody has chosen the dice; the record tells which ones they were.
    chance = randbits(32) if seed is None else seed
    return Game(book, setup, SeededDice(chance), controlled=controlled)


def _bots(book: Rulebook[Any], scenario: str, given: tuple[str, ...], seed: int) -> dict[str, Bot]:
    """The bots by seat; without a word the first seat is the person's and the others get the usual bot."""
    if given:
        named = chosen_seats(book, scenario, given, default=bot_names(book)[0])
    else:
        first, *others = book.scenario(scenario).seats
        named = {first: HUMAN, **dict.fromkeys(others, bot_names(book)[0])}
    return {
        seat: make_bot(who, book, seed * 16 + number)
        for number, (seat, who) in enumerate(named.items())
        if who != HUMAN
    }


def _line(prompt: str) -> str:
    """A line from the keyboard, with its editing keys where the system has them; Leaving at its end."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what switches the keys on
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Leaving from None
