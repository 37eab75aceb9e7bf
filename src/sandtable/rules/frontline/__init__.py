"""Land Combat Rules 1942-1945: front lines, flags and effectiveness; combats and raids, exact. The board game follows."""

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

from . import bombing, combat
from .judging.adjudicate import FrontlineAdjudicator

_HERE: Final = files(__name__)
_TABLES: Final = ("results", "losses", "terrain", "bomber_range")


class FrontlineRulebook(Book):
    """The land combat rules."""

    name = "frontline"
    title = "Land Combat Rules 1942-1945"
    behaviour = 2
    steps = steps_in(combat, bombing)
    adjudicator = FrontlineAdjudicator()

    @cached_property
    def tables(self) -> Tables:
        """Results, losses, terrain, bomber range."""
        return Tables(parse_table(_read(f"tables/{n}.toml"), f"frontline/tables/{n}.toml") for n in _TABLES)

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The sections of the rules."""
        return parse_paragraphs(_read("paragraphs.toml"), "frontline/paragraphs.toml")

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Ours, by number."""
        return parse_rulings(_read("rulings.md"))


def _read(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


RULEBOOK: Final = FrontlineRulebook()
