"""What the planner of the airborne operation weighs: the usual sheet, and bolder and more careful ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sandtable.bots.bot import Bot
from sandtable.bots.planner import Candidate, Playbook, beginning_with, three_levels
from sandtable.kernel import Action, Hex, Rulebook, Seat, Sheets, sheet, top
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import ALLIED, Corridor
from sandtable.rules.airborne.position.sight import as_known_to
from sandtable.rules.airborne.turn.ending import victory_points

from .greedy import Greedy, orders
from .objectives import objectives
from .sighting import GOOD, WANTED, Sighting

# What an attack must be worth, and how many units go to one objective, in each sheet that is tried beside the usual one.
CARE: Final = 1.2
SHEETS: Final = {
    "attack where it looks good": (GOOD, WANTED),
    "attack with care": (CARE, WANTED),
    "mass at few objectives": (CARE, 2 * WANTED),
    "attack nobody": (99.0, WANTED),
    "attack more boldly": (0.0, WANTED),
    "spread out": (CARE, WANTED // 2),
}
# A trial goes through this turn and the next, in which the enemy answers.
TURNS: Final = 2
# A victory point, a step of status, and a kilometre on the way to the nearest objective.
POINT: Final = 4.0
STATUS: Final = 0.5
KILOMETRE: Final = 0.05


class Careful(Greedy):
    """Greedy, but for Allies who attack only where it is worth more."""

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """As greedy does."""
        return _careful(super().read(view))

    def sight(self, rulebook: Rulebook[Any], g: Corridor, seat: Seat) -> Sighting:
        """As greedy does."""
        return _careful(super().sight(rulebook, g, seat))


def _careful(s: Sighting) -> Sighting:
    return s._replace(least=CARE) if s.side == ALLIED else s


class AirbornePlaybook(Playbook[Corridor]):
    """Arnhem and Market Garden, a sheet for each command."""

    rulebook = RULEBOOK

    def usual(self) -> Bot:
        """Greedy with care: the Allies have nobody to spare."""
        return Careful()

    def stand_in(self, *, own: bool) -> Bot:
        """The enemy is thought to be greedy."""
        return Careful() if own else Greedy()

    def candidates(self, g: Corridor, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """Whole sheets."""
        step = top(g)
        if not isinstance(step, Sheets):
            return []
        known = as_known_to(g, g.campaign.side_of(seat), seat)
        sheets = {words: sheet(orders(Sighting(known, seat, *how), step)) for words, how in SHEETS.items()}
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


PlannerEasy, PlannerNormal, PlannerHard = three_levels(AirbornePlaybook(), trials=6)
