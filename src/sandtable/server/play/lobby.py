"""The lobby: which matches there are, and how one of them looks from outside."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, select

from sandtable import catalog
from sandtable.kernel.game.codec import check_header, read_setup
from sandtable.kernel.refusals import SandtableError

from ..db import schema as t
from ..db.match_store import PEOPLE, Match
from ..match import clocks
from ..people import seating, talk

# So many matches of others are shown, and so many of one's own: more than anybody plays at a time.
LISTED: Final = 100
OWN: Final = 1000


def listed(db: Connection, guest: str | None, absent_days: float) -> list[dict[str, Any]]:
    """The guest's own matches and those that are open to everybody, the latest first; others crowd out none of his."""
    own = seating.matches_of(db, guest)
    key = "" if guest is None else seating.key_of(db, guest)
    held = t.matches.c.id.in_(select(t.holders.c.match).where(t.holders.c.guest == key))
    found = [*_latest(db, held, OWN), *_latest(db, and_(t.matches.c.listed, ~held), LISTED)]
    found.sort(key=lambda match: (match.over, -match.moved))
    new = talk.unread(db, guest)
    return [
        summary(match, tuple(own.get(match.id, ())), absent_days, unread=new.get(match.id, 0))
        for match in found
    ]


def unplayable(match: Match) -> str | None:
    """Why the match can be neither shown nor played here; None if it can.

    Its rulebook has gone or has changed, or the tables that it was begun with cannot be read.
    """
    try:
        check_header(catalog.rulebook(match.rulebook), vars(match), "match")
        if match.setup.get("tables"):
            read_setup(catalog.rulebook_to_play(match.rulebook), match.setup)
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
                "vacated": seat in match.vacated,
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
    return {
        "match": match.id,
        "scenario": match.scenario,
        "rulebook": match.rulebook,
        "options": match.setup["options"],
        "mode": match.mode,
        "listed": match.listed,
        "version": match.version,
        "answers": match.answers,
        **public_state(match, absent_days),
        "mine": list(mine),
        "unread": unread,
        "over": match.over,
        "result": match.result,
        "unplayable": unplayable(match),
        "commitment": match.dice().commitment,
        "salt": match.salt,
        # From which roll on each is mixed in is told with the record: until then the number of rolls may be a secret.
        "salts": {seat: text for _, seat, text in match.salts},
        "created": match.created,
        "changed": match.moved,
    }


def _latest(db: Connection, which: ColumnElement[bool], most: int) -> list[Match]:
    wanted = select(t.matches).where(which).order_by(t.matches.c.over, t.matches.c.moved.desc()).limit(most)
    return [Match(**row._mapping) for row in db.execute(wanted)]
