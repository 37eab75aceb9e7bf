"""The store and its tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from sandtable.server import Settings, scribe
from sandtable.server import tables as t
from sandtable.server.store import BadDatabase, Store


def test_the_migrations_lead_to_the_tables_of_today(database: str) -> None:
    store = Store(database)
    store.migrate()
    with store.reading() as db:
        differences = compare_metadata(MigrationContext.configure(db), t.METADATA)
    store.close()
    assert differences == []


def test_migrating_twice_changes_nothing(database: str) -> None:
    store = Store(database)
    store.migrate()
    store.migrate()
    store.close()


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://localhost/matches", "sqlite://", "sqlite:////nowhere/at/all/matches.db"]
)
def test_a_database_that_cannot_be_used_is_a_sentence(url: str) -> None:
    with pytest.raises(BadDatabase) as refused:
        Store(url).migrate()
    assert "\n" not in str(refused.value)


def test_a_job_that_fails_leaves_no_trace_and_spoils_no_other(database: str) -> None:
    store = Store(database)
    store.migrate()

    def half(db: Connection) -> None:
        db.execute(insert(t.links).values(hash="half", match="none", seat="red", invitation=False))
        raise KeyError("half-way")

    with pytest.raises(Exception, match=r"half-way|foreign key|FOREIGN KEY"):
        store.write(half)
    assert store.write(lambda db: db.execute(select(t.links)).all()) == []
    store.close()


def test_many_who_write_at_once_all_find_theirs_written(database: str) -> None:
    store = Store(database)
    store.migrate()

    def write(number: int) -> int:
        row = {"id": str(number), "name": "n", "folded": str(number % 50), "password": "p", "created": 1.0}
        try:
            store.write(lambda db: db.execute(insert(t.accounts).values(row)))
        except IntegrityError:
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        written = sum(pool.map(write, range(100)))
    with store.reading() as db:
        found = db.execute(select(t.accounts.c.folded)).scalars().all()
    store.close()
    assert (written, len(set(found))) == (50, 50)


def test_a_transaction_that_cannot_begin_fails_and_the_next_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise OSError("database is locked")

    store = Store(f"sqlite:///{tmp_path}/matches.db")
    store.migrate()
    with monkeypatch.context() as broken:
        broken.setattr(scribe, "_together", locked)
        with pytest.raises(OSError, match="locked"):
            store.write(lambda db: db.execute(select(t.links)).all())
    assert store.write(lambda db: db.execute(select(t.links)).all()) == []
    store.close()


def test_settings_survive_the_way_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database="sqlite:///elsewhere.db", rate=0.5, burst=7, shared=True)
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.from_environment() == settings


def test_the_file_of_the_embedded_database_keeps_a_write_ahead_log(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/matches.db")
    with store.reading() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
    store.close()
