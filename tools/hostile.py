"""How much strangers can slow players down: ten who bring records made to be expensive, and ten who study without end.

    python -m tools.hostile                    100 answers a second, by turns in peace and under attack
    python -m tools.hostile --scenario ford --seconds 10 --turns 3

One server of its own with the limits of every server; every player and every stranger has an address of his own, and the
strangers a process of their own. Peace and attack take turns, so that whatever else the machine does meanwhile falls on
both. Hostile records are the dearest that are taken at all: as many edits by Control as a record may have.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import tempfile
from collections import Counter
from itertools import count
from multiprocessing.synchronize import Event
from typing import Any, Final

from sandtable import catalog
from sandtable.kernel.game.records import DIGEST_LENGTH, Entry, Record, begin, perform
from sandtable.server import Settings

from . import busy
from .browser import Client
from .load import Load, Table, own_server, play_open
from .long_matches import lay_in

IMPORTERS: Final = 10
STUDENTS: Final = 10
RATE: Final = 100.0
# Of these matches every stranger who studies has one, so many answers long.
_STUDIED: Final = "agn"
_LONG: Final = 600
_REFUSED: Final = (429, 503)
_SHARES: Final = (("median", 0.5), ("p95", 0.95), ("p99", 0.99))
BROKEN: Final = (OSError, EOFError)


def dear_record(scenario: str, answers: int) -> dict[str, Any]:
    """A record in which Control writes the same strength to and fro: every answer of it is right, and costs what it can."""
    book = catalog.rulebook_of(scenario)
    g = begin(book, book.setup(scenario))
    unit = next(number for number, hex_ in enumerate(g.hex_of) if hex_ >= 0)
    pair = []
    for strength in (1, 2):
        note = {"changes": [["sp", unit, strength]], "reason": "to and fro"}
        g = perform(book, g, Entry("control", "edit", "", note))
        pair.append(Entry("control", "edit", g.digest()[:DIGEST_LENGTH], note))
    entries = [pair[number % 2] for number in range(answers)]
    return Record(book.name, book.behaviour, g.setup, {"source": "typed"}, entries).as_json()


async def _bring_records(
    client: Client, record: dict[str, Any], under_way: Event, seen: Counter[str]
) -> None:
    """Send the record again and again."""
    while True:
        await _attack_is_on(under_way)
        try:
            status, _ = await client.ask("POST", "/api/matches/import", {"record": record})
        except BROKEN:
            status = 0
            client.close()
        seen[f"import {status}"] += 1
        await asyncio.sleep(0.2 if status in _REFUSED else 0.01)


async def _study(
    client: Client, match: str, under_way: Event, seen: Counter[str], rng: random.Random
) -> None:
    """Ask one dear question after another, none of them twice."""
    _, head = await client.ask("GET", f"/api/matches/{match}")
    seats, answers = list(head["seats"]), head["answers"]
    for number in count(rng.randrange(answers)):
        await _attack_is_on(under_way)
        at, seat = number % answers, rng.choice(seats)
        path = rng.choice(
            (f"odds?at={at}&", f"layers?at={at}&", f"moments/{at}?", "log?", "luck?", "marks?", "record?")
        )
        try:
            status, _, _ = await client.ask_raw("GET", f"/api/matches/{match}/{path}seat={seat}")
        except BROKEN:
            status = 0
            client.close()
        seen[f"{path.split('?')[0].split('/')[0]} {status}"] += 1
        await asyncio.sleep(0.05 if status in _REFUSED else 0.0)


async def _attack_is_on(under_way: Event) -> None:
    while not under_way.is_set():
        await asyncio.sleep(0.02)


def _attack(
    port: int, importers: int, stored: tuple[str, list[str]], under_way: Event, over: Event, said: Any
) -> None:
    """The process of the strangers: it says in the end what came back to them."""
    record = dear_record("barbarossa", Settings().import_answers)
    seen: Counter[str] = Counter()

    async def attack() -> None:
        tasks = []
        for number in range(importers):
            client = Client("127.0.0.1", port, f"127.0.2.{number + 1}")
            tasks.append(asyncio.ensure_future(_bring_records(client, record, under_way, seen)))
        for number, match in enumerate(stored[1]):
            client = Client("127.0.0.1", port, f"127.0.3.{number + 1}")
            client.cookie = stored[0]
            tasks.append(asyncio.ensure_future(_study(client, match, under_way, seen, random.Random(number))))
        while not over.is_set():
            await asyncio.sleep(0.1)
            for task in tasks:
                if task.done():
                    task.result()
        for task in tasks:
            task.cancel()

    asyncio.run(attack())
    said.put(dict(seen))


async def _play(
    port: int, serving: int, given: argparse.Namespace, under_way: Event
) -> tuple[dict[str, list[float]], dict[str, float]]:
    """The times of all answers, in peace and under attack, and what CPU time the process took that serves players."""
    load = Load(rate=given.rate)
    tables = [
        Table(
            Client("127.0.0.1", port, f"127.0.1.{number + 1}"),
            given.scenario,
            load,
            random.Random(given.seed + number),
        )
        for number in range(given.matches)
    ]
    for table in tables:
        await table.begin()
    times: dict[str, list[float]] = {"peace": [], "attack": []}
    spent = dict.fromkeys(times, 0.0)
    loop = asyncio.get_running_loop()
    for _ in range(given.turns):
        for kind, found in times.items():
            if kind == "attack":
                under_way.set()
            # Until those who have begun something are in the middle of it, or have done.
            await asyncio.sleep(2.0)
            before, used = len(load.times), busy.process_seconds(serving)
            start = loop.time()
            await asyncio.gather(
                *(play_open(table, start, given.seconds, given.matches / given.rate) for table in tables)
            )
            found += load.times[before:]
            spent[kind] += busy.process_seconds(serving) - used
            under_way.clear()
    for table in tables:
        table.close()
    return times, spent


def figures(times: list[float]) -> dict[str, float]:
    """How many answers there were, and within which time, in milliseconds."""
    load = Load(times=times)
    return {
        "answers": len(times),
        **{name: round(load.quantile(share) * 1000, 1) for name, share in _SHARES},
    }


def main() -> None:
    """Measure, and print both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rate", type=float, default=RATE, help="players' answers a second (default: 100)")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--scenario", default="agn", help="that the players play")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each turn of peace or attack")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--importers", type=int, default=IMPORTERS)
    parser.add_argument("--students", type=int, default=STUDENTS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    spawning = multiprocessing.get_context("spawn")
    under_way, over, said = spawning.Event(), spawning.Event(), spawning.Queue()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/matches.db"
        cookie, laid_in = lay_in(database, _STUDIED, max(1, given.students), _LONG, given.seed)
        stored = cookie, laid_in[: given.students]
        with own_server(database, 1, limited=True) as (serving, port):
            busy.until_quiet(serving)
            strangers = spawning.Process(
                target=_attack, args=(port, given.importers, stored, under_way, over, said)
            )
            strangers.start()
            try:
                times, spent = asyncio.run(_play(port, serving, given, under_way))
            finally:
                over.set()
                came_back = said.get(timeout=60)
                strangers.join()
    peace, attack = figures(times["peace"]), figures(times["attack"])
    found = {
        "milliseconds": {"peace": peace, "attack": attack},
        "p99_under_attack_to_p99_in_peace": round(attack["p99"] / peace["p99"], 2),
        # What others do on the machine is not in it: how much of the interpreter that players share strangers take.
        "cpu_milliseconds_an_answer_of_the_process_that_serves_players": {
            kind: round(1000 * spent[kind] / max(1, len(found)), 2) for kind, found in times.items()
        },
        "came_back_to_the_strangers": came_back,
        "load_average": [round(part, 1) for part in os.getloadavg()],
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
