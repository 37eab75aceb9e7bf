"""The timekeeper: ends matches in which the time of a seat is up that loses without anybody saying so."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from sqlalchemy import select

from sandtable.kernel.refusals import SandtableError

from . import agreements
from . import tables as t
from .authority import Authority

ROUND_SECONDS: Final = 1.0
_LOG: Final = logging.getLogger("sandtable.server.timekeeper")


class Timekeeper:
    """A thread that looks every second whose time is up."""

    def __init__(self, authority: Authority) -> None:
        self._authority: Final = authority
        self._ending: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._work, name="timekeeper", daemon=True)

    def start(self) -> None:
        """Begin to work; once is enough."""
        if self._thread.ident is None:
            self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    def make_a_round(self) -> None:
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

    def _work(self) -> None:
        while not self._ending.wait(ROUND_SECONDS):
            try:
                self.make_a_round()
            except Exception:
                # A database that is away for a moment must not stop all clocks.
                _LOG.exception("the timekeeper stumbled")
