"""[12] The lines of an order sheet about units and crossings in words, and why one may not be written."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Action, Hex, Refusal, Seat, Wording

from ..position.corridor import Corridor
from ..position.places import begins_at, spent_at_first
from ..position.ways import march, move_refusal
from ..state import Mode
from . import drafts
from .plotted import sixths

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
        if g.ready_from(unit) > g.turn:
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
        case drafts.MERGE:
            return worded(f"{name} takes in what is left of {g.name_of(args[1])}", "19.3")
        case drafts.STAND:
            return worded(f"{name} stands in towns and woods rather than retire", "5.10")
        case drafts.GIVE_WAY:
            return worded(f"{name} retires as the table has it", "5.10")
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
    ticks = found.part_of_turn(cell) * g.plan.ticks
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
