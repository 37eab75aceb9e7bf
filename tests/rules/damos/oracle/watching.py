"""Games that look for trouble, watched answer by answer: what the oracles are compared with.

Uniformly random play seldom fights. Here both seats march towards the enemy, attack, react and exploit more often than
not, and every answer is handed out with what the books ask about it: whence the force came, whom it left behind, who
has rolled for a reaction already.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, options, top
from sandtable.kernel.machine.events import Event
from sandtable.kernel.machine.steps import Step
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.events import (
    Activated,
    Declared,
    DroppedOff,
    Moved,
    PhaseBegan,
    Rallied,
    ReactionTried,
    Shipped,
)
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.reaction import ReactionRoll

from .snapshot import Snapshot, snapshot

# What a lively player does if he may, and how often he does it rather than anything else.
EAGER = {
    "attack": 0.8,
    "concerted": 0.5,
    "assault": 0.8,
    "react": 0.6,
    "slip_away": 0.3,
    "rally": 0.8,
    "all": 0.5,
    "commit_air": 0.5,
    "pick_up": 0.3,
    "drop_off": 0.3,
    "extend_all": 0.3,
}
RELUCTANT = ("end_phase", "stop", "done", "strategic", "leave")


class Context(NamedTuple):
    """What a player remembers of the activation and the phase under way."""

    # The hex from which the phasing force came last, if it has just entered another.
    came_from: int | None = None
    rallied: bool = False
    dropped: frozenset[int] = frozenset()
    # hexes that have rolled since the last trigger.
    rolled: frozenset[int] = frozenset()


class Moment(NamedTuple):
    """One answer: the position it was given in, the question, the answer, and all that came of it."""

    before: Snapshot
    g_before: Front
    context_before: Context
    step: Step[Front] | None
    seat: Seat
    action: Action
    told: tuple[Event, ...]
    g: Front
    context: Context
    next_step: Step[Front] | None
    after: Snapshot


def whole_game(scenario: str, seed: int) -> Iterator[Moment]:
    """Every answer of a lively random game from its historical set-up."""
    return watched(begin(RULEBOOK, RULEBOOK.setup(scenario)), seed=seed, answers=4_000)


def watched(g: Front, *, seed: int, answers: int) -> Iterator[Moment]:
    """Every answer from a position on; the position itself is played on."""
    rng, dice = Random(seed), SeededDice(seed)
    context, at = Context(), snapshot(g)
    rolls = 0
    for _ in range(answers):
        if not g.agenda:
            return
        before = g.copy()
        seat, action = lively(g, rng, dice, rolls)
        rolls += seat == DICE
        g.told = []
        step = top(g)
        answer(g, action, seat)
        told = tuple(t.event for t in g.told)
        now = _remember(context, before, step, told)
        after = snapshot(g)
        yield Moment(at, before, context, step, seat, action, told, g, now, top(g), after)
        context, at = now, after


def lively(g: Front, rng: Random, dice: SeededDice, rolls: int) -> tuple[Seat, Action]:
    """Who answers next, and what he says."""
    who = asked(g)
    if who == (DICE,):
        return DICE, rolled(dice.roll(dice_asked(g), rolls))
    seat = rng.choice(who)
    offered = list(options(g, seat))
    for verb, chance in EAGER.items():
        eager = [a for a in offered if a.verb == verb]
        if eager and rng.random() < chance:
            return seat, rng.choice(eager)
    if any(a.verb == "strategic" for a in offered) and rng.random() < 0.9:
        return seat, next(a for a in offered if a.verb == "end_phase")
    marches = [a for a in offered if a.verb == "move"]
    if marches and rng.random() < 0.7:
        foes = [Hex(h) for h in members(g.occupied[1 - g.phasing])]
        near = [a for a in marches if any(g.grid.distance(Hex(a.args[-1]), foe) <= 2 for foe in foes)]
        # Crowds come to over-full hexes, and to those in which others were left behind.
        crowd = [a for a in near if g.occupied[g.phasing] >> a.args[-1] & 1]
        return seat, rng.choice(crowd if crowd and rng.random() < 0.5 else near or marches)
    others = [a for a in offered if a.verb not in RELUCTANT]
    return seat, rng.choice(others if others and rng.random() < 0.9 else offered)


def _remember(context: Context, before: Front, step: Step[Front] | None, told: tuple[Event, ...]) -> Context:
    for event in told:
        match event:
            case PhaseBegan():
                context = Context()
            case Moved(units=units, path=path) if before.side_of[units[0]] == before.phasing:
                context = context._replace(came_from=path[-2], rallied=False, rolled=frozenset())
            case Shipped() | Activated() | Declared():
                context = context._replace(came_from=None, rallied=False, rolled=frozenset())
            case Rallied():
                context = context._replace(came_from=None, rallied=True, rolled=frozenset())
            case DroppedOff(units=units):
                context = context._replace(dropped=context.dropped | set(units))
            case ReactionTried() if isinstance(step, ReactionRoll):
                context = context._replace(rolled=context.rolled | {int(step.start)})
    return context
