"""Control, the umpire: free edits of a position, each with a reason, each on the record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

from ..book.rulebook import Rulebook
from ..machine.engine import stuck
from ..machine.events import Edited
from ..machine.state import GameState
from ..map.board import MapPart
from ..refusals import Refusal, Refused

G = TypeVar("G", bound=GameState)


class Change(NamedTuple):
    """One edit: set entry *at* of *column* to *value*; -1 sets a plain number of that name.

    Of a set of hexes, *at* is the hex and *value* 1 or 0: whether it is in the set.
    """

    column: str
    at: int
    value: int


def edited(rulebook: Rulebook[G], g: G, changes: Iterable[Change], reason: str) -> G:
    """*g* with Control's *changes*; Refused, with the sentence that says why, if the position would be impossible.

    Derived matter is worked out afresh and what is asked stays asked. Only matter that a rulebook keeps in its state
    can be changed, never the printed map or tables.
    """
    listed = tuple(changes)
    if not reason.strip():
        raise Refused(Refusal("", "Control changes nothing without a reason"))
    if not listed:
        raise Refused(Refusal("", "an edit needs at least one change"))
    after = g.copy()
    for change in listed:
        _apply(rulebook, after, change)
    rulebook.after_edit(after, {change.column for change in listed})
    if wrong := impossible(rulebook, after):
        raise Refused(Refusal("", f"the position would be impossible: {wrong}"))
    if wrong := stuck(after):
        raise Refused(Refusal("", f"what is asked now would make no sense any more: {wrong}"))
    after.told = g.told
    # Everybody hears that Control stepped in; what exactly was changed may be hidden from them.
    after.tell(Edited((), reason))
    after.tell(Edited(listed, reason), to=())
    return after


def impossible(rulebook: Rulebook[G], g: G) -> str | None:
    """What is impossible about a typed-in position, or None; its derived matter is worked out afresh."""
    try:
        return misplaced(rulebook, g) or _impossible(rulebook, g)
    except Exception as why:  # whatever a rulebook trips over here, the typed-in position is the cause
        return f"the rulebook cannot make sense of it ({why or type(why).__name__})"


def _impossible(rulebook: Rulebook[G], g: G) -> str | None:
    g.rebuild()
    return next(iter(rulebook.complaints(g)), None)


def misplaced(rulebook: Rulebook[G], g: G) -> str | None:
    """What does not fit the board in the columns by hex, hexside and point; None if all does."""
    for by, names in placed(g).items():
        if not names:
            continue
        board = rulebook.board(g.setup)
        count, outside = len(board.entries(by)), board.outside(by)
        for name in names:
            column = getattr(g, name)
            if len(column) != count:
                return f"{name} has {len(column)} entries; the map has {count} of its {by}s"
            stray = next((n for n in outside if column[n]), None)
            if stray is not None:
                return f"{name} says something of {by} {stray}, which is not on the map"
    return None


def placed(g: GameState) -> dict[MapPart, tuple[str, ...]]:
    """The columns that have their entries by hex, hexside and point."""
    return {"hex": g.BY_HEX, "hexside": g.BY_HEXSIDE, "point": g.BY_POINT}


def read_changes(rows: Iterable[Any]) -> tuple[Change, ...]:
    """Rows of column, entry and value as changes; Refused where a row is something else."""
    listed = [tuple(row) if isinstance(row, list | tuple) else (row,) for row in rows]
    for row in listed:
        if len(row) != 3 or not isinstance(row[0], str) or not all(type(n) is int for n in row[1:]):
            raise Refused(
                Refusal("", f"{row!r} is no change; a name, an entry (-1 for a plain number) and a value are")
            )
    return tuple(Change(*row) for row in listed)


def _apply(rulebook: Rulebook[G], g: G, change: Change) -> None:
    if change.column in g.SETS and change.at >= 0:
        if change.value not in (0, 1):
            raise Refused(
                Refusal("", f"a hex is in {change.column!r} (1) or it is not (0); {change.value} is neither")
            )
        if change.at not in rulebook.board(g.setup).terrain:
            raise Refused(Refusal("", f"the map has no hex with the number {change.at}"))
        others = getattr(g, change.column) & ~(1 << change.at)
        setattr(g, change.column, others | change.value << change.at)
        return
    if change.column in g.NUMBERS:
        if change.at != -1:
            raise Refused(
                Refusal("", f"{change.column!r} is a plain number: its entry is -1, not {change.at}")
            )
        setattr(g, change.column, change.value)
        return
    if change.column not in g.COLUMNS:
        known = ", ".join((*g.COLUMNS, *g.NUMBERS))
        raise Refused(Refusal("", f"the position has no {change.column!r} to edit; it has {known}"))
    column = list(getattr(g, change.column))
    if not 0 <= change.at < len(column):
        raise Refused(Refusal("", f"{change.column!r} has entries 0 to {len(column) - 1}, not {change.at}"))
    for by, names in placed(g).items():
        if change.column in names and not rulebook.board(g.setup).entries(by)[change.at]:
            raise Refused(Refusal("", f"the map has no {by} with the number {change.at}"))
    column[change.at] = change.value
    setattr(g, change.column, column)
