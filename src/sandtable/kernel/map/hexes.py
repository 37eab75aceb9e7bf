"""Hexes and squares: numbering, neighbours, distance, hexsides.

A cell is one int, its bit in a padded layout chosen so that the neighbours of a whole set of cells are a
few shifts of one long int, with no masks for odd and even rows. Names such as "1626" exist only at the edges.

Hexes are pointy-top. Internally rows count from the north and columns from the west, both from 0; a
``Numbering`` says how the printed map counts. The hex layout is axial: going south-east is ``+stride``, going
south-west ``+stride - 1``, going east ``+1``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from typing import Final, NewType

from ..refusals import SandtableError
from .bitboards import Bits, bits_of

Hex = NewType("Hex", int)
Hexside = tuple[Hex, Hex]

OFF_BOARD: Final = Hex(-1)
# From the middle of a hex to its corners, in widths of it.
_HEX_CORNERS: Final = tuple(
    (
        1 / math.sqrt(3) * math.cos(math.radians(60 * i - 30)),
        1 / math.sqrt(3) * math.sin(math.radians(60 * i - 30)),
    )
    for i in range(6)
)


class UnknownHex(SandtableError):
    """A hex name that the board does not have."""


class Shape(Enum):
    """What the cells of a grid are."""

    HEX = "hex"
    SQUARE = "square"


class Numbering:
    """How a printed map names its cells.

    ``pattern`` is built of runs of R and C, e.g. "RRCC", "CCRR", "RRRCC", or starts with one "A" for lettered
    rows ("ACC": row B column 7 is "B07"). Rows count from the north or the south edge, columns from the west
    or the east edge, both from ``first``; a sheet cut out of a larger map counts on from ``first_row`` and
    ``first_column``.
    """

    def __init__(
        self,
        pattern: str = "RRCC",
        *,
        columns_from: str = "west",
        rows_from: str = "north",
        first: int = 1,
        first_row: int | None = None,
        first_column: int | None = None,
    ) -> None:
        if columns_from not in ("west", "east") or rows_from not in ("north", "south"):
            raise ValueError(
                f"columns count from west or east, rows from north or south, not {columns_from!r} and {rows_from!r}"
            )
        body = pattern.lstrip("A")
        runs = body.strip("RC") == "" and len(pattern) - len(body) <= 1
        if not runs or "C" not in pattern or ("R" in pattern) == ("A" in pattern):
            raise ValueError(f"{pattern!r} is no numbering; RRCC, CCRR, RRRCC and ACC are")
        self.pattern: Final = pattern
        self.columns_from: Final = columns_from
        self.rows_from: Final = rows_from
        self.first_row: Final = first if first_row is None else first_row
        self.first_column: Final = first if first_column is None else first_column
        self._row_digits: Final = pattern.count("R")
        self._column_digits: Final = pattern.count("C")
        self._row_leads: Final = pattern[0] in "RA"

    def name(self, row: int, column: int, rows: int, columns: int) -> str:
        """The printed name of the cell at *row*, *column* (from the north-west corner, from 0)."""
        r = (row if self.rows_from == "north" else rows - 1 - row) + self.first_row
        c = (column if self.columns_from == "west" else columns - 1 - column) + self.first_column
        row_part = (
            chr(ord("A") + r - self.first_row) if self.pattern[0] == "A" else str(r).zfill(self._row_digits)
        )
        column_part = str(c).zfill(self._column_digits)
        return row_part + column_part if self._row_leads else column_part + row_part

    def cell(self, name: str, rows: int, columns: int) -> tuple[int, int] | None:
        """Row and column (from the north-west corner, from 0) of *name*, or None if it is off this grid."""
        width = 1 if self.pattern[0] == "A" else self._row_digits
        if len(name) != width + self._column_digits:
            return None
        row_part, column_part = (
            (name[:width], name[width:])
            if self._row_leads
            else (name[self._column_digits :], name[: self._column_digits])
        )
        if not (column_part.isascii() and column_part.isdigit()):
            return None
        if self.pattern[0] == "A":
            r = ord(row_part) - ord("A")
        elif row_part.isascii() and row_part.isdigit():
            r = int(row_part) - self.first_row
        else:
            return None
        c = int(column_part) - self.first_column
        row = r if self.rows_from == "north" else rows - 1 - r
        column = c if self.columns_from == "west" else columns - 1 - c
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None


class Grid:
    """A field of *rows* x *columns* cells with their names, neighbours and distances.

    For hexes ``east_rows`` tells which rows (counted from 0 at the north edge) sit half a hex to the east:
    "even" or "odd". Squares have four neighbours, or eight with ``diagonals``.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        *,
        shape: Shape = Shape.HEX,
        east_rows: str = "odd",
        numbering: Numbering | None = None,
        diagonals: bool = False,
    ) -> None:
        if rows < 1 or columns < 1:
            raise ValueError(f"a grid needs at least one row and one column, not {rows} x {columns}")
        if east_rows not in ("even", "odd"):
            raise ValueError(f"east_rows is 'even' or 'odd', not {east_rows!r}")
        self.rows: Final = rows
        self.columns: Final = columns
        self.shape: Final = shape
        self.east_rows: Final = east_rows
        self.diagonals: Final = diagonals
        self.numbering: Final = numbering or Numbering()
        # Asked with every step of a search.
        hexes = shape is Shape.HEX
        self._hexes: Final = hexes
        # One empty bit at the end of each row keeps a shift from wrapping into the next row's cells.
        self.stride: Final = columns + (rows + 1) // 2 + 1 if hexes else columns + 1
        self.size: Final = (rows + 1) * self.stride
        stride = self.stride
        # Directions in clockwise order from the east; opposite(d) is half a turn further.
        self.steps: Final[tuple[int, ...]] = (
            (1, stride, stride - 1, -1, -stride, 1 - stride)
            if hexes
            else (1, stride + 1, stride, stride - 1, -1, -stride - 1, -stride, 1 - stride)
            if diagonals
            else (1, stride, -1, -stride)
        )
        self.direction_names: Final[tuple[str, ...]] = (
            ("E", "SE", "SW", "W", "NW", "NE")
            if hexes
            else ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
            if diagonals
            else ("E", "S", "W", "N")
        )
        self._half: Final = len(self.steps) // 2
        self.cells: Final[tuple[Hex, ...]] = tuple(self.at(r, c) for r in range(rows) for c in range(columns))
        # Numbered when somebody first asks: most games have nothing on hexsides.
        self._sides: tuple[Hexside, ...] = ()
        self._side_numbers: Final[dict[Hexside, int]] = {}
        self.everywhere: Final[Bits] = bits_of(self.cells)
        self._names: Final[dict[Hex, str]] = {
            h: self.numbering.name(*self.row_column(h), rows, columns) for h in self.cells
        }
        self._by_name: Final[dict[str, Hex]] = {name: h for h, name in self._names.items()}
        # Asked for again and again by zones of influence and ranges; filled as it is asked.
        self._within: Final[dict[tuple[Hex, int], Bits]] = {}
        on = set(self.cells)
        self._around: Final[dict[Hex, tuple[Hex, ...]]] = {
            h: tuple(Hex(h + step) for step in self.steps if Hex(h + step) in on) for h in self.cells
        }

    # ---- cells and names

    def _skew(self, row: int) -> int:
        """How far the axial column of *row*'s first cell lies to the east of the layout's west edge."""
        if self.shape is Shape.SQUARE:
            return 0
        southward = row // 2 if self.east_rows == "odd" else (row + 1) // 2
        return self.rows // 2 + (self.rows % 2) - southward

    def at(self, row: int, column: int) -> Hex:
        """The cell at *row*, *column*, counted from 0 at the north-west corner."""
        return Hex(row * self.stride + self._skew(row) + column)

    def row_column(self, cell: Hex) -> tuple[int, int]:
        """Row and column of *cell*, counted from 0 at the north-west corner."""
        row = cell // self.stride
        return row, cell - row * self.stride - self._skew(row)

    def hex(self, name: str) -> Hex:
        """The cell called *name*; UnknownHex if there is none."""
        cell = self._by_name.get(name)
        if cell is None:
            raise UnknownHex(
                f"{name!r} is not on this board; its hexes run from {min(self._by_name)} to {max(self._by_name)}"
            )
        return cell

    def name(self, cell: Hex) -> str:
        """The printed name of *cell*."""
        return self._names[cell]

    def names(self, cells: Iterable[int]) -> tuple[str, ...]:
        """The printed names of several cells, in their order."""
        return tuple([self._names[Hex(cell)] for cell in cells])

    def __contains__(self, cell: object) -> bool:
        return cell in self._around

    # ---- neighbours

    def neighbours(self, cell: Hex) -> tuple[Hex, ...]:
        """The cells next to *cell*, clockwise from the east."""
        return self._around[cell]

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction from *a* to its neighbour *b*: an index into ``steps``."""
        if b not in self._around.get(a, ()):
            raise ValueError(f"{self._names.get(a, a)} and {self._names.get(b, b)} are not neighbours")
        return self.steps.index(b - a)

    def opposite(self, direction: int) -> int:
        """The direction back."""
        return (direction + self._half) % len(self.steps)

    def side(self, a: Hex, b: Hex) -> Hexside:
        """The hexside between two neighbours, the same whichever way it is asked for."""
        self.direction(a, b)
        return (a, b) if a < b else (b, a)

    @property
    def sides(self) -> tuple[Hexside, ...]:
        """Every hexside between two cells, in order: its place here is its number."""
        if not self._sides:
            self._sides = tuple([(a, b) for a in self.cells for b in sorted(self._around[a]) if a < b])
        return self._sides

    def side_number(self, a: Hex, b: Hex) -> int:
        """The number of the hexside between two neighbours, the same whichever way it is asked for."""
        if not self._side_numbers:
            self._side_numbers.update({side: number for number, side in enumerate(self.sides)})
        return self._side_numbers[self.side(a, b)]

    def side_name(self, number: int) -> str:
        """A hexside by its two cells: "0304/0305"."""
        return "/".join(self._names[cell] for cell in self.sides[number])

    def expand(self, mask: Bits) -> Bits:
        """*mask* and all neighbours of its members; may run over the edge, so intersect with what counts."""
        stride = self.stride
        if self._hexes:
            pair = mask | mask << 1
            return pair | pair >> 1 | pair << (stride - 1) | pair >> stride
        if self.diagonals:
            row = mask | mask << 1 | mask >> 1
            return row | row << stride | row >> stride
        return mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride

    def shift(self, mask: Bits, direction: int) -> Bits:
        """Every member of *mask* moved one cell in *direction*; may leave the board, so intersect."""
        step = self.steps[direction]
        return mask << step if step > 0 else mask >> -step

    def within(self, cell: Hex, distance: int) -> Bits:
        """All cells at most *distance* away from *cell*, itself included."""
        known = self._within.get((cell, distance))
        if known is None:
            mask = 1 << cell
            for _ in range(distance):
                mask = self.expand(mask) & self.everywhere
            known = self._within[cell, distance] = mask
        return known

    def ring(self, cell: Hex, distance: int) -> Bits:
        """All cells exactly *distance* away from *cell*."""
        return self.within(cell, distance) & ~self.within(cell, distance - 1) if distance else 1 << cell

    # ---- measures

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps lie between two cells on an empty board."""
        row_a, row_b = a // self.stride, b // self.stride
        down = row_b - row_a
        if not self._hexes:
            across = abs((b - row_b * self.stride) - (a - row_a * self.stride))
            return max(abs(down), across) if self.diagonals else abs(down) + across
        east = (b - row_b * self.stride) - (a - row_a * self.stride)
        return max(abs(down), abs(east), abs(east + down))

    def centre(self, cell: Hex) -> tuple[float, float]:
        """The middle of *cell*, in cell widths: x to the east, y to the south, (0, 0) at the first row's unshifted first cell."""
        row, column = self.row_column(cell)
        if self.shape is Shape.SQUARE:
            return float(column), float(row)
        shifted = (row % 2 == 1) == (self.east_rows == "odd")
        return column + (0.5 if shifted else 0.0), row * math.sqrt(3) / 2

    def corners(self, cell: Hex) -> tuple[tuple[float, float], ...]:
        """The corners of *cell*, in cell widths; corner i and i + 1 bound the side in direction i (squares: four-neighbour directions)."""
        x, y = self.centre(cell)
        if self.shape is Shape.SQUARE:
            return ((x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5), (x - 0.5, y - 0.5))
        return tuple((x + east, y + south) for east, south in _HEX_CORNERS)
