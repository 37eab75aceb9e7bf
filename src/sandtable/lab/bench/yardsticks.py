"""What games cost: rollouts a second, a bot's turn, games an hour and a million games, for every scenario and bot.

Each bot plays all seats of whole games in one process on one core, and processor time is counted. A stretch (an
activation, a player's half of a turn, a game) is reckoned as the mean of all that came up, with the copy of the position
that a rollout begins with: the first turn of a game is no measure of the others.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter, process_time
from typing import Any, Final

from rich.table import Table

from sandtable import catalog
from sandtable.bots import Bot, bot_names
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import Seat, rolled
from sandtable.kernel.machine.engine import asked, control_default, take, top, written
from sandtable.kernel.machine.steps import Chance
from sandtable.kernel.map.searches import in_use

from ..matches import seat_bots
from .playouts import Pace, paces, random_chess_game, random_game

SEED: Final = 1941
# The bots that are measured, as far as a rulebook has them.
BOTS: Final = ("random", "light", "greedy")
# The question with which an activation begins, by rulebook; others have none.
ACTIVATION: Final = {"damos": "OperationsPhase"}
MILLION: Final = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Yardstick:
    """What one bot's games of one scenario cost, in seconds of processor time."""

    scenario: str
    bot: str
    decisions: int
    # Of a whole game; reckoned up by the turns where the time did not suffice for one.
    game_seconds: float
    whole: bool
    decision_us: float
    # A move of python-chess takes so many times as long as a decision; where chance alone decides, and it is installed.
    chess_ratio: float | None
    activations_per_second: float | None
    player_turns_per_second: float
    # What the bot of one seat takes for a turn, thinking alone.
    bot_turn_seconds: float

    @property
    def games_per_hour(self) -> float:
        """Games an hour on one core."""
        return 3600 / self.game_seconds

    @property
    def million_hours(self) -> float:
        """Core hours for a million games."""
        return self.game_seconds * MILLION / 3600

    def as_json(self) -> dict[str, Any]:
        """The yardstick as plain data."""
        return {**asdict(self), "games_per_hour": self.games_per_hour, "million_hours": self.million_hours}


def yardsticks(scenarios: Sequence[str] = (), *, seconds: float) -> list[Yardstick]:
    """Measure *scenarios*, or all that can be played, at most *seconds* for each bot and for python-chess."""
    found = []
    for name in scenarios or default_scenarios():
        book = catalog.rulebook_of(name)
        turns = 0.0
        for bot in BOTS:
            if bot in bot_names(book):
                tally = _played(book, name, bot, seconds)
                turns = turns or tally.turns / max(tally.games, 1)
                ratio = _chess_ratio(book, name, seconds) if bot == "random" else None
                found.append(tally.told(name, bot, turns, ratio))
    return found


def default_scenarios() -> list[str]:
    """All that can be played, without those that only share the seats out otherwise."""
    every = [scenario.name for book in catalog.playable() for scenario in book.scenarios]
    return [name for name in every if not name.endswith("-fronts")]


class _Tally:
    """Counts what a game comes to while it is played."""

    def __init__(self, copy_seconds: float) -> None:
        self.copy_seconds: Final = copy_seconds
        self.seconds = self.thinking = 0.0
        self.decisions = self.games = self.turns = self.halves = self.activations = 0
        self.seats = 1

    def told(self, scenario: str, bot: str, turns: float, ratio: float | None) -> Yardstick:
        """The yardstick; where no game was finished its length is taken from *turns*."""
        games = self.games or max(self.turns, 1) / max(turns, 1.0)
        halves = self.seconds / max(self.halves, 1) + self.copy_seconds
        acting = self.seconds / self.activations + self.copy_seconds if self.activations else None
        return Yardstick(
            scenario=scenario,
            bot=bot,
            decisions=round(self.decisions / games),
            game_seconds=self.seconds / games,
            whole=bool(self.games),
            decision_us=self.seconds / max(self.decisions, 1) * 1e6,
            chess_ratio=ratio,
            activations_per_second=1 / acting if acting else None,
            player_turns_per_second=1 / halves,
            bot_turn_seconds=self.thinking / max(self.turns, 1) / self.seats,
        )


