"""Routes to talk at the table, and to the notes of a seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import Connection

from sandtable.kernel.machine.actions import SPECTATOR_NAME

from ...db import match_store
from ...db.match_store import Match
from ...people import seating, talk
from ...service import Guest, Json, Served, Service
from ..requests import Notes, Remark, RemarkNamed
from ..responses import people as documents
from ..responses import sends
from .play import SeatName

router = APIRouter(prefix="/api/matches/{match}", tags=["talk"])
RemarkId = Annotated[str, Query(max_length=32)]


@router.get("/talk", responses=sends(documents.Talk))
def listen(
    service: Served, guest: Guest, match: str, seat: SeatName = SPECTATOR_NAME, before: RemarkId = ""
) -> Json:
    """What is said at the table, as the seat may hear it; a spectator hears what is said to all, if the match is listed."""
    return _heard(service, guest, match, seat, before)


@router.post("/talk", responses=sends(documents.Talk))
def speak(service: Served, guest: Guest, match: str, body: Remark) -> Json:
    """Say something to all, or in private between your seat and Control."""
    service.require_seat(match, guest, body.seat)
    service.rate_limits.let_talk(f"{match} {body.seat}")

    def write(db: Connection) -> None:
        # Whoever speaks is the player: nobody else who was invited speaks with the same voice.
        seating.act_for(db, match, body.seat, guest)
        talk.say(db, match_store.read_match(db, match), body.seat, body.to, body.text, body.key)

    service.store.write(write)
    service.feed.spoke(match)
    return _heard(service, guest, match, body.seat)


@router.post("/talk/withdraw", responses=sends(documents.Talk))
def withdraw(service: Served, guest: Guest, match: str, body: RemarkNamed) -> Json:
    """Withdraw a remark of yours: its words go, and that there was one stays."""
    service.require_seat(match, guest, body.seat)
    service.store.write(lambda db: talk.withdraw(db, match, body.seat, body.id))
    service.feed.spoke(match)
    return _heard(service, guest, match, body.seat)


@router.post("/talk/read", responses=sends(documents.Talk))
def note_read(service: Served, guest: Guest, match: str, body: RemarkNamed) -> Json:
    """Say that you have read everything up to a remark."""
    service.require_seat(match, guest, body.seat)
    service.store.write(lambda db: talk.note_read(db, match, body.seat, body.id))
    return _heard(service, guest, match, body.seat)


@router.get("/notes", responses=sends(documents.KeptNotes))
def read_notes(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """What your seat has written down for itself."""
    service.require_seat(match, guest, seat)
    with service.store.reading() as db:
        return talk.notes(db, match, seat)


@router.post("/notes", responses=sends(documents.KeptNotes))
def write_notes(service: Served, guest: Guest, match: str, body: Notes) -> Json:
    """Replace the notes of your seat, which nobody else ever reads."""
    service.require_seat(match, guest, body.seat)

    def write(db: Connection) -> Json:
        seating.act_for(db, match, body.seat, guest)
        talk.write_notes(db, match, body.seat, body.text, body.version)
        return talk.notes(db, match, body.seat)

    return service.store.write(write)


def _heard(service: Service, guest: str | None, match: str, seat: str, before: str = "") -> Json:
    with service.store.reading() as db:
        head: Match = match_store.read_match(db, match)
        held = seating.held(db, match, guest)
        return talk.heard(db, head, held, talk.reader_of(head, held, seat), before)
