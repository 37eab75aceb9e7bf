"""Words of the log: nations, sides, points and hexes as sentences call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import enumerated

NATION_NAMES: Final = ("Germany", "Finland", "Romania", "Hungary", "Italy", "the USSR")
ADJECTIVES: Final = ("German", "Finnish", "Romanian", "Hungarian", "Italian", "Soviet")
SIDE_NAMES: Final = ("The Axis", "The Soviets")
SIDE_ADJECTIVES: Final = ("Axis", "Soviet")
KIND_NAMES: Final = ("men", "tanks", "air", "LSP")


def points_words(points: Sequence[int]) -> str:
    """Points in words: "3 men, 1 tank and 2 LSP"."""
    singular = ("man", "tank", "aircraft", "LSP")
    plural = ("men", "tanks", "aircraft", "LSP")
    parts = [f"{n} {singular[k] if n == 1 else plural[k]}" for k, n in enumerate(points) if n]
    return enumerated(parts) if parts else "nothing"


def side_name(side: int) -> str:
    """A side inside a sentence."""
    return SIDE_NAMES[side][0].lower() + SIDE_NAMES[side][1:]
