"""What cannot be: complaints about positions that were typed in, edited by Control or spoilt by a defect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.kernel import Hex, members

from ..position.campaign import POOLS
from ..position.roster import AXIS, SOVIET
from ..position.stacking import stacking_refusal
from ..position.war import FREE, Role, Status, War
from ..state import WEATHERS

FLAGS: Final = ("moved", "fought", "must_attack", "trapped", "landed")
BY_UNIT: Final = ("hex_of", "steps", "status", "due", "unsupplied", "locked", "role", "dropped", *FLAGS)


def complaints(g: War) -> list[str]:
    """Everything impossible about *g*; empty when it is sound."""
    return [*_shape(g)] or [*_units(g), *_stacks(g), *_numbers(g)]


def _shape(g: War) -> Iterator[str]:
    lengths = {name: len(g.roster) for name in BY_UNIT} | {
        "rp": len(POOLS),
        "air_used": 2,
        "air_lost": 2,
        "marshal_used": len(g.campaign.marshals),
        "sailed": len(g.campaign.sea_lines),
        "oil_held": len(g.campaign.schedule["oil"]),
    }
    for name, count in lengths.items():
        if len(getattr(g, name)) != count:
            yield f"{name} has {len(getattr(g, name))} entries where there should be {count}"


def _units(g: War) -> Iterator[str]:
    statuses, roles = set(Status), set(Role)
    # Whole columns at once: marks that do not exist are looked for unit by unit only where there are some.
    marked = min(g.unsupplied) < 0 or any(not set(getattr(g, name)) <= {0, 1} for name in FLAGS)
    for unit, counter in enumerate(g.roster.counters):
        if g.status[unit] not in statuses or g.role[unit] not in roles:
            yield f"{counter.name} has status {g.status[unit]} and role {g.role[unit]}, which do not exist"
            continue
        on_map = g.status[unit] == Status.ON_MAP
        if on_map != (g.hex_of[unit] >= 0):
            yield f"{counter.name} is {'on' if on_map else 'off'} the map and in hex {g.hex_of[unit]}"
        elif on_map and not g.campaign.land >> g.hex_of[unit] & 1:
            yield f"{counter.name} stands in a hex that is not in play"
        if on_map and not 1 <= g.steps[unit] <= counter.steps:
            yield f"{counter.name} has {g.steps[unit]} steps of {counter.steps}"
        if marked and (any(getattr(g, name)[unit] not in (0, 1) for name in FLAGS) or g.unsupplied[unit] < 0):
            yield f"{counter.name} carries a mark that does not exist"
        if g.locked[unit] != FREE and g.locked[unit] not in g.grid:
            yield f"{counter.name} is locked in a hex that is not on the map"


def _stacks(g: War) -> Iterator[str]:
    for hex_ in map(Hex, members(g.occupied[AXIS] & g.occupied[SOVIET])):
        yield f"both sides are in {g.grid.name(hex_)} [Movement]"
    if g.declared.hex >= 0:
        # In a retreat a stack may be too high for a moment (B-18).
        return
    for side in (AXIS, SOVIET):
        for hex_ in map(Hex, members(g.occupied[side])):
            units = g.units(hex_, side)
            no = stacking_refusal(g, units) if len(units) > 1 else None
            if no is not None:
                yield f"{g.grid.name(hex_)} holds too much: {no}"


def _numbers(g: War) -> Iterator[str]:
    if not 0 <= g.turn <= g.last_turn:
        yield f"turn {g.turn} is none of the {g.last_turn} turns"
    if g.phasing not in (AXIS, SOVIET) or g.impulse not in (0, 1, 2):
        yield "the side or the impulse is none that there is"
    if not all(0 <= n < len(WEATHERS) for n in (g.weather, g.first_weather, g.second_weather)):
        yield "there is no such weather"
    if min((*g.rp, *g.air_used, *g.air_lost, *g.sailed, *g.oil_held)) < 0 or g.rail_used < 0:
        yield "points or counts are below zero"
    if not set(g.marshal_used) <= {0, 1}:
        yield "a Field Marshal is used or he is not"
    if g.axis_control & ~g.campaign.land:
        yield "a hex that is not in play is under control"
    if g.axis_rail & ~g.campaign.rail_hexes:
        yield "a hex without a railway has one"
    if g.declared.hex >= 0 and not g.campaign.land >> g.declared.hex & 1:
        yield "the combat is in a hex that is not in play"
