"""One combat along the front: what both sides have put into it, and what is left of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.kernel import GameState, Seat, Setup, Tables

ATTACKER: Final = Seat(0)
DEFENDER: Final = Seat(1)
ROLES: Final = ("attacker", "defender")
# The ground of the attacked hex; desert is known so that it can be refused.
GROUNDS: Final = ("open", "mountain", "swamp", "jungle", "forest", "desert")
AMPHIBIOUS: Final = "amphibious"
TARGETS: Final = ("front", "partisans", "garrison")
# The kinds of points that can be lost; bombers fight as Air points.
KINDS: Final = ("men", "tanks", "air", "bombers")
COLOURS: Final = {"G": "green", "Y": "yellow", "B": "blue", "O": "orange", "R": "red"}


@dataclass(frozen=True, kw_only=True)
class Contingent:
    """[Military Effectiveness] The points of one hex or nation in the combat, with their effectiveness (ME)."""

    me: int
    men: int = 0
    tanks: int = 0
    air: int = 0
    bombers: int = 0
    lsp: int = 0
    name: str = ""
    # The hex it fights from or in, where that was told.
    hex: str = ""

    @property
    def cv(self) -> int:
        """[Men, Tanks, Aircraft] Combat strength before effectiveness: one for each man, tank and aircraft point."""
        return self.men + self.tanks + self.air + self.bombers


@dataclass(frozen=True, kw_only=True)
class Battle:
    """What both sides have allocated and where they meet."""

    attackers: tuple[Contingent, ...]
    defenders: tuple[Contingent, ...]
    terrain: str = "open"
    amphibious: bool = False
    landing_craft: bool = True
    fortification: int = 0
    major_city: bool = False
    partisans_against: frozenset[str] = frozenset()
    # by side: the sum of cards added to the die, and the number of cards that shift a column
    cards: tuple[int, int] = (0, 0)
    card_shifts: tuple[int, int] = (0, 0)
    target: str = "front"
    winter: bool = False
    hexsides: int = 1

    def side(self, side: Seat) -> tuple[Contingent, ...]:
        """The contingents of *side*."""
        return self.attackers if side == ATTACKER else self.defenders

    def total(self, side: Seat, kind: str) -> int:
        """All points of one *kind* (or all "lsp", or the whole "cv") that *side* has in the combat."""
        return sum(int(getattr(contingent, kind)) for contingent in self.side(side))

    def in_the_air(self, side: Seat) -> int:
        """[Strategic Bombers, Bombing Support] Air points: aircraft, and bombers that support the combat."""
        return self.total(side, "air") + self.total(side, "bombers")

    def grounds(self) -> tuple[str, ...]:
        """The columns of the terrain table whose effects apply, those of an amphibious assault last (F-28)."""
        return (self.terrain, AMPHIBIOUS) if self.amphibious else (self.terrain,)

    def setup(self) -> Setup:
        """The combat as a setup, so that two different combats are never the same position."""
        said = vars(self) | {"partisans_against": sorted(self.partisans_against)}
        return Setup("combat", {name: str(value) for name, value in said.items()})


class Fighting(GameState):
    """What the steps of a combat work on: the battle, the tables, and what is left of both sides."""

    COLUMNS: ClassVar[tuple[str, ...]] = KINDS
    NUMBERS: ClassVar[tuple[str, ...]] = (
        "column",
        "attacker_die",
        "defender_die",
        "difference",
        "advance",
        "target_destroyed",
    )

    men: list[int]
    tanks: list[int]
    air: list[int]
    bombers: list[int]
    column: int
    attacker_die: int
    defender_die: int
    difference: int
    # how many hexes the attacker's front line may go forward
    advance: int
    target_destroyed: int

    @property
    def battle(self) -> Battle:
        """What both sides have put into the combat under way."""
        raise NotImplementedError

    @property
    def tables(self) -> Tables:
        """The tables of the game."""
        raise NotImplementedError

    def muster(self) -> None:
        """Everything that is in the battle stands, and nothing is decided yet."""
        for kind in KINDS:
            setattr(self, kind, [self.battle.total(side, kind) for side in (ATTACKER, DEFENDER)])
        self.column = self.attacker_die = self.defender_die = self.difference = 0
        self.advance = self.target_destroyed = 0

    def points_gone(self, side: Seat, kind: str) -> int:
        """The points of *kind* that *side* has lost."""
        return self.battle.total(side, kind) - int(getattr(self, kind)[side])

    def left(self, side: Seat) -> int:
        """All points that *side* has left."""
        return sum(int(getattr(self, kind)[side]) for kind in KINDS)


class Frontline(Fighting):
    """A combat by itself, as somebody has described it."""

    def __init__(self, battle: Battle, tables: Tables) -> None:
        super().__init__(battle.setup())
        self._battle: Final = battle
        self._tables: Final = tables
        self.muster()

    @property
    def battle(self) -> Battle:
        """As it was described."""
        return self._battle

    @property
    def tables(self) -> Tables:
        """The tables it is judged by."""
        return self._tables


def enemy(side: Seat) -> Seat:
    """The other side."""
    return DEFENDER if side == ATTACKER else ATTACKER
