"""Matches brought quickly, over the wire, to a moment that is worth looking at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Any, Final

from playwright.sync_api import APIRequestContext

from .table import PATIENCE

HEADERS: Final = {"x-sandtable": "1"}
AGAINST_THE_BOT: Final = {"german": "person", "soviet": "random"}
# How a German gets into a fight and through it: what he would rather choose comes first.
EAGER: Final = (
    "concerted:2:793",
    "from",
    "all",
    "onward",
    "commit_air",
    "keep",
    "stop",
    "done",
    "end_phase",
)


def begin_match(
    request: APIRequestContext,
    address: str,
    scenario: str = "agn",
    seats: dict[str, str] | None = None,
    **terms: Any,
) -> str:
    """A new match, Army Group North against the bot unless said otherwise: its name."""
    wanted = {"scenario": scenario, "seats": seats or AGAINST_THE_BOT, "mode": "match", **terms}
    reply = request.post(f"{address}/api/matches", data=wanted, headers=HEADERS)
    assert reply.ok, reply.text()
    name: str = reply.json()["match"]
    return name


def forked(request: APIRequestContext, address: str, match: str) -> str:
    """A match of one's own that goes on from where *match* stands, against the bot: its name."""
    answers = request.get(f"{address}/api/matches/{match}/view?seat=german").json()["answers"]
    wanted = {"to": answers, "seats": {}}
    reply = request.post(f"{address}/api/matches/{match}/fork", data=wanted, headers=HEADERS)
    assert reply.ok, reply.text()
    name: str = reply.json()["match"]
    return name


def play_until(
    request: APIRequestContext,
    address: str,
    match: str,
    there: Callable[[dict[str, Any]], bool],
    *,
    seat: str = "german",
    eager: Sequence[str] = EAGER,
) -> dict[str, Any]:
    """Answer for *seat* until its view is *there*: that message."""
    end = monotonic() + PATIENCE / 1000
    while monotonic() < end:
        reply = request.get(f"{address}/api/matches/{match}/view?seat={seat}")
        message: dict[str, Any] = reply.json()
        view = message["view"]
        if seat not in view["asked"]:
            sleep(0.05)
            continue
        if there(view):
            return message
        offered = view["options"]
        option = next((o for e in eager for o in offered if o["id"].startswith(e)), offered[0])
        answer = {"seat": seat, "option": option["id"], "version": message["version"]}
        reply = request.post(
            f"{address}/api/matches/{match}/answer",
            data={**answer, "key": f"key-{message['version']}"},
            headers=HEADERS,
        )
        assert reply.ok, reply.text()
    raise AssertionError(f"{match} never came there")


def offers(beginning: str) -> Callable[[dict[str, Any]], bool]:
    """Whether something that begins so can be chosen."""
    return lambda view: any(option["id"].startswith(beginning) for option in view["options"])


def fights(view: dict[str, Any]) -> bool:
    """Whether a combat is under way."""
    return view["position"]["battle"] is not None
