"""Routes for Control, the umpire of a match that has one."""

from __future__ import annotations

from fastapi import APIRouter, Response

from sandtable.kernel.machine.actions import CONTROL_NAME

from ...match.commands import Announcement, ControlAnswer, ControlRewind, Edit, PhaseClock, Reason
from ...play import control
from ...service import Guest, Json, Served
from ..requests import Empty
from ..responses import match as documents
from ..responses import sends
from .play import SeatName, accepted

router = APIRouter(prefix="/api/matches/{match}/control", tags=["control"])


@router.get("/position", responses=sends(documents.EditablePosition))
def position(service: Served, guest: Guest, match: str) -> Json:
    """Everything that may be edited."""
    service.require_seat(match, guest, CONTROL_NAME)
    return control.position(service.authority, match)


@router.get("/options", responses=sends(documents.SeatOptions))
def options(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """What a seat is asked now, and what may be answered for it."""
    service.require_seat(match, guest, CONTROL_NAME)
    return control.options(service.authority, match, seat)


@router.post("/edit", responses=sends(documents.Accepted))
def edit(service: Served, guest: Guest, match: str, body: Edit) -> Response:
    """Change the position by hand, with a reason that everybody reads."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.edit(service.authority, match, body, guest))


@router.post("/answer", responses=sends(documents.Accepted))
def answer(service: Served, guest: Guest, match: str, body: ControlAnswer) -> Response:
    """Answer for a seat, with a reason that everybody reads."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.answer(service.authority, match, body, guest))


@router.post("/rewind", responses=sends(documents.Accepted))
def rewind(service: Served, guest: Guest, match: str, body: ControlRewind) -> Response:
    """Go back to the position after an answer."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.rewind(service.authority, match, body))


@router.post("/pause", responses=sends(documents.Accepted))
def pause(service: Served, guest: Guest, match: str, body: Reason) -> Response:
    """Stop the match: nobody else may play or propose anything, and no clock runs; a player may still resign."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.pause(service.authority, match, body, guest))


@router.post("/resume", responses=sends(documents.Accepted))
def resume(service: Served, guest: Guest, match: str, body: Empty) -> Response:
    """Let the match go on."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.resume(service.authority, match))


@router.post("/clock", responses=sends(documents.Accepted))
def clock(service: Served, guest: Guest, match: str, body: PhaseClock) -> Response:
    """Stop the clock by which order sheets are written, let it run, or give more time or less."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.clock(service.authority, match, body, guest))


@router.post("/announce", responses=sends(documents.Accepted))
def announce(service: Served, guest: Guest, match: str, body: Announcement) -> Response:
    """Write a line into the log of some seats, or of everybody."""
    service.require_seat(match, guest, CONTROL_NAME)
    return accepted(control.announce(service.authority, match, body, guest))
