"""What is written down of a match, and how it is read again. Every change is one transaction under the next version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import tables as t
from .errors import NotFound, Stale
from .play import Row

PERSON: Final = "person"
OPEN: Final = "open"
PEOPLE: Final = (PERSON, OPEN)


@dataclass(frozen=True, kw_only=True)
class Match:
    """The head of a stored match."""

    id: str
    scenario: str
    rulebook: str
    behaviour: int
    setup: dict[str, Any]
    mode: str
    listed: bool
    seats: dict[str, str]
    secret: bytes
    salt: str
    foreign_rolls: int
    opening: list[dict[str, Any]]
    version: int
    answers: int
    waiting: dict[str, float]
    proposal: dict[str, Any] | None
    over: bool
    result: dict[str, str] | None
    created: float
    changed: float

    def bots_asked(self) -> tuple[str, ...]:
        """The seats of bots that must answer now."""
        return tuple(seat for seat in self.waiting if self.seats[seat] not in PEOPLE)

    def seating(self) -> dict[str, dict[str, Any]]:
        """Who sits where and since when each is asked, as everybody may know it."""
        return {
            seat: {
                "kind": kind if kind in PEOPLE else "bot",
                "bot": None if kind in PEOPLE else kind,
                "waiting_since": self.waiting.get(seat),
            }
            for seat, kind in self.seats.items()
        }


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change of a match: who did what, under which key, and when."""

    kind: str
    seat: str
    what: str
    key: str
    at: float


_HEAD: Final = select(t.matches).where(t.matches.c.id == bindparam("wanted"))
_STANDING: Final = select(t.matches.c.version, t.matches.c.seats).where(t.matches.c.id == bindparam("wanted"))
_NEXT: Final = update(t.matches).where(
    t.matches.c.id == bindparam("wanted"), t.matches.c.version == bindparam("expected")
)
_ADD_CHANGE: Final = insert(t.changes)
_ADD_ANSWERS: Final = insert(t.answers)


def begin_match(db: Connection, match: Match, rows: Sequence[Row]) -> None:
    """Store a new match with the answers it begins with."""
    db.execute(insert(t.matches).values(**vars(match)))
    _add_rows(db, match.id, rows)


def read_match(db: Connection, match: str) -> Match:
    """The head of the match; NotFound if there is none."""
    row = db.execute(_HEAD, {"wanted": match}).one_or_none()
    if row is None:
        raise NotFound(f"there is no match {match!r}")
    return Match(**row._mapping)


def occupy(db: Connection, match: str, seat: str) -> None:
    """Somebody sits on the open *seat* now."""
    head = read_match(db, match)
    if head.seats[seat] == OPEN:
        seats = {**head.seats, seat: PERSON}
        db.execute(update(t.matches).where(t.matches.c.id == match).values(seats=seats))


def standing_of(db: Connection, match: str) -> tuple[int, dict[str, str]] | None:
    """The version of the match and who sits where, or None if there is none."""
    row = db.execute(_STANDING, {"wanted": match}).one_or_none()
    return (row.version, row.seats) if row else None


def versions_of(db: Connection, matches: Sequence[str]) -> dict[str, int]:
    """The versions of several matches."""
    found = db.execute(select(t.matches.c.id, t.matches.c.version).where(t.matches.c.id.in_(matches)))
    return {row.id: row.version for row in found}


def running_matches(db: Connection) -> list[Match]:
    """The matches that are not over."""
    return [Match(**row._mapping) for row in db.execute(select(t.matches).where(~t.matches.c.over))]


def read_rows(db: Connection, match: str, after: int = 0, to: int | None = None) -> list[Row]:
    """The stored answers with numbers above *after*, up to *to*."""
    columns = [c for c in t.answers.c if c.name != "match"]
    wanted = select(*columns).where(t.answers.c.match == match, t.answers.c.number > after)
    if to is not None:
        wanted = wanted.where(t.answers.c.number <= to)
    return [Row(**row._mapping) for row in db.execute(wanted.order_by(t.answers.c.number))]


def snapshots_up_to(db: Connection, match: str, number: int) -> list[tuple[int, str]]:
    """The snapshots taken at or before answer *number*, the latest first."""
    wanted = (
        select(t.snapshots.c.number, t.snapshots.c.document)
        .where(t.snapshots.c.match == match, t.snapshots.c.number <= number)
        .order_by(t.snapshots.c.number.desc())
    )
    return [(row.number, row.document) for row in db.execute(wanted)]


def write_change(
    db: Connection,
    match: str,
    version: int,
    change: Change,
    head: dict[str, Any],
    *,
    keep: int | None = None,
    rows: Sequence[Row] = (),
    snapshot: tuple[int, str] | None = None,
) -> None:
    """Bring the match from *version* to the next: answers above *keep* go, *rows* come, *head* is what else is new.

    Stale if another writer was faster or the key has been used before; then nothing is changed.
    """
    bound = {"wanted": match, "expected": version, "version": version + 1, "changed": change.at}
    if db.execute(_NEXT, {**bound, **head}).rowcount != 1:
        raise Stale("another answer came first; look at the board again")
    try:
        db.execute(_ADD_CHANGE, {"match": match, "version": version + 1, **vars(change)})
    except IntegrityError:
        raise Stale("this key has been used before; give every answer its own") from None
    if keep is not None:
        for table in (t.answers, t.snapshots):
            db.execute(delete(table).where(table.c.match == match, table.c.number > keep))
    _add_rows(db, match, rows)
    if snapshot is not None:
        add_snapshot(db, match, *snapshot)


def add_snapshot(db: Connection, match: str, number: int, document: str) -> None:
    """Keep the position after answer *number*."""
    db.execute(insert(t.snapshots).values(match=match, number=number, document=document))


def change_with_key(db: Connection, match: str, key: str) -> Change | None:
    """The change that was made under *key*, if any."""
    columns = [t.changes.c[name] for name in ("kind", "seat", "what", "key", "at")]
    row = db.execute(select(*columns).where(t.changes.c.match == match, t.changes.c.key == key)).one_or_none()
    return Change(**row._mapping) if row else None


def _add_rows(db: Connection, match: str, rows: Sequence[Row]) -> None:
    if rows:
        db.execute(_ADD_ANSWERS, [{"match": match, **vars(row)} for row in rows])
