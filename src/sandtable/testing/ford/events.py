"""What happens in a game of The Ford, as facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.kernel import Event


@dataclass(slots=True)
class TurnBegan(Event):
    """A new turn began."""

    rule: ClassVar[str] = "4"
    turn: int


# --8<-- [start:moved]
@dataclass(slots=True)
class Moved(Event):
    """A unit moved along a path."""

    rule: ClassVar[str] = "1"
    unit: int
    path: tuple[int, ...]
    # --8<-- [end:moved]


@dataclass(slots=True)
class Attacked(Event):
    """Units attack a hex."""

    rule: ClassVar[str] = "2"
    attackers: tuple[int, ...]
    target: int


@dataclass(slots=True)
class Resolved(Event):
    """A combat was looked up: column and result as printed."""

    rule: ClassVar[str] = "2.3"
    column: str
    result: str


# --8<-- [start:lost]
@dataclass(slots=True)
class LostStrength(Event):
    """A unit lost a point of strength; only its owner hears of it."""

    rule: ClassVar[str] = "3.1"
    unit: int
    left: int
    # --8<-- [end:lost]


@dataclass(slots=True)
class Gone(Event):
    """A unit left the game."""

    rule: ClassVar[str] = "2.3"
    unit: int


@dataclass(slots=True)
class Retreated(Event):
    """A unit fell back."""

    rule: ClassVar[str] = "2.4"
    unit: int
    to: int


@dataclass(slots=True)
class Advanced(Event):
    """An attacker entered the hex that the defender left."""

    rule: ClassVar[str] = "2.4"
    unit: int
    to: int


@dataclass(slots=True)
class CutOff(Event):
    """A unit is out of supply at the end of its side's turn."""

    rule: ClassVar[str] = "3"
    unit: int
