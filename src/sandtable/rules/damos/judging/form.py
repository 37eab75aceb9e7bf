"""What the entries of a description are made of, so that a form can have a field for each."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Asked, Entries

from ..series.position.campaign import BUILT_UP, GROUND
from .describe import KINDS, NATIONS

_UNITS: Final = Entries(
    parts=(
        Asked(name="kind", help="The kind of unit.", kind="choice", choices=KINDS, required=True),
        Asked(name="sp", title="SP", help="Strength points.", kind="number", required=True),
        Asked(name="name", help="What it is called."),
        Asked(name="nation", help="Whose it is.", kind="choice", choices=NATIONS),
    ),
    several=True,
)
_TERRAIN: Final = Entries(
    choices=tuple(
        f"{ground}{built}" for built in ("", *(f"+{kind}" for kind in BUILT_UP)) for ground in GROUND
    )
)
ENTRIES: Final = {"attacker": _UNITS, "defender": _UNITS, "terrain": _TERRAIN}
