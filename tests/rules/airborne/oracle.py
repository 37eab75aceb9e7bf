"""The playsheet read from its text alone: ground combat, flak, interdiction, fighters, resupply.

Units and serials are plain tuples; no step and no table of the engine is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

# Kilometres: effective range, long range.
RANGES = {"field": (8, 12), "medium": (12, 20), "rocket": (6, 6), "infantry_guns": (6, 6)}
# Air support: least number of squadrons for each level, by kind.
SQUADRONS = {"german_ga": (1, 3, 6, 10), "allied_ga": (1, 2, 4, 8), "heavy": (None, None, 1, 3)}
AIR = (4, 6, 8, 10)
CLOSE = ("close", "wood", "town", "marsh")


class Unit(NamedTuple):
    """A unit in contact."""

    status: int
    troop: str
    formation: str
    fuel: int = 1
    marks: tuple[str, ...] = ()


class Guns(NamedTuple):
    """Guns in support."""

    status: int
    kind: str
    km: int


class Side(NamedTuple):
    """One side of a ground combat; squadrons are (kind, number), once for each entry."""

    units: tuple[Unit, ...]
    guns: tuple[Guns, ...] = ()
    squadrons: tuple[tuple[str, int], ...] = ()
    factors: int = 0


class Result(NamedTuple):
    """A line of the results table."""

    band: str
    attacker_loses: int
    defender_loses: int
    retire_open: str | None
    retire_close: str | None
    supply: int
    counter_attack: bool


RESULTS = (
    (12, Result("12+", 1, 2, "2d6", "1d6", 2, False)),
    (8, Result("8-11", 1, 1, "1d6", "1d3", 1, False)),
    (5, Result("5-7", 1, 1, "2", "1", 1, True)),
    (-1, Result("4 to -1", 1, 1, None, None, 0, False)),
    (-999, Result("below -1", 1, 0, None, None, 0, True)),
)


def standing(side: Side) -> list[Unit]:
    """A-53: units of status 0 are gone before anything is counted."""
    return [u for u in side.units if u.status > 0]


def score(
    attacker: Side, defender: Side, ground: str, die: int, *, advantage: str = "none", hasty: bool = False
) -> int:
    """(Attacker's status + factors) - (defender's status + factors) + 1d6."""
    ours, theirs = standing(attacker), standing(defender)
    arms = {u.troop for u in ours}
    combined = "tanks" in arms and bool(arms & {"foot", "mech"})
    attack = _common(attacker, defender, ground)
    attack += len(ours) * (combined + (advantage == "attacker"))
    attack -= sum("light_infantry" in u.marks for u in ours)
    attack -= 2 * sum(hasty or "unprepared" in u.marks for u in ours)
    defence = _common(defender, attacker, ground) + len(theirs) * (advantage == "defender")
    defence += len(theirs) * (ground in CLOSE and "tanks" in arms)
    return attack - defence + die


def _common(side: Side, enemy: Side, ground: str) -> int:
    """What counts alike for attacker and defender."""
    units = standing(side)
    total = sum(u.status for u in units) + side.factors + artillery(side.guns) + air(side.squadrons)
    formations: dict[str, int] = {}
    for unit in units:
        formations[unit.formation] = formations.get(unit.formation, 0) + unit.status
    most = max(formations, key=lambda name: formations[name])
    tanks_against = any(u.troop == "tanks" for u in standing(enemy))
    alone = not side.guns and not any(u.troop == "tanks" for u in units)
    for unit in units:
        total -= unit.formation != most
        total -= 2 * bool({"non_tactical", "road_column"} & set(unit.marks))
        total -= unit.troop in ("mech", "tanks", "recce") and unit.fuel == 0
        total -= ground == "open" and unit.troop in ("foot", "mech") and tanks_against and alone
    return total


def artillery(guns: Sequence[Guns]) -> int:
    """Full status at effective range; half of the sum, rounded down, at long range."""
    near = sum(g.status for g in guns if g.km <= RANGES[g.kind][0])
    far = sum(g.status for g in guns if RANGES[g.kind][0] < g.km <= RANGES[g.kind][1])
    return near + far // 2


def air(squadrons: Sequence[tuple[str, int]]) -> int:
    """A-38: squadrons of a kind add up, kinds do not; the best level counts once."""
    best = 0
    for kind, needed in SQUADRONS.items():
        flying = sum(number for k, number in squadrons if k == kind)
        for least, bonus in zip(needed, AIR, strict=True):
            if least is not None and flying >= least:
                best = max(best, bonus)
    return best


def result(points: int) -> Result:
    """The line of the results table."""
    return next(line for least, line in RESULTS if points >= least)


def overruns(attacker: Side, defender: Side, points: int, *, ordered: bool) -> bool:
    """A-18: mostly tanks, twice the status, a breakthrough order, and 5 or more."""
    ours, theirs = (sum(u.status for u in standing(side)) for side in (attacker, defender))
    tanks = sum(u.status for u in standing(attacker) if u.troop == "tanks")
    return ordered and 2 * tanks > ours and ours >= 2 * theirs and points >= 5


def losses(side: Side, each: int) -> int:
    """Status lost, no unit more than it has."""
    return sum(min(u.status, each) for u in standing(side))


def counter_attacks(line: Result, attacker: Side, defender: Side, extra: int, *, itself: bool) -> bool:
    """A-17: at 5-7 and below -1, never in answer to another, and only while somebody is left on both sides."""
    left = [
        any(u.status > each for u in standing(side))
        for side, each in ((attacker, line.attacker_loses + extra), (defender, line.defender_loses))
    ]
    return line.counter_attack and not itself and all(left)


# ---- in the air

# Loss from, damage from: by flak and target.
FLAK = {
    ("heavy", "overflight"): (6, 5),
    ("heavy", "drop_2km"): (5, 3),
    ("heavy", "drop_4km"): (6, 5),
    ("light", "overflight"): (7, 6),
    ("light", "drop_2km"): (5, 4),
    ("light", "drop_4km"): (7, 6),
}


def flak(
    guns: Sequence[str], target: str, serials: int, share: int, damage: int, dice: Iterator[int]
) -> tuple[int, int, int]:
    """Serials lost, serials damaged, status lost; each serial carries *share* status (A-37).

    Each flak unit rolls once for each serial that still flies; the second damage brings it down with its load.
    """
    down = hurt = status = 0
    for _ in range(serials):
        hits, taken = damage, 0
        for gun in guns:
            if hits >= 2:
                break
            die, (loss, dam) = next(dice), FLAK[gun, target]
            hits += die >= dam
            taken += die >= loss
        down += hits >= 2
        hurt += hits == 1
        status += share if hits >= 2 else min(taken, share)
    return down, hurt, status


# Least tactical squadrons or battalions, least heavy squadrons, loss from, immobilised from.
INTERDICTION = ((1, None, 6, 5), (3, 1, 6, 4), (5, 2, 5, 3), (7, 4, 5, 2), (9, 6, 4, 2), (13, 8, 3, 2))


def interdiction(tactical: int, heavy: int, status: int, dice: Sequence[int]) -> tuple[int, int]:
    """Status lost and units immobilised: one die a unit, in the better of the two rows (A-25)."""
    _, _, loss, stop = [
        row for row in INTERDICTION if tactical >= row[0] or (row[1] is not None and heavy >= row[1])
    ][-1]
    return sum(min(1, status) for die in dice if die >= loss), sum(die >= stop for die in dice)


# From 1-1 to 6-1: what the larger side needs to win, and what it loses with.
FIGHTERS = ((6, 1), (5, 1), (4, 0), (3, 0), (2, 0), (1, 0))


def fighters(interceptors: int, escort: int, die: int) -> tuple[str, int, int]:
    """Who wins ("interceptors", "escort" or "" for a draw), and squadrons lost by interceptors and escort (A-22)."""
    larger_is_interceptor = interceptors >= escort
    large, small = max(interceptors, escort), min(interceptors, escort)
    win, lose = FIGHTERS[min(large // small, 6) - 1]
    large_share, small_share = (1, 2) if die >= win else (2, 1) if die <= lose else (1, 1)
    large_loses = min(large, _nearest(Fraction(large_share * small, 10)))
    small_loses = min(small, _nearest(Fraction(small_share * large, 10)))
    names = ("interceptors", "escort") if larger_is_interceptor else ("escort", "interceptors")
    winner = names[0] if die >= win else names[1] if die <= lose else ""
    return (winner, large_loses, small_loses) if larger_is_interceptor else (winner, small_loses, large_loses)


def resupply(points: int, modifier: int, dice: Sequence[int]) -> int:
    """Points that arrive, in lots of ten: points times (score + 4) tenths, halves up, but for one printed cell (A-26)."""
    arrived = 0
    for die in dice:
        lot, points = min(points, 10), max(0, points - 10)
        total = min(max(die + modifier, -4), 6)
        arrived += 6 if (lot, total) == (9, 2) else _nearest(Fraction(lot * (total + 4), 10))
    return arrived


def _nearest(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))
