"""What happens in a game of The Ford, as facts, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.kernel import Event, Facts

from .state import Ford


@dataclass(slots=True)
class TurnBegan(Event):
    """A new turn began."""

    rule: ClassVar[str] = "4"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: Ford) -> str:
        return f"Turn {self.turn} begins."


# --8<-- [start:moved]
@dataclass(slots=True)
class Moved(Event):
    """A unit moved along a path."""

    rule: ClassVar[str] = "1"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), path=("path",))
    unit: int
    path: tuple[int, ...]

    def sentence(self, g: Ford) -> str:
        start, end = g.hex_name(self.path[0]), g.hex_name(self.path[-1])
        return f"{g.name(self.unit)} moves from {start} to {end}."

    # --8<-- [end:moved]


@dataclass(slots=True)
class Attacked(Event):
    """Units attack a hex."""

    rule: ClassVar[str] = "2"
    facts: ClassVar[Facts] = Facts(role="combat_begins", hexes=("target",), units=("attackers",))
    attackers: tuple[int, ...]
    target: int

    def sentence(self, g: Ford) -> str:
        verb = "attacks" if len(self.attackers) == 1 else "attack"
        who = ", ".join(g.name(unit) for unit in self.attackers)
        return f"{who} {verb} {g.hex_name(self.target)}."


@dataclass(slots=True)
class Resolved(Event):
    """A combat was looked up: column and result as printed."""

    rule: ClassVar[str] = "2.3"
    facts: ClassVar[Facts] = Facts(role="combat_ends")
    column: str
    result: str

    def sentence(self, g: Ford) -> str:
        return f"At {self.column} the result is {self.result}."


# --8<-- [start:lost]
@dataclass(slots=True)
class LostStrength(Event):
    """A unit lost a point of strength; only its owner hears of it."""

    rule: ClassVar[str] = "3.1"
    facts: ClassVar[Facts] = Facts(units=("unit",))
    unit: int
    left: int

    def sentence(self, g: Ford) -> str:
        return f"{g.name(self.unit)} is down to strength {self.left}."

    # --8<-- [end:lost]


@dataclass(slots=True)
class Gone(Event):
    """A unit left the game."""

    rule: ClassVar[str] = "2.3"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int

    def sentence(self, g: Ford) -> str:
        return f"{g.name(self.unit)} is destroyed."


@dataclass(slots=True)
class Retreated(Event):
    """A unit fell back."""

    rule: ClassVar[str] = "2.4"
    facts: ClassVar[Facts] = Facts(hexes=("to",), units=("unit",))
    unit: int
    to: int

    def sentence(self, g: Ford) -> str:
        return f"{g.name(self.unit)} falls back to {g.hex_name(self.to)}."


@dataclass(slots=True)
class Advanced(Event):
    """An attacker entered the hex that the defender left."""

    rule: ClassVar[str] = "2.4"
    facts: ClassVar[Facts] = Facts(hexes=("to",), units=("unit",))
    unit: int
    to: int

    def sentence(self, g: Ford) -> str:
        return f"{g.name(self.unit)} advances into {g.hex_name(self.to)}."


@dataclass(slots=True)
class CutOff(Event):
    """A unit is out of supply at the end of its side's turn."""

    rule: ClassVar[str] = "3"
    facts: ClassVar[Facts] = Facts(units=("unit",))
    unit: int

    def sentence(self, g: Ford) -> str:
        return f"{g.name(self.unit)} is cut off from supply."
