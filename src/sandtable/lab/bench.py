"""How fast the kernel is, measured against the same questions answered in the obvious way.

Both sides of a comparison run in one process, in short blocks that take turns, and must give the same answers first;
the medians of the blocks are compared. Ratios travel from machine to machine, microseconds do not. Random games are
measured against those of python-chess, which is another game: there whole games take turns (see ``playouts``).
"""

from __future__ import annotations

import copy
import platform
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from statistics import median
from time import perf_counter
from timeit import timeit
from typing import Any, Final, TypeVar

from rich.table import Table

from sandtable import boards
from sandtable.kernel.bitboards import Bits, bits_of, members
from sandtable.kernel.board import Board, Hexsides
from sandtable.kernel.boardtext import format_board, parse_board
from sandtable.kernel.costs import CostMap
from sandtable.kernel.explore import explore
from sandtable.kernel.hexes import Grid, Hex
from sandtable.kernel.paths import reach
from sandtable.kernel.records import begin
from sandtable.kernel.stacks import zone
from sandtable.kernel.state import GameState, Setup
from sandtable.kernel.supply import flood

from . import naive
from .playouts import paces, random_chess_game, random_game
from .sampling import sample

SECONDS: Final = 3.0
FLOOD_GOAL: Final = 15.0
MOVEMENT_GOAL: Final = 5.0
COPY_GOAL: Final = 200.0
ODDS_GOAL: Final = 100.0
PLAYOUT_GOAL: Final = 1.0
# A position that is copied for every move that is thought about must cost no more than this.
COPY_US: Final = 10.0

_UNITS: Final = 140
_MP: Final = 8
_SEED: Final = 1941
_BLOCK: Final = 0.004
# Exact odds are measured against this many games by chance; a hundredth of them is played, and counted a hundredfold.
_SAMPLES: Final = 10_000
_SHARE: Final = 100
# The combat of the example in the DAMOS rulebook, counterattack included.
_COMBAT: Final = {
    "attacker": "armor:4 mechanized:5 foot:9",
    "defender": "mechanized:2 armor:10",
    "plan": "penetration",
    "posture": "counterattack",
}
_PROHIBITED: Final = ("sea", "lake", "water")
_SLOW: Final[dict[str, int]] = {"woods": 2, "forest": 2, "rough": 2, "swamp": 3, "mountain": 3}

Ours = TypeVar("Ours")
Theirs = TypeVar("Theirs")


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


@dataclass(frozen=True, kw_only=True)
class BenchRow:
    """One measurement: microseconds a call, and how many times faster than the other way.

    The goal is a ratio, or where there is no other way a number of microseconds. ``note`` says what is missing.
    """

    what: str
    ours_us: float
    theirs_us: float | None = None
    ratio: float | None = None
    goal: float | None = None
    goal_us: float | None = None
    met: bool | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class BenchReport:
    """What one run measured, and where."""

    board: str
    python: str
    rows: tuple[BenchRow, ...]

    @property
    def met(self) -> bool:
        """Whether every goal was met."""
        return all(row.met is not False for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "board": self.board,
            "python": self.python,
            "met": self.met,
            "rows": [asdict(row) for row in self.rows],
        }


def run(board: Board | None = None, *, seconds: float = SECONDS) -> BenchReport:
    """Measure everything on *board* (Army Group North, if not given), in about *seconds*."""
    chosen = board or default_board()
    share = seconds / 10
    bench = _Bench(chosen)
    return BenchReport(
        board=chosen.name,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        rows=(
            bench.flood(share),
            bench.movement(share),
            bench.zone(share),
            *bench.copies(share),
            bench.digest(share),
            bench.load(share),
            odds(share),
            position_copy(share),
            playouts(share),
        ),
    )


def default_board() -> Board:
    """The board of Army Group North, or a made-up one of its size where the boards are not compiled."""
    return boards.load("agn") if "agn" in boards.names() else synthetic_board()


