"""Control, the umpire: free edits of a position, each with a reason, each on the record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from .events import Edited
from .machine import DeadEnd, asked, options
from .refusals import Refusal, Refused, SandtableError
from .rulebook import Rulebook
from .state import GameState

G = TypeVar("G", bound=GameState)


class Change(NamedTuple):
    """One edit: set entry *at* of *column* to *value*; -1 sets a plain number of that name."""

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
        _apply(after, change)
    after.rebuild()
    if wrong := rulebook.complaints(after):
        raise Refused(Refusal("", f"the position would be impossible: {wrong[0]}"))
    try:
        for seat in asked(after):
            options(after, seat)
    except DeadEnd:
        raise Refused(
            Refusal("", "nobody could answer what is asked now; change it after the next answer")
        ) from None
    except (SandtableError, LookupError, ValueError) as why:
        raise Refused(Refusal("", f"what is asked now would make no sense any more: {why}")) from None
    after.offered = {}
    after.told = g.told
    after.tell(Edited(tuple(listed), reason))
    return after


def _apply(g: GameState, change: Change) -> None:
    if change.at == -1 and change.column in g.NUMBERS:
        setattr(g, change.column, change.value)
        return
    if change.column not in g.COLUMNS:
        known = ", ".join((*g.COLUMNS, *g.NUMBERS))
        raise Refused(Refusal("", f"the position has no {change.column!r} to edit; it has {known}"))
    column = getattr(g, change.column)
    if not 0 <= change.at < len(column):
        raise Refused(Refusal("", f"{change.column!r} has entries 0 to {len(column) - 1}, not {change.at}"))
    column[change.at] = change.value
