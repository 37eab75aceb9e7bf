"""Kill the server at random moments under play, and see that nothing it acknowledged is lost.

``python -m tests.server.killing --times 200`` does it as often as one likes; a test does it a few times.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.browser import Client

import sandtable
from sandtable.server import Settings

from .databases import free_port

# A server is killed after fewer answers than these.
_MOST_ANSWERS = 60
BROKEN = (OSError, EOFError, asyncio.IncompleteReadError)


@dataclass
class Table:
    """One match under play: what was acknowledged, and the answer whose fate is unknown."""

    client: Client
    match: str
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    in_doubt: dict[str, Any] | None = None


class Process:
    """A server in a process of its own."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self._settings = Settings(database=database, rate=0, snapshot_every=7, bots_ready=False)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "uvicorn", "--factory", "sandtable.server:create_app"]
        command += ["--port", str(self.port), "--log-level", "error"]
        self._process = subprocess.Popen(command, env={**os.environ, **self._settings.to_environment()})
        asyncio.run(self._answers())

    def kill(self) -> None:
        """End it without a warning."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def limit_files(self, size: int) -> None:
        """From now on no file that it writes may be larger, as on a disk that is full."""
        assert self._process is not None
        hard = resource.RLIM_INFINITY
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, hard))

    async def _answers(self) -> None:
        while True:
            client = Client("127.0.0.1", self.port)
            try:
                await client.ask("GET", "/healthz")
            except BROKEN:
                assert self._process is not None
                assert self._process.poll() is None, "the server did not start"
                await asyncio.sleep(0.05)
            else:
                return
            finally:
                client.close()


def kill_under_play(folder: Path, times: int, seed: int, matches: int = 6) -> tuple[int, int]:
    """Kill the server so often: how many answers were acknowledged, and how many in doubt had been stored."""
    rng = random.Random(seed)
    process = Process(f"sqlite:///{folder}/matches.db")
    stored = 0
    try:
        process.start()
        tables = asyncio.run(_begin(process.port, matches))
        for _ in range(times):
            asyncio.run(_play_until_killed(process, tables, rng))
            process.start()
            stored += asyncio.run(_check(tables))
    finally:
        process.kill()
    return _acknowledged(tables), stored


async def _begin(port: int, matches: int) -> list[Table]:
    found = []
    for _ in range(matches):
        client = Client("127.0.0.1", port)
        document = {"scenario": "ford", "mode": "hotseat", "options": {"turns": 10}}
        _, begun = await client.ask("POST", "/api/matches", document)
        found.append(Table(client, begun["match"]))
        client.close()
    return found


async def _play_until_killed(process: Process, tables: list[Table], rng: random.Random) -> None:
    playing = [asyncio.ensure_future(_play(table, random.Random(rng.random()))) for table in tables]
    # After so many answers, not after so many seconds, in which a busy machine does nothing; then at any moment.
    enough = _acknowledged(tables) + rng.randrange(_MOST_ANSWERS)
    while _acknowledged(tables) < enough and not all(one.done() for one in playing):
        await asyncio.sleep(0.002)
    await asyncio.sleep(rng.uniform(0.0, 0.02))
    process.kill()
    await asyncio.gather(*playing)


def _acknowledged(tables: list[Table]) -> int:
    return sum(len(table.acknowledged) for table in tables)


async def _play(table: Table, rng: random.Random) -> None:
    """Answer until the line goes dead or the match is over."""
    try:
        while True:
            status, seen = await table.client.ask("GET", f"/api/matches/{table.match}/view?seat=red")
            assert status == 200, seen
            if seen["over"]:
                return
            seat = seen["view"]["asked"][0]
            _, seen = await table.client.ask("GET", f"/api/matches/{table.match}/view?seat={seat}")
            option = rng.choice(seen["view"]["options"])["id"]
            key = f"{rng.getrandbits(64):x}"
            table.in_doubt = {"seat": seat, "option": option, "version": seen["version"], "key": key}
            status, _ = await table.client.ask("POST", f"/api/matches/{table.match}/answer", table.in_doubt)
            assert status == 200
            table.acknowledged.append((seat, option))
            table.in_doubt = None
    except BROKEN:
        return
    finally:
        table.client.close()


async def _check(tables: list[Table]) -> int:
    """Every acknowledged answer is there, once and in order; the one in doubt counts once after a retry."""
    stored = 0
    for table in tables:
        record = await _record(table)
        answers = [(who, action) for who, action, *_ in record["answers"] if who != "dice"]
        assert answers[: len(table.acknowledged)] == table.acknowledged, "an acknowledged answer was lost"
        extra = answers[len(table.acknowledged) :]
        doubt = [(table.in_doubt["seat"], table.in_doubt["option"])] if table.in_doubt else []
        assert extra in ([], doubt), "something was stored that nobody answered"
        stored += len(extra)
        sandtable.replay(record)
        if table.in_doubt:
            path = f"/api/matches/{table.match}/answer"
            status, _ = await table.client.ask("POST", path, table.in_doubt)
            assert status == 200, "a retry was refused"
            table.acknowledged += doubt
            table.in_doubt = None
            again = await _record(table)
            answers = [(who, action) for who, action, *_ in again["answers"] if who != "dice"]
            assert answers == table.acknowledged, "a retry counted twice"
        table.client.close()
    return stored


async def _record(table: Table) -> Any:
    status, record = await table.client.ask("GET", f"/api/matches/{table.match}/record")
    assert status == 200
    return record


def main() -> None:
    """Kill a server many times, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        acknowledged, stored = kill_under_play(Path(folder), given.times, given.seed, matches=20)
    print(
        f"{given.times} kills in {time.perf_counter() - began:.0f} s: {acknowledged} acknowledged answers, "
        f"none lost; {stored} unacknowledged ones had been stored and were recognised when sent again"
    )


if __name__ == "__main__":
    main()
