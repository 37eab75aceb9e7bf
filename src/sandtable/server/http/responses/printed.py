"""Printed matter as described documents: scenarios, boards, rules; see ``match``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from . import Answered, absent


class Switch(Answered):
    """An option of a scenario; its first value is what holds where nobody chose."""

    name: str
    values: list[bool | int | str]
    text: str
    rule: str


class Measure(Answered):
    """What is counted: short, and in sentences."""

    short: str
    one: str
    many: str


class Figure(Answered):
    """A number at the foot of a counter: in which of its fields it stands, and in which the printed one."""

    field: str
    printed: str
    place: Literal["left", "middle", "right"]
    measure: Measure
    sums: bool = Field(description="whether it is added up for stacks, sides and losses")


class CounterMark(Answered):
    """A state of a counter that is seen on it, where one of its fields has a value."""

    field: str
    when: bool
    word: str
    otherwise: str = Field(description="what is said where the field has the other value")
    look: Literal["turned", "hatched", "chain", "badge", "none"]
    letter: str


class Fate(Answered):
    """What has become of units off the map."""

    name: str
    title: str
    lost: bool


class Risk(Answered):
    """What the risk of a march is the chance of, and how it reads where there is none; empty where nothing is risked."""

    name: str
    some: str
    none: str


class Appearance(Answered):
    """How a game looks, and the words it uses."""

    figures: list[Figure]
    marks: list[CounterMark]
    fates: list[Fate]
    movement: Measure
    risk: Risk
    pairings: str
    cells: dict[str, str] = Field(description="cells of tables as they are printed, where that is otherwise")
    endings: list[str] = Field(description="endings of unit names that a counter leaves out")


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
    livery: dict[str, str]
    appearance: Appearance
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


class Term(Answered):
    """A word of a rulebook."""

    term: str
    title: str
    text: str
    rule: str
    aliases: list[str]


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


class Ruling(Answered):
    """What was decided where a rulebook is silent; without a number, what introduces a section."""

    number: str
    title: str
    section: str
    text: list[str]


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
