"""What the planner of the war in the east weighs: how to go about an impulse, its movement and its combats, as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from sandtable.bots.bot import Bot
from sandtable.bots.planner import USUAL, Candidate, Plan, Planner, Playbook, three_levels
from sandtable.kernel import Action, Rulebook, Seat, top
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.roster import AXIS
from sandtable.rules.besieged.position.war import War
from sandtable.rules.besieged.turn.ending import SCENARIO_1941, points_1941
from sandtable.rules.besieged.turn.movement import MoveUnits

from . import sighting
from .doctrine import SEASONED, WHOLE_WAR, Doctrine
from .greedy import Greedy, judged
from .sighting import Sighting

# How else than usual an impulse might be gone about, by side: what in the usual doctrine is otherwise then.
COURSES: Final[tuple[Mapping[str, Mapping[str, float]], Mapping[str, Mapping[str, float]]]] = (
    {
        "keep what is taken": {"enough": 1.0},
        "spare nobody": {"caution": 0.5, "promising": 0.4, "worthwhile": 0.4},
        "drive on": {"fast_price": 2.0, "fast_detour": 0.6, "exposed": 0.3, "hunger": 2.5},
        "mass at few cities": {"wanted": 22.0, "times_held": 2.5},
        "go everywhere at once": {"wanted": 8.0, "times_held": 1.0, "far": 0.6},
    },
    {
        "hold the cities": {"garrison": 3, "fear": 1.5},
        "strike back": {"caution_holding": 0.7, "worthwhile": 0.4, "promising": 0.4, "retake": 1.2},
        "fall back": {"alone": 2.0, "in_line": 2.4},
        "strike at nobody": {"worthwhile": 6.0, "promising": 6.0},
    },
)
# So many turns before the last the end is near enough to be played out.
LAST: Final = 1
# For so many trials a course more is tried.
EACH: Final = 4
# A hundred games a side with seeds from 7100 on, nine of the hard level; the other two play alike.
LEVEL: Final = "In 1941 it scored 58 % against greedy in 200 games (95 % interval 52 to 65)."
HARD: Final = "In 1941 it scored 58 % against greedy in 18 games (95 % interval 36 to 78); the easy level did in 200 (52 to 65)."
MEASURED: Final = {"easy": LEVEL, "normal": LEVEL, "hard": HARD}
Phase: TypeAlias = tuple[int, int, int]


class Seasoned(Greedy):
    """Judges as greedy does, by the doctrines of the planner: the one that was chosen for this impulse, else the usual one."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._course: tuple[Phase, Doctrine] | None = None

    def follow(self, g: War, doctrine: Doctrine) -> None:
        """Go about this impulse by *doctrine*."""
        self._course = phase(g), doctrine

    def doctrine_for(self, seen: Sighting) -> Doctrine:
        """The one that was chosen for this impulse, as long as it lasts."""
        if self._course is not None and self._course[0] == phase(seen.g):
            return self._course[1]
        return usual_doctrine(seen.g, seen.seat)


def usual_doctrine(g: War, seat: Seat) -> Doctrine:
    """By what the planner plays as a rule: what beats greedy in 1941 need not be good for four years."""
    return (SEASONED if g.setup.scenario == SCENARIO_1941 else WHOLE_WAR)[seat]


def courses(g: War, seat: Seat) -> dict[str, Doctrine]:
    """The ways to go about an impulse other than the usual one."""
    usual = usual_doctrine(g, seat)
    return {words: replace(usual, **dict(changes)) for words, changes in COURSES[seat].items()}  # type: ignore[arg-type]


def phase(g: War) -> Phase:
    """The turn, the side and the impulse."""
    return g.turn, g.phasing, g.impulse


class BesiegedPlaybook(Playbook[War]):
    """Both scenarios of the war in the east."""

    rulebook = RULEBOOK

    def usual(self) -> Seasoned:
        """Greedy's judgements, by the usual doctrine."""
        return Seasoned()

    def stand_in(self, *, own: bool) -> Bot:
        """The enemy is thought to be greedy."""
        return Seasoned() if own else Greedy()

    def candidates(self, g: War, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """Where an impulse begins: to go about it otherwise."""
        if not begins(g) or g.phasing != seat or g.turn < g.last_turn - LAST:
            return []
        return [Candidate(words, going_by(doctrine)) for words, doctrine in courses(g, seat).items()]

    def horizon(self, g: War, seat: Seat) -> Callable[[War], bool]:
        """The end of the game."""
        return lambda later: bool(later.ended)

    def worth(self, g: War, seat: Seat) -> float:
        """What is counted at the end."""
        return points_1941(g) * (1 if seat == AXIS else -1)


class BesiegedPlanner(Planner):
    """Chooses at the beginning of each impulse how to go about it, and keeps to that until the impulse is over."""

    playbook = BesiegedPlaybook()
    trials = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._seasoned: Final = self.playbook.usual()

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """The position in a view."""
        return sighting.read(view)

    def sight(self, rulebook: Rulebook[Any], g: War, seat: Seat) -> Sighting:
        """The same, without writing the view down first."""
        return sighting.sight(g, seat)

    def decide(self, seen: Sighting, offered: Sequence[Action]) -> Action:
        """What the doctrine says that was chosen for this impulse."""
        self._weighed = ()
        g, seat = seen.g, seen.seat
        others = self.playbook.candidates(g, seat, offered)[: self.trials // EACH]
        if others:
            usual = usual_doctrine(g, seat)
            plans = [Candidate(USUAL, going_by(usual)), *others]
            chosen = self.best(lambda lot: g.copy(), g, seat, plans)
            self._seasoned.follow(g, [usual, *courses(g, seat).values()][chosen])
        return self._seasoned.decide(seen, offered)


def begins(g: War) -> bool:
    """Whether the movement of an impulse begins."""
    return isinstance(top(g), MoveUnits) and not any(g.moved)


def going_by(doctrine: Doctrine) -> Callable[[], Plan]:
    """The plan that goes by *doctrine* as long as the impulse lasts."""

    def begin() -> Plan:
        begun: list[Phase] = []

        def plan(g: Any, seat: Seat, offered: Sequence[Action]) -> Action | None:
            begun[:] = begun or [phase(g)]
            if phase(g) != begun[0]:
                return None
            return judged(sighting.sight(g, seat), offered, doctrine)

        return plan

    return begin


def _impulses(turn: int, side: int, impulse: int) -> int:
    """How many impulses lie before this one, those of both sides."""
    return 4 * turn + 2 * side + impulse


PlannerEasy, PlannerNormal, PlannerHard = three_levels(
    BesiegedPlaybook(), trials=8, measured=MEASURED, kind=BesiegedPlanner, plain=("easy", "normal")
)
