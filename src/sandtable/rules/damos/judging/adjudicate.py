"""[8.2] A described combat, judged by the very steps of the game: with given dice, or over all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from sandtable.kernel import (
    DICE,
    OFF_BOARD,
    Action,
    Adjudicator,
    BadDescription,
    BadDice,
    Choice,
    Dice,
    Distribution,
    GameState,
    Given,
    Hex,
    Refusal,
    Refused,
    Roll,
    Seat,
    Tables,
    answer,
    asked,
    dice_asked,
    options,
    rolled,
    settle,
    top,
)
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.explore import explore, explore_onward

from ..printed import calendar
from ..series.combat.battle import CombatRoll, LineUp, ReadOff, Reroll, RerollDie, Sideline, fight_it_out
from ..series.combat.losses import CounterattackRoll
from ..series.combat.outcome import attacker_won
from ..series.combat.plans import Plan, Posture, posture_refusal
from ..series.position.bounds import NO_ACCOUNT
from ..series.position.combat import Engaged, Role
from ..series.position.roster import AXIS, SEATS, Nation
from ..series.position.state import Front, enemy
from ..series.position.zones import capable
from .describe import ASKED, Combat, counters, read_combat, side_named
from .findings import Findings, Measured, sentences
from .form import ENTRIES
from .sandbox import battlefield

M = TypeVar("M", bound=Hashable)

# [AGN 4.4] A die that shows this or less is rolled again: on average it gets better.
WORTH_A_REROLL: Final = 3
# [8.8] By the name of a policy.
LOSSES_GO_TO: Final = {
    "spread": "the largest unit left",
    "weakest": "the smallest unit left",
    "first": "the unit named first",
}
DICE_NAMES: Final = ("attacker", "defender", "counterattack", "air reroll")


class Verdict(Choice[Front]):
    """[8.10] The combat is fought, and its winner can be told; nobody is asked any more."""

    rule = "8.10"

    def seat(self, g: Front) -> Seat:
        """The attacker, if it must be anybody."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """To leave it at that."""
        return [Action("done")]

    def choose(self, g: Front, action: Action) -> None:
        """Nothing follows."""


class Allocation(NamedTuple):
    """Who decides inside a combat: only who ``pays`` spends replacement points, and losses go where ``name`` says.

    [8.8] The largest unit takes its half in any case. The rest goes to the largest unit left ("spread"), to the
    smallest left ("weakest"), or to the first named ("first"). A low die is rolled again where the air unit allows it,
    whoever takes the losses.
    """

    name: str
    air: bool
    # [AGN 4.5.1, AGS 4.5.1] Who pays for losses with replacement points, as far as possible.
    pays: tuple[Seat, ...] = ()

    def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
        """The answer to any question of a combat."""
        assert isinstance(g, Front)
        verb = offered[-1].verb
        if verb == "commit_air":
            return offered[-1] if self.air else offered[0]
        if verb == "reroll":
            return offered[1] if offered[1].args[0] <= WORTH_A_REROLL else offered[0]
        if verb == "pay":
            return offered[-1] if seat in self.pays else offered[0]
        if verb == "sideline":
            return min(offered, key=lambda a: g.sp[a.args[0]])
        if verb == "absorb" and self.name != "first":
            pick = max if self.name == "spread" else min
            return pick(offered, key=lambda a: g.sp[a.args[0]])
        return offered[0]

    def decisions(self) -> dict[str, str]:
        """What it decides, in words."""
        again = f"the lowest die of the German roll is rolled again if it shows {WORTH_A_REROLL} or less"
        payers = " and ".join(SEATS[seat] for seat in self.pays)
        return {
            "losses": f"the largest unit takes half of them, {LOSSES_GO_TO[self.name]} the rest",
            "reroll": again if self.air else "none, since the air unit is not committed",
            "replacement_points": f"paid by {payers}" if payers else "nobody pays for losses with them",
        }


class DamosAdjudicator(Adjudicator):
    """Judges one combat of the series."""

    asked = ASKED
    entries = ENTRIES

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The combat with the rolls *typed* for attacker, defender, counterattack and air reroll, as far as they go."""
        if len(typed) > len(DICE_NAMES):
            raise BadDice(f"{len(typed)} rolls are given; a combat has at most {', '.join(DICE_NAMES)}")
        combat = read_combat(given)
        g = position(combat, tables)
        policy = Allocation(combat.policy, air=combat.air)
        findings = Findings(g, policy)
        rolls = 0
        while not is_fought(g):
            if asked(g) != (DICE,):
                answer(g, policy.choose(g, asked(g)[0], options(g)))
                continue
            which = _which_roll(g)
            faces = typed[which] if which < len(typed) else source.roll(dice_asked(g), rolls)
            rolls += 1
            _check_faces(faces, dice_asked(g), DICE_NAMES[which])
            findings.note_roll(g, which, faces)
            answer(g, rolled(faces))
        return findings.ruling(g, attacker_won=attacker_won(g)) | {"decisions": policy.decisions()}

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """Every way the combat can go under the policy of the description, exactly."""
        combat = read_combat(given)
        g = position(combat, tables)
        policy = Allocation(combat.policy, air=combat.air)
        chances = Findings(g, policy).chances(weighed(g, measured(g), policy))
        return chances | {"decisions": policy.decisions()}

    def read(self, given: Given, tables: Tables) -> None:
        """Set the combat up, and leave it at that."""
        position(read_combat(given), tables)

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """A judged combat as sentences."""
        return list(sentences(outcome))


