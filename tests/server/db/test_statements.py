"""Statements that are asked all day, and the connections on which they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import JSON, Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.server.db import schema as t
from sandtable.server.db.statements import Prepared
from sandtable.server.db.store import Store

ADD = Prepared(insert(t.orders))
READ = Prepared(select(t.orders.c.seat, t.orders.c.document).where(t.orders.c.match == bindparam("wanted")))
CHANGE = Prepared(update(t.orders).where(t.orders.c.match == bindparam("wanted")))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    found = Store(database)
    found.migrate()
    found.write(_begin_match)
    yield found
    found.close()


def test_what_was_written_is_read_as_it_was(store: Store) -> None:
    document = [{"question": "react", "answer": "never", "hex": "ü"}]
    store.write(lambda db: ADD.do(db, {"match": "m", "seat": "red", "document": document}))
    assert _all(store) == [("red", document)]


def test_several_rows_are_written_at_once(store: Store) -> None:
    rows: list[dict[str, Any]] = [{"match": "m", "seat": seat, "document": []} for seat in ("blue", "red")]
    store.write(lambda db: ADD.do(db, *rows))
    assert sorted(_all(store)) == [("blue", []), ("red", [])]


def test_the_same_statement_may_change_other_columns_each_time(store: Store) -> None:
    store.write(lambda db: ADD.do(db, {"match": "m", "seat": "red", "document": []}))
    assert store.write(lambda db: CHANGE.do(db, {"wanted": "m", "document": [1]})) == 1
    assert store.write(lambda db: CHANGE.do(db, {"wanted": "m", "seat": "blue"})) == 1
    assert _all(store) == [("blue", [1])]


def test_a_change_says_how_many_rows_it_found(store: Store) -> None:
    assert store.write(lambda db: CHANGE.do(db, {"wanted": "elsewhere", "seat": "blue"})) == 0


def test_what_the_database_forbids_has_the_same_name_on_every_database(store: Store) -> None:
    row = {"match": "m", "seat": "red", "document": []}
    store.write(lambda db: ADD.do(db, row))
    with pytest.raises(IntegrityError):
        store.write(lambda db: ADD.do(db, row))
    with pytest.raises(IntegrityError):
        store.write(lambda db: ADD.do(db, {**row, "match": "nowhere"}))


def test_whoever_asks_again_sees_what_was_written_since(store: Store) -> None:
    with store.reading() as db:
        assert db.execute(select(t.orders)).all() == []
    store.write(lambda db: ADD.do(db, {"match": "m", "seat": "red", "document": []}))
    with store.reading() as db:
        assert len(db.execute(select(t.orders)).all()) == 1
    assert len(_all(store)) == 1


def test_a_connection_on_which_something_failed_is_not_used_again(store: Store) -> None:
    with pytest.raises(KeyError), store.reading() as first:
        raise KeyError("half-way")
    assert first.closed
    with store.reading() as second:
        assert second is not first


def test_readers_do_not_share_a_connection(store: Store) -> None:
    with store.reading() as one, store.reading() as other:
        assert one is not other


def _all(store: Store) -> list[tuple[Any, ...]]:
    with store.reading() as db:
        return READ.ask(db, {"wanted": "m"})


def _begin_match(db: Connection) -> None:
    empty: dict[str, Any] = {
        column.name: {} if isinstance(column.type, JSON) else b"" if column.name == "secret" else 0
        for column in t.matches.columns
        if not column.nullable
    }
    words = dict.fromkeys(("scenario", "rulebook", "mode", "salt", "control"), "x")
    switches = {"listed": False, "over": False}
    db.execute(insert(t.matches).values(**{**empty, **words, **switches, "id": "m"}))
