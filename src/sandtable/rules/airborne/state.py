"""The position of an airborne operation: what each ground unit, air unit and stock has left, and what the latest dice came to.

An adjudication fills in the few counters that it is about. The columns are those of a whole operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from math import lcm
from typing import ClassVar, Final

from sandtable.kernel import GameState, Seat, Setup, Tables

ATTACKER: Final = Seat(0)
DEFENDER: Final = Seat(1)
# What a unit holds of each kind at the start unless somebody says otherwise.
STOCK: Final = 4


class Troop(IntEnum):
    """The kinds of troops that the movement table tells apart; UNSTATED where only numbers were given."""

    UNSTATED = 0
    FOOT = 1
    MECH = 2
    TANKS = 3
    ARTILLERY = 4
    RECCE = 5

    @property
    def word(self) -> str:
        """The kind as it stands in the table."""
        return self.name.lower()


class Ground(IntEnum):
    """The grounds of the sheet."""

    OPEN = 0
    CLOSE = 1
    WOOD = 2
    TOWN = 3
    MARSH = 4

    @property
    def word(self) -> str:
        """The ground as it stands in the table."""
        return self.name.lower()


class Mode(IntEnum):
    """How a unit moved last."""

    TACTICAL = 0
    NON_TACTICAL = 1
    ROAD_COLUMN = 2

    @property
    def word(self) -> str:
        """The mode as it stands in the table."""
        return self.name.lower()


@dataclass(frozen=True, kw_only=True)
class Counter:
    """What is printed on a counter. ``units`` is how many units it stands for: losses and factors are per unit."""

    name: str
    side: Seat
    troop: Troop = Troop.UNSTATED
    formation: str = ""
    light: bool = False
    # Both arms in one counter, and guns that lift "unsupported".
    combined: bool = False
    antitank: bool = False
    units: int = 1
    status: int = 0
    ammo: int = STOCK
    fuel: int = STOCK


# In the place of what the dice have not told yet.
NOT_YET: Final = -1
# In the place of a unit: there is none aboard.
NOBODY: Final = -1


@dataclass(frozen=True, kw_only=True)
class Flight:
    """Fighters, or transports or bombers, that fly together: ``strength`` counts squadrons or serials.

    ``carries`` is the number of the ground unit aboard, or NOBODY.
    """

    name: str
    strength: int
    carries: int = NOBODY


class Printed:
    """What all copies of a position share: counters, flights and tables."""

    def __init__(
        self, tables: Tables, counters: Sequence[Counter] = (), flights: Sequence[Flight] = ()
    ) -> None:
        self.tables: Final = tables
        self.counters: Final = tuple(counters)
        self.flights: Final = tuple(flights)
        allowances = [cell for *_, cell in tables["movement"] if isinstance(cell, int) and cell > 0]
        # Every kilometre of every allowance is a whole number of ticks, so that fractions of a turn stay exact.
        self.ticks: Final = 2 * lcm(*allowances)


class Operation(GameState):
    """An operation under way, or the part of one that Control adjudicates."""

    COLUMNS: ClassVar[tuple[str, ...]] = (
        "status",
        "ammo",
        "fuel",
        "mode",
        "spent",
        "prepared",
        "granted",
        "immobile",
        "silenced",
        "report",
        "strength",
        "damage",
        "shed",
    )
    NUMBERS: ClassVar[tuple[str, ...]] = (
        "die",
        "score",
        "band",
        "retired",
        "overrun",
        "air_result",
        "delivered",
    )

    def __init__(self, setup: Setup, printed: Printed) -> None:
        super().__init__(setup)
        self.printed: Final = printed
        counters, flights = printed.counters, printed.flights
        # by counter
        self.status: list[int] = [c.status for c in counters]
        self.ammo: list[int] = [c.ammo for c in counters]
        self.fuel: list[int] = [c.fuel for c in counters]
        self.mode: list[int] = [int(Mode.TACTICAL)] * len(counters)
        self.spent: list[int] = [0] * len(counters)
        self.prepared: list[int] = [1] * len(counters)
        self.granted: list[int] = [0] * len(counters)
        self.immobile: list[int] = [0] * len(counters)
        self.silenced: list[int] = [0] * len(counters)
        self.report: list[int] = [NOT_YET] * len(counters)
        # by flight: squadrons or serials, damage taken, and status that flak has shot out of its load
        self.strength: list[int] = [f.strength for f in flights]
        self.damage: list[int] = [0] * len(flights)
        self.shed: list[int] = [0] * len(flights)
        # what the latest dice came to
        self.die = 0
        self.score = 0
        self.band = NOT_YET
        self.retired = NOT_YET
        self.overrun = 0
        self.air_result = NOT_YET
        self.delivered = 0

    @property
    def tables(self) -> Tables:
        """The tables in use."""
        return self.printed.tables

    def counter(self, unit: int) -> Counter:
        """What is printed on *unit*."""
        return self.printed.counters[unit]

    def flight(self, number: int) -> Flight:
        """What was written down of flight *number*."""
        return self.printed.flights[number]

    def troop(self, unit: int) -> Troop:
        """The kind of troops of *unit*."""
        return self.counter(unit).troop

    def formation(self, unit: int) -> str:
        """[2.4.5] The formation of *unit*, "" if it never suffers from being of another one."""
        return self.counter(unit).formation

    @property
    def artillery_is_capped(self) -> bool:
        """[3.3] Whether artillery adds no more than twice what the units in contact have."""
        return False

    def supply_to_lose(self, unit: int) -> str:
        """[5.6] The kind of supply that *unit* loses first by a standing answer; empty where its owner is asked (A-46)."""
        return ""

    def moved(self, unit: int) -> Fraction:
        """The fraction of the turn that *unit* has spent on movement."""
        return Fraction(self.spent[unit], self.printed.ticks)

    def spend(self, unit: int, fraction: Fraction) -> None:
        """Add *fraction* of a turn to what *unit* has moved; finer than a tick counts as a whole one."""
        self.spent[unit] += -(-fraction * self.printed.ticks // 1)


def living(g: Operation, units: Sequence[int]) -> list[int]:
    """[5] Those of *units* that have status left: at 0 a unit is destroyed (A-4)."""
    return [unit for unit in units if g.status[unit] > 0]


def lose_status(g: Operation, unit: int, per_unit: int) -> int:
    """[5] *unit* loses *per_unit* for each unit it stands for, never below 0 (A-14); how much it was."""
    lost = min(g.status[unit], per_unit * g.counter(unit).units)
    g.status[unit] -= lost
    return lost
