"""[Victory, Sequence 10] Cities counted, reports to the high commands, and how a game ends."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from sandtable.kernel import Auto, Reckoning, Result

from ..events import Counted, GameEnded, Reported, StageBegan
from ..position.commands import seats_of
from ..position.nations import AXIS, OF_SIDE, POINTS, SIDES, SOVIET, held_by
from ..position.war import War


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
    DECISIVE = 2


class Cause(IntEnum):
    """Why it ended."""

    BERLIN = 1
    THREE_CITIES = 2
    LAST_TURN = 3


class Report(Auto[War]):
    """[Sequence 10, Victory] The cities are counted, and each high command has its report."""

    rule = "Sequence 10"

    def run(self, g: War) -> None:
        """Points first; a side hears of its own losses and Pools alone."""
        g.stage = 10
        g.tell(StageBegan(10))
        scored = int(city_points(g))
        g.points += scored
        g.tell(Counted(scored, g.points))
        for side in range(len(SIDES)):
            own = held_by(side)
            changed = [h for h in g.campaign.hexes if (g.holder[h] == own) != (g.held_at_start[h] == own)]
            g.tell(
                Reported(
                    side,
                    g.turn,
                    tuple(int(h) for h in changed if g.holder[h] == own),
                    tuple(int(h) for h in changed if g.holder[h] != own),
                    _sum(g.losses, side),
                    tuple(
                        sum(g.in_pool(nation, kind) for nation in OF_SIDE[side])
                        for kind in range(len(POINTS))
                    ),
                    g.points,
                ),
                seats_of(g, side),
            )
        end_if_decided(g)


def _sum(column: list[int], side: int) -> tuple[int, ...]:
    return tuple(
        sum(column[nation * len(POINTS) + kind] for nation in OF_SIDE[side]) for kind in range(len(POINTS))
    )


def city_points(g: War) -> Reckoning:
    """[Victory] What the Axis holds, city by city (F-41)."""
    found = Reckoning("points of the Axis for cities")
    for city in g.campaign.cities:
        found.add_if(g.holds(AXIS, city.hex), city.name, city.points, "Victory")
    return found


def end_if_decided(g: War) -> None:
    """[Victory] Berlin, three great cities at once, or the last turn."""
    rules = g.campaign.schedule["victory"]
    if g.holds(SOVIET, g.campaign.hex(rules["berlin"])):
        if g.turn <= rules["berlin_fallen_by"]:
            g.points += rules["berlin_fallen"]
        end(g, Cause.BERLIN)
    elif all(g.holds(AXIS, g.campaign.hex(name)) for name in rules["moscow_leningrad_stalingrad"]):
        end(g, Cause.THREE_CITIES)
    elif g.turn >= g.campaign.last_turn:
        g.points += rules["berlin_stands"]
        end(g, Cause.LAST_TURN)


def end(g: War, cause: Cause) -> None:
    """[Victory] The game is over: nothing is left to do."""
    winner, level = (Winner.AXIS, Level.DECISIVE) if cause == Cause.THREE_CITIES else judged(g, g.points)
    g.ended, g.level, g.cause = int(winner), int(level), int(cause)
    found = result(g)
    g.tell(GameEnded(found.reason if found else ""))
    g.agenda.clear()


def judged(g: War, points: int) -> tuple[Winner, Level]:
    """[Victory] Who has won with so many points of the Axis, and by how much."""
    levels = g.campaign.schedule["victory"]["levels"][g.campaign.scenario]
    if points >= levels["axis_decisive"]:
        return Winner.AXIS, Level.DECISIVE
    if points >= levels["axis_marginal"]:
        return Winner.AXIS, Level.MARGINAL
    if points >= levels["draw"]:
        return Winner.DRAW, Level.DRAW
    if points >= levels["soviet_marginal"]:
        return Winner.SOVIET, Level.MARGINAL
    return Winner.SOVIET, Level.DECISIVE


def winner_name(winner: Winner) -> str:
    """A winner as results name him."""
    return {Winner.AXIS: SIDES[AXIS], Winner.SOVIET: SIDES[SOVIET]}.get(winner, "draw")


REASONS: Final = {
    Cause.BERLIN: "Berlin has fallen, and the Axis has {points} points",
    Cause.THREE_CITIES: "the Axis holds Moscow, Leningrad and Stalingrad",
    Cause.LAST_TURN: "Berlin stands at the end, and the Axis has {points} points",
}


def result(g: War) -> Result | None:
    """[Victory] How the game ended, or None while it goes on."""
    if not g.ended:
        return None
    return Result(
        winner=winner_name(Winner(g.ended)),
        level=Level(g.level).name.lower(),
        reason=REASONS[Cause(g.cause)].format(points=g.points),
    )


def projected(g: War) -> int:
    """[Victory] The Axis total if every turn to come scored like history from here on."""
    history: list[int] = g.campaign.schedule["victory"]["history"]
    done = g.turn if g.stage == 10 else g.turn - 1
    return g.points + sum(history[max(done, g.campaign.first_turn - 1) :])
