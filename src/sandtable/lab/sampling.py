"""Monte Carlo through the rules themselves: the same position played on again and again with rolled dice.

The exact odds of ``kernel.explore`` are measured against this; it is also what to use where a position can go too many
ways to be explored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeVar

from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.machine.actions import DICE, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, options
from sandtable.kernel.machine.explore import Policy
from sandtable.kernel.machine.state import GameState

G = TypeVar("G", bound=GameState)
M = TypeVar("M", bound=Hashable)


def sample(
    g: G,
    finished: Callable[[G], bool],
    measure: Callable[[G], M],
    policy: Policy,
    *,
    runs: int,
    seed: int,
) -> Counter[M]:
    """How often each ``measure`` came out in so many *runs* of *g* until ``finished``."""
    dice = SeededDice(seed)
    found: Counter[M] = Counter()
    rolls = 0
    for _ in range(runs):
        twin = g.copy()
        twin.told = None
        while twin.agenda and not finished(twin):
            who = asked(twin)
            if who == (DICE,):
                answer(twin, rolled(dice.roll(dice_asked(twin), rolls)), DICE)
                rolls += 1
            else:
                answer(twin, policy.choose(twin, who[0], options(twin, who[0])), who[0])
        found[measure(twin)] += 1
    return found
