"""[13] What a side knows of the enemy: whom it has met, whom reconnaissance has seen, and for how long it remembers (A-42)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Bits, Hex, Seat, bits_of

from ..state import Ground, Troop
from .corridor import NOWHERE, Corridor, Known

# Reports fade after so many turns; reconnaissance troops see so far in the open.
FADES_AFTER: Final = 4
RECCE_SEES_KM: Final = 3


def sight(g: Corridor, unit: int, what: int, heading: int = -1) -> None:
    """[13] The other side learns *what* of *unit* (see ``Known``) and where it is now; what it knew it still knows."""
    g.known_hex[unit] = g.hex_of[unit]
    g.known_turn[unit] = g.turn
    g.known_what[unit] |= what | Known.SPOTTED
    if what & Known.DIRECTION:
        g.known_heading[unit] = heading
    if what & Known.SIZE:
        g.known_size[unit] = g.status[unit]


def forget(g: Corridor, unit: int) -> None:
    """[13] The other side no longer knows anything of *unit*."""
    g.known_hex[unit] = g.known_heading[unit] = g.known_size[unit] = NOWHERE
    g.known_turn[unit] = g.known_what[unit] = 0


def look_around(g: Corridor) -> None:
    """[13] Everybody sees the type of adjacent enemies, reconnaissance troops 3 km far into the open (A-42).

    Where a side sees that nobody is left in a cell, its report of it is worth nothing.
    """
    for side in (0, 1):
        own = g.cells_of(side)
        near = g.grid.expand(own)
        seen = near | _seen_by_recce(g, side)
        for unit, at in enumerate(g.hex_of):
            if g.side_of(unit) == side:
                continue
            if at >= 0 and seen >> at & 1:
                sight(g, unit, Known.TYPE)
            elif g.known_hex[unit] >= 0 and near >> g.known_hex[unit] & 1 and g.known_hex[unit] != at:
                forget(g, unit)


def _seen_by_recce(g: Corridor, side: int) -> int:
    found = 0
    for unit, at in enumerate(g.hex_of):
        if at >= 0 and g.side_of(unit) == side and g.counter(unit).troop == Troop.RECCE:
            found |= g.grid.within(Hex(at), RECCE_SEES_KM)
    return found & g.plan.board.terrain_bits[Ground.OPEN.word]


def fade(g: Corridor) -> None:
    """[13] Reports of more than four turns ago are forgotten (A-42)."""
    for unit, turn in enumerate(g.known_turn):
        if g.known_hex[unit] >= 0 and g.turn - turn >= FADES_AFTER:
            forget(g, unit)


def in_contact(g: Corridor, unit: int) -> bool:
    """[1.5] Whether an enemy stands next to *unit*, in whatever cell."""
    at = g.hex_of[unit]
    return at >= 0 and bool(g.grid.expand(1 << at) & g.cells_of(1 - g.side_of(unit)))


class Sighted(NamedTuple):
    """[13] What a side knows of one enemy: everything but which of his units it is; ``troop`` is 0 if that was not seen."""

    hex: int
    troop: int
    turn: int
    what: int
    heading: int
    size: int


def sightings(g: Corridor, side: int | None) -> list[Sighted]:
    """[13] What *side* knows of the enemy, in an order that betrays nothing; None knows of nobody."""
    return sorted(
        Sighted(
            hex=at,
            troop=int(g.counter(unit).troop) if g.known_what[unit] & Known.TYPE else 0,
            turn=g.known_turn[unit],
            what=g.known_what[unit],
            heading=g.known_heading[unit],
            size=g.known_size[unit],
        )
        for unit, at in enumerate(g.known_hex)
        if at >= 0 and side is not None and g.side_of(unit) != side
    )


def report_in(g: Corridor, units: Iterable[int]) -> None:
    """[17.7] All commands of their side hear where *units* are and what they have left."""
    if g.option("late_reports"):
        for unit in units:
            g.reported_hex[unit], g.reported_status[unit] = g.hex_of[unit], g.status[unit]


def heard_late(g: Corridor, seat: Seat) -> list[int]:
    """[17.7] The units of its own side that *seat* sees as they were when they were heard last (A-78)."""
    if not g.option("late_reports"):
        return []
    side = g.campaign.side_of(seat)
    return [
        unit
        for unit, printed in enumerate(g.campaign.units)
        if printed.side == side and printed.command != seat and g.reports_late(unit)
    ]


def own_cells(g: Corridor, seat: Seat) -> Bits:
    """[13, 17.7] The cells in which *seat* believes units of its own side to stand."""
    late = set(heard_late(g, seat))
    side = g.campaign.side_of(seat)
    return bits_of(
        at
        for unit, here in enumerate(g.hex_of)
        if g.side_of(unit) == side and (at := g.reported_hex[unit] if unit in late else here) >= 0
    )


def as_known_to(g: Corridor, side: int | None, seat: Seat) -> Corridor:
    """[13] A position for reckoning that says nothing *seat* of *side* may not know; None knows of nobody.

    Enemies stand where they were seen last, with the size that was seen or else what is printed; others are not there.
    Which of his units they are is not known: others of the same kind stand in for them. Units of other commands of one's
    own side whose sets fail stand where they were heard last.
    """
    twin = g.copy()
    twin.told = None
    twin.sealed = ()
    known = sightings(g, side)
    for unit in range(len(g.hex_of)):
        if g.side_of(unit) == side:
            continue
        forget(twin, unit)
        _as_printed(twin, unit)
        twin.hex_of[unit] = NOWHERE
    if side is not None:
        for unit in heard_late(g, seat):
            _as_printed(twin, unit)
            twin.hex_of[unit], twin.status[unit] = g.reported_hex[unit], g.reported_status[unit]
        stand_in(twin, side, known)
    return twin


def _as_printed(twin: Corridor, unit: int) -> None:
    """What nobody has heard of a unit is as it was at first."""
    printed = twin.counter(unit)
    twin.status[unit], twin.ammo[unit], twin.fuel[unit] = printed.status, printed.ammo, printed.fuel
    twin.mode[unit] = twin.spent[unit] = twin.retreated[unit] = twin.on_foot[unit] = 0
    twin.fired[unit] = twin.silenced[unit] = twin.task[unit] = 0


def stand_in(twin: Corridor, side: int, known: Sequence[Sighted]) -> None:
    """[13] Put units of the enemy of *side* where some were seen: of the kind that was seen, else infantry, else any."""
    free = [unit for unit in range(len(twin.hex_of)) if twin.side_of(unit) != side]
    for sighted in sorted(known, key=lambda row: (row.troop == 0, row)):
        wanted = sighted.troop or int(Troop.FOOT)
        unit = next((one for one in free if twin.counter(one).troop == wanted), free[0])
        free.remove(unit)
        twin.hex_of[unit] = twin.known_hex[unit] = sighted.hex
        twin.known_turn[unit], twin.known_what[unit] = sighted.turn, sighted.what
        twin.known_heading[unit], twin.known_size[unit] = sighted.heading, sighted.size
        if sighted.what & Known.SIZE:
            twin.status[unit] = sighted.size
