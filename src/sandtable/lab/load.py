"""How much a server bears: many matches at once, one player each, answering as fast as it is acknowledged.

    python -m sandtable.lab.load --port 8000 --matches 100 --seconds 20

The server must not limit the rate of one client: start it with ``SANDTABLE_RATE=0``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any, Final

_HEADERS: Final = "Host: {host}\r\nX-Sandtable: 1\r\nConnection: keep-alive\r\n"


@dataclass
class Load:
    """What was measured: the time of every acknowledged answer, and everything that was not acknowledged."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    refused: int = 0
    games: int = 0

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        ordered = sorted(self.times) or [0.0]
        return {
            "answers": len(self.times),
            "answers_a_second": round(len(self.times) / self.seconds, 1) if self.seconds else 0.0,
            "milliseconds": {
                name: round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 1)
                for name, part in (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0))
            },
            "refused": self.refused,
            "games": self.games,
        }


class Client:
    """One browser: a connection that stays open, and its cookie."""

    def __init__(self, host: str, port: int) -> None:
        self._host: Final = host
        self._port: Final = port
        self._cookie = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, document: Any = None) -> tuple[int, Any]:
        """Status and document of the response."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port, limit=2**24)
        body = b"" if document is None else json.dumps(document).encode()
        head = f"{method} {path} HTTP/1.1\r\n" + _HEADERS.format(host=f"{self._host}:{self._port}")
        if self._cookie:
            head += f"Cookie: {self._cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        return await self._response(self._reader)

    async def _response(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self._cookie = value.partition(";")[0]
        return int(lines[0].split(" ")[1]), json.loads(await reader.readexactly(length))

    def close(self) -> None:
        """Hang up; the next question dials again."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def measure(host: str, port: int, scenario: str, matches: int, seconds: float, seed: int) -> Load:
    """Play *matches* matches at once for so long."""
    load = Load()
    begun = [await _begin(host, port, scenario) for _ in range(matches)]
    started = time.perf_counter()
    until = started + seconds
    await asyncio.gather(
        *(
            _play(client, match, scenario, load, until, random.Random(seed + n))
            for n, (client, match) in enumerate(begun)
        )
    )
    load.seconds = time.perf_counter() - started
    return load


async def _begin(host: str, port: int, scenario: str) -> tuple[Client, str]:
    client = Client(host, port)
    status, begun = await client.ask("POST", "/api/matches", {"scenario": scenario, "mode": "hotseat"})
    if status != 200:
        raise SystemExit(f"the server would not begin a match: {begun['error']}")
    return client, begun["match"]


async def _play(
    client: Client, match: str, scenario: str, load: Load, until: float, rng: random.Random
) -> None:
    _, summary = await client.ask("GET", f"/api/matches/{match}")
    seats = list(summary["seats"])
    _, seen = await client.ask("GET", f"/api/matches/{match}/view?seat={seats[0]}")
    while time.perf_counter() < until:
        if seen["over"]:
            load.games += 1
            _, begun = await client.ask("POST", "/api/matches", {"scenario": scenario, "mode": "hotseat"})
            match = begun["match"]
            _, seen = await client.ask("GET", f"/api/matches/{match}/view?seat={seats[0]}")
            continue
        seat = seen["view"]["asked"][0]
        if seen["view"]["seat"] != seat:
            _, seen = await client.ask("GET", f"/api/matches/{match}/view?seat={seat}")
        answer = {
            "seat": seat,
            "option": rng.choice(seen["view"]["options"])["id"],
            "version": seen["version"],
            "key": f"{rng.getrandbits(64):x}",
        }
        sent = time.perf_counter()
        status, seen = await client.ask("POST", f"/api/matches/{match}/answer", answer)
        if status == 200:
            load.times.append(time.perf_counter() - sent)
        else:
            load.refused += 1
            _, seen = await client.ask("GET", f"/api/matches/{match}/view?seat={seat}")
    client.close()


def main() -> None:
    """Measure a running server and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--scenario", default="ford")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    load = asyncio.run(
        measure(given.host, given.port, given.scenario, given.matches, given.seconds, given.seed)
    )
    print(json.dumps(load.as_json(), indent=2))


if __name__ == "__main__":
    main()
