"""The same combat on the board and as Control would describe it: one reckoning."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from sandtable.kernel import Hex, SeededDice, settle, top
from sandtable.rules.airborne.combat import CombatRoll, Engage, overrun_refusal
from sandtable.rules.airborne.field import is_water
from sandtable.rules.airborne.fight.engaging import planned_fight
from sandtable.rules.airborne.movement import HALF_TURN
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor
from sandtable.rules.airborne.position.ways import neighbours
from sandtable.rules.airborne.state import Mode, Troop
from sandtable.rules.airborne.strength import Attack, Fight, score

from .board import corridor
from .judging import ADJUDICATOR, TABLES

DRAWN: Final = 60
# Words of the data that a description has no word for.
UNSPOKEN: Final = frozenset({"combined", "antitank"})


class Drawn(NamedTuple):
    """A combat on the board, and what it is that is described."""

    g: Corridor
    fight: Fight
    side: int
    target: int
    die: int


@cache
def empty() -> Corridor:
    """The corridor by day, with nobody on it."""
    return corridor(scenario="market-garden")


def put(g: Corridor, rnd: Random, unit: int, cell: int) -> None:
    """*unit* stands in *cell* in whatever condition."""
    g.hex_of[unit] = cell
    g.status[unit] = rnd.randint(1, 6)
    g.ammo[unit], g.fuel[unit] = rnd.randint(0, 4), rnd.randint(0, 2)
    g.mode[unit] = rnd.choice((Mode.TACTICAL, Mode.TACTICAL, Mode.NON_TACTICAL, Mode.ROAD_COLUMN))
    g.prepared[unit] = rnd.randint(0, 1)
    g.spent[unit] = g.plan.ticks * rnd.randint(0, 7) // 8


def drawn(rnd: Random) -> Drawn:
    """A combat that may be fought, drawn anywhere on the map."""
    cells = sorted(empty().plan.board.terrain)
    while True:
        g = empty().copy()
        side = rnd.choice((ALLIED, GERMAN))
        target = int(rnd.choice(cells))
        around = neighbours(g, target)
        units = {
            of: [
                n
                for n, unit in enumerate(g.campaign.units)
                if unit.side == of and not unit.marks & UNSPOKEN and not unit.flak
            ]
            for of in (ALLIED, GERMAN)
        }
        in_line = [u for u in units[side] if not g.campaign.units[u].guns]
        attackers = rnd.sample(in_line, rnd.randint(1, 4))
        defenders = rnd.sample(units[1 - side], rnd.randint(1, 3))
        for unit in attackers:
            put(g, rnd, unit, rnd.choice(around))
            g.breakthrough[unit] = rnd.randint(0, 1)
        for unit in defenders:
            put(g, rnd, unit, target)
        for of in (side, 1 - side):
            guns = [u for u in units[of] if g.campaign.units[u].guns and not g.on_map(u)]
            for gun in rnd.sample(guns, rnd.randint(0, 2)):
                put(g, rnd, gun, int(rnd.choice(list(g.grid.neighbours(Hex(rnd.choice(around)))))))
            if number := rnd.choice((0, 0, 1, 3)):
                g.support += [of, 0, number, target]
        fight = planned_fight(g, side, target, attackers, int(Attack.PLANNED))
        if fight is not None:
            return Drawn(g, fight, side, target, rnd.randint(1, 6))


def entry(found: Drawn, unit: int) -> dict[str, Any]:
    """*unit* as Control describes it."""
    g, here = found.g, found.g.hex_of[unit]
    printed = g.counter(unit)
    attacks = unit in found.fight.attackers
    water = attacks and is_water(g.plan.board, Hex(here), Hex(found.target))
    marks = {
        "light_infantry": printed.light,
        "unprepared": not g.prepared[unit],
        "non_tactical": g.mode[unit] == Mode.NON_TACTICAL,
        "road_column": g.mode[unit] == Mode.ROAD_COLUMN,
        # How the crossings stand now is Control's word.
        "across_river": unit in found.fight.over_water,
        "at_crossing": water and unit not in found.fight.over_water,
    }
    return {
        "name": printed.name,
        "status": g.status[unit],
        "troop": g.troop(unit).word,
        "formation": printed.formation,
        "ammo": g.ammo[unit],
        "fuel": g.fuel[unit],
        "moved": str(g.moved(unit)),
        "hex": g.grid.name(Hex(here)),
        "marks": [mark for mark, holds in marks.items() if holds],
    }


def described(found: Drawn) -> dict[str, Any]:
    """The combat as Control describes it."""
    g, fight = found.g, found.fight
    sides = {}
    for role, units, guns, of in (
        ("attacker", fight.attackers, (*fight.attack_guns, *fight.attack_far_guns), found.side),
        ("defender", fight.defenders, (*fight.defence_guns, *fight.defence_far_guns), 1 - found.side),
    ):
        entries = [entry(found, unit) for unit in units]
        entries += [{**entry(found, gun), "guns": g.campaign.units[gun].guns} for gun in guns]
        for at in range(0, len(g.support), 4):
            if g.support[at] == of:
                entries[0]["allied_ga" if of == ALLIED else "german_ga"] = g.support[at + 2]
        sides[role] = entries
    return {**sides, "board": "corridor", "breakthrough_order": bool(fight.breakthrough)}


def on_the_board(found: Drawn) -> dict[str, Any]:
    """What the board reckons once both sides have paid."""
    g = found.g.copy()
    g.agenda.clear()
    g.then(Engage(found.fight))
    settle(g)
    step = top(g)
    assert isinstance(step, CombatRoll)
    no = overrun_refusal(g, step.fight)
    return {
        "reckoning": score(g, step.fight, found.die).as_json(),
        "advantage": (None, "attacker", "defender")[step.fight.advantage],
        "overrun_refused": str(no) if no else None,
        "ammo_left": sum(g.ammo),
    }


def at_the_desk(found: Drawn) -> dict[str, Any]:
    """What ``resolve`` answers to the description."""
    assert ADJUDICATOR is not None
    told = ADJUDICATOR.resolve(described(found), TABLES, [(found.die,)], SeededDice(1))
    return {
        "reckoning": told["reckoning"],
        "advantage": told["tactical_advantage"],
        "overrun_refused": told["overrun_refused"],
        "ammo_left": sum(found.g.ammo) - sum(told["ammo_spent"].values()),
    }


@pytest.mark.rule("airborne 2.3", "airborne 2.4", "airborne 3.1", "airborne 5.7")
@pytest.mark.parametrize("seed", range(DRAWN))
def test_a_combat_is_reckoned_alike_on_the_board_and_at_the_desk(seed: int) -> None:
    found = drawn(Random(seed))
    assert on_the_board(found) == at_the_desk(found)


def test_the_combats_that_are_drawn_are_of_many_kinds() -> None:
    seen: Counter[str] = Counter()
    for seed in range(DRAWN):
        g, fight, _, _, _ = drawn(Random(seed))
        seen["guns"] += bool(fight.attack_guns or fight.defence_guns)
        seen["aircraft"] += bool(fight.attack_air or fight.defence_air)
        seen["advantage"] += bool(fight.advantage)
        seen["water"] += bool(fight.over_water)
        seen["tanks"] += any(g.troop(u) == Troop.TANKS for u in (*fight.attackers, *fight.defenders))
        seen["late"] += any(g.moved(u) > HALF_TURN for u in fight.attackers)
    assert all(seen[kind] for kind in ("guns", "aircraft", "advantage", "tanks")), seen
