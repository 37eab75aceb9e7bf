"""Airborne: the operational playsheet of an airborne operation in 1944, adjudicated procedure by procedure."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import Final

from sandtable.kernel import (
    Book,
    Paragraphs,
    Ruling,
    Tables,
    parse_paragraphs,
    parse_rulings,
    parse_table,
    steps_in,
)

from . import air, combat, flak, interdiction, recce, resupply, supply
from .judging.adjudicate import AirborneAdjudicator

_HERE: Final = files(__name__)
_TABLES: Final = (
    "movement",
    "factors",
    "artillery",
    "air_ground",
    "results",
    "recce",
    "air_to_air",
    "air_losses",
    "flak",
    "interdiction",
    "resupply",
    "resupply_factors",
)


class AirborneRulebook(Book):
    """The playsheet with our rulings."""

    name = "airborne"
    title = "Airborne: the operational playsheet"
    behaviour = 2
    steps = steps_in(air, combat, flak, interdiction, recce, resupply, supply)
    adjudicator = AirborneAdjudicator()

    @cached_property
    def tables(self) -> Tables:
        """Every table of the sheet, and its lists of factors."""
        return Tables(parse_table(_read(f"tables/{n}.toml"), f"airborne/tables/{n}.toml") for n in _TABLES)

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The sections of the sheet under numbers of our own."""
        return parse_paragraphs(_read("paragraphs.toml"), "airborne/paragraphs.toml")

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Ours, by number."""
        return parse_rulings(_read("rulings.md"))


def _read(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


RULEBOOK: Final = AirborneRulebook()
