"""Routes for Control, the umpire of a match that has one."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sandtable.kernel.actions import CONTROL_NAME

from . import umpire
from .bodies import Announcement, ControlAnswer, ControlRewind, Edit, Empty, Reason
from .routes_play import SeatName, acting, shown
from .service import Guest, Json, Served

router = APIRouter(prefix="/api/matches/{match}/control", tags=["control"])


@router.get("/position")
def position(service: Served, guest: Guest, match: str) -> Json:
    """Everything that may be edited."""
    service.require_seat(match, guest, CONTROL_NAME)
    return umpire.position(service.authority, match)


@router.get("/options")
def options(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """What a seat is asked now, and what may be answered for it."""
    service.require_seat(match, guest, CONTROL_NAME)
    return umpire.options(service.authority, match, seat)


@router.post("/edit")
def edit(service: Served, guest: Guest, request: Request, match: str, body: Edit) -> Response:
    """Change the position by hand, with a reason that everybody reads."""
    acting(service, guest, request, match, CONTROL_NAME)
    changes = [list(change) for change in body.changes]
    return shown(umpire.edit(service.authority, match, guest, body.version, changes, body.reason))


@router.post("/answer")
def answer(service: Served, guest: Guest, request: Request, match: str, body: ControlAnswer) -> Response:
    """Answer for a seat, with a reason that everybody reads."""
    acting(service, guest, request, match, CONTROL_NAME)
    done = umpire.answer(service.authority, match, guest, body.version, body.seat, body.option, body.reason)
    return shown(done)


@router.post("/rewind")
def rewind(service: Served, guest: Guest, request: Request, match: str, body: ControlRewind) -> Response:
    """Go back to the position after an answer."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(umpire.rewind(service.authority, match, body.version, body.to, body.reason))


@router.post("/pause")
def pause(service: Served, guest: Guest, request: Request, match: str, body: Reason) -> Response:
    """Stop the match: nobody else may play or propose anything, and no clock runs; a player may still resign."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(umpire.pause(service.authority, match, guest, body.reason))


@router.post("/resume")
def resume(service: Served, guest: Guest, request: Request, match: str, body: Empty) -> Response:
    """Let the match go on."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(umpire.resume(service.authority, match))


@router.post("/announce")
def announce(service: Served, guest: Guest, request: Request, match: str, body: Announcement) -> Response:
    """Write a line into the log of some seats, or of everybody."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(umpire.announce(service.authority, match, guest, body.text, body.to))
