"""[5.7, 5.9] After the die: retirement, the start line, the way on of an overrun (A-15 to A-18, A-46 to A-48)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Argument, Auto, Hex

from ..combat import YES, breakthrough_move, results
from ..field import is_water
from ..movement import crossing_refusal
from ..position.corridor import STANDS, Corridor
from ..position.crossings import crossing_for, is_cut_off, take_crossings
from ..position.places import clear_the_destroyed, counts_for_stacking, room_in
from ..position.sight import look_around
from ..position.ways import neighbours, step_refusal, ticks_for
from ..state import NOT_YET, Ground, Mode, living, lose_status
from ..strength import Fight
from .events import CombatEnded, Destroyed, WentBack

WORDS: Final = {
    "12+": "Total success",
    "8-11": "Success",
    "5-7": "Limited success",
    "4 to -1": "Confused combat",
    "below -1": "The attackers are beaten",
}
_THROWN_BACK_KM: Final = 1
LIMITED_SUCCESS: Final = "5-7"
# No exploitation goes on for so many kilometres.
_FAR_ENOUGH: Final = 8
# What it costs a unit to stand.
TO_STAND: Final = 1


class Aftermath(Auto[Corridor]):
    """[5.9] Where everybody goes after a combat."""

    rule = "5.9"

    def __init__(
        self, side: int, target: int, fight: tuple[Argument, ...], attackers_had: int, defenders_had: int
    ) -> None:
        self.side: Final = side
        self.target: Final = target
        self.fight: Final = Fight(*fight)  # type: ignore[arg-type]
        self.attackers_had: Final = attackers_had
        self.defenders_had: Final = defenders_had

    def run(self, g: Corridor) -> None:
        """Retire, be thrown back, break through."""
        fight = self.fight
        band = g.tables["results"].rows.labels[g.band]
        attackers, defenders = living(g, fight.attackers), living(g, fight.defenders)
        for unit in fight.attackers:
            g.attacked[unit] |= 1
            g.waiting_prepared[unit] = 0
        for unit in fight.defenders:
            g.attacked[unit] |= 2
        if g.retired != NOT_YET:
            from_ = [g.hex_of[unit] for unit in fight.attackers]
            for unit in defenders:
                if stands(g, unit, band, Ground(fight.ground)):
                    lose_status(g, unit, TO_STAND)
                elif not g.retreated[unit]:
                    retire(g, unit, g.retired, from_)
        if results(g.tables, band)["thrown_back"] == YES:
            for unit in attackers:
                throw_back(g, unit)
        g.tell(
            CombatEnded(
                self.side,
                self.target,
                WORDS[band],
                self.attackers_had - sum(g.status[unit] for unit in fight.attackers),
                self.defenders_had - sum(g.status[unit] for unit in fight.defenders),
            )
        )
        for unit in (*fight.attackers, *fight.defenders):
            if g.status[unit] <= 0 and g.on_map(unit):
                g.tell(Destroyed(unit))
        clear_the_destroyed(g)
        if g.overrun:
            for unit in living(g, fight.attackers):
                if g.breakthrough[unit]:
                    exploit(g, unit, self.target)
        take_crossings(g)
        look_around(g)


# ---- going back


def stands(g: Corridor, unit: int, band: str, ground: Ground) -> bool:
    """[5.10] With the switch: whether a defender in town or wood refuses to retire at 5 to 7, by its standing answer (A-77)."""
    return (
        g.option("standing")
        and band == LIMITED_SUCCESS
        and ground in (Ground.TOWN, Ground.WOOD)
        and bool(g.answers[unit] & STANDS)
    )


def retire(g: Corridor, unit: int, km: int, from_: Sequence[int]) -> None:
    """[5.9] *unit* goes *km* away from the attackers towards its supply; who cannot go so far loses 1 more (A-15, A-47)."""
    begun = g.hex_of[unit]
    done = _go_back(g, unit, km, from_)
    g.retreated[unit] = 1
    g.prepared[unit] = 0
    if done < km:
        lose_status(g, unit, 1)
    if g.hex_of[unit] != begun:
        g.tell(WentBack(unit, (begun, g.hex_of[unit]), "retires"))


def throw_back(g: Corridor, unit: int) -> None:
    """[5.5, 5.9] A beaten attacker goes to the cell where it began the turn, or 1 km back if it was in contact there (A-16)."""
    begun, start = g.hex_of[unit], g.start[unit]
    enemies = g.cells_of(1 - g.side_of(unit))
    in_contact = bool(g.grid.expand(1 << start) & enemies) if start >= 0 else True
    g.prepared[unit] = 0
    if not in_contact and start != begun and _has_room(g, unit, start):
        g.hex_of[unit] = start
    else:
        foes = [cell for cell in neighbours(g, begun) if enemies >> cell & 1]
        _go_back(g, unit, _THROWN_BACK_KM, foes)
    if g.hex_of[unit] != begun:
        g.tell(WentBack(unit, (begun, g.hex_of[unit]), "is thrown back"))


def _go_back(g: Corridor, unit: int, km: int, from_: Sequence[int]) -> int:
    """[5.9] Cell by cell towards own supply, never nearer to *from_*; how many kilometres it went."""
    home = supply_cells(g, unit)
    for done in range(km):
        here = g.hex_of[unit]
        cell = _next_back(g, unit, here, from_, home)
        if cell is None:
            return done
        ends = is_cut_off(g, unit, here, cell)
        g.hex_of[unit] = cell
        if ends:
            return done + 1
    return km


def _next_back(g: Corridor, unit: int, here: int, from_: Sequence[int], home: Sequence[int]) -> int | None:
    enemies = g.cells_of(1 - g.side_of(unit))
    beside = g.grid.expand(enemies)

    def away(cell: int) -> int:
        return min((g.grid.distance(Hex(cell), Hex(foe)) for foe in from_ if foe >= 0), default=0)

    able = [
        cell
        for cell in neighbours(g, here)
        if not enemies >> cell & 1
        and away(cell) > 0
        and away(cell) >= away(here)
        and _may_go_back(g, unit, here, cell)
        and _has_room(g, unit, cell)
    ]
    return min(
        able,
        key=lambda cell: (
            bool(beside >> cell & 1),
            min((g.grid.distance(Hex(cell), Hex(h)) for h in home), default=0),
            -away(cell),
            cell,
        ),
        default=None,
    )


def _may_go_back(g: Corridor, unit: int, a: int, b: int) -> bool:
    """[1.3] Rivers only as the movement table has it, or by a crossing."""
    if not is_water(g.plan.board, Hex(a), Hex(b)):
        return True
    troop = g.troop(unit)
    over = crossing_for(g, a, b, troop, g.side_of(unit))
    return crossing_refusal(g.tables, troop, Mode.TACTICAL, bridge=over is not None) is None


def _has_room(g: Corridor, unit: int, cell: int) -> bool:
    side = g.side_of(unit)
    if g.units_in(cell, 1 - side):
        return False
    return not counts_for_stacking(g, unit) or room_in(g, cell, side) > 0


def supply_cells(g: Corridor, unit: int) -> list[int]:
    """[5.9] Where the supply of *unit* comes from: its sources, and for whoever has none where his division landed."""
    printed = g.campaign.units[unit]
    sources = [int(s.hex) for s in g.campaign.sources if printed.formation in s.formations]
    return sources or [int(printed.hex)]


# ---- going on


def aim_of(g: Corridor, unit: int, target: int) -> int:
    """[5.7] Where an exploitation leads: the goal of its way, or else straight on through *target* (A-46)."""
    goal = goal_of(g, unit, target)
    return straight_on(g, g.hex_of[unit], target) if goal is None else goal


def aim_beyond(g: Corridor, unit: int, target: int) -> int:
    """[5.7] Where it leads whoever has gone through *target* already: on as before (A-46)."""
    goal = goal_of(g, unit, target)
    return straight_on(g, target, g.hex_of[unit]) if goal is None else goal


def goal_of(g: Corridor, unit: int, target: int) -> int | None:
    """The goal of the unit's way, where it has one beyond the combat."""
    last = g.route_to[unit]
    goal = g.route[last - 1] if last else None
    return None if goal in (target, g.hex_of[unit]) else goal


