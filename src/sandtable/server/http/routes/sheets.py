"""Routes to order sheets: what stands on them, what may be written next, and drafts that are kept."""

from __future__ import annotations

from fastapi import APIRouter

from sandtable.kernel.machine.actions import CONTROL_NAME

from ...match.commands import Draft, PlannedLine, SheetLines
from ...play import sheets
from ...service import Guest, Json, Served, Service
from ..responses import match as documents
from ..responses import sends
from ..responses import study as studied
from .play import SeatName

router = APIRouter(prefix="/api/matches/{match}/sheets", tags=["sheets"])


@router.get("", responses=sends(documents.Sheets))
def read(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """The order sheets that your seat may read: its own, those of its side where that was agreed, as Control all."""
    service.require_seat(match, guest, seat)
    return sheets.read_sheets(service.authority, match, seat)


@router.post("/lines", responses=sends(documents.Sheet))
def judge(service: Served, guest: Guest, match: str, body: SheetLines) -> Json:
    """How a sheet with these lines would stand: what may follow, and what is wrong; nothing is kept."""
    _require_pen(service, guest, match, body)
    return sheets.judged(service.authority, match, body)


@router.post("/odds", responses=sends(studied.Odds))
def odds(service: Served, guest: Guest, match: str, body: PlannedLine) -> Json:
    """How the combat that a line of a sheet plans may go, with all that the sheet sends there; null if it plans none."""
    _require_pen(service, guest, match, body)
    return sheets.planned(service.authority, match, body)


@router.post("/draft", responses=sends(documents.Sheet))
def write(service: Served, guest: Guest, match: str, body: Draft) -> Json:
    """Keep the draft of your sheet; it is sealed by the answer that it names."""
    _require_pen(service, guest, match, body)
    written = sheets.write(service.authority, match, body, guest)
    service.feed.spoke(match)
    return written


def _require_pen(service: Service, guest: str | None, match: str, body: SheetLines) -> None:
    service.require_seat(match, guest, CONTROL_NAME if body.by == CONTROL_NAME else body.seat)
