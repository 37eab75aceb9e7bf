"""[2.4] What a seat may know: every unit's place and printed strength, but the strength left only of its own."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.actions import CONTROL, Seat
from sandtable.kernel.bitboards import Bits, members
from sandtable.kernel.hexes import Hex

from . import fog, victory
from .series.air import CommitAir, railheads
from .series.plans import Plan, Posture, rung_label
from .series.roster import AXIS, SEATS, SOVIET
from .series.sequence import Phase, Reset, last_turn
from .series.state import Air, Fate, Front, Origin
from .series.supply import finnish_lines, german_lines, soviet_lines, traces_like_a_finn

FATES: Final = {fate.value: fate.name.lower() for fate in Fate}
# The phases of a player turn, by the phase that comes next.
BEFORE: Final = {
    "replacements": "start of the turn",
    "rail conversion": "replacements",
    "operations": "strategic movement",
    "surrender": "operations",
}


def view(g: Front, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it, built by inclusion (R-74)."""
    campaign = g.campaign
    winner, level, reason = victory.judge(g)
    units = range(len(g.hex_of))
    supplied = in_supply(g)
    return {
        "turn": g.turn,
        "turn_name": campaign.calendar.name(g.turn) if g.turn else "set-up",
        "turns": [campaign.calendar.name(n) for n in range(1, last_turn(g) + 1)],
        "phasing": SEATS[g.phasing],
        "phase": phase(g),
        "victory": {
            "winner": SEATS[winner],
            "level": level,
            "reason": reason,
            "lines": victory.objectives(g).as_json(),
        },
        "calendar": calendar(g),
        "replacement_points": {"german": g.axis_rp, "soviet": g.soviet_rp},
        "air": {area: Air(mode).name.lower() for area, mode in zip(campaign.areas, g.air, strict=True)},
        "air_failures": dict(zip(campaign.areas, g.air_failures, strict=True)),
        "finns_from": g.finns_from,
        "paused": bool(g.paused),
        "attacks": {
            area: {"expected": due, "made": made}
            for area, due, made in zip(campaign.areas, g.expected, g.attacks, strict=True)
        },
        "activation": activation(g),
        "taken_by_germans": _names(g, g.control(AXIS) & campaign.soviet_side),
        "taken_by_soviets": _names(g, g.control(SOVIET) & campaign.axis_side),
        "converted": _names(g, g.converted & campaign.soviet_side),
        "railheads": _names(g, railheads(g)),
        "battle": battle(g),
        "counters": [counter(g, seat, u, supplied) for u in units if g.fate[u] == Fate.ON_MAP],
        "off_map": [track(g, seat, u) for u in units if g.fate[u] != Fate.ON_MAP],
        "agenda": fog.agenda(g, seat),
        "sealed": {SEATS[who]: action.id for who, action in g.sealed if seat in (who, CONTROL)},
    }


def _names(g: Front, mask: Bits) -> list[str]:
    return [g.grid.name(Hex(h)) for h in members(mask)]


def _name(g: Front, hex_: int) -> str | None:
    return g.grid.name(Hex(hex_)) if hex_ >= 0 else None


def phase(g: Front) -> str:
    """[4.0] Which phase is under way: the one before the next on the agenda."""
    if not g.turn:
        return "set-up"
    for step in reversed(g.agenda):
        if isinstance(step, Phase):
            if step.name == "strategic movement":
                return "rail conversion" if g.phasing == AXIS else "replacements"
            return BEFORE[step.name]
        if isinstance(step, Reset):
            return "surrender"
    return "start of the turn" if g.agenda else "the end"


def calendar(g: Front) -> list[dict[str, Any]]:
    """[5.0] The turns to come in which units arrive; the tracks are public (R-74)."""
    arriving: dict[int, list[str]] = {}
    for unit, fate in enumerate(g.fate):
        if fate == Fate.DUE:
            arriving.setdefault(g.due[unit], []).append(g.roster[unit].id)
    name = g.campaign.calendar.name
    last = last_turn(g)
    return [
        {"turn": turn, "name": name(turn), "arrives": units}
        for turn, units in sorted(arriving.items())
        if 1 <= turn <= last
    ]


