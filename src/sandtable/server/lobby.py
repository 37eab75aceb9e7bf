"""The lobby: which matches there are, and how one of them looks from outside."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, or_, select

from sandtable import catalog
from sandtable.kernel.codec import check_header
from sandtable.kernel.dice import CommitRevealDice
from sandtable.kernel.refusals import SandtableError

from . import clocks, seating, talk
from . import tables as t
from .ledger import PEOPLE, Match

LISTED: Final = 100


def listed(db: Connection, guest: str | None, absent_days: float) -> list[dict[str, Any]]:
    """The guest's own matches and those that are open to everybody, the latest first."""
    own = seating.matches_of(db, guest)
    wanted = (
        select(t.matches)
        .where(or_(t.matches.c.listed, t.matches.c.id.in_(list(own))))
        .order_by(t.matches.c.over, t.matches.c.moved.desc())
        .limit(LISTED)
    )
    new = talk.unread(db, guest)
    return [
        summary(Match(**row._mapping), tuple(own.get(row.id, ())), absent_days, unread=new.get(row.id, 0))
        for row in db.execute(wanted)
    ]


def unplayable(match: Match) -> str | None:
    """Why the match can be neither shown nor played here, because its rulebook has gone or has changed; None if it can."""
    try:
        check_header(catalog.rulebook(match.rulebook), vars(match), "match")
    except SandtableError as why:
        return str(why)
    return None


def public_state(match: Match, absent_days: float) -> dict[str, Any]:
    """Who sits where, since when each is asked, and who has how much time, as everybody may know it."""
    return {
        "seats": {
            seat: {
                "kind": kind if kind in PEOPLE else "bot",
                "bot": None if kind in PEOPLE else kind,
                "waiting_since": match.waiting.get(seat),
                "substitute": seat in match.substitutes,
                "claimable": clocks.claimable(match, seat, absent_days),
            }
            for seat, kind in match.seats.items()
        },
        "clock": clocks.shown(match),
        "paused": match.paused,
        "control": match.control,
    }


def summary(match: Match, mine: tuple[str, ...], absent_days: float, *, unread: int) -> dict[str, Any]:
    """A match from outside: nothing in it depends on what is hidden on the board.

    *unread* are the remarks at its table that are new to whoever asks.
    """
    dice = CommitRevealDice(match.secret, match.salt)
    return {
        "match": match.id,
        "scenario": match.scenario,
        "rulebook": match.rulebook,
        "options": match.setup["options"],
        "mode": match.mode,
        "version": match.version,
        "answers": match.answers,
        **public_state(match, absent_days),
        "mine": list(mine),
        "unread": unread,
        "over": match.over,
        "result": match.result,
        "unplayable": unplayable(match),
        "commitment": dice.commitment,
        "salt": match.salt,
        "created": match.created,
        "changed": match.moved,
    }
