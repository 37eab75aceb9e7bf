"""Talk at the table: to all, among the seats of a side, or between one seat and Control; and the notes of a seat.

Nothing of it belongs to the game: no remark enters a position, a record or a replay. Remarks are called by random tokens
and not by their numbers, whose gaps would tell of what is said in private.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Collection
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, func, insert, literal, or_, select, update

from sandtable.kernel.machine.actions import CONTROL_NAME, SPECTATOR_NAME, seat_title

from ..db import match_store, steady_time
from ..db import schema as t
from ..db.match_store import Match
from ..errors import BadRequest, Conflict, Forbidden
from ..match.sides import sides
from . import seating

ALL: Final = "all"
SIDE: Final = "side"
# Between the names of seats that read a remark.
_BETWEEN: Final = "|"
# So many of the latest remarks come at once; earlier ones are asked for.
SHOWN: Final = 100
# A match in which more is said is none.
MOST: Final = 5000
# Characters that nobody types and that could disturb whoever reads; line breaks may stay.
_UNSEEN: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_EMPTY_LINES: Final = re.compile(r"\n{3,}")


def reader_of(match: Match, held: Collection[str], seat: str) -> str:
    """As whom the talk is read; Forbidden unless *seat* is held, or the match lets spectators listen."""
    if seat in held:
        return seat
    if seat != SPECTATOR_NAME:
        raise Forbidden(f"you do not hold the seat {seat_title(seat)} in this match")
    if not match.listed and not held:
        raise Forbidden("this match is not listed: what is said at it is for those who sit at it")
    return SPECTATOR_NAME


def heard(db: Connection, match: Match, held: Collection[str], seat: str, before: str = "") -> dict[str, Any]:
    """What *seat* may read: the latest remarks, or those *before* one; how many are new to it, and whom it may address."""
    c = t.remarks.c
    wanted = select(t.remarks).where(c.match == match.id, _readable(literal(seat)))
    if before:
        wanted = wanted.where(c.id < _found(db, match.id, seat, before).id)
    rows = db.execute(wanted.order_by(c.id.desc()).limit(SHOWN + 1)).all()
    return {
        "remarks": [_shown(row, held) for row in reversed(rows[:SHOWN])],
        "earlier": len(rows) > SHOWN,
        "unread": _unread_at(db, match.id, seat, held),
        "addressees": _addressees(match, seat),
    }


def mark(db: Connection, match: str, seat: str) -> str:
    """A word that changes whenever what *seat* may read changes, and never otherwise."""
    c = t.remarks.c
    wanted = select(c.token, c.id).where(c.match == match, _readable(literal(seat)))
    latest = db.execute(wanted.order_by(c.id.desc()).limit(1)).one_or_none()
    taken_back = select(func.count()).where(c.match == match, c.withdrawn, _readable(literal(seat)))
    return f"{latest.token if latest else ''}.{db.execute(taken_back).scalar_one()}"


def say(db: Connection, match: Match, seat: str, to: str, text: str, key: str) -> None:
    """*seat* says something to all, to its side or to Control, or as Control to a seat or a side.

    The same key again is the same remark again.
    """
    c = t.remarks.c
    said = _plain(text)
    if to not in _addressees(match, seat):
        raise BadRequest(
            f"{seat_title(seat)} cannot speak to {seat_title(to)}; a remark goes to all, to one's side, or between one seat and Control"
        )
    # Read to change: of two that come at once with one key, the second finds the first.
    match_store.read_match(db, match.id, to_change=True)
    # A key is its seat's own: another may have thought of the same.
    own_key = sha256(f"{seat} {key}".encode()).hexdigest()
    if db.execute(select(c.id).where(c.match == match.id, c.key == own_key)).first() is not None:
        return
    if db.execute(select(func.count()).where(c.match == match.id)).scalar_one() >= MOST:
        raise Conflict(f"more than {MOST} remarks have been made at this match; go on elsewhere")
    line = None if to == ALL else seat if to == CONTROL_NAME else to
    readers = _readers(match, seat, to)
    row: dict[str, str | None] = {
        "match": match.id,
        "token": secrets.token_hex(8),
        "key": own_key,
        "seat": seat,
    }
    row |= {"line": line if readers is None else "", "readers": readers}
    db.execute(insert(t.remarks).values(**row, text=said, at=steady_time.now(), withdrawn=False))
    # Other processes hear of the match, and look what is new for whom; nobody else notices.
    match_store.set_standing(db, match.id, {})


def withdraw(db: Connection, match: str, seat: str, token: str) -> None:
    """Take a remark of *seat* back: its words are gone, but that there was one stays."""
    found = _found(db, match, seat, token)
    if found.seat != seat:
        raise Forbidden("only who made a remark can withdraw it")
    gone = update(t.remarks).where(t.remarks.c.id == found.id)
    db.execute(gone.values(text="", withdrawn=True))
    match_store.set_standing(db, match, {})


def note_read(db: Connection, match: str, seat: str, token: str) -> None:
    """*seat* has read everything up to that remark."""
    match_store.read_match(db, match, to_change=True)
    number = _found(db, match, seat, token).id
    h = t.hearings
    here = and_(h.c.match == match, h.c.seat == seat)
    before = db.execute(select(h.c.upto).where(here)).scalar_one_or_none()
    if before is None:
        db.execute(insert(h).values(match=match, seat=seat, upto=number))
    elif before < number:
        db.execute(update(h).where(here).values(upto=number))


def unread(db: Connection, guest: str | None, match: str | None = None) -> dict[str, int]:
    """How many remarks are new to *guest*, by match; in all matches at which he sits, or in one."""
    if guest is None:
        return {}
    key = seating.key_of(db, guest)
    h, r, heard_of, mine = t.holders.c, t.remarks.c, t.hearings.c, t.holders.alias()
    own = select(mine.c.seat).where(mine.c.match == r.match, mine.c.guest == key)
    wanted = (
        select(r.match, func.count(r.id.distinct()))
        .join(t.holders, h.match == r.match)
        .join(t.hearings, and_(heard_of.match == h.match, heard_of.seat == h.seat), isouter=True)
        .where(h.guest == key, ~r.withdrawn, r.id > func.coalesce(heard_of.upto, 0))
        .where(_readable(h.seat), r.seat.not_in(own))
        .group_by(r.match)
    )
    if match is not None:
        wanted = wanted.where(r.match == match)
    return {row[0]: row[1] for row in db.execute(wanted)}


# ---- notes


def notes(db: Connection, match: str, seat: str) -> dict[str, Any]:
    """What *seat* has written down for itself."""
    n = t.notes.c
    wanted = select(n.text, n.version, n.changed).where(n.match == match, n.seat == seat)
    row = db.execute(wanted).one_or_none()
    return dict(row._mapping) if row else {"text": "", "version": 0, "changed": None}


def write_notes(db: Connection, match: str, seat: str, text: str, version: int) -> None:
    """Replace the notes of *seat*; Conflict if they are no longer those of *version*."""
    match_store.read_match(db, match, to_change=True)
    if notes(db, match, seat)["version"] != version:
        raise Conflict("your notes have been changed elsewhere meanwhile; here they are read again first")
    n = t.notes
    values = {"text": _UNSEEN.sub("", text), "version": version + 1, "changed": steady_time.now()}
    if version:
        db.execute(update(n).where(n.c.match == match, n.c.seat == seat).values(**values))
    else:
        db.execute(insert(n).values(match=match, seat=seat, **values))


# ---- helpers


def _readable(seat: ColumnElement[str]) -> ColumnElement[bool]:
    """Remarks that *seat* may read: those to all, to its side, its own private line, and for Control all such lines."""
    line, readers = t.remarks.c.line, t.remarks.c.readers
    named = literal(_BETWEEN) + seat + literal(_BETWEEN)
    to_side = and_(readers.is_not(None), func.replace(readers, named, "") != readers)
    return or_(line.is_(None), line == seat, to_side, and_(seat == CONTROL_NAME, line.is_not(None)))


def _addressees(match: Match, seat: str) -> list[str]:
    if seat == SPECTATOR_NAME:
        return []
    found = sides(match)
    teams = [side for side, many in Counter(found.values()).items() if many > 1]
    if seat == CONTROL_NAME:
        return [ALL, *sorted(match.people()), *(f"{SIDE}:{side}" for side in sorted(teams))]
    own = [SIDE] if found.get(seat) in teams else []
    return [ALL, *own, *([CONTROL_NAME] if match.control != "none" else [])]


def _readers(match: Match, seat: str, to: str) -> str | None:
    """The seats of the side that is spoken to, as they are stored; None where it is none."""
    found = sides(match)
    side = (
        found.get(seat) if to == SIDE else to.removeprefix(f"{SIDE}:") if to.startswith(f"{SIDE}:") else None
    )
    if side is None:
        return None
    return _BETWEEN.join(("", *(name for name, one in found.items() if one == side), ""))


def _found(db: Connection, match: str, seat: str, token: str) -> Any:
    """The remark that *seat* means; BadRequest also where it may not read it."""
    c = t.remarks.c
    wanted = select(t.remarks).where(c.match == match, c.token == token, _readable(literal(seat)))
    row = db.execute(wanted).one_or_none()
    if row is None:
        raise BadRequest(f"there is no remark {token!r} at this match")
    return row


def _unread_at(db: Connection, match: str, seat: str, held: Collection[str]) -> int:
    if seat == SPECTATOR_NAME:
        return 0
    c, h = t.remarks.c, t.hearings.c
    upto = select(h.upto).where(h.match == match, h.seat == seat).scalar_subquery()
    wanted = select(func.count()).where(
        c.match == match, ~c.withdrawn, _readable(literal(seat)), c.seat.not_in(list(held))
    )
    return int(db.execute(wanted.where(c.id > func.coalesce(upto, 0))).scalar_one())


def _shown(row: Any, held: Collection[str]) -> dict[str, Any]:
    private = SIDE if row.readers else CONTROL_NAME if row.seat == row.line else row.line
    return {
        "id": row.token,
        "seat": row.seat,
        "to": ALL if row.line is None else private,
        "text": row.text,
        "at": row.at,
        "withdrawn": row.withdrawn,
        "own": row.seat in held,
    }


def _plain(text: str) -> str:
    """What was said, as plain text; BadRequest if nothing was."""
    said = _EMPTY_LINES.sub("\n\n", _UNSEEN.sub("", text.replace("\r\n", "\n"))).strip()
    if not said:
        raise BadRequest("a remark needs words")
    return said
