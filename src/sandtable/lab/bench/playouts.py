"""Random games to the end, ours and python-chess's, and the first turn of a game of bots: how long a decision takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

from sandtable.bots import Bot
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.machine.actions import Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, options, take, top
from sandtable.kernel.machine.state import GameState
from sandtable.kernel.machine.steps import Chance

LONGEST: Final = 100_000


class Played(NamedTuple):
    """How many answers the seats gave in a game, and how many rolls came between them."""

    decisions: int
    rolls: int


class Pace(NamedTuple):
    """Decisions (or moves) and the seconds of processor time that they took."""

    decisions: int
    seconds: float

    @property
    def each_us(self) -> float:
        """Microseconds for one decision."""
        return self.seconds / self.decisions * 1e6


def random_game(start: GameState, rng: random.Random) -> Played:
    """Play a copy of *start* to its end: every seat picks any of its options, every die falls by *rng*."""
    g = start.copy()
    g.told = None
    decisions = rolls = 0
    while (step := top(g)) is not None and decisions < LONGEST:
        if isinstance(step, Chance):
            take(g, rolled(tuple([rng.randint(1, sides) for sides in step.dice(g).sides])))
            rolls += 1
        else:
            take(g, rng.choice(options(g)))
            decisions += 1
    return Played(decisions, rolls)


def bots_turn(
    rulebook: Rulebook[Any], start: GameState, bots: Mapping[Seat, Bot], rng: random.Random
) -> Pace:
    """Let *bots* play a copy of *start* until a second turn begins: their decisions, and what these alone took.

    It is measured once: bots remember plans, and would find those of an equal position made.
    """
    g: Any = start.copy()
    g.told = None
    decisions, seconds = 0, 0.0
    while (step := top(g)) is not None and g.turn < 2:
        if isinstance(step, Chance):
            take(g, rolled(tuple([rng.randint(1, sides) for sides in step.dice(g).sides])))
            continue
        seat = asked(g)[0]
        offered = options(g, seat)
        begun = process_time()
        action = bots[seat].decide(bots[seat].sight(rulebook, g, seat), offered)
        seconds += process_time() - begun
        decisions += 1
        answer(g, action, seat)
    return Pace(decisions, seconds)


def random_chess_game() -> Callable[[random.Random], int] | None:
    """The same for chess: plays a game and returns its number of moves; None where python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return None

    def play(rng: random.Random) -> int:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return play


def paces(
    seconds: float,
    ours: Callable[[random.Random], int],
    theirs: Callable[[random.Random], int] | None,
    *,
    seed: int,
) -> tuple[Pace, Pace]:
    """Games of both, in turns of about the same processor time, for *seconds* by the clock; one round at least.

    Games are long enough to be interrupted, so that it is processor time that is counted. The first game of each fills
    what is made once and kept, and is not counted. Without *theirs* the other pace stays at nothing.
    """
    rng = random.Random(seed)
    ours(rng)
    if theirs is not None:
        theirs(rng)
    our, their = Pace(0, 0.0), Pace(0, 0.0)
    end = perf_counter() + seconds
    begun = False
    while not begun or perf_counter() < end:
        begun = True
        our = _with_game(our, ours, rng)
        while theirs is not None and their.seconds < our.seconds:
            their = _with_game(their, theirs, rng)
    return our, their


def _with_game(pace: Pace, play: Callable[[random.Random], int], rng: random.Random) -> Pace:
    begun = process_time()
    decisions = play(rng)
    return Pace(pace.decisions + decisions, pace.seconds + process_time() - begun)
