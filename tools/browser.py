"""One browser as a server sees it: a connection that stays open, a cookie, and as little work of its own as possible."""

from __future__ import annotations

import asyncio
import zlib
from typing import Any, Final

import orjson

_END: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length: "
_COOKIE: Final = b"set-cookie: "
_GZIP: Final = b"content-encoding: gzip"
_GZIPPED: Final = 16 + zlib.MAX_WBITS


class HungUp(EOFError):
    """The server closed the connection before it had answered."""


class Client:
    """One browser. It asks one question at a time."""

    def __init__(self, host: str, port: int) -> None:
        self._host: Final = host
        self._port: Final = port
        self.cookie = ""
        self._line: _Line | None = None

    async def ask(self, method: str, path: str, document: Any = None) -> tuple[int, Any]:
        """Status and document of the response."""
        status, body, _ = await self.ask_raw(method, path, document)
        return status, orjson.loads(body)

    async def ask_raw(self, method: str, path: str, document: Any = None) -> tuple[int, bytes, float]:
        """Status, body and the moment (by the clock of the loop) at which the last byte had come."""
        if self._line is None or self._line.dead:
            loop = asyncio.get_running_loop()
            _, self._line = await loop.create_connection(_Line, self._host, self._port)
        body = b"" if document is None else orjson.dumps(document)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nX-Sandtable: 1\r\n"
            f"Accept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        )
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        headers, content, at = await self._line.ask(head.encode() + b"\r\n" + body)
        lowered = headers.lower()
        if _COOKIE in lowered:
            start = lowered.index(_COOKIE) + len(_COOKIE)
            self.cookie = headers[start:].split(b";", 1)[0].decode()
        if _GZIP in lowered:
            content = zlib.decompress(content, _GZIPPED)
        return int(headers.split(b" ", 2)[1]), content, at

    def close(self) -> None:
        """Hang up; the next question dials again."""
        if self._line is not None:
            self._line.hang_up()
        self._line = None


class _Line(asyncio.Protocol):
    """A connection that carries one question and its response at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[tuple[bytes, bytes, float]] | None = None
        self._buffer = bytearray()
        self._head: bytes | None = None
        self._length = 0
        self.dead = False

    async def ask(self, request: bytes) -> tuple[bytes, bytes, float]:
        """Head and body of the response, and when they had come."""
        assert self._transport is not None
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def hang_up(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: perhaps the last of a response."""
        self._buffer += data
        if self._head is None:
            end = self._buffer.find(_END)
            if end < 0:
                return
            self._head = bytes(self._buffer[:end])
            del self._buffer[: end + len(_END)]
            self._length = _content_length(self._head)
        if len(self._buffer) >= self._length and self._waiting is not None:
            response = (self._head, bytes(self._buffer[: self._length]), asyncio.get_running_loop().time())
            del self._buffer[: self._length]
            self._head = None
            if not self._waiting.done():
                self._waiting.set_result(response)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.dead = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or HungUp("the server closed the connection"))


def _content_length(head: bytes) -> int:
    lowered = head.lower()
    start = lowered.find(_LENGTH)
    return int(lowered[start + len(_LENGTH) :].split(b"\r\n", 1)[0]) if start >= 0 else 0
