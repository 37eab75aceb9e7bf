"""A thread pool: so many at once, results and failures where they are waited for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from sandtable.server.threads import ThreadPool


@pytest.fixture
def pool() -> Iterator[ThreadPool]:
    """Two threads at most."""
    made = ThreadPool("test", 2)
    yield made
    made.close()


def test_what_comes_of_work_is_told_to_whoever_asked(pool: ThreadPool) -> None:
    async def ask() -> list[int]:
        return await asyncio.gather(*(pool.run(pow, number, 2) for number in range(20)))

    assert asyncio.run(ask()) == [number**2 for number in range(20)]


def test_a_failure_is_raised_where_it_is_waited_for_and_spoils_nothing_else(pool: ThreadPool) -> None:
    async def ask() -> tuple[BaseException | int, ...]:
        return tuple(await asyncio.gather(pool.run(int, "x"), pool.run(int, "3"), return_exceptions=True))

    failed, done = asyncio.run(ask())
    assert (type(failed), done) == (ValueError, 3)


def test_no_more_work_at_once_than_there_are_threads(pool: ThreadPool) -> None:
    both, seen = threading.Barrier(2), set[str]()

    def work() -> None:
        seen.add(threading.current_thread().name)
        both.wait()

    async def ask() -> None:
        await asyncio.gather(*(pool.run(work) for _ in range(6)))

    asyncio.run(ask())
    assert seen == {"test-0", "test-1"}


def test_nobody_is_told_who_does_not_wait_any_more(pool: ThreadPool) -> None:
    goes_on = threading.Event()

    async def ask() -> int:
        waiting = asyncio.ensure_future(pool.run(goes_on.wait))
        await asyncio.sleep(0)
        waiting.cancel()
        goes_on.set()
        return await pool.run(int, "3")

    assert asyncio.run(ask()) == 3
