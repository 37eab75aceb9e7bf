"""What the planner of the airborne operation weighs: the usual sheet, and bolder and more careful ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sandtable.bots.bot import Bot
from sandtable.bots.planner import Candidate, Playbook, beginning_with, three_levels
from sandtable.bots.planner.levels import LEVELS
from sandtable.kernel import Action, Hex, Seat, Sheets, sheet, top
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import ALLIED, Corridor
from sandtable.rules.airborne.position.sight import as_known_to
from sandtable.rules.airborne.turn.ending import victory_points

from .greedy import Greedy, orders
from .objectives import objectives
from .seasoned import Seasoned, doctrine_for, one_bridge
from .sighting import Sighting

# The sheets that are tried beside the usual one.
SHEETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "attack where it looks good": {"least": 0.5, "fit": 1},
    "attack with care": {"least": 1.2},
    "mass at few objectives": {"crowd": 8},
    "attack nobody": {"least": 99.0},
    "attack more boldly": {"least": 0.0},
    "spread out": {"crowd": 2},
}
# A trial goes through this turn and the next, in which the enemy answers.
TURNS: Final = 2
# A victory point, a step of status, and a kilometre on the way to the nearest objective.
POINT: Final = 4.0
STATUS: Final = 0.5
KILOMETRE: Final = 0.05


# Thirty games a side with seeds from 7100 on; all levels played alike.
WON: Final = (
    "At Arnhem it tries nothing out and judges by a doctrine that was found by playing against greedy. There it scored 78 % "
    "against it in 60 games (95 % interval 66 to 87): 58 % as Allies, most of them drawn, 98 % as Germans."
)


class AirbornePlaybook(Playbook[Corridor]):
    """Arnhem and Market Garden, a sheet for each command."""

    rulebook = RULEBOOK

    def usual(self) -> Bot:
        """The seasoned bot: a sensible sheet for every command."""
        return Seasoned()

    def stand_in(self, *, own: bool) -> Bot:
        """The same for the own side; the enemy is thought to be greedy."""
        return Seasoned() if own else Greedy()

    def decisive(self, g: Corridor, seat: Seat) -> bool:
        """The whole operation: where one bridge decides, trials that end with the next turn did worse than the doctrine alone."""
        return not one_bridge(g)

    def candidates(self, g: Corridor, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """Whole sheets."""
        step = top(g)
        if not isinstance(step, Sheets):
            return []
        side = g.campaign.side_of(seat)
        known, usual = as_known_to(g, side, seat), doctrine_for(g, side)
        sheets = {
            words: sheet(orders(Sighting(known, seat, replace(usual, **otherwise)), step))
            for words, otherwise in SHEETS.items()
        }
        return [Candidate(words, beginning_with(written)) for words, written in sheets.items()]

    def horizon(self, g: Corridor, seat: Seat) -> Callable[[Corridor], bool]:
        """The orders of the turn after the next."""
        end = g.turn + TURNS
        return lambda later: later.turn >= end

    def worth(self, g: Corridor, seat: Seat) -> float:
        """Points of victory, men, and how near they are to what is to be won."""
        side = g.campaign.side_of(seat)
        found = POINT * int(victory_points(g)) * (1 if side == ALLIED else -1)
        goals = [Hex(goal.cell) for goal in objectives(g, side)]
        for unit, at in enumerate(g.hex_of):
            if at < 0:
                continue
            far = min((g.grid.distance(Hex(at), goal) for goal in goals), default=0)
            found += (STATUS * g.status[unit] - KILOMETRE * far) * (1 if g.side_of(unit) == side else -1)
        return found


PlannerEasy, PlannerNormal, PlannerHard = three_levels(
    AirbornePlaybook(), trials=6, measured=dict.fromkeys(LEVELS, WON)
)
