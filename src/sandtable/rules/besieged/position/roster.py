"""[Counters] The counters: nation, class, the factor of each year, movement, steps, and when and where they come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

from sandtable.kernel import SandtableError, Seat

AXIS: Final = Seat(0)
SOVIET: Final = Seat(1)
SEATS: Final = ("german", "soviet")
SIDES: Final = ("axis", "soviet")
FIRST_YEAR: Final = 1941
YEARS: Final = 5
# Where a reinforcement comes in that has no place of its own.
WEST_EDGE: Final = "west edge"
_NEEDED: Final = ("id", "name", "nation", "class", "factors", "movement", "steps", "turn")


class BadRoster(SandtableError):
    """An order of battle that cannot be read."""


class Nation(IntEnum):
    """Whose unit it is."""

    GERMAN = 0
    FINNISH = 1
    ROMANIAN = 2
    HUNGARIAN = 3
    ITALIAN = 4
    SLOVAK = 5
    SOVIET = 6
    POLISH = 7
    SOVIET_ROMANIAN = 8
    BULGARIAN = 9


AXIS_NATIONS: Final = frozenset(Nation) - {n for n in Nation if n >= Nation.SOVIET}


class Movement(IntEnum):
    """[Terrain Costs] How a unit pays for ground."""

    FOOT = 0
    CAVALRY = 1
    ARMOUR = 2
    MOUNTAIN = 3


class Classes:
    """[Classes] What the classes of units count as."""

    def __init__(self, row: Mapping[str, list[str]]) -> None:
        self.movement: Final[dict[str, Movement]] = {
            name: how
            for how, key in (
                (Movement.FOOT, "foot"),
                (Movement.CAVALRY, "cavalry"),
                (Movement.ARMOUR, "armour"),
            )
            for name in row[key]
        } | {"mtn": Movement.MOUNTAIN}
        self.armour_type: Final = frozenset(row["armour_type"])
        self.armies: Final = frozenset(row["armies"])
        self.lorried: Final = frozenset(row["lorried"])


class Counter:
    """One counter as printed, with the turn it comes in and the place."""

    def __init__(self, row: Mapping[str, Any], classes: Classes, source: str) -> None:
        for key in _NEEDED:
            if key not in row:
                raise BadRoster(f"{source}: unit {row.get('id', '?')!r} lacks {key!r}")
        kind, nation = row["class"], str(row["nation"]).upper()
        if kind not in classes.movement or nation not in Nation.__members__:
            raise BadRoster(
                f"{source}: unit {row['id']!r} has the class {kind!r} and the nation {nation.lower()!r}"
            )
        if len(row["factors"]) != YEARS:
            raise BadRoster(f"{source}: unit {row['id']!r} needs a factor for each of the {YEARS} years")
        self.id: Final[str] = row["id"]
        self.name: Final[str] = row["name"]
        self.nation: Final = Nation[nation]
        self.side: Final = AXIS if self.nation in AXIS_NATIONS else SOVIET
        self.kind: Final[str] = kind
        self.moves_as: Final = classes.movement[kind]
        self.is_armour: Final = kind in classes.armour_type
        self.is_army: Final = kind in classes.armies
        self.is_mountain: Final = kind == "mtn"
        self.is_airborne: Final = kind == "abn"
        self.gets_lorries: Final = kind in classes.lorried
        self.factors: Final[tuple[int, ...]] = tuple(row["factors"])
        self.movement: Final[int] = row["movement"]
        self.steps: Final[int] = row["steps"]
        self.turn: Final[int] = row["turn"]
        self.place: Final[str] = row.get("place", row.get("entry", WEST_EDGE))
        self.hex: Final[str] = row.get("hex", "")
        self.otherwise: Final[str] = row.get("otherwise", "")
        self.replaces: Final[str] = row.get("replaces", "")
        self.condition: Final[str] = row.get("if", "")
        self.static_until: Final[int] = row.get("static_until", 0)
        self.wakes_near: Final[str] = row.get("wakes_near", "")
        self.front: Final[str] = row.get("front", "")
        self.command: Final[str] = row.get("army", self.front)


class Roster:
    """All counters in a fixed order: their place in it is the unit's number."""

    def __init__(self, counters: Iterable[Counter]) -> None:
        self.counters: Final = tuple(counters)
        self.numbers: Final = {c.id: n for n, c in enumerate(self.counters)}
        if len(self.numbers) != len(self.counters):
            raise BadRoster("two units have the same id")
        self.ids: Final = tuple(self.numbers)
        self.side_of: Final = tuple(int(c.side) for c in self.counters)
        self.of_side: Final = tuple(
            tuple(n for n, c in enumerate(self.counters) if c.side == side) for side in (AXIS, SOVIET)
        )
        self.airborne: Final = tuple(
            tuple(n for n in units if self.counters[n].is_airborne) for units in self.of_side
        )

    def __len__(self) -> int:
        return len(self.counters)

    def __getitem__(self, unit: int) -> Counter:
        return self.counters[unit]


def read_roster(document: Mapping[str, Any], classes: Classes, source: str) -> Roster:
    """The counters that *document* lists; BadRoster names *source* and what is wrong."""
    return Roster(Counter(row, classes, source) for row in document["unit"])
