"""The exhibition: a game that two bots are always playing, at a pace one can follow, for whoever looks into the lobby.

Its matches are remembered as such, so that a restart goes on with the one under way. Of those that are over the latest is
kept; nobody plays in them, and they would fill the disk.
"""

from __future__ import annotations

import time
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from sandtable import catalog
from sandtable.bots import bot_names, exhibited_bots
from sandtable.kernel.book.rulebook import Rulebook

from ..db import schema as t
from ..match.commands import NewMatch
from ..periodic import Rounds
from ..play import create
from ..play.authority import Authority
from ..settings import Settings
from .scheduler import BotScheduler

ROUND_SECONDS: Final = 10.0
# Nobody has looked into the lobby for so long: the bots take their time.
UNSEEN_SECONDS: Final = 600.0
RESTING: Final = 60.0


class Exhibition(Rounds):
    """Looks now and then whether the exhibition game is under way, and begins the next when it is over."""

    def __init__(self, authority: Authority, bots: BotScheduler, settings: Settings) -> None:
        super().__init__("exhibition", ROUND_SECONDS, at_once=True)
        self._authority: Final = authority
        self._bots: Final = bots
        self._pace: Final = settings.exhibition_seconds
        self._featured: Final = settings.featured
        self._on: Final = settings.exhibition and settings.bot_workers > 0
        self._seen = time.monotonic()
        bots.pace = self.pace

    def start(self) -> None:
        """Begin, where there is to be one."""
        if self._on:
            super().start()

    def seen(self) -> None:
        """Somebody has looked into the lobby."""
        self._seen = time.monotonic()

    def pace(self) -> float:
        """How long the bots wait before each answer."""
        return self._pace if time.monotonic() - self._seen < UNSEEN_SECONDS else max(self._pace, RESTING)

    def look_round(self) -> None:
        """Go on with the game under way, or begin another."""
        with self._authority.store.reading() as db:
            running, last = _running(db), _last_scenario(db)
        if running is None:
            wanted = _next_game(self._featured, last)
            if wanted is None:
                return
            running = create.begin(self._authority.store, wanted, "").match
            self._authority.store.write(lambda db: _remember(db, running))
        if running not in self._bots.paced:
            self._bots.paced = frozenset({running})
            self._bots.changed(self._authority.head(running))


def _next_game(featured: str, last: str | None) -> NewMatch | None:
    """The scenario after the *last* one, of those that have a bot worth watching, or else of all; the *featured* one first.

    None where nothing can be played.
    """
    games: list[tuple[Rulebook[Any], str]] = [
        (book, scenario.name) for book in catalog.playable() for scenario in book.scenarios
    ]
    games = [(book, name) for book, name in games if exhibited_bots(book)] or games
    if not games:
        return None
    games.sort(key=lambda game: game[1] != featured)
    names = [name for _, name in games]
    book, name = games[(names.index(last) + 1) % len(games) if last in names else 0]
    bots = exhibited_bots(book) or bot_names(book)
    seats = book.scenario(name).seats
    return NewMatch(scenario=name, seats={s: bots[i % len(bots)] for i, s in enumerate(seats)}, listed=True)


def _running(db: Connection) -> str | None:
    wanted = select(t.matches.c.id).join(t.exhibitions, t.exhibitions.c.match == t.matches.c.id)
    return db.execute(wanted.where(~t.matches.c.over)).scalars().first()


def _last_scenario(db: Connection) -> str | None:
    wanted = select(t.matches.c.scenario).join(t.exhibitions, t.exhibitions.c.match == t.matches.c.id)
    return db.execute(wanted.order_by(t.matches.c.created.desc())).scalars().first()


def _remember(db: Connection, match: str) -> None:
    """The match is an exhibition; of the earlier ones only the latest stays."""
    order = t.matches.c.created.desc()
    earlier = (
        select(t.matches.c.id).join(t.exhibitions, t.exhibitions.c.match == t.matches.c.id).order_by(order)
    )
    for old in list(db.execute(earlier).scalars())[1:]:
        db.execute(delete(t.matches).where(t.matches.c.id == old))
    db.execute(insert(t.exhibitions).values(match=match))
