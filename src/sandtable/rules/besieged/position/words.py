"""What the sentences of the game share: the names of units and hexes, numbers with what they count, and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.kernel import Part, Wording, enumerated
from sandtable.kernel.book import option_words

from ..state import WEATHERS
from .war import War

SIDES: Final = ("The Axis", "The Soviets")
ADJECTIVES: Final = ("Axis", "Soviet")


def unit_name(g: War, unit: int) -> str:
    """The printed name."""
    return g.roster[unit].name


def names(g: War, units: Iterable[int]) -> str:
    """Several units in a row."""
    return enumerated(unit_name(g, u) for u in units)


def they(g: War, units: Sequence[int], one: str, many: str) -> str:
    """The units by name with a verb that agrees."""
    return f"{names(g, units)} {one if len(units) == 1 else many}"


def hex_words(g: War, hex_: int) -> str:
    """A hex by number, and by name where it has one: "2128 Smolensk"."""
    return option_words.hex_words(g.campaign.board, hex_)


def weather_words(weather: int) -> str:
    """The weather as sentences have it."""
    return WEATHERS[weather].replace("_", " ")


def option(
    g: War, rule: str, text: str, *, unit: int | None = None, hex_: int | None = None, part: Part = ""
) -> Wording:
    """An option in words, about a {unit} or a {hex} where *text* names them."""
    piece = None if unit is None else g.roster[unit]
    return option_words.option_words(g.campaign.board, rule, text, piece=piece, hex_=hex_, part=part)