def position(combat: Combat, tables: Tables) -> Front:
    """The described combat about to be fought; Refused where the rules forbid plan or posture."""
    refusals = []
    for side in _sides(combat):
        g, hex_, behind = _field(combat, side, tables)
        _leave_out(g, hex_, Allocation(combat.policy, air=combat.air))
        # [8.1] A river line never adds Delay against a concerted attack.
        concerted = combat.plan in (Plan.GRAND_ASSAULT, Plan.PENETRATION)
        no = _refusal(g, combat, hex_, attacked_from=OFF_BOARD if concerted else behind)
        if no is None:
            fight_it_out(g, hex_, behind, combat.plan, combat.posture, afterwards=Verdict())
            # Nothing is counted before the attacker has said that his stack, not too high any more, fights.
            g.then(Sideline(side, hex_))
            return g
        refusals.append(no)
    raise Refused(refusals[0])


def _leave_out(g: Front, hex_: Hex, policy: Allocation) -> None:
    """[2.3] Who is above the stacking limit is left out before the posture is judged."""
    g.then(LineUp(hex_))
    settle(g)
    while asked(g):
        answer(g, policy.choose(g, asked(g)[0], options(g)))


def is_fought(g: Front) -> bool:
    """Whether all losses are taken."""
    return isinstance(top(g), Verdict)


def weighed(
    g: Front,
    measure: Callable[[Front], M],
    policy: Allocation,
    key: Callable[[Front], Hashable] | None = None,
) -> Distribution[M]:
    """The exact distribution of *measure* over all dice of the combat *g*; positions with equal keys count as equal.

    [8.6] Neither side's dice touch what the other's bring: where both are still to be rolled, each side's are followed
    alone, [AGN 4.4, AGS 4.4] with the die that is rolled again, and the results are put together. Both ways lead through
    the same steps, and to the same fractions.
    """
    start = g.copy()
    start.told = None
    # What everybody would learn by the way is no matter of the outcome.
    start.bounds = NO_ACCOUNT
    settle(start)
    while not is_fought(start) and asked(start) != (DICE,):
        who = asked(start)[0]
        answer(start, policy.choose(start, who, options(start, who)), who)
    return explore_onward(_both_rolled(start, policy), is_fought, measure, policy, key=key)


def _both_rolled(g: Front, policy: Allocation) -> list[tuple[Front, Fraction]]:
    """[8.6] The positions in which both sides' results are read off, with their chances; *g* itself at any other time."""
    first, second = g.agenda[-1], g.agenda[-2] if len(g.agenda) > 1 else None
    if not isinstance(first, CombatRoll) or not isinstance(second, CombatRoll):
        return [(g, Fraction(1))]
    agenda = g.agenda[:-2]
    again = []
    while isinstance(agenda[-1], Reroll | ReadOff):
        again.append(agenda.pop())
    results: dict[Role, Distribution[Engaged]] = {}
    for roll in (first, second):
        alone = g.copy()
        alone.agenda = [*(step for step in reversed(again) if step.defender == roll.defender), roll]
        role = Role(roll.defender)
        results[role] = explore(
            alone,
            lambda after: not after.agenda,
            lambda after, role=role: after.battle.of(role),  # type: ignore[misc]
            policy,
            key=lambda after, role=role: (_dice_left(after.battle.of(role)), tuple(after.agenda)),  # type: ignore[misc]
        )
    found = []
    for attacker, chance in results[Role.ATTACKER].items():
        for defender, other in results[Role.DEFENDER].items():
            after = g.copy()
            after.agenda = agenda.copy()
            after.battle = g.battle._replace(attacker=attacker, defender=defender)
            settle(after)
            found.append((after, chance * other))
    return found


