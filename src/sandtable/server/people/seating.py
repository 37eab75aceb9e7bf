"""Who sits where: guests by a cookie, links by a secret; only hashes of either are kept."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, String, bindparam, delete, func, insert, literal_column, select

from sandtable.kernel.machine.actions import CONTROL_NAME, SPECTATOR_NAME, seat_title

from ..db import match_store, steady_time
from ..db import schema as t
from ..db.match_store import OPEN, PERSON
from ..db.statements import Prepared
from ..errors import Forbidden, NotFound
from ..match import clocks, phases
from ..match.change import notice
from ..match.sides import in_teams, sides_of

COOKIE: Final = "sandtable_guest"
UNPUBLISHED: Final = "this was forked from a match that goes on; all sides may be seen when that is over too"
COOKIE_SECONDS: Final = 400 * 24 * 3600
# Long enough to fetch the telephone, short enough that a link left lying about is worth nothing.
DEVICE_SECONDS: Final = 15 * 60.0
# What the key of an account begins with; that of a guest is the hash of his secret.
ACCOUNT: Final = "@"
_SECRET_BYTES: Final = 32
_ACCOUNT: Final = select(literal_column(f"'{ACCOUNT}'", String) + t.sessions.c.account).where(
    t.sessions.c.hash == bindparam("who"), t.sessions.c.until > bindparam("now")
)
# A browser that is logged in holds what its account holds, any other what it holds itself.
_KEY: Final = func.coalesce(_ACCOUNT.scalar_subquery(), bindparam("who", type_=String))
_HELD: Final = Prepared(
    select(t.holders.c.seat).where(t.holders.c.match == bindparam("wanted"), t.holders.c.guest == _KEY)
)
_END_INVITATIONS: Final = Prepared(
    delete(t.links).where(
        t.links.c.match == bindparam("wanted"), t.links.c.seat == bindparam("of"), t.links.c.invitation
    )
)
_MATCHES: Final = select(t.holders.c.match, t.holders.c.seat).where(t.holders.c.guest == _KEY)


class Link(NamedTuple):
    """The seat that a link leads to; an invitation is for somebody else than whoever made it."""

    match: str
    seat: str
    invitation: bool
    # Whether it leads there only once.
    once: bool


def new_secret() -> str:
    """A secret for a link or a cookie."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def hashed(secret: str) -> str:
    """What is kept of a secret. It is long and random, so a plain hash cannot be turned round."""
    return sha256(f"sandtable {secret}".encode()).hexdigest()


def account_key(account: str) -> str:
    """By which key an account holds seats."""
    return ACCOUNT + account


def key_of(db: Connection, guest: str) -> str:
    """By which key *guest* holds seats: that of his account, or his own."""
    return str(db.execute(select(_KEY), _asking(guest)).scalar_one())


def add_link(db: Connection, match: str, seat: str, *, invitation: bool) -> str:
    """A new link to *seat*: its secret, which is shown once and not kept."""
    secret = new_secret()
    db.execute(insert(t.links).values(hash=hashed(secret), match=match, seat=seat, invitation=invitation))
    return secret


def add_device_link(db: Connection, match: str, seat: str, now: float) -> tuple[str, float]:
    """A link that brings *seat* to another device of its player, once: its secret, and until when. An older one ends."""
    older = (t.links.c.match == match, t.links.c.seat == seat, t.links.c.until.is_not(None))
    db.execute(delete(t.links).where(*older))
    secret, until = new_secret(), now + DEVICE_SECONDS
    values = {"hash": hashed(secret), "match": match, "seat": seat, "invitation": False, "until": until}
    db.execute(insert(t.links).values(values))
    return secret, until


def find_link(db: Connection, secret: str) -> Link:
    """Where the link with this secret leads; NotFound if it leads nowhere (any more)."""
    row = db.execute(select(t.links).where(t.links.c.hash == hashed(secret))).one_or_none()
    if row is None or (row.until is not None and row.until <= time.time()):
        raise NotFound(
            "this link leads to no seat; perhaps it has been used or has run out, ask for a new one"
        )
    return Link(row.match, row.seat, row.invitation, row.until is not None)


def use_up(db: Connection, secret: str) -> None:
    """Let the link with this secret lead nowhere from now on."""
    db.execute(delete(t.links).where(t.links.c.hash == hashed(secret)))


def drop_links(db: Connection, match: str, seat: str) -> None:
    """Let all links to *seat* lead nowhere from now on."""
    db.execute(delete(t.links).where(t.links.c.match == match, t.links.c.seat == seat))


def claimed(db: Connection, match: str) -> match_store.Match:
    """The match, whose seats and links nobody else touches until this transaction is done; NotFound if there is none.

    Whoever changes who sits where, or takes a link, begins with this: of several at once each finds what the one before
    him has left, and as all take the match first, none waits for another in a circle.
    """
    return match_store.read_match(db, match, to_change=True)


def act_for(db: Connection, match: str, seat: str, guest: str | None) -> match_store.Match:
    """*guest* does something for *seat*, and so is its player; Forbidden if he does not hold it, or not any more."""
    head = claimed(db, match)
    require(held(db, match, guest), seat)
    accept_invitation(db, match, seat, guest or "")
    return head


