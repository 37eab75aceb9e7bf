"""Exact distributions: what may come out, each with a probability that is a fraction; they sum to one, always."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from .dice import Dice, sums

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Distribution(Generic[T]):
    """A finite distribution with exact weights."""

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        self._chances = {outcome: chance for outcome, chance in chances.items() if chance}
        if any(chance < 0 for chance in self._chances.values()):
            raise ValueError("a probability is below 0")
        if sum(self._chances.values()) != 1:
            raise ValueError(f"probabilities sum to {sum(self._chances.values())}, not to 1")

    @staticmethod
    def certain(outcome: U) -> Distribution[U]:
        """The distribution that always gives *outcome*."""
        return Distribution({outcome: Fraction(1)})

    @staticmethod
    def collected(weighed: Iterable[tuple[U, Fraction]]) -> Distribution[U]:
        """Equal outcomes put together."""
        chances: dict[U, Fraction] = {}
        for outcome, chance in weighed:
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        return Distribution(chances)

    def __getitem__(self, outcome: T) -> Fraction:
        return self._chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chances == other._chances

    __hash__ = None  # type: ignore[assignment]  # as a mapping

    def items(self) -> Iterable[tuple[T, Fraction]]:
        """Outcomes with their probabilities."""
        return self._chances.items()

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The distribution of ``change(outcome)``."""
        return Distribution.collected((change(outcome), chance) for outcome, chance in self._chances.items())

    def then(self, next_: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """What comes out when each outcome leads to a distribution of its own."""
        return Distribution.collected(
            (after, chance * more)
            for outcome, chance in self._chances.items()
            for after, more in next_(outcome).items()
        )

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The probability of all outcomes for which *holds*."""
        return sum((chance for outcome, chance in self._chances.items() if holds(outcome)), Fraction(0))

    def mean(self: Distribution[int]) -> Fraction:
        """The expected value of a distribution of numbers."""
        return sum((outcome * chance for outcome, chance in self._chances.items()), Fraction(0))

    def as_json(self) -> dict[str, str]:
        """Outcomes as text with "num/den" each, in order."""
        ordered = sorted(
            self._chances, key=lambda o: (not isinstance(o, int), o if isinstance(o, int) else 0, str(o))
        )
        return {str(o): f"{self._chances[o].numerator}/{self._chances[o].denominator}" for o in ordered}


def added(parts: Iterable[Distribution[tuple[int, ...]]]) -> Distribution[tuple[int, ...]]:
    """The sum of *parts* that do not depend on each other, number by number: their convolution.

    The weights are counted in whole numbers over one denominator: many parts make long fractions, and to reduce each
    of them on the way would take most of the time.
    """
    ways: dict[tuple[int, ...], int] = {}
    whole = 1
    for part in parts:
        bottom = lcm(*(chance.denominator for _, chance in part.items()))
        faces = [(found, chance.numerator * (bottom // chance.denominator)) for found, chance in part.items()]
        whole *= bottom
        if not ways:
            ways = dict(faces)
            continue
        after: dict[tuple[int, ...], int] = {}
        for total, weight in ways.items():
            for found, more in faces:
                at = tuple(map(sum, zip(total, found, strict=True)))
                after[at] = after.get(at, 0) + weight * more
        ways = after
    return Distribution({total: Fraction(weight, whole) for total, weight in ways.items()})


def chained(start: T, stages: Iterable[Callable[[T], Distribution[T]]]) -> Distribution[T]:
    """Where a walk from *start* ends whose every stage leads from a place to a distribution over places.

    Like ``then`` over and over, but with whole numbers as weights, as in ``added``.
    """
    ways: dict[T, int] = {start: 1}
    whole = 1
    for stage in stages:
        found = [(stage(place), weight) for place, weight in ways.items()]
        bottom = lcm(*(chance.denominator for after, _ in found for _, chance in after.items()))
        whole *= bottom
        ways = {}
        for after, weight in found:
            for place, chance in after.items():
                more = weight * (chance.numerator * (bottom // chance.denominator))
                ways[place] = ways.get(place, 0) + more
    return Distribution({place: Fraction(weight, whole) for place, weight in ways.items()})


def sum_of(dice: Dice) -> Distribution[int]:
    """The exact distribution of the sum of *dice*."""
    ways = dice.ways()
    return Distribution({total: Fraction(n, ways) for total, n in sums(dice).items()})
