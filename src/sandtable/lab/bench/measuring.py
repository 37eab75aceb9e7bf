"""How long something takes, alone or against another way to the same answer, in short blocks that take turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from timeit import timeit
from typing import Final, TypeVar

_BLOCK: Final = 0.004

Ours = TypeVar("Ours")
Theirs = TypeVar("Theirs")


@dataclass(frozen=True, kw_only=True)
class BenchRow:
    """One measurement: microseconds a call, and how many times faster than the other way.

    The goal is a ratio, or where there is no other way a number of microseconds. ``note`` says what is missing.
    """

    what: str
    ours_us: float
    theirs_us: float | None = None
    ratio: float | None = None
    goal: float | None = None
    goal_us: float | None = None
    met: bool | None = None
    note: str = ""


def compare(
    what: str,
    seconds: float,
    ours: Callable[[], Ours],
    theirs: Callable[[], Theirs],
    *,
    same: Callable[[Ours, Theirs], bool],
    goal: float | None = None,
    calls: int = 1,
) -> BenchRow:
    """Time two ways to one answer, block by block in turn; each call of either makes *calls* answers."""
    if not same(ours(), theirs()):
        raise AssertionError(f"{what}: the two ways give different answers")
    our_number, their_number = _block(ours), _block(theirs)
    our_times: list[float] = []
    their_times: list[float] = []
    end = perf_counter() + seconds
    while not our_times or perf_counter() < end:
        our_times.append(timeit(ours, number=our_number) / our_number)
        their_times.append(timeit(theirs, number=their_number) / their_number)
    our_time, their_time = median(our_times), median(their_times)
    ratio = their_time / our_time
    return BenchRow(
        what=what,
        ours_us=our_time / calls * 1e6,
        theirs_us=their_time / calls * 1e6,
        ratio=ratio,
        goal=goal,
        met=None if goal is None else ratio >= goal,
    )


def measure(
    what: str,
    seconds: float,
    ours: Callable[[], object],
    typical: Callable[[list[float]], float] = median,
) -> BenchRow:
    """Time what has no other way to be compared with."""
    number = _block(ours)
    times: list[float] = []
    end = perf_counter() + seconds
    while not times or perf_counter() < end:
        times.append(timeit(ours, number=number) / number)
    return BenchRow(what=what, ours_us=typical(times) * 1e6)


def _block(call: Callable[[], object]) -> int:
    """How many calls make a block of a few milliseconds."""
    call()
    return max(1, int(_BLOCK / max(timeit(call, number=3) / 3, 1e-9)))
