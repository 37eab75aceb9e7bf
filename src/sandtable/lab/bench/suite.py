"""How fast the kernel is, measured against the same questions answered in the obvious way.

Both sides of a comparison run in one process, in short blocks that take turns, and must give the same answers first;
the medians of the blocks are compared. Ratios travel from machine to machine, microseconds do not. Random games are
measured against those of python-chess, which is another game: there whole games take turns (see ``playouts``).
"""

from __future__ import annotations

import platform
import random
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from rich.table import Table

from sandtable import boards
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.state import GameState
from sandtable.kernel.map.board import Board, Hexsides
from sandtable.kernel.map.hexes import Grid
from sandtable.kernel.map.searches import in_use

from ..matches import seat_bots
from ..sampling import sample
from .kernel_bench import SEED, KernelBench
from .measuring import BenchRow, compare, measure
from .playouts import bots_turn, paces, random_chess_game, random_game

SECONDS: Final = 3.0
ODDS_GOAL: Final = 100.0
PLAYOUT_GOAL: Final = 1.0
# A position that is copied for every move that is thought about must cost no more than this.
COPY_US: Final = 10.0

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


@dataclass(frozen=True, kw_only=True)
class BenchReport:
    """What one run measured, and where."""

    board: str
    python: str
    searches: str
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
            "searches": self.searches,
            "met": self.met,
            "rows": [asdict(row) for row in self.rows],
        }


def run(board: Board | None = None, *, seconds: float = SECONDS) -> BenchReport:
    """Measure everything on *board* (Army Group North, if not given), in about *seconds*."""
    chosen = board or default_board()
    share = seconds / 10
    bench = KernelBench(chosen)
    return BenchReport(
        board=chosen.name,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        searches=in_use(),
        rows=(
            bench.flood(share),
            bench.movement(share),
            bench.zone(share),
            *bench.copies(share),
            bench.digest(share),
            bench.load(share),
            odds(share, air=False),
            odds(share, air=True),
            position_copy(share),
            playouts(share),
            besieged_playouts(share),
            besieged_bots(),
        ),
    )


def default_board() -> Board:
    """The board of Army Group North, or a made-up one of its size where the boards are not compiled."""
    return boards.load("agn") if "agn" in boards.names() else synthetic_board()


def synthetic_board(rows: int = 27, columns: int = 31, seed: int = SEED) -> Board:
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
    drawn = Table(title=f"Benchmark on board {report.board}, {report.python}, searches in {report.searches}")
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


def odds(seconds: float, *, air: bool) -> BenchRow:
    """Exact odds of a whole combat, as players and bots get them, against sampling it through the same steps."""
    # Here, so that whoever measures nothing does not load a rulebook either.
    from sandtable.rules.damos import RULEBOOK
    from sandtable.rules.damos.judging.adjudicate import Allocation, is_fought, measured, position, weighed
    from sandtable.rules.damos.judging.describe import read_combat

    combat = read_combat(_COMBAT | {"air": air})
    start, policy = position(combat, RULEBOOK.tables), Allocation(combat.policy, air=combat.air)
    measure = measured(start)
    kind = "with air and counterattack" if air else "with counterattack"
    row = compare(
        f"exact odds of a combat {kind}, against {_SAMPLES:,} games by chance",
        seconds,
        lambda: weighed(start, measure, policy),
        lambda: sample(start, is_fought, measure, policy, runs=_SAMPLES // _SHARE, seed=SEED),
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
    row = measure("copy of a position of agn", seconds, _army_group_north().copy, typical=min)
    return replace(row, goal_us=COPY_US, met=row.ours_us <= COPY_US)


def playouts(seconds: float) -> BenchRow:
    """Decisions in random games of Army Group North against moves in random games of chess."""
    start, chess = _army_group_north(), random_chess_game()
    what = "decision in random games of agn, against a move in random games of python-chess"
    ours, theirs = paces(seconds, lambda rng: random_game(start, rng).decisions, chess, seed=SEED)
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


def besieged_playouts(seconds: float) -> BenchRow:
    """Decisions in random games of the first year of Russia Besieged, on a map of the whole front."""
    from sandtable.rules.besieged import RULEBOOK

    start = begin(RULEBOOK, RULEBOOK.setup("besieged-1941"))
    start.told = None
    ours, _ = paces(seconds, lambda rng: random_game(start, rng).decisions, None, seed=SEED)
    return BenchRow(what="decision in random games of besieged-1941", ours_us=ours.each_us)


def besieged_bots() -> BenchRow:
    """Decisions of the bot against itself in the first turn of Russia Besieged: whole plans, and answers that follow them."""
    from sandtable.rules.besieged import RULEBOOK

    setup = RULEBOOK.setup("besieged-1941")
    bots = seat_bots(RULEBOOK, setup, dict.fromkeys(RULEBOOK.scenario(setup.scenario).seats, "greedy"), SEED)
    pace = bots_turn(RULEBOOK, begin(RULEBOOK, setup), bots, random.Random(SEED))
    return BenchRow(what="decision of greedy in the first turn of besieged-1941", ours_us=pace.each_us)


def _army_group_north() -> GameState:
    """The position before the first decision, where nobody listens."""
    from sandtable.rules.damos import RULEBOOK

    g = begin(RULEBOOK, RULEBOOK.setup("agn"))
    g.told = None
    return g
