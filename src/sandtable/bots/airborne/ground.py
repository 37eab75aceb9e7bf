"""Orders for units: attack where the exact odds are good, prepare where they would be, else march or hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.kernel import Action, Hex, members
from sandtable.rules.airborne.combat import results
from sandtable.rules.airborne.fight.engaging import planned_fight
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor
from sandtable.rules.airborne.position.places import begins_at, spent_at_first
from sandtable.rules.airborne.position.ways import March, march, modes, move_refusal
from sandtable.rules.airborne.state import Mode, Troop
from sandtable.rules.airborne.strength import Attack, score
from sandtable.rules.airborne.turn import drafts
from sandtable.rules.airborne.turn.listing import ground_lines

from .objectives import assigned, barring, bridge_ends, bridgehead, goals_of, stepping_in
from .sighting import Sighting, distances

FACES: Final = range(1, 7)
# Guns go no nearer to what they fire at.
GUNS_KM: Final = 5


class Plan(NamedTuple):
    """What is ordered: lines for units, and the cells that are to be attacked."""

    lines: list[Action]
    attacked: list[int]


def plan(s: Sighting) -> Plan:
    """[12] The orders of a command for its units."""
    g = s.g
    units = [
        unit
        for unit, printed in enumerate(g.campaign.units)
        if printed.command == s.seat and begins_at(g, unit) >= 0 and not printed.flak
    ]
    lines: list[Action] = list(_crossings(s))
    busy: set[int] = set()
    attacked: list[int] = []
    for target, attackers, verb in attacks(s, units):
        lines += [
            Action(verb, (unit, target)) if verb == drafts.ATTACK else Action(verb, (unit,))
            for unit in attackers
        ]
        busy.update(attackers)
        if verb == drafts.ATTACK:
            attacked.append(target)
    free = [unit for unit in units if unit not in busy]
    goals = assigned(s, free)
    inward = stepping_in(s, free)
    held = {goal.cell for goal in goals_of(s)}
    bar = barring(s, free)
    for unit in free:
        works = list(_works(s, unit))
        if works:
            lines.append(works[0])
        elif unit in bar:
            lines += marching(s, unit, bar[unit])
        elif unit in inward:
            lines += stepping(s, unit, inward[unit])
        elif unit in goals and not _stays(g, unit, held) and not _presses(s, unit):
            lines += marching(s, unit, goals[unit])
    return Plan(lines, attacked)


def _crossings(s: Sighting) -> Iterator[Action]:
    """Bridges are to be blown as the enemy comes; the Allies want them whole."""
    if s.side != GERMAN:
        return
    draft = drafts.Draft()
    for line in ground_lines(s.g, s.seat, draft):
        if line.verb == drafts.CHARGE:
            yield line


def _works(s: Sighting, unit: int) -> Iterator[Action]:
    """Engineers next to a broken bridge mend it."""
    marks = s.g.campaign.units[unit].marks
    if not marks & {"bridging"} or s.g.hex_of[unit] < 0:
        return
    draft = drafts.Draft()
    for line in ground_lines(s.g, s.seat, draft):
        if line.verb == drafts.REPAIR and line.args[0] == unit:
            yield line


def _stays(g: Corridor, unit: int, held: set[int]) -> bool:
    """Whether a unit stands on an objective already."""
    return g.hex_of[unit] in held


def _presses(s: Sighting, unit: int) -> bool:
    """Whether a unit stands next to an enemy in the end of a bridge, and stays there."""
    g = s.g
    if not s.doctrine.presses or g.hex_of[unit] < 0:
        return False
    near = g.grid.expand(1 << g.hex_of[unit]) & g.known_cells(s.side)
    return any(near >> cell & 1 for cell in bridge_ends(g))


# ---- attacks


def attacks(s: Sighting, units: list[int]) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """[2.1, 2.3] Cells to attack now, and those for which to prepare, with the units that do it, best first."""
    g, side = s.g, s.side
    known = g.known_cells(side)
    if s.doctrine.reserve and _left(s) <= s.doctrine.reserve:
        return
    able = [unit for unit in units if _may_attack(s, unit)]
    least = s.doctrine.least
    ends = bridge_ends(g)
    found: list[tuple[float, int, tuple[int, ...], str]] = []
    for target in members(g.grid.expand(_cells(g, able)) & known):
        near = tuple(
            unit
            for unit in able
            if Hex(target) in g.grid.neighbours(Hex(g.hex_of[unit]))
            and not (s.doctrine.guards_stay and g.hex_of[unit] in ends and int(target) not in ends)
        )
        best = best_few(s, int(target), near)
        if best is None:
            continue
        if best[0] >= least:
            found.append((best[0], int(target), best[1], drafts.ATTACK))
            continue
        later = best_few(s, int(target), near, prepared=True)
        if later is not None and later[0] >= least:
            found.append((later[0] - 10, int(target), later[1], drafts.PREPARE))
    taken: set[int] = set()
    for _, target, who, verb in sorted(found, reverse=True):
        left = tuple(unit for unit in who if unit not in taken)
        if left and (left == who or verb == drafts.PREPARE or (weigh(s, target, left) or -1) >= least):
            taken.update(left)
            yield target, left, verb


def _left(s: Sighting) -> int:
    """What a side has on the map, in points of status; where a bridgehead counts, in it."""
    g = s.g
    counts = bridgehead(g) if s.side == ALLIED else 0
    return sum(
        g.status[unit]
        for unit, at in enumerate(g.hex_of)
        if at >= 0 and g.side_of(unit) == s.side and (not counts or counts >> at & 1)
    )


def _may_attack(s: Sighting, unit: int) -> bool:
    """Whether a unit is on the map, ready and fit, and has ammunition."""
    g = s.g
    return (
        g.hex_of[unit] >= 0
        and g.ammo[unit] > 0
        and not g.campaign.units[unit].guns
        and g.ready_from(unit) <= g.turn
        and g.status[unit] >= s.doctrine.fit
    )


def best_few(
    s: Sighting, target: int, near: tuple[int, ...], *, prepared: bool = False
) -> tuple[float, tuple[int, ...]] | None:
    """[5] The attack that is worth most: every unit in contact loses, so that few strong ones are better than many."""
    g = s.g
    ranked = sorted(near, key=lambda unit: (-(g.prepared[unit] or prepared), -g.status[unit], unit))
    found: list[tuple[float, tuple[int, ...]]] = []
    for many in range(1, len(ranked) + 1):
        worth = weigh(s, target, tuple(ranked[:many]), prepared=prepared)
        if worth is not None:
            found.append((worth, tuple(ranked[:many])))
    return max(found, key=lambda row: row[0], default=None)


def _cells(g: Corridor, units: list[int]) -> int:
    found = 0
    for unit in units:
        found |= 1 << g.hex_of[unit]
    return found


def weigh(s: Sighting, target: int, units: tuple[int, ...], *, prepared: bool = False) -> float | None:
    """[2.3, 5] What an attack is worth over the six faces of the die, exactly; None if it cannot be made."""
    g, side, how = s.g, s.side, s.doctrine
    if not units:
        return None
    before = [g.prepared[unit] for unit in units]
    if prepared:
        for unit in units:
            g.prepared[unit] = 1
    fight = planned_fight(g, side, target, units, int(Attack.PLANNED))
    total = None if fight is None else int(score(g, fight))
    for unit, was in zip(units, before, strict=True):
        g.prepared[unit] = was
    if fight is None or total is None:
        return None
    rows = g.tables["results"].rows
    worth = how.at_objective * len(FACES) if how.at_objective and _counts(s, target) else 0.0
    for face in FACES:
        row = results(g.tables, rows.labels[rows.find(total + face)])
        lost = sum(_price(s, unit, int(row["attacker_loses"])) for unit in fight.attackers)
        hurt = sum(_price(s, unit, int(row["defender_loses"])) for unit in fight.defenders)
        worth += hurt - lost + (how.to_retire if row["retire_open"] != "-" else 0.0)
        worth += how.thrown_back if row["thrown_back"] == "yes" else 0.0
    return worth / len(FACES)


def _price(s: Sighting, unit: int, loses: int) -> float:
    """What it is worth that a unit loses so much."""
    status = s.g.status[unit]
    return loses if loses < status else status + s.doctrine.destroyed


def _counts(s: Sighting, target: int) -> bool:
    """Whether a cell is, or lies next to, one that counts for victory."""
    return any(s.g.grid.distance(Hex(target), Hex(goal.cell)) <= 1 for goal in goals_of(s))


# ---- marches


def marching(s: Sighting, unit: int, goal: int) -> list[Action]:
    """[1.1] The lines that bring a unit nearer to *goal*, or none: in good order near the enemy, faster elsewhere."""
    g, side = s.g, s.side
    troop = g.troop(unit)
    here = begins_at(g, unit)
    if g.campaign.units[unit].guns and g.grid.distance(Hex(here), Hex(goal)) <= GUNS_KM:
        return []
    if move_refusal(g, unit, troop) is not None:
        return []
    far = distances(g, troop, side, goal)
    best: tuple[float, Mode, int] | None = None
    for mode in modes(g, unit, troop):
        found = march(g, unit, mode, here, spent_at_first(g, unit))
        step = nearest(s, troop, found, far, mode) if found else None
        if step is not None and (best is None or step[0] < best[0] - 0.5):
            best = (step[0], mode, step[1])
    gained = far.get(here, float("inf")) - best[0] if best else 0.0
    touched = g.hex_of[unit] >= 0 and in_touch(g, unit)
    if best is None or gained <= (s.doctrine.worth_leaving if touched else 0.0):
        return []
    return [Action(drafts.MOVE, (unit, best[1])), Action(drafts.TO, (unit, best[2]))]


def stepping(s: Sighting, unit: int, goal: int) -> list[Action]:
    """[1.1] The lines that bring a unit into a cell next to it in good order, whoever stands before it; none if it is there."""
    g = s.g
    if g.hex_of[unit] == goal:
        return []
    found = march(g, unit, Mode.TACTICAL, g.hex_of[unit], spent_at_first(g, unit))
    if found is None or not found.all >> goal & 1 or move_refusal(g, unit, g.troop(unit)) is not None:
        return []
    return [Action(drafts.MOVE, (unit, Mode.TACTICAL)), Action(drafts.TO, (unit, goal))]


def in_touch(g: Corridor, unit: int) -> bool:
    """Whether an enemy is known to stand next to a unit."""
    return bool(g.grid.expand(1 << g.hex_of[unit]) & g.known_cells(g.side_of(unit)))


def nearest(s: Sighting, troop: Troop, found: March, far: object, mode: Mode) -> tuple[float, int] | None:
    """The cell of a march that is nearest to the goal; columns and hurried marches keep away from known enemies."""
    assert isinstance(far, dict)
    cells = found.all
    if mode != Mode.TACTICAL:
        wary = s.g.known_cells(s.side)
        for _ in range(s.doctrine.wary_km):
            wary = s.g.grid.expand(wary)
        cells &= ~wary
    return min(((far[int(cell)], int(cell)) for cell in members(cells) if int(cell) in far), default=None)
