"""[2.2] Units: what is printed on the counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

from sandtable.kernel import SandtableError, Seat

AXIS: Final = Seat(0)
SOVIET: Final = Seat(1)
SEATS: Final = ("german", "soviet")
# In the place of a unit that a scenario does not have.
NOBODY: Final = -1


class BadRoster(SandtableError):
    """An order of battle that cannot be read."""


class Nation(IntEnum):
    """Whose unit it is."""

    GERMAN = 0
    FINNISH = 1
    HUNGARIAN = 2
    ROMANIAN = 3
    SOVIET = 4


class Kind(IntEnum):
    """What sort of unit it is, by the symbol on the counter."""

    FOOT = 0
    CAVALRY = 1
    MOTORIZED = 2
    MECHANIZED = 3
    ARMOR = 4


class Size(IntEnum):
    """How big it is, by the mark above the symbol."""

    REGIMENT = 0
    BRIGADE = 1
    DIVISION = 2
    CORPS = 3


# [8.12.1] Exploit rating by kind (R-22: foot and cavalry are the infantry that does not exploit).
EXPLOIT_RATING: Final = {Kind.FOOT: 0, Kind.CAVALRY: 0, Kind.MOTORIZED: 1, Kind.MECHANIZED: 1, Kind.ARMOR: 2}
SIZES: Final = {Size.REGIMENT: "III", Size.BRIGADE: "X", Size.DIVISION: "XX", Size.CORPS: "XXX"}
# Movement classes (campaign.CLASSES) as bits: foot, motorized, mechanized.
CLASS_OF: Final = {Kind.FOOT: 1, Kind.CAVALRY: 1, Kind.MOTORIZED: 2, Kind.MECHANIZED: 4, Kind.ARMOR: 4}
# [AGN 4.1, AGS 4.1] What counts of a unit in a stack: no German; of a size of which a third may join a stack of two; free.
FOREIGN: Final = 1
SMALL: Final = 2
FREE: Final = 4
# Beside the movement classes of a force: that there are Finns in it, to whom the Svir is closed [AGN 4.7].
FINNISH: Final = 8
MOBILE: Final = frozenset({Kind.MOTORIZED, Kind.MECHANIZED, Kind.ARMOR})
ARMORED: Final = frozenset({Kind.MECHANIZED, Kind.ARMOR})
_NEEDED: Final = ("id", "name", "side", "nationality", "type", "size", "sp", "ma", "turn")


class Counter:
    """One counter as printed, with the turn it comes in and where the historical set-up puts it."""

    def __init__(self, row: Mapping[str, Any], source: str) -> None:
        for key in _NEEDED:
            if key not in row:
                raise BadRoster(f"{source}: unit {row.get('id', '?')!r} lacks {key!r}")
        try:
            self.nation: Final = Nation[row["nationality"].upper()]
            self.kind: Final = Kind[row["type"].upper()]
            self.size: Final = Size[row["size"].upper()]
        except KeyError as wrong:
            raise BadRoster(
                f"{source}: unit {row['id']!r} has {wrong.args[0].lower()!r}, which is unknown"
            ) from None
        self.id: Final[str] = row["id"]
        self.name: Final[str] = row["name"]
        self.side: Final = SOVIET if self.nation is Nation.SOVIET else AXIS
        self.sp: Final[int] = row["sp"]
        self.ma: Final[int] = row["ma"]
        self.turn: Final[int] = row["turn"]
        self.zone: Final[str] = row.get("zone", "")
        self.hex: Final[str] = row.get("draft_hex", "")
        self.parent: Final[str] = row.get("parent", "")
        self.nkvd: Final[bool] = bool(row.get("nkvd", False))
        self.hanko: Final = self.zone == "hanko"
        # What everybody reads on it, as plain data.
        self.face: Final[Mapping[str, Any]] = {
            "unit": self.id,
            "name": self.name,
            "side": SEATS[self.side],
            "nation": self.nation.name.lower(),
            "symbol": self.kind.name.lower(),
            "size": SIZES[self.size],
            "printed": self.sp,
            "movement": self.ma,
        }

    @property
    def zoi(self) -> bool:
        """[AGN 3.1, AGS 3.1, AGN 3.2, AGS 3.2] Whether its kind projects a zone of influence (R-54: Finns count as German here).

        Of the Russians, armor and mechanized units do.
        """
        if self.nation is Nation.SOVIET:
            return self.kind in ARMORED
        return self.kind is not Kind.FOOT

    @property
    def stacked_as(self) -> int:
        """[AGN 4.1, AGS 4.1] What counts of it in a stack: an NKVD regiment may be there for free."""
        foreign = 0 if self.nation is Nation.GERMAN else FOREIGN
        small = SMALL if self.size in (Size.BRIGADE, Size.DIVISION) else 0
        return foreign | small | (FREE if self.nkvd and self.size is Size.REGIMENT else 0)

    @property
    def starts(self) -> bool:
        """Whether it is set up before the first turn."""
        return self.turn == 1


class Roster:
    """All counters of a scenario, in a fixed order: their place in it is the unit's number."""

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
        self.hanko: Final = next((n for n, c in enumerate(self.counters) if c.hanko), NOBODY)
        # The printed facts that are asked for all the time, by unit.
        self.nation_of: Final = tuple(c.nation for c in self.counters)
        self.class_of: Final = tuple(CLASS_OF[c.kind] for c in self.counters)
        self.moves_as: Final = tuple(
            CLASS_OF[c.kind] | (FINNISH if c.nation is Nation.FINNISH else 0) for c in self.counters
        )
        self.mobile: Final = tuple(c.kind in MOBILE for c in self.counters)
        self.armored: Final = tuple(c.kind in ARMORED for c in self.counters)
        self.sp_of: Final = tuple(c.sp for c in self.counters)
        self.ma_of: Final = tuple(c.ma for c in self.counters)
        self.zoi_of: Final = tuple(c.zoi for c in self.counters)
        self.stacked_as: Final = tuple(c.stacked_as for c in self.counters)
        self.finns: Final = self._of_nations(Nation.FINNISH)
        # [AGS 4.7] Those who may not meet.
        self.quarrelling: Final = self._of_nations(Nation.HUNGARIAN, Nation.ROMANIAN)

        # Those to whom hexes are closed in which no enemy is.
        self.bound: Final = self.finns | self.quarrelling
        self.of_nation: Final = {
            nation: tuple(n for n, c in enumerate(self.counters) if c.nation is nation) for nation in Nation
        }

    def _of_nations(self, *nations: Nation) -> frozenset[int]:
        return frozenset(n for n, c in enumerate(self.counters) if c.nation in nations)

    def __len__(self) -> int:
        return len(self.counters)

    def __getitem__(self, unit: int) -> Counter:
        return self.counters[unit]


def read_counters(document: Mapping[str, Any], source: str) -> list[Counter]:
    """The counters of an order of battle."""
    return [Counter(row, source) for row in document.get("unit", [])]
