"""Group commit for an SQLite file: what waits is written together, so that one flush to the disk serves many matches.

SQLite lets one connection write at a time, and a durable commit costs a flush. A flush for each answer would be slow;
here every answer still waits for its own to be on the disk, but shares the flush with all that came meanwhile: whoever
gets the pen writes down everything that waits, and the others find theirs done.

Whoever must not wait, as an event loop must not, begins where nobody else writes, and leaves the flush to a thread.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, Engine, Transaction

T = TypeVar("T")
Job = Callable[[Connection], T]
# The option of a connection that says that its transactions write.
WRITES: Final = "sandtable_writes"
_MOST: Final = 128
# What is left of an error of SQLite when it is not said which kind of its kind.
_PRIMARY: Final = 0xFF


class _PendingJob(Generic[T]):
    """A job that waits for whoever has the pen, and what came of it."""

    def __init__(self, job: Job[T]) -> None:
        self.job: Final = job
        self.done = False
        self.result: T
        self.failure: BaseException | None = None

    def fail(self, why: BaseException) -> None:
        self.failure, self.done = why, True

    def succeed(self, result: T) -> None:
        self.result, self.done = result, True


class BegunCommit:
    """A transaction in which all is done but the flush to the disk; nobody else has the pen until it is over."""

    def __init__(self, transaction: Transaction, pen: threading.Lock) -> None:
        self._transaction: Final = transaction
        self._pen: Final = pen

    def commit(self) -> None:
        """Wait until it is on the disk, in any thread; nothing is stored where this raises."""
        try:
            with self._transaction:
                pass
        finally:
            self._pen.release()


class GroupCommit:
    """Group commit: one connection that writes, for whoever has the pen."""

    def __init__(self, engine: Engine, may_write: Job[None] = lambda _: None) -> None:
        self._engine: Final = engine
        # Raises in a transaction in which nothing may be written.
        self._may_write: Final = may_write
        self._waiting: Final[deque[_PendingJob[Any]]] = deque()
        self._pen: Final = threading.Lock()
        self._connection: Connection | None = None

    def write(self, job: Job[T]) -> T:
        """Do *job* in a transaction and wait until it is on the disk; whatever it raises is raised here."""
        pending = _PendingJob(job)
        self._write([pending])
        if pending.failure is not None:
            raise pending.failure
        return pending.result

    def write_together(self, jobs: Sequence[Job[None]]) -> list[BaseException | None]:
        """Do all *jobs* and wait until they are on the disk: why each of them failed, or None where it is done."""
        pending = [_PendingJob(job) for job in jobs]
        self._write(pending)
        return [one.failure for one in pending]

    def begin_together(self, jobs: Sequence[Job[None]]) -> BegunCommit | None:
        """Do all *jobs* without waiting for anybody, to be committed later; None, and nothing done, while others write.

        Whatever a job raises is raised, and nothing is done either: ``write_together`` finds out which it was.
        """
        if not self._pen.acquire(blocking=False):
            return None
        with ExitStack() as undoing:
            undoing.callback(self._pen.release)
            connection = self._ready()
            transaction = self._begun_at_once(connection)
            if transaction is None:
                return None
            undoing.callback(transaction.rollback)
            self._may_write(connection)
            for job in jobs:
                job(connection)
            undoing.pop_all()
        return BegunCommit(transaction, self._pen)

    def _begun_at_once(self, connection: Connection) -> Transaction | None:
        """A transaction; None while another process writes."""
        driver = _driver(connection)
        ((patience,),) = driver.execute("PRAGMA busy_timeout")
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            return connection.begin()
        except sqlite3.OperationalError as why:
            if why.sqlite_errorcode & _PRIMARY == sqlite3.SQLITE_BUSY:
                return None
            raise
        finally:
            driver.execute(f"PRAGMA busy_timeout = {patience}")

    def _write(self, pending: Sequence[_PendingJob[Any]]) -> None:
        self._waiting.extend(pending)
        with self._pen:
            # They are done in the order in which they came: whoever sees the last one done finds all of them done.
            while not pending[-1].done:
                self._write_down([self._waiting.popleft() for _ in range(min(_MOST, len(self._waiting)))])

    @contextmanager
    def glancing(self) -> Iterator[Connection | None]:
        """The connection that writes, for a question; None while somebody has the pen.

        It knows what it has written itself, where others have to read again whatever may have changed.
        """
        if not self._pen.acquire(blocking=False):
            yield None
            return
        try:
            yield self._ready()
        finally:
            self._pen.release()

    def close(self) -> None:
        """Give the connection back, when what is being written is written."""
        with self._pen:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _write_down(self, batch: list[_PendingJob[Any]]) -> None:
        """Every job of the batch is done for good or has failed after this, whatever happens."""
        try:
            done = _together(self._ready(), batch, self._may_write)
        except BaseException as why:
            for pending in batch:
                if not pending.done:
                    pending.fail(why)
            return
        for pending, result in done:
            pending.succeed(result)

    def _ready(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**{WRITES: True})
        return self._connection


class _Spoilt(Exception):
    """A job of a transaction of several has failed, and with it the transaction."""


def _together(
    connection: Connection, batch: list[_PendingJob[Any]], may_write: Job[None]
) -> list[tuple[_PendingJob[Any], Any]]:
    """All jobs in one transaction: what came of those that did not fail. One that fails spoils no other.

    Hardly any does, and savepoints cost as much as statements that do something: only where one has failed, all are done
    again with them.
    """
    if len(batch) > 1:
        with suppress(_Spoilt), connection.begin():
            may_write(connection)
            return [(pending, _spoiling(pending, connection)) for pending in batch]
        return _one_by_one(connection, batch, may_write)
    with connection.begin():
        may_write(connection)
        return [(batch[0], batch[0].job(connection))]


def _spoiling(pending: _PendingJob[Any], connection: Connection) -> Any:
    try:
        return pending.job(connection)
    except Exception as why:
        raise _Spoilt from why


def _one_by_one(
    connection: Connection, batch: list[_PendingJob[Any]], may_write: Job[None]
) -> list[tuple[_PendingJob[Any], Any]]:
    """The same, each job behind a savepoint of its own."""
    done: list[tuple[_PendingJob[Any], Any]] = []
    with connection.begin():
        may_write(connection)
        # Savepoints of the driver itself: those of SQLAlchemy cost as much as a statement that does something.
        driver = _driver(connection)
        for pending in batch:
            driver.execute("SAVEPOINT job")
            try:
                done.append((pending, pending.job(connection)))
            except Exception as why:
                # It leaves no trace, and spoils no other.
                driver.execute("ROLLBACK TO job")
                pending.fail(why)
            driver.execute("RELEASE job")
    return done


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
