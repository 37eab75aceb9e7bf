"""[12] Orders: every command writes one sealed sheet, one order a unit: mode, way and then one task (A-28, A-43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sandtable.kernel import Action, Hex, Refusal, Seat, Sheets, Wording, members
from sandtable.kernel.printed.order_sheets import Subject, Tasking, Way

from ..air_phase.lines import AIR_VERBS, air_lines, air_refusal, air_wording, take_orders
from ..air_phase.tasking import tasking
from ..artillery import farthest
from ..movement import HALF_TURN
from ..position import corridor
from ..position.corridor import Corridor, State, Task
from ..position.crossings import BROKEN, ends
from ..position.places import begins_at, spent_at_first
from ..position.ways import march, modes, move_refusal
from ..state import Mode, Troop
from . import drafts
from .drafts import Draft, MarchLines, Order, WayLines, fresh_order, goals, leg, listed_goals, read_lines
from .plotted import plotted_ways, sixths, subject

# A command speaks of crossings so near to its units.
_SPEAKS_OF_KM: Final = 10
_MODE_WORDS: Final = {
    Mode.TACTICAL: "in tactical order",
    Mode.NON_TACTICAL: "in non-tactical order",
    Mode.ROAD_COLUMN: "in road column",
}


_SHORT: Final = {
    Mode.TACTICAL: "tactical",
    Mode.NON_TACTICAL: "non-tactical",
    Mode.ROAD_COLUMN: "road column",
}


class Orders(Sheets[Corridor]):
    """[12] Write the orders of your command for the next six hours."""

    rule = "12"

    def seats(self, g: Corridor) -> tuple[Seat, ...]:
        """Every command at once."""
        return tuple(Seat(n) for n in range(len(g.campaign.commands)))

    def lines(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[12] What may be ordered next: where a way goes on, and everything that nobody has spoken of yet."""
        read = read_lines(g, [line for line in draft if line.verb not in AIR_VERBS])
        others = (*ground_lines(g, seat, read), *air_lines(g, seat, draft))
        going = read.going if draft and draft[-1].verb not in AIR_VERBS else None
        if going is not None and read.anywhere:
            return WayLines(going.unit, goals(g, going), others)
        if going is not None:
            others = (*_ways_on(g, going), *others)
        return MarchLines(others, lambda line: _may_march(g, seat, read, going, line))

    def line_refusal(self, g: Corridor, seat: Seat, draft: Sequence[Action], line: Action) -> Refusal:
        """[12] Why a line may not be written there."""
        no = air_refusal(g, seat, line) or line_refusal(g, seat, line)
        return no or super().line_refusal(g, seat, draft, line)

    def wording(self, g: Corridor, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        return air_wording(g, action) if action.verb in AIR_VERBS else order_wording(g, action)

    def about(self, g: Corridor, seat: Seat, line: Action) -> Subject | None:
        """[12] A unit, or a kind of task of aircraft."""
        return subject(g, line)

    def ways(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Sequence[Way]:
        """[1.5] Marches along their cells, with the steps in which they get there."""
        return plotted_ways(g, draft)

    def tasking(self, g: Corridor, seat: Seat, draft: Sequence[Action]) -> Tasking | None:
        """[12] The air tasking board of a command that has aircraft."""
        return tasking(g, seat, draft)

    def reveal(self, g: Corridor, answers: Mapping[Seat, Action]) -> None:
        """[12] All sheets are opened and carried out together; nobody reads those of others."""
        for seat, sheet in answers.items():
            carry_out(g, read_lines(g, [line for line in sheet.lines if line.verb not in AIR_VERBS]))
            take_orders(g, seat, [line for line in sheet.lines if line.verb in AIR_VERBS])


def carry_out(g: Corridor, draft: Draft) -> None:
    """[12] Note the orders of a sheet in the position."""
    for unit, order in draft.orders.items():
        g.on_foot[unit] = int(order.troop == Troop.FOOT and g.counter(unit).troop != Troop.FOOT)
        g.task[unit], g.target[unit] = int(order.task), order.target
        g.breakthrough[unit] = int(order.breaks)
        if order.mode is not None and order.cells:
            g.marching[unit] = order.mode + 1
            g.route_from[unit] = len(g.route)
            g.route.extend(order.cells)
            g.route_to[unit] = len(g.route)
    for point, verb in draft.crossings.items():
        g.blow_order[point] = {drafts.BLOW: 2, drafts.CHARGE: 1, drafts.SPARE: 0}[verb]
    for verb, unit in draft.answers:
        g.answers[unit] = _answered(g.answers[unit], verb)


def _answered(held: int, verb: str) -> int:
    match verb:
        case drafts.NO_COUNTER:
            return held | corridor.NO_COUNTER_ATTACK
        case drafts.COUNTER:
            return held & ~corridor.NO_COUNTER_ATTACK
        case drafts.FUEL_FIRST:
            return held | corridor.FUEL_FIRST
    return held & ~corridor.FUEL_FIRST


# ---- what may be ordered


def ground_lines(g: Corridor, seat: Seat, draft: Draft) -> Iterator[Action]:
    """[12] Every line about units and crossings that may still be written."""
    side = g.campaign.side_of(seat)
    known = g.known_cells(side)
    for unit, printed in enumerate(g.campaign.units):
        if printed.command == seat and begins_at(g, unit) >= 0:
            yield from unit_lines(g, unit, draft, known)
    yield from _crossing_lines(g, seat, draft)


def unit_lines(g: Corridor, unit: int, draft: Draft, known: int) -> Iterator[Action]:
    """[12] What may be ordered of one unit, after what the draft orders it already."""
    printed = g.campaign.units[unit]
    order = draft.orders.get(unit)
    if order is None or (order.mode is None and order.task == Task.NONE):
        troop = g.troop(unit) if order is None else order.troop
        if printed.foot_too and troop != Troop.FOOT:
            yield Action(drafts.FOOT, (unit,))
        if move_refusal(g, unit, troop) is None:
            here, spent = begins_at(g, unit), spent_at_first(g, unit)
            nearer = 0
            for mode in modes(g, unit, troop):
                # Flak seldom moves; for others a slower mode that leads to the same place is enough.
                found = None if printed.flak else march(g, unit, mode, here, spent, troop)
                if found is not None:
                    listed = listed_goals(g.plan, found, here, mode)
                    for cell in members(listed & ~nearer if mode == Mode.NON_TACTICAL else listed):
                        yield Action(drafts.MARCH, (unit, mode, cell))
                    nearer |= found.all
                yield Action(drafts.MOVE, (unit, mode))
    if order is None or order.task == Task.NONE:
        yield from _tasks(g, unit, order or fresh_order(g, unit), known)
    for verb in _answers(g, unit):
        if (verb, unit) not in draft.answers:
            yield Action(verb, (unit,))


def _ways_on(g: Corridor, order: Order) -> Iterator[Action]:
    """[12] Where a way that is written already may go on."""
    if order.mode is None or order.done or order.spent >= g.plan.ticks:
        return
    found = march(g, order.unit, order.mode, order.end, order.spent, order.troop)
    if found is not None:
        for cell in members(
            listed_goals(g.plan, found, order.end, order.mode) & ~(1 << begins_at(g, order.unit))
        ):
            yield Action(drafts.TO, (order.unit, cell))


def _may_march(g: Corridor, seat: Seat, draft: Draft, going: Order | None, line: Action) -> bool:
    """[12] Whether *line* is a march that may be written though it is not listed: any goal in reach."""
    verb, args = line
    if verb == drafts.TO and going is not None and len(args) == 2 and args[0] == going.unit:
        return args[1] >= 0 and bool(goals(g, going) >> args[1] & 1)
    if verb != drafts.MARCH or len(args) != 3 or not 0 <= args[0] < len(g.hex_of):
        return False
    unit, mode, cell = args
    if g.campaign.units[unit].command != seat or begins_at(g, unit) < 0 or cell < 0:
        return False
    order = draft.orders.get(unit) or fresh_order(g, unit)
    if order.mode is not None or order.task != Task.NONE or move_refusal(g, unit, order.troop) is not None:
        return False
    if mode not in modes(g, unit, order.troop):
        return False
    found = march(g, unit, Mode(mode), order.end, order.spent, order.troop)
    return found is not None and cell != order.end and bool(found.all >> cell & 1)


def _answers(g: Corridor, unit: int) -> tuple[str, ...]:
    """[12] The standing answers that would change something (A-46)."""
    held = g.answers[unit]
    counter = drafts.COUNTER if held & corridor.NO_COUNTER_ATTACK else drafts.NO_COUNTER
    if not g.counter(unit).fuel:
        return (counter,)
    return (counter, drafts.AMMO_FIRST if held & corridor.FUEL_FIRST else drafts.FUEL_FIRST)


def _tasks(g: Corridor, unit: int, order: Order, known: int) -> Iterator[Action]:
    printed = g.campaign.units[unit]
    if printed.guns:
        yield Action(drafts.SILENT, (unit,))
        if g.ammo[unit] and order.spent <= g.plan.ticks * HALF_TURN:
            reach = g.grid.within(Hex(order.end), farthest(g.tables, printed.guns))
            for cell in members(reach & known):
                yield Action(drafts.SUPPORT, (unit, cell))
                yield Action(drafts.SHELL, (unit, cell))
    elif not printed.flak and printed.ready <= g.turn:
        yield from _attacks(g, unit, order, known)
    if order.mode is None:
        if not printed.guns and not printed.flak and printed.ready <= g.turn:
            yield Action(drafts.PREPARE, (unit,))
        yield from _works(g, unit)


def _attacks(g: Corridor, unit: int, order: Order, known: int) -> Iterator[Action]:
    """[2, 5.7] Attacks on cells next to where the way ends, or on whoever is met."""
    if not g.ammo[unit]:
        return
    tanks = g.counter(unit).troop == Troop.TANKS
    in_time = order.spent <= g.plan.ticks * HALF_TURN
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
    if not marks & {"engineer", "bridging"} or g.campaign.units[unit].ready > g.turn:
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
    own = [
        g.hex_of[unit]
        for unit, printed in enumerate(g.campaign.units)
        if printed.command == seat and g.hex_of[unit] >= 0
    ]
    for point, bridge in g.plan.bridges.items():
        if g.bridge[point] != State.PREPARED or g.bridge_holder[point] != side or point in draft.crossings:
            continue
        if not any(g.grid.distance(Hex(h), bridge.hex) <= _SPEAKS_OF_KM for h in own):
            continue
        if may_blow(g, point):
            yield Action(drafts.BLOW, (point,))
            if g.blow_order[point] == 0:
                yield Action(drafts.CHARGE, (point,))
        if g.blow_order[point] == 1:
            yield Action(drafts.SPARE, (point,))


def may_blow(g: Corridor, point: int) -> bool:
    """[15.6] Whether an order to blow is valid: not before the higher command's leave, but for defiance in the turn before (D-8)."""
    return g.turn >= g.plan.bridges[point].permit - 1


# ---- words


def line_refusal(g: Corridor, seat: Seat, line: Action) -> Refusal | None:
    """[12] Why a line about a unit may not be written, from what its owner knows."""
    verb, args = line
    known = (drafts.MOVE, drafts.MARCH, drafts.TO, drafts.FOOT, *drafts.TASKS, *drafts.ANSWERS)
    if verb not in known or not args or not 0 <= args[0] < len(g.hex_of):
        return None
    unit = args[0]
    if g.campaign.units[unit].command != seat:
        return Refusal("12", "that unit is not under this command")
    if begins_at(g, unit) < 0:
        return Refusal("12", f"{g.name_of(unit)} is not on the map")
    if verb in (drafts.MOVE, drafts.MARCH, drafts.TO):
        return move_refusal(g, unit, g.troop(unit))
    if verb in (drafts.ATTACK, drafts.BREAK, drafts.ASSAULT, drafts.THRUST):
        if not g.ammo[unit]:
            return Refusal("2.2", f"{g.name_of(unit)} has no ammunition")
        if g.campaign.units[unit].ready > g.turn:
            return Refusal("16.4", f"{g.name_of(unit)} is not ready yet")
        return Refusal("2", "the cell is not one next to its way's end with an enemy known to be in it")
    return None


def order_wording(g: Corridor, action: Action) -> Wording:
    """[12] A line about units and crossings in words."""
    verb, args = action
    if verb in drafts.OF_CROSSINGS:
        return _crossing_wording(g, verb, args[0])
    unit = args[0]
    name, here = g.name_of(unit), g.grid.name(Hex(begins_at(g, unit)))
    target = {"unit": g.campaign.units[unit].id}

    def worded(text: str, rule: str, cell: int | None = None) -> Wording:
        aim = {} if cell is None else {"hex": g.grid.name(Hex(cell)), "start": here}
        return Wording(text=text, rule=rule, target={**target, **aim}, group=name)

    match verb:
        case drafts.MOVE:
            return worded(f"{name} moves {_MODE_WORDS[Mode(args[1])]} to a cell named next", "1.1")
        case drafts.MARCH:
            mode, cell = Mode(args[1]), args[2]
            part = _part_of_turn(g, unit, mode, cell)
            return worded(f"{name} to {g.place(cell)}, {_SHORT[mode]}{part}", "1.5", cell)
        case drafts.TO:
            return worded(f"{name} to {g.place(args[1])}", "1.5", args[1])
        case drafts.FOOT:
            return worded(f"{name} leaves its lorries and goes on foot", "16.5")
        case drafts.ATTACK:
            return worded(f"{name} attacks {g.place(args[1])}", "2", args[1])
        case drafts.BREAK:
            return worded(f"{name} attacks {g.place(args[1])} to break through", "5.7", args[1])
        case drafts.ASSAULT:
            return worded(f"{name} attacks whomever it meets", "2")
        case drafts.THRUST:
            return worded(f"{name} attacks whomever it meets, to break through", "5.7")
        case drafts.PREPARE:
            return worded(f"{name} prepares to attack", "2.1")
        case drafts.SUPPORT:
            return worded(f"{name} fires for the attack on {g.place(args[1])}", "3.2", args[1])
        case drafts.SHELL:
            return worded(f"{name} shells {g.place(args[1])} and the cells around it", "10.1", args[1])
        case drafts.SILENT:
            return worded(f"{name} holds its fire", "3.2")
        case drafts.REPAIR:
            return worded(f"{name} works at {g.plan.bridges[args[1]].name}", "15.5")
        case drafts.REARM:
            return worded(f"{name} lays new charges at {g.plan.bridges[args[1]].name}", "15.3")
        case drafts.COUNTER:
            return worded(f"{name} counter-attacks where the score is 0 or better", "5.8")
        case drafts.NO_COUNTER:
            return worded(f"{name} does not counter-attack", "5.8")
        case drafts.AMMO_FIRST:
            return worded(f"{name} leaves ammunition behind rather than fuel", "5.6")
    return worded(f"{name} leaves fuel behind rather than ammunition", "5.6")


def _part_of_turn(g: Corridor, unit: int, mode: Mode, cell: int) -> str:
    """The part of the turn that a march takes, as its line says it."""
    here, spent = begins_at(g, unit), spent_at_first(g, unit)
    found = march(g, unit, mode, here, spent)
    if found is None or not found.all >> cell & 1:
        return ""
    part = found.part_of_turn(cell)
    ticks = leg(g.plan, found, g.troop(unit), mode, cell).ticks if part is None else part * g.plan.ticks
    return f": {sixths(spent + ticks, g.plan.ticks)} of the turn"


def _crossing_wording(g: Corridor, verb: str, point: int) -> Wording:
    bridge = g.plan.bridges[point]
    text = {
        drafts.BLOW: f"Blow {bridge.name} now",
        drafts.CHARGE: f"Blow {bridge.name} when the enemy comes next to it",
        drafts.SPARE: f"Do not blow {bridge.name}",
    }[verb]
    return Wording(
        text=text,
        rule="15.2",
        target={"hexside": g.grid.side_name(g.grid.side_number(*bridge.side))},
        group="Crossings",
    )
