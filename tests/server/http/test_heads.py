"""Heads of requests at a real server: however much is sent, and however slowly, little of it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
import uvicorn

from sandtable.server.http import protocol

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bytes]]


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


def said(talk: Talk) -> bytes:
    """What *talk* hears of a server with our protocol."""

    async def at_a_server() -> bytes:
        config = uvicorn.Config(
            _answer,
            http="sandtable.server.http.protocol:LimitedHeads",
            log_level="critical",
            port=0,
            lifespan="off",
        )
        server = uvicorn.Server(config)
        running = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            return await asyncio.wait_for(talk(reader, writer), 60)
        finally:
            writer.close()
            server.should_exit = True
            await running

    return asyncio.run(at_a_server())


async def until_hung_up(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, words: Iterable[bytes]
) -> bytes:
    """What comes back to whoever goes on sending; a line that is cut may swallow it."""
    try:
        for word in words:
            writer.write(word)
            await writer.drain()
        return await reader.read()
    except ConnectionError:
        return b""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.05)


def test_a_head_without_end_is_hung_up_on() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx-long: ")
        return await until_hung_up(reader, writer, (b"x" * 100_000 for _ in range(1000)))

    assert said(talk) in (b"", protocol._TOO_LARGE)


def test_many_small_headers_without_end_are_hung_up_on() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\n")
        return await until_hung_up(reader, writer, (b"x-%d: %s\r\n" % (n, b"x" * 40) for n in range(20_000)))

    assert said(talk) in (b"", protocol._TOO_LARGE)


@pytest.mark.usefixtures("impatient")
def test_whoever_sends_half_a_head_is_not_waited_for() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
        return await reader.read()

    assert said(talk) == b""


def test_requests_one_after_another_on_one_line_are_answered_however_many_they_are() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        heard = b""
        for _ in range(200):
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx-long: " + b"x" * 1000 + b"\r\n\r\n")
            heard += await reader.readuntil(b"ok")
        return heard

    assert said(talk).count(b"HTTP/1.1 200 ") == 200


def test_a_long_body_is_no_long_head() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 300000\r\n\r\n" + b"x" * 300_000)
        return await reader.readuntil(b"ok")

    assert said(talk).startswith(b"HTTP/1.1 200 ")
