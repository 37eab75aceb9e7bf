"""How each word of a board is drawn and what the legend calls it.

The words are those of the boards: terrain ids, hexside kinds, classes of places. A word that is not listed
gets a neutral drawing and its own name in the legend, so a new board never needs a new artist.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Ground:
    """A terrain: its fill and texture (names of theme tokens and of marks)."""

    label: str
    fill: str | None = None
    mark: str = ""
    water: bool = False


@dataclass(frozen=True, kw_only=True)
class Side:
    """A hexside feature: how wide, whether it is drawn with banks, as water that closes it, or as a line."""

    label: str
    width: float
    style: str = "line"
    dash: str = ""
    rank: int = 0


@dataclass(frozen=True, kw_only=True)
class Town:
    """A class of places: symbol, lettering, and how much it matters when room is short."""

    label: str
    symbol: str
    size: float
    weight: int = 400
    capitals: bool = False
    rank: int = 0
    optional: bool = False


_OPEN: Final = Ground(label="Clear")
_WOODS: Final = Ground(label="Woods", fill="woods", mark="trees")
_SWAMP: Final = Ground(label="Swamp", fill="swamp", mark="reeds")
_ROUGH: Final = Ground(label="Rough", fill="rough", mark="hachures")

GROUNDS: Final[dict[str, Ground]] = {
    "clear": _OPEN,
    "open": Ground(label="Open"),
    "woods": _WOODS,
    "wood": Ground(label="Wood", fill="woods", mark="trees"),
    "forest": Ground(label="Forest", fill="woods", mark="trees"),
    "swamp": _SWAMP,
    "marsh": Ground(label="Marsh", fill="swamp", mark="reeds"),
    "rough": _ROUGH,
    "hills": Ground(label="Hills", fill="rough", mark="hachures"),
    "heights": Ground(label="Heights", fill="rough", mark="hachures"),
    "height": Ground(label="Heights", fill="rough", mark="hachures"),
    "mountain": Ground(label="Mountain", fill="mountain", mark="peaks"),
    "close": Ground(label="Close country", fill="field", mark="hedges"),
    "heath": Ground(label="Heath", fill="heath", mark="heather"),
    "polder": Ground(label="Polder", fill="polder", mark="ditches"),
    "town": Ground(label="Built-up", fill="town", mark="houses"),
    "city": Ground(label="City", fill="town", mark="houses"),
    "major_city": Ground(label="Major city", fill="town", mark="houses"),
    "sea": Ground(label="Sea", fill="water", water=True),
    "lake": Ground(label="Lake", fill="water", water=True),
}

# Areas that are drawn as a texture over the terrain, for boards that keep the look of the land apart from its rules.
TEXTURED_AREAS: Final[dict[str, Ground]] = {
    word: GROUNDS[word] for word in ("height", "heights", "heath", "polder")
}
# Terrain whose own look gives way to that of the area.
HIDDEN_BY_AREA: Final[dict[str, tuple[str, ...]]] = {"polder": ("marsh", "swamp")}

SIDES: Final[dict[str, Side]] = {
    "stream": Side(label="Stream", width=3.2),
    "canal": Side(label="Canal", width=6.0, style="canal", rank=1),
    "river": Side(label="River", width=5.6, rank=2),
    "major_river": Side(label="Major river", width=12.0, style="banks", rank=3),
    "strait": Side(label="Strait", width=9.0, style="strait", rank=4),
    "lake": Side(label="Lake hexside (closed)", width=8.5, style="closed", rank=5),
    "sea": Side(label="Sea hexside (closed)", width=8.5, style="closed", rank=5),
    "water": Side(label="Water hexside (closed)", width=8.5, style="closed", rank=5),
    "impassable": Side(label="Impassable hexside", width=8.5, style="closed", rank=5),
}
BORDER_SIDES: Final = ("frontier", "border", "boundary")

TOWNS: Final[dict[str, Town]] = {
    "major_city": Town(label="Major city", symbol="block", size=21.5, weight=700, capitals=True, rank=4),
    "capital": Town(label="Capital", symbol="block", size=21.5, weight=700, capitals=True, rank=4),
    "city": Town(label="City", symbol="square", size=19.5, weight=600, rank=3),
    "fortress": Town(label="Fortress", symbol="fort", size=19.0, weight=600, rank=3),
    "town": Town(label="Town", symbol="ring", size=16.5, rank=2),
    "village": Town(label="Village", symbol="dot", size=14.5, rank=1),
    "junction": Town(label="Rail junction", symbol="tick", size=12.5, rank=0, optional=True),
    "point": Town(label="Landmark", symbol="tick", size=12.5, rank=0, optional=True),
}

COUNTRIES: Final[dict[str, str]] = {
    "AL": "Albania",
    "AT": "Austria",
    "BE": "Belgium",
    "BG": "Bulgaria",
    "CH": "Switzerland",
    "DE": "Germany",
    "DK": "Denmark",
    "EE": "Estonia",
    "FI": "Finland",
    "GR": "Greece",
    "HU": "Hungary",
    "IT": "Italy",
    "LT": "Lithuania",
    "LV": "Latvia",
    "NL": "Netherlands",
    "NO": "Norway",
    "PL": "Poland",
    "RO": "Romania",
    "SE": "Sweden",
    "SK": "Slovakia",
    "SU": "Soviet Union",
    "TR": "Turkey",
    "YU": "Yugoslavia",
}


def ground(terrain: str) -> Ground:
    """How *terrain* is drawn; a neutral fill for a word nobody has heard of."""
    return GROUNDS.get(terrain) or Ground(label=plain(terrain), fill="other", mark="dots")


def side_styles(kinds: Collection[str]) -> dict[str, Side]:
    """How hexsides of each of *kinds* are drawn on a board that has them all.

    Where rivers are the widest water beside canals or streams, they get banks like the major rivers of other boards.
    """
    found = {kind: SIDES.get(kind) or _unknown_side(kind) for kind in sorted(kinds)}
    if "river" in found and "major_river" not in found and ("canal" in found or "stream" in found):
        found["river"] = replace(SIDES["river"], width=11.0, style="banks")
    return found


def _unknown_side(kind: str) -> Side:
    return Side(label=plain(kind), width=5.0, style="other", dash="10 6", rank=1)


def town(kind: str) -> Town:
    """How a place of class *kind* is drawn."""
    return TOWNS.get(kind) or Town(label=plain(kind), symbol="diamond", size=16.0, rank=1)


def country(code: str) -> str:
    """The name of a country on the map."""
    return COUNTRIES.get(code, plain(code))


def plain(word: str) -> str:
    """An identifier as words: "salt_flat" is "Salt flat"."""
    text = word.replace("_", " ").strip()
    return text[:1].upper() + text[1:]
