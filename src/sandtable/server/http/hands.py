"""Hands: threads for work that must not hold up the loop, and is too short for the ceremony of an executor."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")
_Task = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class Hands:
    """So many threads, while the context lasts."""

    def __init__(self, count: int, name: str) -> None:
        self._tasks: Final[SimpleQueue[_Task | None]] = SimpleQueue()
        self._threads: Final = [
            threading.Thread(target=self._work, name=f"{name}-{n}", daemon=True) for n in range(count)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """What was begun is finished."""
        for _thread in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    async def do(self, task: Callable[[], T]) -> T:
        """What *task* says, done by one of the threads; it must not raise anything."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._tasks.put((task, loop, done))
        return await done

    def _work(self) -> None:
        while (given := self._tasks.get()) is not None:
            task, loop, done = given
            loop.call_soon_threadsafe(_tell, done, task())


def _tell(done: asyncio.Future[Any], result: Any) -> None:
    # Whoever waited may have gone.
    if not done.done():
        done.set_result(result)
