"""The quick way for the two requests that are made all day, an answer and a look at the board.

Whatever is unusual goes the ordinary way: the routes in ``routes_play`` describe both, and do everything this does not;
they explain what is wrong with a request. An answer that failed here is simply given again there; as it carries a key,
it cannot count twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from sandtable.kernel.machine.actions import SPECTATOR_NAME

from ..service import Service, guest_of
from ..wire import SMALL, Message
from .hands import Hands
from .middleware import replaying
from .requests import Answer
from .routes.play import answered

THREADS: Final = 24
_QUICK: Final = re.compile(r"/api/matches/([0-9a-z]+)/(answer|view)")
_METHODS: Final = {"answer": "POST", "view": "GET"}

Response = tuple[list[tuple[bytes, bytes]], bytes]


class Quick:
    """ASGI middleware inside the guard, around everything else."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app: Final = app
        self._service: Final = service
        self._hands: Hands | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass the request on."""
        if scope["type"] == "lifespan":
            with Hands(THREADS, "answers") as self._hands:
                await self._app(scope, receive, send)
            return
        if self._hands is not None and scope["type"] == "http":
            found = _QUICK.fullmatch(scope["path"])
            if found is not None and scope["method"] == _METHODS[found[2]]:
                # The guard hands the whole body over at once.
                body = (await receive()).get("body", b"")
                asker = HTTPConnection(scope)
                doing = partial(self._answered, asker, found[1], body)
                if found[2] == "view":
                    doing = partial(self._looked, asker, found[1])
                said = await self._hands.do(partial(_said, asker, doing))
                if said is not None:
                    await send({"type": "http.response.start", "status": 200, "headers": said[0]})
                    await send({"type": "http.response.body", "body": said[1]})
                    return
                receive = replaying(body, receive)
        await self._app(scope, receive, send)

    def _answered(self, asker: HTTPConnection, match: str, body: bytes) -> Message:
        return answered(self._service, guest_of(asker), match, Answer.model_validate_json(body))

    def _looked(self, asker: HTTPConnection, match: str) -> Message:
        seat = asker.query_params.get("seat", SPECTATOR_NAME)
        self._service.require_sight(match, guest_of(asker), seat)
        return self._service.authority.message(match, seat)


def _said(asker: HTTPConnection, doing: Callable[[], Message]) -> Response | None:
    """Headers and body of the response; None if anything at all stands in the way."""
    headers = [(b"content-type", b"application/json")]
    try:
        message = doing()
        content = message.json()
        if len(content) > SMALL and "gzip" in asker.headers.get("accept-encoding", ""):
            content = message.packed()
            headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    except Exception:
        # Refusals and failures alike: the ordinary way says what is wrong, and writes our own faults to the log.
        return None
    return [*headers, (b"content-length", str(len(content)).encode())], content
