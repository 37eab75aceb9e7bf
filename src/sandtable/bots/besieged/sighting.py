"""What a bot of the war in the east works on: the position itself, since nothing on that map is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from sandtable.kernel import Seat
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.war import War


class Sighting:
    """A position, and whose eyes it is seen with."""

    def __init__(self, g: War, seat: Seat) -> None:
        self.g: Final = g
        self.seat: Final = seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sighting) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # positions are compared, never looked up


def read(view: Mapping[str, Any]) -> Sighting:
    """The sighting in a *view*."""
    g = RULEBOOK.guess(view, Random(0))
    g.told = None
    return Sighting(g, RULEBOOK.seat(g.setup, view["seat"]))


def sight(position: War, seat: Seat) -> Sighting:
    """The same from the *position*."""
    g = position.copy()
    g.told = None
    return Sighting(g, seat)
