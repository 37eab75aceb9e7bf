"""The store: SQLite in one file or PostgreSQL, the same tables and the same promises on both."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError

from ..errors import ServerError
from ..wire import from_json, to_json
from . import schema as t
from . import steady_time
from .group_commit import WRITES, BegunCommit, GroupCommit, Job

if TYPE_CHECKING:
    # Read when tables are looked after, and not by those who find them in order: a process that checks one record would
    # be reading it for a fifth of its life.
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

T = TypeVar("T")
MIGRATIONS: Final = Path(__file__).parent / "migrations"
# How long somebody waits for another who writes to the same file; players hear then that they should try again.
BUSY_MILLISECONDS: Final = 4_000
# Whoever starts waits so long for another who changes the tables of the same file, which may hold many matches.
REBUILDING_MILLISECONDS: Final = 60_000
# A file that is being written to is tried again after so long, where SQLite itself would not wait.
_AGAIN_SECONDS: Final = 0.02
# So many connections lie ready for questions: to fetch one costs more than most questions.
_READY: Final = 16
# The number under which the servers of one PostgreSQL database agree on who changes its tables.
_LOCK: Final = 19410622


# The channel of PostgreSQL on which the processes tell each other which match has changed.
CHANNEL: Final = "sandtable_changes"
_NOTIFY: Final = text(f"SELECT pg_notify('{CHANNEL}', :match)")


# How documents are written and read: thousands of them when a match is fetched.
_JSON: Final[dict[str, Any]] = {
    "json_serializer": lambda document: to_json(document).decode(),
    "json_deserializer": from_json,
}
# What goes wrong is logged without what was to be written: there are hashes of passwords among it.
_QUIET: Final[dict[str, Any]] = {"hide_parameters": True}
_EPOCH: Final = f"SELECT epoch FROM {t.fence.name}"
# What PostgreSQL says where two writers met: a deadlock, or both have put down the same thing. Whoever lost begins again,
# and finds what the other has done.
_ANOTHER_WAS_FASTER: Final = ("40P01", "40001", "23505")
_TRIES: Final = 5


class BadDatabase(ServerError):
    """A database that cannot be used."""

    status = 500


class Fenced(ServerError):
    """A write by a server under which the contents of the database were replaced: what it knows is of before."""

    status = 503


class Store:
    """Connections to one database, brought to the newest tables when it is opened."""

    def __init__(self, url: str) -> None:
        self.engine: Final = _engine(url)
        is_file = self.engine.dialect.name == "sqlite"
        self._group_commit: Final = GroupCommit(self.engine, self._require_epoch) if is_file else None
        self._ready: Final[deque[Connection]] = deque()
        # The epoch in which whoever keeps something in memory began; None where nobody does.
        self.epoch: int | None = None
        self.fenced = False

    def join(self, epoch: int | None = None) -> bool:
        """From now on write only as long as the contents of the database are those of now, or of the *epoch* given.

        Whether time is read as others here read it; False where nobody has since the machine was started.
        """
        with self.reading() as db:
            is_settled = steady_time.follow(db)
            if epoch is None:
                epoch = db.exec_driver_sql(_EPOCH).scalar_one()
        self.epoch = epoch
        return is_settled

    def _require_epoch(self, db: Connection) -> None:
        """Fenced if the contents have been replaced since ``join``; until the transaction of *db* is done nobody does."""
        if self.epoch is None:
            return
        if db.dialect.name == "sqlite":
            # Straight to the driver: every answer asks.
            driver = db.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            found = driver.execute(_EPOCH).fetchone()
        else:
            found = db.exec_driver_sql(f"{_EPOCH} FOR SHARE").one_or_none()
        if found is None or found[0] != self.epoch:
            self.fenced = True
            raise Fenced("the database was restored under this server, which has to be started again")

    def migrate(self) -> None:
        """Bring the tables to the newest version; where they are, nobody who writes is waited for."""
        try:
            with self.reading() as db:
                if _is_newest(db):
                    return
            with self.rebuilding() as db:
                if not _is_newest(db):
                    upgrade(db, "head")
        except (DatabaseError, sqlite3.OperationalError) as why:
            raise cannot_be_opened(self.engine, why) from None

    def require_newest_tables(self) -> None:
        """BadDatabase unless the tables are those of today."""
        with self.reading() as db:
            there = _revision(db)
        if there != (newest := _scripts().get_current_head()):
            raise BadDatabase(
                f"the tables of {self.engine.url!r} are of revision {there}, not {newest}; a server brings them there when it starts"
            )

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for questions."""
        try:
            connection = self._ready.pop()
        except IndexError:
            connection = self.engine.connect()
        try:
            yield connection
            connection.rollback()
        except BaseException:
            connection.close()
            raise
        # The connections to a server may break while they lie about, and those to a file cannot.
        if self._group_commit is not None and len(self._ready) < _READY:
            self._ready.append(connection)
        else:
            connection.close()

    def glance(self, question: Job[T]) -> T:
        """What comes of a short *question*, asked by ``Prepared`` statements alone, for which every answer waits."""
        if self._group_commit is not None:
            with self._group_commit.glancing() as db:
                if db is not None:
                    return question(db)
        with self.reading() as db:
            return question(db)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection for many questions, all of which are answered as of one moment; writers are not held up."""
        with self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def rebuilding(self) -> Iterator[Connection]:
        """A connection for changes of the tables themselves: alone, and all or nothing."""
        with self.engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                # A table that is rebuilt is dropped on the way, which must not take its dependents with it.
                driver = connection.connection.driver_connection
                assert isinstance(driver, sqlite3.Connection)
                driver.execute("PRAGMA foreign_keys = OFF")
                driver.execute(f"PRAGMA busy_timeout = {REBUILDING_MILLISECONDS}")
                try:
                    with connection.execution_options(**{WRITES: True}).begin():
                        yield connection
                        if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all():
                            raise BadDatabase(f"{len(broken)} rows refer to others that are not there")
                finally:
                    driver.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
                    driver.execute("PRAGMA foreign_keys = ON")
            else:
                with connection.begin():
                    # Of several servers that start at once one does it, and the others wait.
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                    yield connection

    def write(self, job: Job[T]) -> T:
        """Do *job* in one transaction: everything in it is kept, durably, when this returns; or nothing is."""
        if self._group_commit is not None:
            return self._group_commit.write(job)
        for _ in range(_TRIES):
            try:
                return self._alone(job)
            except DBAPIError as why:
                if getattr(why.orig, "sqlstate", None) not in _ANOTHER_WAS_FASTER:
                    raise
        return self._alone(job)

    @property
    def commits_together(self) -> bool:
        """Whether several jobs can be written down together, with one flush to the disk."""
        return self._group_commit is not None

    def write_together(self, jobs: Sequence[Job[None]]) -> list[BaseException | None]:
        """Do each of *jobs* or nothing of it, durably: why it failed, or None where it is done."""
        assert self._group_commit is not None
        return self._group_commit.write_together(jobs)

    def begin_together(self, jobs: Sequence[Job[None]]) -> BegunCommit | None:
        """Do each of *jobs* without waiting for anybody, to be committed; None, and nothing done, while others write."""
        assert self._group_commit is not None
        return self._group_commit.begin_together(jobs)

    def _alone(self, job: Job[T]) -> T:
        with self.engine.begin() as connection:
            self._require_epoch(connection)
            return job(connection)

    def close(self) -> None:
        """Give every connection back."""
        if self._group_commit is not None:
            self._group_commit.close()
        while self._ready:
            self._ready.pop().close()
        self.engine.dispose()


@contextmanager
def existing(url: str) -> Iterator[Store]:
    """A store that is there already; nothing is made where there is none."""
    store = Store(url)
    try:
        file = store.engine.url.database if store.engine.dialect.name == "sqlite" else None
        if file is not None and not Path(file).is_file():
            raise BadDatabase(f"there is no database {file}; '--database' says where it is")
        yield store
    except DatabaseError as why:
        raise cannot_be_opened(store.engine, why) from None
    finally:
        store.close()


def make_private(file: str) -> None:
    """See to it that an SQLite file that is not there yet is for its owner alone, and so what SQLite lays beside it.

    A database holds secrets: of dice that are still to fall, of seats, of accounts.
    """
    with suppress(OSError):
        # Only where there is none: to close a file that SQLite has open would end SQLite's own locks.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def is_public(engine: Engine) -> bool:
    """Whether others on this machine may read the file of the database."""
    file = engine.url.database
    return engine.dialect.name == "sqlite" and file is not None and bool(Path(file).stat().st_mode & 0o004)


def begin_epoch(db: Connection) -> None:
    """The contents are others now: whoever has joined before writes nothing any more."""
    db.execute(delete(t.fence))
    db.execute(insert(t.fence).values(epoch=secrets.randbits(62)))
    # They were clocked elsewhere, and until then: the next server finds out how long nobody has.
    db.execute(delete(t.steady_time))


def keep_writers_out(db: Connection) -> None:
    """Let whoever is writing finish, and nobody begin until the transaction of *db* is done."""
    if db.dialect.name == "postgresql" and inspect(db).has_table(t.fence.name):
        # First of all locks, as every writer takes it first: nobody waits in a circle.
        db.exec_driver_sql(f"LOCK TABLE {t.fence.name} IN ACCESS EXCLUSIVE MODE")


def announce(db: Connection, match: str) -> None:
    """Let the other processes know, once this transaction is committed, that the match has changed."""
    if db.dialect.name == "postgresql":
        db.execute(_NOTIFY, {"match": match})


def upgrade(db: Connection, revision: str) -> None:
    """Bring the tables to *revision* within the transaction of *db*."""
    from alembic import command

    config = _alembic()
    config.attributes["connection"] = db
    command.upgrade(config, revision)


def require_ours(db: Connection) -> None:
    """BadDatabase where tables with the names of ours are another program's, or of a Sandtable that is newer than this."""
    heads = _migrations_of(db).get_current_heads()
    taken = sorted({*inspect(db).get_table_names()} & {*t.METADATA.tables})
    if not all(known_revision(head) for head in heads):
        raise BadDatabase(
            f"the tables of {db.engine.url!r} are of revision {', '.join(heads)}, which this Sandtable does not know; "
            "use a newer one, or a database of its own"
        )
    if taken and not heads:
        raise BadDatabase(
            f"the table {taken[0]!r} of {db.engine.url!r} is another program's; give Sandtable a database of its own"
        )


