"""One change of a match with everything that is stored with it, worked out before anything is written."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from sandtable.kernel.machine.actions import seat_title

from ..db import steady_time
from ..db.match_store import PERSON, Change, Line, Match, Row
from . import clocks, phases
from .position import Play

# Whoever does one of these lets a proposal lapse that stands.
PLAYING_ON: Final = ("answer", "overrule", "edit")
# Notices that everybody at the table should hear at once; whoever does one of the second kind knows it.
_HEARD: Final = frozenset(
    (
        "Announced",
        "Paused",
        "Resumed",
        "Substituted",
        "Reclaimed",
        "Lapsed",
        "Left",
        "Arrived",
        "Timed",
        "TimeUp",
    )
)
_DONE_BY_ONE: Final = frozenset(("Declined", "Rewound", "Restored"))


class Accepted(NamedTuple):
    """A change is stored: the version of the match after it. What came of it is told to sockets, and to whoever looks."""

    match: str
    version: int
    answers: int


@dataclass(frozen=True, kw_only=True)
class MatchChange:
    """One change of a match, ready to be committed, and the match after it."""

    change: Change
    after: Match
    # The columns of the match that are new.
    head: dict[str, Any]
    # The seats whose question is still the same.
    same: frozenset[str]
    keep: int | None
    rows: Sequence[Row]
    lines: Sequence[Line]


def match_change(
    match: Match,
    play: Play,
    change: Change,
    *,
    same: Iterable[str] = (),
    answered: str | None = None,
    keep: int | None = None,
    rows: Sequence[Row] = (),
    lines: Sequence[Line] = (),
    **head: Any,
) -> MatchChange:
    """What *change* makes of *match*, whose position is that of *play* now.

    The question to the seats in *same* is the one of before; *answered* is the seat that has just been answered for.
    Answers above *keep* go, *rows* come, *lines* are said beside them, and *head* is what else is new.
    """
    if "over" not in head:
        head |= {"over": play.over, "result": play.result}
    asked = () if head["over"] else play.asked
    still = frozenset(same)
    waiting = {s: match.waiting[s] if s in still and s in match.waiting else change.at for s in asked}
    head |= {"answers": play.answers, "waiting": waiting}
    if match.proposal is not None and change.kind in PLAYING_ON:
        lines = [*lines, _lapsed(match.proposal)]
    if keep is not None and "aside" not in head and (fitting := _fitting(match, keep)) != match.aside:
        head["aside"] = fitting
    if match.clock is not None:
        clock = head.get("clock") or clocks.ticked(match, change.at)
        if answered is not None and match.seats.get(answered) == PERSON:
            clock = clocks.rewarded(clock, answered, ends_turn=answered not in asked)
        head["clock"] = clock
    if "phase" not in head:
        head["phase"] = phases.followed(
            match, play, change, answered=answered, keep=keep, replayed=keep is not None and bool(rows)
        )
    after = replace(match, version=match.version + 1, changed=change.at, moved=change.at, **head)
    head["deadline"] = phases.due(after)
    if head["deadline"] != after.deadline:
        after = replace(after, deadline=head["deadline"])
    return MatchChange(change=change, after=after, head=head, same=still, keep=keep, rows=rows, lines=lines)


def plain_change(match: Match, kind: str, seat: str, what: str = "") -> Change:
    """A change that nobody gave a key."""
    key = f"{kind}-{match.version}-{secrets.token_hex(8)}"
    return Change(kind=kind, seat=seat, what=what, key=key, at=steady_time.now())


def ending(reason: str) -> Line:
    """A line of the log that tells how a match ended otherwise than by the rules."""
    return notice("Ended", f"{reason[:1].upper()}{reason[1:]}.")


def notice(kind: str, text: str, to: Sequence[int] | None = None, **facts: Any) -> Line:
    """A line of the log that belongs to no answer; *to* are the numbers of the seats that may read it, None all."""
    return {"text": text, "rule": "", "event": {"kind": kind, "rule": "", **facts}, "to": to}


def notice_facts(told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a line that was said beside the rules: its role, and who brought it about; nothing of any other line."""
    kind = told.get("kind")
    # An event of a rulebook may have the same name, but never without its paragraph.
    if told.get("rule") or kind not in _HEARD | _DONE_BY_ONE:
        return {}
    return {"role": "notice"} | ({"by": told["seat"]} if kind in _DONE_BY_ONE else {})


def _lapsed(proposal: dict[str, Any]) -> Line:
    by = proposal["by"]
    return notice("Lapsed", f"The game goes on, and the proposal of {seat_title(by)} lapses.", seat=by)


def _fitting(match: Match, keep: int) -> list[dict[str, Any]]:
    """The lines set aside that can still be taken up when the answers above *keep* have been taken back for good."""
    lines = list(match.aside)
    while lines and lines[-1]["from"] > keep:
        lines.pop()
    return lines
