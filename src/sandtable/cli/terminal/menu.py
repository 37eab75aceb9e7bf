"""The options of a seat as a menu: grouped, numbered, and found again by number, hex or part of their text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

# Groups longer than this are set in columns, if their texts are short enough for two.
LONG: Final = 6
SHORT_TEXT: Final = 34

Option = Mapping[str, Any]


def verb(option: Option) -> str:
    """What kind of option it is: the first word of its id."""
    return str(option["id"]).partition(":")[0]


def grouped(options: Sequence[Option]) -> list[list[tuple[int, Option]]]:
    """The options with their numbers from 1, by kind in order of first appearance; a long list of moves by unit."""
    kinds: dict[str, list[tuple[int, Option]]] = {}
    for number, option in enumerate(options, 1):
        kinds.setdefault(verb(option), []).append((number, option))
    groups: list[list[tuple[int, Option]]] = []
    for rows in kinds.values():
        units = {str(o.get("target", {}).get("unit", "")) for _, o in rows}
        hexes = {str(o.get("target", {}).get("hex", "")) for _, o in rows}
        if len(rows) > LONG and len(units) > 1 and len(hexes) > 1:
            groups += [[(n, o) for n, o in rows if o["target"].get("unit", "") == u] for u in sorted(units)]
        else:
            groups.append(rows)
    # Single choices first: "End the phase" must not hide below eighty moves.
    return sorted(groups, key=lambda rows: len(rows) > LONG)


def menu(options: Sequence[Option]) -> RenderableType:
    """The menu as it is printed."""
    parts: list[RenderableType] = []
    for rows in grouped(options):
        texts = [str(option["text"]) for _, option in rows]
        if len(rows) > LONG:
            shared = _shared_words(texts)
            parts.append(Text(f"{shared.strip() or 'One of these'} …", "bold"))
            cells = [(n, text[len(shared) :]) for (n, _), text in zip(rows, texts, strict=True)]
            if max(len(text) for _, text in cells) <= SHORT_TEXT:
                parts.append(Columns([_line(*cell) for cell in cells], padding=(0, 2)))
            else:
                parts.append(_listed(cells))
        else:
            parts.append(_listed((n, text) for (n, _), text in zip(rows, texts, strict=True)))
    rules = sorted({str(option["rule"]) for option in options if option.get("rule")})
    if rules:
        parts.append(Text(f"    [{', '.join(rules)}]", "bright_black"))
    return Group(*parts)


def _line(number: int, text: str) -> Text:
    return Text.assemble((f"{number:>3} ", "bold green"), text)


def _listed(rows: Iterable[tuple[int, str]]) -> Table:
    """One option to a line; what wraps stays clear of the numbers."""
    shown = Table.grid(padding=(0, 1, 0, 0))
    shown.add_column(min_width=3, justify="right", style="bold green", no_wrap=True)
    shown.add_column(overflow="fold")
    for number, text in rows:
        shown.add_row(str(number), Text(text))
    return shown


def _shared_words(texts: Sequence[str]) -> str:
    """The words with which all *texts* begin."""
    words = [text.split(" ") for text in texts]
    shared: list[str] = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(column[0])
    if shared and any(len(shared) == len(w) for w in words):
        shared.pop()
    return " ".join(shared) + (" " if shared else "")


def matches(options: Sequence[Option], text: str) -> list[tuple[int, Option]]:
    """The options that *text* may mean: the number, else the hex, else all whose text contains its words."""
    numbered = list(enumerate(options, 1))
    by_hex = [(n, o) for n, o in numbered if o.get("target", {}).get("hex") == text]
    # Hex numbers win over option numbers: "1410" is a hex, and nobody counts to 1410.
    if by_hex:
        return by_hex
    if text.isdigit():
        return [(n, o) for n, o in numbered if n == int(text)]
    words = text.casefold().split()
    exact = [(n, o) for n, o in numbered if str(o["text"]).casefold() == text.casefold()]
    return exact or [(n, o) for n, o in numbered if all(w in str(o["text"]).casefold() for w in words)]


def show(console: Console, rows: Sequence[tuple[int, Option]]) -> None:
    """Some of the options, one to a line."""
    console.print(_listed((number, str(option["text"])) for number, option in rows))
