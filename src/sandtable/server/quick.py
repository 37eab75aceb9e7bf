"""The quick way for the one request that is made all day, an answer; whatever is unusual goes the ordinary way.

The route in ``routes_play`` describes it, and does everything this does not: it explains what is wrong with a request.
An answer that failed here is simply given again there; as it carries a key, it cannot count twice.
"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from .bodies import Answer
from .guard import replaying
from .service import Service, guest_of
from .wire import SMALL, compressed, to_json

THREADS: Final = 24
_ANSWER: Final = re.compile(r"/api/matches/([0-9a-z]+)/answer")


class Quick:
    """ASGI middleware inside the guard, around everything else."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app: Final = app
        self._service: Final = service
        self._threads: ThreadPoolExecutor | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass the request on."""
        if scope["type"] == "lifespan":
            with ThreadPoolExecutor(THREADS, thread_name_prefix="answers") as self._threads:
                await self._app(scope, receive, send)
            return
        if self._threads is not None and scope["type"] == "http" and scope["method"] == "POST":
            found = _ANSWER.fullmatch(scope["path"])
            if found is not None:
                # The guard hands the whole body over at once.
                body = (await receive()).get("body", b"")
                asker = HTTPConnection(scope)
                loop = asyncio.get_running_loop()
                said = await loop.run_in_executor(self._threads, self._answered, asker, found[1], body)
                if said is not None:
                    await send({"type": "http.response.start", "status": 200, "headers": said[0]})
                    await send({"type": "http.response.body", "body": said[1]})
                    return
                receive = replaying(body, receive)
        await self._app(scope, receive, send)

    def _answered(
        self, asker: HTTPConnection, match: str, body: bytes
    ) -> tuple[list[tuple[bytes, bytes]], bytes] | None:
        """Headers and body of the response; None if anything at all stands in the way."""
        try:
            given = Answer.model_validate_json(body)
            message = to_json(self._service.answered(guest_of(asker), match, given))
        except Exception:
            # Refusals and failures alike: the ordinary way says what is wrong, and writes our own faults to the log.
            return None
        headers = [(b"content-type", b"application/json")]
        if len(message) > SMALL and "gzip" in asker.headers.get("accept-encoding", ""):
            message = compressed(message)
            headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
        return [*headers, (b"content-length", str(len(message)).encode())], message
