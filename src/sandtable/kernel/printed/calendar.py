"""The calendar: the turns of a game with their names, dates and facts such as weather and season.

Built from plain data, as a scenario file holds it: one mapping a turn, with a ``name``, a ``date`` if the turn has
one ("1941-06-22"), and any other words as facts.

    [[turn]]
    name = "1st July 1941"
    date = "1941-06-22"
    weather = "clear"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from itertools import pairwise
from typing import Final

from ..refusals import SandtableError

Fact = int | str | bool


class BadCalendar(SandtableError):
    """Turns that cannot be read."""


class UnknownTurn(SandtableError):
    """A turn that the calendar does not have."""


class Turn:
    """One turn: its number (from 1), its name, the day it begins, and its facts."""

    def __init__(self, number: int, name: str, begins: date | None, facts: Mapping[str, Fact]) -> None:
        self.number: Final = number
        self.name: Final = name
        self.begins: Final = begins
        self.facts: Final[Mapping[str, Fact]] = dict(facts)

    def __repr__(self) -> str:
        return f"Turn({self.number}, {self.name!r})"


class Calendar:
    """The turns of a game, numbered from 1."""

    def __init__(self, turns: Iterable[Mapping[str, object]], source: str = "calendar") -> None:
        listed = [_read_turn(number, row, source) for number, row in enumerate(turns, 1)]
        if not listed:
            raise BadCalendar(f"{source}: there are no turns; at least one is needed")
        numbers: dict[str, int] = {}
        for turn in listed:
            if turn.name in numbers:
                raise BadCalendar(
                    f"{source}: turns {numbers[turn.name]} and {turn.number} are both called {turn.name!r};"
                    " each needs its own name"
                )
            numbers[turn.name] = turn.number
        dated = [(turn.begins, turn.number) for turn in listed if turn.begins is not None]
        for (earlier, before), (later, after) in pairwise(dated):
            if later <= earlier:
                raise BadCalendar(
                    f"{source}: turn {after} begins on {later}, which is not after turn {before} ({earlier})"
                )
        self.turns: Final[tuple[Turn, ...]] = tuple(listed)
        self.last: Final = len(listed)
        self._numbers: Final = numbers

    def __len__(self) -> int:
        return self.last

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    def turn(self, number: int) -> Turn:
        """Turn *number*, counted from 1; UnknownTurn if the game does not last that long."""
        if not 1 <= number <= self.last:
            raise UnknownTurn(f"there is no turn {number}; turns run from 1 to {self.last}")
        return self.turns[number - 1]

    def name(self, number: int) -> str:
        """What turn *number* is called."""
        return self.turn(number).name

    def facts(self, number: int) -> Mapping[str, Fact]:
        """The facts of turn *number*: weather, season, whatever the scenario says."""
        return self.turn(number).facts

    def number(self, name: str) -> int:
        """The number of the turn called *name*; UnknownTurn lists those that exist."""
        if name not in self._numbers:
            raise UnknownTurn(f"there is no turn {name!r}; there are {', '.join(self._numbers)}")
        return self._numbers[name]


def _read_turn(number: int, row: Mapping[str, object], source: str) -> Turn:
    facts = dict(row)
    name, begins = facts.pop("name", None), facts.pop("date", None)
    if not isinstance(name, str) or not name:
        raise BadCalendar(f'{source}: turn {number} has no name; give it name = "..."')
    # bool is an int; anything else, such as a list, would not be a plain fact.
    plain = {word: value for word, value in facts.items() if isinstance(value, int | str)}
    odd = next((word for word in facts if word not in plain), None)
    if odd is not None:
        raise BadCalendar(
            f"{source}: turn {number} ({name}) has {odd} = {facts[odd]!r}; a fact is a word, a whole number or true or false"
        )
    return Turn(number, name, _read_date(number, name, begins, source), plain)


def _read_date(number: int, name: str, begins: object, source: str) -> date | None:
    if begins is None or type(begins) is date:
        return begins
    if isinstance(begins, str):
        with suppress(ValueError):
            return date.fromisoformat(begins)
    raise BadCalendar(
        f"{source}: turn {number} ({name}) has the date {begins!r}; a date is written 1941-06-22"
    )
