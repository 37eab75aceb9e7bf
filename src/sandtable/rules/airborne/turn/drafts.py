"""[12] Order sheets as they are written: the orders that the lines of a draft come to (A-43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, overload

from sandtable.kernel import Action, Bits, Hex, bits_of, members
from sandtable.kernel.map.bitboards import nth

from ..position.corridor import Corridor, Plan, Task
from ..position.places import begins_at, spent_at_first
from ..position.ways import Outlook, outlook
from ..state import Mode, Troop

MOVE: Final = "move"
MARCH: Final = "march"
TO: Final = "to"
FOOT: Final = "foot"
ATTACK: Final = "attack"
BREAK: Final = "break"
ASSAULT: Final = "assault"
THRUST: Final = "thrust"
PREPARE: Final = "prepare"
SUPPORT: Final = "support"
SHELL: Final = "shell"
SILENT: Final = "silent"
REPAIR: Final = "repair"
REARM: Final = "rearm"
MERGE: Final = "merge"
BLOW: Final = "blow"
CHARGE: Final = "charge"
SPARE: Final = "spare"
COUNTER: Final = "counter"
NO_COUNTER: Final = "no_counter"
AMMO_FIRST: Final = "ammo_first"
FUEL_FIRST: Final = "fuel_first"
STAND: Final = "stand"
GIVE_WAY: Final = "give_way"
# The verbs that are a task of a unit, and what it is.
TASKS: Final = {
    ATTACK: Task.ATTACK,
    BREAK: Task.ATTACK,
    ASSAULT: Task.ATTACK,
    THRUST: Task.ATTACK,
    PREPARE: Task.PREPARE,
    SUPPORT: Task.SUPPORT,
    SHELL: Task.SHELL,
    SILENT: Task.SUPPORT,
    REPAIR: Task.REPAIR,
    REARM: Task.REARM,
    MERGE: Task.MERGE,
}
BREAKING: Final = (BREAK, THRUST)
# In the place of a target: whoever is met, or nobody.
WHOEVER: Final = -1
NOBODY: Final = -2
# Listed are all cells so near.
NEAR_KM: Final = 3
OF_CROSSINGS: Final = (BLOW, CHARGE, SPARE)
ANSWERS: Final = (COUNTER, NO_COUNTER, AMMO_FIRST, FUEL_FIRST, STAND, GIVE_WAY)


class Order:
    """What a draft orders a unit."""

    __slots__ = ("breaks", "cells", "done", "end", "mode", "spent", "target", "task", "troop", "unit", "verb")

    def __init__(self, unit: int, end: int, troop: Troop) -> None:
        self.unit: Final = unit
        self.troop = troop
        self.mode: Mode | None = None
        self.cells: list[int] = []
        self.end = end
        self.spent = 0
        # Whether its move has come to an end: beyond water, or next to a known enemy.
        self.done = False
        self.verb = ""
        self.task = Task.NONE
        self.target = WHOEVER
        self.breaks = False


class PlannedLeg(NamedTuple):
    """A part of a way that a line of a draft orders: which line, whose, from where, by which cells, after so many ticks."""

    line: int
    unit: int
    troop: Troop
    mode: Mode
    start: int
    cells: tuple[int, ...]
    spent: int


class Draft:
    """The lines of a sheet, read: orders by unit, crossings and standing answers that are spoken of."""

    def __init__(self) -> None:
        self.orders: Final[dict[int, Order]] = {}
        self.crossings: Final[dict[int, str]] = {}
        self.answers: Final[set[tuple[str, int]]] = set()
        # The parts of ways in the order in which they were written.
        self.legs: Final[list[PlannedLeg]] = []
        # The unit whose way is being written, and whether all cells in its reach are to be listed.
        self.going: Order | None = None
        self.anywhere = False

    def order(self, g: Corridor, unit: int) -> Order:
        """The order of *unit*, which is made if there is none yet."""
        if unit not in self.orders:
            self.orders[unit] = fresh_order(g, unit)
        return self.orders[unit]


def fresh_order(g: Corridor, unit: int) -> Order:
    """An order that says nothing yet."""
    order = Order(unit, begins_at(g, unit), g.troop(unit))
    order.spent = spent_at_first(g, unit)
    return order


def read_lines(g: Corridor, side: int, lines: Sequence[Action]) -> Draft:
    """The orders that *lines* of *side* come to, all of them having been listed one after another."""
    draft, seen = Draft(), outlook(g, side)
    for number, line in enumerate(lines):
        verb, args = line
        if verb == TO:
            draft.legs.append(_go(seen, draft.order(g, args[0]), args[1], number))
            draft.going = draft.orders[args[0]]
            continue
        draft.going, draft.anywhere = None, False
        if verb == MOVE:
            order = draft.order(g, args[0])
            order.mode = Mode(args[1])
            draft.going, draft.anywhere = order, True
        elif verb == MARCH:
            order = draft.order(g, args[0])
            order.mode = Mode(args[1])
            draft.legs.append(_go(seen, order, args[2], number))
            draft.going = order
        elif verb == FOOT:
            draft.order(g, args[0]).troop = Troop.FOOT
        elif verb in OF_CROSSINGS:
            draft.crossings[args[0]] = verb
        elif verb in ANSWERS:
            draft.answers.add((verb, args[0]))
        elif verb in TASKS:
            order = draft.order(g, args[0])
            order.verb, order.task, order.breaks = verb, TASKS[verb], verb in BREAKING
            order.target = args[1] if len(args) > 1 else NOBODY if verb == SILENT else WHOEVER
    return draft


def _go(seen: Outlook, order: Order, goal: int, line: int) -> PlannedLeg:
    assert order.mode is not None, "a way without a mode"
    found = seen.march(order.troop, order.mode, order.end, order.spent)
    assert found is not None, "a way in a mode that the unit does not have"
    gone = found.leg(goal)
    planned = PlannedLeg(line, order.unit, order.troop, order.mode, order.end, gone.cells, order.spent)
    order.cells.extend(gone.cells)
    order.spent += gone.ticks
    order.end = goal
    order.done = gone.over_water or bool(seen.near >> goal & 1)
    return planned


def goals(g: Corridor, seen: Outlook, order: Order) -> Bits:
    """[1.1] Where the unit of *order* can go from where its way ends so far."""
    if order.mode is None or order.done or order.spent >= g.plan.ticks:
        return 0
    found = seen.march(order.troop, order.mode, order.end, order.spent)
    return 0 if found is None else found.all & ~(1 << order.end) & ~(1 << begins_at(g, order.unit))


@lru_cache(maxsize=1024)
def near_goals(plan: Plan, start: int, mode: Mode) -> Bits:
    """[12] The goals that a sheet lists unasked: cells near by in tactical order, and beyond them places and crossings.

    To any other cell in reach a unit moves by a mode and then the cell.
    """
    near = plan.grid.within(Hex(start), NEAR_KM)
    return ((near if mode == Mode.TACTICAL else 0) | _places(plan) & ~near) & ~(1 << start)


@cache
def _places(plan: Plan) -> Bits:
    """Named places, the ends of crossings, and drop zones."""
    return (
        bits_of(place.hex for place in plan.board.places.values())
        | bits_of(h for bridge in plan.bridges.values() for h in bridge.side)
        | bits_of(plan.campaign.drop_zones.values())
    )


def leads_on(action: object, unit: int, goals_: Bits) -> bool:
    """[12] Whether *action* is a line by which the way of *unit* goes on to one of *goals_*."""
    if not isinstance(action, Action) or action.verb != TO or len(action.args) != 2:
        return False
    who, cell = action.args
    return who == unit and cell >= 0 and bool(goals_ >> cell & 1)


class FurtherLines(Sequence[Action]):
    """Lines after a march, of which the ways on are not all listed: any goal in reach may be written (see ``Amounts``)."""

    __slots__ = ("_goals", "_listed", "_unit")

    def __init__(self, listed: Sequence[Action], unit: int, goals_: Bits) -> None:
        self._listed: Final = listed
        self._unit: Final = unit
        self._goals: Final = goals_

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._listed[index]

    def __contains__(self, action: object) -> bool:
        return action in self._listed or leads_on(action, self._unit, self._goals)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)


class WayLines(Sequence[Action]):
    """The goals of one unit and then other lines; goals are made only when they are looked at."""

    __slots__ = ("_goals", "_many", "_others", "_unit")

    def __init__(self, unit: int, goals_: Bits, others: tuple[Action, ...]) -> None:
        self._unit: Final = unit
        self._goals: Final = goals_
        self._many: Final = goals_.bit_count()
        self._others: Final = others

    def __len__(self) -> int:
        return self._many + len(self._others)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"there are {len(self)} lines; number {index} is not among them")
        if at < self._many:
            return Action(TO, (self._unit, nth(self._goals, at)))
        return self._others[at - self._many]

    def __contains__(self, action: object) -> bool:
        return leads_on(action, self._unit, self._goals) or action in self._others

    def __iter__(self) -> Iterator[Action]:
        unit = self._unit
        return iter((*(Action(TO, (unit, cell)) for cell in members(self._goals)), *self._others))
