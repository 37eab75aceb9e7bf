"""[3] Supporting artillery: ranges, and what guns add to a combat."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction
from typing import Final

from sandtable.kernel import Tables

from .movement import too_late_to_fight
from .state import Operation
from .supply import pay_for_fire

GUNS: Final = ("field", "medium", "rocket", "infantry_guns")


class Reach(IntEnum):
    """Where a target lies for a gun."""

    OUT = 0
    LONG = 1
    EFFECTIVE = 2


def reach(tables: Tables, guns: str, km: Fraction | int) -> Reach:
    """[3.1] Whether *guns* (field, medium, rocket, infantry guns) reach a target at *km*, and how well (A-11)."""
    effective, long = (tables["artillery"].look_up(row=guns, column=c) for c in ("effective", "long"))
    if isinstance(effective, int) and km <= effective:
        return Reach.EFFECTIVE
    return Reach.LONG if isinstance(long, int) and km <= long else Reach.OUT


def farthest(tables: Tables, guns: str) -> int:
    """[10.1] How far *guns* interdict: their long range, and those that have none their effective range (A-25)."""
    ranges = [tables["artillery"].look_up(row=guns, column=c) for c in ("effective", "long")]
    return max(km for km in ranges if isinstance(km, int))


def weight(statuses: Iterable[int], at: Reach) -> int:
    """[3.2] What guns add: their status at effective range, half of it at long range, the sum rounded down (A-11)."""
    total = sum(statuses)
    return {Reach.EFFECTIVE: total, Reach.LONG: total // 2, Reach.OUT: 0}[at]


def fires(g: Operation, gun: int) -> bool:
    """[3.2] Pay for the fire of *gun*; False if it cannot pay, was bombed silent, or has moved for more than half a turn."""
    return not too_late_to_fight(g.moved(gun)) and not g.silenced[gun] and pay_for_fire(g, gun)
