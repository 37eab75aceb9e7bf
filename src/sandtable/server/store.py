"""The store: SQLite in one file or PostgreSQL, the same tables and the same promises on both."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from .errors import ServerError
from .scribe import WRITES, Job, Scribe

T = TypeVar("T")
MIGRATIONS: Final = Path(__file__).parent / "migrations"


class BadDatabase(ServerError):
    """A database that cannot be used."""

    status = 500


class Store:
    """Connections to one database, brought to the newest tables when it is opened."""

    def __init__(self, url: str) -> None:
        self.engine: Final = _engine(url)
        self._scribe: Final = Scribe(self.engine) if self.engine.dialect.name == "sqlite" else None

    def migrate(self) -> None:
        """Bring the tables to the newest version."""
        try:
            with self.engine.connect() as connection:
                command.upgrade(_alembic(connection), "head")
                connection.commit()
        except OperationalError as why:
            raise BadDatabase(f"the database {self.engine.url!r} cannot be opened: {why.orig}") from None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for questions."""
        with self.engine.connect() as connection:
            yield connection

    def write(self, job: Job[T]) -> T:
        """Do *job* in one transaction: everything in it is kept, durably, when this returns; or nothing is."""
        if self._scribe is not None:
            return self._scribe.write(job)
        with self.engine.begin() as connection:
            return job(connection)

    def close(self) -> None:
        """Give every connection back."""
        if self._scribe is not None:
            self._scribe.close()
        self.engine.dispose()


def _alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadDatabase(
            f"{url!r} is no database; 'sqlite:///matches.db' and 'postgresql://user@host/name' are"
        ) from None
    name = parsed.get_backend_name()
    if name == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=16, max_overflow=32)
    if name != "sqlite":
        raise BadDatabase(f"{name!r} is no database that can be used; sqlite and postgresql are")
    if parsed.database in (None, "", ":memory:"):
        raise BadDatabase("matches are kept in a file: give 'sqlite:///matches.db' or the like")
    # As many connections as threads ask: a reader that waits for a pool would wait for writers.
    engine = create_engine(parsed, pool_size=16, max_overflow=64)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # What was acknowledged survives a power failure too, not only the end of the process.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
