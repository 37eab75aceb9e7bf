"""The log of judgements: combats, corrections and withdrawals, none of which is ever changed or taken away.

Where the entries are kept is for others to say: in a file of one machine, or in the database of a server.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sandtable.kernel.book.adjudicator import Adjudicator
from sandtable.kernel.chance.dice import BadDice, Dice, Roll, SeededDice
from sandtable.kernel.printed.axes import Key
from sandtable.kernel.printed.tables import Cell, Column, Table, Tables
from sandtable.kernel.refusals import SandtableError

COMBAT: Final = "combat"
CORRECTION: Final = "correction"
WITHDRAWAL: Final = "withdrawal"
DAMAGE: Final = "damage"
_DONE: Final = {CORRECTION: "corrects", WITHDRAWAL: "withdraws"}
_BECAME: Final = {CORRECTION: "corrected", WITHDRAWAL: "withdrawn"}


class BadLog(SandtableError):
    """A log that cannot be read, or an entry that it does not have."""


@dataclass
class Entry:
    """One line of the log. A correction holds the combat anew; a withdrawal and a damage hold no combat."""

    number: int
    kind: str
    time: str
    # The entry that is corrected or withdrawn, and why.
    of: int | None = None
    reason: str = ""
    note: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    # Faces that were typed, and faces that were rolled after them.
    typed: list[list[int]] = field(default_factory=list)
    rolled: list[list[int]] = field(default_factory=list)
    outcome: dict[str, Any] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    # The tables that the user had replaced by his own.
    tables: list[str] = field(default_factory=list)
    # What of the combat a description file told.
    described: list[str] = field(default_factory=list)
    # The behaviour version of the rulebook that judged it.
    behaviour: int = 1
    # Whom it concerns, as whoever keeps the log calls them.
    sides: list[str] = field(default_factory=list)
    # The cells that the rules read: "table", "row", "column".
    cells: list[dict[str, str]] = field(default_factory=list)

    @property
    def dice(self) -> list[list[int]]:
        """Every roll in its order."""
        return [*self.typed, *self.rolled]


class Judgements:
    """The entries of a log in their order, and what became of each."""

    def __init__(self, rulebook: str, entries: Sequence[Entry] = ()) -> None:
        self.rulebook: Final = rulebook
        self.entries: Final[list[Entry]] = list(entries)

    def entry(self, number: int) -> Entry:
        """The entry with that number."""
        if not 1 <= number <= len(self.entries):
            raise BadLog(f"there is no entry {number}; the log has {len(self.entries)}")
        return self.entries[number - 1]

    def successor(self, entry: Entry) -> Entry | None:
        """What corrects or withdraws *entry*, or None while it stands; a correction that is withdrawn itself is undone."""
        undone = {later.of for later in self.entries if later.kind == WITHDRAWAL}
        after = (later for later in self.entries if later.of == entry.number)
        return next((later for later in after if later.number not in undone), None)

    def standing(self) -> list[Entry]:
        """The combats that count: neither corrected nor withdrawn since."""
        return [e for e in self.entries if e.kind in (COMBAT, CORRECTION) and self.successor(e) is None]

    def last_standing(self) -> Entry:
        """The latest combat that counts."""
        standing = self.standing()
        if not standing:
            raise BadLog("there is no combat to correct in the log yet")
        return standing[-1]

    def that_stands(self, number: int) -> Entry:
        """The entry with that number, which must be a combat that counts."""
        entry = self.entry(number)
        if entry not in self.standing():
            raise BadLog(f"entry {entry.number} is no combat that stands; {self.status(entry) or entry.kind}")
        return entry

    def status(self, entry: Entry) -> str:
        """What became of *entry*, in words."""
        later = self.successor(entry)
        if later is None:
            return "" if entry.of is None else f"{_DONE[entry.kind]} {entry.of}: {entry.reason}"
        return f"{_BECAME[later.kind]} by {later.number}: {later.reason}"


def judged(
    adjudicator: Adjudicator, given: Mapping[str, Any], tables: Tables, dice: Sequence[Roll]
) -> dict[str, Any]:
    """What an entry holds of a judgement: dice typed and rolled, the outcome, its sentences, the cells that were read."""
    source = NotedDice()
    cells: list[dict[str, str]] = []
    noted = Tables((NotedTable(table, cells) for table in tables), tables.replaced)
    outcome = adjudicator.resolve(given, noted, dice, source)
    return {
        "given": dict(given),
        "typed": [list(roll) for roll in dice],
        "rolled": source.rolls,
        "outcome": outcome,
        "told": adjudicator.tell(outcome),
        "tables": list(tables.replaced),
        "cells": cells,
    }


def no_longer_fit(old: Entry, why: BadDice) -> BadLog:
    """The refusal of a correction for which the dice of *old* do not do."""
    return BadLog(f"the dice of entry {old.number} no longer fit: {why}; give --dice")


class NotedDice:
    """Fair dice that remember what they showed."""

    def __init__(self) -> None:
        self._source: Final = SeededDice(secrets.randbits(64))
        self.rolls: Final[list[list[int]]] = []

    def roll(self, dice: Dice, number: int) -> Roll:
        """The faces of roll *number*, noted."""
        faces = self._source.roll(dice, number)
        self.rolls.append(list(faces))
        return faces

    def describe(self) -> dict[str, Any]:
        """Kind alone: the rolls stand in the log."""
        return {"source": "noted"}


class NotedTable(Table):
    """A table that notes which of its cells are read, each once."""

    def __init__(self, table: Table, cells: list[dict[str, str]]) -> None:
        super().__init__(table.document, table.where)
        self._noted: Final = cells

    def look_up(self, *, row: Key, column: Key | Column) -> Cell:
        """The cell, noted."""
        at = column.label if isinstance(column, Column) else self.columns.labels[self.columns.find(column)]
        read = {"table": self.name, "row": self.rows.labels[self.rows.find(row)], "column": at}
        if read not in self._noted:
            self._noted.append(read)
        return super().look_up(row=row, column=column)
