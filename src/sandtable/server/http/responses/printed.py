"""Printed matter as described documents: scenarios, boards, rules; see ``match``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from sandtable.kernel.book.appearance import Appearance
from sandtable.kernel.printed.glossary import Side, Term
from sandtable.kernel.printed.paragraphs import Paragraph
from sandtable.kernel.printed.rulings import Ruling
from sandtable.kernel.printed.scenarios import Switch

from . import Answered, absent


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
    sides: dict[str, str] = Field(description="seat -> the side to which it belongs")
    titles: dict[str, str] = Field(description="seat -> what sentences call it")
    livery: dict[str, str]
    appearance: Appearance
    bots: list[str]
    bot_words: dict[str, str] = Field(description="bot -> how it plays, in one sentence")
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


class Paragraphs(RootModel[list[Paragraph]]):
    """The paragraphs of a rulebook."""


class TableAxis(Answered):
    """The labels of the rows or columns of a table, and how a number finds its label."""

    name: str
    labels: list[str]
    kind: Literal["label", "band", "worded", "ratio"] = absent()
    clamp: bool = absent()
    aliases: dict[str, str] = absent()


class PrintedTable(Answered):
    """A printed table; its cells by the label of the row, and where they come from."""

    name: str
    title: str
    paragraph: str
    source: str
    provenance: str
    note: str = absent()
    rows: TableAxis
    columns: TableAxis
    cells: dict[str, list[int | str]]
    cell_provenance: dict[str, Any] = absent()


class Tables(RootModel[list[PrintedTable]]):
    """The tables of a rulebook as their files say them."""


class Terms(RootModel[list[Term]]):
    """The words of a rulebook."""


class NewsEntry(Answered):
    """Something new: what it is, since when, and where on the page it is found."""

    date: str
    title: str
    text: str
    link: str


class News(RootModel[list[NewsEntry]]):
    """What is new, the latest first."""


class ScenarioName(Answered):
    """A scenario by name."""

    scenario: str
    title: str


class RulebookHead(Answered):
    """A rulebook: what can be played by it, and whether it judges single combats."""

    name: str
    title: str
    scenarios: list[ScenarioName]
    judges: bool


class Rulebooks(RootModel[list[RulebookHead]]):
    """Every rulebook."""


class RulebookText(RulebookHead):
    """Everything that is printed of a rulebook."""

    cells: dict[str, str] = Field(description="cells of tables as they are printed, where that is otherwise")
    paragraphs: list[Paragraph]
    tables: list[PrintedTable]
    rulings: list[Ruling]
    terms: list[Term]


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
