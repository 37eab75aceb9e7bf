"""Routes to order sheets: what stands on them, what may be written next, and drafts that are kept."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sandtable.kernel.machine.actions import CONTROL_NAME

from ...match.commands import Draft, PlannedLine, SheetLines
from ...play import sheets
from ...service import Guest, Json, Served
from ..responses import match as documents
from ..responses import sends
from ..responses import study as studied_documents
from ..studying import studied
from .play import SeatName

About = Annotated[str, Query(max_length=200, description="the subject whose next lines are to be told")]
router = APIRouter(prefix="/api/matches/{match}/sheets", tags=["sheets"])


@router.get("", responses=sends(documents.Sheets))
def read(service: Served, guest: Guest, match: str, seat: SeatName, about: About = "") -> Json:
    """The order sheets that your seat may read: its own, those of its side where that was agreed, as Control all."""
    service.require_seat(match, guest, seat)
    return sheets.read_sheets(service.authority, match, seat, about)


@router.post("/lines", responses=sends(documents.Sheet))
async def judge(request: Request, match: str, body: SheetLines) -> Response:
    """How a sheet with these lines would stand: what may follow, and what is wrong; nothing is kept."""
    return await studied(request, "sheet lines", match, _pen(body), given=body.model_dump())


@router.post("/odds", responses=sends(studied_documents.Odds))
async def odds(request: Request, match: str, body: PlannedLine) -> Response:
    """How the combat that a line of a sheet plans may go, with all that the sheet sends there; null if it plans none."""
    return await studied(request, "sheet odds", match, _pen(body), given=body.model_dump())


@router.post("/draft", responses=sends(documents.Sheet))
def write(service: Served, guest: Guest, match: str, body: Draft) -> Json:
    """Keep the draft of your sheet; it is sealed by the answer that it names."""
    service.require_seat(match, guest, _pen(body))
    written, readers = sheets.write(service.authority, match, body, guest)
    service.feed.wrote(match, readers)
    return written


def _pen(body: SheetLines) -> str:
    """The seat that whoever writes on the sheet has to hold."""
    return CONTROL_NAME if body.by == CONTROL_NAME else body.seat
