"""[2.4] The counters as a seat sees them: the strength left is shown to its owner alone, its bounds to everybody.

From one answer to the next few counters change. So what a counter looks like is made once for all that the seat may know
of it, and the same row stands in every view that shows it so, of any game of the scenario: nobody may write into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import mul, not_
from typing import Any, Final, NamedTuple

from sandtable.kernel import CONTROL, Hex, Seat

from ..series.position.roster import AXIS, Roster
from ..series.position.state import Fate, Front, Origin
from ..series.position.supply import finnish_lines, german_lines, soviet_lines, tracing_like_finns

FATES: Final = {fate.value: fate.name.lower() for fate in Fate}
# For a scenario and a seat so many looks of a counter are kept on average: those of a hundred games at once, and some more.
KEPT: Final = 150

Row = dict[str, Any]


class Look(NamedTuple):
    """All that a seat may know of a unit beyond its print; what is hidden from the seat is 0."""

    unit: int
    fate: int
    hex: int
    due: int
    sp: int
    start_sp: int
    spent: int
    demoralized: int
    supplied: int
    cossack: int
    origin: int
    attempted: int
    marched: int
    sidelined: int
    dropped: int
    least: int
    most: int


# The columns in the order of a look, on both sides of what is worked out: whether the unit is in supply.
BEFORE: Final = ("fate", "hex_of", "due", "sp", "start_sp", "spent", "demoralized")
AFTER: Final = (
    "cossack",
    "origin",
    "attempted",
    "marched",
    "sidelined",
    "dropped",
    "known_least",
    "known_most",
)


def counters(g: Front, seat: Seat) -> tuple[list[Row], list[Row]]:
    """The counters on the map, and those off it: eliminated, gone, still to come (R-74: the tracks are public)."""
    known = g.campaign.looks.setdefault(seat, {})
    if len(known) > KEPT * len(g.roster):
        known.clear()
    looks = list(_looks(g, seat))
    try:
        rows = list(map(known.__getitem__, looks))
    except KeyError:
        rows = [known.get(look) or known.setdefault(look, row(g, seat, Look(*look))) for look in looks]
    return list(compress(rows, map(not_, g.fate))), list(compress(rows, g.fate))


def row(g: Front, seat: Seat, look: Look) -> Row:
    """One counter in words."""
    printed = g.roster[look.unit]
    seen: Row = {**printed.face}
    if look.fate == Fate.ON_MAP:
        seen |= {
            "parent": printed.parent,
            "zoi": g.roster.zoi_of[look.unit],
            "hex": g.grid.name(Hex(look.hex)),
            "spent": bool(look.spent),
            "demoralized": bool(look.demoralized),
            "supplied": bool(look.supplied),
            "cossack": bool(look.cossack),
            "strength_least": look.least,
            "strength_most": look.most,
        }
        if seat in (printed.side, CONTROL):
            seen["strength"] = look.sp
    else:
        seen["fate"] = FATES[look.fate]
        if look.fate == Fate.DUE:
            seen["turn"] = look.due
    return seen | _marks(look)


def _marks(look: Look) -> Row:
    """What is laid on a counter now and then; left out where it is not."""
    marks: Row = {}
    if look.origin:
        marks["set_up_in"] = Origin(look.origin).name.lower()
    if look.attempted:
        marks["attempted"] = True
    if look.marched:
        marks["marched"] = look.marched
    if look.sidelined:
        marks["sidelined"] = True
    if look.dropped:
        marks["dropped_off"] = True
    if look.start_sp:
        marks["strength_before"] = look.start_sp
    return marks


def _looks(g: Front, seat: Seat) -> Iterable[tuple[int, ...]]:
    """The look of every unit, as a plain tuple."""
    shows = _shows(g.roster, seat)

    def column(name: str) -> Iterable[int]:
        every: list[int] = getattr(g, name)
        return map(mul, every, shows) if name in g.HIDDEN else every

    return zip(range(len(g.hex_of)), *map(column, BEFORE), in_supply(g), *map(column, AFTER), strict=True)


@lru_cache(maxsize=64)
def _shows(roster: Roster, seat: Seat) -> tuple[int, ...]:
    """For every unit 1 where *seat* may know its strength, else 0."""
    return tuple(int(seat in (side, CONTROL)) for side in roster.side_of)


def in_supply(g: Front) -> list[int]:
    """[2.10] For every unit whether it is on the map and has a line of supply now; positions are public, and so is this."""
    lines, finnish = (german_lines(g), soviet_lines(g)), finnish_lines(g) if g.campaign.finland else 0
    found = [
        lines[side] >> hex_ & 1 if hex_ >= 0 else 0 for side, hex_ in zip(g.side_of, g.hex_of, strict=True)
    ]
    for unit in tracing_like_finns(g, g.roster.of_side[AXIS]):
        found[unit] = finnish >> g.hex_of[unit] & 1 if g.hex_of[unit] >= 0 else 0
    return found
