"""What happens in an airborne operation, as facts; on the board each has its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sandtable.kernel import Event, Facts, counted

NOTICE: Final = Facts(role="notice")
STAGES: Final = {
    1: "orders",
    2: "in the air",
    3: "movement",
    4: "combats",
    5: "supply",
    6: "the end of the turn",
}
SIDE_NAMES: Final = ("The Allies", "The Germans")


@dataclass(slots=True)
class Fought(Event):
    """A ground combat came to a score and a band."""

    rule: ClassVar[str] = "5"
    die: int
    score: int
    band: str

    def sentence(self, g: Any) -> str:
        """The score and its line of the table."""
        return f"With a {self.die} the score is {self.score}: the line {self.band}."


@dataclass(slots=True)
class LostStatus(Event):
    """A unit lost status."""

    rule: ClassVar[str] = "5"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int
    points: int

    def sentence(self, g: Any) -> str:
        """Who, and how much."""
        return f"{g.counter(self.unit).name} loses {self.points} and has status {g.status[self.unit]}."


@dataclass(slots=True)
class LostSupply(Event):
    """A unit lost a supply point, ammo or fuel."""

    rule: ClassVar[str] = "5.6"
    unit: int
    what: str

    def sentence(self, g: Any) -> str:
        """Who, and what."""
        kind = "ammunition" if self.what == "ammo" else "fuel"
        return f"{g.counter(self.unit).name} leaves a point of {kind} behind."


@dataclass(slots=True)
class Retired(Event):
    """Defenders retire so many kilometres."""

    rule: ClassVar[str] = "5.6"
    units: tuple[int, ...]
    km: int

    def sentence(self, g: Any) -> str:
        """How far."""
        return f"The defenders retire {self.km} km."


@dataclass(slots=True)
class FoughtInTheAir(Event):
    """Fighters met: the larger side's die and result, and squadrons lost by the larger and the smaller side."""

    rule: ClassVar[str] = "7"
    die: int
    result: str
    larger_lost: int
    smaller_lost: int

    def sentence(self, g: Any) -> str:
        """The result, and what both lose."""
        return (
            f"Fighters meet: {self.result.lower()} for the larger side, which loses "
            f"{counted(self.larger_lost, 'squadron')}, the smaller {counted(self.smaller_lost, 'squadron')}."
        )


@dataclass(slots=True)
class BrokeThrough(Event):
    """Fighters reached a stream and put serials of it out of action."""

    rule: ClassVar[str] = "8"
    squadrons: int
    serials: int

    def sentence(self, g: Any) -> str:
        """How many."""
        return (
            f"{counted(self.squadrons, 'squadron')} break through to the stream and put "
            f"{counted(self.serials, 'serial')} out of action."
        )


@dataclass(slots=True)
class FlakFired(Event):
    """A flak unit fired at a serial."""

    rule: ClassVar[str] = "9"
    flight: int
    flak: str
    die: int
    result: str

    def sentence(self, g: Any) -> str:
        """At whom, and with what effect."""
        effect = {"loss": "a loss", "dam": "damage", "NE": "no effect"}[self.result]
        return f"{self.flak.capitalize()} flak fires at serial {g.flight(self.flight).name}: {effect}."


@dataclass(slots=True)
class Bombed(Event):
    """A unit in an interdicted square rolled."""

    rule: ClassVar[str] = "10"
    unit: int
    die: int
    result: str

    def sentence(self, g: Any) -> str:
        """Who, and with what effect."""
        return f"{g.counter(self.unit).name} is bombed or shelled: {self.result}."


@dataclass(slots=True)
class Supplied(Event):
    """A lot of supply points was dropped, and some arrived."""

    rule: ClassVar[str] = "11"
    points: int
    die: int
    score: int
    arrived: int

    def sentence(self, g: Any) -> str:
        """How many arrived."""
        return f"Of {counted(self.points, 'point')} of supply dropped {self.arrived} arrive."


@dataclass(slots=True)
class Reported(Event):
    """An air reconnaissance brought a report of a unit."""

    rule: ClassVar[str] = "6"
    unit: int
    die: int
    score: int
    report: str

    def sentence(self, g: Any) -> str:
        """The words of the table."""
        return f"Air reconnaissance: {self.report}."


# ---- on the board


@dataclass(slots=True)
class TurnBegan(Event):
    """A turn began."""

    rule: ClassVar[str] = "12"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: Any) -> str:
        """Its date and hours."""
        now = g.campaign.turns[self.turn - 1]
        return f"Turn {self.turn} begins: {now.name}{', night' if now.night else ''}."


@dataclass(slots=True)
class StageBegan(Event):
    """A part of the turn began."""

    rule: ClassVar[str] = "12"
    facts: ClassVar[Facts] = Facts(role="phase")
    stage: int

    def sentence(self, g: Any) -> str:
        """Which."""
        return f"{STAGES[self.stage].capitalize()}."


@dataclass(slots=True)
class Arrived(Event):
    """A unit came onto the map by road."""

    rule: ClassVar[str] = "16.3"
    facts: ClassVar[Facts] = Facts(role="action", units=("unit",), hexes=("hex",))
    unit: int
    hex: int

    def sentence(self, g: Any) -> str:
        """Who, and where."""
        return f"{g.name_of(self.unit)} arrives in {g.place(self.hex)}."


