"""Links to seats: what one leads to, and what happens when somebody takes the seat.

Looking changes nothing: programs that show a preview of a link, and those that search letters for harm, look at it
before the person does to whom it was sent.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from sandtable.kernel.machine.actions import CONTROL_NAME

from ..db import match_store
from ..db import schema as t
from ..db.match_store import OPEN
from ..errors import Forbidden
from . import accounts, seating


def look(db: Connection, secret: str, guest: str | None) -> dict[str, Any]:
    """What the link with this secret is, for the browser of *guest*; NotFound if it leads nowhere (any more)."""
    link = seating.find_link(db, secret)
    head, mine = match_store.read_match(db, link.match), seating.held(db, link.match, guest)
    kind = head.control if link.seat == CONTROL_NAME else head.seats[link.seat]
    return {
        "kind": "invitation" if link.invitation else "own",
        "scenario": head.scenario,
        "seat": link.seat,
        "by": _host(db, link) if link.invitation else None,
        "taken": kind != OPEN,
        "over": head.over,
        "once": link.once,
        "mine": list(mine),
        # Whoever sits at the table may know where it stands, and nobody else before he takes the seat.
        "match": link.match if mine else None,
        "refused": not seating.is_impartial(head, {*mine, link.seat}),
    }


def take(db: Connection, secret: str, guest: str) -> seating.Link:
    """*guest* holds the seat from now on; a link that leads there once has done so."""
    seating.claimed(db, seating.find_link(db, secret).match)
    # Now that nobody else can take it: it may have led there already meanwhile.
    link = seating.find_link(db, secret)
    require_impartial(db, link.match, link.seat, guest)
    seating.sit(db, link.match, link.seat, guest)
    seating.occupy(db, link.match, link.seat)
    if not link.invitation:
        # Whoever plays and is the umpire too plays alone: where one of his seats goes, all go, and nobody sits against him
        # who does not see what he sees.
        for seat in seating.seats_of_umpire(db, link.match, link.seat):
            seating.sit(db, link.match, seat, guest)
    if link.once:
        seating.use_up(db, secret)
    return link


def require_impartial(db: Connection, match: str, seat: str, guest: str) -> None:
    """Forbidden if *guest* would be the umpire of a match that he plays in himself, or play against himself in secret."""
    held = {*seating.held(db, match, guest), seat}
    head = match_store.read_match(db, match)
    if not seating.is_impartial(head, held):
        if seat in head.vacated:
            raise Forbidden("whoever plays in this match cannot take the seat of an opponent who has left it")
        if CONTROL_NAME not in held:
            raise Forbidden("nobody plays for both sides of a game of teams")
        raise Forbidden("whoever plays against others cannot be their umpire")


def _host(db: Connection, link: seating.Link) -> str | None:
    """The name of whoever holds all the other seats, if it is one player with an account."""
    others = select(t.holders.c.guest).where(t.holders.c.match == link.match, t.holders.c.seat != link.seat)
    keys = set(db.execute(others).scalars())
    host = accounts.by_key(db, keys.pop()) if len(keys) == 1 else None
    return host.name if host else None
