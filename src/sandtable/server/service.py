"""What every request handler needs: the authority, the store, and who is asking."""

from __future__ import annotations

import time
from typing import Annotated, Any, cast

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sandtable.kernel.machine.actions import SPECTATOR_NAME

from .bots.exhibition import Exhibition
from .bots.scheduler import BotScheduler
from .db.cluster import cluster_at
from .db.match_store import Match
from .db.presence_lock import PresenceLock
from .db.pulse import Pulse
from .db.store import Store
from .judging.judge import Judge
from .judging.logs import ForgottenLogs
from .mail.delivery import OutboxDelivery
from .people import seating
from .people.rate_limits import RateLimits
from .play.afterwords import Afterwords
from .play.answer_queue import AnswerQueue
from .play.authority import Authority
from .play.checking import Checks
from .play.lobby import Lobby
from .play.studies import Studies
from .play.studying import StudyPool
from .play.timeouts import TimeoutSweep, take_up_time
from .settings import Settings


class Service:
    """One running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        # As long as it is here, nobody puts another database under it.
        self.presence = PresenceLock(self.store)
        self.store.migrate()
        # Nobody who writes all the time keeps another server from starting: it writes only where it has to.
        if not self.store.join():
            self.store.write(take_up_time)
        self.authority = Authority(self.store, settings)
        self.lobby = Lobby(settings.absent_days)
        self.studies = Studies(self.authority)
        self.study_pool = StudyPool(self.studies, settings)
        self.checks = Checks(self.store, settings)
        self.rate_limits = RateLimits(settings, self.store)
        self.judge = Judge(settings)
        self.afterwords = Afterwords(self.authority)
        self.feed = self.authority.feed
        self.answers = AnswerQueue(self.authority)
        self.bots = BotScheduler(self.authority, settings)
        self.exhibition = Exhibition(self.authority, self.bots, settings)
        self.delivery = OutboxDelivery(self.store, settings)
        self.timeouts = TimeoutSweep(self.authority)
        self.forgotten = ForgottenLogs(self.store, settings.judgement_days)
        self.authority.listeners.append(self.bots.changed)
        # Where other processes write to the same database: how this one keeps together with them.
        self.pulse = Pulse(self.store, settings.pulse)
        self.cluster = (
            cluster_at(self.store, self._heard, self._take_duty, self.feed.watches)
            if settings.shared
            else None
        )
        if self.cluster is not None:
            self.authority.listeners.append(self.cluster.changed_here)

    def start(self) -> None:
        """Go to work; of several processes at one database, one alone sets the bots to work."""
        self.presence.start()
        self.pulse.start()
        if self.cluster is not None:
            self.cluster.start()
        else:
            self._take_duty()

    @property
    def on_duty(self) -> bool:
        """Whether this process does what only one may do."""
        return self.cluster is None or self.cluster.on_duty

    def _take_duty(self) -> None:
        """Set the bots to work, also on matches that a restart interrupted; the post and the clocks too."""
        self.delivery.start()
        self.timeouts.start()
        self.forgotten.start()
        self.bots.start()
        self.exhibition.start()

    def troubles(self) -> list[str]:
        """What has been wrong for long in this process, in sentences; nothing of it tells of any match."""
        now = time.monotonic()
        if self.store.fenced:
            return ["the database was restored under this server, which has to be started again"]
        looked_after = (self.cluster, self.presence, self.delivery, self.timeouts, self.bots, self.exhibition)
        return [trouble for one in looked_after if one is not None for trouble in one.troubles(now)]

    def _heard(self, match: Match) -> None:
        """The match has changed, perhaps in another process."""
        self.feed.changed(match)
        self.feed.spoke(match.id)
        self.bots.changed(match)

    def held(self, match: str, guest: str | None) -> tuple[str, ...]:
        """The seats of the match that *guest* holds."""
        return self.store.glance(lambda db: seating.held(db, match, guest))

    def require_seat(self, match: str, guest: str | None, seat: str) -> None:
        """Forbidden unless *guest* holds *seat*."""
        seating.require(self.held(match, guest), seat)

    def require_sight(self, match: str, guest: str | None, seat: str) -> None:
        """Forbidden unless *guest* may see what *seat* sees: its own seats, what everybody sees, and all when it is over."""
        # Nearly everybody looks at what is his, or at what everybody sees.
        if seat == SPECTATOR_NAME or seat in self.held(match, guest):
            return
        with self.store.reading() as db:
            seating.require_sight(db, match, guest, seat)

    def close(self) -> None:
        """Stop the bots and give the database back."""
        if self.cluster is not None:
            self.cluster.close()
        self.exhibition.close()
        self.answers.close()
        self.feed.close()
        self.pulse.close()
        self.timeouts.close()
        self.forgotten.close()
        self.delivery.close()
        self.bots.close()
        self.judge.close()
        self.afterwords.close()
        self.study_pool.close()
        self.checks.close()
        self.presence.close()
        self.store.close()


def service_of(connection: HTTPConnection) -> Service:
    """The service of the application that the request came to."""
    return cast(Service, connection.app.state.service)


def guest_of(connection: HTTPConnection) -> str | None:
    """The secret in the guest's cookie, if there is one."""
    secret = connection.cookies.get(seating.COOKIE)
    return secret if secret and len(secret) <= 200 else None


def keep_guest(response: Response, connection: HTTPConnection, guest: str) -> None:
    """Give the browser the guest's cookie, which no script can read and no other site can use."""
    settings = service_of(connection).settings
    response.set_cookie(
        seating.COOKIE,
        guest,
        max_age=seating.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies or connection.url.scheme == "https",
        path="/",
    )


def forget_guest(response: Response) -> None:
    """Take the cookie away."""
    response.delete_cookie(seating.COOKIE, path="/", httponly=True, samesite="lax")


async def _served(connection: HTTPConnection) -> Service:
    # A coroutine, because the framework would send a plain function to a thread.
    return service_of(connection)


async def _guest(connection: HTTPConnection) -> str | None:
    return guest_of(connection)


Served = Annotated[Service, Depends(_served)]
Guest = Annotated[str | None, Depends(_guest)]
Json = dict[str, Any]
