"""[1.5, 1.6] Movement: everybody at once in six equal steps, stopping next to the enemy (A-28, A-40, A-41)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from sandtable.kernel import Auto, Hex, Seat

from ..position.corridor import Corridor, Plan, State
from ..position.crossings import crossing_for, is_cut_off, take_crossings
from ..position.places import CELL_HOLDS, clear_the_destroyed, counts_for_stacking
from ..position.sight import heard_late, look_around
from ..position.ways import march, step_refusal, ticks_for
from ..state import Mode
from ..supply import pay_for_movement
from .demolition import BlowRoll, awaited_by_charges
from .events import Contact, Marched, StageBegan, Stepped

STEPS: Final = 6


class Move(Auto[Corridor]):
    """[1.5] One of the six equal steps of movement (A-28)."""

    rule = "1.5"

    def __init__(self, step: int) -> None:
        self.step: Final = step

    def run(self, g: Corridor) -> None:
        """Everybody goes as far as a sixth of the turn leads; charges are fired where somebody comes near them."""
        if self.step == 1:
            g.stage = 3
            g.tell(StageBegan(3))
            clear_the_destroyed(g)
            _set_off(g)
        begun = [(g.hex_of[unit], first) for unit, first in enumerate(g.route_from)]
        advance(g, g.plan.ticks * self.step // STEPS)
        take_crossings(g)
        look_around(g)
        _tell_step(g, self.step, begun)
        follow = Moved() if self.step == STEPS else Move(self.step + 1)
        g.then(*(BlowRoll(point, 0) for point in awaited_by_charges(g)), follow)


def _tell_step(g: Corridor, step: int, begun: list[tuple[int, int]]) -> None:
    """[1.5] Each side hears which of its units went on by which cells, and where it saw enemies then."""
    if g.told is None:
        return
    for side in (0, 1):
        ways = tuple(
            (unit, at, *g.route[first : g.route_from[unit]])
            for unit, (at, first) in enumerate(begun)
            if g.side_of(unit) == side and g.route_from[unit] > first
        )
        seen = {
            at
            for unit, at in enumerate(g.known_hex)
            if at >= 0 and g.side_of(unit) != side and g.known_turn[unit] == g.turn
        }
        heard: dict[tuple[tuple[int, ...], ...], tuple[Seat, ...]] = {}
        for seat in g.seats_of(side):
            late = set(heard_late(g, seat))
            told = tuple(way for way in ways if way[0] not in late)
            heard[told] = (*heard.get(told, ()), seat)
        for told, seats in heard.items():
            if told:
                g.tell(Stepped(side, step, STEPS, told, tuple(sorted(seen))), seats)


class Moved(Auto[Corridor]):
    """[1.5] Movement is over: each side is told where its units are, and whom they have before them."""

    rule = "1.5"

    def run(self, g: Corridor) -> None:
        """Ways to their owner, contacts to both."""
        for unit, at in enumerate(g.hex_of):
            if at >= 0 and at != g.start[unit] and g.start[unit] >= 0:
                g.tell(Marched(unit, (g.start[unit], at)))
        for side in (0, 1):
            near = g.grid.expand(g.cells_of(side)) & g.known_cells(side)
            met = tuple(h for h in sorted(set(g.known_hex)) if h >= 0 and near >> h & 1)
            if met:
                g.tell(Contact(side, met), g.seats_of(side))


def _set_off(g: Corridor) -> None:
    """[1.1, 2.2] Whoever is to march and can: fuel is due on the first kilometre; a way from elsewhere is found anew."""
    for unit, marching in enumerate(g.marching):
        if not marching:
            continue
        if not g.on_map(unit) or g.immobile[unit]:
            g.marching[unit] = 0
            continue
        first, last = g.route_from[unit], g.route_to[unit]
        if g.route[first] not in g.grid.neighbours(Hex(g.hex_of[unit])):
            _find_anew(g, unit, Mode(marching - 1), g.route[last - 1])


def _find_anew(g: Corridor, unit: int, mode: Mode, goal: int) -> None:
    """A unit that came down elsewhere than it was ordered to goes from there."""
    found = march(g, unit, mode, g.hex_of[unit], g.spent[unit])
    if found is None or not found.all >> goal & 1 or goal == g.hex_of[unit]:
        g.marching[unit] = 0
        return
    g.route_from[unit] = len(g.route)
    g.route.extend(found.leg(goal).cells)
    g.route_to[unit] = len(g.route)


def advance(g: Corridor, until: int) -> None:
    """[1.5] All marching units go on, cell by cell and at the same time, to *until* ticks of the turn."""
    waiting: set[int] = set()
    while True:
        own = (g.cells_of(0), g.cells_of(1))
        passed = Counter(g.passed)
        going: dict[int, int] = {}
        for unit, marching in enumerate(g.marching):
            if not marching or g.halted[unit] or unit in waiting or g.hex_of[unit] < 0:
                continue
            if g.route_from[unit] >= g.route_to[unit]:
                g.marching[unit] = 0
                continue
            mode, cell = Mode(marching - 1), g.route[g.route_from[unit]]
            if g.spent[unit] + ticks_for(g.plan, g.troop(unit), mode, cell) > until:
                continue
            if own[1 - g.side_of(unit)] >> cell & 1:
                g.halted[unit] = 1
            elif step_refusal(g, unit, mode, g.hex_of[unit], cell) is not None:
                g.marching[unit] = 0
            elif _is_held_up(g, unit, mode, cell, passed):
                waiting.add(unit)
            else:
                going[unit] = cell
        _clash(g, going)
        if not _step(g, going, waiting):
            return


def _clash(g: Corridor, going: dict[int, int]) -> None:
    """[1.7] Opposing units that would enter the same cell, or change places, both stop before it (A-40)."""
    wanted: dict[int, set[int]] = {}
    swaps: dict[tuple[int, int], set[int]] = {}
    for unit, cell in going.items():
        wanted.setdefault(cell, set()).add(g.side_of(unit))
        swaps.setdefault((g.hex_of[unit], cell), set()).add(g.side_of(unit))
    for unit, cell in list(going.items()):
        other = 1 - g.side_of(unit)
        if other in wanted[cell] or other in swaps.get((cell, g.hex_of[unit]), ()):
            g.halted[unit] = 1
            del going[unit]


def _step(g: Corridor, going: dict[int, int], waiting: set[int]) -> bool:
    """[1.5, 1.6] Take the step, as far as the cells have room; whether anybody moved."""
    filled = Counter(
        (at, g.side_of(unit)) for unit, at in enumerate(g.hex_of) if at >= 0 and counts_for_stacking(g, unit)
    )
    moved = []
    for unit, cell in going.items():
        side, takes = g.side_of(unit), counts_for_stacking(g, unit)
        if takes and filled[cell, side] >= CELL_HOLDS:
            waiting.add(unit)
            continue
        if not _pays(g, unit):
            g.marching[unit] = 0
            continue
        if takes:
            filled[g.hex_of[unit], side] -= 1
            filled[cell, side] += 1
        _enter(g, unit, cell)
        moved.append(unit)
    enemies = (g.grid.expand(g.cells_of(1)), g.grid.expand(g.cells_of(0)))
    for unit in moved:
        if enemies[g.side_of(unit)] >> g.hex_of[unit] & 1:
            g.halted[unit] = 1
    return bool(moved)


def _pays(g: Corridor, unit: int) -> bool:
    """[2.2] Fuel for the first kilometre of the turn."""
    return g.hex_of[unit] != g.start[unit] or pay_for_movement(g, unit)


def _enter(g: Corridor, unit: int, cell: int) -> None:
    mode, here = Mode(g.marching[unit] - 1), g.hex_of[unit]
    troop, side = g.troop(unit), g.side_of(unit)
    if is_cut_off(g, unit, here, cell):
        g.route_to[unit] = g.route_from[unit] + 1
    else:
        point = crossing_for(g, here, cell, troop, side)
        if point is not None and g.bridge[point] == State.FERRY:
            g.ferried[point] += 1
    g.spent[unit] += ticks_for(g.plan, troop, mode, cell)
    g.mode[unit] = int(mode)
    g.heading[unit] = g.grid.direction(Hex(here), Hex(cell))
    g.hex_of[unit] = cell
    g.prepared[unit] = 0
    g.route_from[unit] += 1
    if mode == Mode.ROAD_COLUMN:
        g.passed.append(cell)


# ---- traffic


@cache
def road_words(plan: Plan) -> dict[int, str]:
    """[1.8] The best road of each cell in the words of the traffic data."""
    found: dict[int, str] = {}
    order = ("class_3", "class_2", "class_1", "club_route")
    for segment in plan.board.nets["road"].segments:
        word = "club_route" if segment.facts.get("club") else f"class_{segment.facts['class']}"
        for cell in (segment.a, segment.b):
            if order.index(word) >= order.index(found.get(cell, "class_3")):
                found[cell] = word
    return found


def _is_held_up(g: Corridor, unit: int, mode: Mode, cell: int, passed: Counter[int]) -> bool:
    """[1.8] Whether a column waits: so many columns a turn on a road, so many units a turn on a ferry."""
    hours = "night" if g.is_night() else "day"
    if mode == Mode.ROAD_COLUMN and g.option("traffic"):
        word = road_words(g.plan).get(cell, "class_3")
        if passed[cell] >= g.campaign.traffic[word][hours]:
            return True
    point = crossing_for(g, g.hex_of[unit], cell, g.troop(unit), g.side_of(unit))
    ferry = point is not None and g.bridge[point] == State.FERRY
    return ferry and g.ferried[point or 0] >= g.campaign.traffic["ferry"][hours]
