"""One run: so many matches are played at servers that come to harm, and then the history is checked."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from sandtable.server.db import schema as t
from sandtable.server.db.store import Store, existing
from sandtable.server.ops.audit import audit

from ..nursery import Forked, Nursery
from .calls import Call, Caller, History, play
from .checker import Stored, faults_of_claims, faults_of_match
from .faults import Place, do_harm, place

_RIVALS = 3


@dataclass
class Found:
    """What came of a run."""

    seconds: float = 0.0
    harm: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    unknown: int = 0
    acknowledged: int = 0
    matches: int = 0
    claims: int = 0
    # Why the history is none that could have been; nothing, as it should be.
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        harm = ", ".join(f"{many} x {kind}" for kind, many in sorted(self.harm.items()))
        return (
            f"{self.harm.total()} faults ({harm}) in {self.seconds:.0f} s: {self.calls} calls, of which {self.unknown} ended "
            f"unknown; {self.acknowledged} answers acknowledged in {self.matches} matches, {self.claims} claims of seats and links; "
            + (
                f"{len(self.faults)} FAULTS: {'; '.join(self.faults[:5])}"
                if self.faults
                else "all linearizable"
            )
        )


def run(
    kind: str, faults: int, *, seed: int = 1, tables: int = 4, servers: int = 2, kills_alone: bool = False
) -> Found:
    """Do so much harm while matches are played, and check what was seen."""
    rng = random.Random(seed)
    history, found = History(), Found()
    with place(kind) as where, Nursery() as nursery:
        shared = servers > 1
        running = [Forked(nursery, where.url, wall=where.wall, shared=shared) for _ in range(servers)]
        began = time.monotonic()
        try:
            # The first brings the tables to their newest form.
            for server in running:
                server.start()
            asyncio.run(_play_under_harm(history, running, where, found, faults, rng, tables, kills_alone))
        finally:
            for server in running:
                server.kill()
        found.seconds = time.monotonic() - began
        with existing(where.url) as store:
            _check(store, history, found)
    return found


async def _play_under_harm(
    history: History,
    servers: list[Forked],
    where: Place,
    found: Found,
    faults: int,
    rng: random.Random,
    tables: int,
    kills_alone: bool,
) -> None:
    ports, until = [server.port for server in servers], asyncio.Event()
    callers: list[Caller] = []

    def caller(name: str) -> Caller:
        callers.append(Caller(history, ports, name, random.Random(rng.random())))
        return callers[-1]

    playing = [
        asyncio.ensure_future(
            play(
                caller(f"red {n}"),
                caller(f"red {n} too"),
                [caller(f"blue {n}.{m}") for m in range(_RIVALS)],
                until,
            )
        )
        for n in range(tables)
    ]
    for _ in range(faults):
        # After so many answers, not after so many seconds, in which a busy machine does nothing; then at any moment.
        enough = history.acknowledged + rng.randrange(1, 12)
        while history.acknowledged < enough:
            for one in playing:
                if one.done():
                    one.result()
            await asyncio.sleep(0.002)
        await asyncio.sleep(rng.uniform(0.0, 0.02))
        found.harm[await do_harm(servers, where, rng, kills_alone=kills_alone)] += 1
    until.set()
    await asyncio.gather(*playing)
    for client in callers:
        client.close()


def _is_on_time(result: dict[str, Any]) -> bool:
    """Whether somebody lost because his hour was up, which nobody takes here: a clock was believed that was wrong."""
    return bool(result["level"] == "time")


def _check(store: Store, history: History, found: Found) -> None:
    by_match: dict[str, list[Call]] = defaultdict(list)
    for call in history.calls:
        by_match[call.match].append(call)
    found.calls, found.acknowledged = len(history.calls), history.acknowledged
    found.unknown = sum(call.outcome == "unknown" for call in history.calls)
    found.claims = sum(call.kind in ("sit", "take") for call in history.calls)
    found.matches = len(history.matches)
    holders: dict[str, list[str]] = defaultdict(list)
    with store.reading() as db:
        c = t.changes.c
        for match in history.matches:
            rows = db.execute(
                select(c.version, c.seat, c.what, c.key).where(c.match == match).order_by(c.version)
            )
            stored = [Stored(*row) for row in rows]
            found.faults += [f"{match}: {fault}" for fault in faults_of_match(by_match[match], stored)]
        ended = db.execute(select(t.matches.c.id, t.matches.c.result).where(t.matches.c.over)).all()
        found.faults += [f"{match}: {result}" for match, result in ended if _is_on_time(result)]
        for row in db.execute(select(t.holders.c.match, t.holders.c.guest).where(t.holders.c.seat == "blue")):
            holders[row.match].append(row.guest)
    found.faults += faults_of_claims(history.calls, holders)
    audited = audit(store)
    found.faults += [f"{match}: {why}" for match, why in audited.broken.items()]
