"""[14] Victory: crossings and the road to them, counted at the end of each turn (A-29)."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.kernel import Auto, Hex, Reckoning, Result, Seat, bits_of
from sandtable.kernel.map.flood import flood

from ..field import loads_for
from ..position.corridor import ALLIED, GERMAN, Corridor, Plan, State, Task
from ..position.crossings import BROKEN, end_cells, ends, load
from ..position.places import clear_the_destroyed
from ..position.sight import as_known_to, fade, heard_late, look_around
from ..position.ways import WATER
from ..scenario.pieces import LOADS, Level, VictoryLine
from ..state import Mode, Troop
from .demolition import work_on_crossings
from .events import GameEnded, StageBegan, TurnReport
from .recovering import recover
from .supplying import road_is_open

DRAW: Final = "draw"
# Sudden victory: the first line of points true at the end of so many turns running.
_JOINED_TURNS: Final = 4
_FOR_NOTHING: Final = "none"


class EndOfTurn(Auto[Corridor]):
    """[12, 2.1] The end of a turn: engineers, preparation, reports that fade, and how it stands."""

    rule = "12"

    def run(self, g: Corridor) -> None:
        """Everything that a turn leaves behind; the last one ends the game."""
        g.stage = 6
        g.tell(StageBegan(6))
        work_on_crossings(g)
        settle_preparation(g)
        recover(g)
        _count_turns(g)
        clear_the_destroyed(g)
        fade(g)
        look_around(g)
        _report(g)
        for unit in range(len(g.hex_of)):
            g.immobile[unit] = g.silenced[unit] = 0
        _end_if_decided(g)


def settle_preparation(g: Corridor) -> None:
    """[2.1] Prepared is whoever was ordered to for this whole turn and has not moved; an attack on nobody leaves it so (A-13, A-44)."""
    for unit, task in enumerate(g.task):
        still = g.on_map(unit) and g.hex_of[unit] == g.start[unit] and not g.retreated[unit]
        waits = bool(g.waiting_prepared[unit] and g.prepared[unit])
        g.prepared[unit] = int(still and (task == Task.PREPARE or waits))
        if g.hex_of[unit] == g.start[unit]:
            # Whoever stood still for a turn is in tactical order again.
            g.mode[unit] = int(Mode.TACTICAL)


def _count_turns(g: Corridor) -> None:
    """[14] What counts by turns: crossings in Allied hands, the link-up, dates on which the road is cut."""
    for line in g.campaign.victory:
        if line.kind == "bridge_turns" and holds(g, _point(g, line.names[0])):
            g.bridge_turns[_point(g, line.names[0])] += 1
        if line.kind == "bridge_road":
            g.joined = g.joined + 1 if holds_line(g, line) else 0
        if line.kind == "cut_road":
            open_ = _road_to(g, line)
            if open_ and not g.linked:
                g.linked = g.turn
            elif g.linked and not open_:
                dates = sorted({turn.date for turn in g.campaign.turns})
                g.cut_dates |= 1 << dates.index(g.campaign.turns[g.turn - 1].date)


def _report(g: Corridor) -> None:
    """[13, 17.7] Every command hears how its side stands, as far as it knows; the points are those of the view."""
    if g.told is None:
        return
    for side in (ALLIED, GERMAN):
        heard: dict[tuple[int, int, int, int], tuple[Seat, ...]] = {}
        for seat in g.seats_of(side):
            known, late = as_known_to(g, side, seat), set(heard_late(g, seat))
            own = [unit for unit in range(len(g.hex_of)) if g.side_of(unit) == side and known.on_map(unit)]
            status = sum(known.status[unit] for unit in own)
            ammo = sum(known.ammo[unit] for unit in own if unit not in late)
            told = (status, len(own), ammo, int(victory_points(known)))
            heard[told] = (*heard.get(told, ()), seat)
        for told, seats in heard.items():
            g.tell(TurnReport(side, g.turn, *told), seats)


# ---- points


def victory_points(g: Corridor) -> Reckoning:
    """[14] What the Allies have, line by line; of a group the first line that holds counts."""
    total = Reckoning("points of the Allies")
    groups: set[str] = set()
    for line in g.campaign.victory:
        if line.group and line.group in groups:
            continue
        points = _points_for(g, line)
        if points:
            total.add(line_words(g, line), points, "14")
            groups.add(line.group)
    return total


def _points_for(g: Corridor, line: VictoryLine) -> int:
    if line.kind == "bridge_turns":
        return line.points * g.bridge_turns[_point(g, line.names[0])]
    if line.kind == "cut_road":
        return line.points * min(g.cut_dates.bit_count(), line.at_most)
    return line.points if holds_line(g, line) else 0


def holds_line(g: Corridor, line: VictoryLine) -> bool:
    """[14] Whether what a line asks for is so now."""
    match line.kind:
        case "bridge":
            point = _point(g, line.names[0])
            return holds(g, point) and (not line.load or _bears_load(g, point, line.load))
        case "bridge_road":
            return holds(g, _point(g, line.names[0])) and _road_to(g, line)
        case "bridge_end":
            return _status_in(g, north_end(g, _point(g, line.names[0]))) >= line.status
        case "bridgehead":
            return _bridgehead(g, line)
        case "place":
            cell = int(g.plan.board.places[line.names[0]].hex)
            near = g.grid.expand(1 << cell)
            return bool(g.cells_of(ALLIED) & near) and not g.cells_of(GERMAN) & near
        case "road":
            return _road_to(g, line)
        case "weak":
            return _formation_status(g, line.formations) < line.below
    return False


def _point(g: Corridor, name: str) -> int:
    return g.plan.points[name]


def holds(g: Corridor, point: int) -> bool:
    """[14] Whether the Allies hold a crossing: theirs was the last unit there, no German is at it or next to it unopposed,
    and it bears something.
    """
    both = end_cells(g, point)
    if g.bridge_holder[point] != ALLIED or not load(g, point):
        return False
    germans = g.cells_of(GERMAN)
    if germans & both:
        return False
    return bool(g.cells_of(ALLIED) & both) or not g.grid.expand(both) & germans


def _bears_load(g: Corridor, point: int, wanted: str) -> bool:
    found = load(g, point)
    return bool(found) and LOADS.index(found) >= LOADS.index(wanted)


def _road_to(g: Corridor, line: VictoryLine) -> bool:
    """[14] Whether a road leads from an entry to a crossing."""
    crossing, entry = line.names
    start = int(g.campaign.points_of_the_map[entry].hex)
    return road_is_open(g, ALLIED, start, ends(g, _point(g, crossing)))


def north_end(g: Corridor, point: int) -> int:
    """[14] The cells at the northern end of a crossing: its end and those next to it on the same bank."""
    return northern_cells(g.plan, point)


@cache
def northern_cells(plan: Plan, point: int) -> int:
    """[14] The same for a bot that thinks of no position."""
    grid = plan.grid
    end = min(plan.bridges[point].side, key=lambda h: grid.centre(Hex(h))[1])
    water = [s for kind in WATER for s in plan.board.hexsides[kind].sides]
    dry = [h for h in grid.neighbours(Hex(end)) if grid.side(Hex(end), h) not in water]
    return 1 << end | bits_of(dry)


def _status_in(g: Corridor, cells: int) -> int:
    return sum(
        g.status[unit]
        for unit, at in enumerate(g.hex_of)
        if at >= 0 and g.side_of(unit) == ALLIED and cells >> at & 1
    )


def _bridgehead(g: Corridor, line: VictoryLine) -> bool:
    """[14] Allied status north of a river, with a crossing of it in Allied hands behind; in a short game the status alone."""
    return _status_in(g, northern_bank(g.plan, line.names[0])) >= line.status


@cache
def northern_bank(plan: Plan, river: str) -> int:
    """[14] The land north of a river: all that hangs together with the northern ends of its crossings."""
    over = [bridge for bridge in plan.bridges.values() if bridge.over == river]
    northern = bits_of(min(bridge.side, key=lambda h: plan.grid.centre(Hex(h))[1]) for bridge in over)
    return flood(plan.grid, northern, plan.board.in_play, barred=plan.board.hexsides["river"])


def _formation_status(g: Corridor, formations: tuple[str, ...]) -> int:
    return sum(
        g.status[unit] for unit, printed in enumerate(g.campaign.units) if printed.formation in formations
    )


def line_words(g: Corridor, line: VictoryLine) -> str:
    """[14] A line of points in words."""
    names = line.names
    match line.kind:
        case "bridge":
            return names[0]
        case "bridge_turns":
            return f"{names[0]}, turns held"
        case "bridge_road":
            return f"{names[0]}, joined by road"
        case "bridge_end":
            return f"the north end of {names[0]}"
        case "bridgehead":
            return f"a bridgehead beyond the {names[0]}"
        case "road":
            return f"the road to {names[0]} is open"
        case "cut_road":
            return "dates with a cut road"
        case "weak":
            return f"{', '.join(g.campaign.formations[f].name for f in line.formations)} worn down"
    return names[0]


# ---- the end


def level_for(g: Corridor, points: int) -> tuple[int, Level]:
    """[14] The level of victory of so many points, with its number."""
    return next((n, level) for n, level in enumerate(g.campaign.levels) if points >= level.at_least)


def _end_if_decided(g: Corridor) -> None:
    """[14] The last turn, or Arnhem joined by road for four turns running."""
    if g.joined >= _JOINED_TURNS:
        g.level = 0
    elif g.turn >= g.campaign.last_turn:
        g.level = level_for(g, int(victory_points(g)))[0]
    else:
        return
    g.ended, g.final_points = 1, int(victory_points(g))
    found = result(g)
    g.tell(GameEnded(found.reason if found else ""))
    g.agenda.clear()


def result(g: Corridor) -> Result | None:
    """[14] How the game ended, or None while it goes on."""
    if not g.ended:
        return None
    level = g.campaign.levels[g.level]
    return Result(
        winner=DRAW if level.side == _FOR_NOTHING else level.side,
        level=level_word(level),
        reason=f"the Allies have {g.final_points} points: {level.name}",
    )


def level_word(level: Level) -> str:
    """[14] By how much somebody has won, in a word."""
    if level.side == _FOR_NOTHING:
        return DRAW
    return "decisive" if "decisive" in level.name else "marginal"


def crossing_words(g: Corridor, point: int) -> str:
    """[15.1] How a crossing stands, in words."""
    state = State(g.bridge[point])
    if state in BROKEN or state == State.FERRY:
        return state.name.lower()
    fit = [
        word
        for word, troop in (("tanks", Troop.TANKS), ("vehicles", Troop.MECH))
        if load(g, point) in loads_for(troop)
    ]
    bears = f"bears {fit[0]}" if fit else "bears men on foot"
    return f"{bears}, charged" if state == State.PREPARED else bears
