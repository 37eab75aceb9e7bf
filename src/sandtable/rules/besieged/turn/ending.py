"""[Victory, Victory 1941, Victory Chart] Major Cities counted, sudden death, and how a game ends."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from sandtable.kernel import Auto, Reckoning, Result

from ..calendar import turn_name
from ..events import CitiesCounted, GameEnded
from ..position.roster import AXIS, SEATS, SOVIET
from ..position.war import War
from ..victory import cities_needed, is_sudden_death

SCENARIO_1941: Final = "besieged-1941"


class Winner(IntEnum):
    """Who has won, as it is stored."""

    NOBODY = 0
    AXIS = 1
    SOVIET = 2
    DRAW = 3


class Level(IntEnum):
    """By how much."""

    DRAW = 0
    MARGINAL = 1
    SUBSTANTIAL = 2
    DECISIVE = 3


class Cause(IntEnum):
    """Why it ended."""

    SUDDEN_DEATH = 1
    CITIES = 2
    GREAT_CITIES = 3
    BERLIN_FELL = 4
    BERLIN_HELD = 5
    COUNT_1941 = 6


class VictoryCheck(Auto[War]):
    """[Victory, Victory 1941, Victory Chart] At the end of a turn: sudden death first (B-38), then the others, then the last turn."""

    rule = "Victory"

    def run(self, g: War) -> None:
        """Count, and end the game where it is decided."""
        cities = axis_cities(g)
        g.tell(CitiesCounted(cities, cities_needed(g.charts, g.turn) or 0))
        if is_sudden_death(g.charts, g.turn, cities):
            end(g, Winner.SOVIET, Level.DECISIVE, Cause.SUDDEN_DEATH)
        elif g.setup.scenario == SCENARIO_1941:
            if g.turn >= g.last_turn:
                end(g, *count_1941(g), Cause.COUNT_1941)
        else:
            campaign_check(g, cities)


def campaign_check(g: War, cities: int) -> None:
    """[Victory] The Axis wins at once with enough Major Cities, the Soviets with Berlin; else the last turn decides."""
    rules = g.campaign.schedule["victory"]
    great = [g.controls(AXIS, g.campaign.hex(city)) for city in rules["axis_at_once_cities"]]
    if cities >= rules["axis_at_once"]:
        end(g, Winner.AXIS, Level.DECISIVE, Cause.CITIES)
    elif all(great):
        end(g, Winner.AXIS, Level.DECISIVE, Cause.GREAT_CITIES)
    elif g.controls(SOVIET, g.campaign.hex("Berlin")):
        dates = rules["berlin"]
        level = next(level for level in reversed(Level) if g.turn <= dates.get(level.name.lower(), -1))
        end(g, Winner.SOVIET, level, Cause.BERLIN_FELL)
    elif g.turn >= g.last_turn:
        needed = rules["campaign_axis"]
        level = next(level for level in reversed(Level) if cities >= needed.get(level.name.lower(), 99))
        end(g, Winner.AXIS, level, Cause.BERLIN_HELD)


def end(g: War, winner: Winner, level: Level, cause: Cause) -> None:
    """The game is over: nothing is left to do."""
    g.ended, g.level, g.cause = int(winner), int(level), int(cause)
    found = result(g)
    g.tell(GameEnded(f"{found.reason}" if found else ""))
    g.agenda.clear()


def axis_cities(g: War) -> int:
    """[Victory Chart] The Major Cities under Axis control; Helsinki counts for nobody once Finland has left (B-24)."""
    held = sum(g.controls(AXIS, hex_) for hex_ in g.campaign.major_cities)
    helsinki = g.controls(AXIS, g.campaign.hex("Helsinki"))
    return held - int(helsinki and bool(g.finland_left))


def points_1941(g: War) -> int:
    """[Victory 1941] Major Cities of the Axis, and one more each for Moscow and Leningrad."""
    extra = g.campaign.schedule["victory"]["points_1941"]["extra"]
    return axis_cities(g) + sum(g.controls(AXIS, g.campaign.hex(city)) for city in extra)


def standing(g: War) -> Reckoning:
    """[Victory, Victory 1941, Victory Chart] What the Axis holds, city by city."""
    found = Reckoning("Major Cities of the Axis")
    names = g.campaign.schedule["victory"]["major_cities"]
    for name, hex_ in zip(names, g.campaign.major_cities, strict=True):
        left = name == "Helsinki" and g.finland_left
        found.add_if(g.controls(AXIS, hex_) and not left, name, 1, "Victory Chart")
    if g.setup.scenario == SCENARIO_1941:
        for name in g.campaign.schedule["victory"]["points_1941"]["extra"]:
            found.add_if(g.controls(AXIS, g.campaign.hex(name)), f"{name} counts twice", 1, "Victory 1941")
    return found


def count_1941(g: War) -> tuple[Winner, Level]:
    """[Victory 1941] Who has won in 1941, and by how much."""
    rules, points = g.campaign.schedule["victory"]["points_1941"], points_1941(g)
    if points >= rules["axis_decisive"]:
        return Winner.AXIS, Level.DECISIVE
    if points >= rules["axis_marginal"]:
        return Winner.AXIS, Level.MARGINAL
    if points >= rules["draw"]:
        return Winner.DRAW, Level.DRAW
    if points >= rules["soviet_marginal"]:
        return Winner.SOVIET, Level.MARGINAL
    return Winner.SOVIET, Level.DECISIVE


def result(g: War) -> Result | None:
    """[Victory, Victory 1941, Victory Chart] How the game ended, or None while it goes on."""
    if not g.ended:
        return None
    winner = {Winner.AXIS: SEATS[AXIS], Winner.SOVIET: SEATS[SOVIET]}.get(Winner(g.ended), "draw")
    return Result(winner=winner, level=Level(g.level).name.lower(), reason=_reason(g))


def _reason(g: War) -> str:
    cities = axis_cities(g)
    match g.cause:
        case Cause.SUDDEN_DEATH:
            needed = cities_needed(g.charts, g.turn)
            return (
                f"at the end of {turn_name(g.turn)} the Axis holds {cities} Major Cities and needs {needed}"
            )
        case Cause.CITIES:
            return f"the Axis holds {cities} Major Cities"
        case Cause.GREAT_CITIES:
            return "the Axis holds Moscow, Leningrad, Stalingrad and Baku"
        case Cause.BERLIN_FELL:
            return f"Berlin has fallen in {turn_name(g.turn)}"
        case Cause.BERLIN_HELD:
            return (
                f"Berlin stands at the end of {turn_name(g.turn)}, and the Axis holds {cities} Major Cities"
            )
    return f"at the end of 1941 the Axis has {points_1941(g)} points for Major Cities"
