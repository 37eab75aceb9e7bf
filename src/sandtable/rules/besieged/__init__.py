"""Russia Besieged: the combat card, exact; the board game around it follows."""

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

from . import combat
from .judging.adjudicate import BesiegedAdjudicator

_HERE: Final = files(__name__)
_TABLES: Final = ("crt", "blitzkrieg", "modifiers", "air_support", "sudden_death")


class BesiegedRulebook(Book):
    """The card of Russia Besieged."""

    name = "besieged"
    title = "Russia Besieged"
    behaviour = 2
    steps = steps_in(combat)
    adjudicator = BesiegedAdjudicator()

    @cached_property
    def tables(self) -> Tables:
        """CRT, Blitzkrieg, die modifiers, air support, sudden death."""
        return Tables(parse_table(_read(f"tables/{n}.toml"), f"besieged/tables/{n}.toml") for n in _TABLES)

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The sections of the card."""
        return parse_paragraphs(_read("paragraphs.toml"), "besieged/paragraphs.toml")

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Ours, by number."""
        return parse_rulings(_read("rulings.md"))


def _read(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


RULEBOOK: Final = BesiegedRulebook()
