"""What can be judged, and what the entries of a description are made of, so that a form can have a field for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sandtable import boards
from sandtable.kernel import Asked, Entries, Procedure

from ..cards import USES
from ..state import ROLES
from .describe import ASKED, BOMBING_ROLES, COMBAT_KEYS, FIRST_YEAR, LAST_YEAR
from .describe_front import BOARD
from .describe_round import ROUND_KEYS

NUMBERINGS: Final = ("RRCC", "CCRR")


def _number(name: str, text: str) -> Asked:
    return Asked(name=name, help=text, kind="number")


def _text(name: str, text: str) -> Asked:
    return Asked(name=name, help=text)


def _hexes(name: str, text: str) -> Asked:
    return Asked(name=name, help=text, several=True)


_CONTINGENT: Final = Entries(
    parts=(
        _number("men", "Men."),
        _number("tanks", "Tanks."),
        _number("air", "Aircraft."),
        Asked(name="me", title="ME", help="Military effectiveness.", kind="number", required=True),
        Asked(name="lsp", title="LSP", help="Logistic supply points.", kind="number"),
        _number("bombers", "Strategic bombers."),
        _number("fortification", "Layers of fortification on its hexside."),
        _text("name", "What it is called."),
        _text("nation", "Whose it is."),
        _text("hex", "Where it stands."),
    ),
    several=True,
)
_BY_ROLE: Final = Entries(parts=tuple(_number(role, f"Of the {role}.") for role in ROLES))
_IN_COMBAT: Final = {
    "attacker": _CONTINGENT,
    "defender": _CONTINGENT,
    "cards": _BY_ROLE,
    "card_shifts": _BY_ROLE,
}
_BOMBING: Final = Entries(
    parts=(
        Asked(name="bombers", help="Bombers in the raid.", kind="number", required=True),
        _number("air_defence", "Fighters in defence."),
        _number("flak", "Flak."),
        Asked(name="role", help="What is bombed.", kind="choice", choices=BOMBING_ROLES),
        _number("distance", "Hexes to the target."),
        _number("year", f"The year, {FIRST_YEAR} to {LAST_YEAR}."),
    )
)
_COMBATS: Final = Entries(
    parts=(
        _text("name", "What it is called."),
        Asked(name="side", help="Who attacks.", required=True),
        Asked(name="against", help="Who is attacked.", required=True),
        *(replace(asked, of=()) for key in COMBAT_KEYS for asked in ASKED if asked.name == key),
    ),
    several=True,
    inner=_IN_COMBAT,
)
_CARDS: Final = Entries(
    parts=(
        Asked(name="side", help="Whose card it is.", required=True),
        Asked(name="value", help="Its value.", kind="number", required=True),
        Asked(name="use", help="What it is used for.", kind="choice", choices=tuple(USES), required=True),
        _text("combat", "The combat it is used in."),
        _text("what", "What Control grants for it."),
        _text("ally", "The ally it is given to."),
    ),
    several=True,
)
_FRONT_SIDE: Final = Entries(
    parts=(
        Asked(name="name", help="The side.", required=True),
        Asked(name="hexes", help="Its hexes with the men in each, as 1108=3 1109=1.", required=True),
        _number("pool", "Men in its pool."),
        Asked(name="lsp", title="LSP", help="Its logistic supply points.", kind="number"),
        _hexes("closes", "Hexes it closes up to."),
        _hexes("withdraws", "Hexes it gives up."),
        _hexes("follows", "Hexes it follows into."),
        _hexes("builds", "Hexsides it fortifies, as 1409/1408."),
        _hexes("partisans", "Hexes with partisans to be placed."),
        _hexes("placed", "Hexes with partisans on the map."),
        _hexes("security", "Hexes of security operations."),
    ),
    several=True,
    least=2,
)
_GRID: Final = Entries(
    parts=(
        _number("rows", "How many rows of hexes it has."),
        _number("columns", "How many hexes a row has."),
        Asked(
            name="numbering", help="Rows before columns, or after them.", kind="choice", choices=NUMBERINGS
        ),
        Asked(name="rows_from", help="Where row 1 is.", kind="choice", choices=("north", "south")),
        Asked(name="columns_from", help="Where column 1 is.", kind="choice", choices=("west", "east")),
        Asked(name="east_rows", help="Rows half a hex to the east.", kind="choice", choices=("odd", "even")),
    )
)
_FRONT: Final = Entries(
    parts=(
        Asked(name="side", help="The two sides of the line.", required=True),
        Asked(name="first", title="Who goes first", help="The side that goes first."),
        _hexes("nobody", "Hexes that nobody holds."),
        Asked(
            name="board",
            help=f"The map of the hexes, {BOARD} if not given.",
            kind="choice",
            choices=boards.names(),
        ),
        _hexes("sea", "Hexsides that are all sea, as 1409/1408."),
        _hexes("out_of_play", "Hexes that nobody may hold."),
        Asked(name="grid", title="Map of your own", help="Its rows and columns, in place of a board."),
        Asked(name="china", help="The line is in China.", kind="flag"),
    ),
    inner={"side": _FRONT_SIDE, "grid": _GRID},
)
ENTRIES: Final = {**_IN_COMBAT, "bombing": _BOMBING, "combat": _COMBATS, "card": _CARDS, "front": _FRONT}
PROCEDURES: Final = (
    Procedure(name="combat", title="Combat", takes=COMBAT_KEYS, needs=("attacker", "defender")),
    Procedure(name="round", title="Round of combats", takes=ROUND_KEYS, needs=("combat",)),
    Procedure(name="raid", title="Bombing raid", takes=("bombing",), needs=("bombing",)),
    Procedure(name="front", title="Front line", takes=("front",), needs=("front",), weighed=False),
)