def in_supply(g: Front) -> list[bool]:
    """[2.10] Which units on the map have a line of supply now; positions are public, and so is this."""
    russian, german = soviet_lines(g), german_lines(g)
    finnish = finnish_lines(g) if g.campaign.finland else 0
    found = []
    for unit, hex_ in enumerate(g.hex_of):
        lines = russian if g.side_of[unit] == SOVIET else finnish if traces_like_a_finn(g, unit) else german
        found.append(hex_ >= 0 and bool(lines >> hex_ & 1))
    return found


# ---- counters


def counter(g: Front, seat: Seat, unit: int, supplied: list[bool]) -> dict[str, Any]:
    """A counter on the map: the strength left is shown to its owner alone."""
    printed = g.roster[unit]
    seen: dict[str, Any] = {
        **printed.face,
        "parent": printed.parent,
        "zoi": g.roster.zoi_of[unit],
        "hex": g.grid.name(Hex(g.hex_of[unit])),
        "spent": bool(g.spent[unit]),
        "demoralized": bool(g.demoralized[unit]),
        "supplied": supplied[unit],
        "cossack": bool(g.cossack[unit]),
    }
    if seat in (printed.side, CONTROL):
        seen["strength"] = g.sp[unit]
    _lay_marks(g, seat, unit, seen)
    return seen


def track(g: Front, seat: Seat, unit: int) -> dict[str, Any]:
    """A unit off the map: eliminated, gone, still to come (R-74: the tracks are public)."""
    fate = g.fate[unit]
    seen: dict[str, Any] = {**g.roster[unit].face, "fate": FATES[fate]}
    if fate == Fate.DUE:
        seen["turn"] = g.due[unit]
    _lay_marks(g, seat, unit, seen)
    return seen


def _lay_marks(g: Front, seat: Seat, unit: int, seen: dict[str, Any]) -> None:
    """What is laid on a counter now and then; left out where it is not."""
    if g.origin[unit]:
        seen["set_up_in"] = Origin(g.origin[unit]).name.lower()
    if g.attempted[unit]:
        seen["attempted"] = True
    if g.marched[unit]:
        seen["marched"] = g.marched[unit]
    if g.sidelined[unit]:
        seen["sidelined"] = True
    if g.start_sp[unit] and seat in (g.side_of[unit], CONTROL):
        seen["strength_before"] = g.start_sp[unit]


# ---- what is under way


def activation(g: Front) -> dict[str, Any]:
    """The activation under way, in half movement points."""
    return {
        "spent": g.mp_spent,
        "allowance": g.mp_initial,
        "first_allowance": g.mp_first,
        "picked_up_in": _name(g, g.picked_in),
        "exploiting": bool(g.exploiting),
        "supplied": bool(g.force_los),
        "influence_only": bool(g.order_closed),
        "shipped_from": _names(g, g.shipped),
    }


def battle(g: Front) -> dict[str, Any] | None:
    """The combat under way, once plan and posture are open."""
    if g.battle_hex < 0:
        return None
    posture = Posture(g.battle_posture)
    return {
        "hex": g.grid.name(Hex(g.battle_hex)),
        "from": _name(g, g.battle_from),
        "plan": Plan(g.battle_plan).name.lower(),
        "posture": posture.name.lower(),
        "demoralized": g.battle_demoralized,
        "air": CommitAir(g.battle_air).name.lower(),
        "surplus": g.battle_surplus,
        "attacker": {
            "sp": g.battle_attacker_sp,
            "supplied": bool(g.battle_attacker_los),
            "drm": g.battle_attacker_drm,
            "dice": list(g.attacker_dice),
            "inflicts": rung_label(g.battle_attacker_rung),
            "counterattack_inflicts": g.battle_attacker_cat,
            "paid": g.battle_attacker_paid,
        },
        "defender": {
            "sp": g.battle_defender_sp,
            "supplied": bool(g.battle_defender_los),
            "drm": g.battle_defender_drm,
            "dice": list(g.defender_dice),
            "inflicts": rung_label(g.battle_defender_rung),
            "counterattack_inflicts": g.battle_defender_cat,
            "paid": g.battle_defender_paid,
        },
    }
