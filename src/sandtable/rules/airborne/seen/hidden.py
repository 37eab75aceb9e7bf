"""What is hidden from a seat, drawn anew: where enemies are whom nobody sees, what they have left, and sealed sheets."""

from __future__ import annotations

from random import Random

from sandtable.kernel import CONTROL, Seat, members, options

from ..position.corridor import ALLIED, Corridor
from ..position.sight import as_known_to, heard_late
from .counters import side_seen_by


def disguise(g: Corridor, seat: Seat, rng: Random) -> Corridor:
    """A position that *seat* cannot tell from *g*."""
    twin = g.copy()
    if seat == CONTROL:
        return twin
    side = side_seen_by(g, seat)
    if side is not None:
        _hide_the_unheard(g, twin, seat, rng)
    taken = 0 if side is None else g.cells_of(side) | twin.cells_of(side)
    anywhere = members(g.plan.board.in_play & ~g.grid.expand(taken))
    for unit, at in enumerate(g.hex_of):
        if g.side_of(unit) == side:
            continue
        in_sight = side is not None and g.known_hex[unit] == at
        if at >= 0 and not in_sight:
            twin.hex_of[unit] = int(rng.choice(anywhere))
        if at >= 0:
            twin.status[unit] = rng.randint(1, 6)
            twin.ammo[unit], twin.fuel[unit] = rng.randint(0, 4), rng.randint(0, 4)
            twin.prepared[unit] = rng.randint(0, 1)
            twin.answers[unit] = rng.randint(0, 7)
            if side is None:
                twin.known_hex[unit] = -1
    for point in g.plan.bridges:
        if g.bridge_holder[point] != side:
            twin.blow_order[point] = rng.randint(0, 1)
    if side != ALLIED:
        twin.sets_work = rng.randint(0, 1)
    twin.told = None
    twin.sealed = ()
    # Others have sealed nothing that anybody could see: an empty sheet will do.
    twin.sealed = tuple((who, action if who == seat else options(twin, who)[0]) for who, action in g.sealed)
    return twin


def _hide_the_unheard(g: Corridor, twin: Corridor, seat: Seat, rng: Random) -> None:
    """[17.7] Units of the same side whose sets fail are wherever they may be, as strong as they may be."""
    free = members(g.plan.board.in_play & ~g.cells_of(0) & ~g.cells_of(1))
    for unit in heard_late(g, seat):
        if g.hex_of[unit] >= 0:
            twin.hex_of[unit] = int(rng.choice(free))
            twin.status[unit] = rng.randint(1, 6)
            twin.ammo[unit], twin.fuel[unit] = rng.randint(0, 4), rng.randint(0, 4)
            twin.prepared[unit], twin.answers[unit] = rng.randint(0, 1), rng.randint(0, 7)


def estimated(g: Corridor, seat: Seat) -> Corridor:
    """A position for reckoning that says nothing *seat* may not know; Control knows everything."""
    return g.copy() if seat == CONTROL else as_known_to(g, side_seen_by(g, seat), seat)
