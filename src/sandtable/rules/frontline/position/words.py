"""Words of the log: nations, sides, points and hexes as sentences call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import enumerated

from .nations import AXIS

NATION_NAMES: Final = ("Germany", "Finland", "Romania", "Hungary", "Italy", "the USSR")
ADJECTIVES: Final = ("German", "Finnish", "Romanian", "Hungarian", "Italian", "Soviet")
SIDE_NAMES: Final = ("The Axis", "The Soviets")
SIDE_ADJECTIVES: Final = ("Axis", "Soviet")
KIND_NAMES: Final = ("men", "tanks", "air", "LSP")


_IN_HEXES: Final = (("man", "men"), ("tank", "tanks"), ("aircraft", "aircraft"), ("LSP", "LSP"))
_IN_COMBAT: Final = (*_IN_HEXES[:3], ("bomber", "bombers"))


def points_words(points: Sequence[int]) -> str:
    """Points of a hex or a Pool in words: "3 men, 1 tank and 2 LSP"."""
    return _counted(points, _IN_HEXES)


def losses_words(points: Sequence[int]) -> str:
    """What a combat costs in words; bombers are a kind of their own there."""
    return _counted(points, _IN_COMBAT)


def _counted(points: Sequence[int], kinds: Sequence[tuple[str, str]]) -> str:
    parts = [f"{n} {one if n == 1 else many}" for n, (one, many) in zip(points, kinds, strict=False) if n]
    return enumerated(parts) if parts else "nothing"


def side_does(side: int, verb: str) -> str:
    """A side and its *verb*, which agrees: "The Axis attacks", "The Soviets attack"."""
    return f"{SIDE_NAMES[side]} {verb}{'s' if side == AXIS else ''}"


def side_name(side: int) -> str:
    """A side inside a sentence."""
    return SIDE_NAMES[side][0].lower() + SIDE_NAMES[side][1:]
