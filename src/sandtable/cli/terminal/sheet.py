"""A grid of words that fits the terminal: it lies down, lets words wrap or comes in parts before it breaks a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.markup import escape
from rich.table import Table as Shown


@dataclass(frozen=True)
class Sheet:
    """Heads and rows; what the first column says names its row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def wanted(self, *, heads: bool = True) -> list[int]:
        """How wide each column is where nothing wraps, or nothing but the heads."""
        lines = [self.heads, *self.rows] if heads else self.rows
        return [max(map(cell_len, column)) for column in zip(*lines, strict=True)]

    def needed(self) -> list[int]:
        """How wide each column is where every word has a line of its own."""
        columns = zip(self.heads, *self.rows, strict=True)
        return [max(map(cell_len, " ".join(column).split()), default=1) for column in columns]


def breadth(columns: Sequence[int], *, padding: int = 0) -> int:
    """How wide a table with such columns is, its edges and gaps included."""
    return sum(columns) + len(columns) * (2 * padding + 1) + 1


def drawn(title: str, sheet: Sheet, width: int) -> Iterator[Shown]:
    """The sheet as one table, or in several parts of some columns each where its words need more than *width*."""
    needed = sheet.needed()
    padding = 1 if breadth(sheet.wanted(), padding=1) <= width else 0
    for number, part in enumerate(_parts(needed, width)):
        shown = Shown(
            box=box.SIMPLE, padding=(0, padding), title_justify="left", title="" if number else title
        )
        room = width - breadth([0] * len(part), padding=padding)
        widths = [needed[column] for column in part]
        # Heads are the first to wrap.
        for most in (sheet.wanted(heads=False), sheet.wanted()):
            widths = _shared_out(widths, [most[column] for column in part], room)
        for column, size in zip(part, widths, strict=True):
            shown.add_column(escape(sheet.heads[column]), overflow="fold", width=size)
        for row in sheet.rows:
            shown.add_row(f"[bold]{escape(row[0])}[/]", *(escape(row[column]) for column in part[1:]))
        yield shown


def _shared_out(least: Sequence[int], most: Sequence[int], room: int) -> list[int]:
    """Widths of columns between *least* and *most*: what is left of *room* goes where most is still wanting."""
    widths = list(least)
    for _ in range(room - sum(least)):
        wanting = [want - width for want, width in zip(most, widths, strict=True)]
        if max(wanting) <= 0:
            break
        widths[wanting.index(max(wanting))] += 1
    return widths


def _parts(needed: Sequence[int], width: int) -> list[list[int]]:
    """The columns of each part: as few parts as will do, of about as many columns each, and the first column in all."""
    others = range(1, len(needed))
    for count in range(1, len(others)):
        many = -(-len(others) // count)
        parts = [[0, *others[start : start + many]] for start in range(0, len(others), many)]
        if all(breadth([needed[column] for column in part]) <= width for part in parts):
            return parts
    return [[0, column] for column in others]
