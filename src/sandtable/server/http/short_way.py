"""The short way of an answer: around the general machinery for requests, which costs as much as the rules do.

Whatever is unusual about one goes the ordinary way, which explains it.
"""

from __future__ import annotations

import re
from typing import Final

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..match.commands import Answer
from ..service import Service, guest_of
from .routes.play import accepted

_ANSWER: Final = re.compile(r"/api/matches/([^/]+)/answer")
_JSON: Final = (b"content-type", b"application/json")


def wanted(scope: Scope) -> str | None:
    """The match to which the request is an answer as the page sends it; None if it is anything else."""
    if scope["type"] != "http" or scope["method"] != "POST" or _JSON not in scope["headers"]:
        return None
    found = _ANSWER.fullmatch(scope["path"])
    return None if found is None else found[1]


async def answer(service: Service, match: str, scope: Scope, receive: Receive, send: Send) -> bool:
    """Take the answer in a body that has come; False, and nothing is said, if the ordinary way has to explain it.

    Whatever a seat is refused is raised.
    """
    body = (await receive())["body"]
    try:
        given = Answer.model_validate_json(body)
    except ValidationError:
        return False
    response = await run_in_threadpool(_answered, service, match, given, guest_of(HTTPConnection(scope)))
    await response(scope, receive, send)
    return True


def _answered(service: Service, match: str, given: Answer, guest: str | None) -> Response:
    service.require_seat(match, guest, given.seat)
    return accepted(service.authority.answer(match, given, guest))
