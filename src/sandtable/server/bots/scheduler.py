"""Scheduling of bots: they think in worker processes, see views alone, and never hold anybody up.

Whatever fails, a full disk or a database that is away, is tried again after a pause that grows; and a regular round finds
every match whose bots are asked, so that none is forgotten.
"""

from __future__ import annotations

import hmac
import logging
import threading
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sandtable.kernel.machine.actions import BadAction, parse_action

from ..db import match_store
from ..db.match_store import PEOPLE, PERSON, Match
from ..errors import NotFound, Stale
from ..match.commands import Answer
from ..periodic import STUCK_SECONDS, Rounds, lasting
from ..play.authority import Authority
from ..play.lobby import unplayable
from ..settings import Settings
from ..worker_process import START_SECONDS, HasEnded, TookTooLong, WorkerProcess
from .queue import BOTS_ALONE, WITH_PEOPLE, WaitingLine

# The pause after the first failure of a match, which is doubled after every other, up to the longest.
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 60.0
# How often all matches are looked through for bots that are asked.
ROUND_SECONDS: Final = 60.0
_LOG: Final = logging.getLogger("sandtable.server.bots.scheduler")


class _Failing(NamedTuple):
    """How often the bots of a match have failed in a row, and since when."""

    times: int
    since: float


class BotScheduler:
    """Schedules bots: a thread for every worker process takes a match from the queue and answers for its bots."""

    def __init__(self, authority: Authority, settings: Settings) -> None:
        self._authority: Final = authority
        self._seconds: Final = settings.bot_seconds
        self._ready: Final = settings.bots_ready
        self._line: Final = WaitingLine()
        self._lock: Final = threading.Lock()
        self._failing: Final[dict[str, _Failing]] = {}
        # Since when each thread has been at the match that it has in hand.
        self._busy: Final[dict[str, float]] = {}
        self._threads: Final = [
            threading.Thread(target=self._work, name=f"bots-{n}", daemon=True)
            for n in range(settings.bot_workers)
        ]
        self._patrol: Final = _Patrol(self) if settings.bot_workers else None
        self._working = False
        # Matches that are played at a pace one can follow, and how long a bot then waits before it answers.
        self.paced: frozenset[str] = frozenset()
        self.pace: Callable[[], float] = lambda: 0.0

    def start(self) -> None:
        """Begin to work, also on matches that a restart interrupted, unless that has been done."""
        if not self._working:
            self._working = True
            for thread in self._threads:
                thread.start()
            if self._patrol is not None:
                self._patrol.start()

    def changed(self, head: Match) -> None:
        """The match has changed: perhaps a bot is asked now."""
        if head.bots_asked() and head.id in self.paced:
            self._line.put_off(head.id, self.pace(), BOTS_ALONE)
        elif head.bots_asked():
            self.look_at(head.id, WITH_PEOPLE if head.people() else BOTS_ALONE)

    def look_at(self, match: str, precedence: int = WITH_PEOPLE) -> None:
        """Answer for the bots of *match* soon; where they do not work, another process does."""
        if self._working and self._threads:
            self._line.put(match, precedence)

    def look_round(self) -> None:
        """Find every match whose bots are asked, whatever has become of it."""
        with self._authority.store.reading() as db:
            asked = [match.id for match in match_store.running_matches(db) if match.bots_asked()]
            found = match_store.read_matches(db, asked)
        for match in found:
            if unplayable(match) is None:
                self.changed(match)

    def troubles(self, now: float) -> list[str]:
        """What has been wrong for long at the time *now* of the steady clock, in sentences."""
        with self._lock:
            failing = [now - found.since for found in self._failing.values()]
            busy = [now - since for since in self._busy.values()]
        found = self._patrol.troubles(now) if self._patrol is not None else []
        stuck = [seconds for seconds in failing if seconds > STUCK_SECONDS]
        if stuck:
            many = "1 match" if len(stuck) == 1 else f"{len(stuck)} matches"
            found.append(f"the bots of {many} have failed for {lasting(max(stuck))}")
        longest = max(busy, default=0.0)
        if longest > self._seconds + START_SECONDS + STUCK_SECONDS:
            found.append(f"a bot has been at one answer for {lasting(longest)}")
        return found

    def close(self) -> None:
        """Stop when the thoughts under way are done."""
        if self._patrol is not None:
            self._patrol.close()
        self._line.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=self._seconds + 5)

    def _work(self) -> None:
        worker, name = BotProcess(), threading.current_thread().name
        try:
            if self._ready:
                worker.prepare()
            while (match := self._line.take()) is not None:
                with self._lock:
                    self._busy[name] = time.monotonic()
                self._play_or_try_later(worker, match)
                with self._lock:
                    del self._busy[name]
        finally:
            worker.close()

    def _play_or_try_later(self, worker: BotProcess, match: str) -> None:
        """One broken match must stop neither its own bots for ever nor those of others."""
        try:
            self._play(worker, match)
        except Exception as why:
            with self._lock:
                before = self._failing.get(match, _Failing(0, time.monotonic()))
                failing = self._failing[match] = _Failing(before.times + 1, before.since)
            pause = min(FIRST_PAUSE * 2.0 ** min(before.times, 30), LONGEST_PAUSE)
            # Somebody else was faster: that is no failure, unless it happens again and again.
            if not isinstance(why, Stale) or before.times:
                first = _LOG.isEnabledFor(logging.DEBUG) or not before.times
                text = "the bots of match %s failed (%d in a row); again in %.1f seconds: %r"
                _LOG.error(text, match, failing.times, pause, why, exc_info=first)
            self._line.put_off(match, pause)
        else:
            with self._lock:
                self._failing.pop(match, None)

    def _play(self, worker: BotProcess, match: str) -> None:
        """Answer once for a bot that is asked; the change puts the match into the line again."""
        try:
            head = self._authority.head(match)
            if head.over or unplayable(head) is not None:
                return
            version, asked, seats = self._authority.asked(match)
        except NotFound:
            return
        for seat in asked:
            name = seats.get(seat, PERSON)
            if name in PEOPLE:
                continue
            message = self._authority.message(match, seat)
            if message["version"] != version:
                self.look_at(match)
                return
            seen, seed = message["view"], _seed(head.secret, seat, version)
            if message["phase"] is not None and "lines" in seen:
                option = self._write(worker, match, message["phase"]["since"], name, seed, seen)
            else:
                option = worker.think(name, seed, seen, self._seconds)
            # A key that somebody could foresee, and use first, would silence the bot.
            key = f"bot-{version}-{token_hex(8)}"
            self._authority.answer(match, Answer(seat=seat, option=option, version=version, key=key))
            return

    def _write(
        self, worker: BotProcess, match: str, phase: int, bot: str, seed: int, seen: dict[str, Any]
    ) -> str:
        """The order sheet of a bot, completed: lines that do not hold together are left out."""
        written = worker.write(bot, seed, seen, self._seconds)
        return self._authority.completed_sheet(match, seen["seat"], phase, written)