def _played(book: Rulebook[Any], scenario: str, name: str, seconds: float) -> _Tally:
    """Whole games as long as the time lasts; a part of one where it does not suffice."""
    setup = book.setup(scenario)
    seats = book.scenario(scenario).seats
    start = begin(book, setup)
    start.told = None
    begun = process_time()
    start.copy()
    tally = _Tally(process_time() - begun)
    tally.seats = len(seats)
    end = perf_counter() + seconds
    seed = SEED
    while perf_counter() < end:
        bots = seat_bots(book, setup, dict.fromkeys(seats, name), seed)
        before = tally.seconds, tally.thinking, tally.decisions, tally.turns, tally.halves, tally.activations
        over = _game(book, start.copy(), bots, random.Random(seed), tally, end)
        if not over and tally.games:
            # What was begun beside whole games is not counted.
            tally.seconds, tally.thinking, tally.decisions, tally.turns, tally.halves, tally.activations = (
                before
            )
        tally.games += over
        seed += 1
    return tally


def _game(
    book: Rulebook[Any], g: Any, bots: Mapping[Seat, Bot], rng: random.Random, tally: _Tally, end: float
) -> bool:
    """Play *g* on until it is over or the time is; whether it is over."""
    half: object = None
    turn: object = None
    begun = process_time()
    while (step := top(g)) is not None:
        if isinstance(step, Chance):
            take(g, rolled(tuple([rng.randint(1, sides) for sides in step.dice(g).sides])))
            continue
        now = (getattr(g, "turn", 0), getattr(g, "phasing", 0))
        if now != half:
            half = now
            tally.halves += 1
            if now[0] != turn:
                turn = now[0]
                tally.turns += 1
            if perf_counter() > end:
                break
        if type(step).__name__ == ACTIVATION.get(book.name):
            tally.activations += 1
        action = control_default(g)
        seat = asked(g)[0]
        if action is None:
            bot, thought = bots[seat], process_time()
            sighting = bot.sight(book, g, seat)
            action = written(g, seat, lambda offered, b=bot, s=sighting: b.decide(s, offered))  # type: ignore[misc]
            tally.thinking += process_time() - thought
            tally.decisions += 1
        take(g, action, seat)
    tally.seconds += process_time() - begun
    return not g.agenda


def _chess_ratio(book: Rulebook[Any], scenario: str, seconds: float) -> float | None:
    """A move of a random game of python-chess against a decision of one of *scenario*."""
    chess = random_chess_game()
    if chess is None:
        return None
    start = begin(book, book.setup(scenario))
    start.told = None
    ours: Pace
    ours, theirs = paces(seconds / 2, lambda rng: random_game(start, rng).decisions, chess, seed=SEED)
    return theirs.each_us / ours.each_us


def tables(found: Sequence[Yardstick]) -> tuple[Table, Table]:
    """The yardsticks as two tables for the terminal: what whole games cost, and what can be rolled out."""
    games = _table(
        f"Games on one core, processor time, searches in {in_use()}",
        ("decisions", "µs each", "x chess", "games an hour", "core hours a million"),
    )
    rollouts = _table(
        "Rollouts a second to the end of what is named, and a bot's turn",
        ("activation", "player-turn", "game", "its turn, s"),
    )
    for one in found:
        games.add_row(
            one.scenario,
            one.bot,
            f"{one.decisions:,}" + ("" if one.whole else " *"),
            f"{one.decision_us:,.0f}",
            "" if one.chess_ratio is None else f"{one.chess_ratio:.2f}",
            f"{one.games_per_hour:,.0f}",
            f"{one.million_hours:,.0f}",
        )
        rollouts.add_row(
            one.scenario,
            one.bot,
            "" if one.activations_per_second is None else f"{one.activations_per_second:,.0f}",
            f"{one.player_turns_per_second:,.1f}",
            f"{1 / one.game_seconds:,.2f}",
            f"{one.bot_turn_seconds:,.3f}",
        )
    if not all(one.whole for one in found):
        games.caption = "* reckoned up from the turns that the time sufficed for"
    return games, rollouts


def _table(title: str, figures: Sequence[str]) -> Table:
    drawn = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    drawn.add_column("scenario", no_wrap=True)
    drawn.add_column("bot", no_wrap=True)
    for heading in figures:
        drawn.add_column(heading, justify="right")
    return drawn
