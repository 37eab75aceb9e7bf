"""[8.2] The odds of the combat at hand, or of the one that an option would start, as a seat has to reckon them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from sandtable.kernel import (
    CONTROL,
    OFF_BOARD,
    Action,
    Alternative,
    Choice,
    Distribution,
    Fought,
    Odds,
    Pairing,
    Seat,
    lines_of,
    options,
    top,
    wording,
)
from sandtable.kernel.book.study import evenly

from ...judging.adjudicate import Allocation
from ...series.combat.attack import PlanAndPosture
from ...series.combat.battle import Sideline
from ...series.combat.concerted import (
    ConcertedCombat,
    ConcertedMarch,
    ConcertedPosture,
    ExploitingAssault,
    NameAttacker,
    able_forces,
)
from ...series.combat.plans import PLAN_NAMES, POSTURE_NAMES, Plan, Posture, postures
from ...series.movement import Act
from ...series.operations import OperationsPhase
from ...series.position.state import Front, enemy
from ...series.position.words import names
from ...series.reaction import PickReactors, ReactionWindow
from ..known import known, set_in_motion
from ..reach import arrivals, assaults
from .clash import AIR_ASSUMED, LOSSES_ASSUMED, Field, field_ahead, findings, joined, outcomes
from .fighting import odds_under_way
from .forces import force
from .weighing import at_most, chosen, suppositions

CONCERTED: Final = (Plan.GRAND_ASSAULT, Plan.PENETRATION)
PLAN_NOTES: Final = {
    Plan.MEETING: "the loser retreats but is not demoralized",
    Plan.STANDARD: "the loser retreats demoralized; the winner may exploit",
    Plan.GRAND_ASSAULT: "the loser retreats demoralized; the winner may exploit with 2 more points",
    Plan.PENETRATION: "the loser retreats demoralized; the winner may exploit with its whole allowance",
}
POSTURE_NOTES: Final = {
    Posture.NONE: "a demoralized force has no choice",
    Posture.STEADFAST: "stands and takes what comes",
    Posture.COUNTERATTACK: "strikes back once if the first round is lost",
    Posture.DELAY: "gives ground to save strength",
    Posture.HEDGEHOG: "holds out against deep attacks",
}
# Questions on the way to a combat, once it is certain.
ON_THE_WAY: Final = (
    PlanAndPosture,
    ConcertedPosture,
    NameAttacker,
    ConcertedMarch,
    ExploitingAssault,
    ReactionWindow,
    PickReactors,
    Sideline,
)
# Questions that come before the defender has chosen a posture against a concerted attack.
POSTURE_OPEN: Final = (OperationsPhase, Act, ConcertedPosture, ExploitingAssault)


class Cards(NamedTuple):
    """[8.3, 8.4] The plans and postures that a seat has to reckon with, each side's as likely as its others."""

    plans: tuple[Plan, ...]
    postures: tuple[Posture, ...]


def odds(g: Front, seat: Seat, action: Action | None) -> Odds | None:
    """[8.2] The combat at hand, or the one that *action* would start; None if there is none."""
    return odds_known(known(g, seat), seat, action)


def odds_known(g: Front, seat: Seat, action: Action | None) -> Odds | None:
    """The same for a position as *seat* knows it."""
    if g.battle.hex >= 0:
        return odds_under_way(g, seat, action)
    if isinstance(top(g), Sideline) and options(g, seat):
        return _left_out(g, seat, action)
    field = _field(g, action)
    return None if field is None else _odds_ahead(g, field, seat, action)


# ---- a combat to come


def _field(g: Front, action: Action | None) -> Field | None:
    """The combat to which *g* leads, or to which *action* would lead."""
    step, twin = top(g), g.copy()
    if isinstance(step, OperationsPhase | Act):
        # Here a combat is only one of many things to do.
        if action is None or action.verb not in ("attack", "assault", "concerted"):
            return None
    elif not isinstance(step, ON_THE_WAY):
        return None
    if action is not None and isinstance(step, Choice):
        twin.agenda.pop()
        step.choose(twin, action)
    return field_ahead(twin)


