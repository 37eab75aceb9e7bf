"""What comes by the live socket of a seat, frame by frame."""

from __future__ import annotations

from pydantic import Field, RootModel

from . import Answered
from .match import Message


class TalkMark(Answered):
    """Something new was said to the seat, which asks for it by itself."""

    talk: str = Field(description="changes whenever the seat may hear something new")


class Ping(Answered):
    """Nothing has happened."""

    ping: int = Field(description="the version of the match that the seat should have")


class LiveFrame(RootModel[Message | TalkMark | Ping]):
    """A frame of the live socket: everything that the seat may know now, or news for it."""
