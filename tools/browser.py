"""One browser as a server sees it: a connection that stays open, a cookie, and as little work of its own as possible."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import suppress
from typing import Any, Final, cast

import orjson

from sandtable.server.wire import patched

_END: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length: "
_COOKIE: Final = b"set-cookie: "
_GZIP: Final = b"content-encoding: gzip"
_GZIPPED: Final = 16 + zlib.MAX_WBITS
# A frame of a WebSocket: the bits of its first byte, and what its lengths beyond the short ones stand for.
_DEFLATED: Final = 0x40
_OPCODE: Final = 0x0F
_TEXT, _CLOSE, _PING = 1, 8, 9
_LONG: Final = {126: 2, 127: 8}
_FLUSHED: Final = b"\x00\x00\xff\xff"


class HungUp(EOFError):
    """The server closed the connection before it had answered."""


class Client:
    """One browser. It asks one question at a time, from the address *source* if it has one of its own."""

    def __init__(self, host: str, port: int, source: str | None = None) -> None:
        self._host: Final = host
        self._port: Final = port
        self._from: Final = None if source is None else (source, 0)
        self.cookie = ""
        self._line: _Line | None = None
        # How many bytes of bodies and of frames have come.
        self.received = 0

    async def ask(self, method: str, path: str, document: Any = None) -> tuple[int, Any]:
        """Status and document of the response."""
        status, body, _ = await self.ask_raw(method, path, document)
        return status, orjson.loads(body)

    async def ask_raw(self, method: str, path: str, document: Any = None) -> tuple[int, bytes, float]:
        """Status, body and the moment (by the clock of the loop) at which the last byte had come."""
        if self._line is None or self._line.dead:
            loop = asyncio.get_running_loop()
            _, self._line = await loop.create_connection(_Line, self._host, self._port, local_addr=self._from)
        body = b"" if document is None else orjson.dumps(document)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nX-Sandtable: 1\r\n"
            f"Accept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        )
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        headers, content, at = await self._line.ask(head.encode() + b"\r\n" + body)
        self.received += len(content)
        lowered = headers.lower()
        if _COOKIE in lowered:
            start = lowered.index(_COOKIE) + len(_COOKIE)
            self.cookie = headers[start:].split(b";", 1)[0].decode()
        if _GZIP in lowered:
            content = zlib.decompress(content, _GZIPPED)
        return int(headers.split(b" ", 2)[1]), content, at

    async def watch(self, path: str) -> Watch:
        """A live socket, at its first message."""
        reader, writer = await asyncio.open_connection(self._host, self._port, local_addr=self._from)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nCookie: {self.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: c2FuZHRhYmxlIHBsYXllcg==\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
        )
        head = await reader.readuntil(_END)
        if b" 101 " not in head:
            raise HungUp(head.split(b"\r\n")[0].decode())
        return Watch(self, reader, writer)

    def close(self) -> None:
        """Hang up; the next question dials again."""
        if self._line is not None:
            self._line.hang_up()
        self._line = None


class Watch:
    """A live socket: what its seat sees, put together from what has changed."""

    def __init__(self, client: Client, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._client: Final = client
        self._reader: Final = reader
        self._writer: Final = writer
        self._unpacker: Final = zlib.decompressobj(-zlib.MAX_WBITS)
        self.seen: dict[str, Any] = {}

    async def until(self, version: int) -> float:
        """Listen until this version or a later one is seen: the moment (by the clock of the loop) at which it was."""
        loop = asyncio.get_running_loop()
        while self.seen.get("version", -1) < version:
            frame = orjson.loads(await self._text())
            if "change" in frame:
                self.seen = patched(self.seen, frame["change"])
            elif "view" in frame:
                self.seen = frame
        return loop.time()

    async def _text(self) -> bytes:
        """The next message; what the protocol itself asks meanwhile is answered."""
        while True:
            first, second = await self._reader.readexactly(2)
            length = second
            if second in _LONG:
                length = int.from_bytes(await self._reader.readexactly(_LONG[second]))
            body = await self._reader.readexactly(length)
            if first & _OPCODE == _CLOSE:
                raise HungUp("the server closed the socket")
            if first & _OPCODE == _PING:
                # A pong, under a mask of zeros.
                self._writer.write(bytes([0x8A, 0x80 | len(body)]) + bytes(4) + body)
            if first & _OPCODE == _TEXT:
                self._client.received += 2 + _LONG.get(second, 0) + length
                return self._unpacker.decompress(body + _FLUSHED) if first & _DEFLATED else body

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self._writer.close()


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
        self._transport = cast(asyncio.Transport, transport)

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
