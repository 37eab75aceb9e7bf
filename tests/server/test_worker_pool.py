"""Processes that work for strangers: a budget for every question, stopped with the caller, replaced when they end."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sandtable.server.errors import NotFound
from sandtable.server.worker_pool import Gone, Said, WorkerPool, unless_gone
from sandtable.server.worker_process import HasEnded, TookTooLong

WORKER = "tests.server.obedient_worker"


def with_pool(
    job: Callable[[WorkerPool], Coroutine[Any, Any, Any]], *, keep: bool = True, places: int = 1
) -> Any:
    """What comes of *job*, which is given a pool of processes that do as they are told."""

    async def do() -> Any:
        pool = WorkerPool(WORKER, places, keep=keep)
        try:
            return await job(pool)
        finally:
            pool.close()

    return asyncio.run(do())


async def told(pool: WorkerPool, what: str, *, seconds: int = 60, body: bytes = b"", about: str = "") -> Said:
    return await pool.ask({"do": what}, body, seconds=seconds, about=about)


async def process_of(pool: WorkerPool, about: str = "") -> int:
    return int((await told(pool, "process", about=about)).body)


def test_an_answer_has_a_head_and_a_body_however_large() -> None:
    large = b"x" * 3_000_000
    said = with_pool(lambda pool: told(pool, "echo", body=large))
    assert (said.body, said.head["spent"] >= 0) == (large, True)


def test_a_process_that_is_kept_answers_again_and_one_that_is_not_does_not() -> None:
    async def twice(pool: WorkerPool) -> bool:
        return await process_of(pool) == await process_of(pool)

    assert with_pool(twice)
    assert not with_pool(twice, keep=False)


def test_it_is_asked_again_of_the_process_that_knows_the_matter() -> None:
    async def ask(pool: WorkerPool) -> list[int]:
        first, second = await asyncio.gather(process_of(pool, "a"), process_of(pool, "b"))
        assert first != second
        assert [await process_of(pool, name) for name in "abab"] == [first, second] * 2
        return [first]

    assert with_pool(ask, places=2)


def test_what_a_process_refuses_is_refused_in_the_same_words() -> None:
    with pytest.raises(NotFound, match="there is no such thing"):
        with_pool(lambda pool: told(pool, "refuse"))


def test_a_process_that_is_killed_is_told_as_such_and_replaced() -> None:
    async def killed(pool: WorkerPool) -> bytes:
        with pytest.raises(HasEnded):
            await told(pool, "die")
        return (await told(pool, "echo", body=b"again")).body

    assert with_pool(killed) == b"again"


def test_a_process_that_is_killed_while_it_waits_is_not_missed() -> None:
    async def killed(pool: WorkerPool) -> bytes:
        os.kill(await process_of(pool), signal.SIGKILL)
        # However long a busy machine takes over it.
        await asyncio.to_thread(next(iter(pool._all))._process.wait)
        return (await told(pool, "echo", body=b"again")).body

    assert with_pool(killed) == b"again"


def test_who_takes_more_of_the_processor_than_there_is_for_a_question_is_ended() -> None:
    async def spin(pool: WorkerPool) -> bytes:
        with pytest.raises(TookTooLong):
            await told(pool, "spin", seconds=1)
        return (await told(pool, "echo", body=b"again")).body

    assert with_pool(spin) == b"again"


def test_who_needs_too_much_memory_is_refused_it() -> None:
    assert with_pool(lambda pool: told(pool, "hoard")).body == b"MemoryError"


def test_whoever_hangs_up_stops_the_work_and_the_process_is_asked_again() -> None:
    async def hang_up(pool: WorkerPool) -> bool:
        before = await process_of(pool)
        with pytest.raises(Gone):
            await unless_gone(told(pool, "spin"), lambda: asyncio.sleep(0.2))
        return before == await process_of(pool)

    assert with_pool(hang_up)


def test_who_does_not_stop_when_told_to_is_killed() -> None:
    async def hang_up(pool: WorkerPool) -> bool:
        before = await process_of(pool)
        with pytest.raises(Gone):
            await unless_gone(told(pool, "stay"), lambda: asyncio.sleep(0.2))
        return before != await process_of(pool)

    assert with_pool(hang_up)


def test_what_is_not_kept_is_killed_with_its_caller() -> None:
    async def hang_up(pool: WorkerPool) -> bytes:
        with pytest.raises(Gone):
            await unless_gone(told(pool, "stay"), lambda: asyncio.sleep(0.2))
        return (await told(pool, "echo", body=b"next")).body

    assert with_pool(hang_up, keep=False) == b"next"
