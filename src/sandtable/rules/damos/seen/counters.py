"""[2.4] The counters as a seat sees them: the strength left is shown to its owner alone, its bounds to everybody.

From one answer to the next few counters change. So what a counter looks like is made once for all that the seat may know
of it, and the same row stands in every view that shows it so, of any game of the scenario: nobody may write into it.
Whoever comes from a position that has been looked at asks only for those that have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import attrgetter, ne, not_
from typing import Any, Final, NamedTuple

from sandtable.kernel import CONTROL, Bits, Hex, Seat

from ..series.position.roster import AXIS
from ..series.position.state import Fate, Front, Origin
from ..series.position.supply import finnish_lines, german_lines, soviet_lines, tracing_like_finns

FATES: Final = {fate.value: fate.name.lower() for fate in Fate}
# For a scenario and a seat so many looks of a counter are kept on average: those of a hundred games at once, and some more.
KEPT: Final = 150

# Where the lines of Finns stand after those of both sides.
_FINNISH: Final = 2

Row = dict[str, Any]
# A number for every unit; what everybody knows of them is never written into.
Column = list[int] | tuple[int, ...]


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
_BEFORE: Final = attrgetter(*BEFORE)
_AFTER: Final = attrgetter(*AFTER)
# What only its owner may know, by its places in a look.
_HIDDEN: Final = tuple(Look._fields.index(name) for name in Front.HIDDEN)


class Shown(NamedTuple):
    """The counters as they were shown last, and the columns from which they were made."""

    columns: tuple[Column, ...]
    rows: list[Row]
    on_map: list[Row]
    off_map: list[Row]


def counters(g: Front, seat: Seat) -> tuple[list[Row], list[Row]]:
    """The counters on the map, and those off it: eliminated, gone, still to come (R-74: the tracks are public).

    Nobody may write into these lists either: where no counter has changed they are those of before.
    """
    known = g.campaign.looks.setdefault(seat, {})
    if len(known) > KEPT * len(g.roster):
        known.clear()
    columns: list[Column] = [*_BEFORE(g), in_supply(g), *_AFTER(g)]
    before: Shown | None = g.shown.counters.get(seat)
    rows: list[Row]
    if before is None:
        kept, rows = [column[:] for column in columns], [{}] * len(g.roster)
        changed = set(range(len(rows)))
    else:
        # Whoever plays on writes into the columns: those that have changed are kept as they are now.
        pairs = list(zip(before.columns, columns, strict=True))
        kept = [then if then == now else now[:] for then, now in pairs]
        changed = _changed(pairs)
        if not changed:
            return before.on_map, before.off_map
        rows = before.rows.copy()
    for unit in changed:
        look = _look(g, seat, unit, kept)
        rows[unit] = known.get(look) or known.setdefault(look, row(g, seat, Look(*look)))
    shown = Shown(tuple(kept), rows, list(compress(rows, map(not_, g.fate))), list(compress(rows, g.fate)))
    g.shown.counters[seat] = shown
    return shown.on_map, shown.off_map


def _changed(pairs: Iterable[tuple[Column, Column]]) -> set[int]:
    """The units of which anything is not as it was."""
    return {unit for then, now in pairs if then != now for unit in compress(count(), map(ne, then, now))}


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


def _look(g: Front, seat: Seat, unit: int, columns: Sequence[Column]) -> tuple[int, ...]:
    """The look of a unit, as a plain tuple."""
    look = [unit, *[column[unit] for column in columns]]
    if seat not in (g.roster.side_of[unit], CONTROL):
        for place in _HIDDEN:
            look[place] = 0
    return tuple(look)


class Supply(NamedTuple):
    """Who was in supply last, and what it followed from."""

    lines: tuple[Bits, Bits, Bits]
    origin: list[int]
    hex_of: list[int]
    found: list[int]


def in_supply(g: Front) -> list[int]:
    """[2.10] For every unit whether it is on the map and has a line of supply now; positions are public, and so is this.

    Nobody may write into it. Mostly lines stay as they are, and only those are asked about who have moved.
    """
    lines = (german_lines(g), soviet_lines(g), finnish_lines(g) if g.campaign.finland else 0)
    before: Supply | None = g.shown.supply
    if before is None or before.lines != lines or before.origin != g.origin:
        found, moved = [0] * len(g.hex_of), set(range(len(g.hex_of)))
    elif before.hex_of == g.hex_of:
        return before.found
    else:
        found, moved = before.found.copy(), _changed([(before.hex_of, g.hex_of)])
    finns = tracing_like_finns(g, moved.intersection(g.roster.of_side[AXIS]))
    for unit in moved:
        hex_ = g.hex_of[unit]
        found[unit] = lines[_FINNISH if unit in finns else g.side_of[unit]] >> hex_ & 1 if hex_ >= 0 else 0
    g.shown.supply = Supply(lines, g.origin.copy(), g.hex_of.copy(), found)
    return found
