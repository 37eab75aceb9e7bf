"""Whoever studies without end takes little from those who play, and nothing from others who study now and then."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from sandtable.server.http import middleware
from sandtable.server.http.middleware import ALONE_SECONDS, STUDY_SECONDS, Full, StudyRoom

SHARE = 0.25


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still but for what a study spends."""
    at = SimpleNamespace(now=0.0)
    told = SimpleNamespace(monotonic=lambda: at.now, process_time=lambda: at.now)
    monkeypatch.setattr(middleware, "time", told)
    return at


def test_what_is_within_the_allowance_waits_for_nobody(clock: SimpleNamespace) -> None:
    async def study() -> None:
        room = StudyRoom(1, 12, SHARE)
        for client in "abababab":
            async with asyncio.timeout(0), room.entered(client):
                clock.now += STUDY_SECONDS / 10

    asyncio.run(study())


def test_when_the_allowance_is_used_up_the_next_waits_until_it_is_made_up(clock: SimpleNamespace) -> None:
    async def study() -> float:
        room, loop = StudyRoom(1, 12, SHARE), asyncio.get_running_loop()
        async with room.entered("b"):
            pass
        async with room.entered("a"):
            clock.now += STUDY_SECONDS + 0.05 * SHARE / (1 - SHARE)
        begun = loop.time()
        async with room.entered("b"):
            return loop.time() - begun

    assert 0.04 < asyncio.run(study()) < 5


def test_whoever_studies_alone_is_not_held_to_the_allowance(clock: SimpleNamespace) -> None:
    async def study() -> None:
        room = StudyRoom(1, 12, SHARE)
        async with room.entered("somebody long ago"):
            pass
        clock.now += ALONE_SECONDS + 1
        for _ in range(9):
            async with asyncio.timeout(0), room.entered("a"):
                clock.now += STUDY_SECONDS
        async with asyncio.timeout(0), room.entered("b"):
            pass

    asyncio.run(study())


def test_where_no_share_is_set_nobody_waits(clock: SimpleNamespace) -> None:
    async def study() -> None:
        room = StudyRoom(1, 12, 0.0)
        for client in "abababab":
            async with asyncio.timeout(0), room.entered(client):
                clock.now += STUDY_SECONDS

    asyncio.run(study())


def test_on_a_busy_machine_only_what_the_process_spent_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    at = SimpleNamespace(wall=0.0)
    told = SimpleNamespace(monotonic=lambda: at.wall, process_time=lambda: at.wall / 100)
    monkeypatch.setattr(middleware, "time", told)

    async def study() -> None:
        room = StudyRoom(1, 12, SHARE)
        for client in "abababab":
            async with asyncio.timeout(0), room.entered(client):
                at.wall += 10 * STUDY_SECONDS

    asyncio.run(study())


def test_clients_take_turns_however_much_one_of_them_asks() -> None:
    served: list[str] = []

    async def crowd() -> None:
        room = StudyRoom(1, 12, SHARE)

        async def work(client: str) -> None:
            async with room.entered(client):
                served.append(client)
                await asyncio.sleep(0)

        await asyncio.gather(*(work(client) for client in ("greedy", *["greedy"] * 5, "a", "b")))

    asyncio.run(crowd())
    assert served[:4] == ["greedy", "greedy", "a", "b"]
    assert len(served) == 8


def test_who_gives_up_waiting_takes_no_place_with_him(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "ROOM_SECONDS", 0.01)

    async def crowd() -> None:
        room = StudyRoom(1, 12, SHARE)
        async with room.entered("a"):
            with pytest.raises(Full):
                async with room.entered("b"):
                    pass
        async with asyncio.timeout(5), room.entered("c"):
            pass

    asyncio.run(crowd())


def test_who_is_sent_away_in_the_moment_of_his_turn_hands_it_on() -> None:
    async def crowd() -> None:
        room = StudyRoom(1, 12, SHARE)
        async with room.entered("a"):
            waiting = asyncio.ensure_future(room._come_in("b"))
            await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        async with asyncio.timeout(5), room.entered("c"):
            pass

    asyncio.run(crowd())
