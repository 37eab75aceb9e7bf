"""Routes to matches: links to seats, begin, sit down, look, invite, leave."""

from __future__ import annotations

import time
from typing import Final

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from sandtable.kernel.machine.actions import seat_title

from ...db import match_store
from ...db.match_store import OPEN
from ...errors import Conflict
from ...match.commands import Fork, ImportedMatch, NewMatch, OneSeat, Sit
from ...match.sides import allies
from ...people import custody, invitations, seating, talk
from ...play import create, lobby
from ...play.create import Begun
from ...service import Guest, Json, Served, Service, keep_guest
from ...wire import to_json
from ..middleware import network_of
from ..openapi import takes
from ..requests import Token
from ..responses import match as documents
from ..responses import sends
from ..studying import hangs_up, studied
from .play import SeatName

router = APIRouter(tags=["matches"])
# A fork from a later answer than this is played again by a process of its own.
LONG: Final = 100

# ---- links to seats; the secret of a link comes in the body, so that it stands in no log


@router.post("/api/invitation", responses=sends(documents.Invitation))
def look_at_invitation(service: Served, guest: Guest, body: Token) -> Json:
    """What stands behind a link; nobody sits down yet, for programs look at links before people do."""
    with service.store.reading() as db:
        return invitations.look(db, body.token, guest)


@router.post("/api/invitation/take", responses=sends(documents.Taken))
def take_invitation(service: Served, guest: Guest, request: Request, body: Token) -> Response:
    """Take the seat that the link leads to."""
    who = guest or seating.new_secret()
    link = service.store.write(lambda db: invitations.take(db, body.token, who))
    service.authority.somebody_sat_down(link.match)
    response = JSONResponse({"match": link.match, "seat": link.seat})
    keep_guest(response, request, who)
    return response


# ---- matches


@router.get("/api/matches", responses=sends(documents.Lobby))
def list_matches(service: Served, guest: Guest) -> Response:
    """The lobby: your own matches and the listed ones."""
    service.exhibition.seen()
    with service.store.reading() as db:
        found = service.lobby.listed(db, guest)
    return Response(to_json(found), media_type="application/json")


@router.post("/api/matches", responses=sends(documents.Begun))
def begin_match(service: Served, guest: Guest, request: Request, body: NewMatch) -> Response:
    """Begin a match. You sit down on the seats of kind "person"; the links are for open seats and other devices."""
    who = guest or seating.new_secret()
    begun = create.begin(service.store, body, who, bot_matches=service.settings.bot_matches)
    return _welcome(service, request, begun, who)


@router.post(
    "/api/matches/import",
    responses=sends(documents.Begun),
    openapi_extra={"requestBody": takes(ImportedMatch)},
)
async def import_match(service: Served, guest: Guest, request: Request) -> Response:
    """Go on where a record ends. It is read and played again by a process of its own, which ends if you hang up."""
    who = guest or seating.new_secret()
    body = await request.body()
    begun = await service.checks.imported(network_of(request.scope), who, body, hangs_up(request))
    return await run_in_threadpool(_welcome, service, request, begun, who)


@router.post("/api/matches/{match}/fork", responses=sends(documents.Begun))
async def fork_match(service: Served, guest: Guest, request: Request, match: str, body: Fork) -> Response:
    """A new match from a position of this one."""
    who = guest or seating.new_secret()
    head, held = await run_in_threadpool(lambda: (service.authority.head(match), service.held(match, guest)))
    if body.to > LONG:
        wanted = {"match": match, "to": body.to, "held": held, "seats": body.seats}
        begun = await service.checks.forked(network_of(request.scope), who, wanted, hangs_up(request))
    else:
        most = service.settings.bot_matches
        begun = await run_in_threadpool(
            create.fork, service.store, head, body.to, held, who, body.seats, bot_matches=most
        )
    return await run_in_threadpool(_welcome, service, request, begun, who)


