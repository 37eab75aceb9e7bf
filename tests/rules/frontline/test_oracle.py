"""Thousands of described combats, from one hex or several, against the oracle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.kernel import settle
from sandtable.kernel.machine.explore import explore
from sandtable.rules.frontline.asking.odds import weigh
from sandtable.rules.frontline.combat import ReckonOdds
from sandtable.rules.frontline.judging.describe import read_battle
from sandtable.rules.frontline.state import ATTACKER, DEFENDER, KINDS, Frontline

from .judging import TABLES, judge
from .oracle import (
    COLOURS,
    COLUMNS,
    RESULTS,
    Attack,
    Contingent,
    by_kind,
    column,
    difference,
    lost,
    odds,
    outcome,
    supremacies,
)

COMBATS = 2_000
WEIGHED = 60
AHEAD = {"occupy": 1, "occupy_and_beyond": 2, "assault_succeeds": 1}


def contingent(rnd: Random, *, men: int) -> Contingent:
    few = (0, 0, 1, 2, 3, 5, 9, 14)
    return Contingent(
        men + rnd.choice(few),
        rnd.choice(few),
        rnd.choice(few),
        rnd.choice((0, 0, 0, 1, 4)),
        rnd.randint(1, 6),
        rnd.choice((0, 0, 1, 2, 4)),
    )


def attack(rnd: Random) -> Attack:
    amphibious = rnd.random() < 0.25
    return Attack(
        tuple(contingent(rnd, men=1) for _ in range(rnd.choice((1, 1, 2, 3)))),
        tuple(contingent(rnd, men=rnd.choice((0, 1))) for _ in range(rnd.choice((1, 1, 1, 2)))),
        rnd.choice(("open", "open", "mountain", "swamp", "jungle", "forest")),
        amphibious,
        not amphibious or rnd.random() < 0.5,
        rnd.choice((0, 0, 1, 3)),
        rnd.random() < 0.25,
        (rnd.random() < 0.25, rnd.random() < 0.25),
        (rnd.choice((0, 2)), rnd.choice((0, 1, 3))),
        (rnd.choice((0, 1)), rnd.choice((0, 2))),
    )


def description(a: Attack) -> dict[str, Any]:
    pairs = {"cards": a.cards, "card_shifts": a.card_shifts}
    return {
        "attacker": [c._asdict() for c in a.attackers],
        "defender": [c._asdict() for c in a.defenders],
        "terrain": a.terrain,
        "amphibious": a.amphibious,
        "no_landing_craft": not a.landing_craft,
        "fortification": a.layers,
        "major_city": a.city,
        "partisans_against": [
            role for role, yes in zip(("attacker", "defender"), a.partisans, strict=True) if yes
        ],
        **{key: {"attacker": pair[0], "defender": pair[1]} for key, pair in pairs.items()},
    }


@pytest.mark.rule("frontline Process 4", "frontline Loss Order", "frontline Losses Table")
def test_described_combats_come_out_as_the_rules_read() -> None:
    rnd = Random(1943)
    for _ in range(COMBATS):
        a = attack(rnd)
        dice = rnd.randint(1, 6), rnd.randint(1, 6)
        found = judge(*dice, **description(a))
        row = difference(a, dice)
        colour = RESULTS[row + 7][column(a)]
        assert (found["odds"], found["column"]) == (COLUMNS[odds(a)], COLUMNS[column(a)]), a
        assert (found["difference"], found["result"]) == (row, COLOURS[colour]), a
        assert found["outcome"] == outcome(a, colour), a
        ours, theirs = supremacies(a)
        losses = lost(a)
        for role, side, points, (tanks, air) in (
            ("attacker", a.attackers, losses[0], theirs),
            ("defender", a.defenders, losses[1], ours),
        ):
            expected = by_kind(side, points, tanks=tanks, air=air)
            assert {"bombers": 0, **found[f"{role}_loses"]} == expected, (role, a)
        men_left = (
            sum(c.men for c in a.attackers)
            - by_kind(a.attackers, losses[0], tanks=theirs[0], air=theirs[1])["men"]
        )
        assert found["advance"] == (AHEAD.get(found["outcome"], 0) if men_left else 0), a
        assert found["lsp_spent"] == {
            "attacker": sum(c.lsp for c in a.attackers),
            "defender": sum(c.lsp for c in a.defenders),
        }


@pytest.mark.rule("frontline Process 5", "frontline Terrain Results")
def test_all_ways_of_a_combat_are_those_of_its_steps_with_their_chances() -> None:
    rnd = Random(1944)
    for _ in range(WEIGHED):
        battle = read_battle(description(attack(rnd)))
        g = Frontline(battle, TABLES)
        g.then(ReckonOdds())
        settle(g)
        every = explore(g, lambda _: False, _comes_to)
        assert (
            weigh(battle, TABLES).map(lambda o: (o.attacker_wins, o.attacker_loses, o.defender_loses))
            == every
        )


def _comes_to(g: Frontline) -> tuple[bool, int, int]:
    gone = [sum(g.points_gone(side, kind) for kind in KINDS) for side in (ATTACKER, DEFENDER)]
    return bool(g.advance or g.target_destroyed), gone[0], gone[1]
