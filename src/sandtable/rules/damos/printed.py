"""The printed matter of the scenarios, read from the files of this package: counters, calendar, campaigns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from sandtable import boards
from sandtable.kernel import Calendar, Tables
from sandtable.kernel.printed.calendar import BadCalendar

from .series.position.campaign import Campaign
from .series.position.roster import Counter, Roster, read_counters

_HERE: Final = files(__package__)
_AREAS: Final = {"agn": ("north",), "ags": ("south",), "barbarossa": ("north", "center", "south")}
_NORTH: Final = "scenarios/oob-agn.toml"
_CENTER: Final = "scenarios/oob-agc.toml"
_SOUTH: Final = "scenarios/oob-ags.toml"
_MOVED: Final = "scenarios/oob-agc-overrides.toml"
_ORDERS: Final = {"agn": (_NORTH,), "ags": (_SOUTH,), "barbarossa": (_NORTH, _CENTER, _SOUTH, _MOVED)}
_RAIL: Final = re.compile(r"1d[23](\+[1-9])?")
CALENDAR: Final = "series/calendar.toml"
# What a study may print otherwise.
SCENARIO_FILES: Final = (_NORTH, _CENTER, _SOUTH, _MOVED, CALENDAR)


# Reads a file of this package as data: the rulebook's own reading, which knows what a study has printed otherwise.
Document: TypeAlias = "Callable[[str], Mapping[str, Any]]"


@lru_cache(maxsize=4)
def standard_campaign(scenario: str, tables: Tables, document: Document) -> Campaign:
    """The campaign of *scenario* with the tables of the book, made once."""
    return campaign(scenario, tables, document)


def campaign(scenario: str, tables: Tables, document: Document) -> Campaign:
    """The campaign of *scenario* with these *tables*."""
    board, roster = boards.load(scenario), Roster(_order_of_battle(scenario, document))
    return Campaign(board, roster, tables, _calendar(document(CALENDAR)), _AREAS[scenario])


@lru_cache(maxsize=1)
def calendar() -> Calendar:
    """The half-month turns of 1941."""
    return _calendar(tomllib.loads((_HERE / CALENDAR).read_text("utf-8")))


def _calendar(document: Mapping[str, Any]) -> Calendar:
    rows: list[Mapping[str, Any]] = document["turn"]
    for row in rows:
        if not _RAIL.fullmatch(row["rail"]):
            raise BadCalendar(
                f"damos/{CALENDAR}: the railway cannot grow by {row['rail']!r}; 1d2, 1d3 and 1d3+1 would do"
            )
    return Calendar(
        [
            {
                "name": row["name"],
                "date": row["begins"].isoformat(),
                "overland": row["overland"],
                "rail": row["rail"],
            }
            for row in rows
        ],
        f"damos/{CALENDAR}",
    )


def _order_of_battle(scenario: str, document: Document) -> list[Counter]:
    """The counters of the scenario; in the combined game some begin with another army group."""
    found: dict[str, Counter] = {}
    for name in _ORDERS[scenario]:
        for counter in read_counters(document(name), f"damos/{name}"):
            found[counter.id] = counter
    return list(found.values())
