"""Threads for work that must not hold up the loop."""

from __future__ import annotations

import asyncio
import threading

from sandtable.server.http.hands import Hands


def test_work_is_done_elsewhere_and_what_came_of_it_is_said() -> None:
    async def asking() -> str:
        with Hands(1, "helpers") as hands:
            return await hands.do(lambda: threading.current_thread().name)

    assert asyncio.run(asking()) == "helpers-0"


def test_as_much_is_done_at_once_as_there_are_threads() -> None:
    both = threading.Barrier(2, timeout=60)

    async def asking() -> list[int]:
        with Hands(2, "helpers") as hands:
            return sorted(await asyncio.gather(hands.do(both.wait), hands.do(both.wait)))

    assert asyncio.run(asking()) == [0, 1]


def test_whoever_does_not_wait_any_more_disturbs_nobody() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        go_on.wait(60)

    async def asking() -> str:
        with Hands(1, "helpers") as hands:
            gone = asyncio.ensure_future(hands.do(slow))
            await asyncio.to_thread(begun.wait, 60)
            gone.cancel()
            go_on.set()
            return await hands.do(lambda: "next")

    assert asyncio.run(asking()) == "next"


def test_what_was_begun_is_finished_before_the_threads_end() -> None:
    done: list[str] = []

    async def leaving() -> None:
        with Hands(1, "helpers") as hands:
            waiting = asyncio.ensure_future(hands.do(lambda: done.append("written")))
            await asyncio.sleep(0)
        await waiting

    asyncio.run(leaving())
    assert done == ["written"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("helpers")]
