"""The rulebook's own part of a view, and of a line of the log, as described documents.

Rulebooks differ: what several of them tell in the same words is described here and may be left out, and a rulebook may
tell more. The page reads only what is described.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from . import Answered, absent


class Told(BaseModel):
    """Any document that a rulebook makes: it may hold more than is described."""

    model_config = ConfigDict(extra="allow")


class ReckoningLine(Answered):
    """One cited contribution to a number: "+2 across the river [5.2]"."""

    what: str
    value: int | str = Field(description='a fraction comes as text, "7/12"')
    rule: str
    sign: str = absent('"+" unless said otherwise: "x" multiplies, "=" replaces')
    of: str = absent("the number that it is a part of")


class Reading(Answered):
    """How a roll was read off a printed table; null where the column, and with it the cell, is a secret."""

    table: str
    row: str
    column: str | None
    cell: str | None
    lines: list[ReckoningLine]


class Event(Told):
    """What a line of the log tells of, as plain data: its kind and whatever belongs to it."""

    kind: str
    rule: str
    paragraph: str = absent("under which dice were thrown")
    faces: list[int] = absent("as the dice fell")
    sides: list[int] = absent("which dice they were")
    seat: int | str | None = absent(
        "whose dice these were, by the index of the seat; or of whom it tells, by name"
    )
    reading: Reading | None = absent()


# ---- counters


class Unit(Told):
    """A unit as everybody reads it; its strength is there for whoever may know it."""

    unit: str
    name: str = absent()
    side: str
    nation: str = absent()
    symbol: str
    size: str = absent()
    printed: int = Field(description="the strength that is printed on it")
    movement: int = absent()
    strength: int = absent("what is left of it")
    strength_before: int = absent("what there was before the losses that are being taken")


class Counter(Unit):
    """A unit on the map."""

    hex: str
    parent: str = absent("the formation that it belongs to")
    spent: bool = absent()
    demoralized: bool = absent()
    supplied: bool = absent()


class OffMap(Unit):
    """A unit that is not on the map: eliminated, gone, or still to come."""

    fate: str
    turn: int = absent("when it comes")


# ---- the course of the game


class Standing(Answered):
    """Who would win if it ended now, and what that hangs on."""

    winner: str
    level: str
    reason: str
    lines: list[ReckoningLine] = absent("1 is fulfilled, 0 is not; a larger number is what is still missing")


class Arrival(Answered):
    """Who arrives on a turn."""

    turn: int
    name: str
    arrives: list[str]


class BattleSide(Told):
    """One side of the combat under way."""

    sp: int
    supplied: bool
    drm: int
    dice: list[int]
    inflicts: str
    counterattack_inflicts: int = absent()
    paid: int = absent()


class Battle(Told):
    """The combat under way, as far as it is open to all."""

    hex: str
    start: str | None = Field(alias="from")
    plan: str
    posture: str
    air: str = absent()
    attacker: BattleSide
    defender: BattleSide


class Position(Told):
    """What a seat may know of the board, in the words of its rulebook."""

    counters: list[Counter]
    off_map: list[OffMap] = absent()
    turn: int = absent()
    last_turn: int = absent()
    turn_name: str = absent()
    turns: list[str] = absent("the names of all turns, the first first")
    phase: str = absent()
    phasing: str = absent("whose turn it is")
    victory: Standing = absent()
    calendar: list[Arrival] = absent("the turns to come in which units arrive")
    replacement_points: dict[str, int] = absent()
    air: dict[str, str] = absent()
    battle: Battle | None = absent()
    taken_by_germans: list[str] = absent()
    taken_by_soviets: list[str] = absent()
    converted: list[str] = absent()
    railheads: list[str] = absent()
