"""What a player at the terminal may look at: the map where it matters now, and the units by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from sandtable.kernel.map.board import Board
from sandtable.kernel.map.hexes import Hex

from . import hexmap


def targets(board: Board, view: Mapping[str, Any]) -> list[Hex]:
    """The hexes that the options point at."""
    names = {str(o["target"]["hex"]) for o in view["options"] if o.get("target", {}).get("hex")}
    return [board.hex(name) for name in sorted(names)]


def lie_together(board: Board, hexes: Sequence[Hex], width: int) -> bool:
    """Whether a map of that width would show all of *hexes*, and there are any."""
    if not hexes:
        return False
    rows = [board.grid.row_column(h)[0] for h in hexes]
    columns = [board.grid.row_column(h)[1] for h in hexes]
    wide = hexmap.columns_that_fit(width)
    return max(rows) - min(rows) < hexmap.ROWS + 4 and max(columns) - min(columns) < wide


def focus(board: Board, view: Mapping[str, Any], looked_at: Hex | None) -> Hex:
    """The middle of what the options point at, else of the seat's own units; else where one looked last."""
    counters = view["position"].get("counters", ())
    mine = view.get("sides", {}).get(view["seat"], view["seat"])
    hexes = targets(board, view) or [board.hex(c["hex"]) for c in counters if c["side"] == mine]
    if not hexes:
        return looked_at if looked_at is not None else board.grid.cells[len(board.grid.cells) // 2]
    cells = [board.grid.row_column(h) for h in hexes]
    row, column = (sum(part) // len(cells) for part in zip(*cells, strict=True))
    return board.grid.at(row, column)


def drawn(board: Board, view: Mapping[str, Any], middle: Hex, width: int) -> tuple[Text, Text]:
    """The map around *middle*, and its legend."""
    window = hexmap.Window(board.grid, middle, hexmap.columns_that_fit(width))
    names = [board.hex_name(h) for h in targets(board, view)]
    position = view["position"]
    sides = list(dict.fromkeys(view.get("sides", {}).values())) or view["seats"]
    map_ = hexmap.draw_window(board, position, sides, window, names)
    return map_, hexmap.legend(sides, position)


def units(board: Board, view: Mapping[str, Any], text: str) -> Table:
    """The counters whose name, hex, side or id contains *text*."""
    table = Table("hex", "unit", "side", "strength", "moves", "", box=None, header_style="bold")
    for c in sorted(view["position"].get("counters", ()), key=lambda c: (c["side"], c["hex"])):
        words = " ".join((c["unit"], c.get("name", ""), c["hex"], c["side"])).casefold()
        if text.casefold() not in words:
            continue
        marks = [m for m in ("demoralized", "spent", "cossack") if c.get(m)]
        if c.get("supplied") is False:
            marks.append("out of supply")
        table.add_row(
            board.describe(board.hex(c["hex"])),
            c.get("name", c["unit"]),
            c["side"],
            f"{c['strength']} of {c['printed']}" if "strength" in c else f"printed {c['printed']}",
            str(c.get("movement", "")),
            ", ".join(marks),
        )
    return table
