"""The lobby: which matches there are, and how one of them looks from outside."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, select

from sandtable import catalog
from sandtable.kernel.game.codec import check_header, read_setup
from sandtable.kernel.refusals import SandtableError

from ..db import match_store
from ..db import schema as t
from ..db.match_store import PEOPLE, Match
from ..match import clocks, phases
from ..match.sides import sides
from ..people import seating, talk

# So many matches of others are shown, and so many of one's own: more than anybody plays at a time.
LISTED: Final = 100
OWN: Final = 1000
# How many descriptions are kept.
_KEPT: Final = 4000
_LOG: Final = logging.getLogger("sandtable.server.play.lobby")

# A match from outside.
Outside = dict[str, Any]


class Lobby:
    """The lobby of one server. Every browser asks for it again and again: a match is described anew when it has changed."""

    def __init__(self, absent_days: float) -> None:
        self._absent_days: Final = absent_days
        self._lock: Final = threading.Lock()
        # By match: its version and when it last changed, and how it looked from outside then; None if it is damaged.
        self._known: Final[OrderedDict[str, tuple[tuple[int, float], Outside | None]]] = OrderedDict()

    def listed(self, db: Connection, guest: str | None) -> list[Outside]:
        """The guest's own matches and those that are open to everybody, the latest first; others crowd out none of his."""
        own = seating.matches_of(db, guest)
        key = "" if guest is None else seating.key_of(db, guest)
        held = t.matches.c.id.in_(select(t.holders.c.match).where(t.holders.c.guest == key))
        found = [*_latest(db, held, OWN), *_latest(db, and_(t.matches.c.listed, ~held), LISTED)]
        found.sort(key=lambda mark: (mark.over, -mark.moved))
        outside = self._described(db, {mark.id: (mark.version, mark.changed) for mark in found})
        new = talk.unread(db, guest)
        return [
            {**seen, "mine": list(own.get(mark.id, ())), "unread": new.get(mark.id, 0)}
            for mark in found
            if (seen := outside[mark.id]) is not None
        ]

    def _described(self, db: Connection, marks: dict[str, tuple[int, float]]) -> dict[str, Outside | None]:
        with self._lock:
            known = {match: self._known[match] for match in marks if match in self._known}
        changed = [match for match, mark in marks.items() if match not in known or known[match][0] != mark]
        # What was read may be newer than its mark, and is read once more then; it is never older.
        known |= dict.fromkeys(changed, ((-1, 0.0), None))
        known |= {
            match.id: (marks[match.id], self._look(match)) for match in match_store.read_matches(db, changed)
        }
        with self._lock:
            for match in changed:
                self._known[match] = known[match]
                self._known.move_to_end(match)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return {match: seen for match, (_, seen) in known.items()}

    def _look(self, match: Match) -> Outside | None:
        try:
            return outside(match, self._absent_days)
        except (AttributeError, LookupError, TypeError, ValueError) as why:
            _LOG.error("match %s is damaged, and not shown: %r", match.id, why)
            return None


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
        "phase": phases.shown(match),
    }


def summary(match: Match, mine: tuple[str, ...], absent_days: float, *, unread: int) -> Outside:
    """A match from outside, and what of it is *mine*; *unread* are the remarks at its table that are new to me."""
    return {**outside(match, absent_days), "mine": list(mine), "unread": unread}


def outside(match: Match, absent_days: float) -> Outside:
    """A match from outside, the same for everybody: nothing in it depends on what is hidden on the board."""
    return {
        "match": match.id,
        "scenario": match.scenario,
        "rulebook": match.rulebook,
        "sides": sides(match),
        "options": match.setup["options"],
        "mode": match.mode,
        "listed": match.listed,
        "version": match.version,
        "answers": match.answers,
        **public_state(match, absent_days),
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


def _latest(db: Connection, which: ColumnElement[bool], most: int) -> Sequence[Any]:
    """The latest matches, by their marks alone."""
    c = t.matches.c
    wanted = select(c.id, c.version, c.changed, c.over, c.moved).where(which)
    return db.execute(wanted.order_by(c.over, c.moved.desc()).limit(most)).all()
