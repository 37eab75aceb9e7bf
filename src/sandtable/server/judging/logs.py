"""Shared logs of judgements: begun by anybody, kept in the database, and reached by their secret link alone."""

from __future__ import annotations

import logging
import secrets
import time
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from sandtable.judging.log import Entry, Judgements

from ..db import schema as t
from ..db.store import Store
from ..errors import Conflict, NotFound
from ..periodic import Rounds

# A game with more judgements than these goes on in a second log.
MOST: Final = 1000
_DAY: Final = 24 * 3600.0
_ROUND_SECONDS: Final = 3600.0
_LOG: Final = logging.getLogger("sandtable.server.judging.logs")


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


def is_unused(db: Connection, log: Log, now: float) -> bool:
    """Whether it has to be noted that the log is used today."""
    used = db.execute(select(t.judging_logs.c.used).where(t.judging_logs.c.id == log.id)).scalar_one()
    return bool(used < now - _DAY)


def note_use(db: Connection, log: Log, now: float) -> None:
    """Remember that the log is still wanted; once a day is enough."""
    stale = t.judging_logs.c.used < now - _DAY
    db.execute(update(t.judging_logs).where(t.judging_logs.c.id == log.id, stale).values(used=now))


def forget(db: Connection, days: float, now: float) -> int:
    """Delete the logs that nobody has read or written in for so many days: how many."""
    return db.execute(delete(t.judging_logs).where(t.judging_logs.c.used < now - days * _DAY)).rowcount


class ForgottenLogs(Rounds):
    """Deletes logs that nobody uses any more, once an hour."""

    def __init__(self, store: Store, days: float) -> None:
        super().__init__("sweeping of judgements", _ROUND_SECONDS, at_once=True)
        self._store: Final = store
        self._days: Final = days

    def look_round(self) -> None:
        """Delete what has been forgotten."""
        if self._days > 0 and (gone := self._store.write(lambda db: forget(db, self._days, time.time()))):
            _LOG.warning(
                "%s logs of judgements were deleted: nobody had used them for %g days", gone, self._days
            )


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
    note_use(db, log, time.time())
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
