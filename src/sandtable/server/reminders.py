"""Reminders: whoever wants to hears that a seat is asked. What has to go out is written down with the answer itself."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, case, delete, exists, insert, literal, select, update

from sandtable import catalog

from . import seating
from . import tables as t
from .ledger import PERSON, Change, Match, read_match
from .settings import Settings

WEBHOOK: Final = "webhook"
EMAIL: Final = "email"
# Whoever takes a row out of the box has so long to deliver it before another tries.
LEASE: Final = 120.0
# A row that could not be delivered is tried again after this, then twice as long, and so on.
FIRST_PAUSE: Final = 30.0
MOST_TRIES: Final = 10
_CALLING: Final = ("answer", "overrule")
_ANY: Final = select(t.reminders.c.seat).where(t.reminders.c.match == bindparam("wanted")).limit(1)
_COLUMNS: Final = {WEBHOOK: t.reminders.c.webhook, EMAIL: t.reminders.c.email}


class Letter(NamedTuple):
    """A reminder that has to go out: where to, and what it says."""

    id: int
    channel: str
    target: str
    text: str
    tries: int


def read(db: Connection, match: str, seat: str, guest: str) -> dict[str, str | None]:
    """Where *guest* wants to be reminded of *seat*."""
    row = db.execute(_mine(match, seat, seating.key_of(db, guest))).one_or_none()
    return {WEBHOOK: row.webhook if row else None, EMAIL: row.email if row else None}


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
            )
            .where(t.reminders.c.match == after.id, t.reminders.c.seat.in_(seats), column.is_not(None))
            .where(~exists().where(and_(*_same(t.outbox, t.reminders), t.outbox.c.channel == channel)))
        )
        columns = ["match", "seat", "guest", "channel", "due", "tries"]
        db.execute(insert(t.outbox).from_select(columns, wanted))


def anything_due(db: Connection, now: float) -> bool:
    """Whether a letter has to go out."""
    return db.execute(select(t.outbox.c.id).where(t.outbox.c.due <= now).limit(1)).one_or_none() is not None


def take_due(db: Connection, now: float, most: int, public_url: str) -> list[Letter]:
    """Letters whose time has come, which nobody else takes meanwhile; what nobody wants any more is thrown away."""
    found: list[Letter] = []
    rows = db.execute(
        select(t.outbox).where(t.outbox.c.due <= now).order_by(t.outbox.c.due).limit(most)
    ).all()
    for row in rows:
        mine = update(t.outbox).where(t.outbox.c.id == row.id, t.outbox.c.due == row.due)
        if db.execute(mine.values(due=now + LEASE, tries=row.tries + 1)).rowcount != 1:
            continue
        target = _target(db, row)
        head = read_match(db, row.match)
        if target is None or head.over or head.paused or row.seat not in head.waiting:
            delivered(db, row.id, None)
        else:
            found.append(Letter(row.id, row.channel, target, text_of(head, public_url), row.tries + 1))
    return found


def delivered(db: Connection, letter: int, at: float | None) -> None:
    """The letter has arrived, or is not wanted any more."""
    if at is not None:
        row = db.execute(select(t.outbox).where(t.outbox.c.id == letter)).one_or_none()
        if row is not None:
            mine = _key(t.reminders, row.match, row.seat, row.guest)
            db.execute(update(t.reminders).where(*mine).values(last=at))
    db.execute(delete(t.outbox).where(t.outbox.c.id == letter))


def failed(db: Connection, letter: Letter, now: float) -> None:
    """The letter did not arrive: again later, unless it has been tried often enough."""
    if letter.tries >= MOST_TRIES:
        delivered(db, letter.id, None)
        return
    due = now + FIRST_PAUSE * 2 ** (letter.tries - 1)
    db.execute(update(t.outbox).where(t.outbox.c.id == letter.id).values(due=due))


def text_of(match: Match, public_url: str) -> str:
    """What a reminder says: nothing that only one seat may know, and no link that opens a seat."""
    title = catalog.rulebook(match.rulebook).scenario(match.scenario).title
    link = f" {public_url.rstrip('/')}/match/{match.id}" if public_url else ""
    return f"{title}: it is your turn.{link}"


def _target(db: Connection, row: Any) -> str | None:
    """Where the letter goes, if its reader still holds the seat and still wants it."""
    holds = exists().where(*_key(t.holders, row.match, row.seat, row.guest))
    wanted = select(_COLUMNS[row.channel]).where(*_key(t.reminders, row.match, row.seat, row.guest), holds)
    found: str | None = db.execute(wanted).scalar_one_or_none()
    return found


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
