"""What an order sheet shows besides its lines: subjects that are asked for one by one, ways, and a tasking board.

All of it follows from the position as the writer knows it and from the lines of the draft; pages draw it, whatever the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..documents import Document


@dataclass(frozen=True, kw_only=True)
class Subject(Document):
    """What a line is about, where a sheet may go on with so many that only those of one subject are told at a time."""

    key: str
    title: str
    unit: str = ""
    """The counter by which it is called up on the map, if it is one."""


@dataclass(frozen=True, kw_only=True)
class Stop(Document):
    """A hex on a way with a short text: when it is reached."""

    hex: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Way(Document):
    """The way that a line comes to: its hexes from where it begins, and how much of the turn it takes."""

    line: int
    """The number of the line, from 0."""
    hexes: tuple[str, ...]
    text: str
    begins: float
    """How much of the turn is over when it begins, and when it ends: from 0 to 1."""
    ends: float
    stops: tuple[Stop, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Pool(Document):
    """Something that lines of a sheet give away: how much of it there is, and how much is left."""

    title: str
    on_hand: int
    left: int


@dataclass(frozen=True, kw_only=True)
class Stream(Document):
    """Something that flies by itself in this turn or the next: who, where to, by which hexes, and what is known to fire."""

    title: str
    what: str
    to: str
    hex: str
    turn: int
    path: tuple[str, ...]
    flak: tuple[str, ...] = ()
    """The hexes of known flak that reaches the path."""
    changed: bool = False
    """Whether a line of the draft sends it elsewhere than it was bound."""


@dataclass(frozen=True, kw_only=True)
class Tasking(Document):
    """A board for what is given tasks by the score: pools, the headings of the lines that draw on them, and streams."""

    title: str
    pools: tuple[Pool, ...]
    groups: tuple[str, ...]
    streams: tuple[Stream, ...] = ()
