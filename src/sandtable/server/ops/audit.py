"""The audit: every stored match is played again from its answers, and every roll is asked of the committed dice again.

It uses the kernel alone and nothing by which the server plays, so that it would notice a fault of the server too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.codec import BadDocument, decode, loads, read_setup
from sandtable.kernel.game.records import DIGEST_LENGTH, TYPED, begin, perform
from sandtable.kernel.machine.actions import CONTROL, DICE, DICE_NAME, rolled
from sandtable.kernel.machine.engine import asked, dice_asked, over
from sandtable.kernel.machine.state import GameState
from sandtable.kernel.refusals import SandtableError

from ..db import match_store
from ..db import schema as t
from ..db.match_store import Match, Row
from ..db.store import Store
from ..errors import Damaged
from ..play.cache import rulebook_for


class Broken(SandtableError):
    """A match whose stored answers do not lead where it says they do."""


@dataclass
class Audit:
    """What was found: how much holds, which matches are broken, and which are of rules that are not here."""

    matches: int = 0
    answers: int = 0
    rolls: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The findings as a document."""
        return vars(self)


def audit(store: Store, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Audit:
    """Every match of the database, as it is at one moment; a server may go on working meanwhile."""
    found = Audit()
    with store.snapshot() as db:
        matches = db.execute(select(t.matches.c.id).order_by(t.matches.c.created)).scalars().all()
        for number, match in enumerate(matches, 1):
            _look_at(db, match, found)
            progress(number, len(matches))
    return found


def _look_at(db: Connection, match: str, found: Audit) -> None:
    try:
        head = match_store.read_match(db, match)
    except Damaged as why:
        found.broken[match] = str(why)
        return
    try:
        book = rulebook_for(head)
    except SandtableError as why:
        found.unknown[match] = str(why)
        return
    try:
        found.rolls += _play_again(db, head, book)
    except SandtableError as why:
        found.broken[match] = str(why)
    except Exception as why:
        # A damaged row can trip a rulebook over in any way; the other matches are looked at all the same.
        found.broken[match] = f"it cannot be played again: {type(why).__name__}: {why}"
    else:
        found.answers += head.answers
        found.matches += 1


def _play_again(db: Connection, head: Match, book: Rulebook[Any]) -> int:
    """How many rolls were found honest; Broken if anything is not as it should be."""
    rows = match_store.read_rows(db, head.id)
    if [row.number for row in rows] != list(range(1, head.answers + 1)):
        raise Broken(f"it should have the answers 1 to {head.answers}, but {len(rows)} others are stored")
    changes = db.execute(select(func.count()).where(t.changes.c.match == head.id)).scalar_one()
    if changes != head.version - 1:
        raise Broken(f"it is at version {head.version}, but {changes} changes of it are stored")
    snapshots = dict(match_store.snapshots_up_to(db, head.id, head.answers))
    honest = 0
    for state, row, number in _positions(book, head, rows):
        honest += number is not None
        if row is not None and row.number in snapshots:
            _check_snapshot(book, row, snapshots[row.number])
        if row is None or row.number == head.answers:
            _check_end(book, head, state)
    return honest


def _positions(
    book: Rulebook[Any], head: Match, rows: list[Row]
) -> Iterator[tuple[GameState, Row | None, int | None]]:
    """Every position with the answer that led to it, and the number of the roll if it was one of our own dice."""
    dice = head.dice()
    g: GameState = begin(book, read_setup(book, head.setup))
    rolls = 0
    if not rows:
        yield g, None, None
    for row in rows:
        number = None
        if row.who == DICE_NAME:
            # Rolls that came with a record or a fork were of other dice, and what Control typed in lay on the table.
            if rolls >= head.foreign_rolls and TYPED not in (row.note or {}):
                number = rolls
                due = rolled(dice.roll(dice_asked(g), rolls)).id
                if row.action != due:
                    raise Broken(f"answer {row.number} is {row.action}, but the committed dice give {due}")
            rolls += 1
        try:
            g = perform(book, g, row.entry())
        except SandtableError as why:
            raise Broken(f"answer {row.number} ({row.who}: {row.action}) is refused: {why}") from None
        g.told = []
        if g.digest()[:DIGEST_LENGTH] != row.digest:
            raise Broken(f"answer {row.number} ({row.who}: {row.action}) leads elsewhere than recorded")
        yield g, row, number


def _check_snapshot(book: Rulebook[Any], row: Row, document: str) -> None:
    try:
        digest = decode(book, loads(document)).digest()
    except BadDocument as why:
        raise Broken(f"the snapshot after answer {row.number} cannot be read: {why}") from None
    if digest[:DIGEST_LENGTH] != row.digest:
        raise Broken(f"the snapshot after answer {row.number} is of another position")


def _check_end(book: Rulebook[Any], head: Match, g: GameState) -> None:
    """What the head of the match says must be what its answers lead to."""
    result = book.result(g)
    if over(g) and not (head.over and head.result == (result.as_json() if result else None)):
        raise Broken("its answers end the game otherwise than it says it ended")
    # A roll waits only where Control makes it.
    seats = {book.seat_name(g.setup, CONTROL if seat == DICE else seat) for seat in asked(g)}
    if not head.over and set(head.waiting) != seats:
        raise Broken(f"it waits for {', '.join(head.waiting)}, but {', '.join(sorted(seats))} must answer")
