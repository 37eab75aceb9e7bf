"""Live views: every open socket is woken after each change of its match and sends what its seat may know."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.kernel.refusals import SandtableError

from .authority import Authority
from .ledger import Match
from .wire import Message

PING_SECONDS: Final = 20.0
# A page only listens; whoever talks so much is up to something else.
MOST_WORDS: Final = 64


class Hub:
    """Who watches which match."""

    def __init__(self) -> None:
        self._watchers: Final[defaultdict[str, set[asyncio.Event]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        # How often something was said at each match: whoever watches looks only then whether it was said to him.
        self._words: Final[Counter[str]] = Counter()

    def start(self) -> None:
        """Remember the loop on which the sockets live."""
        self._loop = asyncio.get_running_loop()

    def changed(self, head: Match) -> None:
        """Wake the watchers of the match; may be called from any thread."""
        # Whoever begins to watch meanwhile looks only after that.
        if head.id in self._watchers and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, head.id)

    def spoke(self, match: str) -> None:
        """Something was said at the match, or may have been; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._speak, match)

    def words(self, match: str) -> int:
        """How often something was said while somebody watched the match."""
        return self._words[match]

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
                self._words.pop(match, None)

    def _speak(self, match: str) -> None:
        if match in self._watchers:
            self._words[match] += 1
            self._wake(match)

    def _wake(self, match: str) -> None:
        for woken in self._watchers.get(match, ()):
            woken.set()


async def serve_live(
    socket: WebSocket,
    hub: Hub,
    authority: Authority,
    match: str,
    seat: str,
    may_watch: Callable[[], bool],
    talk_mark: Callable[[], str],
) -> None:
    """Send the message of *seat* now and after every change, and a ping while nothing happens, until the socket closes.

    What is said at the table is asked for by the page itself: here it hears that there is something new for it.
    """
    await socket.accept()
    sent = Message()
    loop = asyncio.get_running_loop()
    with hub.watching(match) as woken:
        gone = asyncio.ensure_future(_until_closed(socket))
        try:
            words, mark = hub.words(match), await run_in_threadpool(talk_mark)
            ping_at = loop.time() + PING_SECONDS
            while not gone.done():
                woken.clear()
                message = await run_in_threadpool(_look, authority, match, seat, may_watch)
                if message is None:
                    await socket.close(4403, "this seat is no longer yours")
                    return
                if message != sent:
                    await socket.send_text(message.json().decode())
                    sent, ping_at = message, loop.time() + PING_SECONDS
                if hub.words(match) != words:
                    words, before = hub.words(match), mark
                    mark = await run_in_threadpool(talk_mark)
                    if mark != before:
                        await socket.send_json({"talk": mark})
                waiting = asyncio.ensure_future(woken.wait())
                # Whoever is woken by what is not for him must not tell it by a later ping.
                done, _ = await asyncio.wait(
                    {gone, waiting},
                    timeout=max(0.0, ping_at - loop.time()),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                waiting.cancel()
                if not done:
                    await socket.send_json({"ping": message["version"]})
                    ping_at = loop.time() + PING_SECONDS
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
    """Read and forget whatever the client says, until it goes; who says too much, or what is no text, is hung up on."""
    try:
        for _ in range(MOST_WORDS):
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError):
        return
    except KeyError:
        # Bytes, which no page of ours sends.
        pass
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(4400, "nobody listens to you here")
