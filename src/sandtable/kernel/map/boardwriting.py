"""Boards written as text; ``boardtext`` describes it, and reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from .bitboards import members
from .board import Board
from .hexes import Grid, Hex

FORMAT: Final = "sandtable-board 1"
_WRAP: Final = 20


def format_board(board: Board) -> str:
    """*board* as text; ``parse_board`` gives it back."""
    g = board.grid
    n = g.numbering
    name = g.name
    terrain, country = _letters(board.terrain.values()), _letters(board.country.values())
    lines = [
        FORMAT,
        f"name {board.name}",
        f"title {board.title}",
        f"grid {g.shape.value} rows={g.rows} columns={g.columns} east_rows={g.east_rows} numbering={n.pattern} "
        f"columns_from={n.columns_from} rows_from={n.rows_from} first_row={n.first_row} "
        f"first_column={n.first_column} diagonals={int(g.diagonals)}",
        f"scale {board.scale_km!r}",
        *(f"fact {key} {value}" for key, value in board.facts.items()),
        "",
        "[legend]",
        *(f"terrain {c} {word}" for word, c in terrain.items()),
        *(f"country {c} {word}" for word, c in country.items()),
        "[terrain]",
        *_rows(g, board.terrain, terrain),
        "[country]",
        *_rows(g, board.country, country),
        "[places]",
        *(
            f"{name(p.hex)} {p.kind} {p.country} {'port' if p.port else '-'} {p.name}"
            for p in board.places.values()
        ),
        "[hexsides]",
        *(
            f"{kind} {name(a)} {name(b)}"
            for kind in sorted(board.hexsides)
            for a, b in board.hexsides[kind].sides
        ),
        "[rivers]",
        *(f"{name(s.a)} {name(s.b)} {_with_facts(s.name, s.facts)}" for s in board.rivers),
    ]
    for kind in sorted(board.nets):
        lines.append(f"[net {kind}]")
        lines += [
            f"{name(s.a)} {name(s.b)} {_with_facts(s.name, s.facts)}" for s in board.nets[kind].segments
        ]
    lines.append("[areas]")
    for area in sorted(board.areas):
        lines += _hex_lines(g, area, [Hex(h) for h in members(board.areas[area])])
    lines.append("[walks]")
    for walk in sorted(board.walks):
        lines += _hex_lines(g, walk, list(board.walks[walk]))
    lines.append("[points]")
    for p in board.points:
        other = next((name(h) for h in p.side if h != p.hex), "-") if p.side else "-"
        lines.append(f"{p.kind} {name(p.hex)} {other} {_with_facts(p.name, p.facts)}")
    return "\n".join(lines) + "\n"


def _with_facts(name: str, facts: Mapping[str, str]) -> str:
    return f"{name} | " + "; ".join(f"{k}={v}" for k, v in facts.items()) if facts else name


def _letters(words: Iterable[str]) -> dict[str, str]:
    """A character for each word: its own first letter where that is free."""
    usual = {"clear": ".", "sea": "~", "lake": "o", "mountain": "^", "major_city": "#"}
    taken: dict[str, str] = {}
    for word in sorted(set(words)):
        candidates = (
            usual.get(word, "")
            + word
            + word.upper()
            + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        )
        taken[word] = next(
            c for c in candidates if c not in taken.values() and not c.isspace() and c not in "_-["
        )
    return taken


def _rows(grid: Grid, of: Mapping[Hex, str], letters: Mapping[str, str]) -> list[str]:
    return [
        "".join(letters[of[h]] if (h := grid.at(r, c)) in of else " " for c in range(grid.columns)).rstrip()
        or "-"
        for r in range(grid.rows)
    ]


def _hex_lines(grid: Grid, name: str, hexes: list[Hex]) -> list[str]:
    return [
        f"{name} " + " ".join(grid.name(h) for h in hexes[i : i + _WRAP]) for i in range(0, len(hexes), _WRAP)
    ] or [name]
