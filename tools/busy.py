"""How busy the machine and a process on it were: a figure without that says little on a machine with company.

The counts come from the kernel's ``/proc``; where there is none (elsewhere than on Linux) they are None.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final, NamedTuple

PROC: Final = Path("/proc")
# A family that has taken less than this share of a processor for so long has nothing left to do.
_IDLE_SHARE: Final = 0.05
_IDLE_FOR: Final = 1.0
# Whoever is never quiet is not waited for longer.
_QUIET_WITHIN: Final = 60.0


class Moment(NamedTuple):
    """CPU seconds up to now: of the whole machine, of the processes we watch, and of ourselves; and all there were."""

    machine: float
    watched: float
    own: float
    available: float


def now(watched: int) -> Moment | None:
    """The counts now; *watched* is the process whose whole family counts."""
    try:
        fields = (PROC / "stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]
        ticks = [int(field) for field in fields]
    except OSError:
        return None
    idle = ticks[3] + ticks[4]
    return Moment(
        _seconds(sum(ticks) - idle), family_seconds(watched), sum(os.times()[:2]), _seconds(sum(ticks))
    )


def process_seconds(process: int) -> float:
    """CPU seconds of *process* alone; none where the kernel does not tell."""
    try:
        fields = (PROC / str(process) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return _seconds(int(fields[11]) + int(fields[12]))


def family_seconds(process: int) -> float:
    """CPU seconds of *process* and of everything it has started and that still runs."""
    return sum(_seconds(int(fields[11]) + int(fields[12])) for fields in _family(process))


def until_quiet(process: int) -> None:
    """Wait until *process* and all that it has started have done what they had to do."""
    until = time.monotonic() + _QUIET_WITHIN
    before = -1.0
    while time.monotonic() < until:
        taken = family_seconds(process)
        if taken - before < _IDLE_SHARE * _IDLE_FOR and before >= 0:
            return
        before = taken
        time.sleep(_IDLE_FOR)


def family_megabytes(process: int) -> float:
    """Memory of *process* and of everything it has started and that still runs; what they share is counted for each."""
    pages = sum(int(fields[21]) for fields in _family(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def _family(process: int) -> list[list[str]]:
    """What the kernel counts of *process* and of everything it has started and that still runs."""
    children: dict[int, list[int]] = {}
    counted: dict[int, list[str]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                # The name in brackets may hold spaces; what follows it does not.
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            children.setdefault(int(fields[1]), []).append(int(entry.name))
            counted[int(entry.name)] = fields
    found, open_ = [], [process]
    while open_:
        at = open_.pop()
        found += [counted[at]] if at in counted else []
        open_ += children.get(at, ())
    return found


def share_of_others(before: Moment, after: Moment) -> float:
    """Which share of all the CPU time there was went to processes that are neither watched nor ours."""
    all_of_it = after.available - before.available
    ours = (after.watched - before.watched) + (after.own - before.own)
    return max(0.0, (after.machine - before.machine - ours) / all_of_it) if all_of_it else 0.0


def _seconds(ticks: int) -> float:
    return ticks / os.sysconf("SC_CLK_TCK")
