"""What hangs on an account besides its name: seats, reminders, confirmed addresses, words."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, select

from ..db import schema as t
from . import seating
from .accounts import Account


def of(db: Connection, account: Account) -> dict[str, Any]:
    """Everything that its owner has left with us."""
    key = seating.account_key(account.id)
    seats = (
        select(t.holders.c.match, t.matches.c.scenario, t.holders.c.seat, t.matches.c.over)
        .join(t.matches, t.matches.c.id == t.holders.c.match)
        .where(t.holders.c.guest == key)
        .order_by(t.matches.c.created, t.holders.c.seat)
    )
    wanted = t.reminders.c.match, t.reminders.c.seat, t.reminders.c.webhook, t.reminders.c.email
    reminders = select(*wanted).where(t.reminders.c.guest == key).order_by(*wanted[:2])
    addresses = select(t.confirmed.c.email).where(t.confirmed.c.guest == key).order_by(t.confirmed.c.email)
    sits = select(t.holders.c.match, t.holders.c.seat).where(t.holders.c.guest == key).subquery()
    words = select(t.remarks.c.match, t.remarks.c.seat, t.remarks.c.text, t.remarks.c.at).join(
        sits, and_(sits.c.match == t.remarks.c.match, sits.c.seat == t.remarks.c.seat)
    )
    written = select(t.notes.c.match, t.notes.c.seat, t.notes.c.text).join(
        sits, and_(sits.c.match == t.notes.c.match, sits.c.seat == t.notes.c.seat)
    )
    return {
        "confirmed_addresses": list(db.execute(addresses).scalars()),
        "seats": [dict(row._mapping) for row in db.execute(seats)],
        "reminders": [dict(row._mapping) for row in db.execute(reminders)],
        "remarks": [
            dict(row._mapping)
            for row in db.execute(words.where(~t.remarks.c.withdrawn).order_by(t.remarks.c.id))
        ],
        "notes": [
            dict(row._mapping) for row in db.execute(written.order_by(t.notes.c.match, t.notes.c.seat))
        ],
    }
