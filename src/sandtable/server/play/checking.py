"""Checking what strangers bring along, in processes beside the server: few at once, one for each client, cut off in time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from ..db.store import Store
from ..errors import TooLarge, TooMuch
from ..settings import Settings
from ..wire import from_json
from ..worker_pool import WorkerPool, unless_gone
from ..worker_process import TookTooLong
from . import checker
from .create import Begun

# So many may wait for their turn; whoever comes then is told to come again.
MOST_WAITING: Final = 8


class Checks:
    """The processes that play records and long matches again."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store: Final = store
        self._settings: Final = settings
        # A record may leave anything behind in memory: each has a process of its own.
        self._pool: Final = WorkerPool(checker.__name__, settings.import_workers, keep=False)
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

    def close(self) -> None:
        """End the processes; what they were at is not done."""
        self._pool.close()

    def require_place(self, client: str) -> None:
        """TooMuch if *client* has a record checked already, or too many have: so much can be said before it has come."""
        if client in self._clients:
            raise TooMuch("a record of yours is being checked already; wait until that is done")
        if len(self._clients) >= MOST_WAITING:
            raise TooMuch("many records are being checked; wait a minute")

    async def _in_turn(
        self, client: str, job: dict[str, Any], body: bytes, gone: Callable[[], Awaitable[None]]
    ) -> Begun:
        self.require_place(client)
        self._clients.add(client)
        try:
            return await unless_gone(self._work(job, body), gone)
        finally:
            self._clients.discard(client)

    async def _work(self, job: dict[str, Any], body: bytes) -> Begun:
        settings = self._settings
        terms = {
            "database": settings.database,
            "epoch": self._store.epoch,
            "answers": settings.import_answers,
            "bot_matches": settings.bot_matches,
        }
        try:
            said = await self._pool.ask({**job, **terms}, body, seconds=settings.import_seconds)
        except TookTooLong:
            sentence = f"playing it again takes longer than the {settings.import_seconds} seconds it may"
            raise TooLarge(sentence) from None
        return Begun(**from_json(said.body))
