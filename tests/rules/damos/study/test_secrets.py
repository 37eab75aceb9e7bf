"""[2.4, 8.4] No study betrays what is hidden, least of all in the middle of a combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, Action
from sandtable.kernel.machine.engine import answer, asked, options, outcomes, top
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.state import Front
from sandtable.testing import properties

# Questions in and before combats, where plans, postures and strength lie hidden.
LOOKED_INTO = (
    "OperationsPhase",
    "Act",
    "ReactionWindow",
    "PickReactors",
    "ConcertedPosture",
    "NameAttacker",
    "ConcertedMarch",
    "PlanAndPosture",
    "Sideline",
    "AirSupport",
    "Reroll",
    "PayLosses",
    "PickLargest",
    "AbsorbPoint",
    "CounterattackRoll",
    "RoutOrRetreat",
    "LoseOneMore",
)
EACH = 2
FIGHTING = ("attack", "concerted", "from", "onward", "assault", "react")
IDLE = ("end_phase", "stop", "stay", "done")


def aggressive(g: Front, offered: Sequence[Action], rng: Random) -> Action:
    """Somebody who fights wherever he can, so that a short game has many combats."""
    if type(top(g)).__name__ == "StrategicPhase":
        return offered[0]
    fighting = [action for action in offered if action.verb in FIGHTING]
    busy = [action for action in offered if action.verb not in IDLE]
    return rng.choice(fighting if fighting and rng.random() < 0.8 else busy or offered)


@pytest.mark.rule("damos 2.4", "damos 8.4")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 1), ("ags", 2)])
def test_no_study_tells_positions_apart_that_look_alike(scenario: str, seed: int) -> None:
    rng = Random(seed)
    g = begin(RULEBOOK, RULEBOOK.setup(scenario))
    g.told = None
    looked: Counter[str] = Counter()
    for _ in range(500):
        who = asked(g)
        if who == (DICE,):
            answer(g, rng.choice(outcomes(g)).action, DICE)
            continue
        if not who:
            break
        name = type(top(g)).__name__
        if name in LOOKED_INTO and looked[name] < EACH:
            looked[name] += 1
            assert not properties.no_leak(RULEBOOK, g, rng), name
            assert not properties.sealed_stays_sealed(RULEBOOK, g), name
            assert not properties.studied(RULEBOOK, g), name
        answer(g, aggressive(g, options(g, who[0]), rng), who[0])
    assert {"PlanAndPosture", "NameAttacker", "ConcertedMarch", "AirSupport"} <= set(looked)
