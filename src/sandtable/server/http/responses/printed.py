"""Printed matter as described documents: scenarios, boards, rules; see ``match``."""

from __future__ import annotations

from typing import Any

from pydantic import RootModel

from .match import Answered, Free


class Switch(Answered):
    """An option of a scenario; its first value is what holds where nobody chose."""

    name: str
    values: list[bool | int | str]
    text: str
    rule: str


class Scenario(Answered):
    """Something that can be played."""

    scenario: str
    title: str
    summary: str
    rulebook: str
    rulebook_title: str
    behaviour: int
    board: str
    seats: list[str]
    livery: dict[str, Any]
    bots: list[str]
    options: list[Switch]


class Scenarios(RootModel[list[Scenario]]):
    """Everything that can be played."""


class Cell(Answered):
    """A hex in the coordinates of the picture."""

    id: str
    x: float
    y: float
    terrain: str
    country: str
    place: str
    place_kind: str
    description: str
    neighbours: list[str]


class Board(Answered):
    """The cells of a board."""

    name: str
    title: str
    width: float
    height: float
    shape: str
    scale_km: float | None
    corners: list[tuple[float, float]]
    hex_size: float
    hexes: list[Cell]


class Paragraph(Answered):
    """A paragraph of a rulebook."""

    number: str
    title: str
    text: str
    status: str
    reason: str


class Paragraphs(RootModel[list[Paragraph]]):
    """The paragraphs of a rulebook."""


class Tables(RootModel[list[Free]]):
    """The tables of a rulebook as their files say them."""


class Term(Answered):
    """A word of a rulebook."""

    term: str
    title: str
    text: str
    rule: str
    aliases: list[str]


class Terms(RootModel[list[Term]]):
    """The words of a rulebook."""


class Side(Answered):
    """What a seat is after."""

    seat: str
    title: str
    goal: str
    advice: list[str]


class Map(Answered):
    """A board by name."""

    board: str
    title: str


class RuleLink(Answered):
    """A paragraph to know."""

    rule: str
    text: str


class BriefingText(Answered):
    """What a scenario is about."""

    scenario: str
    title: str
    summary: str
    maps: list[Map]
    text: list[str]
    turns: int
    sides: list[Side]
    rule_links: list[RuleLink]


class Briefing(RootModel[BriefingText | None]):
    """What a scenario is about; null if nobody has written it down."""
