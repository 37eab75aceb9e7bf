"""The queue of answers: those that wait are carried out by one thread, one after another, and stored with one flush.

A thread for each answer would wait for all the others at every statement, since only one of them at a time can run Python:
sixteen threads changed places forty times for an answer. What is not plain, or would keep others waiting (a match that is
not in memory or that somebody else holds, order sheets), goes to a thread of its own, as all answers do where several are
not stored together.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from sandtable.kernel.refusals import Refused

from ..db.match_store import OPEN, Match
from ..errors import Conflict
from ..match.change import Accepted
from ..match.commands import Answer
from ..people import seating
from ..threads import ThreadPool, tell
from .authority import Authority, CarriedOut, Tried

# So many answers at most are carried out before the first of them is stored, and so many are alone at once.
MOST_TOGETHER: Final = 16
MOST_ALONE: Final = 16


class _Asked(NamedTuple):
    """An answer to a match by *guest*, and who waits on which loop for what comes of it."""

    match: str
    given: Answer
    guest: str | None
    loop: asyncio.AbstractEventLoop
    # What comes of it; where it is not accepted, it has to be answered alone.
    waiting: asyncio.Future[Accepted | Tried | None]

    def tell(self, found: Accepted | Tried | None, why: BaseException | None = None) -> None:
        """What has come of it, or *why* it has failed; may be called from any thread."""
        tell(self.loop, self.waiting, found, why)


class AnswerQueue:
    """All answers that come by the network, on their way to the authority."""

    def __init__(self, authority: Authority) -> None:
        self._authority: Final = authority
        self._store: Final = authority.store
        self._alone: Final = ThreadPool("answers", MOST_ALONE)
        self._asked: Final[SimpleQueue[_Asked | None]] = SimpleQueue()
        # Those that must wait for another answer to the same match.
        self._later: list[_Asked] = []
        self._thread: threading.Thread | None = None

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
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="answers", daemon=True)
            self._thread.start()
        self._asked.put(_Asked(match, given, guest, loop, waiting))
        return await waiting

    def close(self) -> None:
        """Let those who wait have their answers stored, and end."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join()
            self._thread = None
        self._alone.close()

    def _answered(self, match: str, given: Answer, guest: str | None, tried: Tried | None) -> Accepted:
        """The answer by itself."""
        held = self._store.glance(lambda db: seating.held(db, match, guest))
        seating.require(held, given.seat)
        return self._authority.answer(match, given, guest, tried)

    def _work(self) -> None:
        while batch := self._next():
            try:
                self._carry_out(batch)
            except BaseException as why:
                for asked in batch:
                    self._authority.forget(asked.match)
                    asked.tell(None, why)
            # While this waits for the next, it must not keep what the last has left.
            del batch

    def _next(self) -> list[_Asked]:
        """What waits, one answer for each match; nothing when it is time to end."""
        waiting, self._later = self._later, []
        found: dict[str, _Asked] = {}
        while True:
            for asked in waiting:
                if found.setdefault(asked.match, asked) is not asked:
                    self._later.append(asked)
            if len(found) + len(self._later) >= MOST_TOGETHER:
                return list(found.values())
            try:
                another = self._asked.get(block=not found)
            except Empty:
                return list(found.values())
            if another is None:
                if found:
                    self._asked.put(None)
                return list(found.values())
            waiting = [another]

    def _carry_out(self, batch: Sequence[_Asked]) -> None:
        """Every answer of the batch is stored and told, or refused, or on its way alone."""
        with ExitStack() as held:
            done = self._carried_out(batch, held)
            failures = self._store.write_together([carried.write for _, carried in done]) if done else []
            for (asked, carried), failure in zip(done, failures, strict=True):
                if failure is not None:
                    # What is in memory is not what is stored; perhaps another process was faster.
                    self._authority.forget(asked.match)
                    asked.tell(None, None if isinstance(failure, Conflict) else failure)
                    continue
                try:
                    with self._authority.forgetting(carried.hot):
                        self._authority.follow(carried)
                    asked.tell(carried.hot.accepted())
                except Exception as why:
                    asked.tell(None, why)

    def _carried_out(self, batch: Sequence[_Asked], held: ExitStack) -> list[tuple[_Asked, CarriedOut]]:
        """Those that could be carried out in memory; the matches are *held* until they are stored."""
        done: list[tuple[_Asked, CarriedOut]] = []
        seats = self._store.glance(lambda db: [seating.held(db, asked.match, asked.guest) for asked in batch])
        for asked, theirs in zip(batch, seats, strict=True):
            hot = held.enter_context(self._authority.holding_if_free(asked.match))
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


def _is_plain(match: Match) -> bool:
    """Whether an answer keeps nobody waiting: no order sheets are sealed, which takes long.

    And while a seat is open, somebody may have sat down in another process: then a clock runs.
    """
    return match.phase is None and OPEN not in match.seats.values()
