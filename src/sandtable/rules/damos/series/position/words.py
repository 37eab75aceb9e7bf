"""What the sentences of a DAMOS game share: the names of units and hexes, numbers with what they count, and options.

The sentences themselves stand where their rule stands: a question has its prompt and the wording of its options, an
event its line of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel import Action, Hex, Part, Seat, Wording, enumerated

from .campaign import SOUTHERN, Campaign
from .state import Front

SIDES: Final = ("The Germans", "The Russians")
ADJECTIVES: Final = ("German", "Russian")
# How a force is put together: verb -> option, the same in every question that asks for units of a stack.
PICKING: Final = {
    "take": "Take {unit} along",
    "all": "All of them together",
    "go": "Go with those chosen",
}
PARTS: Final[dict[str, Part]] = {"take": "add", "all": "all", "go": "go"}


# ---- names and numbers


def unit_name(g: Front, unit: int) -> str:
    """The printed name."""
    return g.roster[unit].name


def names(g: Front, units: Iterable[int]) -> str:
    """Several units in a row."""
    return enumerated(unit_name(g, u) for u in units)


def they(g: Front, units: Sequence[int], one: str, many: str) -> str:
    """The units by name with a verb that agrees: "1st Panzer Division moves", "A and B move"."""
    return f"{names(g, units)} {one if len(units) == 1 else many}"


def hex_words(g: Front, hex_: int) -> str:
    """A hex by number, and by name where it has one: "1410 Novgorod"."""
    return _hex_words(g.campaign, hex_)


@lru_cache(maxsize=8192)
def _hex_words(campaign: Campaign, hex_: int) -> str:
    here = Hex(hex_)
    places = [p for p in campaign.board.places_at(here) if p.kind != "junction"]
    return f"{campaign.grid.name(here)} {places[0].name}" if places else campaign.grid.name(here)


def hexes_words(g: Front, hexes: Sequence[int]) -> str:
    """Several hexes in a row."""
    return ", ".join(hex_words(g, h) for h in hexes)


def picking(g: Front, chosen: tuple[int, ...], what: str) -> str:
    """The prompt *what*, with the units that were chosen so far."""
    return f"{what} So far: {names(g, chosen)}." if chosen else what


# ---- options


def cited(g: Front, rule: str) -> str:
    """The paragraph as this scenario's own book numbers it."""
    return SOUTHERN.get(rule, rule) if g.campaign.areas == ("south",) else rule


def option(
    g: Front, rule: str, text: str, *, unit: int | None = None, hex_: int | None = None, part: Part = ""
) -> Wording:
    """An option in words, about a {unit} or a {hex} where *text* names them."""
    return _worded(g.campaign, text, cited(g, rule), unit, hex_, part)


@lru_cache(maxsize=8192)
def _worded(
    campaign: Campaign, text: str, rule: str, unit: int | None, hex_: int | None, part: Part
) -> Wording:
    """The sentence with its names filled in, which are printed: a force is told of the same hexes again and again."""
    target: dict[str, str] = {}
    words: dict[str, str] = {}
    if unit is not None:
        target["unit"] = campaign.roster[unit].id
        words["unit"] = campaign.roster[unit].name
    if hex_ is not None:
        target["hex"] = campaign.grid.name(Hex(hex_))
        words["hex"] = _hex_words(campaign, hex_)
    return Wording(text=text.format(**words), rule=rule, target=target, part=part)


def picked(g: Front, rule: str, action: Action) -> Wording:
    """An option of a question that puts a force together, one of ``PICKING``."""
    unit = action.args[0] if action.args else None
    return option(g, rule, PICKING[action.verb], unit=unit, part=PARTS[action.verb])


def force_option(g: Front, rule: str, text: str, seat: Seat, hex_: int, *, everyone: bool = False) -> Wording:
    """An option about the {force} of *seat* in a {hex}: those of it that are fresh, if any, unless it is about *everyone*."""
    units = g.units(Hex(hex_), seat)
    force = [u for u in units if everyone or not (g.spent[u] or g.attempted[u])] or units
    part: Part = "" if everyone else "force"
    return option(g, rule, text.replace("{force}", names(g, force)), hex_=hex_, part=part)