def synthetic_board(rows: int = 27, columns: int = 31, seed: int = _SEED) -> Board:
    """A board of random terrain and rivers, the same for the same seed."""
    rng = random.Random(seed)
    grid = Grid(rows, columns, east_rows="even")
    ground = ["clear"] * 12 + ["woods"] * 5 + ["swamp"] * 2 + ["sea"]
    rivers = [(a, b) for a in grid.cells for b in grid.neighbours(a) if a < b and rng.random() < 0.08]
    return Board(
        "synthetic",
        grid,
        {hex_: rng.choice(ground) for hex_ in grid.cells},
        hexsides={"river": Hexsides(grid, rivers)},
    )


def table(report: BenchReport) -> Table:
    """The report as a table for the terminal."""
    drawn = Table(title=f"Benchmark on board {report.board}, {report.python}")
    drawn.add_column("what")
    for heading in ("µs", "other way, µs", "faster", "goal"):
        drawn.add_column(heading, justify="right")
    drawn.add_column("met")
    for row in report.rows:
        drawn.add_row(
            f"{row.what} ({row.note})" if row.note else row.what,
            f"{row.ours_us:,.1f}",
            "" if row.theirs_us is None else f"{row.theirs_us:,.1f}",
            _times(row.ratio),
            _times(row.goal) if row.goal_us is None else f"{row.goal_us:,.0f} µs",
            "" if row.met is None else "yes" if row.met else "no",
        )
    return drawn


def _times(ratio: float | None) -> str:
    """A ratio as the table shows it; small ones need their decimals."""
    return "" if ratio is None else f"{ratio:,.2f}x" if ratio < 10 else f"{ratio:,.0f}x"


