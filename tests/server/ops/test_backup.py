"""Backups: everything, as it was at one moment, from any database into any other."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Interval, MetaData, delete, insert, inspect, select

from sandtable.server.db import schema as t
from sandtable.server.db.store import BadDatabase, upgrade
from sandtable.server.ops.backup import (
    AlreadyThere,
    BadBackup,
    NotEmpty,
    check_backup,
    kind_of,
    restore_backup,
    write_backup,
)

from .. import databases
from ..databases import opened
from ..playing import Server, attack, two_players, under_attack

Rows = dict[str, list[tuple[Any, ...]]]


def test_a_backup_brings_everything_into_another_database(
    database: str, other_database: str, tmp_path: Path
) -> None:
    played = _played(database)
    file = tmp_path / "backup.gz"
    with opened(database) as store:
        manifest = write_backup(store, file)
    with opened(other_database) as store:
        restore_backup(store, file)
    assert _everything(other_database) == played
    assert manifest.rows == {name: len(rows) for name, rows in played.items()}


def test_a_restored_match_goes_on(database: str, other_database: str, tmp_path: Path) -> None:
    with Server(database) as server:
        _red, blue, match = under_attack(server)
        before = blue.view(match, "blue")
        write_backup(server.service.store, tmp_path / "backup.gz")
    with opened(other_database) as store:
        restore_backup(store, tmp_path / "backup.gz")
    with Server(other_database) as server:
        again = server.player()
        again.cookie = blue.cookie
        assert again.view(match, "blue") == before
        assert again.choose(match, "blue", "stand")["version"] == before["version"] + 1


def test_every_table_of_today_is_carried(database: str) -> None:
    with opened(database) as store:
        store.migrate()
    assert {*_everything(database), *t.NOT_CARRIED} == set(t.METADATA.tables)


def test_every_kind_of_column_of_today_can_be_carried() -> None:
    assert {kind_of(column.type) for table in t.METADATA.sorted_tables for column in table.columns} == {
        "bytes",
        "json",
        "plain",
    }
    with pytest.raises(TypeError, match="cannot carry"):
        kind_of(Column("span", Interval).type)


def test_a_backup_is_of_one_moment_while_the_server_works(database: str) -> None:
    with Server(database) as server:
        player, match = server.hotseat()
        player.choose(match, "red", "move:0:4")
        with opened(database) as store, store.snapshot() as moment:
            before = moment.execute(select(t.matches.c.version)).all()
            player.choose(match, "red", "move:1:16")
            assert moment.execute(select(t.matches.c.version)).all() == before
            assert len(moment.execute(select(t.answers)).all()) == 1


def test_numbering_goes_on_after_a_restore(database: str, other_database: str, tmp_path: Path) -> None:
    _played(database)
    with opened(database) as store:
        write_backup(store, tmp_path / "backup.gz")
    with opened(other_database) as store:
        restore_backup(store, tmp_path / "backup.gz")
        store.write(lambda db: db.execute(insert(t.outbox).values(**_letter(db, seat="blue"))))
        with store.reading() as db:
            assert db.execute(select(t.outbox.c.id).order_by(t.outbox.c.id)).scalars().all() == [1, 2]


def test_a_database_that_is_not_empty_is_not_overwritten(database: str, tmp_path: Path) -> None:
    _played(database)
    with opened(database) as store:
        write_backup(store, tmp_path / "backup.gz")
        with pytest.raises(NotEmpty, match="is not empty; '--replace' would throw away what is in it"):
            restore_backup(store, tmp_path / "backup.gz")


def test_replacing_throws_away_what_was_there(database: str, tmp_path: Path) -> None:
    played = _played(database)
    with opened(database) as store:
        write_backup(store, tmp_path / "backup.gz")
    with Server(database) as server:
        server.player().hotseat()
    with opened(database) as store:
        restore_backup(store, tmp_path / "backup.gz", replace=True)
    assert _everything(database) == played


def test_tables_of_other_programs_are_neither_carried_nor_touched(database: str, tmp_path: Path) -> None:
    played = _played(database)
    with opened(database) as store:
        with store.rebuilding() as db:
            db.exec_driver_sql("CREATE TABLE accounting (day DATE, spent NUMERIC)")
            db.exec_driver_sql("INSERT INTO accounting VALUES ('1941-06-22', 3.50)")
        manifest = write_backup(store, tmp_path / "backup.gz")
        restore_backup(store, tmp_path / "backup.gz", replace=True)
        assert "accounting" not in manifest.rows
        with store.rebuilding() as db:
            assert db.exec_driver_sql("SELECT count(*) FROM accounting").scalar_one() == 1
            db.exec_driver_sql("DROP TABLE accounting")
    assert _everything(database) == played


def test_a_database_that_holds_nothing_of_ours_is_empty_for_a_restore(database: str, tmp_path: Path) -> None:
    file = _backup(tmp_path / "elsewhere")
    with opened(database) as store:
        with store.rebuilding() as db:
            db.exec_driver_sql("CREATE TABLE accounting (day DATE)")
            db.exec_driver_sql("INSERT INTO accounting VALUES ('1941-06-22')")
        restore_backup(store, file)
        with store.reading() as db:
            assert db.exec_driver_sql("SELECT count(*) FROM accounting").scalar_one() == 1


@pytest.mark.parametrize("theirs", ["accounts (id INTEGER)", "alembic_version (version_num VARCHAR(32))"])
def test_tables_of_other_programs_with_names_of_ours_are_not_replaced(
    database: str, tmp_path: Path, theirs: str
) -> None:
    file = _backup(tmp_path / "elsewhere")
    name = theirs.partition(" ")[0]
    with opened(database) as store:
        with store.rebuilding() as db:
            db.exec_driver_sql(f"CREATE TABLE {theirs}")
            db.exec_driver_sql(f"INSERT INTO {name} VALUES ('7')")
        with pytest.raises(BadDatabase, match="database of its own"):
            restore_backup(store, file, replace=True)
        with store.reading() as db:
            assert db.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one() == 1


def test_tables_of_others_that_refer_to_ours_are_a_sentence(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    for kind in databases.kinds():
        database = f"sqlite:///{tmp_path}/matches.db"
        if kind == "postgresql":
            database = databases.emptied(request.getfixturevalue("postgresql_url"))
        played = _played(database)
        with opened(database) as store:
            with store.rebuilding() as db:
                db.exec_driver_sql("CREATE TABLE prizes (match VARCHAR(24) REFERENCES matches (id))")
                db.exec_driver_sql("INSERT INTO prizes SELECT id FROM matches")
            write_backup(store, tmp_path / f"{kind}.gz")
            empty = tmp_path / f"{kind}-empty.gz"
            with opened(f"sqlite:///{tmp_path}/{kind}-empty.db") as other:
                other.migrate()
                write_backup(other, empty)
            with pytest.raises(BadDatabase) as refused:
                restore_backup(store, empty, replace=True)
            assert "\n" not in str(refused.value)
            with store.rebuilding() as db:
                db.exec_driver_sql("DROP TABLE prizes")
        assert _everything(database) == played


def test_a_restore_that_fails_leaves_the_database_as_it_was(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = _played(database)
    file = tmp_path / "backup.gz"
    with opened(database) as store:
        write_backup(store, file)

        def power_cut(table: str, _: int) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("sandtable.server.ops.backup._ROWS_AT_ONCE", 1)
        with pytest.raises(KeyboardInterrupt):
            restore_backup(store, file, replace=True, progress=power_cut)
    assert _everything(database) == played


def test_a_backup_of_older_tables_is_brought_to_those_of_today(database: str, tmp_path: Path) -> None:
    with opened(database) as store:
        with store.rebuilding() as db:
            upgrade(db, "0001")
            there = MetaData()
            there.reflect(db, only=["matches"])
            db.execute(insert(there.tables["matches"]).values(_OLD_MATCH))
        write_backup(store, tmp_path / "backup.gz")
        restore_backup(store, tmp_path / "backup.gz", replace=True)
        store.require_newest_tables()
        with store.reading() as db:
            assert db.execute(select(t.matches.c.id, t.matches.c.secret)).all() == [("old", b"\x00\xff")]


def test_a_backup_of_tables_of_the_future_is_refused(tmp_path: Path) -> None:
    file = _changed(tmp_path, lambda lines: _resealed(_edited(lines, 0, revision="9999")))
    with opened(f"sqlite:///{tmp_path}/other.db") as store, pytest.raises(BadBackup, match="use a newer one"):
        restore_backup(store, file)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda lines: lines[:-1], "ends too early"),
        (lambda lines: lines[:3], "ends too early"),
        (lambda lines: [line.replace(b'"ford"', b'"fort"') for line in lines], "checksum"),
        (lambda lines: _without_a_row(lines), "does not hold the rows"),
        (lambda lines: [b'{"format": "poem"}'], "is no backup"),
        (lambda lines: [b"[]"], "is no backup"),
        (lambda lines: _edited(lines, 0, version=2), "a backup of version 2"),
    ],
)
def test_a_damaged_backup_is_refused_in_a_sentence(
    tmp_path: Path, damage: Callable[[list[bytes]], list[bytes]], sentence: str
) -> None:
    with pytest.raises(BadBackup, match=sentence) as refused:
        check_backup(_changed(tmp_path, damage))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"no gzip at all", gzip.compress(b"{}" * 5000, mtime=0)[:40]])
def test_a_file_that_is_no_backup_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(BadBackup):
        check_backup(tmp_path / "file")


def test_a_file_that_is_there_is_not_overwritten_unless_that_is_wanted(tmp_path: Path) -> None:
    file = _backup(tmp_path)
    before = file.read_bytes()
    with opened(f"sqlite:///{tmp_path}/matches.db") as store:
        with pytest.raises(
            AlreadyThere, match=r"backup\.gz is there already; '--replace' would overwrite it"
        ):
            write_backup(store, file)
        assert file.read_bytes() == before
        write_backup(store, file, replace=True)
    assert file.read_bytes() != before


def test_a_backup_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = _backup(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(p.name for p in tmp_path.glob("*.gz*")) == [file.name]


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path}/matches.db") as store:
        store.migrate()
        with pytest.raises(BadBackup, match="cannot be written: No such file or directory"):
            write_backup(store, tmp_path / "nowhere" / "backup.gz")


def test_a_database_without_matches_of_ours_is_not_backed_up(tmp_path: Path) -> None:
    with (
        opened(f"sqlite:///{tmp_path}/matches.db") as store,
        pytest.raises(BadBackup, match="holds no matches"),
    ):
        write_backup(store, tmp_path / "backup.gz")


_OLD_MATCH: dict[str, Any] = {
    "id": "old",
    "scenario": "ford",
    "rulebook": "ford",
    "behaviour": 1,
    "setup": {},
    "mode": "hotseat",
    "listed": True,
    "seats": {},
    "secret": b"\x00\xff",
    "salt": "salt",
    "foreign_rolls": 0,
    "opening": [],
    "version": 1,
    "answers": 0,
    "waiting": {},
    "over": False,
    "created": 1.5,
    "changed": 2.5,
}


@pytest.fixture(params=databases.kinds())
def other_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/other.db"
    name = f"other_{tmp_path.name}"
    return databases.new_database(request.getfixturevalue("postgresql_url"), name)


def _played(database: str) -> Rows:
    """A database after some play, with a row in the table that numbers its rows itself: everything in it."""
    with Server(database, snapshot_every=2) as server:
        red, _blue, match = two_players(server)
        attack(red, match)
        server.service.store.write(lambda db: db.execute(delete(t.outbox)))
        server.service.store.write(lambda db: db.execute(insert(t.outbox).values(**_letter(db, id=1))))
    return _everything(database)


def _letter(db: Connection, **others: Any) -> dict[str, Any]:
    match = db.execute(select(t.matches.c.id)).scalar_one()
    letter = {"match": match, "seat": "red", "guest": "g", "channel": "email", "due": 1.0, "tries": 0}
    return {**letter, **others}


def _everything(database: str) -> Rows:
    """All rows of all tables, in an order of their own."""
    with opened(database) as store, store.snapshot() as db:
        own = ("alembic_version", *t.NOT_CARRIED)
        names = [name for name in inspect(db).get_table_names() if name not in own]
        tables = [t.METADATA.tables[name] for name in names]
        return {
            table.name: sorted((tuple(row) for row in db.execute(select(table))), key=repr)
            for table in tables
        }


def _backup(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    with Server(f"sqlite:///{folder}/matches.db") as server:
        server.player().hotseat()
        write_backup(server.service.store, folder / "backup.gz")
    return folder / "backup.gz"


def _changed(folder: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """A backup whose lines have been changed."""
    file = _backup(folder)
    lines = change(gzip.decompress(file.read_bytes()).splitlines(keepends=True))
    file.write_bytes(gzip.compress(b"".join(lines)))
    return file


def _edited(lines: list[bytes], number: int, **changes: Any) -> list[bytes]:
    document = {**json.loads(lines[number]), **changes}
    return [*lines[:number], json.dumps(document).encode() + b"\n", *lines[number + 1 :]]


def _resealed(lines: list[bytes]) -> list[bytes]:
    return _edited(lines, len(lines) - 1, sha256=sha256(b"".join(lines[:-1])).hexdigest())


def _without_a_row(lines: list[bytes]) -> list[bytes]:
    first = next(number for number, line in enumerate(lines) if line.startswith(b"["))
    return lines[:first] + lines[first + 1 :]
