"""Drafts of order sheets as they are stored: one for every seat, outside every version of the match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from . import schema as t
from . import steady_time
from .statements import Prepared
from .store import announce


class StoredDraft(NamedTuple):
    """What stands on the sheet of a seat, how often it was written, and when last."""

    seat: str
    lines: list[str]
    version: int
    changed: float | None


_COLUMNS: Final = tuple(t.drafts.c[name] for name in StoredDraft._fields)
_OF_PHASE: Final = Prepared(
    select(*_COLUMNS).where(t.drafts.c.match == bindparam("wanted"), t.drafts.c.phase == bindparam("current"))
)

_REWRITE: Final = Prepared(
    update(t.drafts).where(t.drafts.c.match == bindparam("wanted"), t.drafts.c.seat == bindparam("of"))
)
_ADD: Final = Prepared(insert(t.drafts))


def read_drafts(db: Connection, match: str, phase: int, seats: Collection[str]) -> dict[str, StoredDraft]:
    """What *seats* have written in *phase*; a blank sheet for each that has written nothing."""
    found = [StoredDraft(*row) for row in _OF_PHASE.ask(db, {"wanted": match, "current": phase})]
    written = {draft.seat: draft for draft in found}
    return {seat: written.get(seat, StoredDraft(seat, [], 0, None)) for seat in seats}


def write_draft(
    db: Connection, match: str, seat: str, phase: int, lines: Sequence[str], version: int
) -> StoredDraft:
    """*lines* stand on the sheet of *seat* now, written for the *version*-th time.

    The row of the match stays what it was: nobody but those who may read the sheet can notice.
    """
    kept = StoredDraft(seat, list(lines), version, steady_time.now())
    values = {"phase": phase, "lines": kept.lines, "version": version, "changed": kept.changed}
    if _REWRITE.do(db, {"wanted": match, "of": seat, **values}) == 0:
        _ADD.do(db, {"match": match, "seat": seat, **values})
    announce(db, match)
    return kept
