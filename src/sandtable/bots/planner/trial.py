"""A trial: one plan, played out in one position that fits the view, with dice that are the same for every plan.

A roll depends on the trial's number and on what is rolled for, not on how much was rolled before: two plans that lead to
the same combat see the same dice in it, and what is left between them is the difference that they make themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple
from zlib import crc32

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Dice, Roll, Rulebook, Seat
from sandtable.kernel.machine.actions import DICE, rolled
from sandtable.kernel.machine.engine import (
    Outcome,
    asked,
    control_default,
    dice_asked,
    options,
    outcomes,
    take,
    top,
    written,
)
from sandtable.kernel.machine.steps import Sheets

from .playbook import Plan

# A trial that is still under way after so many answers is worth what has become of it until then.
LONGEST: Final = 3_000
# A roll that can fall in so many ways is dealt by exact chances.
FEW: Final = 216
# Multiples of it, as far as they lie between whole numbers, cover the numbers from 0 to 1 evenly however many are taken.
GOLDEN: Final = 0.6180339887498949
# How many lots there are.
LOTS: Final = 1 << 32


class CommonDice:
    """Dice by what they are rolled for: the same world, the same combat, the same roll.

    The first roll is dealt rather than drawn where it can end in few ways: the worlds share its outcomes out by their exact
    chances, so that a handful of trials of one attack is no streak of luck.
    """

    def __init__(self, lot: int, world: int) -> None:
        self._seed: Final = lot + world
        self._share: Final = (lot / LOTS + world * GOLDEN) % 1.0
        self._times: Final[Counter[int]] = Counter()

    def fall(self, g: Any) -> Action:
        """What is rolled in *g*."""
        dice = dice_asked(g)
        first = not self._times
        roll = rolled(self.roll(dice, top(g)))
        return dealt(outcomes(g), self._share) if first and dice.ways() <= FEW else roll

    def roll(self, dice: Dice, what: object) -> Roll:
        """The faces of *dice* for *what*; another roll when the same is rolled for again."""
        key = crc32(repr(what).encode())
        self._times[key] += 1
        rng = Random(self._seed << 48 ^ key << 16 ^ self._times[key])
        return tuple([rng.randint(1, sides) for sides in dice.sides])


def dealt(ways: Sequence[Outcome], share: float) -> Action:
    """The outcome at which the chances of those before it add up to *share*, from 0 to 1."""
    total = 0.0
    for way in ways:
        total += float(way.chance)
        if total > share:
            return way.action
    return ways[-1].action


class Table(NamedTuple):
    """Who sits around a position that is played on: the seat with its plan, its stand-in, and the stand-in of all others."""

    rulebook: Rulebook[Any]
    seat: Seat
    plan: Plan
    own: Bot
    others: Bot

    def answer_of(self, g: Any, seat: Seat) -> Action:
        """What *seat* answers in *g*."""
        if seat == self.seat:
            return decided(self.rulebook, g, seat, self.plan, self.own)
        return decided(self.rulebook, g, seat, None, self.others)


def play_on(g: Any, table: Table, dice: CommonDice, finished: Callable[[Any], bool]) -> None:
    """Play *g* on until it is *finished*."""
    for _ in range(LONGEST):
        who = asked(g)
        if not who or finished(g):
            return
        holds = control_default(g)
        if who == (DICE,):
            take(g, dice.fall(g), DICE)
        elif holds is not None:
            take(g, holds, who[0])
        else:
            # A plan has looked whether it may be done, and a bot has picked from what is offered.
            take(g, table.answer_of(g, who[0]), who[0])


def decided(rulebook: Rulebook[Any], g: Any, seat: Seat, plan: Plan | None, stand_in: Bot) -> Action:
    """What *seat* answers in *g*: by its *plan*, where that has something to say that may be said, else by its *stand_in*."""
    if not isinstance(top(g), Sheets):
        offered = options(g, seat)
        wanted = plan(g, seat, offered) if plan is not None else None
        if wanted is not None and wanted in offered:
            return wanted
        return stand_in.decide(stand_in.sight(rulebook, g, seat), offered)

    def line(offered: Sequence[Action]) -> Action:
        wanted = plan(g, seat, offered) if plan is not None else None
        return wanted if wanted is not None else stand_in.decide(stand_in.sight(rulebook, g, seat), offered)

    return written(g, seat, line)
