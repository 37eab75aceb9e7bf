"""The pulse: whether the server can write, tried every few seconds, with figures that an operator can scrape.

A database that still answers questions may take nothing any more: the disk is full, another program holds the file. So
health is told by a write, which has happened when somebody asks; whoever asks waits for nothing.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, insert

from ..periodic import Rounds, lasting
from . import schema as t
from . import steady_time
from .store import Store

# After so many rounds without one that succeeded the server is not well.
_PATIENCE: Final = 3
# What processes that have ended have left is swept out after so many seconds.
_FORGOTTEN: Final = 3600.0


class Pulse(Rounds):
    """Writes a line of its own every few seconds."""

    def __init__(self, store: Store, seconds: float) -> None:
        super().__init__("pulse", seconds or 1.0, patience=5.0, at_once=True)
        self._store: Final = store
        self._every: Final = seconds
        self._begun: Final = time.monotonic()
        # By the steady clock: when a write last succeeded; how long it took, how many there were, how many failed.
        self.last: float | None = None
        self.took = 0.0
        self.beats = 0
        self.failures = 0

    def start(self) -> None:
        """Begin, unless nobody wants it."""
        if self._every:
            super().start()

    def look_round(self) -> None:
        """Write."""
        begun = time.monotonic()
        self.beats += 1
        try:
            self._store.write(_beat)
        except BaseException:
            self.failures += 1
            raise
        self.last = time.monotonic()
        self.took = self.last - begun

    def failing(self, now: float) -> str | None:
        """That nothing could be written for a while, in a sentence; None as long as all is well."""
        if not self._every:
            return None
        silent = now - (self.last if self.last is not None else self._begun)
        return f"nothing could be written for {lasting(silent)}" if silent > _PATIENCE * self._every else None

    def disk_left(self) -> int | None:
        """The bytes that are left where the database lies; None where it lies on another machine."""
        file = self._store.engine.url.database
        if self._store.engine.dialect.name != "sqlite" or file is None:
            return None
        return shutil.disk_usage(Path(file).resolve().parent).free


def _beat(db: Connection) -> None:
    now = time.time()
    here = t.pulse.c.process == os.getpid()
    db.execute(
        delete(t.pulse).where(here | (t.pulse.c.at < now - _FORGOTTEN) | (t.pulse.c.at > now + _FORGOTTEN))
    )
    db.execute(insert(t.pulse).values(process=os.getpid(), at=now))
    steady_time.beat(db)
