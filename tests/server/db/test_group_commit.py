"""Group commit: what is begun without waiting is stored whole or not at all, and leaves the pen to others."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text

from sandtable.server.db.store import Store

from ..databases import sqlite_alone

database = sqlite_alone


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    found = Store(database)
    found.write(lambda db: db.execute(text("CREATE TABLE words (word TEXT)")))
    yield found
    found.close()


def said(db: Connection, word: str) -> None:
    """Write *word* down."""
    db.execute(text("INSERT INTO words VALUES (:word)"), {"word": word})


def words(store: Store) -> list[str]:
    """All words that are stored."""
    with store.reading() as db:
        return list(db.execute(text("SELECT word FROM words ORDER BY rowid")).scalars())


def test_what_is_begun_is_stored_when_another_thread_commits_it(store: Store) -> None:
    begun = store.begin_together([lambda db: said(db, "one"), lambda db: said(db, "two")])
    assert begun is not None
    assert words(store) == []
    committing = threading.Thread(target=begun.commit)
    committing.start()
    committing.join()
    assert words(store) == ["one", "two"]


def test_while_something_is_begun_nobody_else_begins(store: Store) -> None:
    begun = store.begin_together([lambda db: said(db, "one")])
    assert begun is not None
    assert store.begin_together([lambda db: said(db, "two")]) is None
    begun.commit()
    store.write(lambda db: said(db, "three"))
    assert words(store) == ["one", "three"]


def test_while_another_process_writes_nobody_begins(store: Store, database: str) -> None:
    elsewhere = Store(database)
    begun = elsewhere.begin_together([lambda db: said(db, "one")])
    assert begun is not None
    assert store.begin_together([lambda db: said(db, "two")]) is None
    begun.commit()
    again = store.begin_together([lambda db: said(db, "two")])
    assert again is not None
    again.commit()
    assert words(store) == ["one", "two"]
    elsewhere.close()


def test_of_what_fails_nothing_is_stored_and_others_may_write(store: Store) -> None:
    def failing(_: Connection) -> None:
        raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space"):
        store.begin_together([lambda db: said(db, "one"), failing])
    store.write(lambda db: said(db, "two"))
    assert words(store) == ["two"]


def test_a_writer_waits_for_one_who_has_begun(store: Store, database: str) -> None:
    elsewhere = Store(database)
    begun = elsewhere.begin_together([lambda db: said(db, "one")])
    assert begun is not None
    waiting = threading.Thread(target=store.write, args=(lambda db: said(db, "two"),))
    waiting.start()
    begun.commit()
    waiting.join()
    assert words(store) == ["one", "two"]
    elsewhere.close()
