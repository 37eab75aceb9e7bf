"""A thread pool for what every answer needs: work that may wait for the database, handed out and back with little ceremony.

The general machinery for that (limits shared by all kinds of work, scopes of cancellation, copied contexts) costs as much
for an answer as looking up who holds the seat does.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")


class _Job(NamedTuple):
    """Work to be done, and who waits for it on which loop."""

    work: Callable[..., Any]
    given: tuple[Any, ...]
    loop: asyncio.AbstractEventLoop
    waiting: asyncio.Future[Any]


class ThreadPool:
    """So many threads at most, each begun when all others have something to do; what more comes waits in order."""

    def __init__(self, name: str, most: int) -> None:
        self._name: Final = name
        self._most: Final = most
        self._jobs: Final[SimpleQueue[_Job | None]] = SimpleQueue()
        self._idle: Final = threading.Semaphore(0)
        self._threads: Final[list[threading.Thread]] = []

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """What comes of *work* in one of the threads. It is finished also where nobody waits for it any more."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, given, loop, waiting))
        if not self._idle.acquire(blocking=False) and len(self._threads) < self._most:
            name = f"{self._name}-{len(self._threads)}"
            self._threads.append(threading.Thread(target=self._work, name=name, daemon=True))
            self._threads[-1].start()
        return await waiting

    def close(self) -> None:
        """Let the threads finish what they are doing, and end."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            result: Any = None
            failure: BaseException | None = None
            try:
                result = job.work(*job.given)
            except BaseException as why:
                failure = why
            tell(job.loop, job.waiting, result, failure)
            # While this waits for the next, it must not keep what the last has left.
            del job, result, failure
            self._idle.release()


def tell(
    loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[T], result: T, why: BaseException | None
) -> None:
    """Let whoever is *waiting* on the *loop* know from another thread what has come of it, or *why* nothing has."""
    # The loop may have ended meanwhile, and with it whoever waited.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(settle, waiting, result, why)


def settle(waiting: asyncio.Future[T], result: T, why: BaseException | None) -> None:
    """Let whoever is *waiting* on this loop know what has come of it, or *why* nothing has."""
    if waiting.done():
        return
    if why is not None:
        waiting.set_exception(why)
    else:
        waiting.set_result(result)
