"""What clients send besides commands to a match, as checked documents; the interface is described by these too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool

from ..match.commands import Body, Name, Number, OneSeat

Secret = Annotated[str, Field(min_length=1, max_length=1000)]
Address = Annotated[str, Field(max_length=254)]


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


class Reminders(OneSeat):
    """Where to be reminded of the seat."""

    webhook: Annotated[str, Field(max_length=2000)] | None
    email: Address | None


class Trial(OneSeat):
    """Whether the webhook or the e-mail address is to be tried."""

    channel: Literal["webhook", "email"]


class Remark(OneSeat):
    """What a seat says at the table: to "all", to its "side", to "control"; or as Control to a seat, or "side:name"."""

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


class Described(Body):
    """A combat or procedure as it is described so far."""

    told: dict[Annotated[str, Field(max_length=80)], Any]


class NewLog(Body):
    """The rulebook by which a new log judges."""

    rulebook: Name


class Judged(Described):
    """A combat to be judged: its dice as typed (what is not typed is rolled), what it is, and whom it concerns."""

    dice: Annotated[str, Field(max_length=2000)] = ""
    note: Annotated[str, Field(max_length=200)] = ""
    sides: Annotated[list[Annotated[str, Field(min_length=1, max_length=40)]], Field(max_length=8)] = Field(
        default_factory=list
    )
    key: Name


class Corrected(Judged):
    """An entry judged anew, and why; without dice those of the entry stay."""

    of: Annotated[int, Field(ge=1, le=10**6)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]


class Withdrawn(Body):
    """An entry that no longer counts, and why."""

    of: Annotated[int, Field(ge=1, le=10**6)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    key: Name
