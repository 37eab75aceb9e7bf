"""Connections are handed over to the process in which their match is at home, with what was read of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from sandtable.server.http.handoff import Handoff, Lines

# Of two processes the first is the home of the one, the second of the other.
AT_FIRST, AT_SECOND = "d", "a"
ABOUT = "POST /api/matches/{}/answer HTTP/1.1\r\n"


class _Serving(asyncio.Protocol):
    """A process as its visitors see it: it says its name and repeats what it has read, and hands over whom it can."""

    def __init__(self, name: str, handoff: Handoff, first: bytes = b"") -> None:
        self._name, self._handoff, self._first = name, handoff, first

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._first:
            self._say(self._first)

    def data_received(self, data: bytes) -> None:
        if not self._handoff.passes_on(self._transport, data):
            self._say(data)

    def _say(self, data: bytes) -> None:
        self._transport.write(f"{self._name} {data.decode()}".encode())


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines between two processes."""
    made = Lines(2)
    yield made
    made.close()


def test_a_connection_goes_to_the_home_of_its_match_and_stays_there(lines: Lines) -> None:
    async def play() -> tuple[bytes, bytes]:
        async with _serving(lines, "first", 0) as visited, _serving(lines, "second", 1):
            reader, writer = await asyncio.open_connection(*visited)
            writer.write(ABOUT.format(AT_SECOND).encode())
            begun = await reader.read(1000)
            writer.write(b"the rest")
            rest = await reader.read(1000)
            writer.close()
            return begun, rest

    assert asyncio.run(play()) == (f"second {ABOUT.format(AT_SECOND)}".encode(), b"second the rest")


@pytest.mark.parametrize(
    "said",
    [ABOUT.format(AT_FIRST), "GET /healthz HTTP/1.1\r\n", "POST /api/matches HTTP/1.1\r\n", "GET /api/mat"],
)
def test_whatever_is_about_no_match_or_one_of_this_home_stays(lines: Lines, said: str) -> None:
    assert _answered(lines, said) == f"first {said}"


def test_a_process_that_is_away_is_stood_in_for(lines: Lines) -> None:
    async def play() -> str:
        async with _serving(lines, "first", 0) as visited:
            return await _ask(visited, ABOUT.format(AT_SECOND))

    assert asyncio.run(play()).startswith("first")


def test_nobody_is_handed_over_to_a_process_that_has_ended(lines: Lines) -> None:
    async def play() -> str:
        async with _serving(lines, "first", 0) as visited, _serving(lines, "second", 1):
            lines.gone(1)
            return await _ask(visited, ABOUT.format(AT_SECOND))

    assert asyncio.run(play()).startswith("first")


def test_what_lies_in_the_line_of_one_that_died_is_taken_up_by_its_successor(lines: Lines) -> None:
    async def play() -> str:
        async with _serving(lines, "first", 0) as visited:
            dead, inbox = _copy(lines, 1)
            dead.open(lambda data: _Serving("dead", dead, data))
            # Nobody has noticed yet that it looks at nothing any more.
            has_come = asyncio.Event()
            asyncio.get_running_loop().add_reader(inbox, has_come.set)
            waiting = asyncio.ensure_future(_ask(visited, ABOUT.format(AT_SECOND)))
            await has_come.wait()
            dead.close()
            async with _serving(lines, "successor", 1):
                return await waiting

    assert asyncio.run(play()).startswith("successor")


def _answered(lines: Lines, said: str) -> str:
    async def play() -> str:
        async with _serving(lines, "first", 0) as visited, _serving(lines, "second", 1):
            return await _ask(visited, said)

    return asyncio.run(play())


async def _ask(visited: tuple[str, int], said: str) -> str:
    reader, writer = await asyncio.open_connection(*visited)
    writer.write(said.encode())
    answer = await reader.read(1000)
    writer.close()
    return answer.decode()


@asynccontextmanager
async def _serving(lines: Lines, name: str, place: int) -> AsyncIterator[tuple[str, int]]:
    """A process at that place: where it listens."""
    handoff, _ = _copy(lines, place)
    server = await asyncio.get_running_loop().create_server(lambda: _Serving(name, handoff), "127.0.0.1", 0)
    handoff.open(lambda data: _Serving(name, handoff, data))
    try:
        yield server.sockets[0].getsockname()[:2]
    finally:
        handoff.close()
        server.close()


def _copy(lines: Lines, place: int) -> tuple[Handoff, int]:
    """The lines as the process at that place inherits them, and the file descriptor by which it is reached."""
    at, table, *ends = lines.arguments(place)
    copies = [os.dup(end) for end in ends]
    return Handoff(at, table, copies), copies[place]
