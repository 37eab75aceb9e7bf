"""Routes to play: views, answers, going back, and live sockets."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response, WebSocket

from sandtable.kernel.machine.actions import SPECTATOR_NAME
from sandtable.kernel.refusals import SandtableError

from ...db import match_store
from ...match.change import Accepted
from ...match.commands import Answer, OneSeat, Restore, Rewind, Undo
from ...people import seating, talk
from ...play import agreements, rewinds, sheets
from ...service import Guest, Served, guest_of, service_of
from ...wire import Message, to_json
from ..responses import match as documents
from ..responses import sends
from ..studying import studied
from ..websocket import serve_live

router = APIRouter(prefix="/api/matches/{match}", tags=["play"])
SeatName = Annotated[str, Query(max_length=80)]
# What a question to the rules may be about; a rulebook may understand more names than these.
_ABOUT: Final = [
    {"name": name, "in": "query", "required": False, "schema": {"type": "string"}} for name in ("unit", "hex")
]


@router.get("/view", responses=sends(documents.Message))
def view(service: Served, guest: Guest, match: str, seat: SeatName = SPECTATOR_NAME) -> Response:
    """What the seat may know now, with the latest lines of its log."""
    service.require_sight(match, guest, seat)
    return shown(service.authority.message(match, seat))


@router.get("/log", responses=sends(documents.Log))
async def log(request: Request, match: str, seat: SeatName = SPECTATOR_NAME, since: int = 0) -> Response:
    """The whole log as the seat may read it, or the lines told since an answer."""
    return await studied(request, "log", match, seat, since=since)


@router.get("/reports", responses=sends(documents.Reports))
async def reports(
    request: Request, match: str, seat: SeatName = SPECTATOR_NAME, of: SeatName = ""
) -> Response:
    """What the side of the seat was told in reports, all through the match; Control reads those *of* any seat."""
    return await studied(request, "reports", match, seat, of=of)


@router.get("/why", responses=sends(documents.Why), openapi_extra={"parameters": _ABOUT})
async def why(request: Request, match: str, seat: SeatName, verb: SeatName) -> Response:
    """Why the seat may not do something now: the paragraph and the reason; null if it may."""
    what = {name: value for name, value in request.query_params.items() if name not in ("seat", "verb")}
    return await studied(request, "why", match, seat, verb=verb, what=what)


@router.get("/moments/{number}", responses=sends(documents.PastMoment))
async def moment(request: Request, match: str, number: int, seat: SeatName = SPECTATOR_NAME) -> Response:
    """What the seat could know after an answer: your own seats while the match goes on, all when it is over."""
    return await studied(request, "moment", match, seat, number=number)


@router.post("/answer", responses=sends(documents.Accepted))
def answer(service: Served, guest: Guest, match: str, body: Answer) -> Response:
    """Choose an option."""
    service.require_seat(match, guest, body.seat)
    return accepted(service.authority.answer(match, body, guest))


@router.post("/undo", responses=sends(documents.Accepted))
def undo(service: Served, guest: Guest, match: str, body: Undo) -> Response:
    """Take the latest answer back, as far as the last roll, reveal or change of seat."""
    service.require_seat(match, guest, body.seat)
    return accepted(service.authority.undo(match, body))


@router.post("/rewind", responses=sends(documents.Accepted))
def rewind(service: Served, guest: Guest, match: str, body: Rewind) -> Response:
    """Go back to any position: at once where you hold all seats of persons, else when the others agree.

    The answers that go are set aside, and can be put back.
    """
    service.require_seat(match, guest, body.seat)
    return accepted(rewinds.rewind(service.authority, match, body, service.held(match, guest)))


@router.post("/restore", responses=sends(documents.Accepted))
def restore(service: Served, guest: Guest, match: str, body: Restore) -> Response:
    """Put the answers back that were set aside last; what was answered since is set aside instead."""
    service.require_seat(match, guest, body.seat)
    return accepted(rewinds.restore(service.authority, match, body, service.held(match, guest)))


@router.post("/resign", responses=sends(documents.Accepted))
def resign(service: Served, guest: Guest, match: str, body: OneSeat) -> Response:
    """Give the match up, for the whole side."""
    service.require_seat(match, guest, body.seat)
    return accepted(agreements.resign(service.authority, match, body.seat, service.held(match, guest)))


@router.websocket("/live")
async def live(socket: WebSocket, match: str, seat: str = SPECTATOR_NAME) -> None:
    """The view of the seat now, and what has changed after every change."""
    service, guest = service_of(socket), guest_of(socket)

    def may_watch() -> bool:
        try:
            service.require_sight(match, guest, seat)
        except SandtableError:
            return False
        return True

    def marks(wanted: Collection[str]) -> dict[str, str]:
        with service.store.reading() as db:
            held, head = seating.held(db, match, guest), match_store.read_match(db, match)
            found: dict[str, str] = {}
            if "talk" in wanted:
                try:
                    found["talk"] = talk.mark(db, match, talk.reader_of(head, held, seat))
                except SandtableError:
                    found["talk"] = ""
            if "sheets" in wanted:
                found["sheets"] = sheets.mark(db, head, seat) if seat in held else ""
            return found

    await serve_live(socket, service.feed, service.authority, match, seat, may_watch, marks)


def shown(message: Message) -> Response:
    """The message as it is; it is plain data already, and too large to be looked through again."""
    return Response(message.json(), media_type="application/json")


def accepted(done: Accepted) -> Response:
    """The version of the match after a change; what came of it comes by the socket."""
    return Response(to_json(done._asdict()), media_type="application/json")
