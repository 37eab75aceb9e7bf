"""Bots at the board: they think in processes of their own, see views alone, and never hold anybody up."""

from __future__ import annotations

import hmac
import json
import logging
import queue
import subprocess
import sys
import threading
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from secrets import token_hex
from typing import Any, Final

from sandtable.kernel.refusals import Refused, SandtableError

from .authority import Authority
from .errors import Conflict, Stale
from .ledger import PEOPLE, Match
from .settings import Settings

_LOG: Final = logging.getLogger("sandtable.server.robots")


class Robots:
    """A thread for every worker process: it takes a match from the queue and answers for its bots until a person is asked."""

    def __init__(self, authority: Authority, settings: Settings) -> None:
        self._authority: Final = authority
        self._seconds: Final = settings.bot_seconds
        self._queue: Final[queue.SimpleQueue[str | None]] = queue.SimpleQueue()
        self._queued: Final[set[str]] = set()
        self._lock: Final = threading.Lock()
        self._threads: Final = [
            threading.Thread(target=self._work, name=f"bots-{n}", daemon=True)
            for n in range(settings.bot_workers)
        ]
        self._working = False
        self._closing = False

    def start(self) -> None:
        """Begin to work, unless that has been done."""
        if not self._working:
            self._working = True
            for thread in self._threads:
                thread.start()

    def changed(self, head: Match) -> None:
        """The match has changed: perhaps a bot is asked now."""
        if head.bots_asked():
            self.look_at(head.id)

    def look_at(self, match: str) -> None:
        """Answer for the bots of *match* soon; where they do not work, another process does."""
        with self._lock:
            if match in self._queued or not self._working:
                return
            self._queued.add(match)
        self._queue.put(match)

    def close(self) -> None:
        """Stop when the thoughts under way are done."""
        self._closing = True
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=self._seconds + 5)

    def _work(self) -> None:
        thinker = Thinker()
        try:
            while (match := self._queue.get()) is not None and not self._closing:
                with self._lock:
                    self._queued.discard(match)
                try:
                    self._play(thinker, match)
                except Exception:
                    # One broken match must not stop the bots of all others.
                    _LOG.exception("the bots of match %s failed", match)
        finally:
            thinker.close()

    def _play(self, thinker: Thinker, match: str) -> None:
        """Answer once for a bot that is asked; the change puts the match into the queue again."""
        try:
            version, asked, seats = self._authority.asked(match)
        except SandtableError:
            return
        for seat in asked:
            name = seats[seat]
            if name in PEOPLE:
                continue
            message = self._authority.message(match, seat)
            if message["version"] != version:
                self.look_at(match)
                return
            seen = message["view"]
            seed = _seed(self._authority.head(match).secret, seat, version)
            option = thinker.think(name, seed, seen, self._seconds)
            # A key that somebody could foresee, and use first, would silence the bot.
            key = f"bot-{version}-{token_hex(8)}"
            try:
                self._authority.answer(match, seat, option, version, key)
            except Stale:
                self.look_at(match)
            except (Conflict, Refused) as why:
                _LOG.warning("bot %s in match %s: %s", name, match, why)
            return


class Thinker:
    """One worker process; it is replaced when it thinks too long or dies."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None

    def think(self, bot: str, seed: int, seen: dict[str, Any], seconds: float) -> str:
        """The option that the bot takes; where it fails or takes too long, the first on offer."""
        fallback: str = seen["options"][0]["id"]
        pipe = self._ready()
        try:
            pipe.send_bytes(json.dumps({"bot": bot, "seed": seed, "view": seen}).encode())
            if not pipe.poll(seconds):
                _LOG.warning("bot %s thought longer than %s seconds", bot, seconds)
                self.close()
                return fallback
            thought = json.loads(pipe.recv_bytes())
        except (OSError, EOFError) as why:
            _LOG.warning("the process of bot %s ended: %r", bot, why)
            self.close()
            return fallback
        if "complaint" in thought:
            _LOG.warning("bot %s failed: %s", bot, thought["complaint"])
        chosen: str = thought.get("option", fallback)
        return chosen

    def close(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _ready(self) -> Connection:
        if self._pipe is None or self._process is None or self._process.poll() is not None:
            self.close()
            self._pipe, theirs = Pipe()
            command = [sys.executable, "-m", "sandtable.server.thinking", str(theirs.fileno())]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
            theirs.close()
        return self._pipe


def _seed(secret: bytes, seat: str, version: int) -> int:
    """Where the bot's own chance begins: from the secret of the match, lest its opponent reckon out what it will seal."""
    return int.from_bytes(hmac.digest(secret, f"bot {seat} {version}".encode(), "sha256")[:4])
