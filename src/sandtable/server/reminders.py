"""Reminders: whoever wants to hears that a seat is asked. What has to go out is written down with the answer itself."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
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

from . import addresses, seating
from . import tables as t
from .addresses import EMAIL
from .ledger import PERSON, Change, Match
from .settings import Settings

WEBHOOK: Final = "webhook"
# What a reminder is called in the outbox.
KIND: Final = "reminder"
_CALLING: Final = ("answer", "overrule")
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


def keep(db: Connection, match: str, seat: str, guest: str, webhook: str | None, email: str | None) -> None:
    """Remind *guest* of *seat* there, and nowhere else."""
    key = seating.key_of(db, guest)
    last = db.execute(_mine(match, seat, key)).one_or_none()
    for table in (t.reminders, t.outbox):
        db.execute(delete(table).where(table.c.match == match, table.c.seat == seat, table.c.guest == key))
    if webhook or email:
        row = {"match": match, "seat": seat, "guest": key, WEBHOOK: webhook, EMAIL: email}
        db.execute(insert(t.reminders).values(**row, last=last.last if last else 0.0))


def queue(db: Connection, before: Match, after: Match, change: Change, settings: Settings) -> None:
    """Write down whom to remind after *change*: the persons whom somebody else's answer has made the ones to answer."""
    if change.kind not in _CALLING or after.mode == "hotseat" or after.paused:
        return
    seats = [
        seat
        for seat, since in after.waiting.items()
        if after.seats[seat] == PERSON and seat != change.seat and before.waiting.get(seat) != since
    ]
    # Most players want none, and every answer asks.
    if not seats or db.execute(_ANY, {"wanted": after.id}).one_or_none() is None:
        return
    for channel, column in _COLUMNS.items():
        wanted = (
            select(
                t.reminders.c.match,
                t.reminders.c.seat,
                t.reminders.c.guest,
                literal(channel),
                # Not at once, for whoever sits at the board answers soon; and none at another's heels.
                _later(change.at + settings.reminder_delay, settings.reminder_gap),
                literal(0),
                literal(KIND),
            )
            .where(t.reminders.c.match == after.id, t.reminders.c.seat.in_(seats), column.is_not(None))
            .where(~exists().where(and_(*_same(t.outbox, t.reminders), t.outbox.c.channel == channel)))
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


def _later(soon: float, gap: float) -> Any:
    """The later of *soon* and *gap* seconds after the last one."""
    next_one = t.reminders.c.last + gap
    return case((next_one > soon, next_one), else_=literal(soon))


def _mine(match: str, seat: str, key: str) -> Any:
    return select(t.reminders).where(*_key(t.reminders, match, seat, key))


def _key(table: Any, match: str, seat: str, key: str) -> tuple[Any, ...]:
    return table.c.match == match, table.c.seat == seat, table.c.guest == key


def _same(one: Any, other: Any) -> tuple[Any, ...]:
    return tuple(one.c[name] == other.c[name] for name in ("match", "seat", "guest"))
