"""Games between bots, one or many: they see what their seats may see, the dice come from the seed, all is repeatable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from sandtable.bots import Bot, make_bot
from sandtable.kernel.book.rulebook import Result, Rulebook, register
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import BY_DEFAULT, DIGEST_LENGTH, Entry, Record, begin
from sandtable.kernel.machine.actions import CONTROL, CONTROL_NAME, DICE, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, control_default, dice_asked, written
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
            action = _decided(rulebook, g, seat, bots)
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


def _decided(rulebook: Rulebook[Any], g: Any, seat: Seat, bots: Mapping[Seat, Bot]) -> Action:
    """What the bot in *seat* answers, an order sheet line by line; no bot sits as Control."""
    holds = control_default(g)
    if holds is not None:
        return holds
    bot = bots[seat]
    sighting = bot.sight(rulebook, g, seat)
    return written(g, seat, lambda offered: bot.decide(sighting, offered))


def _entry(rulebook: Rulebook[Any], g: Any, seat: Seat, action: Action) -> Entry:
    who = rulebook.seat_name(g.setup, seat)
    note = {"for": CONTROL_NAME, BY_DEFAULT: True} if seat == CONTROL else {}
    return Entry(who, action.id, g.digest()[:DIGEST_LENGTH], note)


class Fixture(NamedTuple):
    """A game to be played: who sits where, and the seed of its dice and lots."""

    bots: Mapping[str, str]
    seed: int


def play_all(
    rulebook: Rulebook[Any], setup: Setup, fixtures: Iterable[Fixture], *, workers: int = 1
) -> Iterator[Match]:
    """Play *fixtures* and hand the matches out in their order, as they are ready."""
    games = list(fixtures)
    if workers <= 1 or len(games) <= 1:
        for fixture in games:
            yield play(rulebook, setup, fixture.bots, fixture.seed)
        return
    # A fresh interpreter for each worker: forking a process that draws a progress bar is not safe.
    with ProcessPoolExecutor(
        max_workers=min(workers, len(games)),
        mp_context=get_context("spawn"),
        initializer=_prepare,
        initargs=(type(rulebook), setup),
    ) as pool:
        yield from pool.map(_play, games)


_at_work: list[tuple[Rulebook[Any], Setup]] = []


def _prepare(kind: type[Rulebook[Any]], setup: Setup) -> None:
    """In a new worker: a rulebook keeps no state, so one made anew plays like the other."""
    rulebook = kind()
    register(rulebook)
    _at_work[:] = [(rulebook, setup)]


def _play(fixture: Fixture) -> Match:
    rulebook, setup = _at_work[0]
    return play(rulebook, setup, fixture.bots, fixture.seed)
