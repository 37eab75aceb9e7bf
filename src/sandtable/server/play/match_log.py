"""The log of a match in memory: its latest lines, and how many there were before them.

A long match has thousands of lines, of which every view shows the latest two hundred; the rest is read from the store when
somebody asks for it. With every snapshot of the position it is written down how many lines each seat could read by then.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.machine.actions import CONTROL, Seat

from ..db.match_store import Line, Mark, Row
from ..match.change import notice_facts
from ..match.position import readable

# So many of the latest lines of the log come with every view; the rest is asked for.
LOG_TAIL: Final = 200
# What a line takes as it was stored, and again as it is shown to a seat; measured with Army Group North.
_BYTES_A_LINE: Final = 1100
_BYTES_A_SHOWN_LINE: Final = 350
# How many lines there are: in all, for everybody, and by the number of a seat for that seat alone.
Tally = Mapping[str, int]
_ALL, _PUBLIC = "all", "public"
Numbered = tuple[int, Line]


def tally(lines: Iterable[Line], before: Tally = {}) -> dict[str, int]:  # noqa: B006  nobody writes into it
    """How many lines there are with these, where so many were there *before*."""
    found = Counter(before)
    for line in lines:
        found[_ALL] += 1
        found.update([_PUBLIC] if line["to"] is None else map(str, line["to"]))
    return dict(found)


def first_wanted(marks: Sequence[Mark], door: int) -> tuple[int, Tally]:
    """From where on the log has to be read, by the *marks* of snapshots, the latest first; and how many lines come before.

    There must be enough lines for a tail, and nothing behind the *door* may be taken back.
    """
    counted = [(mark.number, mark.lines) for mark in marks if mark.lines is not None]
    for number, lines in counted:
        if number <= door and counted[0][1].get(_PUBLIC, 0) - lines.get(_PUBLIC, 0) >= LOG_TAIL:
            return number, lines
    return 0, {}


class MatchLog:
    """The lines of one match after answer *first*, by the answers that led to them, and what was said beside."""

    def __init__(
        self,
        lines: list[Numbered],
        notices: list[Numbered],
        facts: LogFacts,
        *,
        first: int = 0,
        before: Tally = {},  # noqa: B006  nobody writes into it
        earlier: Callable[[], list[Numbered]] = list,
    ) -> None:
        self.first: Final = first
        self._lines = lines
        self._notices = notices
        self._facts: Final = facts
        self._before: Final = before
        self._earlier: Final = earlier
        # How many lines were counted last, and what came of it with those before them.
        self._counted: tuple[int, Tally] = (0, before)
        # By seat: the latest lines of its log, and how many there are in all.
        self._tails: dict[Seat, tuple[deque[dict[str, Any]], int]] = {}

    @property
    def size(self) -> int:
        """How many bytes of memory it takes, about."""
        shown = sum(len(lines) for lines, _ in self._tails.values())
        return _BYTES_A_LINE * (len(self._lines) + len(self._notices)) + _BYTES_A_SHOWN_LINE * shown

    def take(self, answers: int, keep: int | None, rows: Sequence[Row], lines: Sequence[Line]) -> None:
        """Follow a change: what was told after answer *keep* goes, *rows* and *lines* come."""
        if keep is not None:
            while self._lines and self._lines[-1][0] > keep:
                self._lines.pop()
            if len(self._lines) < self._counted[0]:
                self._counted = (0, self._before)
            self._notices = [(min(number, keep), line) for number, line in self._notices]
        told = [(row.number, line) for row in rows for line in row.told]
        self._lines += told
        self._notices += [(answers, line) for line in lines]
        if keep is not None or lines:
            self._tails = {}
        if self._tails:
            shown = [(line, public_line(number, line, self._facts)) for number, line in told]
            for seat, (tail, size) in self._tails.items():
                fresh = [public for line, public in shown if readable(line, seat)]
                tail.extend(fresh)
                self._tails[seat] = (tail, size + len(fresh))

    def follow(self, notices: list[Numbered]) -> None:
        """Other words were said beside the answers: these."""
        self._notices = notices
        self._tails = {}

    def count(self, keep: int | None, rows: Sequence[Row]) -> dict[str, int] | None:
        """How many lines there are when those after *keep* have gone and *rows* have come; None if that is not known."""
        if keep is not None and keep < self.first:
            return None
        told = [line for row in rows for line in row.told]
        if keep is not None:
            return tally([*(line for number, line in self._lines if number <= keep), *told], self._before)
        # Only what has come since lines were counted last: a long match has thousands.
        size, counted = self._counted
        self._counted = (len(self._lines), tally((line for _, line in self._lines[size:]), counted))
        return tally(told, self._counted[1])

    def read(self, seat: Seat) -> list[dict[str, Any]]:
        """The whole log as *seat* may read it."""
        return self._read(self._merged([*self._earlier(), *self._lines]), seat)

    def tail(self, seat: Seat) -> tuple[list[dict[str, Any]], int]:
        """The latest lines of the log of *seat*, and how many there are in all."""
        if seat not in self._tails:
            found = self._read(self._merged(self._lines), seat)
            self._tails[seat] = (deque(found, LOG_TAIL), len(found) + self._readable_before(seat))
        lines, size = self._tails[seat]
        return list(lines), size

    def _readable_before(self, seat: Seat) -> int:
        if seat == CONTROL:
            return self._before.get(_ALL, 0)
        return self._before.get(_PUBLIC, 0) + self._before.get(str(int(seat)), 0)

    def _merged(self, lines: list[Numbered]) -> list[Numbered]:
        return sorted([*lines, *self._notices], key=lambda line: line[0]) if self._notices else lines

    def _read(self, lines: list[Numbered], seat: Seat) -> list[dict[str, Any]]:
        return [public_line(answer, line, self._facts) for answer, line in lines if readable(line, seat)]


def public_line(answer: int, line: Line, facts: LogFacts) -> dict[str, Any]:
    """A line of the log as it goes over the wire, with its facts; who else may read it is nobody's business."""
    told = line["event"]
    said = {"answer": answer, "text": line["text"], "rule": line["rule"], "event": told}
    return said | (notice_facts(told) or facts.of(told))
