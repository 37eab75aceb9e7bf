"""[2.4] What a seat may know: every unit's place and printed strength, but the strength left only of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from sandtable.kernel import CONTROL, Bits, Calendar, Grid, Hex, Seat, members

from ..series.combat.plans import Plan, Posture, rung_label
from ..series.exclusive import victory
from ..series.exclusive.air import CommitAir, railheads
from ..series.position.bounds import Bounds
from ..series.position.combat import Engaged
from ..series.position.roster import AXIS, SEATS, SOVIET, Roster
from ..series.position.state import Air, Fate, Front
from ..series.sequence import Phase, Reset, last_turn
from . import fog
from .appearance import combat, trays, turn_groups
from .counters import counters

# The phases of a player turn, by the phase that comes next.
BEFORE: Final = {
    "replacements": "start of the turn",
    "rail conversion": "replacements",
    "operations": "strategic movement",
    "surrender": "operations",
}
# What stands on the board for strength hidden from one side is kept for so many positions: those of some hundred games.
_KEPT: Final = 1024


def view(g: Front, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it, built by inclusion (R-74)."""
    campaign = g.campaign
    winner, level, reason = victory.judge(g)
    on_map, off_map = counters(g, seat)
    turns, months = _turns(campaign.calendar, last_turn(g))
    seen: dict[str, Any] = {
        "turn": g.turn,
        "turn_name": campaign.calendar.name(g.turn) if g.turn else "set-up",
        "turns": turns,
        "turn_groups": months,
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
        if seat not in (side, CONTROL):
            places = tuple([g.hex_of[unit] for unit in g.roster.of_side[side]])
            found += _strengths(g.grid, g.roster, side, g.bounds, places)
    return found


@lru_cache(maxsize=_KEPT)
def _strengths(
    grid: Grid, roster: Roster, side: Seat, bounds: Bounds, places: tuple[int, ...]
) -> list[dict[str, Any]]:
    """The same of *side*, whose units stand at these *places*: most answers move none, and change no bounds."""
    stacks: dict[int, list[int]] = {}
    for unit, place in zip(roster.of_side[side], places, strict=True):
        if place >= 0:
            stacks.setdefault(place, []).append(unit)
    hexes = sorted(stacks)
    everybody = [unit for place in hexes for unit in stacks[place]]
    names = ["", *(grid.name(Hex(place)) for place in hexes)]
    sums = bounds.sums([everybody, *(stacks[place] for place in hexes)])
    return [_strength(side, name, least, most) for name, (least, most) in zip(names, sums, strict=True)]


@lru_cache(maxsize=64 * _KEPT)
def _strength(side: Seat, hex_: str, least: int, most: int) -> dict[str, Any]:
    """One row of them; the same stands in every view that says so, and nobody may write into it."""
    return {"side": SEATS[side], "hex": hex_, "least": least, "most": most}


@lru_cache(maxsize=64)
def _turns(calendar: Calendar, last: int) -> tuple[list[str], list[list[Any]]]:
    """The names of all turns, and their months; nobody may write into them."""
    turns = [calendar.name(turn) for turn in range(1, last + 1)]
    return turns, turn_groups(turns)


def _names(g: Front, mask: Bits) -> list[str]:
    return _listed(g.grid, mask)


@lru_cache(maxsize=_KEPT)
def _listed(grid: Grid, mask: Bits) -> list[str]:
    """The names of a set of hexes, made once: few answers change one, and nobody may write into it."""
    return list(grid.names(members(mask)))


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
    return _calendar(g.campaign.calendar, g.roster, last_turn(g), tuple(g.fate), tuple(g.due))


@lru_cache(maxsize=_KEPT)
def _calendar(
    turns: Calendar, roster: Roster, last: int, fates: tuple[int, ...], due: tuple[int, ...]
) -> list[dict[str, Any]]:
    """The same, made once for all units that are to come; nobody may write into it."""
    arriving: dict[int, list[str]] = {}
    for unit, (fate, turn) in enumerate(zip(fates, due, strict=True)):
        if fate == Fate.DUE and 1 <= turn <= last:
            arriving.setdefault(turn, []).append(roster[unit].face["unit"])
    return [
        {"turn": turn, "name": turns.name(turn), "arrives": units} for turn, units in sorted(arriving.items())
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
