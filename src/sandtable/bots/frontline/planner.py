"""What the planner of Frontline weighs on the last turn: the usual sheet, bolder and more careful ones, and none at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from sandtable.bots.bot import Bot
from sandtable.bots.planner import Candidate, Playbook, beginning_with, three_levels
from sandtable.kernel import Action, Seat, sheet, top
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.position.commands import side_of
from sandtable.rules.frontline.position.nations import AXIS
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.seen.hidden import estimated
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.deployment import Deploy
from sandtable.rules.frontline.turn.flagging import PlaceFlags
from sandtable.rules.frontline.turn.industry import Allot
from sandtable.rules.frontline.turn.straightening import GiveUp

from .assessing import Sighting
from .doctrine import SEASONED
from .greedy import Greedy, written_lines

# By how much more or less of the Pool goes into attacks in the sheets that are tried beside the usual one.
POOLS: Final = {"throw more into attacks": 1.4, "keep more back": 0.5}

# With seeds from 7100 on: sixty games of the first level, twenty of each of the others, which came to the same points.
SEARCHED: Final = (
    "From 1943 on it searches on the last turn alone, and scored 82 % against greedy in 20 games (95 % interval 61 to 93): "
    "65 % as Axis, 100 % as Soviets."
)
MEASURED: Final = {
    "easy": "From 1943 on it scored 83 % against greedy in 60 games (95 % interval 72 to 91): 67 % as Axis, 100 % as Soviets.",
    "normal": SEARCHED,
    "hard": SEARCHED,
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

    def decisive(self, g: War, seat: Seat) -> bool:
        """The last turn: a trial ends with the game, and tells what it has come to."""
        return g.turn >= g.campaign.last_turn

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
        """The end of the game: only its last turn is weighed."""
        return lambda later: False

    def worth(self, g: War, seat: Seat) -> float:
        """The points of the Axis, which decide the game."""
        return float(g.points if side_of(seat) == AXIS else -g.points)


PlannerEasy, PlannerNormal, PlannerHard = three_levels(
    FrontlinePlaybook(), trials=6, measured=MEASURED, plain=("easy",)
)
