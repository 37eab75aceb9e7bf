"""The doorkeeper: how often passwords may be tried, and letters caused."""

from __future__ import annotations

import threading
import time
from typing import Final

from .errors import TooMuch
from .guard import Buckets
from .settings import Settings


class Doorkeeper:
    """Lets nobody try passwords or cause letters for long, neither from one address nor for one name."""

    def __init__(self, settings: Settings) -> None:
        self._tries: Final = Buckets(settings.login_rate, settings.login_burst)
        self._letters: Final = Buckets(settings.letter_rate, settings.letter_burst)
        self._words: Final = Buckets(settings.talk_rate, settings.talk_burst)
        self._lock: Final = threading.Lock()

    def let_try(self, *whom: str) -> None:
        """TooMuch if one of *whom* has tried too often."""
        self._take(self._tries, whom, "too many tries; wait a few minutes")

    def let_send(self, *whom: str) -> None:
        """TooMuch if one of *whom* has caused too many letters."""
        self._take(self._letters, whom, "too many letters; wait a few minutes")

    def let_talk(self, *whom: str) -> None:
        """TooMuch if one of *whom* has said too much at once."""
        self._take(self._words, whom, "so many remarks at once; wait a few seconds")

    def _take(self, buckets: Buckets, whom: tuple[str, ...], why: str) -> None:
        now = time.monotonic()
        with self._lock:
            if not all(buckets.take(one, now) for one in whom):
                raise TooMuch(why)
