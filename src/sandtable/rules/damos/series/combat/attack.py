"""[8.0] A force enters an enemy-held hex: reactions, then plan and posture, then combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Hex, Seat, Together, Wording

from ..events import Moved
from ..exclusive.closed import note_attack, note_coast_reached
from ..marching import enter_control, entry_cost, go_on, leave_force, points_left, points_words
from ..position.campaign import HALF
from ..position.state import Front, enemy
from ..position.words import hex_words
from ..reaction import ReactionWindow, noticed, reacting_hexes
from .battle import LineUp
from .events import Revealed
from .outcome import begin_battle
from .plans import NO_HEXSIDE, PLAN_MP, Plan, Posture, Unchosen, plan_wording, posture_wording, postures
from .posture_ahead import PostureAhead

STANDARD_MP: Final = PLAN_MP[Plan.STANDARD] * HALF


def begin_attack(g: Front, units: tuple[int, ...], target: Hex) -> None:
    """[8.0] An active force attacks; [12.0] who plays alone lets the defender choose before the attacker moves."""
    if g.setup.options["solitaire"]:
        g.then(LineUp(target), PostureFirst(units, target))
    else:
        g.then(EnterEnemyHex(units, target, Unchosen.OPEN))


class PostureFirst(PostureAhead):
    """[12.0] Playing alone: the defender chooses a posture before the attacking force moves in."""

    rule = "12.0"

    def prompt(self, g: Front, seat: Seat) -> str:
        """The target."""
        return f"Choose a posture for {hex_words(g, self.target)}, before the attacker moves in."

    def crossing_from(self, g: Front) -> Hex:
        """The force stands next to its target."""
        return Hex(g.hex_of[self.units[0]])

    def choose(self, g: Front, action: Action) -> None:
        """Now the attacker comes."""
        g.then(EnterEnemyHex(self.units, self.target, action.args[0]))


class EnterEnemyHex(Auto[Front]):
    """[2.7, 8.0] The force moves into the defender's hex; the enemy may react before the attack is planned."""

    rule = "8.0"

    def __init__(self, units: tuple[int, ...], target: Hex, posture: int) -> None:
        self.units: Final = units
        self.target: Final = target
        self.posture: Final = posture

    def run(self, g: Front) -> None:
        """Pay and move; a Russian attack counts toward what is expected of them (R-73)."""
        here = Hex(g.hex_of[self.units[0]])
        cost = entry_cost(g, self.units, here, self.target) or 0
        g.mp_spent = min(g.mp_spent + cost, g.mp_initial)
        for unit in self.units:
            g.put(unit, self.target)
        g.tell(Moved(self.units, (here, self.target)))
        note_coast_reached(g, self.units, self.target)
        note_attack(g, self.target)
        open_attack_window(g, self.units, here, self.target, self.posture)


class AfterEntry(Auto[Front]):
    """[8.0] Reactions are over: if the defender has slipped away the force goes on, else there is combat."""

    rule = "8.0"

    def __init__(
        self, units: tuple[int, ...], entered_from: Hex, hex_: Hex, defenders: tuple[int, ...], posture: int
    ) -> None:
        self.units: Final = units
        self.entered_from: Final = entered_from
        self.hex_: Final = hex_
        # Who stood in the hex when it was entered.
        self.defenders: Final = defenders
        self.posture: Final = posture

    def run(self, g: Front) -> None:
        """Ask both sides for plan and posture, or go on; against those alone who have come by reaction there is
        a Meeting Engagement (R-40)."""
        there = g.units(self.hex_, enemy(Seat(g.phasing)))
        if not there:
            g.sideline_nobody()
            enter_control(g, self.units, self.hex_)
            go_on(g, self.units, ())
            return
        leave_force(g, self.units)
        if any(unit in self.defenders for unit in there):
            may_plan = int(points_left(g) >= STANDARD_MP)
            g.then(LineUp(self.hex_), PlanAndPosture(self.entered_from, self.hex_, may_plan, self.posture))
        else:
            meet(g, self.entered_from, self.hex_)


