"""What the entries of a description are made of, so that a form can have a field for each."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Asked, Entries

from ..state import ROLES
from .describe import MARKS

_UNITS: Final = Entries(
    parts=(
        Asked(name="strength", help="Combat strength.", kind="number", required=True),
        Asked(name="steps", help="Steps of the unit.", kind="number"),
        Asked(name="name", help="What it is called."),
        Asked(name="nation", help="Whose it is."),
        Asked(name="marks", help="What it is besides.", kind="choice", choices=MARKS, several=True),
    ),
    several=True,
    bare="strength",
)
_STEPS: Final = Entries(
    parts=tuple(Asked(name=role, help=f"Steps of the {role}.", kind="number") for role in ROLES)
)
ENTRIES: Final = {"attacker": _UNITS, "defender": _UNITS, "steps": _STEPS}
