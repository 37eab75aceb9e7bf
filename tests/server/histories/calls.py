"""Calls and what came of them: every one is written down with the moments at which it began and ended."""

from __future__ import annotations

import asyncio
import math
import random
import time
from dataclasses import dataclass, field
from typing import Any

import orjson
from tools.browser import Client

BROKEN = (OSError, EOFError, asyncio.IncompleteReadError, orjson.JSONDecodeError)
# How long anybody waits for an answer, and before he tries again.
_PATIENCE = 8.0
_PAUSE = 0.05
# An hour, which nobody uses up and which no clock may take from him.
CLOCK = {"base": 3600, "increment": 0, "flag": "automatic"}
OK, NO, UNKNOWN = "ok", "no", "unknown"


@dataclass(kw_only=True)
class Call:
    """One call. One whose outcome is unknown may take place at any time after it began, or never."""

    kind: str
    match: str
    who: str
    begin: float
    end: float = math.inf
    outcome: str = UNKNOWN
    # The version that was answered, and the one that was read or written.
    given: int = 0
    version: int = 0
    seat: str = ""
    option: str = ""
    key: str = ""
    seen: str = ""


@dataclass
class History:
    """All calls of one run, and the matches that were played."""

    calls: list[Call] = field(default_factory=list)
    # The cookie by which each match can be read in the end.
    matches: dict[str, str] = field(default_factory=dict)
    acknowledged: int = 0


class Caller:
    """One client: it asks any of the servers, and writes down what it asked."""

    def __init__(self, history: History, ports: list[int], name: str, rng: random.Random) -> None:
        self.history = history
        self.name = name
        self.rng = rng
        self.cookie = ""
        self._ports = ports
        self._clients: dict[int, Client] = {}

    async def call(self, method: str, path: str, document: Any = None, **what: Any) -> tuple[Call, Any]:
        """Ask, and write it down: the call, and the document that came back; None where nobody knows what happened."""
        port = self.rng.choice(self._ports)
        client = self._clients.setdefault(port, Client("127.0.0.1", port))
        client.cookie = self.cookie
        call = Call(who=self.name, begin=time.monotonic(), **what)
        found = None
        try:
            async with asyncio.timeout(_PATIENCE):
                status, found = await client.ask(method, path, document)
        except (*BROKEN, TimeoutError):
            client.close()
            await asyncio.sleep(_PAUSE)
        else:
            call.outcome = OK if status == 200 else NO if status < 500 else UNKNOWN
            if call.outcome is not UNKNOWN:
                call.end = time.monotonic()
            self.cookie = client.cookie or self.cookie
        self.history.calls.append(call)
        return call, found if call.outcome is OK else None

    def close(self) -> None:
        """Hang up everywhere."""
        for client in self._clients.values():
            client.close()


async def insist(caller: Caller, method: str, path: str, document: Any, **what: Any) -> Any:
    """Ask until somebody knows what happened."""
    while True:
        call, found = await caller.call(method, path, document, **what)
        if call.outcome is not UNKNOWN:
            return found


async def play(caller: Caller, companion: Caller, rivals: list[Caller], until: asyncio.Event) -> None:
    """Play one match after another: two browsers of one player, who compete for every answer; rivals for a seat."""
    while not until.is_set():
        document: dict[str, Any] = {
            "scenario": "ford",
            "options": {"turns": 6},
            "listed": True,
            "clock": CLOCK,
        }
        document["seats"] = {"red": "person", "blue": "open"}
        begun = await insist(caller, "POST", "/api/matches", document, kind="begin", match="")
        match = begun["match"]
        caller.history.matches[match] = caller.cookie
        companion.cookie = caller.cookie
        await asyncio.gather(*(_sit(rival, match) for rival in rivals))
        holder = await _holder(rivals, match)
        if holder is None:
            continue
        await _take_along(caller, rivals, match)
        players = {"red": (caller, companion), "blue": (holder,)}
        both = [
            asyncio.ensure_future(_answer(one, match, seat, until))
            for seat in players
            for one in players[seat]
        ]
        await asyncio.gather(*both)


async def _sit(rival: Caller, match: str) -> None:
    """Claim the open seat."""
    await rival.call(
        "POST", f"/api/matches/{match}/sit", {"seat": "blue"}, kind="sit", match=match, seat="blue"
    )


async def _holder(rivals: list[Caller], match: str) -> Caller | None:
    """Who has got the seat; every rival asks until he is told."""
    found = []
    for rival in rivals:
        seen = await insist(rival, "GET", f"/api/matches/{match}", None, kind="mine", match=match)
        rival.history.calls[-1].seen = ",".join(seen["mine"])
        if seen["mine"]:
            found.append(rival)
    return found[0] if len(found) == 1 else None


async def _take_along(caller: Caller, rivals: list[Caller], match: str) -> None:
    """Make a link for another device, which leads there once; rivals use it at the same time."""
    found = await insist(
        caller, "POST", f"/api/matches/{match}/device", {"seat": "red"}, kind="device", match=match
    )
    token = {"token": found["link"].removeprefix("/join/")}
    link = f"{match} {token['token'][:8]}"
    others = [Caller(r.history, r._ports, f"{r.name}*", r.rng) for r in rivals]
    await asyncio.gather(
        *(
            one.call("POST", "/api/invitation/take", token, kind="take", match=match, key=link)
            for one in others
        )
    )
    for one in others:
        one.close()


async def _answer(caller: Caller, match: str, seat: str, until: asyncio.Event) -> None:
    """Look, and answer what is asked, until the match is over; what nobody knows of is sent again as it was."""
    what: dict[str, Any] = {"match": match, "seat": seat}
    while not until.is_set():
        call, seen = await caller.call("GET", f"/api/matches/{match}/view?seat={seat}", kind="read", **what)
        if seen is None:
            continue
        call.version, call.seen = seen["version"], _digest(seen)
        if seen["over"]:
            return
        if not seen["view"]["options"]:
            await asyncio.sleep(_PAUSE)
            continue
        key = f"{caller.rng.getrandbits(64):x}"
        option = caller.rng.choice(seen["view"]["options"])["id"]
        given = {"seat": seat, "option": option, "version": seen["version"], "key": key}
        more = {**what, "given": seen["version"], "option": option, "key": key}
        for _ in range(caller.rng.randint(1, 3)):
            call, said = await caller.call(
                "POST", f"/api/matches/{match}/answer", given, kind="answer", **more
            )
            if said is not None:
                call.version = said["version"]
                caller.history.acknowledged += 1
            if call.outcome is not UNKNOWN or until.is_set():
                break


def _digest(seen: dict[str, Any]) -> str:
    """What two who look at the same version must both see; the salts of a moment are no part of it."""
    shown = {name: seen[name] for name in ("answers", "view", "log_lines", "over", "result")}
    return f"{hash(orjson.dumps(shown, option=orjson.OPT_SORT_KEYS)):x}"
