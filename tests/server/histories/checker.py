"""The checker: whether the calls of a history could have taken place one at a time, each between its begin and its end.

A match is a register that is compared and set. Every change has a version of its own, so that the order of all changes is
known from the store in the end; what remains is to find a moment for each. A change takes place after it was asked for and
before it was acknowledged; a look at a version takes place after the change that made it and before the next. The earliest
moments that fit are taken: where they do not do, none do.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .calls import NO, OK, Call


class Stored(NamedTuple):
    """A change as the store has it in the end."""

    version: int
    seat: str
    option: str
    key: str


def faults_of_match(calls: Sequence[Call], stored: Sequence[Stored]) -> list[str]:
    """Why the calls to one match are not linearizable; nothing if they are."""
    found = _faults_of_answers(calls, stored)
    by_key = {change.key: change.version for change in stored}
    writes: dict[int, list[Call]] = defaultdict(list)
    reads: dict[int, list[Call]] = defaultdict(list)
    for call in calls:
        if call.kind == "answer" and call.key in by_key:
            writes[by_key[call.key]].append(call)
        if call.kind == "read" and call.outcome == OK:
            reads[call.version].append(call)
    last = max((change.version for change in stored), default=1)
    if unknown := [version for version in reads if version > last]:
        found.append(f"version {unknown[0]} was read, and is not in the store")
    earliest = -math.inf
    for version in range(1, last + 1):
        asked = writes.get(version, [])
        # Where an answer was sent again, the first time may have done it, and any acknowledgement came after it.
        first = min((call.begin for call in asked), default=-math.inf)
        earliest = max([earliest, first, *(call.begin for call in reads.get(version - 1, []))])
        latest = min(
            (call.end for call in [*asked, *reads.get(version, [])] if call.outcome == OK), default=math.inf
        )
        if earliest > latest:
            found.append(
                f"version {version} was seen or acknowledged {earliest - latest:.6f} s too early ("
                + _around(calls, earliest, latest)
                + ")"
            )
        found += _differences(version, reads.get(version, []))
    return found


def faults_of_claims(calls: Iterable[Call], holders: Mapping[str, Sequence[str]]) -> list[str]:
    """Seats that more than one has got, and links that led there more than once, by who says that he holds the seat."""
    found = []
    sat, taken, held = defaultdict(list), defaultdict(list), defaultdict(set)
    for call in calls:
        if call.kind == "sit" and call.outcome == OK:
            sat[call.match].append(call.who)
        if call.kind == "take" and call.outcome == OK:
            taken[call.key].append(call.who)
        if call.kind == "mine" and call.outcome == OK and call.seen:
            held[call.match].add(call.who)
    found += [f"{match}: {who} all sat down" for match, who in sat.items() if len(who) > 1]
    found += [f"{link}: {who} all used it" for link, who in taken.items() if len(who) > 1]
    found += [f"{match}: {sorted(who)} all hold the seat" for match, who in held.items() if len(who) > 1]
    found += [
        f"{match}: {who[0]} sat down and does not hold the seat"
        for match, who in sat.items()
        if held[match] and who[0] not in held[match]
    ]
    found += [
        f"{match}: {len(who)} hold the seat in the store" for match, who in holders.items() if len(who) > 1
    ]
    return found


def _faults_of_answers(calls: Iterable[Call], stored: Sequence[Stored]) -> list[str]:
    """Answers that were acknowledged and are not stored, or refused and are, or stored twice, or as something else."""
    found = []
    by_key: dict[str, Stored] = {}
    for place, change in enumerate(stored, 2):
        if change.version != place:
            found.append(f"version {place} is missing in the store")
            break
        if change.key in by_key:
            found.append(f"the key {change.key} is stored twice")
        by_key[change.key] = change
    # Of several tries with one key one may be refused because another has been stored.
    done = {call.key for call in calls if call.kind == "answer" and call.outcome == OK}
    tried: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        if call.kind == "answer":
            tried[call.key].append(call)
    for key, tries in tried.items():
        if key not in by_key:
            if key in done:
                found.append(f"the answer {key} was acknowledged, and is not stored")
            continue
        change = by_key[key]
        if all(call.outcome == NO for call in tries):
            found.append(f"the answer {key} was refused, and is stored")
        if (change.seat, change.option) != (tries[0].seat, tries[0].option):
            found.append(f"the answer {key} is stored as {change.seat}: {change.option}")
        if early := [call for call in tries if call.outcome == OK and call.version < change.version]:
            found.append(
                f"the answer {key} was acknowledged as version {early[0].version}, not {change.version}"
            )
    return found


def _around(calls: Sequence[Call], earliest: float, latest: float) -> str:
    """The calls that contradict one another: those that ended at the latest moment, and began at the earliest."""
    told = [
        f"{call.who}: {call.kind} {call.version or call.given}"
        for call in calls
        if call.end == latest or call.begin == earliest
    ]
    return ", then ".join(told)


def _differences(version: int, reads: Sequence[Call]) -> list[str]:
    """Whether all who looked at the same version as the same seat saw the same."""
    seen: dict[str, set[str]] = defaultdict(set)
    for call in reads:
        seen[call.seat].add(call.seen)
    return [f"version {version} looked different to {seat}" for seat, saw in seen.items() if len(saw) > 1]
