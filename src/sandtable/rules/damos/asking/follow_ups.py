"""[8.1, 8.3, AGN 4.4, AGS 4.4] What a player is asked on the way to a combat that an option leads to, told beforehand.

Who makes a concerted attack, how it is planned and whether the air unit flies are questions of their own, asked one after
another. Most players know the answers when they attack: they give them with the same click, and the odds, which assume as
much, are those of what they do. If the enemy comes in between, the page asks after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Action, Choice, FollowUp, Hex, PreparedAnswer, Seat, closes, top

from ..series.combat.attack import PlanAndPosture
from ..series.combat.concerted import ConcertedMarch, NameAttacker, attackers_in
from ..series.exclusive.air import AirSupport
from ..series.movement import Act
from ..series.operations import OperationsPhase
from ..series.position.roster import AXIS
from ..series.position.state import Front
from .odds.clash import Field, field_ahead, leading_on

TO_COMBAT: Final = ("attack", "assault", "concerted")
# What may be answered on the way at once, and how it reads.
WAYS: Final = {
    ("all",): "All of them together",
    ("all", "onward"): "All of them, straight into the target",
    ("onward",): "Straight into the target",
}


class _Way(NamedTuple):
    """The way to a combat: what the attacker answers on it, and the combat where he has no more to say before it."""

    answers: tuple[str, ...]
    field: Field | None


def follow_ups(g: Front, seat: Seat, action: Action) -> tuple[FollowUp, ...]:
    """What *seat* will be asked after *action* until the dice fall, in a position *g* as it knows it."""
    step = top(g)
    if isinstance(step, PlanAndPosture):
        return _air(Field(g, step.hex_, step.entered_from), seat)
    on_the_way = isinstance(step, NameAttacker | ConcertedMarch) and action.verb in (
        "from",
        "all",
        "go",
        "onward",
    )
    if not on_the_way and not (isinstance(step, OperationsPhase | Act) and action.verb in TO_COMBAT):
        return ()
    if action.verb == "attack" and not closes(g.copy(), action, seat):
        # It is planned at once, with all odds in sight, and can be taken back until then.
        return ()
    twin = g.copy()
    assert isinstance(step, Choice)
    twin.agenda.pop()
    step.choose(twin, action)
    return _asked_on_the_way(twin, seat)


def _asked_on_the_way(g: Front, seat: Seat) -> tuple[FollowUp, ...]:
    """Who attacks where that is still to be named, and what is asked when he is there."""
    way = _way(g, seat)
    step = top(g)
    if way.field is None and isinstance(step, NameAttacker):
        return _attackers(g, step, seat)
    found: list[FollowUp] = []
    if way.answers in WAYS:
        onward = PreparedAnswer(text=WAYS[way.answers], options=way.answers)
        found.append(FollowUp(prompt="On the way", rule="8.1", answers=(onward,)))
    return (*found, *(_planned(way.field, seat) if way.field else ()))


def _attackers(g: Front, step: NameAttacker, seat: Seat) -> tuple[FollowUp, ...]:
    """[8.1] Who makes the attack: the strongest, until the player says otherwise (R-41)."""
    ways: dict[Action, _Way] = {}
    for action in (a for a in step.options(g) if a.verb == "from"):
        twin = g.copy()
        twin.agenda.pop()
        step.choose(twin, action)
        ways[action] = _way(twin, seat)
    if not ways:
        return ()
    strongest = max(ways, key=lambda a: sum(g.sp[u] for u in attackers_in(g, Hex(a.args[0]))))
    attackers = FollowUp(
        prompt="Who attacks",
        rule=step.rule,
        answers=tuple(
            PreparedAnswer(text=step.wording(g, seat, action).text, options=(action.id, *way.answers))
            for action, way in ways.items()
        ),
        usual=list(ways).index(strongest),
    )
    field = ways[strongest].field
    return (attackers, *(_planned(field, seat) if field else ()))


def _way(g: Front, seat: Seat) -> _Way:
    """Play *g* on, in place, as the odds do, noting what *seat* answers; not past a question with several good answers."""
    answers: list[str] = []

    def noted(offered: Sequence[Action]) -> Action | None:
        step = top(g)
        action = leading_on(g, offered)
        unasked = isinstance(step, Choice) and (step.seat(g) != seat or (step.quiet and len(offered) == 1))
        if action is None or unasked:
            return action
        if action.verb not in ("all", "go", "onward"):
            return None
        answers.append(action.id)
        return action

    return _Way(tuple(answers), field) if (field := field_ahead(g, noted)) else _Way(tuple(answers), None)


def _planned(field: Field, seat: Seat) -> tuple[FollowUp, ...]:
    """[8.3] The plan, where there is more than one, and the air unit."""
    step = top(field.g)
    if not isinstance(step, PlanAndPosture) or len(offered := step.options(field.g, seat)) < 2:
        return _air(field, seat)
    plans = tuple(
        PreparedAnswer(text=step.wording(field.g, seat, action).text, options=(action.id,))
        for action in offered
    )
    return (FollowUp(prompt="Plan", rule="8.3", answers=plans, usual=len(plans) - 1), *_air(field, seat))


def _air(field: Field, seat: Seat) -> tuple[FollowUp, ...]:
    """[AGN 4.4, AGS 4.4] Whether the air unit flies, where it can: as the odds assume, it does."""
    g, step = field.g.copy(), AirSupport()
    g.battle = g.battle._replace(hex=field.hex_)
    flying = [action for action in step.options(g) if action.verb == "commit_air"]
    if seat != AXIS or not flying:
        return ()
    answers = tuple(
        PreparedAnswer(text=step.wording(g, seat, action).text, options=(action.id,))
        for action in (*flying, Action("hold_air"))
    )
    return (FollowUp(prompt="Air unit", rule=step.wording(g, seat, flying[0]).rule, answers=answers),)
