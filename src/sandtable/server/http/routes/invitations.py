"""Routes to the links that lead to seats. The secret of a link comes in the body, so that it stands in no log."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from ...people import invitations, seating
from ...service import Guest, Json, Served, keep_guest
from ..requests import Token
from ..responses import match as documents
from ..responses import sends

router = APIRouter(prefix="/api/invitation", tags=["matches"])


@router.post("", responses=sends(documents.Invitation))
def look_at_invitation(service: Served, guest: Guest, body: Token) -> Json:
    """What stands behind a link; nobody sits down yet, for programs look at links before people do."""
    with service.store.reading() as db:
        return invitations.look(db, body.token, guest)


@router.post("/take", responses=sends(documents.Taken))
def take_invitation(service: Served, guest: Guest, request: Request, body: Token) -> Response:
    """Take the seat that the link leads to."""
    who = guest or seating.new_secret()
    link = service.store.write(lambda db: invitations.take(db, body.token, who))
    service.authority.somebody_sat_down(link.match)
    response = JSONResponse({"match": link.match, "seat": link.seat})
    keep_guest(response, request, who)
    return response
