"""What the sentences of the game share: the names of units and hexes, numbers with what they count, and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel import Hex, Part, Wording, enumerated

from ..state import WEATHERS
from .campaign import Campaign
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
    return _hex_words(g.campaign, hex_)


@lru_cache(maxsize=8192)
def _hex_words(campaign: Campaign, hex_: int) -> str:
    here = Hex(hex_)
    places = [p for p in campaign.board.places_at(here) if p.kind != "junction"]
    return f"{campaign.grid.name(here)} {places[0].name}" if places else campaign.grid.name(here)


def weather_words(weather: int) -> str:
    """The weather as sentences have it."""
    return WEATHERS[weather].replace("_", " ")


def option(
    g: War, rule: str, text: str, *, unit: int | None = None, hex_: int | None = None, part: Part = ""
) -> Wording:
    """An option in words, about a {unit} or a {hex} where *text* names them."""
    return _worded(g.campaign, text, rule, unit, hex_, part)


@lru_cache(maxsize=16384)
def _worded(
    campaign: Campaign, text: str, rule: str, unit: int | None, hex_: int | None, part: Part
) -> Wording:
    """The sentence with its names filled in, which are printed."""
    target: dict[str, str] = {}
    words: dict[str, str] = {}
    if unit is not None:
        target["unit"] = campaign.roster[unit].id
        words["unit"] = campaign.roster[unit].name
    if hex_ is not None:
        target["hex"] = campaign.grid.name(Hex(hex_))
        words["hex"] = _hex_words(campaign, hex_)
    return Wording(text=text.format(**words), rule=rule, target=target, part=part)
