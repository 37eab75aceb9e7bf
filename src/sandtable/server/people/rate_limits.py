"""Rate limits: how often passwords may be tried, letters caused, and remarks made.

Tries and letters are counted in the database, so that all processes at it count together and a restart forgets nothing.
Remarks are made at a table all evening and harm nobody: every process counts its own.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from ..db import schema as t
from ..db.store import Store
from ..errors import TooMuch
from ..settings import Settings

_INSERT: Final[dict[str, Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
# So that what is allowed does not hang on the last digit of a sum of seconds.
_TOLERANCE: Final = 0.001


class Allowance(NamedTuple):
    """So many a second for long and so many at once; nothing is counted where the rate is 0."""

    kind: str
    rate: float
    burst: int
    refusal: str


class RateLimits:
    """Rate limits on passwords, letters and remarks, by address and by name: a doorkeeper for whoever knocks too often."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._store: Final = store
        wait = "wait a few minutes"
        self._tries: Final = Allowance(
            "try", settings.login_rate, settings.login_burst, f"too many tries; {wait}"
        )
        self._letters: Final = Allowance(
            "letter", settings.letter_rate, settings.letter_burst, f"too many letters; {wait}"
        )
        self._words: Final = Buckets(settings.talk_rate, settings.talk_burst)
        self._judgements: Final = Buckets(settings.judge_rate, settings.judge_burst)
        self._lock: Final = threading.Lock()

    def let_try(self, *whom: str) -> None:
        """TooMuch if one of *whom* has tried too often."""
        self._take(self._tries, whom)

    def let_send(self, *whom: str) -> None:
        """TooMuch if one of *whom* has caused too many letters."""
        self._take(self._letters, whom)

    def let_talk(self, *whom: str) -> None:
        """TooMuch if one of *whom* has said too much at once."""
        now = time.monotonic()
        with self._lock:
            if not all(self._words.take(one, now) for one in whom):
                raise TooMuch("so many remarks at once; wait a few seconds")

    def let_judge(self, whom: str) -> None:
        """TooMuch if *whom* has had too many combats judged or weighed at once."""
        with self._lock:
            if not self._judgements.take(whom, time.monotonic()):
                raise TooMuch("so many combats at once; wait a few seconds")

    def _take(self, allowance: Allowance, whom: tuple[str, ...]) -> None:
        if allowance.rate > 0:
            self._store.write(lambda db: _charge(db, allowance, whom, time.time()))


def _charge(db: Connection, allowance: Allowance, whom: tuple[str, ...], now: float) -> None:
    """Count one more for each of *whom*; TooMuch, and nothing is counted, if that is too many for one of them.

    What is kept is the moment at which all will be forgotten again: each counted one puts it off, up to a limit.
    """
    step, most = 1 / allowance.rate, max(allowance.burst, 1) / allowance.rate
    spent = t.allowances.c.spent
    # What lies farther off than it can was written before the clock of the machine was put back: it is worth nothing.
    until = case((spent.between(now, now + most + _TOLERANCE), spent), else_=now)
    # Always in the same order, so that no two of them wait for each other.
    for key in sorted({_key(allowance.kind, one) for one in whom}):
        counted = _INSERT[db.dialect.name](t.allowances).values(whom=key, spent=now + step)
        counted = counted.on_conflict_do_update(
            index_elements=["whom"],
            set_={"spent": until + step},
            where=until + step <= now + most + _TOLERANCE,
        )
        if db.execute(counted, execution_options={"preserve_rowcount": True}).rowcount != 1:
            raise TooMuch(allowance.refusal)
    forgotten = select(t.allowances.c.whom).where(spent <= now).with_for_update(skip_locked=True)
    db.execute(delete(t.allowances).where(t.allowances.c.whom.in_(forgotten)))


def _key(kind: str, whom: str) -> str:
    """Under what it is kept: neither names nor addresses stand there to be read."""
    return sha256(f"sandtable {kind} {whom}".encode()).hexdigest()


class Buckets:
    """A token bucket a client: so many requests at once, and so many a second for long."""

    def __init__(self, rate: float, burst: int, clients: int = 10_000) -> None:
        self._rate: Final = rate
        self._burst: Final = float(burst)
        self._clients: Final = clients
        self._left: Final[OrderedDict[str, tuple[float, float]]] = OrderedDict()

    def take(self, client: str, now: float, cost: float = 1) -> bool:
        """Whether *client* may make one more request at time *now*, which counts as so many as it costs."""
        if self._rate <= 0:
            return True
        left, at = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= cost
        self._left[client] = (left - cost if allowed else left, now)
        # Forgetting the one seen longest ago is harmless: its bucket is the fullest.
        if len(self._left) > self._clients:
            self._left.popitem(last=False)
        return allowed
