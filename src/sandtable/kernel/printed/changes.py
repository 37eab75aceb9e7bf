"""Changes of what is printed, for studies: another rating, another line of a schedule, another cell of a table.

A change names a file of the rulebook and what in it is to be otherwise. Where the file holds a list of tables, such as the
units of an order of battle, ``rows`` names the list and ``where`` says which of them are meant:

    Change("scenarios/oob-agn.toml", "ma", 8, rows="unit", where={"nationality": "german", "type": ["armor", "mechanized"]})
    Change("tables/attrition.toml", "6-8", 2, column="12-15")
    Change("scenario/schedule.toml", "supply.overland", -1, add=True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any

from ..refusals import SandtableError


class BadChange(SandtableError):
    """A change of something that is not printed."""


@dataclass(frozen=True)
class Change:
    """One thing that is printed otherwise."""

    file: str
    # A key, or keys with dots between them; in a table of the game the label of the row.
    key: str
    value: Any
    # Whether the value is added to what is printed, instead of taking its place.
    add: bool = False
    rows: str = ""
    where: Mapping[str, Any] = field(default_factory=dict)
    # In a table of the game: the label of the column.
    column: str = ""

    def as_json(self) -> dict[str, Any]:
        """The change as plain data."""
        return asdict(self)


def altered(document: Mapping[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """The *document* of a file with its *changes*; it is itself left as it is."""
    found = deepcopy(dict(document))
    for change in changes:
        if change.column:
            _alter_cell(found, change)
            continue
        for row in _rows(found, change):
            *outer, last = change.key.split(".")
            for name in outer:
                row = row.get(name, {})
            _put(row, last, change)
    return found


def _rows(document: dict[str, Any], change: Change) -> list[dict[str, Any]]:
    """The tables of the document in which *change* is made."""
    if not change.rows:
        return [document]
    listed = document.get(change.rows)
    if not isinstance(listed, list):
        lists = [name for name, value in document.items() if isinstance(value, list)]
        raise BadChange(f"{change.file} has no list {change.rows!r}; it has {', '.join(lists) or 'none'}")
    if meant := [row for row in listed if all(_fits(row, *one) for one in change.where.items())]:
        return meant
    raise BadChange(f"{change.file} has no {change.rows} with {dict(change.where)!r}")


def _fits(row: Mapping[str, Any], key: str, wanted: Any) -> bool:
    """Whether the row says under *key* what is wanted, or one of several things that would do."""
    return key in row and row[key] in (wanted if isinstance(wanted, list) else [wanted])


def _put(row: dict[str, Any], key: str, change: Change) -> None:
    if key not in row:
        raise BadChange(f"{change.file} has nothing under {change.key!r} that could be changed")
    row[key] = row[key] + change.value if change.add else change.value


def _alter_cell(document: dict[str, Any], change: Change) -> None:
    columns = document["columns"]["labels"]
    for what, given, there in (
        ("row", change.key, list(document["cells"])),
        ("column", change.column, columns),
    ):
        if given not in there:
            raise BadChange(f"{change.file} has no {what} {given!r}; it has {', '.join(there)}")
    cells, at = document["cells"][change.key], columns.index(change.column)
    cells[at] = cells[at] + change.value if change.add else change.value