def accept_invitation(db: Connection, match: str, seat: str, guest: str) -> None:
    """The first guest to answer for an invited seat is its player: the invitation ends, and nobody else stays."""
    if _END_INVITATIONS.do(db, {"wanted": match, "of": seat}):
        others = delete(t.holders).where(
            t.holders.c.match == match, t.holders.c.seat == seat, t.holders.c.guest != key_of(db, guest)
        )
        db.execute(others)


def sit(db: Connection, match: str, seat: str, guest: str) -> None:
    """*guest* holds *seat* from now on, perhaps together with the same player's other devices."""
    if seat not in held(db, match, guest):
        db.execute(insert(t.holders).values(match=match, seat=seat, guest=key_of(db, guest)))


def occupy(db: Connection, match: str, seat: str) -> None:
    """Somebody sits on the open *seat* now; when the last has come, the clock begins to run."""
    head = claimed(db, match)
    if seat == CONTROL_NAME:
        if head.control == OPEN:
            match_store.set_standing(db, match, {"control": PERSON})
        return
    if head.seats[seat] == OPEN:
        now = steady_time.now()
        after = replace(head, seats={**head.seats, seat: PERSON}, clock=clocks.ticked(head, now))
        after = replace(after, phase=phases.ticked(head, now))
        standing: dict[str, Any] = {"seats": after.seats, "phase": after.phase}
        if seat in head.vacated:
            # Whoever comes in the middle of the game is told of, and nothing of the other's time is his.
            line = notice("Arrived", f"Somebody else plays for {seat_title(seat)} now.", seat=seat)
            match_store.add_notice(db, match, head.answers, [line])
            waiting = {name: now if name == seat else since for name, since in head.waiting.items()}
            after = replace(after, clock=clocks.refilled(after.clock, seat), waiting=waiting)
            others = [name for name in head.vacated if name != seat]
            standing |= {"vacated": others, "waiting": waiting, "said": head.said + 1}
        match_store.set_standing(db, match, {**standing, "clock": after.clock, "deadline": phases.due(after)})


def held(db: Connection, match: str, guest: str | None) -> tuple[str, ...]:
    """The seats of the match that *guest* holds."""
    if guest is None:
        return ()
    return tuple(sorted(seat for (seat,) in _HELD.ask(db, {"wanted": match, **_asking(guest)})))


def seats_of_umpire(db: Connection, match: str, seat: str) -> list[str]:
    """All seats of whoever holds *seat* and is the umpire of the match too; none where nobody does."""
    here = t.holders.c.match == match
    umpires = select(t.holders.c.guest).where(here, t.holders.c.seat == CONTROL_NAME)
    both = select(t.holders.c.guest).where(here, t.holders.c.seat == seat, t.holders.c.guest.in_(umpires))
    if seat == CONTROL_NAME:
        return []
    return sorted({*db.execute(select(t.holders.c.seat).where(here, t.holders.c.guest.in_(both))).scalars()})


def somebody_holds(db: Connection, match: str, seat: str | None = None) -> bool:
    """Whether anybody holds *seat*, or any seat of the match."""
    wanted = select(t.holders.c.guest).where(t.holders.c.match == match)
    if seat is not None:
        wanted = wanted.where(t.holders.c.seat == seat)
    return db.execute(wanted.limit(1)).one_or_none() is not None


def matches_of(db: Connection, guest: str | None) -> dict[str, list[str]]:
    """The matches in which *guest* holds seats."""
    found: dict[str, list[str]] = {}
    if guest is not None:
        for row in db.execute(_MATCHES, _asking(guest)):
            found.setdefault(row.match, []).append(row.seat)
    return found


def require(seats: tuple[str, ...], seat: str) -> None:
    """Forbidden unless *seat* is among those held."""
    if seat not in seats:
        raise Forbidden(f"you do not hold the seat {seat_title(seat)} in this match")


def require_sight(db: Connection, match: str, guest: str | None, seat: str) -> None:
    """Forbidden unless *guest* may see what *seat* sees: its own seats, what everybody sees, and all when it is over."""
    if seat == SPECTATOR_NAME or seat in held(db, match, guest):
        return
    head = match_store.read_match(db, match)
    if head.over:
        if match_store.published(db, head):
            return
        raise Forbidden(UNPUBLISHED)
    if seat == CONTROL_NAME:
        raise Forbidden("only when the match is over may all sides be seen")
    raise Forbidden(f"you do not hold the seat {seat_title(seat)} in this match")


def is_impartial(match: match_store.Match, held: set[str]) -> bool:
    """Whether somebody may hold these seats together.

    Nobody is umpire of others against whom he plays himself, and nobody gets the secrets of an opponent who has left. In a
    game of teams nobody comes to a seat of both sides.
    """
    several = len(sides_of(match, held)) > 1
    if held & {*match.vacated} and (several or CONTROL_NAME in held):
        return False
    if several and in_teams(match) and not held >= match.people():
        return False
    return CONTROL_NAME not in held or len(held) == 1 or held >= match.people()


def _asking(guest: str) -> dict[str, str | float]:
    return {"who": hashed(guest), "now": time.time()}
