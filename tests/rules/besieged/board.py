"""Positions of the board game for tests: who stands where, on which turn and in what weather."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel import Hex, Setup
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.campaign import standard_campaign
from sandtable.rules.besieged.position.roster import AXIS, SEATS
from sandtable.rules.besieged.position.set_up import set_up
from sandtable.rules.besieged.position.war import Status, War
from sandtable.rules.besieged.state import WEATHERS

CAMPAIGN = standard_campaign(RULEBOOK.tables)
OPTIONS: Mapping[str, int | str | bool] = {"air": "by year", "city_doubles": False}


def hex_(name: str) -> Hex:
    """A hex by its number or the name of its place."""
    return CAMPAIGN.board.hex(name)


def unit(name: str) -> int:
    """A unit by its id."""
    return CAMPAIGN.roster.numbers[name]


def empty(scenario: str = "besieged", *, turn: int = 2, impulse: int = 1, weather: str = "clear") -> War:
    """The map without units."""
    g = War(Setup(scenario, OPTIONS, seats=SEATS), CAMPAIGN)
    g.turn, g.impulse, g.weather = turn, impulse, WEATHERS.index(weather)
    g.first_weather = g.second_weather = g.weather
    g.status = [Status.GONE] * len(g.status)
    g.phasing = int(AXIS)
    return g


def war(
    units: Mapping[str, str],
    scenario: str = "besieged",
    *,
    turn: int = 2,
    impulse: int = 1,
    weather: str = "clear",
) -> War:
    """The map with *units* in hexes, at full strength."""
    g = empty(scenario, turn=turn, impulse=impulse, weather=weather)
    for name, place in units.items():
        g.bring(unit(name), hex_(place), CAMPAIGN.roster[unit(name)].steps)
    g.rebuild()
    return g


def set_up_war(scenario: str = "besieged") -> War:
    """The historical set-up, at the beginning of turn 1."""
    g = War(Setup(scenario, OPTIONS, seats=SEATS), CAMPAIGN)
    set_up(g)
    g.turn = g.impulse = 1
    return g
