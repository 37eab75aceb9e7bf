"""Positions drawn in ASCII, so that the reader of a test sees the rule happen.

    picture = draw('''
        .  .  | .  r
          .  R  : .  w
        .  .  | b  .
    ''')

One line is one row of hexes; a row that begins further to the right sits half a hex to the east. A cell is a terrain
mark (``.`` clear unless the legend says otherwise) or a unit's mark; ``R@w`` is unit R in terrain w. A river runs
along the bars: two neighbouring hexes with a different number of bars to their left lie on different banks. ``:``
is a bar with a ford: the bank changes, but the side on that row is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from sandtable.kernel import Board, Grid, Hex, Hexside, Hexsides, Numbering, Place, SandtableError

CLEAR: Final = {".": "clear", "w": "woods", "s": "swamp", "^": "mountain", "~": "sea"}


class BadPicture(SandtableError):
    """A drawing that cannot be read: names the row."""


class Picture:
    """What a drawing shows: a grid, terrain, marks of units, and river hexsides."""

    def __init__(
        self, grid: Grid, terrain: Mapping[Hex, str], marks: Mapping[Hex, str], river: Hexsides
    ) -> None:
        self.grid: Final = grid
        self.terrain: Final = dict(terrain)
        self.marks: Final = dict(marks)
        self.river: Final = river

    def board(self, name: str = "picture", *, title: str = "", places: tuple[Place, ...] = ()) -> Board:
        """The drawing as a board without units."""
        return Board(
            name, self.grid, self.terrain, title=title, places=places, hexsides={"river": self.river}
        )


def draw(picture: str, *, legend: Mapping[str, str] = CLEAR, numbering: Numbering | None = None) -> Picture:
    """Read *picture*; a mark that the legend does not know is a unit's."""
    lines = [line for line in picture.split("\n") if line.strip()]
    if not lines:
        raise BadPicture("an empty picture shows no board")
    indents = [len(line) - len(line.lstrip()) for line in lines]
    rows = [_row(line, number) for number, line in enumerate(lines, 1)]
    columns = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != columns:
            raise BadPicture(
                f"row {number} has {len(row)} hexes, row 1 has {columns}: {lines[number - 1].strip()!r}"
            )
    odd_is_east = len(lines) < 2 or indents[1] > indents[0]
    for number, (before, here) in enumerate(pairwise(indents), 2):
        if before == here:
            raise BadPicture(f"rows {number - 1} and {number} begin at the same place: rows shift by turns")
        if (here > before) != (odd_is_east == (number % 2 == 0)):
            raise BadPicture(f"row {number} should be indented like row {number - 2}: rows shift by turns")
    grid = Grid(len(rows), columns, east_rows="odd" if odd_is_east else "even", numbering=numbering)
    terrain: dict[Hex, str] = {}
    marks: dict[Hex, str] = {}
    bank: dict[Hex, int] = {}
    fords: set[Hexside] = set()
    for r, row in enumerate(rows):
        for c, (token, bars, ford) in enumerate(row):
            here = grid.at(r, c)
            mark, at, ground = token.partition("@")
            if not at and token in legend:
                mark, ground = "", token
            if ground and ground not in legend:
                raise BadPicture(f"row {r + 1}: {ground!r} is no terrain; {', '.join(legend)} are")
            terrain[here] = legend[ground or "."]
            if mark:
                marks[here] = mark
            bank[here] = bars
            if ford:
                fords.add(grid.side(grid.at(r, c - 1), here))
    river = [
        grid.side(a, b)
        for a in grid.cells
        for b in grid.neighbours(a)
        if a < b and bank[a] != bank[b] and grid.side(a, b) not in fords
    ]
    return Picture(grid, terrain, marks, Hexsides(grid, river))


def _row(line: str, number: int) -> list[tuple[str, int, bool]]:
    """The cells of one line: token, bars to its left, and whether the bar just before it is a ford."""
    cells: list[tuple[str, int, bool]] = []
    bars = 0
    ford = False
    for token in line.split():
        if token in ("|", ":"):
            if not cells:
                raise BadPicture(f"row {number} begins with a river; there is no hex to its west")
            bars += 1
            ford = token == ":"
        else:
            cells.append((token, bars, ford))
            ford = False
    return cells