def _odds_ahead(g: Front, field: Field, seat: Seat, action: Action | None) -> Odds:
    side = Seat(g.phasing)
    cards = _cards(g, field, seat, action)
    weighed: dict[tuple[Plan, Posture], Distribution[Fought]] = {}

    def weigh(plans: Sequence[Plan], faced: Sequence[Posture]) -> Distribution[Fought]:
        for pair in product(plans, faced):
            if pair not in weighed:
                weighed[pair] = outcomes(joined(field, *pair))
        return evenly(weighed[pair] for pair in product(plans, faced))

    choices: list[Alternative] = []
    for option in _cards_offered(g, seat):
        if option.verb == "plan":
            mine = weigh((Plan(option.args[0]),), cards.postures)
        else:
            mine = weigh(cards.plans, (Posture(option.args[0]),))
        words = wording(g, seat, option).text
        choices.append(Alternative(option=option.id, text=words, outcomes=mine, note=_note(option)))
    assumes = _assumptions(g, seat, field, action)
    if choices:
        best = chosen(choices, action, attacking=seat == side)
        verb, number = best.option.split(":")
        if verb == "plan":
            cards = Cards((Plan(int(number)),), cards.postures)
        else:
            cards = Cards(cards.plans, (Posture(int(number)),))
        assumes.append(f"you choose {best.text.partition(':')[0]}")
    assumes += _unknown_cards(cards)
    shown = joined(field, cards.plans[0], cards.postures[0])
    found = findings(shown)
    if found.begun.battle.air:
        assumes.append(AIR_ASSUMED)
    whole = weigh(cards.plans, cards.postures)

    def otherwise(policy: Allocation) -> Distribution[Fought]:
        return evenly(
            outcomes(joined(field, *pair), policy=policy) for pair in product(cards.plans, cards.postures)
        )

    return Odds(
        attacker=force(found.start, seat, side, field.entered_from),
        defender=force(found.start, seat, enemy(side), field.entered_from),
        outcomes=whole,
        hex=g.grid.name(field.hex_),
        assumes=(*assumes, LOSSES_ASSUMED),
        modifiers=lines_of(found.reckonings()[2:]),
        choices=tuple(choices),
        matrix=_matrix(weighed),
        suppositions=suppositions(shown, whole, otherwise),
    )


def _left_out(g: Front, seat: Seat, action: Action | None) -> Odds | None:
    """[2.3] The combat without each of the units above the stacking limit; plan and posture are still to be chosen."""
    ahead: dict[str, Odds] = {}
    choices: list[Alternative] = []
    for option in options(g, seat):
        field = _field(g, option)
        if field is None:
            return None
        found = ahead[option.id] = _odds_ahead(g, field, seat, option)
        words = wording(g, seat, option).text
        choices.append(Alternative(option=option.id, text=words, outcomes=found.outcomes))
    best = chosen(choices, action, attacking=seat == g.phasing)
    shown = ahead[best.option]
    return replace(shown, choices=tuple(choices), assumes=(f"you choose: {best.text}", *shown.assumes))


def _matrix(weighed: Mapping[tuple[Plan, Posture], Distribution[Fought]]) -> tuple[Pairing, ...]:
    """[8.4] Every plan against every posture that may be; nothing where there is only one of each."""
    if len(weighed) < 2:
        return ()
    return tuple(
        Pairing(attacker=PLAN_NAMES[plan], defender=POSTURE_NAMES[posture], outcomes=found)
        for (plan, posture), found in weighed.items()
    )


