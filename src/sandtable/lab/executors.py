"""Where games are played: in this process, in processes beside it, or on a cluster; the results are the same.

An executor runs jobs that have nothing to do with each other and hands their results out as they are ready, each with the
job's place in the list. A worker that dies takes the jobs with it that it was at, and these are done again; what was
handed out before is nobody's to lose any more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Final, Protocol, TypeVar

from sandtable.kernel.refusals import SandtableError

J = TypeVar("J")
R = TypeVar("R")

# So many jobs are handed to a worker ahead, so that it never waits for the next one.
AHEAD: Final = 2
# Workers that die so often in a row, without a single job done, will die again.
MOST_DEATHS: Final = 3


class BadExecutor(SandtableError):
    """Workers that cannot be had, or that do not live."""


class Executor(Protocol):
    """Runs many jobs."""

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """``task(job)`` for each job, with its place in *jobs*, as they are ready."""
        ...


class InProcess:
    """One job after the other, here."""

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """In the order of the jobs."""
        for place, job in enumerate(jobs):
            yield place, task(job)


class Processes:
    """Jobs in so many processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers: Final = workers

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """As they are ready; when a process dies, new ones take over what was under way."""
        waiting = deque(range(len(jobs)))
        deaths = 0
        while waiting:
            under_way: dict[Future[R], int] = {}
            pool = self._pool(len(waiting))
            try:
                while waiting or under_way:
                    while waiting and len(under_way) < AHEAD * self.workers:
                        place = waiting[0]
                        under_way[pool.submit(task, jobs[place])] = place
                        waiting.popleft()
                    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                        result = future.result()
                        yield under_way.pop(future), result
                        deaths = 0
            except BrokenProcessPool:
                # What was finished in the same moment is handed out, not played again.
                for future, place in sorted(under_way.items(), key=lambda item: item[1]):
                    if _finished(future):
                        yield place, future.result()
                        deaths = 0
                    else:
                        waiting.appendleft(place)
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise BadExecutor(
                        f"workers died {MOST_DEATHS} times in a row before any of them finished a job; "
                        "too little memory is the usual cause, and fewer workers may help"
                    ) from None
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def _pool(self, jobs: int) -> ProcessPoolExecutor:
        # A fresh interpreter for each worker: forking a process that draws a progress bar is not safe.
        return ProcessPoolExecutor(min(self.workers, jobs), mp_context=get_context("spawn"))


def _finished(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def in_order(found: Iterable[tuple[int, R]]) -> Iterator[R]:
    """What an executor *found*, in the order of the jobs: whoever is early waits for those before it."""
    early: dict[int, R] = {}
    due = 0
    for place, result in found:
        early[place] = result
        while due in early:
            yield early.pop(due)
            due += 1
