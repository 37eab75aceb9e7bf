"""A shared lock on the database: servers hold it together, a restore needs it alone.

A server that plays on while another database is put under it would take back answers that it has acknowledged. The epoch
in the database keeps it from that (see ``Store.join``); the lock spares it and its players the surprise. So every
server holds a shared lock as long as it lives, and a restore needs the same lock for itself. The system takes the lock
away from a process that dies: with SQLite it lies on an empty file beside the database, with PostgreSQL on a connection.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..errors import ServerError
from ..periodic import Rounds
from .store import BadDatabase, Store, cannot_be_opened

# What the file beside an SQLite database is called, and the number of the lock in a PostgreSQL database.
BESIDE: Final = "-servers"
_LOCK: Final = 19411205
ROUND_SECONDS: Final = 5.0


class InUse(ServerError):
    """A database at which somebody else is who cannot be there together with us."""


class PresenceLock(Rounds):
    """The shared lock of a server at its database. A connection that breaks takes it along, so that it is looked after."""

    def __init__(self, store: Store) -> None:
        super().__init__("watch over the database's lock", ROUND_SECONDS)
        self._engine: Final = store.engine
        self._held: int | Connection | None = self._take()

    def start(self) -> None:
        """Look after the lock, where it can be lost."""
        if not isinstance(self._held, int):
            super().start()

    def look_round(self) -> None:
        """See whether the lock is still held, else take it again; a round that fails is made again."""
        assert not isinstance(self._held, int)
        if self._held is not None:
            try:
                self._held.exec_driver_sql("SELECT 1")
            except SQLAlchemyError:
                _let_go(self._held)
                self._held = None
        if self._held is None:
            self._held = self._take()

    def close(self) -> None:
        """Leave the database to others."""
        super().close()
        if self._held is not None:
            _let_go(self._held)
            self._held = None

    def _take(self) -> int | Connection:
        held = _taken(self._engine, alone=False)
        if held is None:
            raise InUse(
                f"the database {self._engine.url!r} is being restored; start the server when that is done"
            )
        return held


@contextmanager
def alone(store: Store) -> Iterator[None]:
    """Be at the database while no server is, and let none come meanwhile; InUse if there is one."""
    held = _taken(store.engine, alone=True)
    if held is None:
        raise InUse(f"a server is using the database {store.engine.url!r}; stop it first")
    try:
        yield
    finally:
        _let_go(held)


def _taken(engine: Engine, *, alone: bool) -> int | Connection | None:
    """The lock, which is let go in the end; None where somebody else has it."""
    if engine.dialect.name == "sqlite":
        return _lock_file(engine, alone=alone)
    try:
        return _lock_number(engine, alone=alone)
    except DBAPIError as why:
        raise cannot_be_opened(engine, why) from None


def _lock_file(engine: Engine, *, alone: bool) -> int | None:
    file = Path(f"{engine.url.database}").resolve()
    try:
        # Beside the database, not itself: to close a file that SQLite has open would end SQLite's own locks.
        descriptor = os.open(file.with_name(file.name + BESIDE), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as why:
        raise BadDatabase(f"the database {engine.url!r} cannot be used: {why.strerror}") from None
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _lock_number(engine: Engine, *, alone: bool) -> Connection | None:
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    # Nobody else gets the line that holds the lock: it is closed in the end.
    connection.detach()
    wanted = f"SELECT pg_try_advisory_lock{'' if alone else '_shared'}({_LOCK})"
    if connection.exec_driver_sql(wanted).scalar_one():
        return connection
    connection.close()
    return None


def _let_go(held: int | Connection) -> None:
    if isinstance(held, int):
        os.close(held)
        return
    # A connection that is broken holds nothing any more; one that is closed holds it a moment longer.
    with suppress(SQLAlchemyError):
        held.exec_driver_sql("SELECT pg_advisory_unlock_all()")
    with suppress(DBAPIError):
        held.close()
