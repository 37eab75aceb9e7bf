"""[Allowances] How far a unit may move: by its movement, the weather and the impulse."""

from __future__ import annotations

from sandtable.kernel import Reckoning

from ..state import WEATHERS
from .roster import AXIS
from .war import War

_PERCENT = 100


def base_movement(g: War, unit: int) -> int:
    """[Allowances] The movement of *unit* before weather: lorries quicken Soviet foot from 1943 on, want of supply slows all."""
    rules, counter = g.campaign.schedule["movement"], g.counter(unit)
    base = counter.movement
    if counter.gets_lorries and g.turn >= rules["lorries_from_turn"]:
        base = max(base, rules["lorries"])
    return min(base, rules["unsupplied"]) if g.unsupplied[unit] else base


def weather_percent(g: War, unit: int) -> int:
    """[Allowances, First Winter] What share of its movement the weather leaves to *unit*."""
    rules, counter = g.campaign.schedule["movement"], g.counter(unit)
    if g.snow:
        hardy = counter.side != AXIS or g.campaign.is_hardy(counter.nation)
        if hardy:
            return int(rules["snow_hardy"])
        if g.campaign.is_first_winter(g.turn):
            return int(rules["snow_first_winter"])
    return int(rules["weather"][WEATHERS[g.weather]])


def movement_allowance(g: War, unit: int) -> int:
    """[Allowances] The movement points of *unit* in this impulse, at least 1."""
    percent = weather_percent(g, unit) * impulse_percent(g)
    whole = _PERCENT * _PERCENT
    return max(1, (2 * base_movement(g, unit) * percent + whole) // (2 * whole))


def impulse_percent(g: War) -> int:
    """[Allowances] What share of its movement a unit has in this impulse."""
    return int(g.campaign.schedule["movement"]["impulse"][max(g.impulse, 1) - 1])


def allowance_reckoning(g: War, unit: int) -> Reckoning:
    """[Allowances] The same with its reasons."""
    weather = WEATHERS[g.weather].replace("_", " ")
    found = Reckoning("movement points").add("movement", base_movement(g, unit), "Allowances")
    found.lacking(f"{weather} weather, percent", weather_percent(g, unit), "Allowances")
    found.lacking("this impulse, percent", impulse_percent(g), "Allowances")
    allowance = movement_allowance(g, unit)
    return found.at_most(allowance, "Allowances", "rounded").at_least(allowance, "Allowances")
