"""What clients send, as checked documents; the published description of the interface is made from these."""

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

Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
Secret = Annotated[str, Field(min_length=1, max_length=1000)]
Words = Annotated[str, Field(min_length=1, max_length=2000)]
Address = Annotated[str, Field(max_length=254)]
Mode = Literal["match", "hotseat"]
Kinds = Annotated[dict[Name, Name], Field(max_length=16)]
Switches = Annotated[dict[Name, StrictBool | StrictInt | StrictStr], Field(max_length=64)]


class Body(BaseModel):
    """Any document a client sends; a misspelt key is an error, not an absence."""

    model_config = ConfigDict(extra="forbid")


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


class Salted(Body):
    """What the player of a seat adds to the dice."""

    seat: Name
    salt: str = Field(
        pattern="^[0-9a-f]{16,64}$", description="random hexadecimal digits of the player's own making"
    )


class ImportedMatch(Body):
    """A record to go on from."""

    record: dict[str, Any]
    seats: Kinds = {}
    mode: Mode = "hotseat"


class Answer(Body):
    """A seat's answer to the board at *version*; the same *key* again is the same answer again."""

    seat: Name
    option: Annotated[str, Field(min_length=1, max_length=4000)]
    version: Number
    key: Name


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


class Fork(Body):
    """A new match from the position after answer *to*, with the same people and bots where nothing else is said."""

    to: Number
    seats: Kinds = Field(default={}, description='seat -> "person" or the name of a bot')


class OneSeat(Body):
    """The seat that a request is about."""

    seat: Name


class Empty(Body):
    """Nothing to say."""


class LogIn(Body):
    """A name and its password."""

    name: Name
    password: Secret


class LogOut(Body):
    """Whether every other browser is logged out too."""

    everywhere: StrictBool = False


class Device(Body):
    """A browser that is to be logged out."""

    id: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


class Forgotten(Body):
    """The name of an account whose password is forgotten, or its e-mail address."""

    who: Annotated[str, Field(min_length=1, max_length=254)]


class Token(Body):
    """The secret at the end of a link: in a letter's behind the '=', in an invitation's behind '/join/'."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class Reset(Token):
    """A new password instead of one that is forgotten."""

    password: Secret


class Registration(LogIn):
    """A new account."""

    email: Address | None = None


class Password(Body):
    """The password, to prove that it is you."""

    password: Secret


class NewPassword(Body):
    """The password, and the one that is to replace it."""

    old: Secret
    new: Secret


class NewEmail(Password):
    """Another e-mail address, or none."""

    email: Address | None


class Order(Body):
    """A standing order: for a unit, for whoever stands in a hex, or for all."""

    question: Name
    answer: Name
    unit: Annotated[str, Field(max_length=80)] = ""
    hex: Annotated[str, Field(max_length=80)] = ""


class Orders(OneSeat):
    """All standing orders of a seat."""

    orders: Annotated[list[Order], Field(max_length=200)]


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


class Reminders(OneSeat):
    """Where to be reminded of the seat."""

    webhook: Annotated[str, Field(max_length=2000)] | None
    email: Address | None


class Trial(OneSeat):
    """Whether the webhook or the e-mail address is to be tried."""

    channel: Literal["webhook", "email"]


class Remark(OneSeat):
    """What a seat says at the table: to "all", to "control", or as Control to one seat."""

    to: Name = "all"
    text: Annotated[str, Field(min_length=1, max_length=1000)]
    key: Name


class RemarkNamed(OneSeat):
    """One of the remarks that the seat may read."""

    id: Annotated[str, Field(min_length=1, max_length=32)]


class Notes(OneSeat):
    """What a seat keeps for itself, in the place of what it had kept at *version*."""

    text: Annotated[str, Field(max_length=8000)]
    version: Number


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
    option: Annotated[str, Field(min_length=1, max_length=4000)]


class ControlRewind(Reason):
    """The answer to go back to."""

    version: Number
    to: Number


class Announcement(Body):
    """What Control says, and to which seats; null is to everybody."""

    text: Words
    to: Annotated[list[Name], Field(min_length=1, max_length=16)] | None = None