@dataclass(slots=True)
class Marched(Event):
    """A unit has moved; its own side hears of it."""

    rule: ClassVar[str] = "1.5"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), path=("way",))
    unit: int
    way: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        """Who, and where to."""
        return f"{g.name_of(self.unit)} goes from {g.place(self.way[0])} to {g.place(self.way[-1])}."


@dataclass(slots=True)
class Stepped(Event):
    """Units of a side went on in one of the six steps, and where it saw enemies then; the side hears of it."""

    rule: ClassVar[str] = "1.5"
    facts: ClassVar[Facts] = Facts(role="step", hexes=("seen",), ways="ways", step="step", steps="steps")
    side: int
    step: int
    steps: int
    ways: tuple[tuple[int, ...], ...]
    seen: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        """How many, and what they saw."""
        went = (
            f"{counted(len(self.ways), 'unit')} of {SIDE_NAMES[self.side].replace('The', 'the')} on the march"
        )
        saw = f"; enemies in sight in {', '.join(map(g.place, self.seen))}" if self.seen else ""
        return f"Step {self.step}: {went}{saw}."


@dataclass(slots=True)
class Contact(Event):
    """A side has met enemies."""

    rule: ClassVar[str] = "1.5"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hexes",))
    side: int
    hexes: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        """Where."""
        return f"{SIDE_NAMES[self.side]} have enemies before them in {', '.join(map(g.place, self.hexes))}."


@dataclass(slots=True)
class CombatBegan(Event):
    """A combat began."""

    rule: ClassVar[str] = "2"
    facts: ClassVar[Facts] = Facts(role="combat_begins", hexes=("hex",))
    side: int
    hex: int
    attackers: int
    defenders: int
    counter: int

    def sentence(self, g: Any) -> str:
        """Who, and where."""
        verb = "counter-attack" if self.counter else "attack"
        return (
            f"{SIDE_NAMES[self.side]} {verb} {g.place(self.hex)} with {counted(self.attackers, 'unit')} "
            f"against {self.defenders}."
        )


@dataclass(slots=True)
class CombatLapsed(Event):
    """An attack came to nothing; the attacker's side hears of it."""

    rule: ClassVar[str] = "2.6"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hex",))
    side: int
    hex: int
    why: str

    def sentence(self, g: Any) -> str:
        """Which, and why."""
        return f"The attack on {g.place(self.hex)} lapses: {self.why}."


@dataclass(slots=True)
class CombatEnded(Event):
    """A combat was decided."""

    rule: ClassVar[str] = "5"
    facts: ClassVar[Facts] = Facts(
        role="combat_ends", hexes=("hex",), points=("attacker_loses", "defender_loses")
    )
    side: int
    hex: int
    outcome: str
    attacker_loses: int
    defender_loses: int

    def sentence(self, g: Any) -> str:
        """The line of the table, and the losses."""
        return (
            f"{self.outcome} in {g.place(self.hex)}: the attacker loses {self.attacker_loses} "
            f"status, the defender {self.defender_loses}."
        )


@dataclass(slots=True)
class WentBack(Event):
    """A unit retired, was thrown back, or broke through; its own side hears of it."""

    rule: ClassVar[str] = "5.9"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), path=("way",))
    unit: int
    way: tuple[int, ...]
    how: str

    def sentence(self, g: Any) -> str:
        """Who, how and where to."""
        return f"{g.name_of(self.unit)} {self.how} to {g.place(self.way[-1])}."


@dataclass(slots=True)
class Destroyed(Event):
    """A unit is no more; its own side hears of it."""

    rule: ClassVar[str] = "5"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int

    def sentence(self, g: Any) -> str:
        """Who."""
        return f"{g.name_of(self.unit)} is destroyed."


@dataclass(slots=True)
class CrossingChanged(Event):
    """A crossing was blown, damaged or built, or its charges failed."""

    rule: ClassVar[str] = "15.2"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    point: int
    hex: int
    what: str

    def sentence(self, g: Any) -> str:
        """Which, and what."""
        return f"{g.plan.bridges[self.point].name} {self.what}."


@dataclass(slots=True)
class Drew(Event):
    """Units of a command drew supply; its own side hears of it."""

    rule: ClassVar[str] = "18"
    seat: int
    ammo: int
    fuel: int

    def sentence(self, g: Any) -> str:
        """How much."""
        return (
            f"{g.campaign.commands[self.seat].name} draws {self.ammo} of ammunition and {self.fuel} of fuel."
        )


@dataclass(slots=True)
class TurnReport(Event):
    """[13] The report of a turn to a side."""

    rule: ClassVar[str] = "13"
    facts: ClassVar[Facts] = Facts(role="report")
    side: int
    turn: int
    status: int
    units: int
    ammo: int
    points: int

    def sentence(self, g: Any) -> str:
        """What is left, and how it stands."""
        return (
            f"{SIDE_NAMES[self.side]} after turn {self.turn}: {counted(self.units, 'unit')} on the map with "
            f"status {self.status} and {self.ammo} of ammunition in hand; the Allies stand at {self.points} points."
        )


@dataclass(slots=True)
class GameEnded(Event):
    """The operation is over."""

    rule: ClassVar[str] = "14"
    facts: ClassVar[Facts] = NOTICE
    reason: str

    def sentence(self, g: Any) -> str:
        """Why."""
        return f"The operation is over: {self.reason}."
