"""Timeouts: a worker thread ends matches in which the time of a seat is up that loses without anybody saying so."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, select

from sandtable.kernel.refusals import SandtableError

from ..db import match_store, steady_time
from ..db import schema as t
from ..match import clocks, phases
from ..periodic import Rounds, lasting
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
        due = select(t.matches.c.id).where(t.matches.c.deadline <= steady_time.now(), ~t.matches.c.over)
        with self._authority.store.reading() as db:
            found = list(db.execute(due).scalars())
        for match in found:
            try:
                agreements.watch_time(self._authority, match)
            except SandtableError as why:
                # Another process was faster, or the match is of older rules.
                _LOG.info("match %s could not be ended: %s", match, why)


def take_up_time(db: Connection) -> None:
    """Read time as the database counts it; after a time in which no server was there, clocks go on as is fair."""
    away = steady_time.settle(db)
    if away is None:
        return
    _LOG.warning(
        "no server was here for %s, as far as the clock of the machine can tell", lasting(away.seconds)
    )
    for match in match_store.timed_matches(db):
        clock = clocks.resumed(match, away.until, away.seconds)
        phase = phases.resumed(match, away.until, away.seconds)
        if (clock, phase) != (None, match.phase):
            after = replace(match, clock=clock, phase=phase)
            standing = {"clock": clock, "phase": phase, "deadline": phases.due(after)}
            match_store.set_standing(db, match.id, standing)
