"""The rulebook's own part of a view, and of a line of the log, as described documents.

Rulebooks differ: what several of them tell in the same words is described here and may be left out, and a rulebook may
tell more. The page reads only what is described.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from sandtable.kernel.book.appearance import Combat, HandCard, HexCard, TrayRow

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
    """A unit; its figures and marks are the rulebook's own fields, which its appearance names."""

    unit: str
    name: str = absent()
    side: str
    nation: str = absent()
    parent: str = absent("the formation that it belongs to")
    symbol: str
    size: str = absent()


class Counter(Unit):
    """A unit on the map."""

    hex: str


class OffMap(Unit):
    """A unit that is not on the map: eliminated, gone, or still to come."""

    fate: str
    turn: int = absent("when it comes")


# ---- the course of the game


class Tray(Answered):
    """What lies beside the map under a title: points, pools, hands of cards."""

    title: str
    rule: str
    bar: bool = Field(description="whether it is in sight all the time")
    rows: list[TrayRow]
    cards: list[HandCard] = absent()


class Standing(Answered):
    """Who would win if it ended now, and what that hangs on."""

    winner: str
    level: str
    reason: str
    lines: list[ReckoningLine] = absent("1 is met, 0 is not; with the sign ? so much is missing")


class Arrival(Answered):
    """Who arrives on a turn."""

    turn: int
    name: str
    arrives: list[str]


class StrengthBounds(Answered):
    """The least and the most that a side can have somewhere, by what everybody has seen."""

    side: str
    hex: str = Field(description="empty for the whole map")
    least: int
    most: int


class Position(Told):
    """The board: these keys mean the same in every rulebook, which may leave out all but the counters and add its own."""

    counters: list[Counter]
    off_map: list[OffMap] = absent()
    strengths: list[StrengthBounds] = absent("of sides whose strength is hidden from the seat")
    turn: int = absent()
    last_turn: int = absent()
    turn_name: str = absent()
    turns: list[str] = absent("the names of all turns, the first first")
    turn_groups: list[tuple[str, int]] = absent("turns that belong together: a short name, and how many")
    phase: str = absent()
    phasing: str = absent("whose turn it is")
    victory: Standing = absent()
    calendar: list[Arrival] = absent("the turns to come in which units arrive")
    trays: list[Tray] = absent()
    cards: list[HexCard] = absent()
    combat: Combat | None = absent()
