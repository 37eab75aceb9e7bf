"""Routes to study the position: layers, reach, previews, odds, luck and marks; and to the words of a rulebook.

Handlers run in the thread pool, on copies: nobody who plays waits for somebody who studies.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from sandtable.kernel.machine.actions import SPECTATOR_NAME

from ...catalogue import printed
from ...errors import Forbidden
from ...service import UNPUBLISHED, Guest, Json, Served
from ...wire import to_json
from ..responses import printed as printed_documents
from ..responses import sends
from ..responses import study as documents
from .play import SeatName

router = APIRouter(prefix="/api", tags=["study"])
OptionId = Annotated[str, Query(min_length=1, max_length=400)]
HexName = Annotated[str | None, Query(alias="hex", min_length=1, max_length=40)]
Moment = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
MATCH = "/matches/{match}"


@router.get(MATCH + "/layers", responses=sends(documents.Layers))
def layers(
    service: Served, guest: Guest, match: str, seat: SeatName = SPECTATOR_NAME, at: Moment = None
) -> Response:
    """What the seat may lay over the map: zones, lines of supply, control; now, or after an answer."""
    service.require_sight(match, guest, seat)
    return _shown(service.studies.layers(match, seat, at))


@router.get(MATCH + "/reach", responses=sends(documents.Reach))
def reach(
    service: Served,
    guest: Guest,
    match: str,
    seat: SeatName = SPECTATOR_NAME,
    option: OptionId | None = None,
) -> Response:
    """Where the force now moving can go, or the one that an option would set in motion; null if there is none."""
    service.require_sight(match, guest, seat)
    return _shown(service.studies.reach(match, seat, option))


@router.get(MATCH + "/preview", responses=sends(documents.Preview))
def preview(service: Served, guest: Guest, match: str, seat: SeatName, option: OptionId) -> Response:
    """What an option of the seat would bring, before it is chosen."""
    service.require_seat(match, guest, seat)
    return _shown(service.studies.preview(match, seat, option))


@router.get(MATCH + "/odds", responses=sends(documents.Odds))
def odds(
    service: Served,
    guest: Guest,
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
    service.require_sight(match, guest, seat)
    return _shown(service.studies.odds(match, seat, option, at, hex_))


@router.get(MATCH + "/luck", responses=sends(documents.Luck))
def luck(service: Served, guest: Guest, match: str, seat: SeatName = SPECTATOR_NAME) -> Response:
    """The rolls that the seat may see, how good each was, and the luck of every seat."""
    service.require_sight(match, guest, seat)
    return _shown(service.studies.luck(match, seat))


@router.get(MATCH + "/marks", responses=sends(documents.Marks))
def marks(service: Served, guest: Guest, match: str, seat: SeatName = SPECTATOR_NAME) -> Response:
    """The turns and combats of the match so far; the same for every seat."""
    service.require_sight(match, guest, seat)
    return _shown(service.studies.marks(match))


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


def _shown(answer: dict[str, Any]) -> Response:
    return Response(to_json(answer), media_type="application/json")
