"""Routes to seats: standing orders, clocks, results by agreement, bots that stand in."""

from __future__ import annotations

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from sandtable.kernel.book.standing_orders import StandingOrder

from ...db import steady_time
from ...match.commands import Claim, OneSeat, Salted, Settlement, Substitute
from ...match.preconditions import require_player
from ...people import seating
from ...play import agreements, standing_orders
from ...service import Guest, Json, Served, Service
from ..requests import Orders
from ..responses import match as documents
from ..responses import sends
from .play import SeatName, accepted

router = APIRouter(tags=["seats"])
_MATCH = "/api/matches/{match}"


@router.get("/api/now", responses=sends(documents.Now))
def now() -> dict[str, float]:
    """The time by which clocks are read."""
    return {"now": steady_time.now()}


@router.get(f"{_MATCH}/orders", responses=sends(documents.StandingOrders))
def read_orders(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """The standing orders of your seat, and the questions that they may answer."""
    service.require_seat(match, guest, seat)
    return _orders(service, match, seat)


@router.post(f"{_MATCH}/orders", responses=sends(documents.StandingOrders))
def give_orders(service: Served, guest: Guest, match: str, body: Orders) -> Json:
    """Replace the standing orders of your seat; they answer questions that come from now on."""
    service.require_seat(match, guest, body.seat)
    given = [StandingOrder(**order.model_dump()) for order in body.orders]
    with service.authority.holding(match) as hot:
        require_player(hot.match, body.seat)
        standing_orders.checked(hot.play, body.seat, given)

    def write(db: Connection) -> None:
        # Whoever gives orders is the player: nobody else who was invited may leave any behind.
        seating.act_for(db, match, body.seat, guest)
        standing_orders.replace_all(db, match, body.seat, given)

    service.store.write(write)
    return _orders(service, match, body.seat)


@router.post(f"{_MATCH}/salt", responses=sends(documents.Accepted))
def add_salt(service: Served, guest: Guest, match: str, body: Salted) -> Response:
    """Add to the dice of the match, so that whoever chose their secret could not know how they fall."""
    service.require_seat(match, guest, body.seat)
    return accepted(agreements.add_salt(service.authority, match, body))


@router.post(f"{_MATCH}/flag", responses=sends(documents.Accepted))
def claim_time(service: Served, guest: Guest, match: str, body: Claim) -> Response:
    """Say that the time of an opponent is up."""
    service.require_seat(match, guest, body.seat)
    return accepted(agreements.claim_time(service.authority, match, body))


@router.post(f"{_MATCH}/result", responses=sends(documents.Accepted))
def settle(service: Served, guest: Guest, match: str, body: Settlement) -> Response:
    """Propose how the match ends, agree to it, or decline."""
    service.require_seat(match, guest, body.seat)
    return accepted(agreements.settle(service.authority, match, body, service.held(match, guest)))


@router.post(f"{_MATCH}/substitute", responses=sends(documents.Accepted))
def substitute(service: Served, guest: Guest, match: str, body: Substitute) -> Response:
    """Let a bot play for you, or for somebody who keeps everybody waiting."""
    service.require_seat(match, guest, body.seat)
    return accepted(agreements.substitute(service.authority, match, body))


@router.post(f"{_MATCH}/reclaim", responses=sends(documents.Accepted))
def reclaim(service: Served, guest: Guest, match: str, body: OneSeat) -> Response:
    """Take your seat back from the bot."""
    service.require_seat(match, guest, body.seat)
    return accepted(agreements.reclaim(service.authority, match, body.seat))


def _orders(service: Service, match: str, seat: str) -> Json:
    with service.authority.holding(match) as hot:
        require_player(hot.match, seat)
        book = hot.play.rulebook
    with service.store.reading() as db:
        return standing_orders.described(book, standing_orders.read_all(db, match).get(seat, ()))
