"""Backups: all tables of a database in one file, the same for SQLite and PostgreSQL.

A backup is a gzip file of JSON lines. The first line is the manifest: format, version, when and by which Sandtable it was
made, and the revision of the tables. Then follows for every table a line that names it and its columns with their kinds,
and a line for every row, a list in the order of the columns. The last line counts the rows of every table and gives the
SHA-256 of all bytes before it. Bytes are written as hexadecimal text; everything else is JSON already.
"""

from __future__ import annotations

import gzip
import json
import os
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from alembic.migration import MigrationContext
from sqlalchemy import (
    JSON,
    Connection,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    type_coerce,
)
from sqlalchemy.exc import DatabaseError

from ..db import schema as t
from ..db.presence_lock import alone
from ..db.store import (
    Store,
    begin_epoch,
    cannot_be_opened,
    keep_writers_out,
    known_revision,
    require_ours,
    upgrade,
)
from ..errors import ServerError
from ..wire import from_json

FORMAT: Final = "sandtable-backup"
VERSION: Final = 1
# The table in which Alembic keeps the revision; the manifest says it.
_REVISION: Final = "alembic_version"
_ROWS_AT_ONCE: Final = 500


class BadBackup(ServerError):
    """A file that is no backup, or a damaged one."""


class NotEmpty(ServerError):
    """A database that would be overwritten."""


class AlreadyThere(ServerError):
    """A file that would be overwritten."""


@dataclass
class Manifest:
    """What a backup says of itself."""

    revision: str
    made: float
    sandtable: str
    rows: dict[str, int] = field(default_factory=dict)
    # What could not be read as it should: "table, column, row".
    damaged: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The first line of the file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "sandtable": self.sandtable,
            "made": self.made,
            "revision": self.revision,
        }


Progress = Callable[[str, int], None]


