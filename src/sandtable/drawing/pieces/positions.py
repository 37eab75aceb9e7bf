"""Positions on the board: the counters that a view speaks of, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.kernel.map.board import Board

from .counters import SIDES, Counter

# Rulebooks name the kind of a unit in their own words; the symbols have the army's.
_SYMBOLS = {"foot": "infantry"}


def counters_of(board: Board, seen: Iterable[Mapping[str, Any]], livery: Mapping[str, str]) -> list[Counter]:
    """The counters of a view: strength as far as it is known, else what is printed.

    *livery* says in which style a nation, or else a side, is drawn.
    """
    return [
        Counter(
            hex=board.hex(entry["hex"]),
            side=_style(entry, livery),
            symbol=_SYMBOLS.get(entry["symbol"], entry["symbol"]),
            size=entry.get("size", ""),
            left=str(entry.get("strength", entry.get("printed", ""))),
            right=str(entry.get("movement", "")),
            name=entry.get("name", entry["unit"]),
            spent=bool(entry.get("spent", False)),
            demoralized=bool(entry.get("demoralized", False)),
        )
        for entry in seen
    ]


def _style(entry: Mapping[str, Any], livery: Mapping[str, str]) -> str:
    for word in (entry.get("nation"), entry.get("side")):
        style = livery.get(str(word))
        if style in SIDES:
            return str(style)
    return "stone"
