"""What is written down of a match, and how it is read again. Every change is one transaction under the next version."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.chance.dice import CommitRevealDice, Salt
from sandtable.kernel.game.records import Entry
from sandtable.kernel.machine.actions import DICE_NAME

from ..errors import Damaged, NotFound, Stale
from . import schema as t
from . import steady_time
from .statements import Prepared
from .store import announce

_LOG: Final = logging.getLogger("sandtable.server.db.match_store")
PERSON: Final = "person"
OPEN: Final = "open"
PEOPLE: Final = (PERSON, OPEN)


# A line of the log as it is stored: text, rule, event, and "to", the seats that may read it (None: everybody).
Line = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One answer as it is stored."""

    number: int
    who: str
    action: str
    digest: str
    note: dict[str, Any] | None = None
    told: list[Line] = field(default_factory=list)
    closed: bool = False

    def entry(self) -> Entry:
        """The same answer as the kernel records it."""
        return Entry(self.who, self.action, self.digest, self.note or {})


class Snapshot(NamedTuple):
    """The position after an answer as it is stored, and how many lines the log had by then."""

    number: int
    document: str
    lines: Mapping[str, int] | None


@dataclass(frozen=True, kw_only=True)
class Seating:
    """Who sits where in a stored match, and who is asked: what can be read of thousands of matches in a moment."""

    id: str
    seats: dict[str, str]
    waiting: dict[str, float]
    paused: dict[str, Any] | None = None
    substitutes: list[str] = field(default_factory=list)

    def bots_asked(self) -> tuple[str, ...]:
        """The seats of bots that must answer now."""
        if self.paused:
            return ()
        return tuple(seat for seat in self.waiting if self.seats.get(seat, PERSON) not in PEOPLE)

    def people(self) -> set[str]:
        """The seats of persons, those included for whom a bot plays at present."""
        return {seat for seat, kind in self.seats.items() if kind in PEOPLE or seat in self.substitutes}