def write_backup(
    store: Store, file: Path, *, replace: bool = False, progress: Progress = lambda _table, _rows: None
) -> Manifest:
    """Everything in the database as it is at one moment; a server may go on working meanwhile."""
    unfinished = file.with_name(f".{file.name}.unfinished")
    if not replace and file.exists():
        raise AlreadyThere(f"{file} is there already; '--replace' would overwrite it")
    try:
        # It holds the secrets of dice that are still to fall: for nobody else's eyes.
        unfinished.touch(mode=0o600)
        with store.snapshot() as db, unfinished.open("wb") as raw:
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
                manifest = _write(db, packed, progress)
            raw.flush()
            os.fsync(raw.fileno())
        # It takes the place of another only when it is on the disk itself; and so does its name.
        unfinished.replace(file)
        _sync_folder(file)
    except OSError as why:
        raise BadBackup(f"{file} cannot be written: {why.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _sync_folder(file: Path) -> None:
    folder = os.open(file.resolve().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def check_backup(file: Path) -> Manifest:
    """The manifest of a backup, every line of which has been read and found whole."""
    with _reading(file) as reading:
        for _ in reading.tables():
            pass
        return reading.manifest


def restore_backup(
    store: Store, file: Path, *, replace: bool = False, progress: Progress = lambda _table, _rows: None
) -> Manifest:
    """Bring the backup into an empty database, all or nothing, and its tables to the newest version.

    Nothing is touched but tables of ours, and nothing while a server is at the database.
    """
    manifest = check_backup(file)
    if not known_revision(manifest.revision):
        raise BadBackup(
            f"{file} was made by Sandtable {manifest.sandtable} with tables that this one does not know; use a newer one"
        )

    def write(db: Connection) -> None:
        require_ours(db)
        keep_writers_out(db)
        there = _reflected(db)
        if not replace and any(db.execute(select(table).limit(1)).first() for table in _carried(there)):
            raise NotEmpty(
                f"the database {db.engine.url!r} is not empty; '--replace' would throw away what is in it"
            )
        there.drop_all(db)
        db.exec_driver_sql(f"DROP TABLE IF EXISTS {_REVISION}")
        upgrade(db, manifest.revision)
        with _reading(file) as reading:
            _insert(db, reading, progress)
        upgrade(db, "head")
        # A server that has missed all this would go on from what it knew: it is kept out.
        begin_epoch(db)

    try:
        with alone(store), store.rebuilding() as db:
            write(db)
    except DatabaseError as why:
        raise cannot_be_opened(store.engine, why) from None
    return manifest


def kind_of(column_type: Any) -> str:
    """How a column is written: "bytes" as hexadecimal text, "json" and "plain" as they are."""
    if isinstance(column_type, LargeBinary):
        return "bytes"
    if isinstance(column_type, JSON):
        return "json"
    if column_type.python_type in (str, int, float, bool):
        return "plain"
    raise TypeError(f"a backup cannot carry a column of type {column_type!r}")


def _write(db: Connection, packed: gzip.GzipFile, progress: Progress) -> Manifest:
    digest = sha256()

    def line(document: Any) -> None:
        encoded = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        digest.update(encoded)
        packed.write(encoded)

    require_ours(db)
    revision = MigrationContext.configure(db).get_current_revision()
    if revision is None:
        raise BadBackup(f"the database {db.engine.url!r} holds no matches of Sandtable")
    manifest = Manifest(revision, time.time(), version("sandtable"))
    line(manifest.as_json())
    for table in _carried(_reflected(db)):
        columns = [(column.name, kind_of(column.type)) for column in table.columns]
        line({"table": table.name, "columns": columns})
        manifest.rows[table.name] = 0
        for row in db.execute(_as_stored(db, table).execution_options(yield_per=_ROWS_AT_ONCE)):
            values = dict(zip((name for name, _ in columns), row, strict=True))
            for name, kind in columns:
                try:
                    values[name] = _outward(db, values[name], kind)
                except ValueError:
                    # It goes along as it is, a text where there should be a document: what refers to it must stay whole.
                    which = ", ".join(str(values[key.name]) for key in table.primary_key)
                    manifest.damaged.append(f"{table.name} {which}: {name}")
            line(list(values.values()))
            manifest.rows[table.name] += 1
            if manifest.rows[table.name] % _ROWS_AT_ONCE == 0:
                progress(table.name, manifest.rows[table.name])
    line({"rows": manifest.rows, "sha256": digest.hexdigest()})
    return manifest


@contextmanager
def _reading(file: Path) -> Iterator[_Reading]:
    try:
        with gzip.open(file, "rb") as lines:
            yield _Reading(file, lines)
    except OSError as why:
        raise BadBackup(f"{file} cannot be read: {why.strerror or why}") from None


class _Reading:
    """A pass through a backup; BadBackup where it is not whole."""

    def __init__(self, file: Path, lines: gzip.GzipFile) -> None:
        self._file: Final = file
        self._lines: Final = lines
        self._digest: Final = sha256()
        self._before = ""
        head = self.next_line()
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise BadBackup(f"{file} is no backup of Sandtable")
        if head.get("version") != VERSION:
            raise BadBackup(
                f"{file} is a backup of version {head.get('version')}; this Sandtable reads {VERSION}"
            )
        self.manifest: Final = Manifest(str(head["revision"]), float(head["made"]), str(head["sandtable"]))

    def tables(self) -> Iterator[tuple[str, list[tuple[str, str]], Iterator[list[Any]]]]:
        """Every table: its name, its columns with their kinds, and its rows, which must be taken before the next."""
        document = self.next_line()
        while isinstance(document, dict) and "table" in document:
            name = str(document["table"])
            self.manifest.rows[name] = 0
            columns = [(str(column), str(kind)) for column, kind in document["columns"]]
            rows = _Rows(self, name)
            yield name, columns, rows
            for _ in rows:
                pass
            document = rows.after
        if document.get("rows") != self.manifest.rows:
            raise BadBackup(f"{self._file} is damaged: it does not hold the rows that it says it holds")
        if document.get("sha256") != self._before:
            raise BadBackup(f"{self._file} is damaged: its contents do not fit their checksum")

    def next_line(self) -> Any:
        """The next line as a document."""
        self._before = self._digest.hexdigest()
        try:
            line = self._lines.readline()
            self._digest.update(line)
            return json.loads(line)
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise BadBackup(f"{self._file} is no backup of Sandtable, or a damaged one") from None
        except ValueError:
            raise BadBackup(f"{self._file} is damaged: it ends too early or holds something else") from None


class _Rows(Iterator[list[Any]]):
    """The rows of one table; ``after`` is the line that follows them."""

    def __init__(self, reading: _Reading, table: str) -> None:
        self._reading: Final = reading
        self._table: Final = table
        self.after: Any = None

    def __next__(self) -> list[Any]:
        if self.after is None:
            line = self._reading.next_line()
            if isinstance(line, list):
                self._reading.manifest.rows[self._table] += 1
                return line
            self.after = line
        raise StopIteration


def _insert(db: Connection, reading: _Reading, progress: Progress) -> None:
    there = _reflected(db)
    for name, columns, rows in reading.tables():
        if name not in there.tables:
            raise BadBackup(f"the backup holds a table {name!r} that its revision does not have")
        table, waiting = there.tables[name], []
        for number, row in enumerate(rows, 1):
            values = zip(columns, row, strict=True)
            waiting.append({column: _inward(value, kind) for (column, kind), value in values})
            if len(waiting) == _ROWS_AT_ONCE:
                db.execute(insert(table), waiting)
                waiting = []
                progress(name, number)
        if waiting:
            db.execute(insert(table), waiting)
        _go_on_counting(db, table)


def _go_on_counting(db: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers."""
    if db.dialect.name == "postgresql":
        for column in table.primary_key.columns:
            if column.type.python_type is int:
                sequence = text("SELECT pg_get_serial_sequence(:name, :column)")
                found = db.execute(sequence, {"name": table.name, "column": column.name}).scalar_one()
                highest = db.execute(select(column).order_by(column.desc()).limit(1)).scalar_one_or_none()
                if found and highest:
                    db.execute(text("SELECT setval(:found, :highest)"), {"found": found, "highest": highest})


def _reflected(db: Connection) -> MetaData:
    """Our tables as they are, whatever their revision; what other programs keep in the same database is theirs."""
    found = MetaData()
    found.reflect(db, only=[name for name in inspect(db).get_table_names() if name in t.METADATA.tables])
    return found


def _carried(found: MetaData) -> list[Table]:
    return [table for table in found.sorted_tables if table.name not in t.NOT_CARRIED]


def _as_stored(db: Connection, table: Table) -> Select[Any]:
    """All rows; documents in an SQLite file as their text, for one that is damaged would stop the reading."""
    if db.dialect.name != "sqlite":
        return select(table)
    return select(
        *(type_coerce(column, Text) if isinstance(column.type, JSON) else column for column in table.columns)
    )


def _outward(db: Connection, value: Any, kind: str) -> Any:
    if kind == "json" and db.dialect.name == "sqlite" and isinstance(value, str):
        return from_json(value)
    return bytes(value).hex() if kind == "bytes" and value is not None else value


def _inward(value: Any, kind: str) -> Any:
    return bytes.fromhex(value) if kind == "bytes" and value is not None else value
