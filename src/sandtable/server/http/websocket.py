"""Live views: every open socket is woken after each change of its match and sends what its seat may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.kernel.refusals import SandtableError

from ..db.match_store import Match
from ..play.authority import Authority
from ..play.change_feed import ChangeFeed, Watcher, look
from ..wire import Message

PING_SECONDS: Final = 20.0
# A page only listens; whoever talks so much is up to something else.
MOST_WORDS: Final = 64
_MARKS: Final = ("talk", "sheets")


async def serve_live(
    socket: WebSocket,
    feed: ChangeFeed,
    authority: Authority,
    match: str,
    seat: str,
    may_watch: Callable[[], bool],
    marks: Callable[[Collection[str]], dict[str, str]],
) -> None:
    """Send the message of *seat*, what has changed of it after every change, and a ping while nothing happens.

    What is said at the table ("talk"), or written on order sheets ("sheets"), is asked for by the page itself: here it
    hears that there is something new for it, which it finds by the *marks* of either.
    """
    await socket.accept()
    loop = asyncio.get_running_loop()
    with feed.watching(match, seat, may_watch) as watcher:
        woken = watcher.woken
        gone = asyncio.ensure_future(_until_closed(socket))
        gone.add_done_callback(lambda _: woken.set())
        try:
            told, known = feed.told(match, seat), await run_in_threadpool(marks, _MARKS)
            ping_at = loop.time() + PING_SECONDS
            looks = True
            while not gone.done():
                woken.clear()
                before, told = told, feed.told(match, seat)
                # Where only a sheet was written on, nothing else has to be looked at.
                if looks or told[:2] != before[:2] or told == before:
                    # Where more has happened than the change it was worked out after, that is not enough.
                    shown = watcher.taken(told.changes) if told.words == before.words else None
                    if shown is None:
                        # A first look may have to fetch the match: nobody else's news waits for that.
                        run = run_in_threadpool if watcher.sent is None else feed.looks.run
                        seen = await run(_look, authority, match, watcher, feed.head(match))
                    else:
                        seen = shown.message, shown.frame
                    message, frame = seen
                    if message is None:
                        await socket.close(4403, "this seat is no longer yours")
                        return
                    if frame is not None:
                        await socket.send_text(frame.decode())
                        watcher.sent, ping_at = message, loop.time() + PING_SECONDS
                looks = False
                fresh = _MARKS if told.words != before.words else _MARKS[1:]
                if (told.words, told.sheets) != (before.words, before.sheets):
                    for name, mark in (await run_in_threadpool(marks, fresh)).items():
                        if mark != known[name]:
                            known[name] = mark
                            await socket.send_json({name: mark})
                ping = loop.call_at(ping_at, woken.set)
                await woken.wait()
                ping.cancel()
                # Whoever is woken by what is not for him must not tell it by a later ping.
                if loop.time() >= ping_at and watcher.sent is not None and not gone.done():
                    await socket.send_json({"ping": watcher.sent["version"]})
                    ping_at = loop.time() + PING_SECONDS
                    looks = True
        except (WebSocketDisconnect, RuntimeError):
            # The other end went away while we were sending.
            return
        except SandtableError as why:
            await socket.close(4400, str(why)[:120])
        finally:
            gone.cancel()


def _look(
    authority: Authority, match: str, watcher: Watcher, known: Match | None
) -> tuple[Message | None, bytes | None]:
    """What the watcher may know now, if he may know anything, and what is to be sent of it."""
    if not watcher.may_watch():
        return None, None
    message = authority.message(match, watcher.seat, known)
    return message, look(message, watcher.sent)


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
