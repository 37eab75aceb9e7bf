"""Checking what strangers bring along, in processes beside the server: few at once, one for each client, cut off in time."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from sandtable.kernel.refusals import Refusal, Refused

from ..db.store import Fenced, Store
from ..errors import BadRequest, Conflict, Forbidden, Misread, NotFound, ServerError, TooLarge, TooMuch
from ..settings import Settings
from . import checker
from .create import Begun

# So many may wait for their turn; whoever comes then is told to come again.
MOST_WAITING: Final = 8
# A machine that is busy takes longer than the processor time; nobody is waited for longer than so many times that.
_PATIENCE: Final = 6
# What the process may have refused, by the status that it says.
_BY_STATUS: Final[dict[int, type[ServerError]]] = {
    kind.status: kind
    for kind in (BadRequest, Conflict, Fenced, Forbidden, Misread, NotFound, TooLarge, TooMuch)
}


class Gone(ServerError):
    """Whoever asked has hung up, and hears nothing."""


class Checks:
    """The processes that play records and long matches again."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store: Final = store
        self._settings: Final = settings
        self._turns: Final = asyncio.Semaphore(settings.import_workers)
        self._clients: Final[set[str]] = set()

    async def imported(
        self, client: str, guest: str, body: bytes, gone: Callable[[], Awaitable[None]]
    ) -> Begun:
        """The match that goes on where the record in *body* ends; *gone* returns when the caller has hung up."""
        return await self._in_turn(client, {"kind": checker.IMPORT, "guest": guest}, body, gone)

    async def forked(
        self, client: str, guest: str, wanted: dict[str, Any], gone: Callable[[], Awaitable[None]]
    ) -> Begun:
        """The fork that is *wanted*: of which match, from which answer on, who sits where."""
        return await self._in_turn(client, {"kind": checker.FORK, "guest": guest, **wanted}, b"", gone)

    async def _in_turn(
        self, client: str, job: dict[str, Any], body: bytes, gone: Callable[[], Awaitable[None]]
    ) -> Begun:
        if client in self._clients:
            raise TooMuch("a record of yours is being checked already; wait until that is done")
        if len(self._clients) >= MOST_WAITING:
            raise TooMuch("many records are being checked; wait a minute")
        self._clients.add(client)
        hung_up = asyncio.ensure_future(gone())
        work = asyncio.ensure_future(self._work(job, body))
        try:
            await asyncio.wait((hung_up, work), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise Gone("whoever asked has hung up")
            return work.result()
        finally:
            for task in (hung_up, work):
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task
            self._clients.discard(client)

    async def _work(self, job: dict[str, Any], body: bytes) -> Begun:
        settings = self._settings
        terms = {
            "database": settings.database,
            "epoch": self._store.epoch,
            "seconds": settings.import_seconds,
            "answers": settings.import_answers,
            "bot_matches": settings.bot_matches,
        }
        async with self._turns:
            code, said = await _run(
                json.dumps({**job, **terms}).encode() + b"\n" + body, settings.import_seconds
            )
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            raise TooLarge(f"playing it again takes longer than the {settings.import_seconds} seconds it may")
        if code != 0:
            raise RuntimeError(f"a process that checks records ended with {code}")
        document = json.loads(said)
        if "error" not in document:
            return Begun(**document)
        if document["status"] == 409:
            raise Refused(Refusal(document["rule"], document["error"]))
        raise _BY_STATUS.get(document["status"], BadRequest)(document["error"])


async def _run(given: bytes, seconds: int) -> tuple[int, bytes]:
    """Run the process with *given* on its stdin: how it ended, and what it said. It ends with whoever waits for it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        checker.__name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(seconds * _PATIENCE):
            said, _ = await process.communicate(given)
    except TimeoutError:
        return -signal.SIGKILL, b""
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, said
