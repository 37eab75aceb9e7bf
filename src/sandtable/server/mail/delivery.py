"""Mail delivery from the outbox, at least once: a worker thread that tries again what did not arrive.

What is delivered is crossed out afterwards; if the server dies in between, it is delivered twice rather than never.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from ..db import steady_time
from ..db.store import Store
from ..people.reminders import WEBHOOK
from ..periodic import Rounds
from ..settings import Settings
from . import outbox, smtp, webhooks
from .outbox import Parcel
from .templates import Letter
from .webhooks import Undelivered

ROUND_SECONDS: Final = 5.0
AT_ONCE: Final = 20
HANDS: Final = 5
_LOG: Final = logging.getLogger("sandtable.server.mail.delivery")


class OutboxDelivery(Rounds):
    """Delivers what is due in the outbox, every few seconds."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__("mail delivery", ROUND_SECONDS, patience=2 * webhooks.SECONDS)
        self._store: Final = store
        self._settings: Final = settings

    def look_round(self) -> None:
        """Deliver what is due; most of the time nothing is, and nothing need be written."""
        with self._store.reading() as db:
            due = outbox.anything_due(db, steady_time.now())
        if due:
            self.make_a_round()

    def make_a_round(self, now: float | None = None) -> int:
        """Deliver what is due at the time *now*: how many letters arrived."""
        at = steady_time.now() if now is None else now
        parcels = self._store.write(lambda db: outbox.take_due(db, at, AT_ONCE, self._settings))
        # Several at a time, so that a slow host does not keep the letters of others waiting.
        with ThreadPoolExecutor(HANDS, "mail") as hands:
            return sum(hands.map(lambda parcel: self._deliver(parcel, at), parcels))

    def _deliver(self, parcel: Parcel, now: float) -> bool:
        if self._ending.is_set():
            return False
        try:
            _carry_whatever_happens(parcel, self._settings)
        except Undelivered as why:
            # The target is a secret of its reader, and stays out of the log.
            _LOG.warning(
                "letter %s (%s, %s) was not delivered: %s", parcel.id, parcel.kind, parcel.channel, why
            )
            refusal = why
            self._store.write(lambda db: outbox.failed(db, parcel, now, refusal))
            return False
        self._store.write(lambda db: outbox.delivered(db, parcel, now, self._settings))
        return True


def _carry_whatever_happens(parcel: Parcel, settings: Settings) -> None:
    """A letter that breaks the post is not tried for ever, and keeps no other back."""
    try:
        carry(parcel.channel, parcel.target, parcel.letter, settings)
    except Undelivered:
        raise
    except Exception as why:
        _LOG.exception("letter %s broke the post", parcel.id)
        raise Undelivered(
            f"{type(why).__name__}", told="this server failed at it; its log says how"
        ) from None


def carry(channel: str, target: str, letter: Letter, settings: Settings) -> None:
    """Bring *letter* to *target*, now; Undelivered if it does not arrive."""
    if channel == WEBHOOK:
        webhooks.post_webhook(target, letter.short, settings)
    else:
        smtp.send_mail(target, letter.subject, letter.text, settings)
