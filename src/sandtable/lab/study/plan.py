"""The plan of a study, as a file says it: a scenario, who plays it, and the factors that are varied.

title = "German fast units"
scenario = "agn"
games = 40                              # at every point
places = ["Daugavpils", "Pskov"]        # whose fall is of interest

[[factor]]                              # an option of the scenario
name = "thrust"
option = "thrust"
values = [false, true]

[[factor]]                              # a rating, a set-up, a schedule: what stands in a file of the rulebook
name = "movement"
file = "scenarios/oob-agn.toml"
rows = "unit"
where = { nationality = "german", ma = 10 }
key = "ma"
values = [8, 9, 10]                     # in a Latin hypercube also: low = 6, high = 12

[[factor]]                              # a cell of a table
name = "attrition"
table = "attrition"
row = "6-8"
column = "12-15"
values = [1, 2]

[[factor]]                              # anything together, by name
name = "garrison"
[[factor.level]]
name = "as printed"
[[factor.level]]
name = "a corps more"
changes = [{ file = "scenarios/oob-agc.toml", rows = "unit", where = { id = "su-44-rc" }, key = "draft_hex", value = "2619" }]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sandtable.bots import bot_names
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.printed.changes import Change
from sandtable.kernel.printed.toml_text import BadToml, parse_toml
from sandtable.kernel.refusals import SandtableError

GRID: Final = "grid"
HYPERCUBE: Final = "latin-hypercube"
_EXAMPLES: Final = files(__package__) / "examples"
Value = bool | int | str


class BadStudy(SandtableError):
    """A study that cannot be read or made."""


class Level(NamedTuple):
    """One setting of a factor; ``number`` where levels are numbers and have an order."""

    name: str
    number: float | None
    options: Mapping[str, Value]
    changes: tuple[Change, ...]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PrintedOtherwise(_Strict):
    """A change in a file of the rulebook."""

    file: str
    key: str
    value: Any
    add: bool = False
    rows: str = ""
    where: dict[str, Any] = {}
    column: str = ""

    def change(self) -> Change:
        """As the rulebook takes it."""
        return Change(**self.model_dump())


class NamedLevel(_Strict):
    """A level that is described in full."""

    name: str
    options: dict[str, Value] = {}
    changes: list[PrintedOtherwise] = []


class Factor(_Strict):
    """Something that is varied."""

    name: str
    option: str | None = None
    table: str | None = None
    row: str = ""
    column: str = ""
    file: str | None = None
    rows: str = ""
    where: dict[str, Any] = {}
    key: str = ""
    add: bool = False
    values: list[Value] = []
    low: int | None = None
    high: int | None = None
    level: list[NamedLevel] = []

    @model_validator(mode="after")
    def _says_what_and_how(self) -> Factor:
        ways = [self.option is not None, self.table is not None, self.file is not None, bool(self.level)]
        if sum(ways) != 1:
            raise ValueError("a factor varies one of option, table, file or level")
        if not self.level and bool(self.values) == (self.low is not None and self.high is not None):
            raise ValueError("a factor has values, or else low and high")
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ValueError(f"low is {self.low}, which is not below {self.high}")
        return self

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that are listed; a range has its two ends."""
        if self.level:
            return tuple(
                Level(one.name, None, one.options, tuple(change.change() for change in one.changes))
                for one in self.level
            )
        ends = [end for end in (self.low, self.high) if end is not None]
        return tuple(self._level(value) for value in self.values or ends)

    def at(self, share: float) -> Level:
        """The level that lies so far (0 to 1) between the first and the last."""
        if self.low is not None and self.high is not None:
            return self._level(min(self.high, self.low + int(share * (self.high - self.low + 1))))
        levels = self.levels
        return levels[min(len(levels) - 1, int(share * len(levels)))]

    def _level(self, value: Any) -> Level:
        name = str(value).lower() if isinstance(value, bool) else f"{value:+}" if self.add else str(value)
        number = float(value) if isinstance(value, int) and not isinstance(value, bool) else None
        if self.option is not None:
            return Level(name, number, {self.option: value}, ())
        if self.table is not None:
            change = Change(f"tables/{self.table}.toml", self.row, value, add=self.add, column=self.column)
        else:
            change = Change(str(self.file), self.key, value, add=self.add, rows=self.rows, where=self.where)
        return Level(name, number, {}, (change,))


class Plan(_Strict):
    """A study: what is played, by whom, how often, and what is varied."""

    title: str
    about: str = ""
    scenario: str
    games: Annotated[int, Field(ge=1)] = 20
    seed: int = 1941
    # seat -> bot; the others get the best there is.
    bots: dict[str, str] = {}
    options: dict[str, Value] = {}
    places: list[str] = []
    design: Literal["grid", "latin-hypercube"] = "grid"
    # Of a Latin hypercube.
    points: Annotated[int, Field(ge=2)] = 12
    factor: Annotated[list[Factor], Field(min_length=1)]

    @model_validator(mode="after")
    def _fits_its_design(self) -> Plan:
        ranges = [factor.name for factor in self.factor if factor.low is not None]
        if self.design == GRID and ranges:
            raise ValueError(
                f"a grid needs values; {ranges[0]!r} has low and high, which a {HYPERCUBE} can use"
            )
        return self

    def seated(self, rulebook: Rulebook[Any]) -> dict[str, str]:
        """The bot of every seat."""
        best = bot_names(rulebook)[0]
        seats = rulebook.scenario(self.scenario).seats
        for seat in self.bots:
            rulebook.seat(rulebook.setup(self.scenario), seat)
        return {seat: self.bots.get(seat, best) for seat in seats}


def examples() -> list[str]:
    """The studies that come with the package."""
    return sorted(Path(file.name).stem for file in _EXAMPLES.iterdir() if file.name.endswith(".toml"))


def find_plan(name: str, read: Callable[[Path], str]) -> Plan:
    """The study that comes with the package under *name*, or the one in the file called so."""
    if name in examples():
        return parse_plan((_EXAMPLES / f"{name}.toml").read_text("utf-8"), name)
    if not name.endswith(".toml"):
        raise BadStudy(
            f"there is no study {name!r}; there are {', '.join(examples())}, or name a file ending in .toml"
        )
    return parse_plan(read(Path(name)), name)


def parse_plan(text: str, source: str) -> Plan:
    """The plan that *text* holds; one sentence about the first thing in it that will not do."""
    try:
        return Plan.model_validate(parse_toml(text))
    except BadToml as why:
        raise BadStudy(f"{source}: {why}") from None
    except ValidationError as why:
        wrong = why.errors()[0]
        where = ".".join(str(part) for part in wrong["loc"])
        what = wrong["msg"].removeprefix("Value error, ")
        raise BadStudy(f"{source}: {where + ': ' if where else ''}{what}") from None
