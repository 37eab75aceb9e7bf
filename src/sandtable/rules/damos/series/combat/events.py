"""What happens in combat; ``events`` hands these out together with all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.kernel import Event, Facts


@dataclass(slots=True)
class Declared(Event):
    """A concerted attack on a hex was declared; its kind stays secret."""

    rule: ClassVar[str] = "8.1"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    hex: int


@dataclass(slots=True)
class CombatBegan(Event):
    """Two forces fight: total strengths, plan and posture are open now."""

    rule: ClassVar[str] = "8.2"
    facts: ClassVar[Facts] = Facts(role="combat_begins", hexes=("hex",))
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
    facts: ClassVar[Facts] = Facts(role="combat_ends", hexes=("hex",))
    hex: int


@dataclass(slots=True)
class AirCommitted(Event):
    """The German air unit supports the combat."""

    rule: ClassVar[str] = "AGN 4.4"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
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
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int


@dataclass(slots=True)
class Won(Event):
    """A combat was decided."""

    rule: ClassVar[str] = "8.10"
    facts: ClassVar[Facts] = Facts(role="combat_ends", points=("attacker_inflicted", "defender_inflicted"))
    winner: int
    attacker_inflicted: int
    defender_inflicted: int


@dataclass(slots=True)
class Retreated(Event):
    """A force fell back."""

    rule: ClassVar[str] = "8.11"
    facts: ClassVar[Facts] = Facts(hexes=("to",))
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
