"""One combat of the card: what both sides brought, and what has come of it so far.

The steps of the card (``combat``) work on any ``Fighting`` state: on a described combat, which only counts what they
order, and on the board, where units are lost, retreat and advance.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from sandtable.kernel import GameState, Reading, Roll, Seat, Setup, Table, Tables

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
    # Columns to the left or right besides air, which no described combat has: the first winter.
    shift: int = 0
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


class Fighting(GameState):
    """A state in which a combat of the card is fought: the steps ask it what was brought, and order what follows."""

    column: int
    die: int
    adjusted: int

    @property
    def battle(self) -> Battle:
        """What both sides brought."""
        raise NotImplementedError

    @property
    def charts(self) -> Tables:
        """The tables that are read."""
        raise NotImplementedError

    @property
    def table(self) -> Table:
        """The table on which this combat is resolved."""
        return self.charts["blitzkrieg" if self.battle.blitzkrieg else "crt"]

    @property
    def result(self) -> str:
        """The result as printed; an attack below the table surrenders."""
        if self.column == BELOW:
            return "surrender"
        return str(self.table.look_up(row=self.adjusted, column=self.table.columns.labels[self.column]))

    def roller(self) -> Seat | None:
        """Whose die it is, where a seat of the game rolls it."""
        return None

    def reading(self, roll: Roll) -> Reading | None:
        """How *roll* is read, where players look on."""
        return None

    # ---- what a result orders

    def lose_steps(self, side: Seat, steps: int) -> None:
        """*side* loses *steps*."""
        raise NotImplementedError

    def remove_all(self, side: Seat, fate: Fate) -> None:
        """All units of *side* in the combat are gone, as *fate* says."""
        raise NotImplementedError

    def fall_back(self, side: Seat, least: int, most: int) -> None:
        """The survivors of *side* retreat *least* to *most* hexes."""
        raise NotImplementedError

    def lock(self) -> None:
        """The survivors of both sides are locked, if it is the first impulse."""
        raise NotImplementedError

    def go_forward(self, hexes: int) -> None:
        """The attackers may advance, armor-type units by *hexes* where the result says "Adv"."""
        raise NotImplementedError


class Besieged(Fighting):
    """A described combat under way: it counts what the steps order."""

    COLUMNS = ("lost", "fate", "retreat_least", "retreat_most")
    NUMBERS = ("column", "die", "adjusted", "advance", "others_advance", "locked")

    def __init__(self, battle: Battle, tables: Tables) -> None:
        super().__init__(battle.setup())
        self._battle: Final = battle
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
    def battle(self) -> Battle:
        """What both sides brought, as described."""
        return self._battle

    @property
    def charts(self) -> Tables:
        """The tables of the book, or the user's."""
        return self.tables

    def steps_left(self, side: Seat) -> int:
        """The steps that *side* still has, or UNKNOWN."""
        had = self.battle.steps[side]
        return UNKNOWN if had == UNKNOWN else had - self.lost[side]

    def lose_steps(self, side: Seat, steps: int) -> None:
        """Count them; a side without steps is eliminated, not surrendered (B-17)."""
        left = self.steps_left(side)
        self.lost[side] += steps if left == UNKNOWN else min(steps, left)
        if self.steps_left(side) == 0:
            self.fate[side] = Fate.ELIMINATED

    def remove_all(self, side: Seat, fate: Fate) -> None:
        """Every step it has left, and how it went."""
        self.lost[side] += max(self.steps_left(side), 0)
        self.fate[side] = fate

    def fall_back(self, side: Seat, least: int, most: int) -> None:
        """So many hexes, if anybody is left to go; the surrounded have no way out and surrender (B-18)."""
        if self.fate[side] != Fate.FIGHTING:
            return
        if ROLES[side] in self.battle.surrounded:
            self.remove_all(side, Fate.SURRENDERED)
            return
        self.retreat_least[side], self.retreat_most[side] = least, most

    def lock(self) -> None:
        """Locked, if it is the first impulse and both sides are still there."""
        fighting = all(fate == Fate.FIGHTING for fate in self.fate)
        self.locked = int(self.battle.impulse == "first" and fighting)

    def go_forward(self, hexes: int) -> None:
        """How far armor-type attackers and the others may go."""
        if self.fate[ATTACKER] != Fate.FIGHTING:
            return
        emptied = self.fate[DEFENDER] != Fate.FIGHTING
        self.advance = max(hexes, int(emptied))
        self.others_advance = int(bool(hexes) or emptied)
