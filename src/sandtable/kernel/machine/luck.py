"""Luck: how good each roll was among all that could have come, from the told rolls alone.

The percentile of a roll is the chance of one that is less good for whoever rolled, and half the chance of one as good:
on average it is a half, whatever was rolled. Where low faces are good, pips are counted from the other end.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any, Final, NamedTuple

from ..chance.dice import Dice
from ..chance.distribution import Distribution, sum_of
from .events import Rolled

HALF: Final = Fraction(1, 2)


class Luck(NamedTuple):
    """The luck of one seat: its rolls, the pips they showed and should have shown, and its standing.

    The standing is how many standard deviations the percentiles together lie above (or below) a half each.
    """

    rolls: int
    actual: int
    expected: Fraction
    standing: float

    def as_json(self) -> dict[str, Any]:
        """The luck as it goes over the wire."""
        return {
            "rolls": self.rolls,
            "actual": self.actual,
            "expected": str(self.expected),
            "standing": f"{self.standing:+.1f}",
        }


def is_weighed(roll: Rolled) -> bool:
    """Whether the roll says with which dice it was made; records of old did not."""
    return bool(roll.sides) and Dice(roll.sides).fits(tuple(roll.faces))


def goodness(roll: Rolled) -> int:
    """The pips of the roll, counted so that more is better for whoever rolled."""
    total = sum(roll.faces)
    return total if roll.high_is_good else sum(roll.sides) + len(roll.sides) - total


def percentile(roll: Rolled) -> Fraction:
    """The chance of a roll less good than this one, and half the chance of one as good."""
    return _percentiles(tuple(roll.sides))[goodness(roll)]


def luck_of(rolls: Iterable[Rolled]) -> Luck:
    """The luck of all *rolls* together."""
    count, actual, expected, above, variance = 0, 0, Fraction(0), Fraction(0), Fraction(0)
    for roll in rolls:
        sides = tuple(roll.sides)
        count += 1
        actual += goodness(roll)
        expected += sum_of(Dice(sides)).mean()
        above += percentile(roll) - HALF
        variance += _variance(sides)
    return Luck(count, actual, expected, float(above) / sqrt(variance) if variance else 0.0)


@lru_cache(maxsize=256)
def _percentiles(sides: tuple[int, ...]) -> dict[int, Fraction]:
    # A sum and its mirror are equally likely, so one table serves both directions.
    found: dict[int, Fraction] = {}
    below = Fraction(0)
    for total, chance in sorted(sum_of(Dice(sides)).items()):
        found[total] = below + chance * HALF
        below += chance
    return found


@lru_cache(maxsize=256)
def _variance(sides: tuple[int, ...]) -> Fraction:
    totals: Distribution[int] = sum_of(Dice(sides))
    at = _percentiles(sides)
    return sum((chance * (at[total] - HALF) ** 2 for total, chance in totals.items()), Fraction(0))
