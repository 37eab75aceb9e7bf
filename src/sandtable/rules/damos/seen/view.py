"""[2.4] What a seat may know: every unit's place and printed strength, but the strength left only of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sandtable.kernel import CONTROL, Bits, Hex, Seat, members

from ..series.combat.plans import Plan, Posture, rung_label
from ..series.exclusive import victory
from ..series.exclusive.air import CommitAir, railheads
from ..series.position.combat import Engaged
from ..series.position.roster import AXIS, SEATS, SOVIET
from ..series.position.state import Air, Front
from ..series.sequence import Phase, Reset, last_turn
from . import fog
from .appearance import combat, trays, turn_groups
from .counters import COMING, Row, counters

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
    on_map, off_map = counters(g, seat)
    turns = [campaign.calendar.name(n) for n in range(1, last_turn(g) + 1)]
    seen: dict[str, Any] = {
        "turn": g.turn,
        "turn_name": campaign.calendar.name(g.turn) if g.turn else "set-up",
        "turns": turns,
        "turn_groups": turn_groups(turns),
        "phasing": SEATS[g.phasing],
        "phase": phase(g),
        "victory": {
            "winner": SEATS[winner],
            "level": level,
            "reason": reason,
            "lines": victory.objectives(g).as_json(),
        },
        "calendar": calendar(g, off_map),
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
        "counters": on_map,
        "off_map": off_map,
        "bands": bands(g),
        "strengths": strengths(g, seat),
        "agenda": fog.agenda(g, seat),
        "sealed": {SEATS[who]: action.id for who, action in g.sealed if seat in (who, CONTROL)},
    }
    return {**seen, "trays": trays(seen, campaign), "combat": combat(seen["battle"])}


def bands(g: Front) -> list[dict[str, Any]]:
    """[2.4] Units of which everybody knows the sum closer than each of them."""
    known, ids = g.bounds, g.roster.ids
    return [
        {
            "units": [ids[u] for u in units],
            "least": known.band_least[units[0]],
            "most": known.band_most[units[0]],
        }
        for units in known.bands().values()
    ]


def strengths(g: Front, seat: Seat) -> list[dict[str, Any]]:
    """[2.4] The least and the most that can stand in each hex, and on the map, of a side whose strength is hidden."""
    found: list[dict[str, Any]] = []
    for side in (AXIS, SOVIET):
        if seat in (side, CONTROL):
            continue
        stacks = [(g.grid.name(Hex(h)), g.units(Hex(h), side)) for h in members(g.occupied[side])]
        everybody = [unit for _, units in stacks for unit in units]
        for (hex_, _), (least, most) in zip(
            [("", everybody), *stacks],
            g.bounds.sums([everybody, *(units for _, units in stacks)]),
            strict=True,
        ):
            found.append({"side": SEATS[side], "hex": hex_, "least": least, "most": most})
    return found


def _names(g: Front, mask: Bits) -> list[str]:
    return list(g.grid.names(members(mask)))


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


def calendar(g: Front, off_map: Iterable[Row]) -> list[dict[str, Any]]:
    """[5.0] The turns to come in which units arrive; the tracks are public (R-74)."""
    arriving: dict[int, list[str]] = {}
    for seen in off_map:
        if seen["fate"] == COMING:
            arriving.setdefault(seen["turn"], []).append(seen["unit"])
    name = g.campaign.calendar.name
    last = last_turn(g)
    return [
        {"turn": turn, "name": name(turn), "arrives": units}
        for turn, units in sorted(arriving.items())
        if 1 <= turn <= last
    ]


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
    if g.battle.hex < 0:
        return None
    posture = Posture(g.battle.posture)
    return {
        "hex": g.grid.name(Hex(g.battle.hex)),
        "from": _name(g, g.battle.entered_from),
        "plan": Plan(g.battle.plan).name.lower(),
        "posture": posture.name.lower(),
        "demoralized": g.battle.demoralized,
        "air": CommitAir(g.battle.air).name.lower(),
        "surplus": g.battle.surplus,
        "attacker": _engaged(g.battle.attacker),
        "defender": _engaged(g.battle.defender),
    }


def _engaged(side: Engaged) -> dict[str, Any]:
    return {
        "sp": side.sp,
        "supplied": bool(side.los),
        "drm": side.drm,
        "dice": list(side.dice),
        "inflicts": rung_label(side.rung),
        "counterattack_inflicts": side.cat,
        "paid": side.paid,
    }
