"""What happens in combat; ``events`` hands these out together with all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.kernel import Event, Facts, counted, parse_action
from sandtable.kernel import Revealed as Opened

from ..position.state import Front
from ..position.words import SIDES, hex_words, names, they, unit_name
from .plans import PLAN_NAMES, POSTURE_NAMES, Plan, Posture, suited
from .strength import crt_dice

# By what the air unit can still do, ``Air``.
AIR: Final = (
    "it can give the shift and the reroll again",
    "it keeps the shift",
    "it keeps the reroll",
    "it is grounded until the next turn",
)


@dataclass(slots=True)
class Revealed(Opened):
    """Plan and posture were shown; it keeps the name under which the kernel tells of opened answers."""

    def sentence(self, g: Front) -> str:
        chosen = {action.verb: action.args[0] for action in (parse_action(text) for _, text in self.answers)}
        plan, posture = PLAN_NAMES[Plan(chosen["plan"])], POSTURE_NAMES[Posture(chosen["posture"])]
        return f"Plan and posture are shown: {plan} against {posture}."


@dataclass(slots=True)
class Declared(Event):
    """A concerted attack on a hex was declared; its kind stays secret."""

    rule: ClassVar[str] = "8.1"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    hex: int

    def sentence(self, g: Front) -> str:
        return f"A concerted attack on {hex_words(g, self.hex)} is declared."


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

    def sentence(self, g: Front) -> str:
        plan, posture = PLAN_NAMES[Plan(self.plan)], POSTURE_NAMES[Posture(self.posture)]
        return (
            f"Combat in {hex_words(g, self.hex)}: {names(g, self.attackers)} ({self.attacker_sp} SP, {plan}) "
            f"against {names(g, self.defenders)} ({self.defender_sp} SP, {posture})."
        )


@dataclass(slots=True)
class Overwhelmed(Event):
    """Twelve to one: the defender is eliminated without a roll."""

    rule: ClassVar[str] = "AGN 4.8.2"
    facts: ClassVar[Facts] = Facts(role="combat_ends", hexes=("hex",))
    hex: int

    def sentence(self, g: Front) -> str:
        return f"Twelve to one: the defenders of {hex_words(g, self.hex)} are overwhelmed."


@dataclass(slots=True)
class AirCommitted(Event):
    """The German air unit supports the combat."""

    rule: ClassVar[str] = "AGN 4.4"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int

    def sentence(self, g: Front) -> str:
        return f"The air unit supports the combat in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class AirChecked(Event):
    """The air unit was checked after use: what it can still do."""

    rule: ClassVar[str] = "AGN 4.4"
    total: int
    needed: int
    left: int

    def sentence(self, g: Front) -> str:
        return f"The air unit rolls {self.total} and needs {self.needed}: {AIR[self.left]}."


@dataclass(slots=True)
class DiceFixed(Event):
    """Columns and modifiers with which both sides roll on the Combat Results Table."""

    rule: ClassVar[str] = "8.5"
    attacker_column: int
    attacker_drm: int
    defender_column: int
    defender_drm: int

    def sentence(self, g: Front) -> str:
        labels = g.campaign.tables["crt"].columns.labels
        attacker, defender = (
            f"{crt_dice(column)}d6 in column {labels[column]} ({drm:+d})"
            for column, drm in (
                (self.attacker_column, self.attacker_drm),
                (self.defender_column, self.defender_drm),
            )
        )
        return f"The attacker rolls {attacker}, the defender {defender}."


@dataclass(slots=True)
class Inflicted(Event):
    """Loss points of a combat, after the Combat Matrix: rungs of the ladder."""

    rule: ClassVar[str] = "8.6"
    attacker_rung: int
    defender_rung: int

    def sentence(self, g: Front) -> str:
        attacker, defender = suited(self.attacker_rung), suited(self.defender_rung)
        return (
            f"Loss points after the Combat Matrix: the attacker inflicts {attacker}, the defender {defender}."
        )


@dataclass(slots=True)
class Counterattacked(Event):
    """The Counterattack Table was rolled."""

    rule: ClassVar[str] = "8.9"
    column: str
    die: int
    defender_loses: int
    attacker_loses: int

    def sentence(self, g: Front) -> str:
        return (
            f"The defender counterattacks at {self.column} and rolls {self.die}: "
            f"it loses {self.defender_loses}, the attacker {self.attacker_loses}."
        )


@dataclass(slots=True)
class PaidWithPoints(Event):
    """Loss points were paid with replacement points."""

    rule: ClassVar[str] = "AGN 4.5.1"
    side: int
    points: int

    def sentence(self, g: Front) -> str:
        return f"{SIDES[self.side]} pay for {counted(self.points, 'loss point')} with replacement points."


@dataclass(slots=True)
class LostStrength(Event):
    """A unit lost strength; only its owner hears which and how much."""

    rule: ClassVar[str] = "8.8"
    unit: int
    points: int
    left: int

    def sentence(self, g: Front) -> str:
        points = counted(self.points, "strength point")
        return f"{unit_name(g, self.unit)} loses {points} and has {self.left or 'none'} left."


@dataclass(slots=True)
class Eliminated(Event):
    """A unit was eliminated."""

    rule: ClassVar[str] = "2.4"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int

    def sentence(self, g: Front) -> str:
        return f"{unit_name(g, self.unit)} is eliminated."


@dataclass(slots=True)
class Won(Event):
    """A combat was decided."""

    rule: ClassVar[str] = "8.10"
    facts: ClassVar[Facts] = Facts(role="combat_ends", points=("attacker_inflicted", "defender_inflicted"))
    winner: int
    attacker_inflicted: int
    defender_inflicted: int

    def sentence(self, g: Front) -> str:
        return (
            f"{SIDES[self.winner]} win the combat: the attacker inflicted {self.attacker_inflicted}, "
            f"the defender {self.defender_inflicted}."
        )


@dataclass(slots=True)
class Retreated(Event):
    """A force fell back."""

    rule: ClassVar[str] = "8.11"
    facts: ClassVar[Facts] = Facts(hexes=("to",))
    units: tuple[int, ...]
    to: int

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'falls', 'fall')} back to {hex_words(g, self.to)}."


@dataclass(slots=True)
class Demoralized(Event):
    """Units became demoralized."""

    rule: ClassVar[str] = "2.8"
    units: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'is', 'are')} demoralized."


@dataclass(slots=True)
class Routed(Event):
    """The strongest unit gave way in a major city, and the others stayed."""

    rule: ClassVar[str] = "8.11"
    unit: int

    def sentence(self, g: Front) -> str:
        return f"{unit_name(g, self.unit)} is routed, and the others hold the city."
