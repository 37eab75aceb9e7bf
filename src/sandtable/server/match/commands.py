"""Commands: what a client asks of a match, checked as it comes in and passed whole from the route to the rules.

The published description of the interface is made from these and from those in ``http/requests``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)

from sandtable.kernel.machine.engine import LONGEST_SHEET

Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
# An order sheet is one answer, whose id holds all its lines.
OptionId = Annotated[str, Field(min_length=1, max_length=20_000)]
LineId = Annotated[str, Field(min_length=1, max_length=200)]
Words = Annotated[str, Field(min_length=1, max_length=2000)]
Mode = Literal["match", "hotseat"]
Kinds = Annotated[dict[Name, Name], Field(max_length=16)]
Switches = Annotated[dict[Name, StrictBool | StrictInt | StrictStr], Field(max_length=64)]


class Body(BaseModel):
    """Any document a client sends; a misspelt key is an error, not an absence."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Clock(Body):
    """How much time every seat has: a base with an increment, or so many days for every answer."""

    base: Annotated[StrictInt, Field(ge=0, le=366 * 86400)] = 0
    increment: Annotated[StrictInt, Field(ge=0, le=7 * 86400)] = 0
    per: Literal["answer", "turn"] = "answer"
    days: Annotated[StrictFloat | StrictInt, Field(ge=0, le=366)] = 0
    flag: Literal["claim", "automatic"] = Field(
        default="claim",
        description="whether a seat whose time is up loses when an opponent says so, or at once",
    )

    @model_validator(mode="after")
    def _either(self) -> Clock:
        if (self.base > 0) == (self.days > 0):
            raise ValueError("give either 'base' seconds or 'days' for every answer")
        return self


class NewMatch(Body):
    """A match to begin."""

    scenario: Name
    options: Switches = {}
    seats: Kinds = Field(default={}, description='seat -> "person", "open" or the name of a bot')
    mode: Mode = "match"
    listed: StrictBool = True
    salt: str = Field(
        default="", max_length=64, description="a random text of the player's own, mixed into the dice"
    )
    control: Literal["none", "open", "person"] = Field(
        default="none", description="whether there is an umpire: nobody, whoever comes by the link, or you"
    )
    clock: Clock | None = None
    dice: Literal["machine", "control"] = Field(
        default="machine",
        description="whether the dice fall by themselves, or when Control lets them or types in what fell on the table",
    )
    phase_seconds: Annotated[StrictInt, Field(ge=0, le=30 * 86400)] = Field(
        default=0, description="how long all may write their order sheets, which are sealed then; 0 for ever"
    )
    shared_drafts: StrictBool = Field(
        default=True, description="whether a side reads the order sheets of its own seats"
    )


class ImportedMatch(Body):
    """A record to go on from."""

    record: dict[str, Any]
    seats: Kinds = {}
    mode: Mode = "hotseat"


class Fork(Body):
    """A new match from the position after answer *to*, with the same people and bots where nothing else is said."""

    to: Number
    seats: Kinds = Field(default={}, description='seat -> "person" or the name of a bot')


class OneSeat(Body):
    """The seat that a request is about."""

    seat: Name


class Sit(OneSeat):
    """An open seat to take, or with it all open seats of its side."""

    side: StrictBool = False


# ---- playing


class Answer(Body):
    """A seat's answer to the board at *version*; the same *key* again is the same answer again."""

    seat: Name
    option: OptionId
    version: Number
    key: Name


class SheetLines(Body):
    """The lines of an order sheet of *seat*, as its player or (``by`` "control") Control would write them."""

    seat: Name
    by: Literal["seat", "control"] = "seat"
    lines: Annotated[list[LineId], Field(max_length=LONGEST_SHEET)]
    about: Annotated[
        str, Field(max_length=200, description="the subject whose next lines are to be told")
    ] = ""


class PlannedLine(SheetLines):
    """A line of an order sheet that plans a combat, as its odds are asked for."""

    line: LineId


class Draft(SheetLines):
    """The draft of a sheet, in the place of the one of *version*; *phase* is the phase it is written in."""

    phase: Number
    version: Number


class Undo(Body):
    """Take the seat's latest answer back."""

    seat: Name
    version: Number


class Rewind(Body):
    """Go back to the position after answer *to*, or (with ``agree`` false) decline to."""

    seat: Name
    to: Number
    version: Number
    agree: StrictBool = True


class Restore(Body):
    """Put the answers back that were set aside last, or (with ``agree`` false) decline to."""

    seat: Name
    version: Number
    agree: StrictBool = True


class Salted(Body):
    """What the player of a seat adds to the dice."""

    seat: Name
    salt: str = Field(
        pattern="^[0-9a-f]{16,64}$", description="random hexadecimal digits of the player's own making"
    )


class Claim(OneSeat):
    """The opponent whose time is up."""

    against: Name


class Settlement(OneSeat):
    """How the match ends: a seat that has won or "draw"; or (with ``agree`` false) that it does not end so."""

    version: Number
    winner: Name
    agree: StrictBool = True


class Substitute(OneSeat):
    """The bot that plays for a seat, one's own or another's."""

    absent: Name = Field(alias="for")
    bot: Name


# ---- by Control


class Reason(Body):
    """Why Control does it; everybody reads that."""

    reason: Words


class Edit(Reason):
    """Rows of a column, an entry (-1 for a plain number) and its new value."""

    version: Number
    changes: Annotated[list[tuple[Name, StrictInt, StrictInt]], Field(min_length=1, max_length=500)]


class ControlAnswer(Reason):
    """An answer for a seat."""

    version: Number
    seat: Name
    option: OptionId


class PhaseClock(Body):
    """What Control does with the clock by which order sheets are written; what is left out stays."""

    add: Annotated[StrictInt, Field(ge=-(30 * 86400), le=30 * 86400)] = Field(
        default=0, description="so many seconds more, or fewer; where nobody counts, from now on"
    )
    running: StrictBool | None = Field(default=None, description="whether it runs, or is stopped")


class ControlRewind(Reason):
    """The answer to go back to."""

    version: Number
    to: Number


class Announcement(Body):
    """What Control says, and to which seats; null is to everybody."""

    text: Words
    to: Annotated[list[Name], Field(min_length=1, max_length=16)] | None = None
