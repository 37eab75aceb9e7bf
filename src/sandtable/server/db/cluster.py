"""Change notification and leader election for several processes at one database.

All hear of every change, and one of them does what must be done only once.

With PostgreSQL changes are announced by NOTIFY as they are committed; with SQLite every process looks for them. Whoever is
on duty (bots, clocks, reminders) holds a lock that the system takes away from a process that dies, so that another takes
over. Should two believe for a moment that they are on duty, nothing goes wrong but that something is tried twice.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Text, bindparam, func, or_, select, type_coerce

from ..periodic import STUCK_SECONDS, lasting
from ..wire import from_json
from . import match_store, steady_time
from . import schema as t
from .match_store import PEOPLE, Match
from .statements import Prepared
from .store import CHANNEL, Store, make_private

_LOG: Final = logging.getLogger("sandtable.server.db.cluster")
# How often an SQLite file is looked at, how long PostgreSQL is listened to at a time, how often the duty is tried for.
LOOK_SECONDS: Final = 0.1
LISTEN_SECONDS: Final = 0.3
GATHER_SECONDS: Final = 0.02
DUTY_SECONDS: Final = 1.0
# Clocks of several machines differ, and what was begun earlier may be committed later.
_OVERLAP: Final = 10.0
_DUTY: Final = 19420828
# What others may change of a match without another version, as it is written: who sits where, and what is said.
_BESIDE: Final = ("seats", "substitutes", "vacated", "control", "paused", "said")
_SEATS: Final = _BESIDE.index("seats")
_c: Final = t.matches.c
_LATELY: Final = Prepared(
    select(
        _c.id,
        _c.version,
        _c.changed,
        *(type_coerce(_c[name], Text) for name in _BESIDE),
        *(
            select(what).where(t.remarks.c.match == _c.id).scalar_subquery()
            for what in (func.max(t.remarks.c.id), func.count().filter(t.remarks.c.withdrawn))
        ),
    )
    # In two parts, each of which the index over both columns answers.
    .where(
        or_(
            ~_c.over & (_c.changed >= bindparam("moment")),
            _c.over & (_c.changed >= bindparam("moment")),
        )
    )
)


class _Mark(NamedTuple):
    """How a match stands: its version, when it was changed last, and everything that may change beside."""

    version: int
    changed: float
    beside: tuple[Any, ...]


def _has_bots(mark: _Mark) -> bool:
    """Whether a bot plays in the match, or nobody can say: whoever reads all of a damaged row tells of it."""
    seats = mark.beside[_SEATS]
    try:
        # With PostgreSQL the driver has read it.
        kinds = (from_json(seats) if isinstance(seats, str) else seats).values()
        return not all(kind in PEOPLE for kind in kinds)
    except (AttributeError, TypeError, ValueError):
        return True


class Cluster(ABC):
    """Change notification and leader election: a thread that listens, and tries to be on duty until it is."""

    def __init__(
        self,
        store: Store,
        heard: Callable[[Match], None],
        take_duty: Callable[[], None],
        watched: Callable[[str], bool],
    ) -> None:
        self._store: Final = store
        self._heard: Final = heard
        self._take_duty: Final = take_duty
        self._watched: Final = watched
        self._closing: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._work, name="together", daemon=True)
        self._known: dict[str, _Mark] = {}
        # Version and moment of what this process has changed itself, of which it has told already.
        self._own: Final[dict[str, tuple[int, float]]] = {}
        self._since = steady_time.now()
        self._has_begun = False
        self._broken: float | None = None
        self.on_duty = False

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def changed_here(self, head: Match) -> None:
        """This process has changed the match, and told of it: it need not be told again. May be called from any thread."""
        self._own[head.id] = (head.version, head.changed)

    def close(self) -> None:
        """Stop listening, and leave the duty to others."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def troubles(self, now: float) -> list[str]:
        """What has been wrong for long at the time *now* of the steady clock, in sentences."""
        broken = self._broken
        if broken is None or now - broken <= STUCK_SECONDS:
            return []
        return [f"nothing has been heard of other processes for {lasting(now - broken)}"]

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except Exception as why:
                # Whatever it was, a process that no longer listens would be worse.
                self.on_duty = False
                self._broken = self._broken or time.monotonic()
                _LOG.warning("the line to the database broke and will be opened again: %s", why)
                self._closing.wait(DUTY_SECONDS)

    @abstractmethod
    def _listen(self) -> None:
        """Hear of changes, and try to be on duty, until closing or until the line breaks."""

    def _tell(self) -> None:
        """Tell of all matches that have changed since they were last told of."""
        # If the clock of the machine was put back, what changes now seems to be older than what was last heard of.
        self._since = min(self._since, steady_time.now())
        marks = _changed_since(self._store, self._since - _OVERLAP)
        fresh = [match for match, mark in marks.items() if self._is_news(match, mark)]
        for match in [match for match in list(self._own) if match not in marks]:
            self._own.pop(match, None)
        # Only what is within the overlap can come again.
        self._known = marks
        self._since = max([self._since, *(mark.changed for mark in marks.values())])
        # Whoever has been on duty has to know of all with bots; otherwise those will do at which somebody looks.
        wanted = [
            match for match in fresh if self._watched(match) or (self._has_begun and _has_bots(marks[match]))
        ]
        for head in _heads(self._store, wanted):
            self._heard(head)
        self._broken = None

    def _is_news(self, match: str, mark: _Mark) -> bool:
        """Whether the match stands otherwise than it was told of last, and not by what this process alone has done."""
        known = self._known.get(match)
        if known is None:
            return True
        return mark != known and (self._own.get(match) != mark[:2] or mark.beside != known.beside)

    def _now_on_duty(self) -> None:
        # Whoever lost the line for a moment has gone on working; it is only begun once.
        if not self._has_begun:
            self._has_begun = True
            self._take_duty()
        self.on_duty = True


