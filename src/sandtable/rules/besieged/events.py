"""What happens on the board, as facts, each with its sentence. Units and hexes are numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.kernel import Event, Facts, counted

from .calendar import turn_name
from .position.war import War
from .position.words import ADJECTIVES, SIDES, hex_words, names, they, unit_name, weather_words

PHASES: Final = {
    "first impulse": "first impulse",
    "second impulse": "second impulse",
    "surprise": "only impulse of the surprise",
}


@dataclass(slots=True)
class TurnBegan(Event):
    """A game turn began."""

    rule: ClassVar[str] = "Sequence"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: War) -> str:
        return f"Turn {self.turn} begins: {turn_name(self.turn)}."


@dataclass(slots=True)
class ImpulseBegan(Event):
    """An impulse of a side began."""

    rule: ClassVar[str] = "Sequence"
    facts: ClassVar[Facts] = Facts(role="phase")
    side: int
    phase: str
    weather: int

    def sentence(self, g: War) -> str:
        return f"The {ADJECTIVES[self.side]} {PHASES[self.phase]} begins; the weather is {weather_words(self.weather)}."


@dataclass(slots=True)
class WeatherSet(Event):
    """The weather of an impulse is known."""

    rule: ClassVar[str] = "Weather"
    facts: ClassVar[Facts] = Facts(role="notice")
    impulse: int
    weather: int

    def sentence(self, g: War) -> str:
        which = "first" if self.impulse == 1 else "second"
        return f"The weather of the {which} impulse is {weather_words(self.weather)}."


@dataclass(slots=True)
class PointsReceived(Event):
    """A side received replacement points."""

    rule: ClassVar[str] = "Replacements"
    side: int
    infantry: int
    armour: int

    def sentence(self, g: War) -> str:
        return (
            f"{SIDES[self.side]} have {counted(self.infantry, 'replacement point')} for infantry "
            f"and {self.armour} for armor."
        )


@dataclass(slots=True)
class StepRestored(Event):
    """A unit regained a step."""

    rule: ClassVar[str] = "Replacements"
    facts: ClassVar[Facts] = Facts(role="action", units=("unit",))
    unit: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} regains a step."


@dataclass(slots=True)
class Rebuilt(Event):
    """An eliminated unit came back."""

    rule: ClassVar[str] = "Rebuilding"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",), units=("unit",))
    unit: int
    hex: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} is rebuilt in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Arrived(Event):
    """A reinforcement came onto the map."""

    rule: ClassVar[str] = "Reinforcements"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",), units=("unit",))
    unit: int
    hex: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} arrives in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Placed(Event):
    """A unit begins elsewhere than in its place."""

    rule: ClassVar[str] = "Placement"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",), units=("unit",))
    unit: int
    hex: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} begins in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Withdrawn(Event):
    """A unit left the front."""

    rule: ClassVar[str] = "Withdrawals"
    facts: ClassVar[Facts] = Facts(role="notice", units=("unit",))
    unit: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} is withdrawn."


@dataclass(slots=True)
class Exchanged(Event):
    """A unit took the place of another."""

    rule: ClassVar[str] = "Exchanges"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",), units=("unit",))
    unit: int
    old: int
    hex: int

    def sentence(self, g: War) -> str:
        new, old = unit_name(g, self.unit), unit_name(g, self.old)
        return f"{new} takes the place of {old} in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Moved(Event):
    """A unit moved."""

    rule: ClassVar[str] = "Movement"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), path=("path",))
    unit: int
    path: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} moves to {hex_words(g, self.path[-1])}."


@dataclass(slots=True)
class Railed(Event):
    """A unit went by rail."""

    rule: ClassVar[str] = "Rail"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), hexes=("start", "to"))
    unit: int
    start: int
    to: int

    def sentence(self, g: War) -> str:
        start, to = hex_words(g, self.start), hex_words(g, self.to)
        return f"{unit_name(g, self.unit)} goes by rail from {start} to {to}."


@dataclass(slots=True)
class Sailed(Event):
    """A unit went by sea, and may have landed in an enemy port."""

    rule: ClassVar[str] = "Sea"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), hexes=("start", "to"))
    unit: int
    start: int
    to: int
    landed: int

    def sentence(self, g: War) -> str:
        verb = "lands at" if self.landed else "sails to"
        return f"{unit_name(g, self.unit)} {verb} {hex_words(g, self.to)}."


@dataclass(slots=True)
class Dropped(Event):
    """An airborne unit dropped."""

    rule: ClassVar[str] = "Airborne"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), hexes=("start", "to"))
    unit: int
    start: int
    to: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} drops on {hex_words(g, self.to)}."


@dataclass(slots=True)
class Converted(Event):
    """Rail hexes were converted."""

    rule: ClassVar[str] = "Conversion"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hexes",))
    side: int
    hexes: tuple[int, ...]

    def sentence(self, g: War) -> str:
        far = hex_words(g, self.hexes[-1])
        return f"{SIDES[self.side]} convert {counted(len(self.hexes), 'hex')} of railway, as far as {far}."


@dataclass(slots=True)
class CombatBegan(Event):
    """A combat was declared, with all that both sides bring."""

    rule: ClassVar[str] = "Declaring"
    facts: ClassVar[Facts] = Facts(role="combat_begins", hexes=("hex",), units=("attackers", "defenders"))
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack: int
    defence: int
    air: int
    blitzkrieg: int

    def sentence(self, g: War) -> str:
        air = f" and {counted(self.air, 'air unit')}" if self.air else ""
        how = "Blitzkrieg against" if self.blitzkrieg else "Combat in"
        return (
            f"{how} {hex_words(g, self.hex)}: {names(g, self.attackers)} ({self.attack}){air} "
            f"against {names(g, self.defenders)} ({self.defence})."
        )


@dataclass(slots=True)
class MarshalUsed(Event):
    """A Field Marshal takes command."""

    rule: ClassVar[str] = "Field Marshals"
    facts: ClassVar[Facts] = Facts(role="notice")
    marshal: int

    def sentence(self, g: War) -> str:
        return f"{g.campaign.marshals[self.marshal].name} takes command."


@dataclass(slots=True)
class CombatEnded(Event):
    """A combat was decided: the result as printed, and what it cost."""

    rule: ClassVar[str] = "CRT"
    facts: ClassVar[Facts] = Facts(
        role="combat_ends", hexes=("hex",), points=("attacker_lost", "defender_lost")
    )
    hex: int
    result: str
    attacker_lost: int
    defender_lost: int

    def sentence(self, g: War) -> str:
        costs = f"the attacker lost {counted(self.attacker_lost, 'step')}, the defender {self.defender_lost}"
        return f"The combat in {hex_words(g, self.hex)} ends with {self.result}: {costs}."


@dataclass(slots=True)
class StepLost(Event):
    """A unit lost a step."""

    rule: ClassVar[str] = "Step Losses"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int
    left: int

    def sentence(self, g: War) -> str:
        left = f"has {self.left} left" if self.left else "is eliminated"
        return f"{unit_name(g, self.unit)} loses a step and {left}."


@dataclass(slots=True)
class UnitLost(Event):
    """A unit is gone."""

    rule: ClassVar[str] = "Rule 10.68"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int
    surrendered: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} {'surrenders' if self.surrendered else 'is eliminated'}."


@dataclass(slots=True)
class Retreated(Event):
    """A unit fell back."""

    rule: ClassVar[str] = "Retreats"
    facts: ClassVar[Facts] = Facts(units=("unit",), hexes=("to",))
    unit: int
    to: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} falls back to {hex_words(g, self.to)}."


@dataclass(slots=True)
class Advanced(Event):
    """A unit advanced after combat."""

    rule: ClassVar[str] = "Advances"
    facts: ClassVar[Facts] = Facts(units=("unit",), hexes=("to",))
    unit: int
    to: int

    def sentence(self, g: War) -> str:
        return f"{unit_name(g, self.unit)} advances to {hex_words(g, self.to)}."


@dataclass(slots=True)
class LockedIn(Event):
    """Units are locked in combat."""

    rule: ClassVar[str] = "Locked"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hex",), units=("units",))
    hex: int
    units: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"{they(g, self.units, 'is', 'are')} locked in combat for {hex_words(g, self.hex)}."


@dataclass(slots=True)
class AirLost(Event):
    """An air unit was shot down."""

    rule: ClassVar[str] = "Air Pool"
    facts: ClassVar[Facts] = Facts(role="loss")
    side: int

    def sentence(self, g: War) -> str:
        return f"{SIDES[self.side]} lose an air unit until the next year."


@dataclass(slots=True)
class CutOff(Event):
    """Units were found without supply."""

    rule: ClassVar[str] = "Supply"
    facts: ClassVar[Facts] = Facts(role="notice", units=("units",))
    units: tuple[int, ...]

    def sentence(self, g: War) -> str:
        return f"{they(g, self.units, 'is', 'are')} out of supply."


@dataclass(slots=True)
class NationLeft(Event):
    """A nation left the war."""

    rule: ClassVar[str] = "Nations"
    facts: ClassVar[Facts] = Facts(role="notice")
    nation: str

    def sentence(self, g: War) -> str:
        return f"{self.nation} leaves the war."


@dataclass(slots=True)
class CitiesCounted(Event):
    """The Major Cities were counted at the end of a turn."""

    rule: ClassVar[str] = "Victory Chart"
    facts: ClassVar[Facts] = Facts(role="notice")
    cities: int
    needed: int

    def sentence(self, g: War) -> str:
        needed = f" and needs {self.needed}" if self.needed else ""
        return f"The Axis holds {self.cities} Major Cities{needed}."


@dataclass(slots=True)
class GameEnded(Event):
    """The game is over."""

    rule: ClassVar[str] = "Victory"
    facts: ClassVar[Facts] = Facts(role="notice")
    text: str

    def sentence(self, g: War) -> str:
        return f"The game is over: {self.text}."
