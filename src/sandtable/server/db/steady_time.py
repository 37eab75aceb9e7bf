"""Steady time: the time by which matches are clocked and waited for, which no setting of the machine's clock moves.

The clock on the wall of a machine is set now and then, by hand or by the net: wrong, and right again. Nobody may lose a
game by that. So time is counted from the start of the machine, which the system does by itself, and only once for every
such start is it held to the wall: that anchor is kept in the database, where the next process of this machine finds it.
Seconds since 1970 come of it, as everybody is used to, and as they were while nobody had set the clock.

Only what went by between two starts of the machine, or before another machine took over, is known by the wall alone.
"""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

from sqlalchemy import Connection, delete, func, insert, select, update

from . import schema as t

# As long as this apart, two processes work at the same time: none takes over from another.
_ALONGSIDE: Final = 60.0
# What the wall says to have gone by between two starts is believed up to here: a clock may be wrong by years.
_BELIEVED: Final = 7 * 24 * 3600.0
# Starts of machines that nobody has been heard of for so long are forgotten.
_FORGOTTEN: Final = 24 * 3600.0
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class Away(NamedTuple):
    """A time in which no server was there: steady time at its end, and how long it was, as far as the wall can tell."""

    until: float
    seconds: float


def now() -> float:
    """The steady time."""
    return _anchor + since_boot()


def since_boot() -> float:
    """Seconds since this machine was started, those included in which it slept."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


# Until a database has told another.
_anchor = time.time() - since_boot()


@cache
def boot() -> str:
    """The name of this start of the machine; where the system gives it none, of this process alone."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return str(uuid4())


def follow(db: Connection) -> bool:
    """Read time as the servers of this machine at this database do; False if there has been none since it was started."""
    global _anchor
    found = db.execute(
        select(t.steady_time.c.anchor).where(t.steady_time.c.boot == boot())
    ).scalar_one_or_none()
    if found is None:
        return False
    _anchor = found
    return True


def settle(db: Connection) -> Away | None:
    """Read time as this database counts it, before anybody is served; the time away where this is another start."""
    if follow(db):
        return None
    wall = time.time()
    before, seen = _latest(db, wall)
    gone_by = min(max(0.0, wall - seen), _BELIEVED)
    at = before + gone_by
    row = {"boot": boot(), "anchor": at - since_boot(), "steady": at, "wall": wall}
    db.execute(insert(t.steady_time).values(**row))
    follow(db)
    return Away(at, gone_by) if gone_by > _ALONGSIDE else None


def beat(db: Connection) -> None:
    """Write down that this machine still counts."""
    at = now()
    c = t.steady_time.c
    db.execute(update(t.steady_time).where(c.boot == boot()).values(steady=at, wall=time.time()))
    db.execute(delete(t.steady_time).where(c.boot != boot(), c.steady < at - _FORGOTTEN))


def _latest(db: Connection, wall: float) -> tuple[float, float]:
    """The latest steady time that this database knows of, and what the wall said then."""
    c = t.steady_time.c
    told = db.execute(select(c.steady, c.wall).order_by(c.steady.desc()).limit(1)).one_or_none()
    changed = db.execute(select(func.max(t.matches.c.changed))).scalar_one()
    if told is None:
        return (wall, wall) if changed is None else (changed, changed)
    if changed is None or changed <= told.steady:
        return told.steady, told.wall
    return changed, told.wall + changed - told.steady
