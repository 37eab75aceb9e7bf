"""The printed matter of the scenarios, read from the files of this package: counters, calendar, campaigns."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import Calendar, Tables

from .series.position.campaign import Campaign
from .series.position.roster import Counter, Roster, read_counters

_HERE: Final = files(__package__)
_AREAS: Final = {"agn": ("north",), "ags": ("south",), "barbarossa": ("north", "center", "south")}
_ORDERS: Final = {"agn": ("agn",), "ags": ("ags",), "barbarossa": ("agn", "agc", "ags")}


def read(name: str) -> str:
    """The text of a file of this package."""
    return (_HERE / name).read_text("utf-8")


@lru_cache(maxsize=4)
def standard_campaign(scenario: str, tables: Tables) -> Campaign:
    """The campaign of *scenario* with the tables of the book, made once."""
    return campaign(scenario, tables)


def campaign(scenario: str, tables: Tables) -> Campaign:
    """The campaign of *scenario* with these *tables*."""
    board = boards.load(scenario)
    return Campaign(board, Roster(_order_of_battle(scenario)), tables, calendar(), _AREAS[scenario])


@lru_cache(maxsize=1)
def calendar() -> Calendar:
    """The half-month turns of 1941."""
    rows: list[Mapping[str, Any]] = tomllib.loads(read("series/calendar.toml"))["turn"]
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
        "damos/series/calendar.toml",
    )


def _order_of_battle(scenario: str) -> list[Counter]:
    """The counters of the scenario; in the combined game some begin with another army group."""
    found: dict[str, Counter] = {}
    files_ = [f"scenarios/oob-{name}.toml" for name in _ORDERS[scenario]]
    if scenario == "barbarossa":
        files_.append("scenarios/oob-agc-overrides.toml")
    for name in files_:
        for counter in read_counters(read(name), f"damos/{name}"):
            found[counter.id] = counter
    return list(found.values())
