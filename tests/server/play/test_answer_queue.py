"""The queue of answers: what waits together is stored together, and nobody is spoilt by anybody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, event

from sandtable.server.db import match_store
from sandtable.server.db.group_commit import BegunCommit, Job
from sandtable.server.db.store import Store
from sandtable.server.errors import Forbidden, Stale
from sandtable.server.match.change import Accepted
from sandtable.server.match.commands import Answer, NewMatch
from sandtable.server.play import answer_queue, create
from sandtable.server.play.answer_queue import AnswerQueue
from sandtable.server.play.authority import Authority
from sandtable.server.settings import Settings

from ..databases import sqlite_alone

database = sqlite_alone
GUEST = "a guest"


class Room:
    """Some matches of The Ford at which one guest plays both sides, and the queue of their answers."""

    def __init__(self, database: str) -> None:
        self.store = Store(database)
        self.store.migrate()
        self.authority = Authority(self.store, Settings(database=database))
        self.queue = AnswerQueue(self.authority)
        self.matches = [self._begun() for _ in range(5)]
        self.commits = 0
        event.listen(self.store.engine, "commit", self._count)
        for match in self.matches:
            # Whoever is not in memory is answered alone.
            self.authority.message(match, "red")

    def give(
        self, match: str, option: str = "move:0:4", *, version: int = 1, key: str = "", guest: str = GUEST
    ) -> Coroutine[Any, Any, Accepted]:
        """An answer by red."""
        given = Answer(seat="red", option=option, version=version, key=key or f"{match}-{option}")
        return self.queue.answer(match, given, guest)

    def answers(self, match: str) -> int:
        """How many answers are stored."""
        return self.authority.head(match).answers

    def behind_a_writer(self, *waiting: Callable[[], Coroutine[Any, Any, Any]]) -> list[Any]:
        """What becomes of all that is asked while somebody else writes, after one answer that waits for him alone."""
        writing, done = threading.Event(), threading.Event()

        def slow(_: Connection) -> None:
            writing.set()
            assert done.wait(60)

        writer = threading.Thread(target=self.store.write, args=(slow,))
        writer.start()
        assert writing.wait(60)

        async def all_of_them() -> list[Any]:
            first = asyncio.ensure_future(self.give(self.matches[0], key="first"))
            while not self.authority._cache._hot[self.matches[0]].play.answers:
                await asyncio.sleep(0.01)
            others = [asyncio.ensure_future(one()) for one in waiting]
            await asyncio.sleep(0)
            self.commits = 0
            done.set()
            return await asyncio.gather(first, *others, return_exceptions=True)

        found = asyncio.run(all_of_them())
        writer.join()
        return found[1:]

    def close(self) -> None:
        """Leave."""
        self.queue.close()
        self.store.close()

    def _begun(self) -> str:
        return create.begin(self.store, NewMatch(scenario="ford", mode="hotseat"), GUEST).match

    def _count(self, _: Connection) -> None:
        self.commits += 1


@pytest.fixture
def room(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    # How quick the machine is makes no difference.
    monkeypatch.setattr(answer_queue, "LONGEST", 3600.0)
    found = Room(database)
    yield found
    found.close()


def test_answers_that_wait_are_stored_by_one_transaction(room: Room) -> None:
    found = room.behind_a_writer(*(lambda m=match: room.give(m) for match in room.matches[1:]))
    assert [type(one) for one in found] == [Accepted] * 4
    assert [room.answers(match) for match in room.matches] == [1] * 5
    # The writer's, that of the first answer, and one for the other four.
    assert room.commits == 3


def test_of_answers_that_wait_together_one_that_is_refused_spoils_no_other(room: Room) -> None:
    one, two, three = room.matches[1:4]
    found = room.behind_a_writer(
        lambda: room.give(one),
        lambda: room.give(two, "move:0:99"),
        lambda: room.give(three, guest="a stranger"),
    )
    assert [type(reply).__name__ for reply in found] == ["Accepted", "Refused", "Forbidden"]
    assert [room.answers(match) for match in (one, two, three)] == [1, 0, 0]
    assert isinstance(found[2], Forbidden)


def test_two_answers_to_one_match_are_carried_out_one_after_the_other(room: Room) -> None:
    match = room.matches[1]
    found = room.behind_a_writer(lambda: room.give(match), lambda: room.give(match, "done"))
    assert isinstance(found[0], Accepted)
    assert isinstance(found[1], Stale)
    again = asyncio.run(room.give(match, "done", version=2))
    assert (again.version, room.answers(match)) == (3, 2)


def test_the_same_answer_twice_counts_once(room: Room) -> None:
    match = room.matches[1]
    found = room.behind_a_writer(lambda: room.give(match, key="k"), lambda: room.give(match, key="k"))
    assert [reply.version for reply in found] == [2, 2]
    assert room.answers(match) == 1


def test_an_answer_that_cannot_be_stored_fails_alone_and_is_forgotten(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = room.matches[1:3]
    real = match_store.write_change

    def damaged(db: Connection, match: str, *given: Any, **named: Any) -> None:
        if match == two:
            raise OSError("no space left on device")
        real(db, match, *given, **named)

    with monkeypatch.context() as broken:
        broken.setattr(match_store, "write_change", damaged)
        found = room.behind_a_writer(lambda: room.give(one), lambda: room.give(two))
    assert isinstance(found[0], Accepted)
    assert isinstance(found[1], OSError)
    assert [room.answers(match) for match in (one, two)] == [1, 0]
    assert asyncio.run(room.give(two, key="again")).answers == 1


def test_another_process_that_was_faster_is_followed(room: Room, database: str) -> None:
    match = room.matches[1]
    elsewhere = Room(database)
    elsewhere.authority.message(match, "red")
    asyncio.run(elsewhere.give(match))
    elsewhere.close()
    with pytest.raises(Stale):
        asyncio.run(room.give(match, "done"))
    assert asyncio.run(room.give(match, "done", version=2)).answers == 2


def test_where_several_have_answered_others_are_waited_for(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_queue, "FLUSH_EVERY", 3600.0)
    one, two, three, four = room.matches[:4]

    async def one_after_the_other() -> list[Accepted]:
        long_enough, a_while = asyncio.Event(), asyncio.sleep

        async def sleep(seconds: float) -> None:
            await (long_enough.wait() if seconds > 60 else a_while(seconds))

        monkeypatch.setattr(asyncio, "sleep", sleep)
        await asyncio.gather(room.give(one), room.give(two))
        room.commits = 0
        third = asyncio.ensure_future(room.give(three))
        await a_while(0.05)
        fourth = asyncio.ensure_future(room.give(four))
        await a_while(0)
        long_enough.set()
        return [await third, await fourth]

    assert [reply.answers for reply in asyncio.run(one_after_the_other())] == [1, 1]
    assert room.commits == 1


def test_whoever_answers_quickly_alone_waits_for_nobody(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    # He would wait for an hour.
    monkeypatch.setattr(answer_queue, "FLUSH_EVERY", 3600.0)
    match = room.matches[0]

    async def in_a_row() -> int:
        for number in range(6):
            here = room.authority.message(match, "red")
            seat = here["view"]["asked"][0]
            option = room.authority.message(match, seat)["view"]["options"][0]["id"]
            given = Answer(seat=seat, option=option, version=here["version"], key=f"{number}")
            answered = await room.queue.answer(match, given, GUEST)
        return answered.version

    assert asyncio.run(in_a_row()) == 7


def test_where_one_has_taken_long_the_others_wait_until_it_is_stored(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_queue, "LONGEST", -1.0)
    monkeypatch.setattr(answer_queue, "FLUSH_EVERY", 0.0)

    async def all_at_once() -> list[Accepted]:
        return list(await asyncio.gather(*(room.give(match) for match in room.matches)))

    assert [reply.answers for reply in asyncio.run(all_at_once())] == [1] * 5
    assert room.commits == 5


def test_what_another_process_writes_is_waited_for(room: Room, database: str) -> None:
    elsewhere = Store(database)
    # An answer is carried out, then somebody else writes, and is done before any thread would wait for him.
    begun = elsewhere.begin_together([])
    assert begun is not None
    tries = 0
    real = room.store.begin_together

    def counted(jobs: Sequence[Job[None]]) -> BegunCommit | None:
        nonlocal tries
        tries += 1
        if tries == 3:
            begun.commit()
        return real(jobs)

    room.store.begin_together = counted  # type: ignore[method-assign]
    assert asyncio.run(room.give(room.matches[0])).answers == 1
    assert tries == 3
    elsewhere.close()


def test_what_waits_when_the_server_ends_is_stored(room: Room) -> None:
    async def asked_and_left() -> list[Accepted]:
        waiting = [asyncio.ensure_future(room.give(match)) for match in room.matches]
        await asyncio.sleep(0)
        await room.queue.finish()
        room.queue.close()
        return await asyncio.gather(*waiting)

    assert [reply.answers for reply in asyncio.run(asked_and_left())] == [1] * 5