def known_revision(revision: str) -> bool:
    """Whether this Sandtable knows tables of that revision."""
    return revision in {found.revision for found in _scripts().walk_revisions()}


def cannot_be_opened(engine: Engine, why: DBAPIError | sqlite3.Error) -> BadDatabase:
    """Why the database cannot be used, in a sentence."""
    first_line = str(why.orig if isinstance(why, DBAPIError) else why).split("\n", 1)[0]
    return BadDatabase(f"the database {engine.url!r} cannot be used: {first_line}")


def _is_newest(db: Connection) -> bool:
    """Whether the tables are those of today; BadDatabase where they are not ours."""
    require_ours(db)
    return _revision(db) == _scripts().get_current_head()


def _revision(db: Connection) -> str | None:
    return _migrations_of(db).get_current_revision()


def _migrations_of(db: Connection) -> MigrationContext:
    from alembic.migration import MigrationContext

    return MigrationContext.configure(db)


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, read once: they take longer to read than a database takes to say that it needs none."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_alembic())


def _alembic() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
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
        driver = parsed.set(drivername="postgresql+psycopg")
        return create_engine(driver, pool_size=16, max_overflow=32, **_JSON, **_QUIET)
    if name != "sqlite":
        raise BadDatabase(f"{name!r} is no database that can be used; sqlite and postgresql are")
    if parsed.database in (None, "", ":memory:"):
        raise BadDatabase("matches are kept in a file: give 'sqlite:///matches.db' or the like")
    # As many connections as threads ask: a reader that waits for a pool would wait for writers.
    engine = create_engine(parsed, pool_size=16, max_overflow=64, **_JSON, **_QUIET)
    event.listen(engine, "do_connect", _before_connecting)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _before_connecting(_dialect: Any, _record: Any, positional: Any, named: Any) -> None:
    if not named.get("uri"):
        make_private(positional[0])


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    # First, so that everything after it waits for whoever holds the file.
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    _log_writes_ahead(cursor)
    # What was acknowledged survives a power failure too, not only the end of the process.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _log_writes_ahead(cursor: sqlite3.Cursor) -> None:
    """Let the file have a write-ahead log; whoever writes to one that has none yet is not waited for by SQLite itself."""
    until = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as why:
            if why.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_AGAIN_SECONDS)


def _begin(connection: Connection) -> None:
    # Straight to the driver: this happens for every question, and the way round costs more than the question.
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.execute("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES, False) else "BEGIN")
