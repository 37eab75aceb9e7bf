"""What clients send, as checked documents; the published description of the interface is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Mode = Literal["match", "hotseat"]
Kinds = Annotated[dict[Name, Name], Field(max_length=16)]
Switches = Annotated[dict[Name, StrictBool | StrictInt | StrictStr], Field(max_length=64)]


class Body(BaseModel):
    """Any document a client sends; a misspelt key is an error, not an absence."""

    model_config = ConfigDict(extra="forbid")


class NewMatch(Body):
    """A match to begin."""

    scenario: Name
    options: Switches = {}
    seats: Kinds = Field(default={}, description='seat -> "person", "open" or the name of a bot')
    mode: Mode = "match"
    listed: bool = True
    salt: str = Field(
        default="", max_length=64, description="a random text of the player's own, mixed into the dice"
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
    agree: bool = True


class Fork(Body):
    """A new match from the position after answer *to*."""

    to: Number


class OneSeat(Body):
    """The seat that a request is about."""

    seat: Name
