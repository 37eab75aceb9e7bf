"""What is worked out of a position and stays true until something of it changes: kept, and handed to the next who asks.

Most answers move one force, and some move nobody. Zones, lines of supply, aims and all about the enemy follow from less than
the whole position; ``Foes`` and ``Ground`` name what. Two positions that are alike in it share what was found out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar

from sandtable.kernel import Bits, Seat
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import Roster
from sandtable.rules.damos.series.position.state import Front, enemy

T = TypeVar("T")

# So many states of the enemy are remembered, and with each so many grounds: more than the trials of a planner return to.
_MOST_FOES: Final = 50
_MOST: Final = 100


class Foes(NamedTuple):
    """All that may be asked of the enemy alone; besides nothing but print."""

    campaign: Campaign
    side: Seat
    # Of the enemy's units.
    hex_of: tuple[int, ...]
    sp: tuple[int, ...]
    demoralized: tuple[int, ...]


class Ground(NamedTuple):
    """All else that a lasting property may depend on."""

    turn: int
    axis_control: Bits
    converted: Bits
    finns_only: Bits
    occupied: tuple[Bits, ...]
    steady: tuple[Bits, ...]


class Found(NamedTuple):
    """What is known already, by the names of the properties."""

    of_foes: dict[str, Any]
    of_ground: dict[str, Any]


class lasting(Generic[T]):  # noqa: N801 - it stands where a decorator does
    """A property that follows from ``Foes`` and ``Ground`` alone; what has it has a dictionary ``found`` for its ground."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find: Final = find
        self.__doc__ = find.__doc__
        self._name: Final = find.__name__

    def __get__(self, place: Any, kind: type | None = None) -> T:
        """Look it up, or work it out: whoever has it already in his own dictionary does not come here."""
        return self._looked_up(place, place.found)

    def _looked_up(self, place: Any, found: dict[str, Any]) -> T:
        name = self._name
        value: T = found[name] if name in found else found.setdefault(name, self._find(place))
        place.__dict__[name] = value
        return value


class lasting_of_foes(lasting[T]):  # noqa: N801
    """One that follows from ``Foes`` alone, so that no move of one's own changes it."""

    def __get__(self, place: Any, kind: type | None = None) -> T:
        """The same, of what is known of the enemy."""
        return self._looked_up(place, place.found_of_foes)


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


_known: Final[dict[Foes, tuple[dict[str, Any], dict[Ground, dict[str, Any]]]]] = {}


def found_on(g: Front, side: Seat) -> Found:
    """What is known already of such a ground, and of such enemies, as *side* sees them."""
    entries = entries_of(g.roster, enemy(side))
    foes = Foes(g.campaign, side, entries(g.hex_of), entries(g.sp), entries(g.demoralized))
    known = _known.get(foes)
    if known is None:
        if len(_known) >= _MOST_FOES:
            _known.clear()
        known = _known[foes] = ({}, {})
    of_foes, grounds = known
    ground = Ground(g.turn, g.axis_control, g.converted, g.finns_only, tuple(g.occupied), tuple(g.steady))
    of_ground = grounds.get(ground)
    if of_ground is None:
        if len(grounds) >= _MOST:
            grounds.clear()
        of_ground = grounds[ground] = {}
    return Found(of_foes, of_ground)


@lru_cache(maxsize=32)
def entries_of(roster: Roster, side: Seat) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Picks the entries of a side's units out of a column."""
    return itemgetter(*roster.of_side[side])
