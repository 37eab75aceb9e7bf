"""Shared logs of judgements: begun by anybody, kept in the database, and reached by their secret link alone."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, select

from sandtable.judging.log import Entry, Judgements

from ..db import schema as t
from ..errors import Conflict, NotFound

# A game with more judgements than these goes on in a second log.
MOST: Final = 1000


class Log(NamedTuple):
    """A log as it is kept: what its secret is found by, and its rulebook."""

    id: str
    rulebook: str


def begin(db: Connection, rulebook: str) -> str:
    """A new log: the secret of its link, which is kept nowhere else."""
    secret, now = secrets.token_urlsafe(18), time.time()
    db.execute(insert(t.judging_logs).values(id=_id(secret), rulebook=rulebook, created=now, used=now))
    return secret


def find(db: Connection, secret: str, *, to_change: bool = False) -> Log:
    """The log that the secret leads to; NotFound if there is none."""
    wanted = select(t.judging_logs.c.id, t.judging_logs.c.rulebook).where(t.judging_logs.c.id == _id(secret))
    # Of two tablets that write at once, the second waits and gets the next number.
    row = db.execute(wanted.with_for_update() if to_change else wanted).one_or_none()
    if row is None:
        raise NotFound("this link leads to no log; it may have been cut short")
    return Log(row.id, row.rulebook)


def read(db: Connection, log: Log) -> Judgements:
    """All entries of the log."""
    j = t.judgements.c
    rows = db.execute(select(j.entry).where(j.log == log.id).order_by(j.number)).scalars()
    return Judgements(log.rulebook, [Entry(**entry) for entry in rows])


def length(db: Connection, log: Log) -> int:
    """How many entries it has: a log only ever grows, so that this tells whether it has changed."""
    return int(db.execute(select(func.count()).where(t.judgements.c.log == log.id)).scalar_one())


def known(db: Connection, log: Log, key: str) -> int | None:
    """The number of the entry that was sent under this key already."""
    j = t.judgements.c
    found = db.execute(select(j.number).where(j.log == log.id, j.key == _key(key))).scalar_one_or_none()
    return None if found is None else int(found)


def add(db: Connection, secret: str, key: str, kind: str, content: dict[str, Any]) -> int:
    """Add an entry: its number; what is sent twice under one key is entered once."""
    log = find(db, secret, to_change=True)
    before = known(db, log, key)
    if before is not None:
        return before
    if content.get("of") is not None:
        # Another tablet may have corrected or withdrawn it meanwhile.
        read(db, log).that_stands(content["of"])
    number = length(db, log) + 1
    if number > MOST:
        raise Conflict(f"this log has {MOST} entries; begin another")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    entry = Entry(number=number, kind=kind, time=now, **content)
    row = {"log": log.id, "number": number, "key": _key(key), "entry": vars(entry)}
    db.execute(insert(t.judgements).values(**row))
    return number


def _id(secret: str) -> str:
    """Under what it is kept: who reads the database cannot write into the logs in it."""
    return sha256(f"sandtable judging {secret}".encode()).hexdigest()


def _key(key: str) -> str:
    return sha256(key.encode()).hexdigest()
