"""How a server bears team games: many seats at each match write order sheets at once, and others look on.

    python -m tools.team_load                          20 matches of The Dikes with 12 sockets each
    python -m tools.team_load --scenario frontline     a scenario with more seats

Every seat has a browser and a socket of its own. It saves its draft after each line and seals it at the end, at moments of
its own choosing; the time of a request counts from the moment it was due until it is acknowledged. When all have sealed the
next phase begins, or the next match. What Control would be asked is left to the rules.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from . import busy
from .browser import Client, Watch
from .load import Load, until_it_answers, without_limits

MATCHES: Final = 20
SOCKETS: Final = 12
# How long a seat thinks about a line, on average.
THOUGHT: Final = 2.0
# Whoever waits looks again after so many seconds.
_MOMENT: Final = 0.01
# No match comes to so many versions.
_FOREVER: Final = 1 << 60
# The Dikes are for tests, and no server knows them unless it is told.
_SERVE: Final = (
    "from sandtable.kernel import register; from sandtable.testing.dikes import RULEBOOK; register(RULEBOOK);"
    "from sandtable.cli import main; main()"
)


class Command:
    """One seat of a match: it writes a sheet line by line whenever it is asked for one."""

    def __init__(self, client: Client, match: str, seat: str, rng: random.Random) -> None:
        self._client: Final = client
        self._path: Final = f"/api/matches/{match}"
        self._seat: Final = seat
        self._rng: Final = rng
        self._watch: Watch | None = None
        self._listening: asyncio.Future[float] | None = None

    async def play(self, until: float, drafts: Load, seals: Load) -> None:
        """Write and seal, phase after phase, until the match or the time is over."""
        loop = asyncio.get_running_loop()
        self._watch = await self._client.watch(f"{self._path}/live?seat={self._seat}")
        await self._watch.until(0)
        # What others do comes at any moment, also while this one waits or thinks.
        self._listening = asyncio.ensure_future(self._watch.until(_FOREVER))
        while loop.time() < until and not self._watch.seen["over"]:
            seen = self._watch.seen
            if self._seat in seen["view"]["asked"] and seen["phase"] is not None:
                await self._write(drafts, seals)
            elif self._seat in seen["view"]["asked"]:
                await self._choose()
            else:
                await self._news()

    async def _news(self, version: int = 0) -> None:
        """A moment, and on until this version is seen."""
        assert self._watch is not None
        await asyncio.sleep(_MOMENT)
        while self._watch.seen["version"] < version:
            if self._listening is None or self._listening.done():
                raise SystemExit("the server hung up")
            await asyncio.sleep(_MOMENT)

    async def _choose(self) -> None:
        """Answer what is asked between the phases of sheets, with anything."""
        assert self._watch is not None
        seen, key = self._watch.seen, f"{self._rng.getrandbits(64):x}"
        option = self._rng.choice(seen["view"]["options"])["id"]
        answer = {"seat": self._seat, "option": option, "version": seen["version"], "key": key}
        status, accepted = await self._client.ask("POST", f"{self._path}/answer", answer)
        await self._news(accepted["version"] if status == 200 else 0)

    async def _write(self, drafts: Load, seals: Load) -> None:
        _, found = await self._client.ask("GET", f"{self._path}/sheets?seat={self._seat}")
        if not found["sheets"]:
            return
        sheet = found["sheets"][0]
        while sheet["next"] and self._rng.random() < 0.8:
            lines = [line["id"] for line in sheet["lines"]] + [self._rng.choice(sheet["next"])["id"]]
            draft = {"seat": self._seat, "lines": lines, "phase": sheet["phase"], "version": sheet["version"]}
            written = await self._timed(drafts, "sheets/draft", draft)
            if written is None:
                return
            sheet = written
        option = sheet["option"] if sheet["refusal"] is None else "sheet"
        assert self._watch is not None
        key = f"{self._rng.getrandbits(64):x}"
        answer = {"seat": self._seat, "option": option, "version": self._watch.seen["version"], "key": key}
        accepted = await self._timed(seals, "answer", answer)
        await self._news(0 if accepted is None else accepted["version"])

    async def _timed(self, load: Load, what: str, document: dict[str, Any]) -> Any:
        await asyncio.sleep(self._rng.expovariate(1 / THOUGHT))
        began = asyncio.get_running_loop().time()
        status, found = await self._client.ask("POST", f"{self._path}/{what}", document)
        if status != 200:
            load.refused += 1
            return None
        load.times.append(asyncio.get_running_loop().time() - began)
        return found

    def close(self) -> None:
        """Hang up."""
        if self._listening is not None:
            self._listening.cancel()
        if self._watch is not None:
            self._watch.close()
        self._client.close()


async def play_match(
    port: int,
    scenario: str,
    sockets: int,
    rng: random.Random,
    seconds: float,
    loads: tuple[Load, Load],
    all_begun: asyncio.Barrier,
) -> None:
    """One match after another with all its seats, and onlookers for the rest of the sockets; the first when all have begun."""
    loop, until = asyncio.get_running_loop(), float("inf")
    while loop.time() < until:
        host = Client("127.0.0.1", port)
        status, begun = await host.ask("POST", "/api/matches", {"scenario": scenario, "mode": "hotseat"})
        if status != 200:
            raise SystemExit(f"the server would not begin a match: {begun['error']}")
        _, summary = await host.ask("GET", f"/api/matches/{begun['match']}")
        commands = []
        for seat in summary["seats"]:
            client = Client("127.0.0.1", port)
            client.cookie = host.cookie
            commands.append(Command(client, begun["match"], seat, random.Random(rng.getrandbits(32))))
        onlookers = [Client("127.0.0.1", port) for _ in range(sockets - len(commands))]
        watches = [await one.watch(f"/api/matches/{begun['match']}/live") for one in onlookers]
        looking_on = [asyncio.ensure_future(watch.until(_FOREVER)) for watch in watches]
        if until == float("inf"):
            await all_begun.wait()
            until = loop.time() + seconds
        await asyncio.gather(*(command.play(until, *loads) for command in commands))
        for seated in commands:
            seated.close()
        for looking, watch, onlooker in zip(looking_on, watches, onlookers, strict=True):
            looking.cancel()
            watch.close()
            onlooker.close()
        host.close()


async def measure(
    port: int, process: int, *, scenario: str, matches: int, sockets: int, seconds: float
) -> dict[str, Any]:
    """Play so many matches at once for so long: the figures of drafts and of seals."""
    drafts, seals = Load(), Load()
    before = busy.now(process)
    all_begun = asyncio.Barrier(matches)
    await asyncio.gather(
        *(
            play_match(port, scenario, sockets, random.Random(n), seconds, (drafts, seals), all_begun)
            for n in range(matches)
        )
    )
    after = busy.now(process)
    for load in (drafts, seals):
        load.seconds, load.before, load.after = seconds, before, after
    shown = ("answers", "answers_a_second", "milliseconds", "refused", "share_of_the_cores_taken_by_others")
    found = {"drafts": drafts.as_json(), "seals": seals.as_json()}
    return {what: {name: load[name] for name in shown} for what, load in found.items()}


@contextmanager
def own_server(database: str) -> Iterator[tuple[int, int]]:
    """A server in a process of its own that knows The Dikes, and does not limit us: its process and its port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    command = [sys.executable, "-c", _SERVE, "serve", "--port", str(port), "--database", database]
    running = subprocess.Popen(command, env=without_limits(), stdout=subprocess.DEVNULL)
    try:
        asyncio.run(until_it_answers(running, port))
        yield running.pid, port
    finally:
        running.terminate()
        running.wait()


def main() -> None:
    """Measure a server and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenario", default="dikes")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--sockets", type=int, default=SOCKETS, help="at each match, its seats included")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--database", help="(default: a fresh SQLite file)")
    given = parser.parse_args()
    wanted = {name: vars(given)[name] for name in ("scenario", "matches", "sockets", "seconds")}
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"sqlite:///{folder}/matches.db"
        with own_server(database) as (process, port):
            busy.until_quiet(process)
            print(json.dumps(asyncio.run(measure(port, process, **wanted)), indent=2))


if __name__ == "__main__":
    main()
