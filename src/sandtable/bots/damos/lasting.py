"""What is worked out of a position and stays true until something of it changes: kept, and handed to the next who asks.

Most answers move one force, and some move nobody. Zones, lines of supply, aims and all about the enemy follow from less than
the whole position; ``Ground`` names what. Two positions that are alike in it share what was found out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from sandtable.kernel import Bits, Seat
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import Roster
from sandtable.rules.damos.series.position.state import Front, enemy

T = TypeVar("T")

# So many grounds are remembered: more than the trials of a planner return to.
_MOST: Final = 500


class Ground(NamedTuple):
    """All that a lasting property may depend on; besides nothing but print."""

    campaign: Campaign
    side: Seat
    turn: int
    axis_control: Bits
    converted: Bits
    finns_only: Bits
    occupied: tuple[Bits, ...]
    steady: tuple[Bits, ...]
    # Of the enemy's units.
    hex_of: tuple[int, ...]
    sp: tuple[int, ...]
    demoralized: tuple[int, ...]


class lasting(Generic[T]):  # noqa: N801 - it stands where a decorator does
    """A property that follows from the ``Ground`` alone; it is found in what has a dictionary ``found`` for its ground."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find: Final = find
        self.__doc__ = find.__doc__
        self._name: Final = find.__name__

    def __get__(self, place: Any, kind: type | None = None) -> T:
        """Look it up, or work it out: whoever has it already in his own dictionary does not come here."""
        found = place.found
        if self._name not in found:
            found[self._name] = self._find(place)
        place.__dict__[self._name] = value = found[self._name]
        return cast(T, value)


class once(Generic[T]):  # noqa: N801 - it stands where a decorator does
    """A property that is worked out once. Nobody else looks on, so it needs no lock, which would take most of the time."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find: Final = find
        self.__doc__ = find.__doc__
        self._name: Final = find.__name__

    def __get__(self, place: Any, kind: type | None = None) -> T:
        """Work it out: whoever has it already in his own dictionary does not come here."""
        place.__dict__[self._name] = value = self._find(place)
        return value


_known: Final[dict[Ground, dict[str, Any]]] = {}


def found_on(g: Front, side: Seat) -> dict[str, Any]:
    """What is known already of the ground of *g*, as *side* sees it."""
    foes = entries_of(g.roster, enemy(side))
    ground = Ground(
        g.campaign,
        side,
        g.turn,
        g.axis_control,
        g.converted,
        g.finns_only,
        tuple(g.occupied),
        tuple(g.steady),
        foes(g.hex_of),
        foes(g.sp),
        foes(g.demoralized),
    )
    known = _known.get(ground)
    if known is None:
        if len(_known) >= _MOST:
            _known.clear()
        known = _known[ground] = {}
    return known


@lru_cache(maxsize=32)
def entries_of(roster: Roster, side: Seat) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Picks the entries of a side's units out of a column."""
    return itemgetter(*roster.of_side[side])
