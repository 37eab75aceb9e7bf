"""Statements that are asked all day: worded once, and with SQLite handed to the driver itself.

An answer asks half a dozen of them, and the way through SQLAlchemy costs several times what SQLite needs to do them.
With PostgreSQL, where the way to the server costs more than either, they go the ordinary way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.selectable import Select

Values = Mapping[str, Any]
Convert = Callable[[Any], Any] | None


class _Wording(NamedTuple):
    """The statement as SQLite reads it; which values it wants in which order, and how columns are to be read."""

    text: str
    wanted: tuple[tuple[str, Convert], ...]
    found: tuple[Convert, ...]


class Prepared:
    """One statement, with names for the values that come in later."""

    def __init__(self, statement: Executable) -> None:
        self._statement: Final[Any] = statement
        # A change of other columns is worded otherwise.
        self._wordings: Final[dict[tuple[str, ...], _Wording]] = {}

    def ask(self, db: Connection, values: Values) -> list[tuple[Any, ...]]:
        """All rows that it finds."""
        if db.dialect.name != "sqlite":
            return [tuple(row) for row in db.execute(self._statement, values)]
        wording = self._wording(db, values)
        rows = _driver(db, wording, [values]).fetchall()
        return [_converted(row, wording.found) for row in rows]

    def do(self, db: Connection, *values: Values) -> int:
        """Do it once for each of *values*, which name the same columns: how many rows it touched."""
        if db.dialect.name != "sqlite":
            return db.execute(self._statement, values[0] if len(values) == 1 else values).rowcount
        return _driver(db, self._wording(db, values[0]), values).rowcount

    def _wording(self, db: Connection, values: Values) -> _Wording:
        names = tuple(values)
        found = self._wordings.get(names)
        if found is None:
            found = self._wordings[names] = self._worded(db, names)
        return found

    def _worded(self, db: Connection, names: tuple[str, ...]) -> _Wording:
        dialect = db.dialect
        selected = self._statement.selected_columns if isinstance(self._statement, Select) else ()
        # The names of a question are its own; those of a change say which columns change.
        compiled = self._statement.compile(dialect=dialect, column_keys=None if selected else list(names))
        wanted = [
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup
        ]
        found = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in selected]
        return _Wording(str(compiled), tuple(wanted), tuple(found))


def _driver(db: Connection, wording: _Wording, values: Sequence[Values]) -> sqlite3.Cursor:
    driver = db.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    rows = [
        [row[name] if convert is None else convert(row[name]) for name, convert in wording.wanted]
        for row in values
    ]
    try:
        return (
            driver.execute(wording.text, rows[0])
            if len(rows) == 1
            else driver.executemany(wording.text, rows)
        )
    except sqlite3.Error as why:
        # As it would be called on the ordinary way.
        raise DBAPIError.instance(wording.text, rows, why, sqlite3.Error, hide_parameters=True) from why


def _converted(row: Sequence[Any], converts: Sequence[Convert]) -> tuple[Any, ...]:
    return tuple(
        value if convert is None else convert(value) for value, convert in zip(row, converts, strict=True)
    )
