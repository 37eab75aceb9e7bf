"""The web server's protocol with a limit on heads: no request makes us keep, or wait for, more than a head may be.

The parser of the web server takes headers of any size, and of any slowness. What is small enough for it is looked at
again at the door (``middleware``), where a refusal is a sentence. Where several processes serve, a request may turn out to
be about a match that is at home in another one, which the connection is handed over to (``handoff``).
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .handoff import Handoff

# More than this of a head whose end has not come is read from nobody; a head of our page has about one thousand.
MOST_OF_A_HEAD: Final = 64 * 1024
# Who has not sent a whole head by then keeps us waiting on purpose.
HEAD_SECONDS: Final = 20.0
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)


class LimitedHeads(HttpToolsProtocol):
    """Hangs up on whoever sends a head that is too large, or none at all."""

    # The way to the other processes, where there are any.
    handoff: Handoff | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # What another process has read of the connection before it was handed over.
        self._first = b""
        # Whether some of a request has come, and not yet all of it.
        self._is_coming = False
        self._waiting_for_head = True
        self._received = 0
        self._giving_up: asyncio.TimerHandle | None = None

    def begin_with(self, data: bytes) -> None:
        """The connection will have been handed over, and *data* read of it."""
        self._first = data

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come, who has something to say, or has said it already."""
        super().connection_made(transport)
        self._give_up_later()
        if self._first:
            self._read(self._first)

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some more of a request; one that begins may be about a match that is at home elsewhere."""
        if self.handoff is None or self._is_busy or not self.handoff.passes_on(self.transport, data):
            self._read(data)

    @property
    def _is_busy(self) -> bool:
        """Whether what comes now belongs to a request that has begun, or another one is still being answered."""
        return self._is_coming or (self.cycle is not None and not self.cycle.response_complete)

    def _read(self, data: bytes) -> None:
        """No more of a head than there may be."""
        super().data_received(data)
        if not self._waiting_for_head:
            return
        self._received += len(data)
        if self._received > MOST_OF_A_HEAD and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins, perhaps on a connection that was quiet for long."""
        super().on_message_begin()
        self._is_coming = True
        self._waiting_for_head = True
        self._received = 0
        self._give_up_later()

    def on_headers_complete(self) -> None:
        """The head is here; how large the body may be is said at the door."""
        self._waiting_for_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of the request is here."""
        self._is_coming = False
        super().on_message_complete()

    def _give_up_later(self) -> None:
        self._stop_waiting()
        self._giving_up = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
