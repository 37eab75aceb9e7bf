"""What comes by the live socket of a seat, frame by frame."""

from __future__ import annotations

from typing import Any

from pydantic import Field, RootModel

from . import Answered
from .match import Message


class Replaced(Answered):
    """Something else stands there now."""

    now: Any = Field(alias="is")


class Inside(Answered):
    """Under these keys something has changed."""

    keys: dict[str, Change] = Field(alias="in")


class Spliced(Answered):
    """At a place of the list of before, so many entries have given way to others."""

    splice: list[tuple[int, int, list[Any]]]


class Change(RootModel[Replaced | Inside | Spliced]):
    """How a document has changed; ``wire.patched`` and the page's delta.ts say what it makes of the one before."""


class Delta(Answered):
    """What has changed since the message that this socket was sent before."""

    since: int = Field(description="the version of that message")
    change: Change


class TalkMark(Answered):
    """Something new was said to the seat, which asks for it by itself."""

    talk: str = Field(description="changes whenever the seat may hear something new")


class SheetsMark(Answered):
    """An order sheet has changed that the seat may read, and asks for by itself."""

    sheets: str = Field(description="changes whenever a sheet changes that the seat may read")


class Ping(Answered):
    """Nothing has happened."""

    ping: int = Field(description="the version of the match that the seat should have")


class LiveFrame(RootModel[Message | Delta | TalkMark | SheetsMark | Ping]):
    """A frame of the live socket: everything that the seat may know at first, then what has changed; or news for it."""
