"""A map in the terminal: a window of hexes with ground, places, rivers and units, three lines for each row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from sandtable.kernel.map.board import Board
from sandtable.kernel.map.hexes import Grid, Hex, Shape

WIDTH: Final = 8
HALF: Final = WIDTH // 2
ROWS: Final = 9
MOST_COLUMNS: Final = 15
GROUND: Final = {
    "clear": (" ", ""),
    "woods": ("♣", "green"),
    "forest": ("♣", "green"),
    "rough": ("^", "yellow"),
    "swamp": ("≈", "cyan"),
    "marsh": ("≈", "cyan"),
    "mountain": ("▲", "yellow"),
    "sea": ("~", "blue"),
    "lake": ("~", "blue"),
}
PLACES: Final = {"major_city": "★", "city": "■", "town": "○"}
RIVERS: Final = {"major_river": "═", "river": "─"}
UPRIGHT: Final = {"major_river": "║", "river": "│"}
SIDE_STYLES: Final = ("black on white", "white on red", "white on blue", "white on green")
CHOICE_STYLE: Final = "bold black on green"


class Window:
    """Which part of the board is drawn: a middle, and so many columns and rows."""

    def __init__(self, grid: Grid, middle: Hex, columns: int, rows: int = ROWS) -> None:
        row, column = grid.row_column(middle)
        self.rows: Final = _span(row, rows, grid.rows)
        self.columns: Final = _span(column, columns, grid.columns)


def _span(middle: int, wanted: int, size: int) -> range:
    first = max(0, min(middle - wanted // 2, size - wanted))
    return range(first, min(size, first + wanted))


def columns_that_fit(width: int) -> int:
    """How many columns a terminal of *width* characters shows."""
    return min(MOST_COLUMNS, max(3, (width - HALF - 1) // WIDTH))


def draw_window(
    board: Board,
    position: Mapping[str, Any],
    seats: Sequence[str],
    window: Window,
    choices: Iterable[str] = (),
) -> Text:
    """The *window* of the *board* with the counters of a view; hexes named in *choices* stand out."""
    stacks = stacks_of(position)
    marked = set(choices)
    found = Text()
    for row in window.rows:
        names, units, sides = Text(), Text(), Text()
        for line in (names, units, sides):
            line.append(" " * _indent(board.grid, row))
        for column in window.columns:
            hex_ = board.grid.at(row, column)
            here = board.hex_name(hex_)
            west = _between(board, hex_, row, column - 1)
            names.append(*west)
            names.append_text(_name_cell(board, hex_, chosen=here in marked))
            units.append(*west)
            units.append_text(_unit_cell(board, hex_, stacks.get(here, []), seats))
            sides.append_text(_south_sides(board, hex_))
        found.append_text(names).append("\n")
        found.append_text(units).append("\n")
        found.append_text(sides).append("\n")
    return found


def stacks_of(position: Mapping[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """The counters of a view by the hex they stand in."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for counter in position.get("counters", ()):
        found.setdefault(counter["hex"], []).append(counter)
    return found


def strength(counter: Mapping[str, Any]) -> int:
    """What a counter is worth as far as one can see: the strength left, or the printed one."""
    return int(counter.get("strength", counter.get("printed", 0)))


def _indent(grid: Grid, row: int) -> int:
    if grid.shape is Shape.SQUARE:
        return 0
    return HALF if (row % 2 == 1) == (grid.east_rows == "odd") else 0


def _between(board: Board, hex_: Hex, row: int, column: int) -> tuple[str, str]:
    """The hexside to the west."""
    if column < 0:
        return " ", ""
    kind = _river(board, hex_, board.grid.at(row, column))
    return (UPRIGHT[kind], "bold blue") if kind else ("·", "bright_black")


def _river(board: Board, a: Hex, b: Hex) -> str:
    for kind in RIVERS:
        if kind in board.hexsides and (a, b) in board.hexsides[kind]:
            return kind
    return ""


def _name_cell(board: Board, hex_: Hex, *, chosen: bool) -> Text:
    glyph, style = GROUND.get(board.terrain.get(hex_, ""), (" ", ""))
    out = not board.in_play >> hex_ & 1
    places = [p for p in board.places_at(hex_) if p.kind in PLACES]
    cell = Text()
    if out or (glyph == "~" and not places):
        return cell.append(
            (glyph * (WIDTH - 1)) if glyph == "~" else "░" * (WIDTH - 1),
            "blue" if glyph == "~" else "bright_black",
        )
    name = board.hex_name(hex_)
    cell.append(name, CHOICE_STYLE if chosen else "bright_black")
    cell.append(glyph, style)
    railway = "rail" in board.nets and board.nets["rail"].hexes >> hex_ & 1
    cell.append("‡" if railway else " ", "bright_black")
    cell.append(PLACES[places[0].kind] if places else " ", "bold")
    cell.append(" " * (WIDTH - 1 - cell.cell_len))
    return cell


def _unit_cell(board: Board, hex_: Hex, counters: Sequence[Mapping[str, Any]], seats: Sequence[str]) -> Text:
    """The stack in a hex, or the name of its place where nobody stands."""
    cell = Text()
    room = WIDTH - 1
    if not counters:
        glyph, style = GROUND.get(board.terrain.get(hex_, ""), (" ", ""))
        if not board.in_play >> hex_ & 1 and glyph != "~":
            return cell.append("░" * room, "bright_black")
        places = [p for p in board.places_at(hex_) if p.kind in PLACES]
        label = places[0].name[:room] if places else (glyph * room if glyph == "~" else "")
        return cell.append(label.ljust(room), style if glyph == "~" and not places else "italic")
    for side in sorted({c["side"] for c in counters}, key=list(seats).index):
        own = [c for c in counters if c["side"] == side]
        shaken = "!" if any(c.get("demoralized") for c in own) else ""
        spent = "." if all(c.get("spent") for c in own) else ""
        text = f"{side[0].upper()}{sum(map(strength, own))}/{len(own)}{shaken}{spent}"
        cell.append(text[: room - cell.cell_len], SIDE_STYLES[list(seats).index(side) % len(SIDE_STYLES)])
    return cell.append(" " * (room - cell.cell_len))


def _south_sides(board: Board, hex_: Hex) -> Text:
    """The hexsides to the south-west and south-east, where rivers run along them."""
    grid = board.grid
    wanted = ("SW", "SE") if grid.shape is Shape.HEX else ("S",)
    cell = Text()
    for name in wanted:
        to = Hex(hex_ + grid.steps[grid.direction_names.index(name)])
        kind = _river(board, hex_, to) if to in grid else ""
        cell.append((RIVERS[kind] if kind else " ") * (WIDTH // len(wanted)), "bold blue")
    return cell


def legend(seats: Sequence[str], position: Mapping[str, Any]) -> Text:
    """How to read the map, in one line."""
    found = Text("★ ■ ○ places  ‡ railway  ♣ woods  ≈ swamp  ^ rough  ─ ═ rivers  ", "bright_black")
    for number, seat in enumerate(seats):
        found.append(f"{seat[0].upper()}18/3", SIDE_STYLES[number % len(SIDE_STYLES)])
        found.append(f" {seat}: strength/units ", "bright_black")
    if any("demoralized" in c for c in position.get("counters", ())):
        found.append(" ! demoralized", "bright_black")
    return found.append(" . spent", "bright_black")