def _dice_left(engaged: Engaged) -> Hashable:
    """One side of a combat as far as its result depends on it."""
    return reroll_worth(engaged.dice), engaged._replace(dice=())


def reroll_worth(dice: Sequence[int]) -> tuple[bool, int]:
    """[AGN 4.4, AGS 4.4] All that matters of dice that may be rolled again: a low one will be, so only the others count."""
    again = bool(dice) and dice[0] <= WORTH_A_REROLL
    return again, sum(dice[1:] if again else dice)


def measured(start: Front) -> Callable[[Front], Measured]:
    """What the odds count of a combat that began in *start*: winner, strength lost by both, and who is wiped out."""
    side = Seat(start.phasing)
    own, theirs = start.roster.of_side[side], start.roster.of_side[enemy(side)]
    had = sum(start.sp[u] for u in own), sum(start.sp[u] for u in theirs)

    def measure(g: Front) -> Measured:
        left = sum(g.sp[u] for u in own), sum(g.sp[u] for u in theirs)
        winner = "attacker" if attacker_won(g) else "defender"
        return winner, had[0] - left[0], had[1] - left[1], not left[0], not left[1]

    return measure


def _sides(combat: Combat) -> list[Seat]:
    """Who may be the attacker: as said, as the nations tell, else the Germans or else the Soviets."""
    told = {combat.attacker_side, side_named(combat.attackers)} - {None}
    defending = side_named(combat.defenders)
    if defending is not None:
        told.add(enemy(defending))
    if len(told) > 1:
        raise BadDescription("attacker and defender are of one side by what is said of side and nations")
    return [side for side in told if side is not None] or [AXIS, enemy(AXIS)]


def _field(combat: Combat, side: Seat, tables: Tables) -> tuple[Front, Hex, Hex]:
    g, hex_, behind = battlefield(
        counters(combat.attackers, "attacker", side),
        counters(combat.defenders, "defender", enemy(side)),
        tables,
        calendar(),
        ground=combat.ground,
        built=combat.built,
        hexside=combat.hexside,
        attacker_supplied=combat.attacker_supplied,
        defender_supplied=combat.defender_supplied,
    )
    if combat.demoralized:
        for unit in g.roster.of_side[enemy(side)]:
            g.demoralize(unit)
    return g, hex_, behind


def _refusal(g: Front, combat: Combat, hex_: Hex, attacked_from: Hex) -> Refusal | None:
    """Why the rules forbid the combat as described, or None."""
    side = Seat(g.phasing)
    nations = {g.nation(u) for u in g.units(hex_, AXIS)}
    if {Nation.HUNGARIAN, Nation.ROMANIAN} <= nations:
        return Refusal("AGS 4.7", "Hungarians and Romanians never share a hex")
    if combat.air and nations == {Nation.FINNISH}:
        return Refusal(g.campaign.cite("air"), "the air unit does not fly for Finns alone")
    if combat.plan in (Plan.GRAND_ASSAULT, Plan.PENETRATION) and not capable(g, g.units(hex_, side)):
        word = combat.plan.name.replace("_", " ").title()
        return Refusal("8.1", f"{word} needs a unit in the force that projects a zone of influence")
    if combat.posture is Posture.NONE:
        return None
    return posture_refusal(
        g, enemy(side), hex_, g.taking_part(hex_, enemy(side)), combat.posture, attacked_from
    )


def _which_roll(g: Front) -> int:
    """The place of the roll that is due among those that a description gives."""
    step = top(g)
    if isinstance(step, CombatRoll):
        return step.defender
    if isinstance(step, CounterattackRoll):
        return 2
    assert isinstance(step, RerollDie)
    return 3


def _check_faces(faces: Roll, dice: Dice, name: str) -> None:
    if not dice.fits(faces):
        raise BadDice(f"the {name} roll is {','.join(map(str, faces))}, but {dice} are to be rolled")
