"""[Weather] The weather of each impulse, the same for both sides: by the months, with a die where they leave it open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.kernel import Auto, Chance, Dice, Roll

from ..calendar import turn_name
from ..events import WeatherSet
from ..position.war import War
from ..state import WEATHERS

DIE: Final = Dice.of(1, 10)


class Weather(Auto[War]):
    """[Weather] What the months leave no doubt about is not rolled for."""

    rule = "Weather"

    def __init__(self, impulse: int) -> None:
        self.impulse: Final = impulse

    def run(self, g: War) -> None:
        """Set it, or roll."""
        chances = monthly(g)
        if len(chances) == 1:
            set_weather(g, self.impulse, next(iter(chances)))
        else:
            g.then(WeatherRoll(self.impulse))


class WeatherRoll(Chance[War]):
    """[Weather] One ten-sided die for the impulse."""

    rule = "Weather"
    rolls = DIE

    def __init__(self, impulse: int) -> None:
        self.impulse: Final = impulse

    def reads(self, roll: Roll) -> object:
        """The faces themselves: ten of them are few."""
        return roll

    def resolve(self, g: War, roll: Roll) -> None:
        """The first weather whose highest roll is not exceeded."""
        found = next(name for name, highest in monthly(g).items() if roll[0] <= highest)
        set_weather(g, self.impulse, found)


def monthly(g: War) -> Mapping[str, int]:
    """[Weather] The weathers of the turn's months, each with the highest roll that brings it."""
    found: Mapping[str, int] = g.campaign.schedule["weather"][turn_name(g.turn).split(" ")[0]]
    return found


def set_weather(g: War, impulse: int, name: str) -> None:
    """[Weather] It is so in this impulse."""
    weather = WEATHERS.index(name)
    if impulse == 1:
        g.first_weather = weather
    else:
        g.second_weather = weather
    g.weather = weather
    g.tell(WeatherSet(impulse, weather))
