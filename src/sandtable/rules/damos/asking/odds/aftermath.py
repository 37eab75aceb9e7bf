"""[8.11] What becomes of the loser of a combat: read off the steps that the game itself puts on its agenda."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.kernel import Seat, top

from ...series.combat.outcome import (
    AttackerRetreats,
    BeatenAttacker,
    CombatOver,
    DefenderRetreats,
    HankoHolds,
    Outcome,
    RoutOrRetreat,
    Shaken,
)
from ...series.combat.retreat import Retreat
from ...series.exclusive.straggling import StraggleRoll
from ...series.position.state import Fate, Front

# Steps that only lay out what the loser has to do.
LAID_OUT: Final = (Outcome, DefenderRetreats, AttackerRetreats, BeatenAttacker)


def aftermath(g: Front, *, attacker_won: bool, lost: Iterable[int]) -> str:
    """[8.11] What follows if the combat that *g* is fighting is decided like that and the units *lost* are gone."""
    twin = g.copy()
    twin.told = None
    for unit in lost:
        twin.remove(unit, Fate.POOL)
    twin.agenda = [Outcome(int(attacker_won))]
    return follows(twin)


def follows(g: Front) -> str:
    """[8.11] What the loser of a decided combat has to do, in words; *g* is played on to there."""
    _lay_out(g)
    step = top(g)
    if isinstance(step, Retreat):
        return _retreat(g, step)
    if isinstance(step, RoutOrRetreat):
        return "the defender retreats, or routs its strongest unit and throws the attacker back"
    if isinstance(step, HankoHolds):
        return "the garrison of Hanko holds out, and the attacker goes back"
    return f"the {'attacker' if isinstance(step, CombatOver) else 'defender'} is eliminated"


def _lay_out(g: Front) -> None:
    """Play the steps that lead up to what somebody has to do; who may straggle back matters to nobody here."""
    while True:
        g.agenda = [step for step in g.agenda if not isinstance(step, StraggleRoll)]
        step = top(g)
        if not isinstance(step, LAID_OUT):
            return
        g.agenda.pop()
        step.run(g)


def _retreat(g: Front, step: Retreat) -> str:
    """[8.11, 2.8] How far, and in what condition; or that no way is open."""
    who = "attacker" if step.seat(g) == Seat(g.phasing) else "defender"
    if not _gets_away(g, step):
        return f"the {who} has no way to retreat and is eliminated"
    far = "1 hex" if step.most == 1 else f"{step.least} or {step.most} hexes"
    shaken = next(found for found in reversed(g.agenda) if isinstance(found, Shaken))
    if shaken.meeting and not shaken.before:
        return f"the {who} retreats {far}, not demoralized"
    more = " and loses one more point" if shaken.before else ""
    return f"the {who} retreats {far}, demoralized{more}"


def _gets_away(g: Front, step: Retreat) -> bool:
    """[8.11] Whether the owner can bring anybody through the retreat: "lost" is offered where no way is open."""
    for action in step.options(g):
        if action.verb == "halt":
            return True
        if action.verb == "retreat":
            twin = g.copy()
            twin.agenda = []
            step.choose(twin, action)
            onward = top(twin)
            if isinstance(onward, Retreat):
                if _gets_away(twin, onward):
                    return True
            elif any(twin.hex_of[unit] >= 0 for unit in step.units):
                return True
    return False
