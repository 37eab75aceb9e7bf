"""Clocks: how much time every seat has left. They count while a person is asked, and whether the server runs or not.

All times are steady: whatever the clock of the machine is set to, nobody's time is up by that.

A clock is kept as what was left at one moment; whoever runs has that much less now. It is a document:

- ``base``, ``increment``, ``per`` ("answer" or "turn", which ends when the seat is not asked any more), or ``days`` for
  every answer;
- ``flag``: whether a seat whose time is up has lost when an opponent says so ("claim") or at once ("automatic");
- ``left``, seconds by seat, at the moment ``at``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..db.match_store import OPEN, PEOPLE, PERSON, Match

DAY: Final = 24 * 3600.0
ANSWER: Final = "answer"
TURN: Final = "turn"
AUTOMATIC: Final = "automatic"
# What is left at the least to a player who could not answer because no server was there, where clocks count days, and
# where they count minutes; unless he had less already.
_BACK_IN_DAYS: Final = DAY / 2
_BACK: Final = 600.0

Clock = dict[str, Any]


def wound(terms: Mapping[str, Any], seats: Iterable[str], now: float) -> Clock:
    """A clock by these *terms* that has not run yet."""
    return {**terms, "left": dict.fromkeys(seats, _whole(terms)), "at": now}


def running(match: Match) -> tuple[str, ...]:
    """The seats whose time runs: persons who are asked, once everybody has come and while nobody has stopped it."""
    if match.clock is None or match.over or match.paused or OPEN in match.seats.values():
        return ()
    return tuple(seat for seat in match.waiting if match.seats.get(seat) == PERSON)


def left(match: Match, seat: str, now: float) -> float | None:
    """How many seconds *seat* has left; None where nobody counts."""
    if match.clock is None:
        return None
    found: float = match.clock["left"][seat]
    # Another machine may be behind; nobody gains by that.
    return found - max(0.0, now - match.clock["at"]) if seat in running(match) else found


def fallen(match: Match, seat: str, now: float) -> bool:
    """Whether the time of *seat* is up."""
    time = left(match, seat, now)
    return time is not None and time <= 0


def ticked(match: Match, now: float) -> Clock | None:
    """The clock of *match* as it stands *now*."""
    if match.clock is None:
        return None
    return {**match.clock, "left": {s: left(match, s, now) for s in match.clock["left"]}, "at": now}


def resumed(match: Match, until: float, seconds: float) -> Clock | None:
    """The clock of *match* at the time *until*, before which nobody could answer for so many *seconds*.

    They count, for a server need not run all day; but only the clock on the wall has told of them, which may be wrong, and
    nobody could play: whoever had time left has time to come back.
    """
    if match.clock is None:
        return None
    enough = _BACK_IN_DAYS if match.clock["days"] else _BACK
    had = {seat: left(match, seat, until - seconds) for seat in running(match)}
    rest = {s: max(time - seconds, min(time, enough)) for s, time in had.items() if time is not None}
    return {**match.clock, "left": {**match.clock["left"], **rest}, "at": until}


def rewarded(clock: Clock | None, seat: str, *, ends_turn: bool) -> Clock | None:
    """The clock after an answer of *seat*: its increment, or a fresh number of days. A fallen flag stays fallen."""
    if clock is None:
        return None
    time: float = clock["left"][seat]
    if time <= 0:
        return clock
    if clock["days"]:
        time = _whole(clock)
    elif clock["per"] == ANSWER or ends_turn:
        time += clock["increment"]
    return {**clock, "left": {**clock["left"], seat: time}}


def refilled(clock: Clock | None, seat: str) -> Clock | None:
    """The clock with the whole time for *seat*, which somebody takes over whose time was up."""
    if clock is None or clock["left"][seat] > 0:
        return clock
    return {**clock, "left": {**clock["left"], seat: _whole(clock)}}


def deadline(match: Match) -> float | None:
    """When a seat loses without anybody saying so, if nothing happens before; None if none does."""
    if match.clock is None or match.clock["flag"] != AUTOMATIC:
        return None
    times = [match.clock["at"] + match.clock["left"][seat] for seat in running(match)]
    return min(times, default=None)


def claimable(match: Match, seat: str, absent_days: float) -> float | None:
    """From when on an opponent may let a bot play for *seat*, which keeps everybody waiting; None if never."""
    since = match.waiting.get(seat)
    if since is None or match.over or match.paused or match.seats[seat] not in PEOPLE:
        return None
    times = [since + absent_days * DAY] if absent_days > 0 else []
    if match.clock is not None and seat in running(match):
        times.append(match.clock["at"] + match.clock["left"][seat])
    return min(times, default=None)


def shown(match: Match) -> Clock | None:
    """The clock as everybody sees it: what was left at the moment ``at``, and who runs since."""
    return None if match.clock is None else {**match.clock, "running": list(running(match))}


def _whole(terms: Mapping[str, Any]) -> float:
    return terms["days"] * DAY if terms["days"] else float(terms["base"])