@router.post("/api/matches/{match}/sit", responses=sends(documents.Begun))
def sit(service: Served, guest: Guest, request: Request, match: str, body: Sit) -> Response:
    """Take an open seat of a listed match from the lobby, or all open seats of its side; the invitations to them end."""
    who = guest or seating.new_secret()

    def write(db: Connection) -> dict[str, str]:
        head = seating.claimed(db, match)
        if not head.listed or head.seats.get(body.seat) != OPEN:
            raise Conflict(f"the seat {seat_title(body.seat)} of this match is not open")
        wanted = allies(head, body.seat) if body.side else [body.seat]
        links: dict[str, str] = {}
        for seat in [name for name in wanted if head.seats[name] == OPEN]:
            invitations.require_impartial(db, match, seat, who)
            seating.drop_links(db, match, seat)
            seating.sit(db, match, seat, who)
            seating.occupy(db, match, seat)
            links[seat] = seating.add_link(db, match, seat, invitation=False)
        return links

    links = service.store.write(write)
    service.authority.somebody_sat_down(match)
    return _welcome(service, request, Begun(match=match, links=links), who)


@router.post("/api/matches/{match}/link", responses=sends(documents.Begun))
def new_link(service: Served, guest: Guest, match: str, body: OneSeat) -> Json:
    """A new link to your own seat, by which you come back, or to an open seat of your match; older links to it end."""
    held = service.held(match, guest)
    open_seats = {seat for seat, kind in service.authority.head(match).seats.items() if kind == OPEN}
    invitation = bool(held) and body.seat in open_seats
    if not invitation:
        seating.require(held, body.seat)

    def write(db: Connection) -> str:
        if not invitation:
            # Whoever makes a way back for himself is the player: nobody else stays who was invited to the seat.
            seating.act_for(db, match, body.seat, guest)
        elif seating.claimed(db, match).seats[body.seat] != OPEN:
            raise Conflict(f"somebody has just taken the seat {seat_title(body.seat)}")
        seating.drop_links(db, match, body.seat)
        return seating.add_link(db, match, body.seat, invitation=invitation)

    return {"match": match, "links": {body.seat: f"/join/{service.store.write(write)}"}}


@router.post("/api/matches/{match}/device", responses=sends(documents.DeviceLink))
def device_link(service: Served, guest: Guest, match: str, body: OneSeat) -> Json:
    """A link that brings your own seat to another device of yours: once, and soon; an older one ends."""
    service.require_seat(match, guest, body.seat)

    def write(db: Connection) -> tuple[str, float]:
        # Whoever takes the seat along is its player: nobody else stays who was invited to it.
        seating.act_for(db, match, body.seat, guest)
        return seating.add_device_link(db, match, body.seat, time.time())

    secret, until = service.store.write(write)
    return {"match": match, "link": f"/join/{secret}", "until": until}


@router.get("/api/matches/{match}/custody", responses=sends(documents.Custody))
def custody_of(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """How many devices hold your seat."""
    service.require_seat(match, guest, seat)
    return _custody(service, match, seat)


@router.post("/api/matches/{match}/custody", responses=sends(documents.Custody))
def put_out_others(service: Served, guest: Guest, match: str, body: OneSeat) -> Json:
    """Put out every other device that holds your seat, but for those of your account; links to the seat end."""
    service.require_seat(match, guest, body.seat)
    service.store.write(lambda db: custody.put_out_others(db, match, body.seat, guest))
    service.authority.somebody_sat_down(match)
    return _custody(service, match, body.seat)


@router.get("/api/matches/{match}", responses=sends(documents.Summary))
def look_at_match(service: Served, guest: Guest, match: str) -> Json:
    """The match from outside, and which of its seats are yours."""
    with service.store.reading() as db:
        head, held = match_store.read_match(db, match), seating.held(db, match, guest)
        new = talk.unread(db, guest, match).get(match, 0)
    return lobby.summary(head, held, service.settings.absent_days, unread=new)


@router.get("/api/matches/{match}/record", responses=sends(documents.Record))
async def record(request: Request, match: str) -> Response:
    """The match as a file: when it is over, or while it goes on to whoever holds every seat."""
    return await studied(request, "record", match)


def _custody(service: Service, match: str, seat: str) -> Json:
    with service.store.reading() as db:
        return {"match": match, "seat": seat, "devices": custody.devices(db, match, seat)}


def _welcome(service: Service, request: Request, begun: Begun, guest: str) -> Response:
    links = {seat: f"/join/{secret}" for seat, secret in begun.links.items()}
    response = JSONResponse({"match": begun.match, "links": links})
    keep_guest(response, request, guest)
    service.bots.changed(service.authority.head(begun.match))
    return response
