"""[8.2] A combat weighed in the middle of a game: played on to where it would be fought, then fought over all dice.

The steps are those of the game; only who answers inside is laid down here, and what is assumed is said.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sandtable.kernel import (
    DICE,
    Action,
    Auto,
    Choice,
    Distribution,
    Fought,
    Hex,
    Seat,
    Step,
    answer,
    asked,
    options,
    settle,
    top,
)

from ...judging.adjudicate import Allocation, Verdict, is_fought, reroll_worth, weighed
from ...judging.findings import Findings
from ...series.combat.attack import PlanAndPosture
from ...series.combat.battle import fight_it_out, fighters
from ...series.combat.concerted import ConcertedCombat, attackers_in
from ...series.combat.losses import payable
from ...series.combat.outcome import DetermineWinner, attacker_won
from ...series.combat.plans import Plan, Posture
from ...series.position.bounds import NO_ACCOUNT
from ...series.position.combat import Role
from ...series.position.state import Front, enemy
from ...series.reaction import ReactionRoll
from .aftermath import aftermath

# No way to a combat has this many steps.
LONGEST: Final = 200
# [2.6.1] A natural twelve always succeeds.
BOXCARS: Final = (6, 6)
LOSSES_ASSUMED: Final = (
    "losses fall on the largest unit left, and nobody pays for them with replacement points"
)
# The air unit flies where it can, and nobody pays.
POLICY: Final = Allocation("spread", air=True)
AIR_ASSUMED: Final = "the German air unit is committed"


class Field(NamedTuple):
    """A combat about to be fought: both forces are in the hex."""

    g: Front
    hex_: Hex
    entered_from: Hex


def field_ahead(g: Front, choose: Callable[[Sequence[Action]], Action | None] | None = None) -> Field | None:
    """Play *g* on, in place, to the combat that is coming; as far as *choose* goes on, where somebody is to follow it.

    Nobody reacts any more, a reaction that is being tried succeeds, and of those who can the strongest attacks.
    """
    for _ in range(LONGEST):
        step = top(g)
        if isinstance(step, PlanAndPosture):
            return Field(g, step.hex_, step.entered_from)
        if isinstance(step, ConcertedCombat):
            return Field(g, step.target, step.entered_from)
        if isinstance(step, Auto):
            g.agenda.pop()
            step.run(g)
        elif isinstance(step, Choice):
            action = choose(step.options(g)) if choose else leading_on(g, step.options(g))
            if action is None:
                return None
            g.agenda.pop()
            step.choose(g, action)
        elif isinstance(step, ReactionRoll):
            g.agenda.pop()
            step.resolve(g, BOXCARS)
        else:
            return None
    return None


def leading_on(g: Front, offered: Sequence[Action]) -> Action | None:
    """The answer that leads on to the combat, or None where none does."""
    verbs = {action.verb: action for action in reversed(offered)}
    if "sideline" in verbs:
        return POLICY.choose(g, asked(g)[0], offered)
    for verb in ("pass", "fight", "posture", "all", "go", "take", "onward"):
        if verb in verbs:
            return verbs[verb]
    if "from" in verbs:
        return max(
            (a for a in offered if a.verb == "from"),
            key=lambda a: sum(g.sp[u] for u in attackers_in(g, Hex(a.args[0]))),
        )
    return verbs.get("move") if set(verbs) <= {"move", "pick_up"} else None


def joined(field: Field, plan: Plan, posture: Posture) -> Front:
    """The combat with *plan* and *posture*, before anything is counted; nothing comes after it."""
    g = field.g.copy()
    g.agenda = []
    fight_it_out(g, field.hex_, field.entered_from, plan, posture, afterwards=Verdict())
    return g


def under_way(g: Front) -> Front | None:
    """A copy of the combat that is being fought, with nothing to come after it; None if there is none."""
    at = next((n for n, step in enumerate(g.agenda) if isinstance(step, DetermineWinner)), None)
    if at is None or g.battle.hex < 0:
        return None
    twin = g.copy()
    twin.agenda = [Verdict(), *twin.agenda[at + 1 :]]
    return twin


class Supposed(NamedTuple):
    """Something that may be decided later in a combat, and who decides so."""

    text: str
    policy: Allocation


def supposed(g: Front) -> list[Supposed]:
    """[AGN 4.4, AGS 4.4, AGN 4.5.1, AGS 4.5.1] What may still be decided otherwise than assumed in the combat *g*."""
    begun = findings(g).begun
    found = []
    if begun.battle.air and not g.battle.air:
        found.append(Supposed("the German air unit is kept back", POLICY._replace(air=False)))
    for side, who in ((Seat(g.phasing), "attacker"), (enemy(Seat(g.phasing)), "defender")):
        if payable(begun, side):
            words = f"the {who} pays for losses with replacement points as far as it can"
            found.append(Supposed(words, POLICY._replace(pays=(side,))))
    return found


def outcomes(g: Front, *, since: Front | None = None, policy: Allocation = POLICY) -> Distribution[Fought]:
    """Every way in which the combat *g* can go from here; losses are counted *since* then, or from here."""
    start = g.copy()
    # What everybody would learn by the way is no matter of the outcome.
    start.bounds = NO_ACCOUNT
    settle(start)
    before = _Stand(since or g)
    while not is_fought(start) and asked(start) != (DICE,):
        who = asked(start)[0]
        answer(start, policy.choose(start, who, options(start, who)), who)
    # What a retreat runs into is not in the combat: it is looked up where the combat is fought.
    then: dict[tuple[bool, tuple[int, ...]], str] = {}

    def told(end: _End) -> Fought:
        won, lost = end.fought.attacker_wins, tuple(u for u in end.lost if start.hex_of[u] >= 0)
        if (won, lost) not in then:
            then[won, lost] = aftermath(start, attacker_won=won, lost=lost)
        return end.fought._replace(then=then[won, lost])

    return _explored(_Combat(start, before), policy).map(told)


class _End(NamedTuple):
    """A combat fought to its end, and the units lost in it."""

    fought: Fought
    lost: tuple[int, ...]


class _Stand:
    """Who fights on both sides, with what."""

    def __init__(self, g: Front) -> None:
        side = Seat(g.phasing)
        self.own: Final = tuple(fighters(g, side))
        self.theirs: Final = tuple(fighters(g, enemy(side)))
        self.had: Final = _strength(g, self.own), _strength(g, self.theirs)

    def measure(self, g: Front) -> _End:
        """How much both sides have lost since then, and who has won."""
        left = _strength(g, self.own), _strength(g, self.theirs)
        wiped_out = not fighters(g, enemy(Seat(g.phasing)))
        fought = Fought(attacker_won(g), self.had[0] - left[0], self.had[1] - left[1], wiped_out)
        return _End(fought, tuple(u for u in (*self.own, *self.theirs) if g.hex_of[u] < 0))

    def key(self, g: Front) -> Hashable:
        """What still matters in a combat: the forces in it, what the dice have brought, and what is to be done."""
        left: list[Any] = [
            (g.sp[u], g.start_sp[u]) if g.hex_of[u] >= 0 else None for u in (*self.own, *self.theirs)
        ]
        agenda: tuple[Step[Any], ...] = tuple(g.agenda)
        dice = reroll_worth(g.battle.attacker.dice), reroll_worth(g.battle.defender.dice)
        battle = g.battle
        if battle.attacker.dice or battle.defender.dice:
            battle = battle.noting(Role.ATTACKER, dice=()).noting(Role.DEFENDER, dice=())
        return tuple(left), dice, battle, g.axis_rp, g.soviet_rp, agenda


class _Combat:
    """A combat as far as its outcome depends on it: equal ones are weighed once."""

    def __init__(self, g: Front, before: _Stand) -> None:
        self.g: Final = g
        self.before: Final = before
        self.key: Final = (
            g.campaign,
            g.turn,
            g.phasing,
            g.axis_control,
            before.own,
            before.theirs,
            before.had,
            before.key(g),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Combat) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=4096)
def _explored(combat: _Combat, policy: Allocation) -> Distribution[_End]:
    before = combat.before
    return weighed(combat.g, before.measure, policy, before.key)


def _strength(g: Front, units: Sequence[int]) -> int:
    return sum(g.sp[u] for u in units if g.hex_of[u] >= 0)


def findings(g: Front) -> Findings:
    """What the rules say of the combat *g* before its first roll."""
    return Findings(g, POLICY)
