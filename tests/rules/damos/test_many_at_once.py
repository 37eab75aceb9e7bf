"""What is worked out for many units at once is what the rules say of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import Seat, rolled
from sandtable.kernel.machine.engine import dice_asked, options, take, top
from sandtable.kernel.machine.steps import Chance
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex
from sandtable.kernel.map.paths import reach
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.concerted import able_forces, targets
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.combat.strength import (
    attack_count,
    attack_strength,
    defence_count,
    defence_strength,
)
from sandtable.rules.damos.series.exclusive.closed import able, closed_to, has_finns, may_act, quarrelsome
from sandtable.rules.damos.series.marching import costs_of
from sandtable.rules.damos.series.operations import OperationsPhase, activatable_hexes, could_activate, ready
from sandtable.rules.damos.series.position.state import Fate, Front, enemy
from sandtable.rules.damos.series.position.supply import lines_of, traces_like_a_finn, tracing_like_finns
from sandtable.rules.damos.series.position.zones import projecting, projects_influence, stacking_excess
from sandtable.rules.damos.series.reaction import fitting, reaction_path
from sandtable.rules.damos.series.replacements import rebuild_hexes, rebuildable
from sandtable.rules.damos.series.strategic import (
    StrategicPhase,
    movable,
    movable_hexes,
    strategic_range,
    strategic_refusal,
    usable_rail,
)

GAMES = pytest.mark.parametrize("scenario", ["agn", "ags"])


def play(scenario: str, seed: int) -> Iterator[Front]:
    """The positions of a random game in which a phase goes on, with the optional pause."""
    rng, dice, rolls = Random(seed), SeededDice(seed), 0
    g = begin(RULEBOOK, RULEBOOK.setup(scenario, {"pause": True}))
    while (step := top(g)) is not None:
        if isinstance(step, Chance):
            take(g, rolled(dice.roll(dice_asked(g), rolls)))
            rolls += 1
            continue
        if isinstance(step, StrategicPhase | OperationsPhase):
            yield g.copy()
        take(g, rng.choice(options(g)))


@cache
def positions(scenario: str) -> list[Front]:
    found = [g for seed in (1, 2) for g in play(scenario, seed)]
    assert len(found) > 500
    return found[:: len(found) // 250]


@GAMES
def test_the_hexes_that_may_move_strategically_are_those_of_units_that_may(scenario: str) -> None:
    for g in positions(scenario):
        side = Seat(g.phasing)
        able_units = [
            u
            for u in g.roster.of_side[side]
            if g.hex_of[u] >= 0
            and strategic_refusal(g, u, lines_of(g, side, finnish=traces_like_a_finn(g, u))) is None
        ]
        assert members(movable_hexes(g)) == sorted({g.hex_of[u] for u in able_units})


@GAMES
def test_behind_the_front_a_unit_goes_where_nobody_threatens_and_by_the_rail_that_it_may_use(
    scenario: str,
) -> None:
    for g in positions(scenario)[::10]:
        side = Seat(g.phasing)
        shut = ~g.control(side) | g.grid.expand(g.occupied[enemy(side)])
        for unit in movable(g)[::5]:
            force = (unit,)
            track = g.campaign.open_rail(usable_rail(g, force), finns=has_finns(g, force))
            blocked = shut & g.campaign.land | closed_to(g, force) | quarrelsome(g, force)
            by_hand = reach(
                costs_of(g, force), Hex(g.hex_of[unit]), 2 * g.ma(force), blocked=blocked, track=track
            )
            assert strategic_range(g, force).all == by_hand.all


@GAMES
def test_the_hexes_that_may_activate_are_those_of_units_that_may(scenario: str) -> None:
    for g in positions(scenario):
        units = [u for u in g.roster.of_side[g.phasing] if g.hex_of[u] >= 0 and not g.spent[u]]
        one_by_one = [g.hex_of[u] for u in units if could_activate(g, Hex(g.hex_of[u]), u)]
        assert activatable_hexes(g, ready(g)) == list(dict.fromkeys(one_by_one))


@GAMES
def test_every_target_of_a_concerted_attack_has_a_force_that_is_able_to_make_it(scenario: str) -> None:
    for g in positions(scenario):
        one_by_one = [
            (plan, hex_)
            for hex_ in members(g.occupied[enemy(Seat(g.phasing))])
            for plan in (Plan.GRAND_ASSAULT, Plan.PENETRATION)
            if able_forces(g, plan, Hex(hex_))
        ]
        assert targets(g, ready(g)) == one_by_one


@GAMES
def test_those_able_to_act_are_those_whom_nothing_keeps_from_it(scenario: str) -> None:
    for g in positions(scenario):
        for units in g.roster.of_side:
            assert able(g, list(units)) == [u for u in units if may_act(g, u) is None]


@GAMES
def test_those_on_the_finnish_line_are_those_who_trace_like_finns(scenario: str) -> None:
    for g in positions(scenario)[::20]:
        units = range(len(g.roster))
        assert tracing_like_finns(g, units) == {u for u in units if traces_like_a_finn(g, u)}


@GAMES
def test_those_with_a_zone_of_influence_are_those_who_project_one(scenario: str) -> None:
    for g in positions(scenario):
        for units in g.roster.of_side:
            assert projecting(g, units) == [u for u in units if projects_influence(g, u)]


@GAMES
def test_those_who_can_be_rebuilt_are_those_with_a_hex_to_be_rebuilt_in(scenario: str) -> None:
    found = 0
    for g in positions(scenario)[::5]:
        for side in (Seat(0), Seat(1)):
            pool = [u for u in g.roster.of_side[side] if g.fate[u] == Fate.POOL]
            assert rebuildable(g, side) == [u for u in pool if rebuild_hexes(g, u)]
            found += len(pool)
    assert found


@GAMES
def test_who_could_react_is_who_has_a_way(scenario: str) -> None:
    seen = set()
    for g in play(scenario, 7):
        side = enemy(Seat(g.phasing))
        for target in members(g.occupied[g.phasing])[::5]:
            there = g.units(Hex(target), side)
            # From where influence does not reach there is no way either.
            for start in map(Hex, members(g.occupied[side] & g.grid.within(Hex(target), 3))):
                leading = projecting(g, g.units(start, side))
                room = [u for u in leading if not stacking_excess(g, [*there, u])]
                ways = [u for u in room if reaction_path(g, [u], start, Hex(target)) is not None]
                assert fitting(g, leading, start, Hex(target)) == ways
                seen.add(ways == room)
    assert seen == {True, False}


@GAMES
def test_what_combatants_count_is_their_strength_with_its_reasons(scenario: str) -> None:
    for g in play(scenario, 8):
        for hex_ in members(g.occupied[enemy(Seat(g.phasing))])[::7]:
            target = Hex(hex_)
            defenders = g.units(target, enemy(Seat(g.phasing)))
            assert defence_count(g, defenders, target) == int(defence_strength(g, defenders, target))
            for start in g.grid.neighbours(target):
                units = g.units(start, Seat(g.phasing))
                if units:
                    assert attack_count(g, units, target, start) == int(
                        attack_strength(g, units, target, start)
                    )