class _Bench:
    """One board with everything the measurements need, in the kernel's form and in the obvious one."""

    def __init__(self, board: Board) -> None:
        rng = random.Random(_SEED)
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
        grid, simple = self.grid, self.simple
        open_ = self.costs.open & ~self.enemies
        west = min(grid.row_column(Hex(hex_))[1] for hex_ in members(open_))
        sources = bits_of(hex_ for hex_ in members(open_) if grid.row_column(Hex(hex_))[1] == west)
        open_cells, source_cells = naive.cells_of(grid, open_), naive.cells_of(grid, sources)
        return _compare(
            "supply flood without limit",
            seconds,
            lambda: flood(grid, sources, open_),
            lambda: naive.flood(simple, source_cells, open_cells),
            same=lambda ours, theirs: naive.cells_of(grid, ours) == theirs,
            goal=FLOOD_GOAL,
        )

    def movement(self, seconds: float) -> BenchRow:
        grid, costs = self.grid, self.costs
        starts, cells = self.starts, [grid.row_column(hex_) for hex_ in self.starts]
        simple, enter, cross = self.simple, self.enter, self.cross
        return _compare(
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
        grid, simple, enemies = self.grid, self.simple, self.enemies
        on_map = bits_of(self.board.terrain)
        cells = naive.cells_of(grid, enemies)
        return _compare(
            f"zones of control of {len(cells)} units",
            seconds,
            lambda: zone(grid, enemies) & on_map,
            lambda: naive.zone(simple, cells),
            same=lambda ours, theirs: naive.cells_of(grid, ours) == theirs,
        )

    def copies(self, seconds: float) -> tuple[BenchRow, BenchRow]:
        state, objects = self.state, self.state.as_objects()
        columns = _compare(
            f"copy of a state of {_UNITS} units, against deepcopy of the same columns",
            seconds,
            state.copy,
            lambda: copy.deepcopy(state),
            same=lambda ours, theirs: ours == theirs == state and ours.digest() == state.digest(),
        )
        units = _compare(
            f"copy of a state of {_UNITS} units, against deepcopy of the same units as objects",
            seconds,
            state.copy,
            lambda: copy.deepcopy(objects),
            same=lambda ours, theirs: ours.as_objects() == theirs,
            goal=COPY_GOAL,
        )
        return columns, units

    def digest(self, seconds: float) -> BenchRow:
        return _measure(f"digest of a state of {_UNITS} units", seconds, self.state.digest)

    def load(self, seconds: float) -> BenchRow:
        text = format_board(self.board)
        return _measure("board read from its text", seconds, lambda: parse_board(text))


def odds(seconds: float) -> BenchRow:
    """Exact odds of a whole combat against sampling it through the same steps."""
    # Here, so that whoever measures nothing does not load a rulebook either.
    from sandtable.rules.damos import RULEBOOK
    from sandtable.rules.damos.adjudicate import Allocation, is_fought, measured, position
    from sandtable.rules.damos.described import read_combat

    combat = read_combat(_COMBAT)
    start, policy = position(combat, RULEBOOK.tables), Allocation(combat.policy, air=combat.air)
    measure = measured(start)
    row = _compare(
        f"exact odds of a combat with counterattack, against {_SAMPLES:,} games by chance",
        seconds,
        lambda: explore(start, is_fought, measure, policy),
        lambda: sample(start, is_fought, measure, policy, runs=_SAMPLES // _SHARE, seed=_SEED),
        # By chance nothing may come out that the exact odds do not know.
        same=lambda exact, sampled: all(exact[outcome] for outcome in sampled),
    )
    assert row.theirs_us is not None
    assert row.ratio is not None
    ratio = row.ratio * _SHARE
    return replace(row, theirs_us=row.theirs_us * _SHARE, ratio=ratio, goal=ODDS_GOAL, met=ratio >= ODDS_GOAL)


def position_copy(seconds: float) -> BenchRow:
    """The copy of a whole position of Army Group North, agenda and caches included."""
    # A limit in microseconds is held against the quickest block: the others tell how busy the machine is.
    row = _measure("copy of a position of agn", seconds, _army_group_north().copy, typical=min)
    return replace(row, goal_us=COPY_US, met=row.ours_us <= COPY_US)


def playouts(seconds: float) -> BenchRow:
    """Decisions in random games of Army Group North against moves in random games of chess."""
    start, chess = _army_group_north(), random_chess_game()
    what = "decision in random games of agn, against a move in random games of python-chess"
    ours, theirs = paces(seconds, lambda rng: random_game(start, rng).decisions, chess, seed=_SEED)
    if chess is None:
        missing = "python-chess is not installed; 'pip install chess' brings it"
        return BenchRow(what=what, ours_us=ours.each_us, note=missing)
    ratio = theirs.each_us / ours.each_us
    return BenchRow(
        what=what,
        ours_us=ours.each_us,
        theirs_us=theirs.each_us,
        ratio=ratio,
        goal=PLAYOUT_GOAL,
        met=ratio >= PLAYOUT_GOAL,
    )


def _army_group_north() -> GameState:
    """The position before the first decision, where nobody listens."""
    from sandtable.rules.damos import RULEBOOK

    g = begin(RULEBOOK, RULEBOOK.setup("agn"))
    g.told = None
    return g


def _compare(
    what: str,
    seconds: float,
    ours: Callable[[], Ours],
    theirs: Callable[[], Theirs],
    *,
    same: Callable[[Ours, Theirs], bool],
    goal: float | None = None,
    calls: int = 1,
) -> BenchRow:
    """Time two ways to one answer, block by block in turn; each call of either makes *calls* answers."""
    if not same(ours(), theirs()):
        raise AssertionError(f"{what}: the two ways give different answers")
    our_number, their_number = _block(ours), _block(theirs)
    our_times: list[float] = []
    their_times: list[float] = []
    end = perf_counter() + seconds
    while not our_times or perf_counter() < end:
        our_times.append(timeit(ours, number=our_number) / our_number)
        their_times.append(timeit(theirs, number=their_number) / their_number)
    our_time, their_time = median(our_times), median(their_times)
    ratio = their_time / our_time
    return BenchRow(
        what=what,
        ours_us=our_time / calls * 1e6,
        theirs_us=their_time / calls * 1e6,
        ratio=ratio,
        goal=goal,
        met=None if goal is None else ratio >= goal,
    )


def _measure(
    what: str,
    seconds: float,
    ours: Callable[[], object],
    typical: Callable[[list[float]], float] = median,
) -> BenchRow:
    """Time what has no other way to be compared with."""
    number = _block(ours)
    times: list[float] = []
    end = perf_counter() + seconds
    while not times or perf_counter() < end:
        times.append(timeit(ours, number=number) / number)
    return BenchRow(what=what, ours_us=typical(times) * 1e6)


def _block(call: Callable[[], object]) -> int:
    """How many calls make a block of a few milliseconds."""
    call()
    return max(1, int(_BLOCK / max(timeit(call, number=3) / 3, 1e-9)))
