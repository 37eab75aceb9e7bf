"""[11] Air resupply: a die with factors, and the ready reckoner."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sandtable.kernel import Chance, Dice, Reckoning, Roll, Tables

from .events import Supplied
from .state import Operation

DIE: Final = Dice.of(1, 6)
LARGEST_LOT: Final = 10
FACTORS: Final = {
    "poor_terrain": "poor terrain",
    "contested": "the zone is contested",
    "airstrip": "landed on an airstrip",
    "afdag": "landed on an airstrip with AFDAG",
    "fighters": "enemy fighters intervene",
    "flak": "enemy flak intervenes",
}


def modifier(tables: Tables, factors: Collection[str]) -> Reckoning:
    """[11.1] What is added to the die: all factors that hold, AFDAG in place of the airstrip (A-26)."""
    total = Reckoning("added to the die")
    for name, words in FACTORS.items():
        if name in factors and not (name == "airstrip" and "afdag" in factors):
            total.add(words, int(tables["resupply_factors"].look_up(row=name, column="value")), "11.1")
    return total


def lots(points: int) -> list[int]:
    """[11.2] The points in lots of ten at most, each with a roll of its own (A-26)."""
    full, rest = divmod(points, LARGEST_LOT)
    return [LARGEST_LOT] * full + [rest] * bool(rest)


def arriving(tables: Tables, points: int, score: int) -> int:
    """[11.2] Points that arrive; scores are held to -4 to 6."""
    return int(tables["resupply"].look_up(row=points, column=score))


class ResupplyRoll(Chance[Operation]):
    """[11.2] One die for a lot of supply points on a dropzone (A-26)."""

    rule = "11.2"
    rolls = DIE

    def __init__(self, points: int, added: int) -> None:
        self.points: Final = points
        self.added: Final = added

    def resolve(self, g: Operation, roll: Roll) -> None:
        """What arrives lies on the dropzone."""
        g.tell(self.dropped(g, roll))

    def dropped(self, g: Operation, roll: Roll) -> Supplied:
        """[11.2] What came of *roll*; it is counted among what was delivered."""
        score = roll[0] + self.added
        arrived = arriving(g.tables, self.points, score)
        g.delivered += arrived
        return Supplied(self.points, roll[0], score, arrived)
