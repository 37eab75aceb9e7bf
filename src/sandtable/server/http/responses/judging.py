"""Judging as described documents: forms, odds, and the log that a Control team shares."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from sandtable.kernel.book.forms import FormField

from . import Answered, absent


class JudgingForm(Answered):
    """One thing that can be judged: its fields, and what is told besides them."""

    name: str
    title: str
    fields: list[FormField]
    fixed: dict[str, str]
    weighed: bool = Field(description="whether dice decide it, so that there are odds")


class JudgingForms(Answered):
    """What a rulebook judges."""

    rulebook: str
    title: str
    forms: list[JudgingForm]


class JudgedLine(Answered):
    """A number of a reckoning with its reason and its paragraph."""

    what: str
    value: int | str
    rule: str
    of: str = absent("what it is counted for")
    sign: str = absent()


class ChancesOf(Answered):
    """The chance of each outcome of one question; a single chance is one of "yes"."""

    title: str
    outcomes: dict[str, str]
    mean: str | None


class Weighed(Answered):
    """The reckoning and the exact odds of what is described so far; or what is missing, or what is wrong."""

    missing: str
    wrong: str
    reckoning: list[JudgedLine]
    chances: list[ChancesOf]


class LogBegun(Answered):
    """A new log, by the secret of its link."""

    log: str


class Entered(Answered):
    """The number of an entry."""

    number: int


class CellRead(Answered):
    """A cell of a printed table that the rules have read, by the labels of its row and column."""

    table: str
    row: str
    column: str


class JudgementEntry(Answered):
    """An entry of the log, what became of it, and whether it counts."""

    number: int
    kind: Literal["combat", "correction", "withdrawal"]
    time: str
    of: int | None
    reason: str
    note: str
    sides: list[str]
    given: dict[str, Any]
    dice: list[list[int]]
    rolled: int = Field(description="how many of the rolls were made by the machine")
    told: list[str]
    cells: list[CellRead]
    reckoning: list[JudgedLine]
    status: str
    stands: bool


class JudgementLog(Answered):
    """A shared log, the newest entry last."""

    rulebook: str
    title: str
    entries: list[JudgementEntry]
