"""What happens in a DAMOS game, as facts, each with its sentence. Units and hexes are numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.kernel import Event, Facts, counted

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
from .position.state import Front
from .position.words import ADJECTIVES, SIDES, hex_words, hexes_words, they, unit_name

__all__ = [
    "NEEDED",
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

# [2.6.1] What a reaction must roll, with its modifiers; the log says so.
NEEDED: Final = 9
PHASES: Final = {
    "replacements": "reinforcement and replacement phase",
    "rail conversion": "rail conversion",
    "strategic movement": "Strategic Movement Phase",
    "operations": "Operations Phase",
    "surrender": "Surrender Phase",
}


@dataclass(slots=True)
class TurnBegan(Event):
    """A game turn began."""

    rule: ClassVar[str] = "4.0"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: Front) -> str:
        return f"Turn {self.turn} begins: {g.campaign.calendar.name(self.turn)}."


@dataclass(slots=True)
class PhaseBegan(Event):
    """A phase of a side began."""

    rule: ClassVar[str] = "4.0"
    facts: ClassVar[Facts] = Facts(role="phase")
    side: int
    phase: str

    def sentence(self, g: Front) -> str:
        return f"The {ADJECTIVES[self.side]} {PHASES.get(self.phase, self.phase)} begins."


@dataclass(slots=True)
class SetUp(Event):
    """A unit was set up."""

    rule: ClassVar[str] = "AGN 6.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    unit: int
    hex: int

    def sentence(self, g: Front) -> str:
        return f"{unit_name(g, self.unit)} sets up in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Arrived(Event):
    """A reinforcement or a rebuilt unit came onto the map."""

    rule: ClassVar[str] = "5.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    unit: int
    hex: int

    def sentence(self, g: Front) -> str:
        return f"{unit_name(g, self.unit)} arrives in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Replaced(Event):
    """Replacement points restored strength; only the owner hears to whom."""

    rule: ClassVar[str] = "5.0"
    unit: int
    points: int

    def sentence(self, g: Front) -> str:
        return f"{unit_name(g, self.unit)} regains {counted(self.points, 'strength point')}."


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

    def sentence(self, g: Front) -> str:
        reasons = []
        if self.missing:
            reasons.append(f"{self.missing} fewer for attacks not made on turn 2")
        if self.thrust:
            reasons.append("1 more for the concentrated thrust")
        if self.doubled:
            reasons.append("doubled after the operational pause")
        why = f" ({', '.join(reasons)})" if reasons else ""
        points = counted(self.points, "replacement point") if self.points else "no replacement points"
        return f"{SIDES[self.side]} receive {points}{why} and have {self.left or 'none'}."


@dataclass(slots=True)
class SpentPoints(Event):
    """A side spent replacement points."""

    rule: ClassVar[str] = "5.0"
    side: int
    points: int
    left: int

    def sentence(self, g: Front) -> str:
        points = counted(self.points, "replacement point")
        return f"{SIDES[self.side]} spend {points} and have {self.left or 'none'} left."


@dataclass(slots=True)
class Converted(Event):
    """Rail hexes were converted."""

    rule: ClassVar[str] = "AGN 4.3.1"
    facts: ClassVar[Facts] = Facts(hexes=("hexes",))
    hexes: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        return f"The railway is converted in {hexes_words(g, self.hexes)}."


@dataclass(slots=True)
class Activated(Event):
    """A force was activated."""

    rule: ClassVar[str] = "7.0"
    facts: ClassVar[Facts] = Facts(role="prelude", hexes=("hex",), units=("units",))
    units: tuple[int, ...]
    hex: int

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'activates', 'activate')} in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Moved(Event):
    """A force moved along a path."""

    rule: ClassVar[str] = "7.0"
    facts: ClassVar[Facts] = Facts(role="move", units=("units",), path=("path",))
    units: tuple[int, ...]
    path: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        way = f" by way of {hexes_words(g, self.path[1:-1])}" if len(self.path) > 2 else ""
        start, end = hex_words(g, self.path[0]), hex_words(g, self.path[-1])
        return f"{they(g, self.units, 'moves', 'move')} from {start} to {end}{way}."


@dataclass(slots=True)
class Railed(Event):
    """A force used strategic movement."""

    rule: ClassVar[str] = "6.0"
    facts: ClassVar[Facts] = Facts(role="move", units=("units",), path=("path",))
    units: tuple[int, ...]
    path: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        start, end = hex_words(g, self.path[0]), hex_words(g, self.path[-1])
        return f"{they(g, self.units, 'moves', 'move')} strategically from {start} to {end}."


@dataclass(slots=True)
class Shipped(Event):
    """A force was moved by sea."""

    rule: ClassVar[str] = "AGN 4.6"
    facts: ClassVar[Facts] = Facts(hexes=("to",))
    units: tuple[int, ...]
    to: int

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'sails', 'sail')} to {hex_words(g, self.to)}."


@dataclass(slots=True)
class PickedUp(Event):
    """A force picked units up."""

    rule: ClassVar[str] = "7.0"
    units: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'joins', 'join')} the force."


@dataclass(slots=True)
class DroppedOff(Event):
    """A force left units behind."""

    rule: ClassVar[str] = "7.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    units: tuple[int, ...]
    hex: int

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'stays', 'stay')} behind in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Rallied(Event):
    """A force recovered from demoralization."""

    rule: ClassVar[str] = "2.8"
    units: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'rallies', 'rally')}."


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

    def sentence(self, g: Front) -> str:
        what = "slip away" if self.retreats else f"react into {hex_words(g, self.hex)}"
        one, many = ("succeeds", "succeed") if self.succeeded else ("fails", "fail")
        tries = they(g, self.units, "tries", "try")
        return (
            f"{tries} to {what} ({self.drm:+d}, {NEEDED} needed) and {one if len(self.units) == 1 else many}."
        )


@dataclass(slots=True)
class AttritionChecked(Event):
    """A force that marched far has no line of supply: it rolls, with this modifier."""

    rule: ClassVar[str] = "9.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int
    drm: int

    def sentence(self, g: Front) -> str:
        return (
            f"The force in {hex_words(g, self.hex)} is without supply and checks attrition ({self.drm:+d})."
        )


@dataclass(slots=True)
class Attrited(Event):
    """What the march without supply has cost a force; only its owner hears of it."""

    rule: ClassVar[str] = "9.0"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int
    points: int

    def sentence(self, g: Front) -> str:
        cost = counted(self.points, "strength point") if self.points else "nothing"
        return f"Attrition costs the force in {hex_words(g, self.hex)} {cost}."


@dataclass(slots=True)
class Surrendered(Event):
    """A surrounded force laid down its arms."""

    rule: ClassVar[str] = "10.0"
    facts: ClassVar[Facts] = Facts(role="loss", hexes=("hex",), units=("units",))
    units: tuple[int, ...]
    hex: int

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'surrenders', 'surrender')} in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class LeftUnused(Event):
    """The Operations Phase ended while forces could still have acted; their owner alone is told."""

    rule: ClassVar[str] = "7.0"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hexes",))
    side: int
    hexes: tuple[int, ...]

    def sentence(self, g: Front) -> str:
        have = "has" if len(self.hexes) == 1 else "have"
        return f"{counted(len(self.hexes), f'{ADJECTIVES[self.side]} force')} {have} not acted."


@dataclass(slots=True)
class Overstacked(Event):
    """Units above the stacking limit were lost."""

    rule: ClassVar[str] = "2.3"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",), units=("units",))
    units: tuple[int, ...]
    hex: int

    def sentence(self, g: Front) -> str:
        return f"{they(g, self.units, 'is', 'are')} lost to overstacking in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class Straggled(Event):
    """An eliminated Russian unit will come back."""

    rule: ClassVar[str] = "AGN 4.8.4"
    unit: int
    turn: int

    def sentence(self, g: Front) -> str:
        return f"{unit_name(g, self.unit)} straggles back and returns on turn {self.turn}."


@dataclass(slots=True)
class AttacksExpected(Event):
    """So many attacks are expected of the Russians this turn."""

    rule: ClassVar[str] = "AGN 4.8.3"
    area: int
    number: int

    def sentence(self, g: Front) -> str:
        where = f" in the {g.campaign.areas[self.area]}" if len(g.campaign.areas) > 1 else ""
        return f"The Russians are expected to make {counted(self.number, 'attack')}{where} this turn."


@dataclass(slots=True)
class CossacksRide(Event):
    """The units of a hex count as ZOI-capable this turn."""

    rule: ClassVar[str] = "AGN 4.11"
    facts: ClassVar[Facts] = Facts(hexes=("hex",))
    hex: int

    def sentence(self, g: Front) -> str:
        return f"Cossacks ride in {hex_words(g, self.hex)}."


@dataclass(slots=True)
class AlliesQuarrel(Event):
    """Hungarians and Romanians met: both are out of the game."""

    rule: ClassVar[str] = "AGS 4.7"
    facts: ClassVar[Facts] = Facts(role="loss", hexes=("hex",), units=("units",))
    hex: int
    # Games of old did not say who.
    units: tuple[int, ...] = ()

    def sentence(self, g: Front) -> str:
        return f"Hungarians and Romanians meet in {hex_words(g, self.hex)}, and all of them go home."


@dataclass(slots=True)
class GameEnded(Event):
    """The last turn is over."""

    rule: ClassVar[str] = "AGN 5.0"
    facts: ClassVar[Facts] = Facts(role="action")
    winner: int
    level: str

    def sentence(self, g: Front) -> str:
        return f"The game is over: a {self.level} {ADJECTIVES[self.winner]} victory."
