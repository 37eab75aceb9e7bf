"""Hearing all that a seat is sent at the wire while a match stands as somebody has drawn it.

All that one world is asked is asked in one step inside the server: hand-overs between threads would take longer than the
answers. The statuses, headers and sizes are those that a browser would get.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import anyio.to_thread

from sandtable.kernel.machine.actions import SPECTATOR, Seat, parse_action
from sandtable.kernel.machine.engine import refusal
from sandtable.kernel.refusals import SandtableError
from sandtable.server.db import match_store, steady_time
from sandtable.server.match import phases
from sandtable.server.people.seating import COOKIE
from sandtable.server.play import create

from ..playing import Server
from . import asking

# What was asked, and the status, headers and text that came.
Heard = list[tuple[str, int, dict[str, str], str]]


@dataclass(frozen=True)
class Table:
    """A match at a server: who holds its seats, by seat and by name, and whoever looks on."""

    server: Server
    match: str
    cookies: Mapping[str, str]


def differences(one: Heard, other: Heard) -> list[str]:
    """What was asked and answered differently."""
    assert [question for question, *_ in one] == [question for question, *_ in other]
    return [first[0] for first, second in zip(one, other, strict=True) if first != second]


@contextmanager
def still() -> Iterator[None]:
    """No time passes, and the dice of all matches fall alike."""

    class Fixed:
        token_hex = staticmethod(secrets.token_hex)

        @staticmethod
        def token_bytes(count: int) -> bytes:
            return bytes(range(count))

    with (
        patch.object(time, "time", lambda: 1_800_000_000.0),
        patch.object(steady_time, "since_boot", lambda: 1_000.0),
        patch.object(create, "secrets", Fixed),
    ):
        yield


def heard(table: Table, about: asking.About, seat: Seat, world: Any) -> Heard:
    """All that is heard at the table in *world* by whoever sits in *seat*."""
    server = table.server
    with server.service.authority.holding(table.match) as hot:
        hot.play.state = world
        world.told = []
        now = steady_time.now()
        head = replace(hot.match, waiting=dict.fromkeys(hot.play.asked, now))
        head = replace(head, phase=phases.begun(head.terms, hot.play, head.version, now))
        # Who is asked, and for what, stands in the store, where all who ask look first.
        server.service.store.write(
            lambda db: match_store.set_standing(
                db, table.match, {"waiting": head.waiting, "phase": head.phase}
            )
        )
        hot.match = head
        hot._seen.clear()
        hot._drafted = ((-1, 0), {})
    server.service.studies.forget()
    assert server.client.portal is not None
    return server.client.portal.call(_ask_all, table, about, seat, world)


async def _ask_all(table: Table, about: asking.About, seat: Seat, world: Any) -> Heard:
    heard: Heard = []

    async def ask(question: asking.Question) -> Any:
        what = str(question)
        document = question.document or {}
        # An answer that would be taken is not given: in another game nonsense may make sense. Of seats that are not his
        # nobody is taken any answer, and in a world that was drawn for him they may have none.
        own = question.path == "/answer" and document["seat"] == about.seat and seat != SPECTATOR
        if own and _is_allowed(world, document["option"], seat):
            heard.append((f"{what} is allowed", 0, {}, ""))
            return None
        status, headers, text = await _request(table, about.seat, question)
        heard.append((what, status, headers, text.replace(table.match, "MATCH")))
        return json.loads(text) if text.startswith(("{", "[")) else None

    with patch.object(anyio.to_thread, "run_sync", _here):
        seen, sheets = [await ask(question) for question in asking.first(about.seat)]
        for question in asking.rest(about, seen, sheets):
            await ask(question)
        said = await _first_word(table, about.seat)
    heard.append(("socket", 0, {}, said.replace(table.match, "MATCH")))
    return heard


async def _here(do: Callable[..., Any], *given: Any, **_: Any) -> Any:
    """Carried out at once, and by no thread of its own."""
    return do(*given)


def _is_allowed(world: Any, option: str, seat: Seat) -> bool:
    try:
        return refusal(world, parse_action(option), seat) is None
    except SandtableError:
        return False


async def _request(table: Table, seat: str, question: asking.Question) -> tuple[int, dict[str, str], str]:
    """The status, headers and text with which a request is answered."""
    came: list[dict[str, Any]] = []
    body = b"" if question.document is None else json.dumps(question.document).encode()
    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return given.pop() if given else await asyncio.Event().wait() and {}

    async def send(message: dict[str, Any]) -> None:
        came.append(message)

    scope = {"type": "http", "http_version": "1.1", "method": question.method, "scheme": "http"}
    await table.server.client.app(scope | _scope(table, seat, question.path), receive, send)  # type: ignore[arg-type]
    text = b"".join(message.get("body", b"") for message in came[1:]).decode()
    return came[0]["status"], {name.decode(): value.decode() for name, value in came[0]["headers"]}, text


async def _first_word(table: Table, seat: str) -> str:
    """What a socket is told when it is opened; then it is closed."""
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    said.put_nowait({"type": "websocket.connect"})
    scope = {"type": "websocket", "scheme": "ws", "subprotocols": []}
    serving = asyncio.ensure_future(
        table.server.client.app(scope | _scope(table, seat, f"/live?seat={seat}"), said.get, heard.put)  # type: ignore[arg-type]
    )
    assert (await heard.get())["type"] == "websocket.accept"
    word = await heard.get()
    said.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await serving
    return str(word["text"])


def _scope(table: Table, seat: str, path: str) -> dict[str, Any]:
    """Where a request goes, and who makes it."""
    place, _, query = path.partition("?")
    place = f"/api/matches/{table.match}{place}"
    headers = {"host": "testserver", "content-type": "application/json", "x-sandtable": "1"}
    if table.cookies[seat]:
        headers["cookie"] = f"{COOKIE}={table.cookies[seat]}"
    return {
        "asgi": {"version": "3.0"},
        "path": place,
        "raw_path": place.encode(),
        "query_string": quote(query, safe="=&:%").encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("testclient", 50000),
        "server": ("testserver", 80),
    }
