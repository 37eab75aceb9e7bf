"""Tables: a CRT or chart as data with a birth certificate.

A table is TOML:

    name = "crt"
    title = "Combat Results Table"
    paragraph = "8.6"
    source = "Army Group North, rules booklet"
    provenance = "printed"            # or "inferred", or "reconstructed"
    note = "rows 13-15 follow the diagonal"

    [rows]                            # likewise [columns]
    name = "dice + DRM"
    kind = "band"                     # label, band, worded or ratio
    labels = ["0", "1", "2+"]
    clamp = true
    aliases = { two = "2+" }          # other names under which a label is found

    [cells]                           # one list a row, one entry a column
    "0" = ["-", "1"]
    [cell_provenance]                 # where single cells differ from the rest: "row/column" = word
    "0/3-4" = "inferred"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from ..refusals import SandtableError
from .axes import Axis, Key
from .toml_text import BadToml, parse_toml

Cell = int | str
PROVENANCES: Final = ("printed", "inferred", "reconstructed")
_MOST_BITS: Final = 63


class BadTable(SandtableError):
    """A table file that cannot be used: names the file, the key and what would do."""


class BadCell(SandtableError):
    """What would do in a cell instead of what is there; whoever reads the table adds the file, the row and the column."""


# Of the labels of row and column and of what a user has put there: the cell as the rules read it, or BadCell.
CellReader: TypeAlias = "Callable[[str, str, Cell], Cell]"


class Column:
    """A column found by its odds or strength, which modifiers may still shift."""

    def __init__(self, axis: Axis, index: int) -> None:
        self._axis: Final = axis
        self.index: Final = index

    def shifted(self, by: int) -> Column:
        """The column *by* to the right, kept on the table."""
        return Column(self._axis, self._axis.shifted(self.index, by))

    @property
    def label(self) -> str:
        """The column as printed."""
        return self._axis.labels[self.index]

    def __repr__(self) -> str:
        return f"Column({self.label!r})"


class Table:
    """Rows, columns, cells and where they come from."""

    def __init__(self, document: Mapping[str, Any], source: str = "table") -> None:
        self.document: Final = dict(document)
        # The file, or whatever else it was read from.
        self.where: Final = source
        self.name: Final = self._text("name")
        self.title: Final = self._text("title")
        self.paragraph: Final = self._text("paragraph")
        self.source: Final = self._text("source")
        self.note: Final = self._text("note") if "note" in document else ""
        self.provenance: Final = self._provenance(self._text("provenance"), "provenance")
        self.rows: Final = self._axis("rows")
        self.columns: Final = self._axis("columns")
        self.cells: Final[tuple[tuple[Cell, ...], ...]] = self._cells()
        self._cell_provenance: Final = self._single_provenances()
        known = {
            "name",
            "title",
            "paragraph",
            "source",
            "provenance",
            "note",
            "rows",
            "columns",
            "cells",
            "cell_provenance",
        }
        if unknown := sorted(set(document) - known):
            raise self._bad(unknown[0], f"is not a key of a table; {', '.join(sorted(known))} are")

    # ---- look-up

    def column(self, key: Key) -> Column:
        """The column for *key*, ready to be shifted."""
        return Column(self.columns, self.columns.find(key))

    def look_up(self, *, row: Key, column: Key | Column) -> Cell:
        """The cell at *row* and *column*; OffTable if the table has no such row or column."""
        at = column.index if isinstance(column, Column) else self.columns.find(column)
        return self.cells[self.rows.find(row)][at]

    def word(self, *, row: Key, column: Key | Column, among: Sequence[str]) -> str:
        """The cell as one of the words *among* which the rules know; BadTable where a user's own table says another."""
        found = str(self.look_up(row=row, column=column))
        if found not in among:
            label = (
                column.label if isinstance(column, Column) else self.columns.labels[self.columns.find(column)]
            )
            raise BadTable(
                f"table {self.name!r} says {found!r} in row {self.rows.labels[self.rows.find(row)]!r}, "
                f"column {label!r}; {', '.join(among)} would do"
            )
        return found

    def provenance_of(self, *, row: Key, column: Key | Column) -> str:
        """Where that one cell comes from."""
        at = column.index if isinstance(column, Column) else self.columns.find(column)
        return self._cell_provenance.get((self.rows.find(row), at), self.provenance)

    def __iter__(self) -> Iterator[tuple[str, str, Cell]]:
        for row, line in zip(self.rows.labels, self.cells, strict=True):
            for column, cell in zip(self.columns.labels, line, strict=True):
                yield row, column, cell

    def read_by(self, reader: CellReader) -> Table:
        """The table with every cell as *reader* understands it; BadTable names the file, the row and the column."""
        cells: dict[str, list[Cell]] = {row: [] for row in self.rows.labels}
        for row, column, cell in self:
            try:
                cells[row].append(reader(row, column, cell))
            except BadCell as why:
                raise BadTable(
                    f"{self.where}: row {row!r}, column {column!r} of table {self.name!r} holds {cell!r}; {why}"
                ) from None
        return Table({**self.document, "cells": cells}, self.where)

    # ---- reading and checking the document

    def _bad(self, key: str, why: str) -> BadTable:
        return BadTable(f"{self.where}: {key} {why}")

    def _text(self, key: str) -> str:
        value = self.document.get(key)
        if not isinstance(value, str) or not value:
            raise self._bad(key, "is missing; a table says its name, title, paragraph, source and provenance")
        return value

    def _provenance(self, word: str, key: str) -> str:
        if word not in PROVENANCES:
            raise self._bad(key, f"is {word!r}; {', '.join(PROVENANCES)} are known")
        return word

    def _axis(self, key: str) -> Axis:
        given = self.document.get(key)
        if not isinstance(given, dict) or not isinstance(given.get("labels"), list):
            raise self._bad(key, "is missing; it needs a name and a list of labels")
        if unknown := sorted(set(given) - {"name", "labels", "kind", "clamp", "aliases"}):
            raise self._bad(
                f"{key}.{unknown[0]}", "is not a key of an axis; name, labels, kind, clamp and aliases are"
            )
        name, kind, clamp = given.get("name", key), given.get("kind", "label"), given.get("clamp", False)
        for part, value in (("name", name), ("kind", kind)):
            if not isinstance(value, str):
                raise self._bad(f"{key}.{part}", f"is {value!r}; it should be a text")
        if not isinstance(clamp, bool):
            raise self._bad(f"{key}.clamp", f"is {clamp!r}; it should be true or false")
        if not all(_is_cell(label) for label in given["labels"]):
            raise self._bad(f"{key}.labels", "may hold whole numbers and texts only")
        aliases = given.get("aliases", {})
        if not isinstance(aliases, dict) or not all(isinstance(label, str) for label in aliases.values()):
            raise self._bad(f"{key}.aliases", "should hold name = label")
        try:
            return Axis(
                name, [str(label) for label in given["labels"]], kind=kind, clamp=clamp, aliases=aliases
            )
        except SandtableError as why:
            raise self._bad(key, f"cannot be used: {why}") from None

    def _cells(self) -> tuple[tuple[Cell, ...], ...]:
        given = self.document.get("cells")
        if not isinstance(given, dict):
            raise self._bad("cells", "is missing; it needs one list for each row")
        if stray := sorted(set(given) - set(self.rows.labels)):
            raise self._bad(f"cells.{stray[0]!r}", f"is no row; the rows are {', '.join(self.rows.labels)}")
        lines: list[tuple[Cell, ...]] = []
        for label in self.rows.labels:
            line = given.get(label)
            if not isinstance(line, list) or len(line) != len(self.columns.labels):
                have = len(line) if isinstance(line, list) else "no"
                raise self._bad(
                    f"cells.{label!r}", f"has {have} cells; the table has {len(self.columns.labels)} columns"
                )
            if not all(_is_cell(cell) for cell in line):
                raise self._bad(f"cells.{label!r}", "may hold whole numbers and texts only")
            lines.append(tuple(line))
        return tuple(lines)

    def _single_provenances(self) -> dict[tuple[int, int], str]:
        given = self.document.get("cell_provenance", {})
        if not isinstance(given, dict):
            raise self._bad("cell_provenance", "should hold 'row/column' = word")
        found: dict[tuple[int, int], str] = {}
        for key, word in given.items():
            row, slash, column = str(key).partition("/")
            if not slash:
                raise self._bad(f"cell_provenance.{key!r}", "should read 'row/column'")
            try:
                at = (self.rows.find(row), self.columns.find(column))
            except SandtableError as why:
                raise self._bad(f"cell_provenance.{key!r}", f"names no cell: {why}") from None
            found[at] = self._provenance(str(word), f"cell_provenance.{key!r}")
        return found


