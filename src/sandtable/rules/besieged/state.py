"""One combat of the card: what both sides brought, and what has come of it so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from sandtable.kernel import GameState, Seat, Setup, Table, Tables

ATTACKER: Final = Seat(0)
DEFENDER: Final = Seat(1)
ROLES: Final = ("attacker", "defender")
NATIONS: Final = ("german", "russian")
TERRAINS: Final = ("clear", "forest", "swamp", "mountain")
WEATHERS: Final = ("clear", "light_mud", "mud", "snow")
IMPULSES: Final = ("first", "second")
# Steps that nobody has told us; losses are then counted without an end.
UNKNOWN: Final = -1
# The column of an attack too weak for the table.
BELOW: Final = -1


class Fate(IntEnum):
    """What became of a side's units in the combat."""

    FIGHTING = 0
    ELIMINATED = 1
    SURRENDERED = 2


@dataclass(frozen=True, kw_only=True)
class Battle:
    """What both sides brought into the combat, as the players said it."""

    attack: int
    defence: int
    # Attacking corps and armies; None where nobody counted them.
    units: int | None = None
    air: int = 0
    weather: str = "clear"
    blitzkrieg: bool = False
    drm: int = 0
    field_marshal: frozenset[str] = frozenset()
    armour: str = ""
    mountain_units: frozenset[str] = frozenset()
    river: bool = False
    terrain: str = "clear"
    major_city: bool = False
    surrounded: frozenset[str] = frozenset()
    impulse: str = ""
    steps: tuple[int, int] = (UNKNOWN, UNKNOWN)

    def setup(self) -> Setup:
        """The combat as a setup, so that two different combats are never the same position."""
        said = {
            name: str(sorted(v)) if isinstance(v, frozenset) else str(v) for name, v in vars(self).items()
        }
        return Setup("combat", said)


class Besieged(GameState):
    """A combat under way."""

    COLUMNS = ("lost", "fate", "retreat_least", "retreat_most")
    NUMBERS = ("column", "die", "adjusted", "advance", "others_advance", "locked")

    def __init__(self, battle: Battle, tables: Tables) -> None:
        super().__init__(battle.setup())
        self.battle: Final = battle
        self.tables: Final = tables
        # by side: steps lost, what became of it, and how many hexes it must and may retreat
        self.lost: list[int] = [0, 0]
        self.fate: list[int] = [Fate.FIGHTING, Fate.FIGHTING]
        self.retreat_least: list[int] = [0, 0]
        self.retreat_most: list[int] = [0, 0]
        self.column = BELOW
        self.die = 0
        self.adjusted = 0
        # hexes that armour-type attackers and the others may advance
        self.advance = 0
        self.others_advance = 0
        self.locked = 0

    @property
    def table(self) -> Table:
        """The table on which this combat is resolved."""
        return self.tables["blitzkrieg" if self.battle.blitzkrieg else "crt"]

    @property
    def result(self) -> str:
        """The result as printed; an attack below the table surrenders."""
        if self.column == BELOW:
            return "surrender"
        return str(self.table.look_up(row=self.adjusted, column=self.table.columns.labels[self.column]))

    def steps_left(self, side: Seat) -> int:
        """The steps that *side* still has, or UNKNOWN."""
        had = self.battle.steps[side]
        return UNKNOWN if had == UNKNOWN else had - self.lost[side]
