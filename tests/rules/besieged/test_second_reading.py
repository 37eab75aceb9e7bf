"""Odds, air and die modifiers read a second time, straight from the card, against the steps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from .judging import judge
from .test_tables import CRT

ROWS = {int(line.split()[0]): line.split()[1:] for line in CRT.split("\n") if line}
MOST_AIR = {"clear": 4, "light_mud": 3, "mud": 2, "snow": 0}
ROLES = ("attacker", "defender")


@pytest.mark.rule("besieged CRT", "besieged Below 1-5", "besieged Roll Limits")
@pytest.mark.parametrize("seed", range(300))
def test_a_combat_comes_out_as_the_card_reads(seed: int) -> None:
    rnd = Random(seed)
    attack, defence, die = rnd.randint(1, 40), rnd.randint(1, 40), rnd.randint(1, 10)
    weather = rnd.choice(tuple(MOST_AIR))
    air = rnd.randint(0, MOST_AIR[weather])
    marshals, mountaineers = ([role for role in ROLES if rnd.random() < 0.3] for _ in range(2))
    armour = rnd.choice((None, *ROLES))
    river, city = rnd.random() < 0.4, rnd.random() < 0.4
    terrain, more = rnd.choice(("clear", "forest", "swamp", "mountain")), rnd.randint(-2, 2)
    given: dict[str, Any] = {
        "attacker": attack,
        "defender": defence,
        "air": air,
        "weather": weather,
        "field_marshal": marshals,
        "mountain_units": mountaineers,
        "armour": armour,
        "river": river,
        "major_city": city,
        "terrain": terrain,
        "drm": more,
    }
    found = judge(die, **given)

    if attack * 5 < defence:
        expected: tuple[int | None, str] = None, "surrender"
    else:
        # Columns right of 1-1, or left of it, fractions to the defender; each air unit one to the right.
        right = attack // defence - 1 if attack >= defence else 1 - -(-defence // attack)
        column = min(4 + right + air, 10)
        row = die + more - river - city - (terrain != "clear")
        helped = [*marshals, armour, *(mountaineers if terrain == "mountain" else ())]
        row += helped.count("attacker") - helped.count("defender")
        row = min(max(row, -1), 11)
        expected = row, ROWS[row][column]
    assert (found["row"], found["result"]) == expected
