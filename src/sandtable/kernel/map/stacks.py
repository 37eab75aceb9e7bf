"""Who is where: the stacks on the board, kept up move by move.

A rulebook's state embeds them as four columns, which ``Stacked`` describes:

    class Front(GameState):
        COLUMNS = ("hex_of", ...)
        DERIVED_COLUMNS = ("first_in", "next_in", "occupied", ...)

        def __init__(self, setup: Setup, board: Board, roster: Roster) -> None:
            super().__init__(setup)
            self.side_of = roster.sides                    # printed matter: shared, never copied
            self.hex_of = [OFF_BOARD] * len(roster)
            set_up(self, board.grid, sides=2)

        def rebuild(self) -> None:
            rebuild(self)

``hex_of`` alone is the truth. The others follow from it, so nothing but the functions below may write to them, or to
``hex_of``. The units of a hex form a chain in rising order: the same position has the same columns, however it arose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from .bitboards import Bits
from .board import Hexsides
from .flood import beside
from .hexes import Grid, Hex

_NOBODY = -1


class Stacked(Protocol):
    """A state that keeps stacks."""

    hex_of: list[int]
    """unit -> its hex, or OFF_BOARD"""
    first_in: list[int]
    """hex -> the first of its units, or -1"""
    next_in: list[int]
    """unit -> the next unit in the same hex, or -1"""
    occupied: list[int]
    """side -> bitboard of the hexes that hold its units"""

    @property
    def side_of(self) -> Sequence[int]:
        """unit -> its side; a printed fact"""


# ---- questions


def units_in(g: Stacked, hex_: Hex) -> list[int]:
    """The units in *hex_*, in rising order."""
    found: list[int] = []
    next_in = g.next_in
    unit = g.first_in[hex_]
    while unit >= 0:
        found.append(unit)
        unit = next_in[unit]
    return found


def units_of(g: Stacked, side: int, hex_: Hex) -> list[int]:
    """The units of *side* in *hex_*, in rising order."""
    found: list[int] = []
    next_in, side_of = g.next_in, g.side_of
    unit = g.first_in[hex_]
    while unit >= 0:
        if side_of[unit] == side:
            found.append(unit)
        unit = next_in[unit]
    return found


def height(g: Stacked, hex_: Hex, side: int | None = None) -> int:
    """How many units *hex_* holds, of all sides or of *side*."""
    return len(units_in(g, hex_)) if side is None else len(units_of(g, side, hex_))


def holds(g: Stacked, side: int, hex_: Hex) -> bool:
    """Whether *hex_* holds a unit of *side*."""
    return bool(g.occupied[side] >> hex_ & 1)


def zone(grid: Grid, mask: Bits, *, barred: Hexsides | None = None) -> Bits:
    """The hexes of *mask* and those next to them, except behind *barred* hexsides: a zone of control.

    It may run over the edge of the grid, where nobody asks; intersect it before listing or counting it.
    """
    return beside(grid, mask, barred)


# ---- changes


def put(g: Stacked, unit: int, hex_: Hex) -> None:
    """Set *unit* down in *hex_*, from another hex or from off the board; OFF_BOARD takes it away."""
    move(g.hex_of, g.first_in, g.next_in, g.occupied, g.side_of, unit, hex_)


def move(
    hex_of: list[int],
    first_in: list[int],
    next_in: list[int],
    occupied: list[int],
    side_of: Sequence[int],
    unit: int,
    hex_: int,
) -> None:
    """The same, for those who have the columns at hand."""
    left = hex_of[unit]
    if left == hex_:
        return
    side = side_of[unit]
    if left >= 0:
        alone = True
        other = first_in[left]
        if other == unit:
            first_in[left] = next_in[unit]
        while other >= 0:
            after = next_in[other]
            if other != unit and side_of[other] == side:
                alone = False
            if after == unit:
                next_in[other] = after = next_in[unit]
            other = after
        next_in[unit] = _NOBODY
        if alone:
            occupied[side] ^= 1 << left
    hex_of[unit] = hex_
    if hex_ >= 0:
        before, after = _NOBODY, first_in[hex_]
        while 0 <= after < unit:
            before, after = after, next_in[after]
        next_in[unit] = after
        if before < 0:
            first_in[hex_] = unit
        else:
            next_in[before] = unit
        occupied[side] |= 1 << hex_


def set_up(g: Stacked, grid: Grid, *, sides: int) -> None:
    """Make the derived columns for the units in ``hex_of``, with room for all of *grid*'s hexes."""
    g.first_in = [_NOBODY] * grid.size
    g.next_in = []
    g.occupied = [0] * sides
    rebuild(g)


def rebuild(g: Stacked) -> None:
    """Work out the derived columns afresh from ``hex_of``."""
    first_in = [_NOBODY] * len(g.first_in)
    next_in = [_NOBODY] * len(g.hex_of)
    occupied = [0] * len(g.occupied)
    for unit, hex_ in _falling(g.hex_of):
        next_in[unit] = first_in[hex_]
        first_in[hex_] = unit
        occupied[g.side_of[unit]] |= 1 << hex_
    g.first_in, g.next_in, g.occupied = first_in, next_in, occupied


def _falling(hex_of: list[int]) -> Iterator[tuple[int, int]]:
    """The units on the board with their hexes, the last unit first."""
    for unit in range(len(hex_of) - 1, -1, -1):
        if hex_of[unit] >= 0:
            yield unit, hex_of[unit]
