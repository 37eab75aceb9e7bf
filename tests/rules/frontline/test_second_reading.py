"""The combat procedure read a second time, straight from the rules and without tables of ours, against the steps."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle
from random import Random
from typing import Any

import pytest

from .judging import judge

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "5:2", "3:1", "7:2", "4:1", "9:2", "5:1")
RESULTS = (
    *("RRRRRRRROOO", "RRRRRRROOBB", "RRRRRROOBBY", "RRRROOOBBYY", "RRROOOBBBYG"),
    *("ROOOBBBBYYG", "OOOBBBYYYGG", "OOBBBYYYYGG", "OOBBYYYYGGG", "OBBYYYYGGGG"),
    *("BBBYYYGGGGG", "BBYYYGGGGGG", "BYYYGGGGGGG", "YYYGGGGGGGG", "YYGGGGGGGGG"),
)
NAMES = {"G": "green", "Y": "yellow", "B": "blue", "O": "orange", "R": "red"}
OPEN = {"G": "occupy_and_beyond", "Y": "occupy", "B": "occupy", "O": "hold", "R": "pushed_out"}


def force(rnd: Random) -> dict[str, int]:
    return {kind: rnd.choice((0, 0, 1, 2, 3, 5, 9, 14)) for kind in ("men", "tanks", "air", "lsp")} | {
        "me": rnd.randint(1, 6)
    }


def cv(side: dict[str, int]) -> int:
    return side["men"] + side["tanks"] + side["air"]


def supreme(own: int, theirs: int) -> bool:
    return own >= 1 and own >= 3 * theirs


def outcome(colour: str, terrain: str, *, amphibious: bool) -> str:
    if amphibious:
        return "assault_succeeds" if colour in "GYB" else "assault_fails"
    if terrain == "open":
        return OPEN[colour]
    return "occupy" if colour in ("GY" if terrain == "swamp" else "G") else "hold"


def losses(side: dict[str, int], points: int, *, tanks: bool, air: bool) -> dict[str, int]:
    """The printed order, with a man for what is missing, and air and tanks in turn for missing men."""
    order = cycle("atmm" if air else "tmm" if tanks else "mmtmma")
    words = {"m": "men", "t": "tanks", "a": "air"}
    left = {kind: side[kind] for kind in ("men", "tanks", "air")}
    instead = cycle(("air", "tanks"))
    for _ in range(points):
        kind = words[next(order)]
        kind = kind if left[kind] else "men"
        while not left[kind]:
            kind = next(instead)
        left[kind] -= 1
    return {kind: side[kind] - left[kind] for kind in left}


@pytest.mark.rule("frontline Process 4", "frontline Loss Order")
@pytest.mark.parametrize("seed", range(300))
def test_a_combat_comes_out_as_the_rules_read(seed: int) -> None:
    rnd = Random(seed)
    ours, theirs = force(rnd), force(rnd)
    ours["men"] += 1
    terrain = rnd.choice(("open", "open", "mountain", "swamp", "jungle", "forest"))
    amphibious, craft = rnd.random() < 0.3, rnd.random() < 0.5
    layers, city = rnd.choice((0, 0, 1, 2)), rnd.random() < 0.3
    partisans = [role for role in ("attacker", "defender") if rnd.random() < 0.3]
    cards, shifts = (rnd.choice((0, 2)), rnd.choice((0, 1))), (rnd.choice((0, 1)), rnd.choice((0, 2)))
    dice = rnd.randint(1, 6), rnd.randint(1, 6)
    given: dict[str, Any] = {
        "attacker": ours,
        "defender": theirs,
        "terrain": terrain,
        "amphibious": amphibious,
        "no_landing_craft": amphibious and not craft,
        "fortification": layers,
        "major_city": city,
        "partisans_against": partisans,
        "cards": {"attacker": cards[0], "defender": cards[1]},
        "card_shifts": {"attacker": shifts[0], "defender": shifts[1]},
    }
    found = judge(*dice, **given)

    defence = cv(theirs) * theirs["me"]
    odds = Fraction(cv(ours) * ours["me"], defence) if defence else Fraction(5)
    printed = [Fraction(*map(int, column.split(":"))) for column in COLUMNS]
    column = max((at for at, ratio in enumerate(printed) if ratio <= odds), default=0)
    assert found["odds"] == COLUMNS[column]

    tanks_count, air_counts = terrain == "open" and not amphibious, terrain not in ("forest", "jungle")
    tanks = [tanks_count and supreme(a["tanks"], b["tanks"]) for a, b in ((ours, theirs), (theirs, ours))]
    air = [air_counts and supreme(a["air"], b["air"]) for a, b in ((ours, theirs), (theirs, ours))]
    column += tanks[0] - tanks[1] + air[0] - air[1] - layers - city + shifts[0] - shifts[1]
    column += 2 * ("defender" in partisans) - 2 * ("attacker" in partisans) - 2 * (not ours["lsp"])
    column = min(max(column, 0), 10)
    assert found["column"] == COLUMNS[column]

    landing = (4 if craft else 6) if amphibious else 0
    row = dice[0] + ours["lsp"] + cards[0] - landing - dice[1] - theirs["lsp"] - cards[1]
    row = min(max(row, -7), 7)
    colour = RESULTS[row + 7][column]
    assert (found["difference"], found["result"]) == (row, NAMES[colour])
    assert found["outcome"] == outcome(colour, terrain, amphibious=amphibious)

    effect = max(1, ours["me"] - (terrain == "swamp"))
    effect_of_enemy = theirs["me"] + (terrain in ("mountain", "forest")) + amphibious
    we_lose = max(1, min(6, effect_of_enemy // effect)) * cv(theirs) // 5
    they_lose = max(1, min(6, effect // effect_of_enemy)) * cv(ours) // 5
    assert found["attacker_loses"] == losses(ours, min(we_lose, cv(ours)), tanks=tanks[1], air=air[1])
    assert found["defender_loses"] == losses(theirs, min(they_lose, cv(theirs)), tanks=tanks[0], air=air[0])
