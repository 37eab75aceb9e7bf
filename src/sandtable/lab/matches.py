"""Games between bots, one or many: they see what their seats may see, the dice come from the seed, all is repeatable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sandtable.bots import Bot, make_bot
from sandtable.kernel.book.printed_matter import PrintedMatter
from sandtable.kernel.book.rulebook import Result, Rulebook, registered
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import BY_DEFAULT, DIGEST_LENGTH, Entry, Record, begin
from sandtable.kernel.machine.actions import CONTROL, CONTROL_NAME, DICE, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, control_default, dice_asked, written
from sandtable.kernel.machine.state import Setup
from sandtable.kernel.printed.changes import BadChange, Change
from sandtable.kernel.refusals import SandtableError

from .chronicle import Chronicle
from .executors import Executor, in_order

# A game this long goes in circles; the longest honest ones stay far below.
LONGEST: Final = 200_000
# Rulebooks with changes that a process keeps; a study plays its points one after another.
MOST_BOOKS: Final = 8


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
    """A game to be played: by which rules, from which set-up, who sits where, and the seed of its dice and lots.

    It travels to other processes and machines, so it names the kind of rulebook and what is printed otherwise in it: a
    rulebook keeps no state, and one that is made anew there plays like ours.
    """

    kind: type[Rulebook[Any]]
    setup: Setup
    bots: Mapping[str, str]
    seed: int
    changes: tuple[Change, ...] = ()


def play_fixture(fixture: Fixture) -> Match:
    """Play it, wherever we are."""
    rulebook = at_hand(fixture.kind, fixture.changes)
    return play(rulebook, fixture.setup, fixture.bots, fixture.seed)


def at_hand(kind: type[Rulebook[Any]], changes: tuple[Change, ...] = ()) -> Rulebook[Any]:
    """The rulebook of that *kind* that this process has, or one made for it; with *changes* of what is printed."""
    wanted = (kind, repr(changes))
    if wanted not in _made:
        book = next((known for known in registered() if type(known) is kind), None) or kind()
        _made[wanted] = _altered(book, changes) if changes else book
        if len(_made) > MOST_BOOKS:
            del _made[next(iter(_made))]
    return _made[wanted]


_made: dict[tuple[type[Rulebook[Any]], str], Rulebook[Any]] = {}


def _altered(book: Rulebook[Any], changes: tuple[Change, ...]) -> Rulebook[Any]:
    if not isinstance(book, PrintedMatter):
        raise BadChange(f"{book.title} keeps what is printed in no files, so nothing of it can be changed")
    made = book.altered(changes)
    assert isinstance(made, Rulebook)
    return made


def play_all(fixtures: Sequence[Fixture], executor: Executor) -> Iterator[Match]:
    """Play *fixtures* and hand the matches out in their order, as they are ready."""
    return in_order(executor.run(play_fixture, fixtures))
