"""The doorkeeper: how often passwords may be tried."""

from __future__ import annotations

import threading
import time
from typing import Final

from .errors import TooMuch
from .guard import Buckets
from .settings import Settings


class Doorkeeper:
    """Lets nobody try passwords for long, neither from one address nor for one name."""

    def __init__(self, settings: Settings) -> None:
        self._tries: Final = Buckets(settings.login_rate, settings.login_burst)
        self._lock: Final = threading.Lock()

    def let_try(self, *whom: str) -> None:
        """TooMuch if one of *whom* has tried too often."""
        now = time.monotonic()
        with self._lock:
            if not all(self._tries.take(one, now) for one in whom):
                raise TooMuch("too many tries; wait a few minutes")