class SqliteCluster(Cluster):
    """Processes of one machine at one file."""

    def _listen(self) -> None:
        file = f"{self._store.engine.url.database}-duty"
        make_private(file)
        lock = sqlite3.connect(
            file,
            timeout=0,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            with self._store.engine.connect() as db:
                driver = db.connection.driver_connection
                assert isinstance(driver, sqlite3.Connection)
                before, next_try = -1, 0.0
                while not self._closing.wait(LOOK_SECONDS):
                    # Changes whenever somebody else has written, whoever it was.
                    (now,) = driver.execute("PRAGMA data_version").fetchone()
                    if now != before:
                        before = now
                        self._tell()
                    if not self.on_duty and time.monotonic() >= next_try:
                        next_try = time.monotonic() + DUTY_SECONDS
                        if _held_alone(lock):
                            self._now_on_duty()
        finally:
            lock.close()


class PostgresqlCluster(Cluster):
    """Processes of any number of machines."""

    def _listen(self) -> None:
        with self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            driver: Any = db.connection.driver_connection
            # Nobody else gets this line, which holds the lock: it is closed at the end.
            db.detach()
            db.exec_driver_sql(f"LISTEN {CHANNEL}")
            # Whatever was announced while nobody listened.
            self._tell()
            while not self._closing.is_set():
                if not self.on_duty:
                    wanted = f"SELECT pg_try_advisory_lock({_DUTY})"
                    if db.exec_driver_sql(wanted).scalar_one():
                        self._now_on_duty()
                if any(True for _ in driver.notifies(timeout=LISTEN_SECONDS, stop_after=1)):
                    # What comes together is told together.
                    self._closing.wait(GATHER_SECONDS)
                    for _ in driver.notifies(timeout=0):
                        pass
                    self._tell()
                else:
                    # A line that has died in silence would not be noticed by listening.
                    db.exec_driver_sql("SELECT 1")


def cluster_at(
    store: Store,
    heard: Callable[[Match], None],
    take_duty: Callable[[], None],
    watched: Callable[[str], bool] = lambda _match: True,
) -> Cluster:
    """How the processes at this database keep together; where not on duty, one hears only of matches that are *watched*."""
    kind = SqliteCluster if store.engine.dialect.name == "sqlite" else PostgresqlCluster
    return kind(store, heard, take_duty, watched)


def _held_alone(lock: sqlite3.Connection) -> bool:
    """Whether we have got the lock: a transaction of an otherwise unused database, which ends with the process."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return False
    return True


def _changed_since(store: Store, moment: float) -> dict[str, _Mark]:
    """How every match stands that has changed since."""
    with store.reading() as db:
        found = _LATELY.ask(db, {"moment": moment})
    return {match: _Mark(version, changed, tuple(beside)) for match, version, changed, *beside in found}


def _heads(store: Store, matches: list[str]) -> list[Match]:
    if not matches:
        return []
    with store.reading() as db:
        return match_store.read_matches(db, matches)
