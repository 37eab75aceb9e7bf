"""Odds as an adjudicator answers them, laid out for whoever shows them: distributions first, then single chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class Chances(NamedTuple):
    """One question and the chance of each answer to it; a single chance is one of "yes"."""

    title: str
    outcomes: dict[str, str]

    @property
    def mean(self) -> Fraction | None:
        """What comes on average, where the answers are numbers."""
        if not all(outcome.isdigit() for outcome in self.outcomes):
            return None
        found = (int(outcome) * Fraction(chance) for outcome, chance in self.outcomes.items())
        return sum(found, Fraction(0))


def distributions(odds: Mapping[str, Any], of: str = "") -> Iterator[Chances]:
    """Every distribution in *odds*; those of a combat within a round under its name."""
    for name, value in odds.items():
        if not isinstance(value, dict) or not value:
            continue
        if all(is_chance(v) for v in value.values()):
            yield Chances(f"{of}{in_words(name)}", dict(value))
        elif all(isinstance(v, dict) for v in value.values()):
            for within, more in value.items():
                yield from distributions(more, f"{within}: ")
                yield from single_chances(more, f"{within}: ")


def single_chances(odds: Mapping[str, Any], of: str = "") -> Iterator[Chances]:
    """Every chance in *odds* that stands alone."""
    for name, value in odds.items():
        if is_chance(value):
            yield Chances(f"{of}{in_words(name)}", {"yes": value})


def is_chance(value: object) -> bool:
    """Whether *value* is an exact probability such as "7/12"."""
    if not isinstance(value, str):
        return False
    top, slash, bottom = value.partition("/")
    return bool(slash) and top.isdigit() and bottom.isdigit()


def in_words(name: str) -> str:
    """The name of a field as people read it."""
    return name.replace("_", " ")
