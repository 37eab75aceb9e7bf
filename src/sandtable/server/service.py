"""What every request handler needs: the authority, the store, and who is asking."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sandtable.kernel.actions import CONTROL_NAME, SPECTATOR_NAME

from . import ledger, seating
from .authority import Authority
from .errors import Forbidden
from .live import Hub
from .robots import Robots
from .settings import Settings
from .store import Store


class Service:
    """One running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.store.migrate()
        self.authority = Authority(self.store, settings)
        self.hub = Hub()
        self.robots = Robots(self.authority, settings)
        self.authority.listeners.extend([self.hub.changed, self.robots.changed])

    def start(self) -> None:
        """Set the bots to work, also on matches that a restart interrupted."""
        self.robots.start()
        with self.store.reading() as db:
            waiting = ledger.running_matches(db)
        for match in waiting:
            self.robots.changed(match)

    def held(self, match: str, guest: str | None) -> tuple[str, ...]:
        """The seats of the match that *guest* holds."""
        with self.store.reading() as db:
            return seating.held(db, match, guest)

    def require_seat(self, match: str, guest: str | None, seat: str) -> None:
        """Forbidden unless *guest* holds *seat*."""
        seating.require(self.held(match, guest), seat)

    def require_sight(self, match: str, guest: str | None, seat: str) -> None:
        """Forbidden unless *guest* may see what *seat* sees: its own seats, what everybody sees, and all when it is over."""
        if seat == SPECTATOR_NAME or seat in self.held(match, guest):
            return
        if self.authority.head(match).over:
            return
        if seat == CONTROL_NAME:
            raise Forbidden("only when the match is over may all sides be seen")
        raise Forbidden(f"you do not hold the seat {seat!r} in this match")

    def close(self) -> None:
        """Stop the bots and give the database back."""
        self.robots.close()
        self.store.close()


def service_of(connection: HTTPConnection) -> Service:
    """The service of the application that the request came to."""
    return cast(Service, connection.app.state.service)


def guest_of(connection: HTTPConnection) -> str | None:
    """The secret in the guest's cookie, if there is one."""
    secret = connection.cookies.get(seating.COOKIE)
    return secret if secret and len(secret) <= 200 else None


def keep_guest(response: Response, settings: Settings, guest: str) -> None:
    """Give the browser the guest's cookie, which no script can read and no other site can use."""
    response.set_cookie(
        seating.COOKIE,
        guest,
        max_age=seating.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
        path="/",
    )


Served = Annotated[Service, Depends(service_of)]
Guest = Annotated[str | None, Depends(guest_of)]
Json = dict[str, Any]
