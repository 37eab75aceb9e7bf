"""[15.1] Crossings: how they stand, whom they bear, who holds them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from sandtable.kernel import Bits, Hex, Hexside, bits_of

from ..field import is_water, loads_for
from ..scenario.pieces import LOADS
from ..state import Troop
from .corridor import ALLIED, Corridor, Plan, State

# What engineers can bridge.
BROKEN: Final = (State.BLOWN, State.GAP, State.DAMAGED)
STATES: Final = {
    "none": State.NONE,
    "prepared": State.PREPARED,
    "disarmed": State.DISARMED,
    "damaged": State.DAMAGED,
    "blown": State.BLOWN,
    "gap": State.GAP,
    "ferry": State.FERRY,
}


@cache
def crossings_at(plan: Plan) -> dict[Hexside, tuple[int, ...]]:
    """The points of the crossings of each hexside."""
    found: dict[Hexside, tuple[int, ...]] = {}
    for point, bridge in plan.bridges.items():
        found[bridge.side] = (*found.get(bridge.side, ()), point)
    return found


def set_up_crossings(g: Corridor) -> None:
    """[15.1, 15.2] Every crossing as the scenario has it; guards of charged ones have their orders, unless leave is needed."""
    for point, bridge in g.plan.bridges.items():
        charged = bridge.state == "prepared"
        # Without the switch nobody has laid charges.
        spared = charged and not g.option("demolition")
        g.bridge[point] = State.NONE if spared else STATES[bridge.state]
        g.bridge_holder[point] = bridge.holder
        g.blow_order[point] = int(charged and not spared and not bridge.permit)


def load(g: Corridor, point: int) -> str:
    """[15.1] What a crossing bears now: "" for nothing, damaged one class less than printed (D-1)."""
    return _load(g.plan.bridges[point].load, State(g.bridge[point]))


def _load(printed: str, state: State) -> str:
    match state:
        case State.BLOWN | State.GAP:
            return ""
        case State.BUILT:
            return "tanks"
        case State.DAMAGED:
            at = LOADS.index(printed)
            return LOADS[at - 1] if at else ""
    return printed


def bears(g: Corridor, point: int, troop: Troop, side: int) -> bool:
    """[1.3] Whether units of *side* may cross there with their weight; ferries serve their holder alone."""
    if g.bridge[point] == State.FERRY and g.bridge_holder[point] != side:
        return False
    return load(g, point) in loads_for(troop)


def crossing_for(g: Corridor, a: int, b: int, troop: Troop, side: int) -> int | None:
    """[1.3] A crossing between two cells that takes *troop* of *side*: bridges before ferries; None if there is none."""
    found = [
        point
        for point in crossings_at(g.plan).get(g.grid.side(Hex(a), Hex(b)), ())
        if bears(g, point, troop, side)
    ]
    return min(found, key=lambda point: g.bridge[point] == State.FERRY, default=None)


def is_cut_off(g: Corridor, unit: int, here: int, there: int) -> bool:
    """[1.3] Whether *unit* in *here* has water before the cell next to it and no crossing that bears it now (A-39)."""
    return is_water(g.plan.board, Hex(here), Hex(there)) and (
        crossing_for(g, here, there, g.troop(unit), g.side_of(unit)) is None
    )


def ends(g: Corridor, point: int) -> tuple[int, int]:
    """The two cells that a crossing joins."""
    a, b = g.plan.bridges[point].side
    return int(a), int(b)


def usable_sides(g: Corridor, troop: Troop, side: int) -> frozenset[Hexside]:
    """[1.3] The hexsides that *troop* of *side* can cross by bridge or ferry."""
    return usable_as(g.plan, tuple(g.bridge), tuple(g.bridge_holder), troop, side)


@lru_cache(maxsize=512)
def usable_as(
    plan: Plan, states: tuple[int, ...], holders: tuple[int, ...], troop: Troop, side: int
) -> frozenset[Hexside]:
    """[1.3] The same where crossings stand and are held so, by their points."""
    fit = loads_for(troop)
    return frozenset(
        bridge.side
        for point, bridge in plan.bridges.items()
        if _load(bridge.load, State(states[point])) in fit
        and (states[point] != State.FERRY or holders[point] == side)
    )


def take_crossings(g: Corridor) -> None:
    """[15.1, 15.4] The side that last had a unit at one of its ends, the enemy having none at the other, holds a crossing.

    Enemy engineers at an end disarm it at once (D-1, D-5).
    """
    cells = (g.cells_of(0), g.cells_of(1))
    engineers = bits_of(
        at
        for unit, at in enumerate(g.hex_of)
        if at >= 0 and "engineer" in g.campaign.units[unit].marks and g.side_of(unit) == ALLIED
    )
    for point, bridge in g.plan.bridges.items():
        both = end_cells(g, point)
        there = [side for side in (0, 1) if cells[side] & both]
        if len(there) == 1 and there[0] != g.bridge_holder[point]:
            g.bridge_holder[point] = there[0]
            g.blow_order[point] = 0
        if bridge.holder != ALLIED and engineers & both:
            disarm(g, point)


def end_cells(g: Corridor, point: int) -> Bits:
    """The two cells that a crossing joins, as a set."""
    a, b = ends(g, point)
    return 1 << a | 1 << b


def disarm(g: Corridor, point: int) -> None:
    """[15.4] The charges are taken out."""
    if g.bridge[point] == State.PREPARED:
        g.bridge[point] = int(State.DISARMED)
