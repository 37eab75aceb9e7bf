"""The store and its tables."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, insert, select
from sqlalchemy.exc import IntegrityError

from sandtable.server import Settings
from sandtable.server.db import group_commit
from sandtable.server.db import schema as t
from sandtable.server.db.store import BadDatabase, Store, is_public
from sandtable.server.settings import BadSetting

from ..playing import Server


def test_the_migrations_lead_to_the_tables_of_today(database: str) -> None:
    store = Store(database)
    store.migrate()
    with store.reading() as db:
        differences = compare_metadata(MigrationContext.configure(db), t.METADATA)
    store.close()
    assert differences == []


def test_migrating_twice_changes_nothing(database: str) -> None:
    with Server(database) as server:
        server.player().hotseat()
    store = Store(database)
    before = _everything(store)
    store.migrate()
    assert _everything(store) == before
    store.close()


def test_tables_of_another_program_are_not_taken_for_ours(database: str) -> None:
    store = Store(database)
    with store.rebuilding() as db:
        db.exec_driver_sql("CREATE TABLE accounts (id INTEGER, balance INTEGER)")
    with pytest.raises(BadDatabase, match=r"the table 'accounts' of .* is another program's; give Sandtable"):
        store.migrate()
    store.close()


def test_tables_of_a_newer_sandtable_are_left_as_they_are(database: str) -> None:
    store = Store(database)
    store.migrate()
    store.write(lambda db: db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(
        BadDatabase, match="are of revision 9999, which this Sandtable does not know; use a newer"
    ):
        store.migrate()
    store.close()


def test_the_files_of_the_embedded_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/matches.db", shared=True) as server:
        server.player().hotseat()
        while not server.service.on_duty:
            time.sleep(0.005)
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert {f"matches.db{name}" for name in ("", "-wal", "-shm", "-duty", "-servers")} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_a_file_that_is_there_keeps_the_rights_that_its_owner_gave_it(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.touch()
    file.chmod(0o640)
    store = Store(f"sqlite:///{file}")
    store.migrate()
    assert file.stat().st_mode & 0o777 == 0o640
    assert not is_public(store.engine)
    file.chmod(0o644)
    assert is_public(store.engine)
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
        broken.setattr(group_commit, "_together", locked)
        with pytest.raises(OSError, match="locked"):
            store.write(lambda db: db.execute(select(t.links)).all())
    assert store.write(lambda db: db.execute(select(t.links)).all()) == []
    store.close()


def test_settings_survive_the_way_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database="sqlite:///elsewhere.db", rate=0.5, burst=7, shared=True)
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.from_environment() == settings


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, True) for word in ("True", "true", "TRUE", "1", "yes", "Yes", "on", " on ")),
        *((word, False) for word in ("False", "false", "0", "no", "NO", "off")),
    ],
)
def test_a_switch_is_set_in_the_words_that_people_use(
    monkeypatch: pytest.MonkeyPatch, text: str, value: bool
) -> None:
    monkeypatch.setenv("SANDTABLE_SECURE_COOKIES", text)
    # One that is on unless it is switched off.
    monkeypatch.setenv("SANDTABLE_BOTS_READY", text)
    settings = Settings.from_environment()
    assert (settings.secure_cookies, settings.bots_ready) == (value, value)


@pytest.mark.parametrize("text", ["", "maybe", "2", "tru", "y"])
def test_a_switch_that_is_neither_on_nor_off_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("SANDTABLE_SECURE_COOKIES", text)
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment()
    assert str(refused.value) == f"SANDTABLE_SECURE_COOKIES is {text!r}; 'true' or 'false' would do"


def test_the_file_of_the_embedded_database_keeps_a_write_ahead_log(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/matches.db")
    with store.reading() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
    store.close()


def _everything(store: Store) -> dict[str, Any]:
    """Every table with its columns, indexes and rows, as the database has them."""
    found = MetaData()
    with store.reading() as db:
        found.reflect(db)
        return {
            name: (
                [(column.name, repr(column.type), column.nullable) for column in table.columns],
                sorted(index.name or "" for index in table.indexes),
                sorted(map(repr, db.execute(select(table)))),
            )
            for name, table in found.tables.items()
        }
