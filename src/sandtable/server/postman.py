"""The postman: delivers reminders from the outbox in a thread of his own, and tries again what did not arrive.

What he has delivered he crosses out afterwards; if the server dies in between, it is delivered twice rather than never.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from . import outgoing, reminders
from .outgoing import Undelivered
from .reminders import Letter
from .rounds import Rounds
from .settings import Settings
from .store import Store

ROUND_SECONDS: Final = 5.0
AT_ONCE: Final = 20
_LOG: Final = logging.getLogger("sandtable.server.postman")


class Postman(Rounds):
    """Looks into the outbox every few seconds."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__("postman", ROUND_SECONDS, patience=2 * outgoing.SECONDS)
        self._store: Final = store
        self._settings: Final = settings

    def look_round(self) -> None:
        """Deliver what is due; most of the time nothing is, and nothing need be written."""
        with self._store.reading() as db:
            due = reminders.anything_due(db, time.time())
        if due:
            self.make_a_round()

    def make_a_round(self, now: float | None = None) -> int:
        """Deliver what is due at the time *now*: how many letters arrived."""
        at = time.time() if now is None else now
        letters = self._store.write(lambda db: reminders.take_due(db, at, AT_ONCE, self._settings.public_url))
        return sum(self._deliver(letter, at) for letter in letters if not self._ending.is_set())

    def _deliver(self, letter: Letter, now: float) -> bool:
        carry: Callable[[str, str, Settings], None] = (
            outgoing.post_webhook if letter.channel == reminders.WEBHOOK else outgoing.send_mail
        )
        try:
            carry(letter.target, letter.text, self._settings)
        except Undelivered as why:
            # The target is a secret of its reader, and stays out of the log.
            _LOG.warning("reminder %s (%s) was not delivered: %s", letter.id, letter.channel, why)
            self._store.write(lambda db: reminders.failed(db, letter, now))
            return False
        self._store.write(lambda db: reminders.delivered(db, letter.id, now))
        return True