class _Patrol(Rounds):
    """Looks now and then, and first at once, whether the bots of any match are asked."""

    def __init__(self, scheduler: BotScheduler) -> None:
        super().__init__("patrol of the bots", ROUND_SECONDS, at_once=True)
        self._scheduler: Final = scheduler

    def look_round(self) -> None:
        """Find every match whose bots are asked."""
        self._scheduler.look_round()


class BotProcess(WorkerProcess):
    """A worker process in which bots think."""

    def __init__(self) -> None:
        super().__init__("sandtable.server.bots.worker")

    def think(self, bot: str, seed: int, seen: dict[str, Any], seconds: float) -> str:
        """The option that the bot takes; where it fails or takes too long, the first on offer."""
        offered: list[str] = [option["id"] for option in seen["options"]]
        option = self._thought(bot, {"seed": seed, "view": seen, "sheet": False}, seconds)
        if option is not None and option not in offered:
            _LOG.warning("bot %s took %r, which is not on offer", bot, option)
            option = None
        return offered[0] if option is None else option

    def write(self, bot: str, seed: int, seen: dict[str, Any], seconds: float) -> list[str]:
        """The lines of the order sheet that the bot writes; none where it fails or takes too long."""
        option = self._thought(bot, {"seed": seed, "view": seen, "sheet": True}, seconds)
        try:
            return [line.id for line in parse_action(option).lines] if option is not None else []
        except BadAction:
            _LOG.warning("bot %s wrote %r, which is no order sheet", bot, option)
            return []

    def _thought(self, bot: str, question: dict[str, Any], seconds: float) -> str | None:
        try:
            thought = self.ask({"bot": bot, **question}, seconds)
        except TookTooLong:
            _LOG.warning("bot %s thought longer than %s seconds", bot, seconds)
            return None
        except HasEnded as why:
            _LOG.warning("the process of bot %s ended: %s", bot, why)
            return None
        if "complaint" in thought:
            _LOG.warning("bot %s failed: %s", bot, thought["complaint"])
            return None
        return str(thought["option"])


def _seed(secret: bytes, seat: str, version: int) -> int:
    """Where the bot's own chance begins: from the secret of the match, lest its opponent reckon out what it will seal."""
    return int.from_bytes(hmac.digest(secret, f"bot {seat} {version}".encode(), "sha256")[:4])
