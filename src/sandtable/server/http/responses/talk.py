"""What the server answers to those who talk at a table, or take notes."""

from __future__ import annotations

from . import Answered, Moment


class RemarkMade(Answered):
    """Something that was said at the table; one that was withdrawn has no words any more."""

    id: str
    seat: str
    to: str
    text: str
    at: Moment
    withdrawn: bool
    own: bool


class Talk(Answered):
    """What a seat may hear at the table, the latest last; how much of it is new, and whom the seat may address."""

    remarks: list[RemarkMade]
    earlier: bool
    unread: int
    addressees: list[str]


class KeptNotes(Answered):
    """What a seat has written down for itself."""

    text: str
    version: int
    changed: Moment | None
