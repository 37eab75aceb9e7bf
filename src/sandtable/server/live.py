"""Live views: every open socket is woken after each change of its match and sends what its seat may know."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.kernel.refusals import SandtableError

from .authority import Authority, Message
from .ledger import Match
from .wire import to_json

PING_SECONDS: Final = 20.0


class Hub:
    """Who watches which match."""

    def __init__(self) -> None:
        self._watchers: Final[defaultdict[str, set[asyncio.Event]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Remember the loop on which the sockets live."""
        self._loop = asyncio.get_running_loop()

    def changed(self, head: Match) -> None:
        """Wake the watchers of the match; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, head.id)

    @contextmanager
    def watching(self, match: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the match has changed."""
        woken = asyncio.Event()
        self._watchers[match].add(woken)
        try:
            yield woken
        finally:
            self._watchers[match].discard(woken)
            if not self._watchers[match]:
                del self._watchers[match]

    def _wake(self, match: str) -> None:
        for woken in self._watchers.get(match, ()):
            woken.set()


async def serve_live(
    socket: WebSocket, hub: Hub, authority: Authority, match: str, seat: str, may_watch: Callable[[], bool]
) -> None:
    """Send the message of *seat* now and after every change, and a ping while nothing happens, until the socket closes."""
    await socket.accept()
    sent: Message = {}
    with hub.watching(match) as woken:
        gone = asyncio.ensure_future(_until_closed(socket))
        try:
            while not gone.done():
                woken.clear()
                message = await run_in_threadpool(_look, authority, match, seat, may_watch)
                if message is None:
                    await socket.close(4403, "this seat is no longer yours")
                    return
                if message != sent:
                    await socket.send_text(to_json(message).decode())
                    sent = message
                waiting = asyncio.ensure_future(woken.wait())
                done, _ = await asyncio.wait(
                    {gone, waiting}, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                waiting.cancel()
                if not done:
                    await socket.send_json({"ping": message["version"]})
        except (WebSocketDisconnect, RuntimeError):
            # The other end went away while we were sending.
            return
        except SandtableError as why:
            await socket.close(4400, str(why)[:120])
        finally:
            gone.cancel()


def _look(authority: Authority, match: str, seat: str, may_watch: Callable[[], bool]) -> Message | None:
    return authority.message(match, seat) if may_watch() else None


async def _until_closed(socket: WebSocket) -> None:
    """Read and forget whatever the client says, until it goes."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return