class AfterReaction(Auto[Front]):
    """[2.6.1] The enemy has reacted into the hex: a Meeting Engagement; if nobody came the force goes on."""

    rule = "2.6.1"

    def __init__(
        self, units: tuple[int, ...], entered_from: Hex, hex_: Hex, rest: tuple[Hex, ...], tried: int
    ) -> None:
        self.units: Final = units
        self.entered_from: Final = entered_from
        self.hex_: Final = hex_
        self.rest: Final = rest
        # How many enemy units had tried to react in this activation before.
        self.tried: Final = tried

    def run(self, g: Front) -> None:
        """R-06: combat ends ordinary movement. After any reaction the force decides anew where to go (R-86)."""
        if g.units(self.hex_, enemy(Seat(g.phasing))):
            leave_force(g, self.units)
            meet(g, self.entered_from, self.hex_)
        else:
            go_on(g, self.units, self.rest if sum(g.attempted) == self.tried else ())


def meet(g: Front, entered_from: Hex, hex_: Hex) -> None:
    """[2.6.1] A Meeting Engagement with those who came by reaction; the hexside that the force crossed counts (R-84)."""
    g.then(LineUp(hex_), PlanAndPosture(entered_from, hex_, may_plan=0, posture=Unchosen.OPEN))


class PlanAndPosture(Together[Front]):
    """[8.4] Attacker and defender choose plan and posture in secret and show them together (R-34).

    A posture chosen before [12.0] stands, as long as those who are still there may have it.
    """

    rule = "8.4"
    quiet = True
    revealed = Revealed

    def __init__(self, entered_from: Hex, hex_: Hex, may_plan: int, posture: int) -> None:
        self.entered_from: Final = entered_from
        self.hex_: Final = hex_
        self.may_plan: Final = may_plan
        self.posture: Final = posture

    def seats(self, g: Front) -> tuple[Seat, ...]:
        """Both players."""
        return (Seat(0), Seat(1))

    def prompt(self, g: Front, seat: Seat) -> str:
        """Attack or defence, and with what points."""
        where = hex_words(g, self.hex_)
        if seat == g.phasing:
            return f"Choose in secret how to attack in {where}: {points_words(g)} left."
        return f"Choose in secret how to defend {where}."

    def options(self, g: Front, seat: Seat) -> Sequence[Action]:
        """Meeting Engagement or Standard Attack; the postures that force and terrain allow."""
        if seat == g.phasing:
            plans = (Plan.MEETING, Plan.STANDARD) if self.may_plan else (Plan.MEETING,)
            return [Action("plan", (plan,)) for plan in plans]
        found = postures(g, seat, self.hex_, g.taking_part(self.hex_, seat), self.entered_from)
        kept = [posture for posture in found if posture == self.posture]
        return [Action("posture", (posture,)) for posture in kept or found]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A plan or a posture."""
        return plan_wording(action) if action.verb == "plan" else posture_wording(action)

    def reveal(self, g: Front, answers: Mapping[Seat, Action]) -> None:
        """[8.3] A Standard Attack costs one point, which may tire the force (R-66); then the combat begins."""
        plan = Plan(answers[Seat(g.phasing)].args[0])
        posture = Posture(answers[enemy(Seat(g.phasing))].args[0])
        if PLAN_MP[plan]:
            g.mp_spent += PLAN_MP[plan] * HALF
            leave_force(g, g.units(self.hex_, Seat(g.phasing)))
        begin_battle(g, self.hex_, self.entered_from, plan, posture)


def open_window(
    g: Front,
    units: tuple[int, ...],
    hex_: Hex,
    *,
    entered_from: Hex = NO_HEXSIDE,
    rest: tuple[Hex, ...] = (),
    may_retreat: int = 1,
) -> None:
    """[2.6.1] A phasing force has entered or rallied in *hex_*: ask the enemy, then go on (no reactions to exploitation)."""
    if noticed(g, hex_):
        after = AfterReaction(units, entered_from, hex_, rest, sum(g.attempted))
        g.then(ReactionWindow(units, hex_, may_retreat), after)
    else:
        go_on(g, units, rest)


def open_attack_window(g: Front, units: tuple[int, ...], entered_from: Hex, hex_: Hex, posture: int) -> None:
    """[2.6.1] A phasing force has entered a defended hex: ask the enemy, then plan the attack."""
    defenders = tuple(g.units(hex_, enemy(Seat(g.phasing))))
    after = AfterEntry(units, entered_from, hex_, defenders, posture)
    if not g.exploiting and reacting_hexes(g, hex_):
        g.then(ReactionWindow(units, hex_, 1), after)
    else:
        g.then(after)
