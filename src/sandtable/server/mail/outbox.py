"""The outbox: letters that have to go out stay in the database until they have arrived, or nobody wants them any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, select, update

from ..db import schema as t
from ..db.match_store import read_match
from ..people import accounts, addresses, reminders, seating, tokens
from ..people.addresses import CONFIRMATION, EMAIL, FORGOTTEN, NEW_ADDRESS, NEW_PASSWORD, RESET
from ..settings import Settings
from . import templates
from .templates import Letter
from .webhooks import Undelivered

# Whoever takes a row out of the box has so long to deliver it before another tries.
LEASE: Final = 120.0
# A row that could not be delivered is tried again after this, then twice as long, and so on.
FIRST_PAUSE: Final = 30.0
MOST_TRIES: Final = 10


class Parcel(NamedTuple):
    """A letter that has to go out: where to, by what, and the secret in it."""

    id: int
    kind: str
    channel: str
    target: str
    letter: Letter
    tries: int
    secret: str = ""


def anything_due(db: Connection, now: float) -> bool:
    """Whether a letter has to go out."""
    return db.execute(select(t.outbox.c.id).where(t.outbox.c.due <= now).limit(1)).one_or_none() is not None


def take_due(db: Connection, now: float, most: int, settings: Settings) -> list[Parcel]:
    """Letters whose time has come, which nobody else takes meanwhile; what nobody wants any more is thrown away."""
    _find_who_forgot(db, now, most)
    found: list[Parcel] = []
    wanted = select(t.outbox).where(t.outbox.c.due <= now, t.outbox.c.kind != FORGOTTEN)
    for row in db.execute(wanted.order_by(t.outbox.c.due).limit(most)).all():
        mine = update(t.outbox).where(t.outbox.c.id == row.id, t.outbox.c.due == row.due)
        if db.execute(mine.values(due=now + LEASE, tries=row.tries + 1)).rowcount != 1:
            continue
        written = _WRITERS[row.kind](db, row, settings)
        if written is None:
            _throw_away(db, row.id)
        else:
            target, letter, secret = written
            found.append(Parcel(row.id, row.kind, row.channel, target, letter, row.tries + 1, secret))
    return found


def delivered(db: Connection, parcel: Parcel, at: float, settings: Settings) -> None:
    """The letter has arrived; a reminder goes out once more before the time of its seat is up."""
    _note_trouble(db, parcel, None, last=at)
    again = _last_call(db, parcel, at, settings)
    if again is None:
        _throw_away(db, parcel.id)
    else:
        db.execute(update(t.outbox).where(t.outbox.c.id == parcel.id).values(due=again, tries=0))


def failed(db: Connection, parcel: Parcel, now: float, why: Undelivered) -> None:
    """The letter did not arrive: again later, unless that is no use or it has been tried often enough."""
    _note_trouble(db, parcel, why.told)
    if parcel.secret:
        tokens.revoke_one(db, parcel.secret)
    if why.for_good or parcel.tries >= MOST_TRIES:
        _throw_away(db, parcel.id)
        return
    due = now + max(FIRST_PAUSE * 2 ** (parcel.tries - 1), why.wait)
    db.execute(update(t.outbox).where(t.outbox.c.id == parcel.id).values(due=due))


# ---- what each kind of row says, and to whom; None where nobody wants it any more

_Written = tuple[str, Letter, str] | None


def _reminder(db: Connection, row: Any, settings: Settings) -> _Written:
    target, head = reminders.target(db, row), read_match(db, row.match)
    if target is None or row.seat not in reminders.wanted_of(head):
        return None
    if row.channel == EMAIL and not addresses.is_confirmed(db, row.guest, target):
        return None
    return target, templates.reminder(head, row.seat, settings.public_url), ""


def _confirmation(db: Connection, row: Any, settings: Settings) -> _Written:
    # An address gets only so many letters that its owner may not have asked for, whoever names it.
    full = tokens.issued(db, tokens.CONFIRM, email=row.target) >= tokens.MOST[tokens.CONFIRM]
    if full or addresses.is_confirmed(db, row.guest, row.target):
        return None
    secret = tokens.issue(db, tokens.CONFIRM, row.guest, row.target)
    return row.target, templates.confirmation(settings.public_url, secret), secret


def _reset(db: Connection, row: Any, settings: Settings) -> _Written:
    account = accounts.by_key(db, row.guest)
    if account is None or account.email is None or not addresses.is_confirmed(db, row.guest, account.email):
        return None
    if tokens.issued(db, tokens.RESET, guest=row.guest) >= tokens.MOST[tokens.RESET]:
        return None
    secret = tokens.issue(db, tokens.RESET, row.guest, account.email)
    return account.email, templates.reset(settings.public_url, secret, account.name), secret


def _change(db: Connection, row: Any, settings: Settings) -> _Written:
    account = accounts.by_key(db, row.guest)
    if account is None:
        return None
    return row.target, templates.changed(settings.public_url, _CHANGES[row.kind], account.name), ""


_CHANGES: Final = {NEW_PASSWORD: "password", NEW_ADDRESS: "e-mail address"}
_WRITERS: Final[dict[str, Callable[[Connection, Any, Settings], _Written]]] = {
    reminders.KIND: _reminder,
    CONFIRMATION: _confirmation,
    RESET: _reset,
    NEW_PASSWORD: _change,
    NEW_ADDRESS: _change,
}


def _find_who_forgot(db: Connection, now: float, most: int) -> None:
    """Who is meant by whatever somebody typed is found out here and not while he waits: nothing can be read from that."""
    wanted = select(t.outbox).where(t.outbox.c.due <= now, t.outbox.c.kind == FORGOTTEN).limit(most)
    for row in db.execute(wanted).all():
        if db.execute(delete(t.outbox).where(t.outbox.c.id == row.id)).rowcount != 1:
            continue
        named = accounts.called(db, row.target)
        keys = {seating.account_key(named.id)} if named else set()
        for key in sorted(keys | {*addresses.readers(db, row.target)}):
            addresses.queue(db, RESET, key, None, due=now)


def _throw_away(db: Connection, row: int) -> None:
    db.execute(delete(t.outbox).where(t.outbox.c.id == row))


def _last_call(db: Connection, parcel: Parcel, now: float, settings: Settings) -> float | None:
    """When the reminder that has just arrived goes out again; None if it does not."""
    row = db.execute(select(t.outbox).where(t.outbox.c.id == parcel.id)).one_or_none()
    if row is None or parcel.kind != reminders.KIND:
        return None
    return reminders.last_call(read_match(db, row.match), row.seat, now, settings)


def _note_trouble(db: Connection, parcel: Parcel, why: str | None, last: float | None = None) -> None:
    """Remember with the reminder why it did not arrive, for its reader; or that it did."""
    row = db.execute(select(t.outbox).where(t.outbox.c.id == parcel.id)).one_or_none()
    if row is not None and parcel.kind == reminders.KIND:
        reminders.note(db, row.match, row.seat, row.guest, parcel.channel, why, last)
