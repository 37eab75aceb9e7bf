"""The queue of answers: those that wait are carried out together, one after another, and stored with one flush.

They are carried out on the event loop, which answers come by and what comes of them leaves by: only one thread at a time
can run Python, and threads that take turns at that wake each other up dozens of times for an answer. Only the flush to the
disk is waited for in a thread. What is not plain, or would keep others waiting (a match that is not in memory or that
somebody else holds, order sheets), goes to a thread of its own, as all answers do where several are not stored together.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel.refusals import Refused

from ..db import steady_time
from ..db.group_commit import Job
from ..db.match_store import OPEN, Match
from ..errors import Conflict
from ..match.change import Accepted
from ..match.commands import Answer
from ..people import seating
from ..threads import ThreadPool, settle
from .authority import Authority, CarriedOut, Tried
from .cache import CachedMatch

# So many answers at most are carried out before the first of them is stored, and so many are alone at once.
MOST_TOGETHER: Final = 16
MOST_ALONE: Final = 16
# After so many seconds no other is begun before those are stored: nothing else is done on the loop meanwhile.
LONGEST: Final = 0.005
# To begin, to flush to the disk and to go to sleep again costs as much as an answer does. So where several have just been
# stored together, and more may be expected, the next are stored so many seconds later.
FLUSH_EVERY: Final = 0.008
# Another process writes for a few milliseconds: it is looked for so often, and so long, before a thread waits for it.
TRY_AGAIN: Final = 0.001
PATIENCE: Final = 0.05


class _Asked(NamedTuple):
    """An answer to a match by *guest*, and who waits for what comes of it."""

    match: str
    given: Answer
    guest: str | None
    # What comes of it; where it is not accepted, it has to be answered alone.
    waiting: asyncio.Future[Accepted | Tried | None]

    def tell(self, found: Accepted | Tried | None, why: BaseException | None = None) -> None:
        """What has come of it, or *why* it has failed."""
        settle(self.waiting, found, why)


class AnswerQueue:
    """All answers that come by the network, on their way to the authority."""

    def __init__(self, authority: Authority) -> None:
        self._authority: Final = authority
        self._store: Final = authority.store
        self._alone: Final = ThreadPool("answers", MOST_ALONE)
        self._commits: Final = ThreadPool("commits", 1)
        self._waiting: Final[deque[_Asked]] = deque()
        # Works as long as anything waits.
        self._worker: asyncio.Task[None] | None = None
        # When the last were begun, and how many were carried out together.
        self._begun, self._together = 0.0, 0

    async def answer(self, match: str, given: Answer, guest: str | None) -> Accepted:
        """*guest* answers; whatever he is refused is raised."""
        tried: Tried | None = None
        if self._store.commits_together:
            found = await self._with_others(match, given, guest)
            if isinstance(found, Accepted):
                return found
            tried = found
        return await self._alone.run(self._answered, match, given, guest, tried)

    async def _with_others(self, match: str, given: Answer, guest: str | None) -> Accepted | Tried | None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Accepted | Tried | None] = loop.create_future()
        self._waiting.append(_Asked(match, given, guest, waiting))
        if self._worker is None:
            # It begins when all that has come by now has been read.
            self._worker = loop.create_task(self._work())
        return await waiting

    async def finish(self) -> None:
        """Let those who wait have their answers stored."""
        if self._worker is not None:
            await self._worker

    def close(self) -> None:
        """End, when nobody waits any more."""
        self._commits.close()
        self._alone.close()

    def _answered(self, match: str, given: Answer, guest: str | None, tried: Tried | None) -> Accepted:
        """The answer by itself."""
        held = self._store.glance(lambda db: seating.held(db, match, guest))
        seating.require(held, given.seat)
        return self._authority.answer(match, given, guest, tried)

    async def _work(self) -> None:
        try:
            while self._waiting:
                if self._together > 1 and len(self._waiting) < MOST_TOGETHER:
                    await asyncio.sleep(self._begun + FLUSH_EVERY - time.monotonic())
                self._begun = time.monotonic()
                await self._carry_out(self._next())
        finally:
            self._worker = None

    def _next(self) -> list[_Asked]:
        """What waits, one answer for each match."""
        found: dict[str, _Asked] = {}
        later: list[_Asked] = []
        while self._waiting and len(found) < MOST_TOGETHER:
            asked = self._waiting.popleft()
            if found.setdefault(asked.match, asked) is not asked:
                later.append(asked)
        self._waiting.extendleft(reversed(later))
        return list(found.values())

    async def _carry_out(self, batch: Sequence[_Asked]) -> None:
        """Every answer of the batch is stored and told, or refused, or on its way alone, or waits for the next."""
        held: list[CachedMatch] = []
        try:
            done = self._carried_out(batch, held)
            self._together = len(done)
            failures = await self._stored([carried.write for _, carried in done]) if done else []
            for (asked, carried), failure in zip(done, failures, strict=True):
                self._tell(asked, carried, failure)
        except BaseException as why:
            for asked in batch:
                if asked not in self._waiting:
                    self._authority.forget(asked.match)
                    asked.tell(None, why)
            if not isinstance(why, Exception):
                raise
        finally:
            for hot in held:
                self._authority.release(hot)

    def _carried_out(
        self, batch: Sequence[_Asked], held: list[CachedMatch]
    ) -> list[tuple[_Asked, CarriedOut]]:
        """Those that could be carried out in memory; the matches are *held* until they are stored."""
        until = self._begun + LONGEST
        done: list[tuple[_Asked, CarriedOut]] = []
        seats = self._store.glance(lambda db: [seating.held(db, asked.match, asked.guest) for asked in batch])
        for number, (asked, theirs) in enumerate(zip(batch, seats, strict=True)):
            if done and time.monotonic() > until:
                self._waiting.extendleft(reversed(batch[number:]))
                break
            hot = self._authority.hold_if_free(asked.match)
            if hot is not None:
                held.append(hot)
            # What is wrong with an answer is said where it is alone.
            if hot is None or asked.given.seat not in theirs or not _is_plain(hot.match):
                asked.tell(None)
                continue
            try:
                done.append((asked, self._authority.carry_out(hot, asked.given, asked.guest)))
            except (Conflict, Refused) as why:
                asked.tell(Tried(hot.match, why))
            except Exception as why:
                asked.tell(None, why)
        return done

    async def _stored(self, writes: Sequence[Job[None]]) -> Sequence[BaseException | None]:
        """Why each of *writes* failed, or None where it is on the disk."""
        until = time.monotonic() + PATIENCE
        try:
            while (begun := self._store.begin_together(writes)) is None and time.monotonic() < until:
                await asyncio.sleep(TRY_AGAIN)
        except Exception:
            # Something is wrong with one of them, and only that one is to fail.
            begun = None
        if begun is None:
            return await self._commits.run(self._store.write_together, writes)
        await self._commits.run(begun.commit)
        return [None] * len(writes)

    def _tell(self, asked: _Asked, carried: CarriedOut, failure: BaseException | None) -> None:
        """The answer is stored, unless there was a *failure*."""
        if failure is not None:
            # What is in memory is not what is stored; perhaps another process was faster.
            self._authority.forget(asked.match)
            asked.tell(None, None if isinstance(failure, Conflict) else failure)
            return
        try:
            with self._authority.forgetting(carried.hot):
                self._authority.follow(carried)
            asked.tell(carried.hot.accepted())
        except Exception as why:
            asked.tell(None, why)


def _is_plain(match: Match) -> bool:
    """Whether an answer keeps nobody waiting: no order sheets are sealed, which takes long, and no time is up.

    And while a seat is open, somebody may have sat down in another process: then a clock runs.
    """
    if match.deadline is not None and match.deadline <= steady_time.now():
        return False
    return match.phase is None and OPEN not in match.seats.values()
