"""Something that has to be looked after every few seconds, in a thread of its own."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

# What has been wrong for longer than this is told to whoever asks how the server is.
STUCK_SECONDS: Final = 60.0
_LOG: Final = logging.getLogger("sandtable.server.periodic")


class Rounds:
    """A thread that makes a round again and again; subclasses say what is done on it."""

    def __init__(
        self, name: str, seconds: float, *, patience: float | None = None, at_once: bool = False
    ) -> None:
        self._seconds: Final = seconds
        # How long closing waits for the round under way; None: as long as it takes.
        self._patience: Final = patience
        self._at_once: Final = at_once
        self._ending: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._work, name=name, daemon=True)
        # Since when a round has been under way, and since when every one has failed, by the steady clock.
        self._under_way: float | None = None
        self._failing: float | None = None

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

    def troubles(self, now: float) -> list[str]:
        """What has been wrong for long at the time *now* of the steady clock, in sentences."""
        failing, under_way = self._failing, self._under_way
        if failing is not None and now - failing > STUCK_SECONDS:
            return [f"the {self._thread.name} has failed for {lasting(now - failing)}"]
        if under_way is not None and now - under_way > self._seconds + STUCK_SECONDS:
            return [f"the {self._thread.name} has been on one round for {lasting(now - under_way)}"]
        return []

    def _work(self) -> None:
        if self._at_once:
            self._go_round()
        while not self._ending.wait(self._seconds):
            self._go_round()

    def _go_round(self) -> None:
        begun = self._under_way = time.monotonic()
        try:
            self.look_round()
        except Exception:
            # A database that is away for a moment must not end the rounds.
            _LOG.exception("the %s stumbled", self._thread.name)
            self._failing = self._failing or begun
        else:
            self._failing = None
        finally:
            self._under_way = None


def lasting(seconds: float) -> str:
    """A span of time, as precisely as anybody wants to know it."""
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.0f} hours"
