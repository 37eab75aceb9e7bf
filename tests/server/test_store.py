"""The store and its tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select

from sandtable.server import Settings
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
