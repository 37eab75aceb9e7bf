"""One game between bots: they see what their seats may see, the dice come from the seed, everything is repeatable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sandtable.bots import Bot, make_bot
from sandtable.kernel.book.rulebook import Result, Rulebook
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import DIGEST_LENGTH, Entry, Record, begin
from sandtable.kernel.machine.actions import DICE, DICE_NAME, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, options
from sandtable.kernel.machine.state import Setup
from sandtable.kernel.refusals import SandtableError

from .chronicle import Chronicle

# A game this long goes in circles; the longest honest ones stay far below.
LONGEST: Final = 200_000


class EndlessGame(SandtableError):
    """A game between bots that would not end."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """A game that has been played: how it ended, how long it was, and what happened on the way."""

    seed: int
    bots: Mapping[str, str]
    result: Result
    answers: int
    chronicle: Chronicle
    record: Record | None = field(default=None, compare=False)


def seat_bots(rulebook: Rulebook[Any], setup: Setup, names: Mapping[str, str], seed: int) -> dict[Seat, Bot]:
    """A bot for every seat: *names* by seat name. Bots that draw lots draw other ones in every seat and game."""
    found: dict[Seat, Bot] = {}
    for number, seat in enumerate(rulebook.scenario(setup.scenario).seats):
        found[Seat(number)] = make_bot(names[seat], rulebook, seed * 16 + number)
    return found


def play(
    rulebook: Rulebook[Any],
    setup: Setup,
    names: Mapping[str, str],
    seed: int,
    *,
    keep_record: bool = False,
) -> Match:
    """Play one game to its end; with *keep_record* the match holds a record that replays."""
    bots = seat_bots(rulebook, setup, names, seed)
    dice = SeededDice(seed)
    g = begin(rulebook, setup)
    g.told = None
    chronicle = Chronicle(rulebook, setup)
    entries: list[Entry] = []
    answers = rolls = 0
    while g.agenda:
        who = asked(g)
        if who == (DICE,):
            seat, action = DICE, rolled(dice.roll(dice_asked(g), rolls))
            rolls += 1
        else:
            seat = who[0]
            bot = bots[seat]
            action = bot.decide(bot.sight(rulebook, g, seat), options(g, seat))
        answer(g, action, seat)
        answers += 1
        chronicle.note(g)
        if keep_record:
            entries.append(_entry(rulebook, g, seat, action))
        if answers > LONGEST:
            raise EndlessGame(f"game {seed} of {setup.scenario!r} has not ended after {LONGEST} answers")
    result = rulebook.result(g)
    assert result is not None, "a game without anything left to do has a result"
    chronicle.close(g)
    record = None
    if keep_record:
        record = Record(rulebook.name, rulebook.behaviour, setup, dice.describe(), entries, result.as_json())
    return Match(
        seed=seed, bots=dict(names), result=result, answers=answers, chronicle=chronicle, record=record
    )


def _entry(rulebook: Rulebook[Any], g: Any, seat: Seat, action: Action) -> Entry:
    who = DICE_NAME if seat == DICE else rulebook.seat_name(g.setup, seat)
    return Entry(who, action.id, g.digest()[:DIGEST_LENGTH])
