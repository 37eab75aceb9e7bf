"""Games on Ray: a local one that ends with the run, or a cluster of many machines at an address.

The owner of a result is this process: what has been fetched stays when a worker, or a whole machine, is lost, and Ray
starts what was under way there somewhere else.
"""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread
from typing import Any, Final, TypeVar

from .executors import AHEAD, MOST_DEATHS, BadExecutor

J = TypeVar("J")
R = TypeVar("R")

# Ray waits half a minute for its own processes, which on a busy machine may take longer the first time.
TRIES: Final = 3


class RayCluster:
    """Jobs on Ray, so many at once; as many as it has processors where nobody has said how many."""

    def __init__(self, *, workers: int | None = None, address: str | None = None) -> None:
        self.workers: Final = workers
        self.address: Final = address

    def run(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """As they are ready; Ray itself does again what was lost with a worker."""
        ray = _ray()
        mine = not ray.is_initialized()
        if mine:
            self._join(ray)
        try:
            with _overheard():
                yield from self._run(ray, task, jobs)
        finally:
            if mine:
                ray.shutdown()

    def _join(self, ray: Any) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": False}
        if self.address is None:
            what = "no local Ray could be started"
            # "local" is a new one, even where this machine belongs to a cluster.
            given: dict[str, Any] = {
                "address": "local",
                "num_cpus": self.workers,
                "include_dashboard": False,
            }
        else:
            what, given = f"there is no Ray cluster at {self.address!r}", {"address": self.address}
        for tries_left in reversed(range(TRIES if self.address is None else 1)):
            try:
                ray.init(**given, **quiet)
                return
            except Exception as why:  # Ray raises nothing more exact when its processes do not come up
                ray.shutdown()
                if not tries_left:
                    raise BadExecutor(f"{what}: {str(why).splitlines()[0]}") from None

    def _run(self, ray: Any, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        remote = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(_done)
        at_once = AHEAD * (self.workers or max(1, int(ray.cluster_resources().get("CPU", 1))))
        waiting = deque(range(len(jobs)))
        under_way: dict[Any, int] = {}
        while waiting or under_way:
            while waiting and len(under_way) < at_once:
                place = waiting.popleft()
                under_way[remote.remote(task, jobs[place])] = place
            for ready in ray.wait(list(under_way), num_returns=1)[0]:
                try:
                    result = ray.get(ready)
                except ray.exceptions.WorkerCrashedError:
                    raise BadExecutor(
                        f"workers of the cluster died {MOST_DEATHS + 1} times over the same job; too little memory is the "
                        "usual cause, and fewer workers may help"
                    ) from None
                except ray.exceptions.LocalRayletDiedError:
                    raise BadExecutor(
                        "the Ray of this machine has gone down; with --out no finished game is lost, and the same command goes on"
                    ) from None
                yield under_way.pop(ready), result


class _Apart:
    """Standard output, but for what threads of Ray print, which goes to standard error."""

    def __init__(self, stream: Any) -> None:
        self.stream: Final = stream

    def write(self, text: str) -> int:
        return int((sys.stderr if current_thread().name.startswith("ray_") else self.stream).write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def _overheard() -> Iterator[None]:
    """Ray tells on standard output of a worker that died, and cannot be asked not to: our documents are printed there."""
    apart: Any = _Apart(sys.stdout)
    sys.stdout = apart
    try:
        yield
    finally:
        if sys.stdout is apart:
            sys.stdout = apart.stream


def _done(task: Callable[[J], R], job: J) -> R:
    return task(job)


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ModuleNotFoundError:
        raise BadExecutor(
            "Ray is not installed; pip install 'sandtable[cluster]' brings it, and --on processes needs none"
        ) from None
    return ray
