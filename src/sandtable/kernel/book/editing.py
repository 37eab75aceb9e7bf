"""What Control may write by hand: a word for every column and number of a position, and what the numbers in it mean.

A rulebook describes its own (``Rulebook.editable``); whoever draws a form or writes a log asks for it and knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..machine.state import GameState
from ..map.board import Board

NUMBER: Final = "number"
YES: Final = "yes"
HEX: Final = "hex"
# A set of hexes: an edit says of one hex whether it is in it.
HEXES: Final = "hexes"
WORD: Final = "word"
# The column in which a unit's hex stands, in every rulebook that has units.
_HEX_OF: Final = "hex_of"


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing that may be written: its name in the state, its title, and how its numbers read."""

    name: str
    title: str
    kind: str = NUMBER
    # Whether it has an entry for every unit; else one for each of the *entries*, or it is one number.
    of_units: bool = False
    entries: tuple[str, ...] = ()
    # What the numbers of a WORD mean.
    words: Mapping[int, str] = field(default_factory=dict)
    # Fields that are looked for together; those of none are looked for most.
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class Editable:
    """Everything that may be written: the units by the order of their entries, named as in the view, and the fields."""

    fields: tuple[Field, ...]
    units: tuple[str, ...] = ()
    # What the units are called in sentences, where that is something else.
    unit_titles: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The description as plain data; numbers that mean words as a list of pairs."""
        fields = [
            {**vars(f), "entries": list(f.entries), "words": [list(pair) for pair in f.words.items()]}
            for f in self.fields
        ]
        return {"units": list(self.units), "fields": fields}

    def in_words(self, column: str, at: int, value: int, hex_name: Callable[[int], str]) -> str:
        """A change as Control reads it in the log."""
        found = next((f for f in self.fields if f.name == column), None)
        if found is None:
            return f"{column} {value}" if at < 0 else f"{column} {at}: {value}"
        if found.kind == HEXES:
            return f"{hex_name(at)}: {_lower(found.title)} {'yes' if value else 'no'}"
        said = f"{_lower(found.title)} {_value(found, value, hex_name)}"
        owners = (self.unit_titles or self.units) if found.of_units else found.entries
        return f"{owners[at]}: {said}" if 0 <= at < len(owners) else said


def plain(g: GameState, units: tuple[str, ...] = (), board: Board | None = None) -> Editable:
    """A description from the names in the state alone, for a rulebook that gives no other.

    With the *board* the entries of columns by hex, hexside and point have the names that are printed on it.
    """
    by: dict[str, tuple[str, ...]] = {}
    if board is not None:
        by |= dict.fromkeys(g.BY_HEX, board.entries("hex"))
        by |= dict.fromkeys(g.BY_HEXSIDE, board.entries("hexside"))
        by |= dict.fromkeys(g.BY_POINT, board.entries("point"))
    columns = [
        Field(
            name=name,
            title="Hex" if name == _HEX_OF else titled(name),
            kind=HEX if name == _HEX_OF else NUMBER,
            of_units=name not in by and bool(units) and len(getattr(g, name)) == len(units),
            entries=by.get(name) or (() if units else tuple(str(n) for n in range(len(getattr(g, name))))),
        )
        for name in g.COLUMNS
    ]
    numbers = [
        Field(name=name, title=titled(name), kind=HEXES if name in g.SETS else NUMBER) for name in g.NUMBERS
    ]
    return Editable(fields=(*columns, *numbers), units=units)


def titled(name: str) -> str:
    """A name of the state as words: "axis_rp" is "Axis rp"."""
    return name.replace("_", " ").capitalize()


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def _value(found: Field, value: int, hex_name: Callable[[int], str]) -> str:
    if found.kind == HEX:
        return hex_name(value) if value >= 0 else "off the map"
    if found.kind == YES:
        return "yes" if value else "no"
    return found.words.get(value, str(value)) if found.kind == WORD else str(value)