@dataclass(frozen=True, kw_only=True)
class Match(Seating):
    """The head of a stored match."""

    scenario: str
    rulebook: str
    behaviour: int
    setup: dict[str, Any]
    mode: str
    listed: bool
    secret: bytes
    salt: str
    foreign_rolls: int
    opening: list[dict[str, Any]]
    version: int
    answers: int
    proposal: dict[str, Any] | None
    over: bool
    result: dict[str, str] | None
    created: float
    changed: float
    moved: float
    said: int = 0
    salts: list[list[Any]] = field(default_factory=list)
    rolls_seen: int = 0
    clock: dict[str, Any] | None = None
    deadline: float | None = None
    control: str = "none"
    forked_from: str | None = None
    aside: list[dict[str, Any]] = field(default_factory=list)
    vacated: list[str] = field(default_factory=list)
    terms: dict[str, Any] = field(default_factory=dict)
    phase: dict[str, Any] | None = None

    def dice(self) -> CommitRevealDice:
        """The dice of the match, as its secret and its players have made them."""
        return CommitRevealDice(self.secret, self.salt, [Salt(*given) for given in self.salts])

    def undecided(self) -> set[str]:
        """The seats of persons whose word to a proposal is still out."""
        return self.people() - {*self.proposal["agreed"]} if self.proposal else set()


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change of a match: who did what, under which key, and when."""

    kind: str
    seat: str
    what: str
    key: str
    at: float


# The kind of a change by which somebody answers.
ANSWER: Final = "answer"
_SEATING: Final = tuple(t.matches.c[part.name] for part in fields(Seating))
_HEAD: Final = select(t.matches).where(t.matches.c.id == bindparam("wanted"))
# Somebody who sits down changes no position, and must hinder no answer that comes at the same time.
UNVERSIONED: Final = (
    *("seats", "substitutes", "vacated", "control", "paused"),
    *("waiting", "clock", "deadline", "said", "phase"),
)
_STANDING: Final = Prepared(
    select(t.matches.c.version, *(t.matches.c[name] for name in UNVERSIONED)).where(
        t.matches.c.id == bindparam("wanted")
    )
)
_LOCKED: Final = _HEAD.with_for_update()
_NEXT: Final = Prepared(
    update(t.matches).where(
        t.matches.c.id == bindparam("wanted"), t.matches.c.version == bindparam("expected")
    )
)
_ADD_CHANGE: Final = Prepared(insert(t.changes))
_OTHER_CHANGES: Final = Prepared(
    select(func.count()).where(
        t.changes.c.match == bindparam("wanted"),
        t.changes.c.version > bindparam("since"),
        t.changes.c.kind != bindparam("answer"),
    )
)
_ADD_ANSWERS: Final = Prepared(insert(t.answers))


_ROW: Final = tuple(column.name for column in t.answers.c if column.name != "match")
_ROWS: Final = Prepared(
    select(*(t.answers.c[name] for name in _ROW))
    .where(
        t.answers.c.match == bindparam("wanted"),
        t.answers.c.number > bindparam("after"),
        t.answers.c.number <= bindparam("to"),
    )
    .order_by(t.answers.c.number)
)
_BOTH: Final = (t.answers.c.match == bindparam("wanted"), t.answers.c.number <= bindparam("to"))
_ENTRIES: Final = Prepared(
    select(*(t.answers.c[name] for name in ("who", "action", "digest", "note")))
    .where(*_BOTH, t.answers.c.number > bindparam("after"))
    .order_by(t.answers.c.number)
)
_ROLLS: Final = Prepared(select(func.count()).where(*_BOTH, t.answers.c.who == bindparam("dice")))
_DOOR: Final = Prepared(select(func.max(t.answers.c.number)).where(*_BOTH, t.answers.c.closed))
_MARKS: Final = Prepared(
    select(t.snapshots.c.number, t.snapshots.c.lines, func.length(t.snapshots.c.document))
    .where(t.snapshots.c.match == bindparam("wanted"))
    .order_by(t.snapshots.c.number.desc())
)
# As many names as every database takes at a time.
_AT_ONCE: Final = 500
# More answers than any match has.
_ALL: Final = 2**31 - 1


def begin_match(db: Connection, match: Match, rows: Sequence[Row]) -> None:
    """Store a new match with the answers it begins with."""
    db.execute(insert(t.matches).values(**vars(match)))
    _add_rows(db, match.id, rows)
    announce(db, match.id)


def read_match(db: Connection, match: str, *, to_change: bool = False) -> Match:
    """The head of the match, which nobody else changes meanwhile if it is read *to_change*; NotFound if there is none."""
    try:
        row = db.execute(_LOCKED if to_change else _HEAD, {"wanted": match}).one_or_none()
    except ValueError as why:
        raise Damaged(f"match {match} is damaged: {why}; 'sandtable verify' lists all that are") from None
    if row is None:
        raise NotFound(f"there is no match {match!r}")
    return Match(**row._mapping)


def published(db: Connection, match: Match) -> bool:
    """Whether everybody may know everything about it: it is over, and so is whatever it was forked from."""
    seen = {match.id}
    while match.over and match.forked_from is not None and match.forked_from not in seen:
        seen.add(match.forked_from)
        match = read_match(db, match.forked_from)
    return match.over


def standing_of(db: Connection, match: str) -> tuple[int, dict[str, Any]] | None:
    """The version of the match and what may change without another version, or None if there is none."""
    for version, *standing in _STANDING.ask(db, {"wanted": match}):
        return version, dict(zip(UNVERSIONED, standing, strict=True))
    return None


def set_standing(db: Connection, match: str, standing: Mapping[str, Any]) -> None:
    """Change what may change without another version."""
    db.execute(update(t.matches).where(t.matches.c.id == match).values(**standing, changed=steady_time.now()))
    announce(db, match)


def running_matches(db: Connection) -> Sequence[Seating]:
    """Who sits where in the matches that are not over: of each only that, for there may be thousands."""
    running = ~t.matches.c.over
    try:
        return [Seating(**row._mapping) for row in db.execute(select(*_SEATING).where(running))]
    except ValueError:
        return _heads(db, running)


def timed_matches(db: Connection) -> list[Match]:
    """The matches that are not over and in which somebody's time is counted."""
    counted = (cast(column, Text) != "null" for column in (t.matches.c.clock, t.matches.c.phase))
    return _heads(db, and_(~t.matches.c.over, or_(*counted)))


