"""Reminders: whoever wants to hears that a seat is asked. What has to go out is written down with the answer itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    exists,
    insert,
    literal,
    null,
    select,
    update,
)

from sandtable.kernel.machine.actions import CONTROL_NAME

from ..db import schema as t
from ..db import steady_time
from ..db.match_store import PERSON, Change, Match, read_match
from ..match import clocks
from ..settings import Settings
from . import addresses, seating
from .addresses import EMAIL

WEBHOOK: Final = "webhook"
# What a reminder is called in the outbox.
KIND: Final = "reminder"
# When so many seconds are left a seat is told once more, or when a quarter of its time is; but not for minutes alone.
LAST_CALL: Final = 24 * 3600.0
SHORTEST_CALL: Final = 15 * 60.0
# Whoever takes something back makes nobody the one to answer who was not.
_QUIET: Final = ("undo",)
_ANY: Final = select(t.reminders.c.seat).where(t.reminders.c.match == bindparam("wanted")).limit(1)
_NO_TROUBLE: Final = {WEBHOOK: None, EMAIL: None}
_COLUMNS: Final = {WEBHOOK: t.reminders.c.webhook, EMAIL: t.reminders.c.email}


def read(db: Connection, match: str, seat: str, guest: str) -> dict[str, Any]:
    """Where *guest* wants to be reminded of *seat*, whether mail may go there, and what did not arrive last time."""
    key = seating.key_of(db, guest)
    row = db.execute(_mine(match, seat, key)).one_or_none()
    email = row.email if row else None
    return {
        WEBHOOK: row.webhook if row else None,
        EMAIL: email,
        "confirmed": addresses.is_confirmed(db, key, email),
        "trouble": {**_NO_TROUBLE, **((row.trouble if row else None) or {})},
    }


def keep(
    db: Connection,
    match: str,
    seat: str,
    guest: str,
    webhook: str | None,
    email: str | None,
    settings: Settings,
) -> None:
    """Remind *guest* of *seat* there, and nowhere else; also of what he is asked already."""
    key = seating.key_of(db, guest)
    last = db.execute(_mine(match, seat, key)).one_or_none()
    for table in (t.reminders, t.outbox):
        db.execute(delete(table).where(table.c.match == match, table.c.seat == seat, table.c.guest == key))
    if webhook or email:
        row = {"match": match, "seat": seat, "guest": key, WEBHOOK: webhook, EMAIL: email}
        db.execute(insert(t.reminders).values(**row, last=last.last if last else 0.0))
        head = read_match(db, match)
        if head.mode != "hotseat" and seat in wanted_of(head):
            _write_down(db, match, [seat], _soon(steady_time.now(), settings))


def queue(db: Connection, before: Match, after: Match, change: Change, settings: Settings) -> None:
    """Write down whom to remind after *change*: the persons of whom somebody else wants something now that he did not."""
    if change.kind in _QUIET or after.mode == "hotseat":
        return
    # Most players want none, and every answer asks.
    if db.execute(_ANY, {"wanted": after.id}).one_or_none() is None:
        return
    goes_on = before.paused is not None and after.paused is None
    called = [
        seat
        for seat in sorted(wanted_of(after))
        if seat != change.seat and (goes_on or _is_new(before, after, change, seat))
    ]
    _write_down(db, after.id, called, _soon(change.at, settings))
    if change.seat in after.seats:
        # Whoever acts is at the board, and knows what he is asked; he may leave it there all the same.
        db.execute(delete(t.outbox).where(t.outbox.c.match == after.id, t.outbox.c.seat == change.seat))
        call = last_call(after, change.seat, change.at, settings)
        if call is not None:
            _write_down(db, after.id, [change.seat], literal(call))


def wanted_of(match: Match) -> set[str]:
    """The seats of persons of whom an answer is wanted, to the game or to a proposal."""
    if match.over or match.paused:
        return set()
    sitting = {**match.seats, CONTROL_NAME: match.control}
    return {seat for seat in {*match.waiting, *match.undecided()} if sitting[seat] == PERSON}


def last_call(match: Match, seat: str, now: float, settings: Settings) -> float | None:
    """When *seat* is told once more, before its time is up; None where nobody counts, or where it would be of no use."""
    left = clocks.left(match, seat, now) if seat in clocks.running(match) else None
    if left is None or match.clock is None:
        return None
    # A part of what it had when it was asked, so that a short time is not all spent on being warned.
    had: float = match.clock["left"][seat]
    warning = min(LAST_CALL, had / 4)
    call = now + left - warning
    return call if warning >= SHORTEST_CALL and call >= now + settings.reminder_gap else None


def _is_new(before: Match, after: Match, change: Change, seat: str) -> bool:
    if seat in after.waiting and before.waiting.get(seat) != after.waiting[seat]:
        return True
    return change.kind == "propose" and seat in after.undecided()


def _write_down(db: Connection, match: str, seats: Collection[str], due: ColumnElement[float]) -> None:
    """Remind whoever wants it of these *seats*; a letter that waits already goes out no later than now wanted."""
    if not seats:
        return
    r, o = t.reminders.c, t.outbox.c
    for channel, column in _COLUMNS.items():
        mine = (r.match == match, r.seat.in_(seats), column.is_not(None))
        sooner = select(due).where(*mine, *_same(t.outbox, t.reminders)).scalar_subquery()
        waits = update(t.outbox).where(o.match == match, o.seat.in_(seats), o.channel == channel)
        db.execute(waits.where(o.due > sooner).values(due=sooner, tries=0))
        wanted = (
            select(r.match, r.seat, r.guest, literal(channel), due, literal(0), literal(KIND))
            .where(*mine)
            .where(~exists().where(and_(*_same(t.outbox, t.reminders), o.channel == channel)))
        )
        columns = ["match", "seat", "guest", "channel", "due", "tries", "kind"]
        db.execute(insert(t.outbox).from_select(columns, wanted))


def target(db: Connection, row: Any) -> str | None:
    """Where the letter goes, if its reader still holds the seat and still wants it."""
    holds = exists().where(*_key(t.holders, row.match, row.seat, row.guest))
    wanted = select(_COLUMNS[row.channel]).where(*_key(t.reminders, row.match, row.seat, row.guest), holds)
    found: str | None = db.execute(wanted).scalar_one_or_none()
    return found


def note(
    db: Connection, match: str, seat: str, key: str, channel: str, why: str | None, last: float | None = None
) -> None:
    """Why the latest reminder did not arrive; None if it did, at the time *last* unless it was a test."""
    row = db.execute(_mine(match, seat, key)).one_or_none()
    if row is None:
        return
    trouble = {name: text for name, text in (row.trouble or {}).items() if name != channel}
    if why is not None:
        trouble[channel] = why
    changed: dict[str, Any] = {"trouble": trouble or null()}
    if last is not None:
        changed["last"] = last
    db.execute(update(t.reminders).where(*_key(t.reminders, match, seat, key)).values(**changed))


def _soon(now: float, settings: Settings) -> ColumnElement[float]:
    """Not at once, for whoever sits at the board answers soon; and none at another's heels."""
    soon, next_one = now + settings.reminder_delay, t.reminders.c.last + settings.reminder_gap
    return case((next_one > soon, next_one), else_=literal(soon))


def _mine(match: str, seat: str, key: str) -> Any:
    return select(t.reminders).where(*_key(t.reminders, match, seat, key))


def _key(table: Any, match: str, seat: str, key: str) -> tuple[Any, ...]:
    return table.c.match == match, table.c.seat == seat, table.c.guest == key


def _same(one: Any, other: Any) -> tuple[Any, ...]:
    return tuple(one.c[name] == other.c[name] for name in ("match", "seat", "guest"))
