"""What the planner of Frontline weighs: the usual sheet, bolder and more careful ones, and the one that orders nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from sandtable.bots.bot import Bot
from sandtable.bots.planner import Candidate, Playbook, beginning_with, three_levels
from sandtable.kernel import Action, Seat, sheet, top
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.position.commands import side_of
from sandtable.rules.frontline.position.nations import AXIS, SOVIET
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.seen.hidden import estimated
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.deployment import Deploy
from sandtable.rules.frontline.turn.ending import city_points
from sandtable.rules.frontline.turn.flagging import PlaceFlags
from sandtable.rules.frontline.turn.industry import Allot
from sandtable.rules.frontline.turn.straightening import GiveUp

from .assessing import Sighting, strength
from .doctrine import SEASONED
from .greedy import Greedy, written_lines

# By how much more or less of the Pool goes into attacks in the sheets that are tried beside the usual one.
POOLS: Final = {"throw more into attacks": 1.4, "keep more back": 0.5}
# For so many turns a city is counted as it is held now.
HELD_FOR: Final = 3
# A point of strength, in points for cities.
STRENGTH: Final = 0.3

MEASURED: Final = {
    "easy": "From 1943 on it scored 42 % against greedy in 24 games (95 % interval 24 to 61): it is about as strong."
}


class Seasoned(Greedy):
    """Judges as greedy does, by the doctrines of the planner."""

    doctrines = SEASONED


class FrontlinePlaybook(Playbook[War]):
    """The war in the east by commands."""

    rulebook = RULEBOOK

    def usual(self) -> Bot:
        """Greedy's judgements, by the planner's doctrines."""
        return Seasoned()

    def stand_in(self, *, own: bool) -> Bot:
        """The enemy is thought to be greedy."""
        return Seasoned() if own else Greedy()

    def candidates(self, g: War, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """Whole sheets, where something hangs on them; all else is answered as usual."""
        step = top(g)
        sheets: dict[str, Action] = {}
        if isinstance(step, Deploy | Allot):
            known = estimated(g, seat)
            usual = SEASONED[side_of(seat)]
            for words, times in POOLS.items():
                how = replace(usual, striking=min(1.0, usual.striking * times))
                sheets[words] = sheet(written_lines(Sighting(known, seat, how), step))
        elif isinstance(step, PlaceFlags | Commit | GiveUp):
            sheets["order nothing more"] = sheet(step.completed(g, seat, ()))
        return [Candidate(words, beginning_with(written)) for words, written in sheets.items()]

    def horizon(self, g: War, seat: Seat) -> Callable[[War], bool]:
        """The end of the turn: both sides have moved together by then."""
        end = g.turn + 1
        return lambda later: later.turn >= end

    def worth(self, g: War, seat: Seat) -> float:
        """Points so far and those that the cities promise for a few turns, and what stands in the line."""
        turns = max(0, min(g.campaign.last_turn - g.turn + 1, HELD_FOR))
        found = g.points + turns * int(city_points(g))
        found_strength = sum(strength(g, AXIS, h) - strength(g, SOVIET, h) for h in g.campaign.hexes)
        return (found + STRENGTH * found_strength) * (1 if side_of(seat) == AXIS else -1)


PlannerEasy, PlannerNormal, PlannerHard = three_levels(
    FrontlinePlaybook(), trials=6, measured=MEASURED, plain=("easy",)
)
