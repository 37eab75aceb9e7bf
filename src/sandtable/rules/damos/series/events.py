"""What happens in a DAMOS game, as facts. Units and hexes are numbers; ``text`` makes sentences of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.kernel.events import Event


@dataclass(slots=True)
class TurnBegan(Event):
    """A game turn began."""

    rule: ClassVar[str] = "4.0"
    turn: int


@dataclass(slots=True)
class PhaseBegan(Event):
    """A phase of a side began."""

    rule: ClassVar[str] = "4.0"
    side: int
    phase: str


@dataclass(slots=True)
class SetUp(Event):
    """A unit was set up."""

    rule: ClassVar[str] = "AGN 6.0"
    unit: int
    hex: int


@dataclass(slots=True)
class Arrived(Event):
    """A reinforcement or a rebuilt unit came onto the map."""

    rule: ClassVar[str] = "5.0"
    unit: int
    hex: int


@dataclass(slots=True)
class Replaced(Event):
    """Replacement points restored strength; only the owner hears to whom."""

    rule: ClassVar[str] = "5.0"
    unit: int
    points: int


@dataclass(slots=True)
class Received(Event):
    """A side received replacement points: how many it has now, how many it lost to *missing* attacks, and options."""

    rule: ClassVar[str] = "AGN 4.5"
    side: int
    points: int
    left: int
    missing: int
    thrust: int
    doubled: int


@dataclass(slots=True)
class SpentPoints(Event):
    """A side spent replacement points."""

    rule: ClassVar[str] = "5.0"
    side: int
    points: int
    left: int


@dataclass(slots=True)
class Converted(Event):
    """Rail hexes were converted."""

    rule: ClassVar[str] = "AGN 4.3.1"
    hexes: tuple[int, ...]


@dataclass(slots=True)
class Activated(Event):
    """A force was activated."""

    rule: ClassVar[str] = "7.0"
    units: tuple[int, ...]
    hex: int


@dataclass(slots=True)
class Moved(Event):
    """A force moved along a path."""

    rule: ClassVar[str] = "7.0"
    units: tuple[int, ...]
    path: tuple[int, ...]


@dataclass(slots=True)
class Railed(Event):
    """A force used strategic movement."""

    rule: ClassVar[str] = "6.0"
    units: tuple[int, ...]
    path: tuple[int, ...]


@dataclass(slots=True)
class Shipped(Event):
    """A force was moved by sea."""

    rule: ClassVar[str] = "AGN 4.6"
    units: tuple[int, ...]
    to: int


@dataclass(slots=True)
class PickedUp(Event):
    """A force picked units up."""

    rule: ClassVar[str] = "7.0"
    units: tuple[int, ...]


@dataclass(slots=True)
class DroppedOff(Event):
    """A force left units behind."""

    rule: ClassVar[str] = "7.0"
    units: tuple[int, ...]
    hex: int


@dataclass(slots=True)
class Rallied(Event):
    """A force recovered from demoralization."""

    rule: ClassVar[str] = "2.8"
    units: tuple[int, ...]


@dataclass(slots=True)
class ReactionTried(Event):
    """A force tried to react; the modified roll needed 9."""

    rule: ClassVar[str] = "2.6.1"
    units: tuple[int, ...]
    hex: int
    retreats: int
    drm: int
    succeeded: int


@dataclass(slots=True)
class Declared(Event):
    """A concerted attack on a hex was declared; its kind stays secret."""

    rule: ClassVar[str] = "8.1"
    hex: int


@dataclass(slots=True)
class CombatBegan(Event):
    """Two forces fight: total strengths, plan and posture are open now."""

    rule: ClassVar[str] = "8.2"
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attacker_sp: int
    defender_sp: int
    plan: int
    posture: int


@dataclass(slots=True)
class Overwhelmed(Event):
    """Twelve to one: the defender is eliminated without a roll."""

    rule: ClassVar[str] = "AGN 4.8.2"
    hex: int


@dataclass(slots=True)
class AirCommitted(Event):
    """The German air unit supports the combat."""

    rule: ClassVar[str] = "AGN 4.4"
    hex: int


@dataclass(slots=True)
class AirChecked(Event):
    """The air unit was checked after use: what it can still do."""

    rule: ClassVar[str] = "AGN 4.4"
    total: int
    needed: int
    left: int


@dataclass(slots=True)
class DiceFixed(Event):
    """Columns and modifiers with which both sides roll on the Combat Results Table."""

    rule: ClassVar[str] = "8.5"
    attacker_column: int
    attacker_drm: int
    defender_column: int
    defender_drm: int


@dataclass(slots=True)
class Inflicted(Event):
    """Loss points of a combat, after the Combat Matrix: rungs of the ladder."""

    rule: ClassVar[str] = "8.6"
    attacker_rung: int
    defender_rung: int


@dataclass(slots=True)
class Counterattacked(Event):
    """The Counterattack Table was rolled."""

    rule: ClassVar[str] = "8.9"
    column: str
    die: int
    defender_loses: int
    attacker_loses: int


@dataclass(slots=True)
class PaidWithPoints(Event):
    """Loss points were paid with replacement points."""

    rule: ClassVar[str] = "AGN 4.5.1"
    side: int
    points: int


@dataclass(slots=True)
class LostStrength(Event):
    """A unit lost strength; only its owner hears which and how much."""

    rule: ClassVar[str] = "8.8"
    unit: int
    points: int
    left: int


@dataclass(slots=True)
class Eliminated(Event):
    """A unit was eliminated."""

    rule: ClassVar[str] = "2.4"
    unit: int


@dataclass(slots=True)
class Won(Event):
    """A combat was decided."""

    rule: ClassVar[str] = "8.10"
    winner: int
    attacker_inflicted: int
    defender_inflicted: int


@dataclass(slots=True)
class Retreated(Event):
    """A force fell back."""

    rule: ClassVar[str] = "8.11"
    units: tuple[int, ...]
    to: int


@dataclass(slots=True)
class Demoralized(Event):
    """Units became demoralized."""

    rule: ClassVar[str] = "2.8"
    units: tuple[int, ...]


@dataclass(slots=True)
class Routed(Event):
    """The strongest unit gave way in a major city, and the others stayed."""

    rule: ClassVar[str] = "8.11"
    unit: int


@dataclass(slots=True)
class AttritionChecked(Event):
    """A force that marched far has no line of supply: it rolls, with this modifier."""

    rule: ClassVar[str] = "9.0"
    hex: int
    drm: int


@dataclass(slots=True)
class Attrited(Event):
    """What the march without supply has cost a force; only its owner hears of it."""

    rule: ClassVar[str] = "9.0"
    hex: int
    points: int


@dataclass(slots=True)
class Surrendered(Event):
    """A surrounded force laid down its arms."""

    rule: ClassVar[str] = "10.0"
    units: tuple[int, ...]
    hex: int


@dataclass(slots=True)
class Overstacked(Event):
    """Units above the stacking limit were lost."""

    rule: ClassVar[str] = "2.3"
    units: tuple[int, ...]
    hex: int


@dataclass(slots=True)
class Straggled(Event):
    """An eliminated Russian unit will come back."""

    rule: ClassVar[str] = "AGN 4.8.4"
    unit: int
    turn: int


@dataclass(slots=True)
class AttacksExpected(Event):
    """So many attacks are expected of the Russians this turn."""

    rule: ClassVar[str] = "AGN 4.8.3"
    area: int
    number: int


@dataclass(slots=True)
class CossacksRide(Event):
    """The units of a hex count as ZOI-capable this turn."""

    rule: ClassVar[str] = "AGN 4.11"
    hex: int


@dataclass(slots=True)
class AlliesQuarrel(Event):
    """Hungarians and Romanians met: both are out of the game."""

    rule: ClassVar[str] = "AGS 4.7"
    hex: int


@dataclass(slots=True)
class GameEnded(Event):
    """The last turn is over."""

    rule: ClassVar[str] = "AGN 5.0"
    winner: int
    level: str
