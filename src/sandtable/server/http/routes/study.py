"""Routes to study the position: layers, reach, previews, odds, luck and marks; and to the words of a rulebook.

What is asked of a match goes to the processes that study: nobody who plays waits for somebody who studies.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sandtable.kernel.machine.actions import SPECTATOR_NAME

from ...catalogue import printed
from ...errors import Forbidden
from ...people.seating import UNPUBLISHED
from ...service import Json, Served
from ..responses import printed as printed_documents
from ..responses import sends
from ..responses import study as documents
from ..studying import studied
from .play import SeatName

router = APIRouter(prefix="/api", tags=["study"])
OptionId = Annotated[str, Query(min_length=1, max_length=400)]
HexName = Annotated[str | None, Query(alias="hex", min_length=1, max_length=40)]
Moment = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
MATCH = "/matches/{match}"


@router.get(MATCH + "/layers", responses=sends(documents.Layers))
async def layers(
    request: Request, match: str, seat: SeatName = SPECTATOR_NAME, at: Moment = None
) -> Response:
    """What the seat may lay over the map: zones, lines of supply, control; now, or after an answer."""
    return await studied(request, "layers", match, seat, moment=at)


@router.get(MATCH + "/reach", responses=sends(documents.Reach))
async def reach(
    request: Request, match: str, seat: SeatName = SPECTATOR_NAME, option: OptionId | None = None
) -> Response:
    """Where the force now moving can go, or the one that an option would set in motion; null if there is none."""
    return await studied(request, "reach", match, seat, option=option)


@router.get(MATCH + "/preview", responses=sends(documents.Preview))
async def preview(request: Request, match: str, seat: SeatName, option: OptionId) -> Response:
    """What an option of the seat would bring, before it is chosen."""
    return await studied(request, "preview", match, seat, option=option)


@router.get(MATCH + "/odds", responses=sends(documents.Odds))
async def odds(
    request: Request,
    match: str,
    seat: SeatName = SPECTATOR_NAME,
    option: OptionId | None = None,
    at: Moment = None,
    hex_: HexName = None,
) -> Response:
    """How the combat at hand may go, or the one that an option would start; null if there is none.

    With a hex, how a combat there may go if the force now moving, or the one that the option would set in motion,
    marched there first. With the number of an answer, how the combat after it might have gone, as the seat could know.
    """
    return await studied(request, "odds", match, seat, option=option, moment=at, hex_=hex_)


@router.get(MATCH + "/luck", responses=sends(documents.Luck))
async def luck(request: Request, match: str, seat: SeatName = SPECTATOR_NAME) -> Response:
    """The rolls that the seat may see, how good each was, and the luck of every seat."""
    return await studied(request, "luck", match, seat)


@router.get(MATCH + "/marks", responses=sends(documents.Marks))
async def marks(request: Request, match: str, seat: SeatName = SPECTATOR_NAME) -> Response:
    """The turns and combats of the match so far; the same for every seat."""
    return await studied(request, "marks", match, seat)


@router.get(MATCH + "/afterword", responses=sends(documents.AfterwordOf))
def afterword(service: Served, match: str) -> Json:
    """What there is to say of a match that is over; it takes some seconds to write, and is kept then."""
    head = service.authority.head(match)
    if not service.authority.fog_lifted(head):
        raise Forbidden(UNPUBLISHED if head.over else "the afterword is written when the match is over")
    return service.afterwords.of(head)


@router.get("/rulebooks/{name}/terms", responses=sends(printed_documents.Terms))
def terms(name: str) -> list[Json]:
    """The words of a rulebook, explained."""
    return printed.terms(name)


@router.get("/scenarios/{name}/briefing", responses=sends(printed_documents.Briefing))
def briefing(name: str) -> Json | None:
    """What a scenario is about, and what each side is after; null if nobody has written it down."""
    return printed.briefing(name)
