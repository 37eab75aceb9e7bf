"""Playing a position out: typed faces first, then a source of dice; decisions by a stated policy.

This is how a described combat is resolved: the rulebook's own steps run until nothing is left to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..chance.dice import BadDice, DiceSource, Roll
from .actions import DICE, rolled
from .engine import answer, asked, dice_asked, settle
from .explore import FirstOption, Policy, decided
from .state import GameState


def play_out(
    g: GameState, typed: Sequence[Roll], source: DiceSource, policy: Policy | None = None
) -> list[Roll]:
    """Answer until nothing is asked, and return the rolls made.

    The faces of *typed* are used one after another, whether written as one roll or several; where they end *source*
    goes on, but never in the middle of a roll. BadDice if faces do not fit, or are left over.
    """
    decide = policy or FirstOption()
    faces = [face for roll in typed for face in roll]
    given, rolls = len(faces), list[Roll]()
    settle(g)
    while who := asked(g):
        if who != (DICE,):
            answer(g, decided(g, who[0], decide), who[0])
            continue
        dice = dice_asked(g)
        if faces:
            roll, faces = tuple(faces[: len(dice.sides)]), faces[len(dice.sides) :]
        else:
            roll = source.roll(dice, len(rolls))
        if not dice.fits(roll):
            raise BadDice(f"the dice given are {', '.join(map(str, roll))}, but {dice} is to be rolled")
        answer(g, rolled(roll), DICE)
        rolls.append(roll)
    if faces:
        raise BadDice(f"{given} dice are given, but only {given - len(faces)} are rolled here")
    return rolls
