"""[17.5, 17.6] What the weather lets fly and whether radio sets work: as in history, or by a die (A-69, A-70)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Audience, Chance, Dice, Roll

from ..position.corridor import ALLIED, Corridor
from ..scenario.pieces import Weather
from .events import DayBegan, SetsWork

DIE: Final = Dice.of(1, 6)
AS_IN_HISTORY: Final = 0
_NIGHT: Final = "night"


def rolled_weather(g: Corridor) -> Weather | None:
    """[17.5] The weather that was rolled for this date; None where it is that of history."""
    return None if g.weather == AS_IN_HISTORY else g.campaign.weathers[g.weather - 1]


def lift_from(g: Corridor, base: str = "") -> str:
    """[17.1] What transports may do in this turn: open, poor, closed or night."""
    turn, weather = g.campaign.turns[max(g.turn, 1) - 1], rolled_weather(g)
    if weather is None:
        return turn.lift_from(base)
    return _NIGHT if turn.night else weather.lift[turn.hours]


def squadrons_on_hand(g: Corridor, kind: str) -> int:
    """[4, 6.1, 7.1] The squadrons of a kind in this turn; at night and of kinds without a baseline those of history."""
    turn, weather = g.campaign.turns[max(g.turn, 1) - 1], rolled_weather(g)
    if weather is None or turn.night:
        return turn.squadrons[kind]
    return weather.squadrons.get(kind, turn.squadrons[kind])


class DayRoll(Chance[Corridor]):
    """[17.5] The weather of a date, which everybody sees."""

    rule = "17.5"
    rolls = DIE

    def resolve(self, g: Corridor, roll: Roll) -> None:
        """The line of the scenario's list."""
        found = next(n for n, weather in enumerate(g.campaign.weathers, start=1) if roll[0] in weather.faces)
        g.weather = found
        g.tell(DayBegan(found))


class SetsRoll(Chance[Corridor]):
    """[17.6] Whether the radio sets about Arnhem work in this turn: on a 6, later on 4 to 6; their own side is told."""

    rule = "17.6"
    rolls = DIE

    def audience(self, g: Corridor) -> Audience:
        """The Allies."""
        return g.seats_of(ALLIED)

    def resolve(self, g: Corridor, roll: Roll) -> None:
        """They work, or they do not."""
        sets = g.campaign.sets
        least = sets["later" if g.turn >= sets["until"] else "works"]
        g.sets_work = int(roll[0] >= least)
        if g.sets_work:
            g.tell(SetsWork(g.turn), g.seats_of(ALLIED))