def _is_cell(value: object) -> bool:
    """Whole numbers and texts; not the true, the dates and the fractions that TOML also knows, nor numbers without end."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return False
    return isinstance(value, str) or value.bit_length() <= _MOST_BITS


def parse_table(text: str, source: str = "table") -> Table:
    """The table that the TOML *text* describes; BadTable names *source* and the key."""
    try:
        document = parse_toml(text)
    except BadToml as why:
        raise BadTable(f"{source}: {why}") from None
    return Table(document, source)


class Tables:
    """The tables of a rulebook by name, some of them perhaps replaced by the user's own.

    *readers* say for single tables how their cells are read, in whatever spelling a user has typed them.
    """

    def __init__(
        self,
        tables: Iterable[Table],
        replaced: Iterable[str] = (),
        *,
        readers: Mapping[str, CellReader] | None = None,
    ) -> None:
        self._tables: Final = {table.name: table for table in tables}
        self.replaced: Final = tuple(sorted(replaced))
        self._readers: Final = dict(readers or {})

    def __getitem__(self, name: str) -> Table:
        if name not in self._tables:
            raise BadTable(f"there is no table {name!r}; there are {', '.join(self._tables) or 'none'}")
        return self._tables[name]

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables.values())

    def __len__(self) -> int:
        return len(self._tables)

    def with_replacements(self, replacements: Iterable[Table]) -> Tables:
        """These tables with some exchanged for the user's: with the same rows and columns, and cells that can be read."""
        changed = dict(self._tables)
        names = set(self.replaced)
        for table in replacements:
            changed[table.name] = self._fitting(table)
            names.add(table.name)
        return Tables(changed.values(), names, readers=self._readers)

    def _fitting(self, table: Table) -> Table:
        """A user's *table* as the game reads it; BadTable if it cannot stand in the place of ours."""
        old = self[table.name]
        given = f"{table.where}: the replacement of table {table.name!r}"
        for side, was, now in (("rows", old.rows, table.rows), ("columns", old.columns, table.columns)):
            if was.labels != now.labels:
                raise BadTable(
                    f"{given} has {side} {', '.join(now.labels)}; the game needs {', '.join(was.labels)}"
                )
            if (was.kind, was.clamp) != (now.kind, now.clamp):
                raise BadTable(
                    f"{given} has {side} of kind {now.kind!r}, clamp {str(now.clamp).lower()}; "
                    f"the game needs kind {was.kind!r}, clamp {str(was.clamp).lower()}"
                )
        if table.name in self._readers:
            return table.read_by(self._readers[table.name])
        worded = {column for _, column, cell in old if isinstance(cell, str)}

        def words_where_ours_has_words(row: str, column: str, cell: Cell) -> Cell:
            if isinstance(cell, str) and column not in worded:
                raise BadCell("the game needs a whole number there")
            return cell

        return table.read_by(words_where_ours_has_words)


class Reading(NamedTuple):
    """How a roll is read off a printed table, by the labels of its row and column, and what makes up the row.

    Column and cell are None where they would betray something.
    """

    table: str
    row: str
    column: str | None
    cell: str | None
    lines: list[dict[str, Any]]

    @staticmethod
    def of(table: Table, *, row: Key, column: Key | None, lines: list[dict[str, Any]]) -> Reading:
        """The reading of *table* at *row* and *column*; without a column that stays unsaid."""
        found = table.rows.labels[table.rows.find(row)]
        if column is None:
            return Reading(table.name, found, None, None, lines)
        cell = str(table.look_up(row=row, column=column))
        return Reading(table.name, found, table.columns.labels[table.columns.find(column)], cell, lines)

    def as_json(self) -> dict[str, Any]:
        """The reading as it goes over the wire."""
        return self._asdict()
