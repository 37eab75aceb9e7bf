"""[3.0, 8.2, 8.4] Strength in combat, postures, and twelve to one (R-12, R-13, R-34, R-42, R-68, R-75, R-84)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from .snapshot import AXIS, SOVIET, Snapshot, Unit

# [3.0] What an attacking armor or mechanized unit, another attacking unit, loses; what a defending force gains.
ATTACK = {
    "woods": (1, 0),
    "rough": (1, 0),
    "swamp": (2, 1),
    "mountain": (2, 1),
    "city": (2, 0),
    "major_city": (3, 1),
}
DEFENCE = {"woods": 1, "rough": 1, "swamp": 2, "mountain": 2, "town": 1, "city": 2, "major_city": 4}
ACROSS = {"river": Fraction(3, 4), "major_river": Fraction(1, 2)}
# [8.4] The postures that a hex has room for.
OPEN = ("clear", "woods", "rough")
COVER = ("woods", "rough", "swamp", "mountain")

# What a hex is, and what is built on it, if anything: ("woods", "town"), ("clear", "").
Ground = tuple[str, str]


def ground_of(s: Snapshot, hex_: int) -> Ground:
    """The ground of a hex."""
    return s.chart.ground[hex_], s.chart.built.get(hex_, "")


def attack_strength(units: Iterable[Unit], ground: Ground, river: str = "") -> int:
    """Each unit less its penalty, at least 1; the sum across the river, halves up, at least 1."""
    total = 0
    for unit in units:
        heavy, other = (0, 0)
        for word in ground:
            more_heavy, more_other = ATTACK.get(word, (0, 0))
            heavy, other = heavy + more_heavy, other + more_other
        total += max(1, unit.sp - (heavy if unit.kind in ("armor", "mechanized") else other))
    return max(1, floor(total * ACROSS.get(river, Fraction(1)) + Fraction(1, 2)))


def defence_strength(units: Iterable[Unit], ground: Ground) -> int:
    """The sum and what the hex gives, which never more than doubles it."""
    total = sum(u.sp for u in units)
    gain = sum(DEFENCE.get(word, 0) for word in ground)
    return total + min(total, gain)


def river_crossed(s: Snapshot, came_from: int | None, hex_: int) -> str:
    """The river that the phasing force crossed into the hex (R-84); Germans ignore them on turn 1 [AGN 4.8.5]."""
    if came_from is None or (s.phasing == AXIS and s.turn == 1):
        return ""
    return s.chart.rivers.get((came_from, hex_), "")


def postures(units: Iterable[Unit], ground: Ground, river: str) -> set[str]:
    """What the defending *units* may choose; a force with a demoralized unit has no posture."""
    force = list(units)
    if any(u.demoralized for u in force):
        return {"none"}
    hex_, built = ground
    if built in ("city", "major_city"):
        return {"steadfast"}
    may = {"steadfast"}
    if hex_ in OPEN and any(u.kind in ("armor", "mechanized") for u in force):
        may.add("counterattack")
    if hex_ in COVER or river:
        may.add("delay")
    if hex_ in COVER or built == "town":
        may.add("hedgehog")
    if force[0].side == SOVIET:
        return {"counterattack"} if "counterattack" in may else {"steadfast"}
    return may


def overwhelmed(attack: int, defence: int) -> bool:
    """[AGN 4.8.2] Twelve to one."""
    return attack >= 12 * defence
