"""Timeouts: a worker thread ends matches in which the time of a seat is up that loses without anybody saying so."""

from __future__ import annotations

import logging
import time
from typing import Final

from sqlalchemy import select

from sandtable.kernel.refusals import SandtableError

from ..db import schema as t
from ..periodic import Rounds
from . import agreements
from .authority import Authority

ROUND_SECONDS: Final = 1.0
_LOG: Final = logging.getLogger("sandtable.server.play.timeouts")


class TimeoutSweep(Rounds):
    """Looks every second for matches past their deadline."""

    def __init__(self, authority: Authority) -> None:
        super().__init__("clock worker", ROUND_SECONDS)
        self._authority: Final = authority

    def look_round(self) -> None:
        """End every match whose deadline has passed."""
        due = select(t.matches.c.id).where(t.matches.c.deadline <= time.time(), ~t.matches.c.over)
        with self._authority.store.reading() as db:
            found = list(db.execute(due).scalars())
        for match in found:
            try:
                agreements.watch_time(self._authority, match)
            except SandtableError as why:
                # Another process was faster, or the match is of older rules.
                _LOG.info("match %s could not be ended: %s", match, why)
