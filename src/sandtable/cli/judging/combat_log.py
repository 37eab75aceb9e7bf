"""The running log of adjudicated combats: a file of JSON lines that only ever grows.

The first line names the rulebook; every further line is an entry: a combat, the correction of one, or its withdrawal,
each with its reason. An entry is on the disk before it is shown, so that a machine that dies loses nothing but the line
it was writing. Such a torn line stays in the file, and the next entry says so.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sandtable.judging.log import DAMAGE, BadLog, Entry, Judgements

from ..output import Unwritable

FORMAT: Final = "sandtable-adjudications"
VERSION: Final = 1


class CombatLog(Judgements):
    """The log in *file*, begun or resumed."""

    def __init__(self, file: Path, rulebook: str) -> None:
        super().__init__(rulebook)
        self.file: Final = file
        self._size = 0
        header = _line({"format": FORMAT, "version": VERSION, "rulebook": rulebook})
        found = self._found()
        if header.startswith(found) and found != header:
            # A new log, or one whose very first line was cut short.
            self._append(header[len(found) :])
        else:
            self._resume(found)

    # ---- writing

    def add(self, kind: str, **content: Any) -> Entry:
        """Put an entry into the file and onto the disk; only then is it part of the log."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        entry = Entry(number=len(self.entries) + 1, kind=kind, time=now, **content)
        # By way of JSON, so that a log that is resumed holds the very same as one that was never left.
        line = json.loads(json.dumps(vars(entry)))
        self._append(_line(line))
        self.entries.append(Entry(**line))
        return self.entries[-1]

    def _append(self, text: bytes) -> None:
        try:
            with self.file.open("ab") as log:
                if log.tell() != self._size:
                    raise BadLog(
                        f"{self.file} has been written to by another program; leave, and open the log again"
                    )
                log.write(text)
                log.flush()
                os.fsync(log.fileno())
        except OSError as why:
            raise Unwritable(f"{self.file} cannot be written: {why.strerror}") from None
        self._size += len(text)

    # ---- reading

    def _found(self) -> bytes:
        try:
            found = self.file.read_bytes() if self.file.exists() else b""
        except OSError as why:
            raise Unwritable(f"{self.file} cannot be read: {why.strerror}") from None
        self._size = len(found)
        return found

    def _resume(self, found: bytes) -> None:
        lines = found.split(b"\n")
        torn = lines.pop()
        header = _parsed(lines[0]) if lines else None
        if header is None or header.get("format") != FORMAT or header.get("version") != VERSION:
            raise BadLog(f"{self.file} is no log of adjudicated combats; name another file or a new one")
        if header.get("rulebook") != self.rulebook:
            raise BadLog(f"{self.file} is a log of {header.get('rulebook')!r}, not of {self.rulebook!r}")
        for place, line in enumerate(lines[1:], 2):
            self._take(line, place, followed_by=lines[place] if place < len(lines) else None)
        if torn:
            # The line was cut short while it was written. It stays where it is; unless all of it is there, it does not count.
            self._append(b"\n")
            if not self._is_taken(torn):
                place = len(lines) + 1
                self.add(DAMAGE, reason=f"line {place} was cut short while it was written and does not count")

    def _take(self, line: bytes, place: int, followed_by: bytes | None) -> None:
        """One line of the file; what cannot be read must be excused by the entry that follows."""
        if self._is_taken(line):
            return
        after = _parsed(followed_by) if followed_by is not None else None
        if after is None or after.get("kind") != DAMAGE:
            raise BadLog(
                f"line {place} of {self.file} cannot be read; put the file back as it was, or begin a new log"
            )

    def _is_taken(self, line: bytes) -> bool:
        """Whether *line* was the next entry, which is then part of the log."""
        document = _parsed(line)
        try:
            entry = Entry(**document) if document is not None else None
        except TypeError:
            return False
        if entry is None or not _is_sound(entry) or entry.number != len(self.entries) + 1:
            return False
        self.entries.append(entry)
        return True


def _line(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _parsed(line: bytes) -> dict[str, Any] | None:
    """The JSON object in *line*, or None."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_sound(entry: Entry) -> bool:
    """Whether every field of a line that was read is what the program writes there."""
    told: dict[str, Any] = vars(entry)
    if not all(isinstance(told[name], dict) for name in ("outcome", "given")):
        return False
    lines, combats = entry.outcome.get("reckoning", []), entry.outcome.get("combats", {})
    return (
        all(isinstance(text, str) for text in (entry.kind, entry.time, entry.reason, entry.note))
        and all(type(number) is int for number in (entry.number, entry.behaviour, entry.of or 0))
        and all(_is_list(words, str) for words in (entry.told, entry.tables, entry.described, entry.sides))
        and all(_is_list(rolls, list) for rolls in (entry.typed, entry.rolled))
        and all(_is_list(roll, int) for roll in entry.dice)
        and _is_list(lines, dict)
        and all({"what", "value", "rule"} <= line.keys() for line in lines)
        and isinstance(combats, dict)
        and all(isinstance(combat, dict) for combat in combats.values())
    )


def _is_list(value: object, of: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, of) for one in value)
