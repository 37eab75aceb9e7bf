"""Opening an SQLite file that others are writing to: whoever starts waits where he must, and only there."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection

from sandtable.server.db import store
from sandtable.server.db.store import BadDatabase, Store

from ..playing import Server


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not wait on purpose gives up at once."""
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 1)


def test_a_server_starts_while_another_process_never_stops_writing(tmp_path: Path) -> None:
    """Two workers at a thousand answers a second: the second one began while the first left the file to nobody."""
    database = f"sqlite:///{tmp_path}/matches.db"
    with Server(database) as server:
        match = server.player().hotseat()
    writing = sqlite3.connect(tmp_path / "matches.db", isolation_level=None)
    writing.execute("BEGIN IMMEDIATE")
    with Server(database) as server:
        assert server.player().head(match)["answers"] == 0
    writing.close()


def test_whoever_finds_another_changing_the_tables_waits_for_him(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path}/matches.db"
    first, second = Store(database), Store(database)
    failed: list[BaseException] = []
    looked, look = threading.Event(), store._is_newest

    def looking(db: Connection) -> bool:
        found = look(db)
        looked.set()
        return found

    monkeypatch.setattr(store, "_is_newest", looking)

    def start() -> None:
        try:
            second.migrate()
        except BaseException as why:
            failed.append(why)

    other = threading.Thread(target=start)
    with first.rebuilding() as db:
        other.start()
        while not looked.wait(0.1):
            assert other.is_alive(), failed
        store.upgrade(db, "head")
    other.join()
    assert failed == []
    second.require_newest_tables()
    for one in (first, second):
        one.close()


def test_a_file_without_a_log_that_is_being_written_to_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 60_000)
    file = tmp_path / "matches.db"
    writing = sqlite3.connect(file, isolation_level=None)
    writing.execute("CREATE TABLE other (it INTEGER)")
    writing.execute("BEGIN IMMEDIATE")
    # SQLite itself does not wait here, whatever it is told: who tries again finds that the other is done.
    monkeypatch.setattr(time, "sleep", lambda _: writing.execute("COMMIT"))
    opened = Store(f"sqlite:///{file}")
    opened.migrate()
    with opened.reading() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    opened.close()
    writing.close()


def test_a_file_that_somebody_keeps_to_himself_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "REBUILDING_MILLISECONDS", 1)
    first, second = (Store(f"sqlite:///{tmp_path}/matches.db") for _ in range(2))
    with first.rebuilding(), pytest.raises(BadDatabase, match="cannot be used: database is locked"):
        second.migrate()
    for one in (first, second):
        one.close()
