"""Matches that have been going on for long, put into a database before its server starts: one is played, and copied."""

from __future__ import annotations

import random
import secrets
from typing import Final

from sqlalchemy import Connection, insert, select

from sandtable.server.db import schema as t
from sandtable.server.db.store import Store
from sandtable.server.match.commands import Answer, NewMatch
from sandtable.server.people import seating
from sandtable.server.play import create
from sandtable.server.play.authority import Authority
from sandtable.server.settings import Settings

# What belongs to a match and is copied with it, after the match itself.
_PARTS: Final = (t.answers, t.changes, t.snapshots, t.notices, t.holders)


def lay_in(database: str, scenario: str, matches: int, answers: int, seed: int = 1) -> tuple[str, list[str]]:
    """So many matches of *scenario* that have so many answers: the cookie of the player of all seats, and their names."""
    settings = Settings(database=database)
    store = Store(database)
    try:
        store.migrate()
        guest = seating.new_secret()
        first = create.begin(store, NewMatch(scenario=scenario, mode="hotseat"), guest).match
        _play(Authority(store, settings), first, answers, random.Random(seed))
        copies = [secrets.token_hex(8) for _ in range(matches - 1)]
        for copy in copies:
            store.write(lambda db, name=copy: _copy(db, first, name))  # type: ignore[misc]
    finally:
        store.close()
    return f"{seating.COOKIE}={guest}", [first, *copies]


def _play(authority: Authority, match: str, answers: int, rng: random.Random) -> None:
    """Answer at random until the match has so many answers; SystemExit if it is over before."""
    while True:
        with authority.holding(match) as hot:
            if hot.match.over:
                raise SystemExit(f"the match was over after {hot.match.answers} answers; take fewer")
            if hot.match.answers >= answers:
                return
            seat, version = hot.play.asked[0], hot.match.version
            options = hot.play.view(seat)["options"]
        option = rng.choice(options)["id"]
        # A key that no client makes up: one that is used again would be refused, and the match fetched anew for it.
        authority.answer(match, Answer(seat=seat, option=option, version=version, key=f"laid in {version}"))


def _copy(db: Connection, match: str, copy: str) -> None:
    (head,) = db.execute(select(t.matches).where(t.matches.c.id == match)).mappings()
    db.execute(insert(t.matches).values({**head, "id": copy}))
    for table in _PARTS:
        rows = [
            {**row, "match": copy}
            for row in db.execute(select(table).where(table.c.match == match)).mappings()
        ]
        for row in rows:
            row.pop("id", None)
        if rows:
            db.execute(insert(table), rows)
