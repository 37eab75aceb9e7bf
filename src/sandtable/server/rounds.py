"""Something that has to be looked after every few seconds, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from typing import Final

_LOG: Final = logging.getLogger("sandtable.server.rounds")


class Rounds:
    """A thread that makes a round again and again; subclasses say what is done on it."""

    def __init__(self, name: str, seconds: float, *, patience: float | None = None) -> None:
        self._seconds: Final = seconds
        # How long closing waits for the round under way; None: as long as it takes.
        self._patience: Final = patience
        self._ending: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._work, name=name, daemon=True)

    def look_round(self) -> None:
        """What is done every time."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin to work; once is enough."""
        if self._thread.ident is None:
            self._thread.start()

    def close(self) -> None:
        """Stop after the round under way."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=self._patience)

    def _work(self) -> None:
        while not self._ending.wait(self._seconds):
            try:
                self.look_round()
            except Exception:
                # A database that is away for a moment must not end the rounds.
                _LOG.exception("the %s stumbled", self._thread.name)
