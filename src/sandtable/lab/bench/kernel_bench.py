"""The kernel against the obvious way: floods, movement, zones, copies; and what has no other way."""

from __future__ import annotations

import copy
import random
from dataclasses import fields
from typing import Final

from sandtable.kernel.machine.state import GameState, Setup
from sandtable.kernel.map.bitboards import Bits, bits_of, members
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.boardtext import format_board, parse_board
from sandtable.kernel.map.costs import CostMap
from sandtable.kernel.map.flood import flood
from sandtable.kernel.map.hexes import Hex
from sandtable.kernel.map.paths import reach
from sandtable.kernel.map.stacks import zone

from . import naive
from .measuring import BenchRow, compare, measure

SEED: Final = 1941
FLOOD_GOAL: Final = 15.0
MOVEMENT_GOAL: Final = 5.0
COPY_GOAL: Final = 200.0

_UNITS: Final = 140
_MP: Final = 8
_PROHIBITED: Final = ("sea", "lake", "water")
_SLOW: Final[dict[str, int]] = {"woods": 2, "forest": 2, "rough": 2, "swamp": 3, "mountain": 3}


class BenchState(GameState):
    """A state as a rulebook keeps it: ten columns for 140 units, a number and a bitboard."""

    COLUMNS = tuple(field.name for field in fields(naive.NaiveUnit))
    NUMBERS = ("turn", "control")

    def __init__(self, where: list[Hex], control: Bits, rng: random.Random) -> None:
        super().__init__(Setup("bench"))
        self.turn = 1
        self.control = control
        for name in self.COLUMNS:
            setattr(self, name, [rng.randrange(20) for _ in range(_UNITS)])
        self.hex_of: list[int] = [rng.choice(where) for _ in range(_UNITS)]

    def as_objects(self) -> naive.NaiveState:
        """The same state, a unit an object."""
        rows = zip(*(getattr(self, name) for name in self.COLUMNS), strict=True)
        return naive.NaiveState(self.turn, [naive.NaiveUnit(*row) for row in rows])


class KernelBench:
    """One board with everything the measurements need, in the kernel's form and in the obvious one."""

    def __init__(self, board: Board) -> None:
        rng = random.Random(SEED)
        self.board: Final = board
        self.grid: Final = board.grid
        self.simple: Final = naive.NaiveBoard(board)
        self.enter: Final = {t: _SLOW.get(t, 1) for t in board.terrain_bits if t not in _PROHIBITED}
        self.cross: Final = {kind: 1 for kind in board.hexsides if "river" in kind}
        self.costs: Final = CostMap(board, self.enter, cross=self.cross, area=bits_of(board.terrain))
        land = [Hex(hex_) for hex_ in members(self.costs.open)]
        self.starts: Final = rng.sample(land, min(12, len(land)))
        self.enemies: Final = bits_of(rng.sample(land, min(_UNITS // 2, len(land) // 2)))
        self.state: Final = BenchState(land, self.costs.open, rng)

    def flood(self, seconds: float) -> BenchRow:
        """A flood over the whole map."""
        grid, simple = self.grid, self.simple
        open_ = self.costs.open & ~self.enemies
        west = min(grid.row_column(Hex(hex_))[1] for hex_ in members(open_))
        sources = bits_of(hex_ for hex_ in members(open_) if grid.row_column(Hex(hex_))[1] == west)
        open_cells, source_cells = naive.cells_of(grid, open_), naive.cells_of(grid, sources)
        return compare(
            "supply flood without limit",
            seconds,
            lambda: flood(grid, sources, open_),
            lambda: naive.flood(simple, source_cells, open_cells),
            same=lambda ours, theirs: naive.cells_of(grid, ours) == theirs,
            goal=FLOOD_GOAL,
        )

    def movement(self, seconds: float) -> BenchRow:
        """Ranges of movement from some hexes."""
        grid, costs = self.grid, self.costs
        starts, cells = self.starts, [grid.row_column(hex_) for hex_ in self.starts]
        simple, enter, cross = self.simple, self.enter, self.cross
        return compare(
            f"movement range of {_MP} points with rivers",
            seconds,
            lambda: [reach(costs, start, _MP) for start in starts],
            lambda: [naive.movement(simple, cell, _MP, enter, cross) for cell in cells],
            same=lambda ours, theirs: (
                [{grid.row_column(Hex(hex_)): r.cost(Hex(hex_)) for hex_ in members(r.all)} for r in ours]
                == theirs
            ),
            goal=MOVEMENT_GOAL,
            calls=len(starts),
        )

    def zone(self, seconds: float) -> BenchRow:
        """The zones of control of one side."""
        grid, simple, enemies = self.grid, self.simple, self.enemies
        on_map = bits_of(self.board.terrain)
        cells = naive.cells_of(grid, enemies)
        return compare(
            f"zones of control of {len(cells)} units",
            seconds,
            lambda: zone(grid, enemies) & on_map,
            lambda: naive.zone(simple, cells),
            same=lambda ours, theirs: naive.cells_of(grid, ours) == theirs,
        )

    def copies(self, seconds: float) -> tuple[BenchRow, BenchRow]:
        """The copy of a state, against the same columns and against units as objects."""
        state, objects = self.state, self.state.as_objects()
        columns = compare(
            f"copy of a state of {_UNITS} units, against deepcopy of the same columns",
            seconds,
            state.copy,
            lambda: copy.deepcopy(state),
            same=lambda ours, theirs: ours == theirs == state and ours.digest() == state.digest(),
        )
        units = compare(
            f"copy of a state of {_UNITS} units, against deepcopy of the same units as objects",
            seconds,
            state.copy,
            lambda: copy.deepcopy(objects),
            same=lambda ours, theirs: ours.as_objects() == theirs,
            goal=COPY_GOAL,
        )
        return columns, units

    def digest(self, seconds: float) -> BenchRow:
        """The fingerprint of a state."""
        return measure(f"digest of a state of {_UNITS} units", seconds, self.state.digest)

    def load(self, seconds: float) -> BenchRow:
        """The reading of a board."""
        text = format_board(self.board)
        return measure("board read from its text", seconds, lambda: parse_board(text))
