"""[8.2] Exact odds with both sides' dice followed apart, against the plain way through every roll."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.kernel.machine.actions import DICE
from sandtable.kernel.machine.engine import answer, asked, options, outcomes
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.refusals import Refused
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.judging.adjudicate import Allocation, is_fought, measured, position, weighed
from sandtable.rules.damos.judging.describe import read_combat
from sandtable.rules.damos.series.position.roster import AXIS, SEATS, SOVIET
from sandtable.rules.damos.series.position.state import Front

KINDS = ("armor", "mechanized", "foot", "cavalry", "motorized")


def described(rng: Random) -> dict[str, Any]:
    """Some combat, with the German on either side."""

    def force() -> str:
        return " ".join(f"{rng.choice(KINDS)}:{rng.randint(1, 10)}" for _ in range(rng.randint(1, 3)))

    return {
        "attacker": force(),
        "defender": force(),
        "plan": rng.choice(("meeting", "standard", "grand_assault", "penetration")),
        "posture": rng.choice(("steadfast", "counterattack", "counterattack", "delay", "hedgehog")),
        "attacker_side": rng.choice(SEATS),
        "policy": rng.choice(("spread", "weakest", "first")),
        "air": rng.random() < 0.7,
    }


def combats(seed: int, count: int) -> list[tuple[Front, Allocation]]:
    """So many combats that the rules allow."""
    rng = Random(seed)
    found: list[tuple[Front, Allocation]] = []
    while len(found) < count:
        combat = read_combat(described(rng))
        try:
            g = position(combat, RULEBOOK.tables)
        except Refused:
            continue
        pays = tuple(side for side in (AXIS, SOVIET) if rng.random() < 0.3)
        if pays:
            g.axis_rp = g.soviet_rp = rng.randint(1, 3)
        found.append((g, Allocation(combat.policy, air=combat.air, pays=pays)))
    return found


@pytest.mark.rule("damos 8.6", "damos AGN 4.4")
def test_dice_of_both_sides_followed_apart_give_the_fractions_of_the_plain_way() -> None:
    for g, policy in combats(seed=86, count=24):
        measure = measured(g)
        assert weighed(g, measure, policy) == explore(g, is_fought, measure, policy)


@pytest.mark.rule("damos 8.6")
def test_a_combat_under_way_is_weighed_from_where_it_stands() -> None:
    rng = Random(44)
    for g, policy in combats(seed=44, count=12):
        measure = measured(g)
        for _ in range(rng.randint(1, 5)):
            if is_fought(g):
                break
            if asked(g) == (DICE,):
                answer(g, rng.choice(outcomes(g)).action, DICE)
            else:
                answer(g, policy.choose(g, asked(g)[0], options(g)))
        assert weighed(g, measure, policy) == explore(g, is_fought, measure, policy)
