"""The running log for others: a spreadsheet of combats, or a report that a high command can read."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from .combat_log import COMBAT, CORRECTION, CombatLog, Entry
from .output import Unwritable, write_file

SUFFIXES: Final = (".csv", ".md")
_FIRST: Final = ("entry", "time", "kind", "of", "reason", "status", "note", "combat", "dice", "told")


def export(log: CombatLog, file: Path) -> None:
    """Write the whole log, corrections and withdrawals included, as FILE.csv or FILE.md."""
    if file.suffix not in SUFFIXES:
        raise Unwritable(f"{file} should end in .csv or .md")
    write_file(file, as_csv(log) if file.suffix == ".csv" else as_markdown(log))


def as_csv(log: CombatLog) -> str:
    """A line for each entry; every number and word of an outcome has a column of its own."""
    rows = [_row(log, entry) for entry in log.entries]
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, [*_FIRST, *(n for n in names if n not in _FIRST)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_markdown(log: CombatLog) -> str:
    """A section for each entry, with its reckoning."""
    parts = [f"# Combats adjudicated under {log.rulebook}\n"]
    for entry in log.entries:
        title = f" {entry.note}" if entry.note else ""
        parts.append(f"## {entry.number}.{title} ({entry.kind}, {entry.time})\n")
        if status := log.status(entry) or entry.reason:
            parts.append(f"*{status}*\n")
        if entry.kind in (COMBAT, CORRECTION):
            parts.append(f"`{words(entry)}`, dice {_dice(entry) or 'none'}\n")
            parts += [f"- {sentence}" for sentence in entry.told]
            parts += ["", *_reckoning(entry), ""]
    return "\n".join(parts).rstrip("\n") + "\n"


def words(entry: Entry) -> str:
    """The combat in the words in which it could be entered again."""
    found: list[str] = []
    for name, value in entry.given.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            found.append(option)
            continue
        for one in value if isinstance(value, list) else [value]:
            text = ",".join(f"{k}={v}" for k, v in one.items()) if isinstance(one, Mapping) else str(one)
            found += [option, shlex.quote(text)]
    return " ".join(found)


def _row(log: CombatLog, entry: Entry) -> dict[str, Any]:
    row: dict[str, Any] = {
        "entry": entry.number,
        "time": entry.time,
        "kind": entry.kind,
        "of": entry.of or "",
        "reason": entry.reason,
        "status": log.status(entry),
        "note": entry.note,
        "combat": words(entry),
        "dice": _dice(entry),
        "told": " ".join(entry.told),
    }
    return row | {name: value for name, value in _flat(entry.outcome) if name not in row}


def _flat(outcome: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Numbers and words of an outcome, those inside others as "attacker_loses.men"; lists stay in the log."""
    for name, value in outcome.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        elif not isinstance(value, list):
            yield f"{prefix}{name}", value


def _dice(entry: Entry) -> str:
    return " ".join(",".join(map(str, roll)) for roll in entry.dice)


def _reckoning(entry: Entry) -> list[str]:
    lines = entry.outcome.get("reckoning", [])
    if not lines:
        return []
    table = ["| | what | rule |", "|--:|---|---|"]
    for line in lines:
        value = line["value"]
        number = (
            f"{value:+d}"
            if isinstance(value, int) and "sign" not in line
            else f"{line.get('sign', '')} {value}"
        )
        what = str(line["what"]).replace("|", "\\|")
        table.append(f"| {number.strip()} | {what} | {line['rule']} |")
    return table
