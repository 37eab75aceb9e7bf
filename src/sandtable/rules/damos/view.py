"""[2.4] What a seat may know: every unit's place and printed strength, but the strength left only of its own."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.kernel.actions import CONTROL, Action, Seat
from sandtable.kernel.bitboards import Bits, members
from sandtable.kernel.hexes import Hex
from sandtable.kernel.machine import top
from sandtable.kernel.steps import Together

from .series.concerted import ConcertedPosture, NameAttacker
from .series.plans import Plan, Posture, postures
from .series.roster import AXIS, SEATS, SOVIET, Size
from .series.state import Air, Fate, Front, enemy

SIZES = {Size.REGIMENT: "III", Size.BRIGADE: "X", Size.DIVISION: "XX", Size.CORPS: "XXX"}


def view(g: Front, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it, built by inclusion (R-74)."""
    campaign = g.campaign
    return {
        "turn": g.turn,
        "turn_name": campaign.calendar.name(g.turn) if g.turn else "set-up",
        "phasing": SEATS[g.phasing],
        "replacement_points": {"german": g.axis_rp, "soviet": g.soviet_rp},
        "air": {area: Air(mode).name.lower() for area, mode in zip(campaign.areas, g.air, strict=True)},
        "finns_from": g.finns_from,
        "attacks": {
            area: {"expected": due, "made": made}
            for area, due, made in zip(campaign.areas, g.expected, g.attacks, strict=True)
        },
        "points": {"spent": g.mp_spent, "allowance": g.mp_initial},
        "taken_by_germans": _names(g, g.control(AXIS) & campaign.soviet_side),
        "taken_by_soviets": _names(g, g.control(SOVIET) & campaign.axis_side),
        "converted": _names(g, g.converted & campaign.soviet_side),
        "battle": battle(g),
        "counters": [counter(g, seat, u) for u in range(len(g.hex_of)) if g.fate[u] == Fate.ON_MAP],
        "off_map": [track(g, u) for u in range(len(g.hex_of)) if g.fate[u] != Fate.ON_MAP],
    }


def _names(g: Front, mask: Bits) -> list[str]:
    return [g.grid.name(Hex(h)) for h in members(mask)]


def counter(g: Front, seat: Seat, unit: int) -> dict[str, Any]:
    """A counter on the map: the strength left is shown to its owner alone."""
    printed = g.roster[unit]
    seen: dict[str, Any] = {
        "unit": printed.id,
        "name": printed.name,
        "side": SEATS[printed.side],
        "nation": printed.nation.name.lower(),
        "hex": g.grid.name(Hex(g.hex_of[unit])),
        "symbol": printed.kind.name.lower(),
        "size": SIZES[printed.size],
        "printed": printed.sp,
        "movement": printed.ma,
        "zoi": printed.zoi,
        "spent": bool(g.spent[unit]),
        "demoralized": bool(g.demoralized[unit]),
        "cossack": bool(g.cossack[unit]),
        "attempted": bool(g.attempted[unit]),
    }
    if seat in (printed.side, CONTROL):
        seen["strength"] = g.sp[unit]
    return seen


def track(g: Front, unit: int) -> dict[str, Any]:
    """A unit off the map: eliminated, gone, still to come (R-74: the tracks are public)."""
    printed = g.roster[unit]
    fate = Fate(g.fate[unit])
    seen: dict[str, Any] = {
        "unit": printed.id,
        "name": printed.name,
        "side": SEATS[printed.side],
        "fate": fate.name.lower(),
    }
    if fate is Fate.DUE:
        seen["turn"] = g.due[unit]
    return seen


def battle(g: Front) -> dict[str, Any] | None:
    """The combat under way, once plan and posture are open."""
    if g.battle_hex < 0:
        return None
    posture = Posture(g.battle_posture)
    return {
        "hex": g.grid.name(Hex(g.battle_hex)),
        "plan": Plan(g.battle_plan).name.lower(),
        "posture": "demoralized" if posture is Posture.NONE else posture.name.lower(),
        "attacker_sp": g.battle_attacker_sp,
        "defender_sp": g.battle_defender_sp,
    }


# ---- the fog, defined


def disguise(g: Front, seat: Seat, rng: Random) -> Front:
    """A position that *seat* must not be able to tell from *g*: enemy damage, sealed and face-down choices drawn anew."""
    twin = g.copy()
    if seat == CONTROL:
        return twin
    for unit in range(len(twin.sp)):
        if twin.side_of[unit] != seat and twin.hex_of[unit] >= 0:
            twin.sp[unit] = rng.randint(1, twin.roster[unit].sp)
    step = top(twin)
    if isinstance(step, Together):
        twin.sealed = tuple(
            (who, action if who == seat else _other(step.options(twin, who), rng))
            for who, action in twin.sealed
        )
    twin.agenda = [_face_down(twin, step, seat, rng) for step in twin.agenda]
    return twin


def _other(options: Any, rng: Random) -> Action:
    choice: Action = rng.choice(list(options))
    return choice


def _face_down(g: Front, step: Any, seat: Seat, rng: Random) -> Any:
    """[8.1] The kind of a concerted attack is hidden from the defender, his posture from the attacker."""
    if isinstance(step, ConcertedPosture) and seat != g.phasing:
        return ConcertedPosture(rng.choice((Plan.GRAND_ASSAULT, Plan.PENETRATION)), step.target)
    if isinstance(step, NameAttacker):
        defender = enemy(Seat(g.phasing))
        plan, posture = step.plan, step.posture
        if seat != g.phasing:
            plan = rng.choice((Plan.GRAND_ASSAULT, Plan.PENETRATION))
        if seat != defender:
            posture = rng.choice(postures(g, defender, step.target, g.units(step.target, defender)))
        return NameAttacker(plan, step.target, posture, step.start, step.chosen)
    return step
