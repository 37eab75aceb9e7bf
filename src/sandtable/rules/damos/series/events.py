"""What happens in a DAMOS game, as facts. Units and hexes are numbers; ``text`` makes sentences of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.kernel import Event, Facts

from .combat.events import (
    AirChecked,
    AirCommitted,
    CombatBegan,
    Counterattacked,
    Declared,
    Demoralized,
    DiceFixed,
    Eliminated,
    Inflicted,
    LostStrength,
    Overwhelmed,
    PaidWithPoints,
    Retreated,
    Routed,
    Won,
)

__all__ = [
    "Activated",
    "AirChecked",
    "AirCommitted",
    "AlliesQuarrel",
    "Arrived",
    "AttacksExpected",
    "Attrited",
    "AttritionChecked",
    "CombatBegan",
    "Converted",
    "CossacksRide",
    "Counterattacked",
    "Declared",
    "Demoralized",
    "DiceFixed",
    "DroppedOff",
    "Eliminated",
    "GameEnded",
    "Inflicted",
    "LostStrength",
    "Moved",
    "Overstacked",
    "Overwhelmed",
    "PaidWithPoints",
    "PhaseBegan",
    "PickedUp",
    "Railed",
    "Rallied",
    "ReactionTried",
    "Received",
    "Replaced",
    "Retreated",
    "Routed",
    "SetUp",
    "Shipped",
    "SpentPoints",
    "Straggled",
    "Surrendered",
    "TurnBegan",
    "Won",
]


@dataclass(slots=True)
class TurnBegan(Event):
    """A game turn began."""

    rule: ClassVar[str] = "4.0"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int


@dataclass(slots=True)
class PhaseBegan(Event):
    """A phase of a side began."""

    rule: ClassVar[str] = "4.0"
    facts: ClassVar[Facts] = Facts(role="phase")
    side: int
    phase: str


@dataclass(slots=True)
class SetUp(Event):
    """A unit was set up."""

    rule: ClassVar[str] = "AGN 6.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    unit: int
    hex: int


@dataclass(slots=True)
class Arrived(Event):
    """A reinforcement or a rebuilt unit came onto the map."""

    rule: ClassVar[str] = "5.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
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
    facts: ClassVar[Facts] = Facts(hexes=("hexes",))
    hexes: tuple[int, ...]


@dataclass(slots=True)
class Activated(Event):
    """A force was activated."""

    rule: ClassVar[str] = "7.0"
    facts: ClassVar[Facts] = Facts(role="prelude", hexes=("hex",), units=("units",))
    units: tuple[int, ...]
    hex: int


@dataclass(slots=True)
class Moved(Event):
    """A force moved along a path."""

    rule: ClassVar[str] = "7.0"
    facts: ClassVar[Facts] = Facts(role="move", units=("units",), path=("path",))
    units: tuple[int, ...]
    path: tuple[int, ...]


@dataclass(slots=True)
class Railed(Event):
    """A force used strategic movement."""

    rule: ClassVar[str] = "6.0"
    facts: ClassVar[Facts] = Facts(role="move", units=("units",), path=("path",))
    units: tuple[int, ...]
    path: tuple[int, ...]


@dataclass(slots=True)
class Shipped(Event):
    """A force was moved by sea."""

    rule: ClassVar[str] = "AGN 4.6"
    facts: ClassVar[Facts] = Facts(hexes=("to",))
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
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
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
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    units: tuple[int, ...]
    hex: int
    retreats: int
    drm: int
    succeeded: int


@dataclass(slots=True)
class AttritionChecked(Event):
    """A force that marched far has no line of supply: it rolls, with this modifier."""

    rule: ClassVar[str] = "9.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int
    drm: int


@dataclass(slots=True)
class Attrited(Event):
    """What the march without supply has cost a force; only its owner hears of it."""

    rule: ClassVar[str] = "9.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int
    points: int


@dataclass(slots=True)
class Surrendered(Event):
    """A surrounded force laid down its arms."""

    rule: ClassVar[str] = "10.0"
    facts: ClassVar[Facts] = Facts(role="loss", hexes=("hex",), units=("units",))
    units: tuple[int, ...]
    hex: int


@dataclass(slots=True)
class Overstacked(Event):
    """Units above the stacking limit were lost."""

    rule: ClassVar[str] = "2.3"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",), units=("units",))
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
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int


@dataclass(slots=True)
class AlliesQuarrel(Event):
    """Hungarians and Romanians met: both are out of the game."""

    rule: ClassVar[str] = "AGS 4.7"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int


@dataclass(slots=True)
class GameEnded(Event):
    """The last turn is over."""

    rule: ClassVar[str] = "AGN 5.0"
    facts: ClassVar[Facts] = Facts(role="action")
    winner: int
    level: str
