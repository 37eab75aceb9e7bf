"""[2.4] The position as a seat has to reckon with it: what is hidden from it stands as high as it can be.

All studies begin here, so that none of them can betray anything: of positions that look alike to a seat it makes one.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Final, TypeVar

from sandtable.kernel import OFF_BOARD, Action, Seat, answer, options, top

from ..seen import fog
from ..series.combat.concerted import NameAttacker
from ..series.operations import PickForce
from ..series.position.campaign import HALF
from ..series.position.state import Front
from ..series.strategic import PickStrategic

T = TypeVar("T")

AT_MOST: Final = "the enemy has as much strength left as it can have by all that everybody has seen"
EVERYBODY_AT_MOST: Final = "every force has as much strength left as it can have by all that was seen"
_HALF_SIGN: Final = "½"


class _AtMost(Random):
    """Draws the most instead of something at random: all strength that can be left, and the first of face-down choices."""

    def randint(self, a: int, b: int) -> int:
        """The most."""
        return b

    def choice(self, seq: Sequence[T] | MutableSequence[T]) -> T:  # type: ignore[override]
        """The first."""
        return seq[0]


def known(g: Front, seat: Seat) -> Front:
    """A copy of *g* in which everything hidden from *seat* stands as high as it can; nobody listens to it."""
    twin = fog.disguise(g, seat, _AtMost(0))
    twin.told = None
    return twin


def set_in_motion(g: Front, seat: Seat, action: Action) -> None:
    """Play *action* on in *g* until a force stands ready: of its hex all go that may, unless some are chosen already."""
    answer(g, action, seat)
    while isinstance(step := top(g), PickForce | PickStrategic) or (
        isinstance(step, NameAttacker) and step.start != OFF_BOARD
    ):
        offered = options(g, seat)
        answer(g, next((a for a in offered if a.verb in ("all", "go")), offered[0]), seat)


def points(halves: int) -> str:
    """Movement points as players read them: "5½"."""
    whole, half = divmod(halves, HALF)
    if not half:
        return str(whole)
    return f"{whole}{_HALF_SIGN}" if whole else _HALF_SIGN