def read_matches(db: Connection, matches: Sequence[str]) -> list[Match]:
    """The heads of these matches, those that are still there and not damaged."""
    # In portions: a database takes only so many names at a time.
    return [
        match
        for start in range(0, len(matches), _AT_ONCE)
        for match in _heads(db, t.matches.c.id.in_(matches[start : start + _AT_ONCE]))
    ]


def _heads(db: Connection, wanted: ColumnElement[bool]) -> list[Match]:
    """The matches that are *wanted*; one that is damaged is named in the log and left out, and stops nobody else."""
    rows = select(t.matches).where(wanted)
    try:
        return [Match(**row._mapping) for row in db.execute(rows)]
    except ValueError:
        found = []
        for match in db.execute(rows.with_only_columns(t.matches.c.id)).scalars().all():
            try:
                found.append(read_match(db, match))
            except Damaged as why:
                _LOG.error("%s", why)
        return found


def read_rows(db: Connection, match: str, after: int = 0, to: int | None = None) -> list[Row]:
    """The stored answers with numbers above *after*, up to *to*."""
    found = _ROWS.ask(db, {"wanted": match, "after": after, "to": _ALL if to is None else to})
    return [Row(**dict(zip(_ROW, row, strict=True))) for row in found]


def read_entries(db: Connection, match: str, after: int, to: int) -> list[Entry]:
    """The same answers without what was told, for whoever only plays them again."""
    found = _ENTRIES.ask(db, {"wanted": match, "after": after, "to": to})
    return [Entry(who, action, digest, note or {}) for who, action, digest, note in found]


def rolls_up_to(db: Connection, match: str, number: int) -> int:
    """How many of the first *number* answers are rolls."""
    ((found,),) = _ROLLS.ask(db, {"wanted": match, "to": number, "dice": DICE_NAME})
    return int(found)


def only_answers_since(db: Connection, match: str, version: int) -> bool:
    """Whether nothing but answers has come after *version*: none was taken back, and nothing else was changed."""
    ((found,),) = _OTHER_CHANGES.ask(db, {"wanted": match, "since": version, "answer": ANSWER})
    return not found


def last_door(db: Connection, match: str, number: int) -> int:
    """The latest of the first *number* answers behind which undo may not go; 0 if there is none."""
    ((found,),) = _DOOR.ask(db, {"wanted": match, "to": number})
    return int(found or 0)


class Mark(NamedTuple):
    """A snapshot without its document, whose length it tells."""

    number: int
    lines: Mapping[str, int] | None
    length: int


def snapshot_marks(db: Connection, match: str) -> list[Mark]:
    """After which answers there are snapshots, the latest first."""
    return [Mark(*row) for row in _MARKS.ask(db, {"wanted": match})]


def read_notices(db: Connection, match: str) -> list[tuple[int, Line]]:
    """The lines of the log that belong to no answer, each with the answer after which it is read."""
    wanted = select(t.notices).where(t.notices.c.match == match).order_by(t.notices.c.id)
    return [(row.number, line) for row in db.execute(wanted) for line in row.lines]


