"""How much a server bears: many matches at once, each with a player who answers at moments of his own choosing.

    python -m tools.load                       a server of its own on SQLite, 300 answers a second
    python -m tools.load --closed              as many answers as it can take
    python -m tools.load --port 8000           a server that runs already (with SANDTABLE_RATE=0)
    python -m tools.load --answers 930         matches that have so many answers already when the server starts
    python -m tools.load --scenario agn --also barbarossa=20 --stored 2000 --seconds 600
                                               beside 100 matches 20 of another scenario, and 2,000 at which nobody sits

The loop is open: answers are due at given moments, whether or not the earlier ones have been acknowledged, and the time
of an answer counts from the moment it was due until it is acknowledged and the player's socket has shown what came of it.
When the time is over, answers that were due and never given are counted, and their times are those they had waited by
then: a server that falls behind does not look quick for it. A closed loop, in which every player waits for the server,
only shows how many answers a second it can take: with a hundred players waiting the times say how long the queue is.

Nobody begins before the processes in which the server lets bots think and studies be worked out have started: that costs
some seconds of CPU once, and no answer anything.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
import uvloop

from . import busy
from .browser import Client, Watch
from .long_matches import lay_in

RATE: Final = 300.0
MATCHES: Final = 100
_SHARES: Final = (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("most", 1.0))
# Answers are also told by how many went before them in their match: fewer than these.
_NUMBERS: Final = (50, 200, 500, 1000, 1_000_000)
# A match that is only stored has so many answers.
_STORED_ANSWERS: Final = 100
_WEIGHED_EVERY: Final = 5.0


@dataclass
class Load:
    """What was measured: the time of every acknowledged answer, and everything else that was asked."""

    rate: float | None = None
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    # The number of each of these answers in its match.
    numbers: list[int] = field(default_factory=list)
    # How long each answer had been due that was never given, when the time was over.
    overdue: list[float] = field(default_factory=list)
    # The memory of the server every few seconds, in megabytes.
    megabytes: list[float] = field(default_factory=list)
    # How many answers had been acknowledged at each of these moments.
    answered: list[int] = field(default_factory=list)
    refused: int = 0
    # How often the server hung up on a player before he saw what had come of his answer.
    hung_up: int = 0
    # Bytes of replies and of frames that came for answers.
    received: int = 0
    other_requests: int = 0
    games: int = 0
    before: busy.Moment | None = None
    after: busy.Moment | None = None

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {
            "loop": "closed" if self.rate is None else f"open, {self.rate:g} answers a second are due",
            "answers": len(self.times),
            "answers_a_second": round(len(self.times) / self.seconds, 1) if self.seconds else 0.0,
            "never_given": len(self.overdue),
            "milliseconds": _milliseconds(self.times + self.overdue),
            "by_answer_number": self._by_number(),
            "bytes_an_answer": round(self.received / max(1, len(self.times) + self.refused)),
            "refused": self.refused,
            "hung_up": self.hung_up,
            "other_requests": self.other_requests,
            "games_finished": self.games,
            **self._cost(),
        }

    def quantile(self, share: float) -> float:
        """The time within which so many of all answers that were due were acknowledged, in seconds."""
        return _quantile(sorted(self.times + self.overdue), share)

    def _by_number(self) -> dict[str, dict[str, float]]:
        """The times by how many answers the match had."""
        found: dict[str, dict[str, float]] = {}
        least = 0
        for most in _NUMBERS:
            times = [
                took
                for took, number in zip(self.times, self.numbers, strict=bool(self.numbers))
                if least <= number < most
            ]
            if times:
                found[f"from {least}"] = {"answers": len(times), **_milliseconds(times)}
            least = most
        return found

    def _cost(self) -> dict[str, Any]:
        if self.before is None or self.after is None:
            return {}
        server = self.after.watched - self.before.watched
        return {
            "server_cpu_milliseconds_an_answer": round(server * 1000 / max(1, len(self.times)), 2),
            "client_cpu_seconds": round(self.after.own - self.before.own, 1),
            "cores": os.cpu_count(),
            "share_of_the_cores_taken_by_others": round(busy.share_of_others(self.before, self.after), 2),
            "load_average": [round(part, 1) for part in os.getloadavg()],
            "server_megabytes": _tenths(self.megabytes),
            "answers_by_then": _tenths(self.answered),
        }


def _tenths(weighed: Sequence[float]) -> list[int]:
    """What was counted at the begin, after every tenth of the time, and at the end."""
    many = len(weighed)
    return [round(weighed[tenth * (many - 1) // 10]) for tenth in range(11)] if many else []


def _milliseconds(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {name: round(_quantile(ordered, share) * 1000, 1) for name, share in _SHARES}


def _quantile(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


class Table:
    """One match with one player for all its seats."""

    def __init__(self, client: Client, scenario: str, load: Load, rng: random.Random) -> None:
        self._client: Final = client
        self._scenario: Final = scenario
        self._load: Final = load
        self.rng: Final = rng
        self._match = ""
        self._seats: list[str] = []
        self._seat = ""
        self._watch: Watch | None = None

    async def take_up(self, match: str, cookie: str) -> None:
        """Go on with a match that is there already."""
        self._match, self._client.cookie = match, cookie
        await self._look()

    async def begin(self) -> None:
        """Begin a match, and look at it."""
        document = {"scenario": self._scenario, "mode": "hotseat"}
        status, begun = await self._client.ask("POST", "/api/matches", document)
        if status != 200:
            raise SystemExit(f"the server would not begin a match: {begun['error']}")
        self._match = begun["match"]
        await self._look()

    async def _look(self) -> None:
        _, summary = await self._client.ask("GET", f"/api/matches/{self._match}")
        self._seats = list(summary["seats"])
        await self._sit(self._seats[0])
        await self._hand_over()

    async def answer(self, due: float | None = None) -> None:
        """Answer once and see what comes of it, then sit where somebody is asked; the time counts from *due*, else from now.

        Whoever is hung up on comes again, as a page does.
        """
        try:
            await self._answer(due)
        except (EOFError, ConnectionError):
            self._load.hung_up += 1
            self._client.close()
            await self._sit(self._seat)
            await self._hand_over()

    def leave_out(self, waited: float) -> None:
        """An answer that has been due for so long is never given: the time is over."""
        self._load.overdue.append(waited)

    async def _answer(self, due: float | None) -> None:
        assert self._watch is not None
        seen, before = self._watch.seen, self._client.received
        answer = {
            "seat": self._seat,
            "option": self.rng.choice(seen["view"]["options"])["id"],
            "version": seen["version"],
            "key": f"{self.rng.getrandbits(64):x}",
        }
        began = asyncio.get_running_loop().time() if due is None else due
        status, body, at = await self._client.ask_raw("POST", f"/api/matches/{self._match}/answer", answer)
        if status == 200:
            shown = await self._watch.until(orjson.loads(body)["version"])
            self._load.times.append(max(at, shown) - began)
            self._load.numbers.append(seen.get("answers", 0))
            self._load.received += self._client.received - before
        else:
            self._load.refused += 1
            self._load.received += self._client.received - before
            await self._sit(self._seat)
        if self._watch.seen["over"]:
            self._load.games += 1
            self._load.other_requests += 2
            await self.begin()
        else:
            await self._hand_over()

    async def _hand_over(self) -> None:
        """Sit down where somebody is asked."""
        assert self._watch is not None
        asked = self._watch.seen["view"]["asked"]
        if self._seat not in asked:
            await self._sit(asked[0])

    async def _sit(self, seat: str) -> None:
        """Watch as *seat*, from now on."""
        self._load.other_requests += 1
        if self._watch is not None:
            self._watch.close()
        self._seat = seat
        self._watch = await self._client.watch(f"/api/matches/{self._match}/live?seat={seat}")
        await self._watch.until(0)

    def close(self) -> None:
        """Hang up."""
        if self._watch is not None:
            self._watch.close()
        self._client.close()


async def measure(
    host: str,
    port: int,
    *,
    scenario: str = "ford",
    matches: int = MATCHES,
    seconds: float = 20.0,
    rate: float | None = RATE,
    seed: int = 1,
    process: int | None = None,
    stored: tuple[str, list[str]] | None = None,
    also: Sequence[str] = (),
) -> Load:
    """Play so many matches at once for so long; without a *rate* every answer follows the one before at once.

    They are new, unless they are *stored* already: the cookie of their player, and their names. A new one of each
    scenario in *also* is played beside them.
    """
    load = Load(rate=rate)
    tables = [Table(Client(host, port), scenario, load, random.Random(seed + n)) for n in range(matches)]
    others = [
        Table(Client(host, port), name, load, random.Random(seed - n)) for n, name in enumerate(also, 1)
    ]
    for number, table in enumerate(tables):
        await (table.begin() if stored is None else table.take_up(stored[1][number], stored[0]))
    for table in others:
        await table.begin()
    tables += others
    load.other_requests = 0
    loop = asyncio.get_running_loop()
    # The times are to be those of the server: nobody looks through all that has come for garbage meanwhile, of which there
    # is next to none.
    gc.disable()
    # Of a server that somebody else started nobody knows what it costs.
    load.before = busy.now(process) if process is not None else None
    weighing = asyncio.ensure_future(_weigh(load, process)) if process is not None else None
    start = loop.time()
    await asyncio.gather(
        *(
            _play_closed(table, start + seconds)
            if rate is None
            else play_open(table, start, seconds, len(tables) / rate)
            for table in tables
        )
    )
    if weighing is not None:
        weighing.cancel()
    load.after = busy.now(process) if process is not None else None
    load.seconds = loop.time() - start
    gc.enable()
    for table in tables:
        table.close()
    return load


async def _weigh(load: Load, process: int) -> None:
    while True:
        load.megabytes.append(busy.family_megabytes(process))
        load.answered.append(len(load.times))
        await asyncio.sleep(_WEIGHED_EVERY)


async def play_open(table: Table, start: float, seconds: float, every: float) -> None:
    """One answer at a random moment of every stretch of so many seconds, until they are over."""
    loop = asyncio.get_running_loop()
    moments = random.Random(table.rng.random())
    for stretch in range(int(seconds / every)):
        due = start + (stretch + moments.random()) * every
        if loop.time() > start + seconds:
            table.leave_out(start + seconds - due)
            continue
        await asyncio.sleep(max(0.0, due - loop.time()))
        await table.answer(due)


async def _play_closed(table: Table, until: float) -> None:
    loop = asyncio.get_running_loop()
    await table.answer()
    while loop.time() < until:
        await table.answer()


@contextmanager
def own_server(database: str, workers: int, *, limited: bool = False) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, which does not limit us unless it is to be *limited*: its process and its port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    command = [sys.executable, "-c", "from sandtable.cli import main; main()", "serve"]
    command += ["--port", str(port), "--database", database, "--workers", str(workers)]
    environment = dict(os.environ) if limited else without_limits()
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        asyncio.run(until_it_answers(running, port))
        yield running.pid, port
    finally:
        running.terminate()
        running.wait()


def without_limits() -> dict[str, str]:
    """The environment of a server that takes as much from one client as comes."""
    return {**os.environ, "SANDTABLE_RATE": "0", "SANDTABLE_SOCKETS": "0"}


async def until_it_answers(running: subprocess.Popen[bytes], port: int) -> None:
    """Wait for a server that was started."""
    while True:
        client = Client("127.0.0.1", port)
        try:
            await client.ask("GET", "/healthz")
        except (OSError, EOFError):
            if running.poll() is not None:
                raise SystemExit("the server did not start") from None
            await asyncio.sleep(0.05)
        else:
            return
        finally:
            client.close()


def main() -> None:
    """Measure a server and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rate", type=float, default=RATE, help="answers a second that are due (default: 300)"
    )
    parser.add_argument(
        "--closed", action="store_true", help="answer as soon as the answer before is acknowledged"
    )
    parser.add_argument("--scenario", default="ford")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--answers", type=int, default=0, help="that each match has when the server starts")
    parser.add_argument(
        "--also",
        metavar="SCENARIO=MATCHES",
        action="append",
        default=[],
        help="another scenario that is played beside it",
    )
    parser.add_argument(
        "--stored", type=int, default=0, help="matches of the scenario at which nobody sits, in the database"
    )
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="of the server that is started (default: a fresh SQLite file)")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server that is started")
    parser.add_argument("--host", default="127.0.0.1", help="of a server that runs already")
    parser.add_argument("--port", type=int, help="of a server that runs already")
    given = parser.parse_args()

    stored: tuple[str, list[str]] | None = None
    also = [entry.split("=", 1) for entry in given.also]

    def measured(host: str, port: int, process: int | None) -> Load:
        rate = None if given.closed else given.rate
        wanted = {name: vars(given)[name] for name in ("scenario", "matches", "seconds", "seed")}
        wanted["also"] = [name for name, many in also for _ in range(int(many))]
        return uvloop.run(measure(host, port, rate=rate, process=process, stored=stored, **wanted))

    if given.port is not None:
        load = measured(given.host, given.port, None)
    else:
        with tempfile.TemporaryDirectory() as folder:
            database = given.database or f"sqlite:///{folder}/matches.db"
            if given.stored:
                lay_in(database, given.scenario, given.stored, _STORED_ANSWERS, given.seed + 1)
            if given.answers:
                stored = lay_in(database, given.scenario, given.matches, given.answers, given.seed)
            with own_server(database, given.workers) as (process, port):
                busy.until_quiet(process)
                load = measured("127.0.0.1", port, process)
    names = ("scenario", "matches", "also", "answers", "stored", "workers", "seconds")
    print(json.dumps({"run": {name: vars(given)[name] for name in names}, **load.as_json()}, indent=2))


if __name__ == "__main__":
    main()