def straight_on(g: Corridor, start: int, through: int) -> int:
    """The cell that lies as far as one may want to go on in the direction from *start* *through* a cell."""
    if start == through:
        return through
    distance = g.grid.distance(Hex(start), Hex(through))
    before = min(
        cell
        for cell in g.grid.neighbours(Hex(through))
        if g.grid.distance(Hex(start), Hex(cell)) == distance - 1
    )
    direction = g.grid.direction(Hex(before), Hex(through))
    aim = through
    for _ in range(_FAR_ENOUGH):
        further = g.grid.shift(1 << aim, direction) & g.plan.board.in_play
        if not further:
            break
        aim = further.bit_length() - 1
    return aim


def exploit(g: Corridor, unit: int, target: int) -> None:
    """[5.7] On through the beaten enemy for half of what is left of the turn, stopping next to the next one (A-18)."""
    begun = g.hex_of[unit]
    aim = Hex(aim_of(g, unit, target))
    enemies = g.cells_of(1 - g.side_of(unit))
    most = g.spent[unit] + int(breakthrough_move(g.moved(unit)) * g.plan.ticks)
    mode = Mode(g.mode[unit])
    first = True
    while True:
        here = g.hex_of[unit]
        options = [
            cell
            for cell in neighbours(g, here)
            if not enemies >> cell & 1
            and step_refusal(g, unit, mode, here, cell) is None
            and not is_cut_off(g, unit, here, cell)
            and _has_room(g, unit, cell)
            and g.spent[unit] + ticks_for(g.plan, g.troop(unit), mode, cell) <= most
        ]
        if first and target in options:
            cell = target
        else:
            nearer = [c for c in options if g.grid.distance(Hex(c), aim) < g.grid.distance(Hex(here), aim)]
            if not nearer:
                break
            cell = min(
                nearer,
                key=lambda c: (g.grid.distance(Hex(c), aim), ticks_for(g.plan, g.troop(unit), mode, c), c),
            )
        g.spent[unit] += ticks_for(g.plan, g.troop(unit), mode, cell)
        g.hex_of[unit] = cell
        first = False
        if g.grid.expand(1 << cell) & enemies:
            break
    if g.hex_of[unit] != begun:
        g.prepared[unit] = 0
        g.tell(WentBack(unit, (begun, g.hex_of[unit]), "breaks through"))
