"""[Factors] What a unit is worth in combat: the factor of its year, its steps, its supply (B-36)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sandtable.kernel import Reckoning

from .war import War


def strength(g: War, unit: int) -> int:
    """[Factors] The combat strength of *unit*: reduced by lost steps, then halved out of supply, rounded up (B-36)."""
    worth = g.factor(unit)
    return -(-worth // 2) if g.unsupplied[unit] else worth


def attack_strength(g: War, unit: int) -> int:
    """[Factors, Landings] The same in an attack: a unit that has just landed counts half."""
    worth = strength(g, unit)
    return -(-worth // 2) if g.landed[unit] else worth


def attack_reckoning(g: War, units: Iterable[int]) -> Reckoning:
    """[Factors] The attackers' strength, unit by unit."""
    found = Reckoning("attack strength")
    for unit in units:
        notes = _notes(g, unit) + (", just landed" if g.landed[unit] else "")
        found.add(f"{g.counter(unit).name}{notes}", attack_strength(g, unit), "Factors")
    return found


def defence_reckoning(g: War, units: Iterable[int], *, doubled: bool = False) -> Reckoning:
    """[Factors] The defenders' strength, unit by unit; *doubled* in a Major City where that option is played."""
    found = Reckoning("defence strength")
    for unit in units:
        found.add(f"{g.counter(unit).name}{_notes(g, unit)}", strength(g, unit), "Factors")
    return found.times("in a Major City", Fraction(2), "Factors") if doubled else found


def _notes(g: War, unit: int) -> str:
    counter = g.counter(unit)
    lost = f" with {g.steps[unit]} of {counter.steps} steps" if g.steps[unit] < counter.steps else ""
    return lost + (", out of supply" if g.unsupplied[unit] else "")
