"""What the keeper of a server does with matches by hand: look them through, end one, throw one away."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, select, update

from sandtable.kernel.machine.actions import CONTROL_NAME

from ..db import match_store
from ..db import schema as t
from ..db.match_store import Match
from ..db.store import Store
from ..errors import Conflict
from ..match.change import plain_change
from ..match.preconditions import OVER
from ..play.authority import Authority
from ..settings import Settings

REASON: Final = "the keeper of the server has ended the match"


def matches(store: Store, *, over: bool = False, bots: bool = False) -> list[Match]:
    """The matches that go on, and those that are *over* too if that is wanted; or only those of *bots* alone. Latest first."""
    wanted = select(t.matches).order_by(t.matches.c.over, t.matches.c.moved.desc())
    if not over:
        wanted = wanted.where(~t.matches.c.over)
    with store.reading() as db:
        found = [Match(**row._mapping) for row in db.execute(wanted)]
    return [match for match in found if not (bots and match.people())]


def end(store: Store, match: str, reason: str = REASON) -> None:
    """Nobody has won: the match is over, and its players read the *reason*. A server may go on working meanwhile."""
    authority = Authority(store, Settings())
    with authority.holding(match) as hot:
        if hot.match.over:
            raise Conflict(OVER)
        authority.settle(hot, plain_change(hot.match, "end", CONTROL_NAME), "draw", "ended", reason)


def throw_away(store: Store, match: str) -> None:
    """Leave nothing of the match; what was forked from it stays. A server may go on working meanwhile."""

    def write(db: Any) -> None:
        head = match_store.read_match(db, match, to_change=True)
        forks = update(t.matches).where(t.matches.c.forked_from == match)
        # What is hidden in them is hidden as long as it is in whatever the match itself was forked from.
        db.execute(forks.values(forked_from=head.forked_from))
        for table in reversed(t.METADATA.sorted_tables):
            if "match" in table.c:
                db.execute(delete(table).where(table.c.match == match))
        db.execute(delete(t.matches).where(t.matches.c.id == match))

    store.write(write)
