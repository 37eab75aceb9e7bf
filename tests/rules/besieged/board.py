"""Positions of the board game for tests: who stands where, on which turn and in what weather."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Action, Hex, Seat, Setup, Step, answer, asked, options, settle, top
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.campaign import standard_campaign
from sandtable.rules.besieged.position.roster import AXIS, SEATS, SOVIET
from sandtable.rules.besieged.position.set_up import set_up
from sandtable.rules.besieged.position.war import Status, War
from sandtable.rules.besieged.state import WEATHERS

CAMPAIGN = standard_campaign(RULEBOOK.tables, RULEBOOK.document)
OPTIONS: Mapping[str, int | str | bool] = {"air": "by year", "city_doubles": False, "setup": "historical"}


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


def begin(g: War, *steps: Step[Any]) -> War:
    """Nothing else on the agenda but *steps*, as far as they go by themselves; who attacks is told by the first of them."""
    g.agenda = []
    g.told = []
    side = getattr(steps[0], "side", None)
    if side is not None:
        g.phasing = int(side)
    g.then(*steps)
    settle(g)
    return g


def pick(g: War, verb: str, *what: str | int) -> War:
    """Answer what is asked; units and hexes by name."""
    answer(g, Action(verb, tuple(map(number, what))))
    return g


def number(what: str | int) -> int:
    """A unit or a hex by its number."""
    if isinstance(what, int):
        return what
    return unit(what) if what in CAMPAIGN.roster.numbers else hex_(what)


def roll(g: War, face: int) -> War:
    """The die falls."""
    answer(g, Action("roll", (face,)))
    return g


def offered(g: War) -> set[str]:
    """What may be answered, units by their ids and hexes by their numbers: "join ge-i", "to 2333"."""
    return {_named(g, action) for action in options(g)}


def _named(g: War, action: Action) -> str:
    if not action.args:
        return action.verb
    first = action.args[0]
    if action.verb in ("to", "attack", "convert"):
        return f"{action.verb} {g.grid.name(Hex(first))}"
    if action.verb in ("air", "marshal"):
        return f"{action.verb} {first}"
    return f"{action.verb} {g.roster[first].id}"


def asks(g: War) -> str:
    """The name of the step that asks, or nothing."""
    step: Any = top(g)
    return type(step).__name__ if step is not None else ""


def seat_asked(g: War) -> Seat:
    """Who is asked."""
    return asked(g)[0]


def log(g: War) -> list[str]:
    """What was told, in sentences."""
    return [told.event.sentence(g) for told in g.told or ()]


def where(g: War, name: str) -> str:
    """The hex of a unit, or nothing."""
    here = g.hex_of[unit(name)]
    return g.grid.name(Hex(here)) if here >= 0 else ""


SIDES = (AXIS, SOVIET)
