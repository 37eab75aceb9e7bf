"""The one writer of an SQLite file: what waits is written together, so that one flush to the disk serves many matches.

SQLite lets one connection write at a time, and a durable commit costs a flush. A flush for each answer would be slow;
here every answer still waits for its own to be on the disk, but shares the flush with all that came meanwhile.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Job = Callable[[Connection], T]
# The option of a connection that says that its transactions write.
WRITES: Final = "sandtable_writes"
_MOST: Final = 128


class Scribe:
    """A thread that writes. It starts with the first job and ends with ``close``."""

    def __init__(self, engine: Engine) -> None:
        self._engine: Final = engine
        self._queue: Final[queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None]] = queue.SimpleQueue()
        self._lock: Final = threading.Lock()
        self._thread: threading.Thread | None = None

    def write(self, job: Job[T]) -> T:
        """Do *job* in a transaction and wait until it is on the disk; whatever it raises is raised here."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="scribe", daemon=True)
                self._thread.start()
        done: Future[T] = Future()
        self._queue.put((job, done))
        return done.result()

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._lock:
            if self._thread is not None:
                self._queue.put(None)
                self._thread.join()
                self._thread = None

    def _work(self) -> None:
        with self._engine.connect().execution_options(**{WRITES: True}) as connection:
            while (first := self._queue.get()) is not None:
                batch = [first]
                ending = False
                while len(batch) < _MOST and not self._queue.empty():
                    waiting = self._queue.get()
                    if waiting is None:
                        ending = True
                        break
                    batch.append(waiting)
                _write_together(connection, batch)
                if ending:
                    return


def _write_together(connection: Connection, batch: list[tuple[Job[Any], Future[Any]]]) -> None:
    """All jobs in one transaction, each behind a savepoint of its own: one that fails leaves no trace."""
    done: list[tuple[Future[Any], Any]] = []
    try:
        with connection.begin():
            for job, future in batch:
                try:
                    with connection.begin_nested():
                        done.append((future, job(connection)))
                except Exception as why:
                    future.set_exception(why)
    except Exception as why:
        for future, _ in done:
            future.set_exception(why)
        return
    for future, result in done:
        future.set_result(result)
