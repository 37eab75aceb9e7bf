"""What cannot be: complaints about positions that were typed in, edited by Control or spoilt by a defect."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel import Hex

from ..position.corridor import GONE, Corridor, State, Task
from ..state import Mode

_BY_UNIT = (
    *("status", "ammo", "fuel", "mode", "spent", "prepared", "hex_of", "start", "due", "task", "target"),
    *(
        "breakthrough",
        "answers",
        "on_foot",
        "marching",
        "heading",
        "halted",
        "fired",
        "attacked",
        "retreated",
    ),
    *("known_hex", "known_turn", "known_what", "known_heading", "known_size", "route_from", "route_to"),
    *("reported_hex", "reported_status"),
    *("waiting_prepared", "aboard", "landing", "rested", "regained"),
)


def complaints(g: Corridor) -> list[str]:
    """Everything impossible about *g*; empty when it is sound."""
    return [*_shape(g)] or [*_units(g), *_crossings(g), *_numbers(g)]


def _shape(g: Corridor) -> Iterator[str]:
    for name in _BY_UNIT:
        if len(getattr(g, name)) != len(g.campaign.units):
            yield f"{name} has {len(getattr(g, name))} entries; there are {len(g.campaign.units)} units"
    for name in ("strength", "damage", "shed"):
        if len(getattr(g, name)) != len(g.plan.flights):
            yield f"{name} has {len(getattr(g, name))} entries; there are {len(g.plan.flights)} flights"
    if len(g.dropped) != len(g.campaign.drop_zones):
        yield "dropped has an entry for each drop zone"


def _units(g: Corridor) -> Iterator[str]:
    land = g.plan.board.in_play
    for name in ("hex_of", "start", "known_hex", "reported_hex"):
        for unit, at in enumerate(getattr(g, name)):
            if at < GONE or (at >= 0 and not land >> at & 1):
                yield f"{g.name_of(unit)} is in {at}, which is not on the map"
    for name in ("status", "ammo", "fuel", "spent", "strength", "damage", "dropped"):
        if min(getattr(g, name), default=0) < 0:
            yield f"{name} is below zero"
    both = g.cells_of(0) & g.cells_of(1)
    if both:
        yield f"both sides stand in {g.place(both.bit_length() - 1)}"
    if not set(g.mode) <= set(Mode) or not set(g.task) <= set(Task):
        yield "a unit has a mode or task that there is not"
    for unit in range(len(g.hex_of)):
        if not 0 <= g.route_from[unit] <= len(g.route) or not 0 <= g.route_to[unit] <= len(g.route):
            yield f"{g.name_of(unit)} has a way that there is not"
        if not 0 <= g.marching[unit] <= len(Mode):
            yield f"{g.name_of(unit)} marches in a mode that there is not"
    if any(Hex(cell) not in g.plan.board.terrain for cell in (*g.route, *g.passed)):
        yield "a way leads off the map"


def _crossings(g: Corridor) -> Iterator[str]:
    if not set(g.bridge) <= set(State):
        yield "a crossing is in a state that there is not [15.1]"
    if not set(g.bridge_holder) <= {0, 1}:
        yield "a crossing is held by a side that there is not [15.1]"


def _numbers(g: Corridor) -> Iterator[str]:
    if not 0 <= g.turn <= g.campaign.last_turn or not 0 <= g.stage <= 6:
        yield f"there is no turn {g.turn} with a part {g.stage}"
    if not 0 <= g.weather <= len(g.campaign.weathers):
        yield "there is no such weather"
    if not 0 <= g.level < len(g.campaign.levels):
        yield "there is no such level of victory"
