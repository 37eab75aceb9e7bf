"""Sandtable: operational wargames with one rules engine, one board and a laboratory.

>>> import sandtable
>>> game = sandtable.new("ford", seed=7)
>>> game.asked
('red',)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.catalog import rulebook, rulebook_of, rulebook_to_play, rulebooks, user_tables
from sandtable.kernel.chance.dice import DiceSource, RecordedDice, SeededDice
from sandtable.kernel.game.codec import BadDocument
from sandtable.kernel.game.game import Game, Option, resume
from sandtable.kernel.game.records import decided_by_control, read_record
from sandtable.kernel.machine.actions import DICE_NAME, parse_action
from sandtable.kernel.refusals import Refusal, Refused, SandtableError

if TYPE_CHECKING:
    from sandtable.rl.pettingzoo_games import TurnByTurn

__version__ = version("sandtable")

__all__ = [
    "Game",
    "Option",
    "Refusal",
    "Refused",
    "SandtableError",
    "__version__",
    "env",
    "new",
    "replay",
    "rulebook",
    "rulebooks",
]


def new(
    scenario: str,
    *,
    seed: int = 0,
    options: Mapping[str, int | str | bool] | None = None,
    tables: Path | str | None = None,
    dice: DiceSource | None = None,
    controlled: bool = False,
) -> Game[Any]:
    """A new game of *scenario*. *tables* is a folder of table files that replace ours; *dice* another source than the seed.

    It is *controlled* where somebody sits as Control: then what the rules ask the umpire waits for him.
    """
    book = rulebook_of(scenario)
    replacements = user_tables(book, Path(tables)) if tables is not None else ()
    setup = book.setup(scenario, options, replacements)
    return Game(book, setup, dice or SeededDice(seed), controlled=controlled)


def replay(record: Mapping[str, Any], *, to: int | None = None, controlled: bool = False) -> Game[Any]:
    """The recorded game, every answer checked against its digest; with *to*, only that many answers.

    What it asks Control next waits for him where it is *controlled*, as one is in which he has decided already.
    """
    name = record.get("rulebook")
    if not isinstance(name, str):
        raise BadDocument("this is no record of a game: it names no rulebook")
    book = rulebook_to_play(name)
    found = read_record(book, record)
    seed = found.dice.get("seed")
    rolls = [parse_action(e.action).args for e in found.entries if e.who == DICE_NAME]
    afterwards = SeededDice(int(seed)) if isinstance(seed, int) else None
    decided = decided_by_control(found)
    if to is not None:
        if not 0 <= to <= len(found.entries):
            raise BadDocument(f"the record has {len(found.entries)} answers; {to} is not among them")
        found.entries = found.entries[:to]
    return resume(book, found, RecordedDice(rolls, afterwards), controlled=controlled or decided)


def env(scenario: str, **options: Any) -> TurnByTurn:
    """*scenario* as an AEC environment of PettingZoo; *options* are those of ``sandtable.rl.aec_env``."""
    from sandtable.rl import aec_env

    return aec_env(scenario, **options)
