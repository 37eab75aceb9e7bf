"""Custody of a seat: how many devices hold it, and how its player puts out the others.

A link to a seat may have been seen by somebody for whom it was not. Whoever holds the seat sees that more devices do than
are his, and ends it.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, func, select

from ..db import schema as t
from . import seating


def devices(db: Connection, match: str, seat: str) -> int:
    """How many devices hold *seat*; an account holds it on every device where it is logged in."""
    wanted = select(t.holders.c.guest).where(t.holders.c.match == match, t.holders.c.seat == seat)
    held = db.execute(wanted).scalars().all()
    accounts = [key.removeprefix(seating.ACCOUNT) for key in held if key.startswith(seating.ACCOUNT)]
    logged_in = select(func.count()).where(
        t.sessions.c.account.in_(accounts), t.sessions.c.until > time.time()
    )
    return len(held) - len(accounts) + int(db.execute(logged_in).scalar_one())


def put_out_others(db: Connection, match: str, seat: str, guest: str | None) -> None:
    """Nobody but *guest* (or his account) holds *seat* from now on, and no link leads there any more."""
    seating.act_for(db, match, seat, guest)
    seating.drop_links(db, match, seat)
    mine = t.holders.c.guest == seating.key_of(db, guest or "")
    db.execute(delete(t.holders).where(t.holders.c.match == match, t.holders.c.seat == seat, ~mine))
