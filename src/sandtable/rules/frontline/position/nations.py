"""[Resources, Military Effectiveness] Nations and sides, the kinds of points, and the hands of Advantage Cards."""

from __future__ import annotations

from typing import Final, NamedTuple

NATIONS: Final = ("germany", "finland", "romania", "hungary", "italy", "ussr")
GERMANY, FINLAND, ROMANIA, HUNGARY, ITALY, USSR = range(len(NATIONS))
ALLIES: Final = (FINLAND, ROMANIA, HUNGARY, ITALY)
SIDES: Final = ("axis", "soviet")
AXIS, SOVIET = range(len(SIDES))
SIDE_OF: Final = (AXIS, AXIS, AXIS, AXIS, AXIS, SOVIET)
OF_SIDE: Final = ((GERMANY, *ALLIES), (USSR,))
# The nation that answers for a side where nobody else does.
LEADING: Final = (GERMANY, USSR)
# What lies in hexes and Pools; bombers are kept by base.
POINTS: Final = ("men", "tanks", "air", "lsp")
MEN, TANKS, AIR, LSP = range(len(POINTS))
# Those of them that fight.
STRENGTH: Final = (MEN, TANKS, AIR)
# Who holds a hex, as it is stored.
NOBODY: Final = 0
NEUTRAL: Final = 3
# Kinds of partisans, as they are stored.
PARTISANS: Final = 1
RISING: Final = 2


class AdvantageCard(NamedTuple):
    """[Advantage Cards] One card of a hand."""

    nation: int
    title: str
    value: int


def held_by(side: int) -> int:
    """How it is stored that *side* holds a hex."""
    return side + 1


def enemy_of(side: int) -> int:
    """The other side."""
    return SOVIET if side == AXIS else AXIS
