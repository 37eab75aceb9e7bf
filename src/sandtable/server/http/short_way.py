"""The short way of an answer: around the general machinery for requests, which costs as much as the rules do.

Whatever is unusual about one goes the ordinary way, which explains it.
"""

from __future__ import annotations

import re
from typing import Final

from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from ..match.commands import Answer
from ..people.seating import COOKIE
from ..service import Service
from ..wire import to_json

_ANSWER: Final = re.compile(r"/api/matches/([^/]+)/answer")
_JSON: Final = (b"content-type", b"application/json")
_COOKIE: Final = COOKIE.encode() + b"="


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
    said = to_json((await service.answers.answer(match, given, _guest(scope)))._asdict())
    headers = [(b"content-length", b"%d" % len(said)), _JSON]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": said})
    return True


def _guest(scope: Scope) -> str | None:
    """The secret in the guest's cookie: at the door all other cookies have been taken away."""
    found = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    return found[len(_COOKIE) :].decode() or None
