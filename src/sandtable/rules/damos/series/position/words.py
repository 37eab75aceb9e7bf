"""What the sentences of a DAMOS game share: the names of units and hexes, numbers with what they count, and options.

The sentences themselves stand where their rule stands: a question has its prompt and the wording of its options, an
event its line of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.kernel import Action, Hex, Part, Seat, Wording, enumerated
from sandtable.kernel.book import option_words

from .campaign import SOUTHERN
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
    return option_words.hex_words(g.campaign.board, hex_)


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
    piece = None if unit is None else g.roster[unit]
    return option_words.option_words(
        g.campaign.board, cited(g, rule), text, piece=piece, hex_=hex_, part=part
    )


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