def _cards(g: Front, field: Field, seat: Seat, action: Action | None) -> Cards:
    """[8.1, 8.4] What each side may have chosen, as far as *seat* may know."""
    side, step, ready = Seat(g.phasing), top(g), top(field.g)
    if isinstance(ready, PlanAndPosture):
        mine = dict(g.sealed) if isinstance(step, PlanAndPosture) else {}
        offered = {s: [a.args[0] for a in ready.options(field.g, s)] for s in (side, enemy(side))}
        for who in (side, enemy(side)):
            if who in mine and seat in (who, CONTROL):
                offered[who] = [mine[who].args[0]]
        if not isinstance(step, PlanAndPosture):
            # The better plan that the points pay for is the one to expect.
            offered[side] = offered[side][-1:]
        return Cards(tuple(map(Plan, offered[side])), tuple(map(Posture, offered[enemy(side)])))
    assert isinstance(ready, ConcertedCombat)
    plans: tuple[Plan, ...] = (Plan(ready.plan),)
    if seat not in (side, CONTROL) and not g.exploiting:
        plans = tuple(p for p in CONCERTED if able_forces(g, p, ready.target)) or CONCERTED
    faced = postures(field.g, enemy(side), ready.target, field.g.taking_part(ready.target, enemy(side)))
    if seat in (enemy(side), CONTROL) and not isinstance(step, POSTURE_OPEN) and _is_chosen(g):
        faced = [Posture(ready.posture)]
    return Cards(plans, tuple(faced))


def _is_chosen(g: Front) -> bool:
    """[8.1] Whether the defender has put a posture down already: reactions may come before that."""
    return not any(isinstance(step, ConcertedPosture | ExploitingAssault) for step in g.agenda)


def _cards_offered(g: Front, seat: Seat) -> list[Action]:
    """The plans or postures among which *seat* chooses now."""
    return [action for action in options(g, seat) if action.verb in ("plan", "posture")]


def _note(option: Action) -> str:
    """[8.11, 8.9] What follows from a plan or posture, in words."""
    if option.verb == "plan":
        return PLAN_NOTES[Plan(option.args[0])]
    return POSTURE_NOTES[Posture(option.args[0])]


def _assumptions(g: Front, seat: Seat, field: Field, action: Action | None) -> list[str]:
    side = Seat(g.phasing)
    found = at_most(seat)
    if not isinstance(top(g), PlanAndPosture):
        comes = isinstance(top(g), PickReactors) or (action is not None and action.verb == "react")
        found.append("the reaction succeeds, and nobody else reacts" if comes else "nobody reacts")
        present = names(field.g, field.g.taking_part(field.hex_, side))
        start = f" from {g.grid.name(field.entered_from)}" if field.entered_from != OFF_BOARD else ""
        found.append(f"the attacker is {present}{start}")
    return found


def _unknown_cards(cards: Cards) -> list[str]:
    found = []
    for what, listed in (
        ("plans", [PLAN_NAMES[p] for p in cards.plans]),
        ("postures", [POSTURE_NAMES[p] for p in cards.postures]),
    ):
        if len(listed) > 1:
            found.append(f"the {what} {' and '.join(listed)} are equally likely")
    if found:
        first = f"{PLAN_NAMES[cards.plans[0]]} against {POSTURE_NAMES[cards.postures[0]]}"
        found.append(f"the modifiers shown are those of {first}")
    return found


def odds_there(g: Front, seat: Seat, hex_: str, action: Action | None) -> Odds | None:
    """[8.0] The combat in *hex_*, if the force now moving, or the one that *action* would set in motion, went there."""
    twin = known(g, seat)
    if action is not None:
        set_in_motion(twin, seat, action)
    step = top(twin)
    # Where others could attack is for them to reckon.
    if not isinstance(step, Act) or seat not in (twin.phasing, CONTROL):
        return None
    for before, target in assaults(twin, step.units, arrivals(twin, step.units)):
        if twin.grid.name(target) == hex_:
            arrived = before.g.copy()
            arrived.agenda = list(twin.agenda)
            return odds_known(arrived, seat, Action("attack", (target,)))
    return None
