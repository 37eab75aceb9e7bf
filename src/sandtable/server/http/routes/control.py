"""Routes for Control, the umpire of a match that has one."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sandtable.kernel.machine.actions import CONTROL_NAME

from ...play import control
from ...service import Guest, Json, Served
from ..requests import Announcement, ControlAnswer, ControlRewind, Edit, Empty, Reason
from ..responses import match as documents
from ..responses import sends
from .play import SeatName, acting, shown

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


@router.post("/edit", responses=sends(documents.Message))
def edit(service: Served, guest: Guest, request: Request, match: str, body: Edit) -> Response:
    """Change the position by hand, with a reason that everybody reads."""
    acting(service, guest, request, match, CONTROL_NAME)
    changes = [list(change) for change in body.changes]
    return shown(control.edit(service.authority, match, guest, body.version, changes, body.reason))


@router.post("/answer", responses=sends(documents.Message))
def answer(service: Served, guest: Guest, request: Request, match: str, body: ControlAnswer) -> Response:
    """Answer for a seat, with a reason that everybody reads."""
    acting(service, guest, request, match, CONTROL_NAME)
    done = control.answer(service.authority, match, guest, body.version, body.seat, body.option, body.reason)
    return shown(done)


@router.post("/rewind", responses=sends(documents.Message))
def rewind(service: Served, guest: Guest, request: Request, match: str, body: ControlRewind) -> Response:
    """Go back to the position after an answer."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(control.rewind(service.authority, match, body.version, body.to, body.reason))


@router.post("/pause", responses=sends(documents.Message))
def pause(service: Served, guest: Guest, request: Request, match: str, body: Reason) -> Response:
    """Stop the match: nobody else may play or propose anything, and no clock runs; a player may still resign."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(control.pause(service.authority, match, guest, body.reason))


@router.post("/resume", responses=sends(documents.Message))
def resume(service: Served, guest: Guest, request: Request, match: str, body: Empty) -> Response:
    """Let the match go on."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(control.resume(service.authority, match))


@router.post("/announce", responses=sends(documents.Message))
def announce(service: Served, guest: Guest, request: Request, match: str, body: Announcement) -> Response:
    """Write a line into the log of some seats, or of everybody."""
    acting(service, guest, request, match, CONTROL_NAME)
    return shown(control.announce(service.authority, match, guest, body.text, body.to))
