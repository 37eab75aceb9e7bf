"""What the planner of the war in the east weighs: other attacks than the usual one, none at all, the other table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sandtable.bots.bot import Bot
from sandtable.bots.planner import Candidate, Playbook, beginning_with, three_levels
from sandtable.kernel import Action, Hex, Seat, top
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.fight.declaring import ChooseTable, DeclareAttack
from sandtable.rules.besieged.fight.retreats import CityStep
from sandtable.rules.besieged.position.roster import AXIS
from sandtable.rules.besieged.position.war import War
from sandtable.rules.besieged.turn.ending import points_1941

from .assault import share_out
from .greedy import Greedy
from .marching import DONE
from .situation import NOWHERE, Situation, worth

ATTACKS: Final = 2
# A Major City in factors of combat, and what is left of a unit without supply.
CITY: Final = 12.0
STARVED: Final = 0.6
# A hex on the way to a Major City that is to be taken.
HEX: Final = 0.06


class BesiegedPlaybook(Playbook[War]):
    """Both scenarios of the war in the east."""

    rulebook = RULEBOOK

    def usual(self) -> Bot:
        """Greedy."""
        return Greedy()

    def candidates(self, g: War, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """By the step that asks."""
        step = top(g)
        if isinstance(step, DeclareAttack):
            return self._attacks(g, seat, offered)
        if isinstance(step, ChooseTable | CityStep):
            return [Candidate(action.id, beginning_with(action)) for action in offered]
        return []

    def _attacks(self, g: War, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """Those that promise most, and to be done."""
        found = [Candidate("no more attacks", beginning_with(DONE))] if DONE in offered else []
        for attack in share_out(Situation(g, seat))[:ATTACKS]:
            words = f"attack {g.grid.name(attack.hex)}"
            found.append(Candidate(words, beginning_with(Action("attack", (attack.hex,)))))
        return found

    def horizon(self, g: War, seat: Seat) -> Callable[[War], bool]:
        """When the enemy's first impulse after ours is over; in the enemy's turn, when it is."""
        end = _impulses(g.turn, g.phasing, 1) + (3 if g.phasing == seat else 2)
        return lambda later: _impulses(later.turn, later.phasing, later.impulse) >= end

    def worth(self, g: War, seat: Seat) -> float:
        """Cities and armies, less what starves; and how far the attacker has come."""
        found = CITY * points_1941(g) * (1 if seat == AXIS else -1)
        for side in (0, 1):
            s = Situation(g, Seat(side))
            goals = [hex_ for hex_ in g.campaign.major_cities if not g.controls(Seat(side), hex_)]
            ways = [s.to(goal) for goal in goals]
            own = 1 if side == seat else -1
            for unit in g.on_map(Seat(side)):
                here = Hex(g.hex_of[unit])
                share = 1.0 if s.lines_of(unit) >> here & 1 else STARVED
                found += own * share * worth(g, unit)
                if side == AXIS and ways:
                    found -= own * HEX * min(NOWHERE, *(way[here] for way in ways))
        return found


def _impulses(turn: int, side: int, impulse: int) -> int:
    """How many impulses lie before this one, those of both sides."""
    return 4 * turn + 2 * side + impulse


PlannerEasy, PlannerNormal, PlannerHard = three_levels(BesiegedPlaybook(), trials=6)