def snapshots_up_to(db: Connection, match: str, number: int) -> Iterator[tuple[int, str]]:
    """The snapshots taken at or before answer *number*, the latest first; each is read when it is wanted."""
    c = t.snapshots.c
    before = number
    while True:
        wanted = select(c.number, c.document).where(c.match == match, c.number <= before)
        row = db.execute(wanted.order_by(c.number.desc()).limit(1)).one_or_none()
        if row is None:
            return
        yield row.number, row.document
        before = row.number - 1


def write_change(
    db: Connection,
    match: str,
    version: int,
    change: Change,
    head: dict[str, Any],
    *,
    keep: int | None = None,
    rows: Sequence[Row] = (),
    lines: Sequence[Line] = (),
    snapshot: Snapshot | None = None,
) -> None:
    """Bring the match from *version* to the next: answers above *keep* go, *rows* come, *head* is what else is new.

    *lines* of the log come that belong to no answer; such lines stay where answers go. Where *head* says what is set
    aside, the answers that go are kept under the new version, and lines that it does not name any more are forgotten.

    Stale if another writer was faster or the key has been used before; then nothing is changed.
    """
    bound = {
        "wanted": match,
        "expected": version,
        "version": version + 1,
        "changed": change.at,
        "moved": change.at,
    }
    if _NEXT.do(db, {**bound, **head}) != 1:
        raise Stale("another answer came first; look at the board again")
    try:
        _ADD_CHANGE.do(db, {"match": match, "version": version + 1, **vars(change)})
    except IntegrityError:
        raise Stale("this key has been used before; give every answer its own") from None
    if "aside" in head:
        _set_aside(db, match, version + 1, keep, [line["line"] for line in head["aside"]])
    if keep is not None:
        for table in (t.answers, t.snapshots):
            db.execute(delete(table).where(table.c.match == match, table.c.number > keep))
        later = update(t.notices).where(t.notices.c.match == match, t.notices.c.number > keep)
        db.execute(later.values(number=keep))
    _add_rows(db, match, rows)
    if lines:
        add_notice(db, match, head["answers"], lines)
    if snapshot is not None:
        add_snapshot(db, match, snapshot)
    announce(db, match)


def read_line(db: Connection, match: str, line: int) -> list[Row]:
    """The answers that were set aside under that version."""
    wanted = select(t.set_aside.c.rows).where(t.set_aside.c.match == match, t.set_aside.c.line == line)
    return [Row(**row) for row in db.execute(wanted).scalar_one()]


def add_notice(db: Connection, match: str, number: int, lines: Sequence[Line]) -> None:
    """Write down lines of the log that belong to no answer, but are read after answer *number*."""
    db.execute(insert(t.notices).values(match=match, number=number, lines=list(lines)))


def add_snapshot(db: Connection, match: str, snapshot: Snapshot) -> None:
    """Keep the position after an answer."""
    db.execute(insert(t.snapshots).values(match=match, **snapshot._asdict()))


def change_with_key(db: Connection, match: str, key: str) -> Change | None:
    """The change that was made under *key*, if any."""
    columns = [t.changes.c[name] for name in ("kind", "seat", "what", "key", "at")]
    row = db.execute(select(*columns).where(t.changes.c.match == match, t.changes.c.key == key)).one_or_none()
    return Change(**row._mapping) if row else None


def _set_aside(db: Connection, match: str, version: int, keep: int | None, kept: Sequence[int]) -> None:
    """Set the answers above *keep* aside under *version* if that is among those *kept*; no others stay."""
    if version in kept:
        rows = [vars(row) for row in read_rows(db, match, after=keep or 0)]
        db.execute(insert(t.set_aside).values(match=match, line=version, rows=rows))
    db.execute(delete(t.set_aside).where(t.set_aside.c.match == match, t.set_aside.c.line.not_in(kept)))


def _add_rows(db: Connection, match: str, rows: Sequence[Row]) -> None:
    if rows:
        _ADD_ANSWERS.do(db, *({"match": match, **vars(row)} for row in rows))
