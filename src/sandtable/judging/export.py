"""The log for others: a spreadsheet of combats, or a report that a high command can read."""

from __future__ import annotations

import csv
import io
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, Final

from .log import COMBAT, CORRECTION, Entry, Judgements

_FIRST: Final = (
    *("entry", "time", "kind", "of", "reason", "status", "sides"),
    *("note", "name", "combat", "dice", "told"),
)
# Where a round of several combats keeps their outcomes, by their names.
COMBATS: Final = "combats"
# What makes a spreadsheet take a cell for a formula, and what it may take for one: a number is a number.
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")


def as_csv(log: Judgements) -> str:
    """A line for each entry, or for each combat of a round; every number and word of an outcome has a column of its own."""
    rows = [row for entry in log.entries for row in _rows(log, entry)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, [*_FIRST, *(n for n in names if n not in _FIRST)], lineterminator="\n")
    writer.writerow({name: spreadsheet_cell(name) for name in writer.fieldnames})
    writer.writerows({name: spreadsheet_cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def spreadsheet_cell(value: Any) -> Any:
    """*value* so that a spreadsheet works nothing out: text that begins like a formula has an apostrophe before it."""
    if isinstance(value, str) and value.startswith(_FORMULAS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def as_markdown(log: Judgements) -> str:
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
    # What has tables within tables stood in a description file, and its other tables did too.
    filed = any(_is_nested(value) for value in entry.given.values())
    for name, value in entry.given.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            found.append(option)
            continue
        if filed and has_tables(value):
            found.append(f"[{name}]")
            continue
        for one in value if isinstance(value, list) else [value]:
            text = ",".join(_pair(*pair) for pair in one.items()) if isinstance(one, Mapping) else str(one)
            found += [option, shlex.quote(text)]
    return " ".join(found)


def _pair(key: str, value: Any) -> str:
    return f"{key}={'+'.join(map(str, value)) if isinstance(value, list) else value}"


def has_tables(value: Any) -> bool:
    """Whether *value* is a table or a list of them, as a description file has them."""
    return isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(entry, Mapping) for entry in value)
    )


def _is_nested(value: Any) -> bool:
    entries = value if isinstance(value, list) else [value]
    tables = [entry for entry in entries if isinstance(entry, Mapping)]
    return any(has_tables(inner) for table in tables for inner in table.values())


def _rows(log: Judgements, entry: Entry) -> Iterator[dict[str, Any]]:
    for name, outcome in entry.outcome.get(COMBATS, {"": entry.outcome}).items():
        row = _row(log, entry) | {"name": name}
        yield row | {key: value for key, value in _flat(outcome) if key not in row}


def _row(log: Judgements, entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.number,
        "time": entry.time,
        "kind": entry.kind,
        "of": entry.of or "",
        "reason": entry.reason,
        "status": log.status(entry),
        "sides": ", ".join(entry.sides),
        "note": entry.note,
        "combat": words(entry),
        "dice": _dice(entry),
        "told": " ".join(entry.told),
    }


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
    group = None
    for line in lines:
        if line.get("of") != group:
            group = line.get("of")
            table.append(f"| | **{_cell(group)}** | |")
        value = line["value"]
        number = (
            f"{value:+d}"
            if isinstance(value, int) and "sign" not in line
            else f"{line.get('sign', '')} {value}"
        )
        table.append(f"| {number.strip()} | {_cell(line['what'])} | {line['rule']} |")
    return table


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|")
