"""Tokens that work once and not for long: they confirm an address or replace a forgotten password. Hashes alone are kept."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from ..db import schema as t
from ..errors import NotFound
from . import seating

CONFIRM: Final = "confirm"
RESET: Final = "reset"
SECONDS: Final = {CONFIRM: 48 * 3600.0, RESET: 3600.0}
# So many letters of a kind go to one reader while the first of them is still worth something.
MOST: Final = {CONFIRM: 5, RESET: 3}
GONE: Final = "this link has been used, is too old or is not whole; ask for another letter"


class Token(NamedTuple):
    """What a secret is good for, and for whom."""

    kind: str
    guest: str
    email: str | None
    until: float


def issue(db: Connection, kind: str, guest: str, email: str | None = None) -> str:
    """A new token for the holder with the key *guest*: its secret, which is told once and not kept."""
    now = time.time()
    db.execute(delete(t.tokens).where(t.tokens.c.until <= now))
    secret = seating.new_secret()
    row = Token(kind, guest, email, now + SECONDS[kind])
    db.execute(insert(t.tokens).values(hash=seating.hashed(secret), **row._asdict()))
    return secret


def find(db: Connection, secret: str) -> Token:
    """What *secret* is good for; NotFound if for nothing (any more)."""
    wanted = select(t.tokens).where(t.tokens.c.hash == seating.hashed(secret), t.tokens.c.until > time.time())
    row = db.execute(wanted).one_or_none()
    if row is None:
        raise NotFound(GONE)
    return Token(row.kind, row.guest, row.email, row.until)


def spend(db: Connection, secret: str, kind: str) -> Token:
    """Use the token, after which nobody can; NotFound if it is no token of that *kind*."""
    found = find(db, secret)
    mine = t.tokens.c.hash == seating.hashed(secret)
    # Of two who show it at the same moment one alone takes it out.
    if found.kind != kind or db.execute(delete(t.tokens).where(mine)).rowcount != 1:
        raise NotFound(GONE)
    return found


def issued(db: Connection, kind: str, *, guest: str | None = None, email: str | None = None) -> int:
    """How many tokens of that *kind* are worth something now, for a holder, for an address, or for both."""
    wanted = select(func.count()).where(t.tokens.c.kind == kind, t.tokens.c.until > time.time())
    if guest is not None:
        wanted = wanted.where(t.tokens.c.guest == guest)
    if email is not None:
        wanted = wanted.where(t.tokens.c.email == email)
    return int(db.execute(wanted).scalar_one())


def revoke(db: Connection, guest: str) -> None:
    """No token of the holder is worth anything any more."""
    db.execute(delete(t.tokens).where(t.tokens.c.guest == guest))


def revoke_one(db: Connection, secret: str) -> None:
    """A token that reached nobody."""
    db.execute(delete(t.tokens).where(t.tokens.c.hash == seating.hashed(secret)))
