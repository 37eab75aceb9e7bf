"""[12] What an order sheet may say next about units and crossings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from sandtable.kernel import Action, Bits, Hex, Seat, bits_of, members

from ..artillery import farthest
from ..position import corridor
from ..position.corridor import Corridor, Plan, State, Task
from ..position.crossings import BROKEN, ends
from ..position.places import begins_at
from ..position.ways import Outlook, modes, move_refusal, outlook
from ..scenario.campaign import Campaign
from ..state import Mode, Troop
from . import drafts
from .drafts import Draft, Order, fresh_order, goals, near_goals
from .recovering import whom_to_take_in

# A command speaks of crossings so near to its units.
_SPEAKS_OF_KM: Final = 10


def ground_lines(g: Corridor, seat: Seat, draft: Draft) -> list[Action]:
    """[12] Every line about units and crossings that may still be written."""
    seen = outlook(g, g.campaign.side_of(seat))
    lines: list[Action] = []
    for unit in _units_of(g.campaign, seat):
        if begins_at(g, unit) >= 0:
            lines += unit_lines(g, seen, unit, draft)
    lines += _crossing_lines(g, seat, draft)
    return lines


@cache
def _units_of(campaign: Campaign, seat: Seat) -> tuple[int, ...]:
    return tuple(unit for unit, printed in enumerate(campaign.units) if printed.command == seat)


def unit_lines(g: Corridor, seen: Outlook, unit: int, draft: Draft) -> list[Action]:
    """[12] What may be ordered of one unit, after what the draft orders it already."""
    order = draft.orders.get(unit) or fresh_order(g, unit)
    lines = list(_lines_after(g, seen, order))
    if order.mode is None and order.task == Task.NONE:
        lines += _merges(g, unit)
    answers = _answers(unit, g.answers[unit], fuel=g.counter(unit).fuel, stands=g.option("standing"))
    lines += [answer for answer in answers if (answer.verb, unit) not in draft.answers]
    return lines


def _lines_after(g: Corridor, seen: Outlook, order: Order) -> tuple[Action, ...]:
    """[12] What may be ordered of a unit after *order*: the same until the unit has changed, or the outlook has."""
    if order.task != Task.NONE:
        return ()
    unit = order.unit
    ready = g.ready_from(unit) <= g.turn
    has = (g.ammo[unit] > 0, g.fuel[unit] > 0)
    key = (unit, order.mode, order.troop, order.end, order.spent, g.hex_of[unit], ready, *has)
    if key not in seen.listed:
        marches = _marches(g, seen, order) if order.mode is None else ()
        seen.listed[key] = (*marches, *_tasks(g, order, seen.known))
    return seen.listed[key]


def _marches(g: Corridor, seen: Outlook, order: Order) -> Iterator[Action]:
    unit, troop = order.unit, order.troop
    printed = g.campaign.units[unit]
    if printed.foot_too and troop != Troop.FOOT:
        yield Action(drafts.FOOT, (unit,))
    if move_refusal(g, unit, troop) is not None:
        return
    nearer = 0
    for mode in modes(g, unit, troop):
        # Flak seldom moves; for others a slower mode that leads to the same place is enough.
        found = None if printed.flak else seen.march(troop, mode, order.end, order.spent)
        if found is not None:
            listed = found.all & near_goals(g.plan, order.end, mode)
            for cell in members(listed & ~nearer if mode == Mode.NON_TACTICAL else listed):
                yield Action(drafts.MARCH, (unit, mode, cell))
            nearer |= found.all
        yield Action(drafts.MOVE, (unit, mode))


def ways_on(g: Corridor, seen: Outlook, order: Order) -> Iterator[Action]:
    """[12] Where a way that is written already may go on."""
    if order.mode is not None:
        listed = near_goals(g.plan, order.end, order.mode)
        for cell in members(goals(g, seen, order) & listed):
            yield Action(drafts.TO, (order.unit, cell))


@lru_cache(maxsize=4096)
def _answers(unit: int, held: int, *, fuel: bool, stands: bool) -> tuple[Action, ...]:
    """[12] The standing answers that would change something (A-46)."""
    found = [drafts.COUNTER if held & corridor.NO_COUNTER_ATTACK else drafts.NO_COUNTER]
    if fuel:
        found.append(drafts.AMMO_FIRST if held & corridor.FUEL_FIRST else drafts.FUEL_FIRST)
    if stands:
        found.append(drafts.GIVE_WAY if held & corridor.STANDS else drafts.STAND)
    return tuple(Action(verb, (unit,)) for verb in found)


def _merges(g: Corridor, unit: int) -> Iterator[Action]:
    """[19.3] Whom a unit may take in."""
    if g.option("merging"):
        yield from (Action(drafts.MERGE, (unit, other)) for other in whom_to_take_in(g, unit))


def _tasks(g: Corridor, order: Order, known: Bits) -> Iterator[Action]:
    unit = order.unit
    printed = g.campaign.units[unit]
    ready = g.ready_from(unit) <= g.turn
    if printed.guns:
        yield Action(drafts.SILENT, (unit,))
        if g.ammo[unit] and 2 * order.spent <= g.plan.ticks:
            reach = g.grid.within(Hex(order.end), farthest(g.tables, printed.guns))
            for cell in members(reach & known):
                yield Action(drafts.SUPPORT, (unit, cell))
                yield Action(drafts.SHELL, (unit, cell))
    elif not printed.flak and ready:
        yield from _attacks(g, order, known)
    if order.mode is None:
        if not printed.guns and not printed.flak and ready:
            yield Action(drafts.PREPARE, (unit,))
        yield from _works(g, unit)


def _attacks(g: Corridor, order: Order, known: Bits) -> Iterator[Action]:
    """[2, 5.7] Attacks on cells next to where the way ends, or on whoever is met."""
    unit = order.unit
    if not g.ammo[unit]:
        return
    tanks = g.counter(unit).troop == Troop.TANKS
    in_time = 2 * order.spent <= g.plan.ticks
    verbs = [drafts.ATTACK] * in_time + [drafts.BREAK] * tanks
    for cell in members(g.grid.expand(1 << order.end) & known):
        for verb in verbs:
            yield Action(verb, (unit, cell))
    yield Action(drafts.ASSAULT, (unit,))
    if tanks:
        yield Action(drafts.THRUST, (unit,))


def _works(g: Corridor, unit: int) -> Iterator[Action]:
    """[15.3, 15.5] Work on crossings next to the unit."""
    marks = g.campaign.units[unit].marks
    if not marks & {"engineer", "bridging"} or g.ready_from(unit) > g.turn:
        return
    near = g.grid.expand(1 << begins_at(g, unit))
    for point, bridge in g.plan.bridges.items():
        if not any(near >> h & 1 for h in ends(g, point)):
            continue
        if "bridging" in marks and g.bridge[point] in BROKEN:
            yield Action(drafts.REPAIR, (unit, point))
        if (
            "engineer" in marks
            and g.bridge[point] == State.DISARMED
            and g.bridge_holder[point] == bridge.holder == g.side_of(unit)
            and g.hex_of[unit] in ends(g, point)
        ):
            yield Action(drafts.REARM, (unit, point))


def _crossing_lines(g: Corridor, seat: Seat, draft: Draft) -> Iterator[Action]:
    """[15.2] Orders to blow crossings that the side holds and has charged, near to units of the command."""
    side = g.campaign.side_of(seat)
    own = bits_of(
        g.hex_of[unit]
        for unit, printed in enumerate(g.campaign.units)
        if printed.command == seat and g.hex_of[unit] >= 0
    )
    near = _around_crossings(g.plan)
    for point in g.plan.bridges:
        if g.bridge[point] != State.PREPARED or g.bridge_holder[point] != side or point in draft.crossings:
            continue
        if not own & near[point]:
            continue
        if may_blow(g, point):
            yield Action(drafts.BLOW, (point,))
            if g.blow_order[point] == 0:
                yield Action(drafts.CHARGE, (point,))
        if g.blow_order[point] == 1:
            yield Action(drafts.SPARE, (point,))


@cache
def _around_crossings(plan: Plan) -> dict[int, Bits]:
    """The cells from which a command speaks of each crossing."""
    return {point: plan.grid.within(bridge.hex, _SPEAKS_OF_KM) for point, bridge in plan.bridges.items()}


def may_blow(g: Corridor, point: int) -> bool:
    """[15.6] Whether an order to blow is valid: not before the higher command's leave, but for defiance in the turn before (D-8)."""
    return g.turn >= g.plan.bridges[point].permit - 1
