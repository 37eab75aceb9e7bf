"""The greedy bot of the war in the east: what it sees is the view, and it plays sensibly enough to beat chance."""

from __future__ import annotations

import json

import pytest

from sandtable.bots import make_bot
from sandtable.bots.besieged import sighting
from sandtable.bots.besieged.assault import value
from sandtable.bots.besieged.marching import Planner
from sandtable.bots.besieged.situation import Situation
from sandtable.kernel import Hex
from sandtable.kernel.game.views import view
from sandtable.lab.matches import play
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.fight.attacks import able
from sandtable.rules.besieged.position.roster import AXIS, SOVIET, Nation
from sandtable.rules.besieged.position.strength import strength
from sandtable.rules.besieged.turn.ending import axis_cities
from sandtable.rules.besieged.victory import cities_needed
from sandtable.testing.randomplay import random_play

from ...rules.besieged.board import hex_, set_up_war, unit, war


def test_what_it_reads_from_the_view_is_what_it_sees_of_the_position() -> None:
    setup = RULEBOOK.setup("besieged-1941")
    for n, (g, _) in enumerate(random_play(RULEBOOK, setup, seed=4, answers=300)):
        if n % 60 == 0:
            for seat in (0, 1):
                seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))  # type: ignore[arg-type]
                assert sighting.read(seen) == sighting.sight(g, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("sides", [("greedy", "random"), ("random", "greedy")], ids="-".join)
def test_greedy_beats_chance(sides: tuple[str, str]) -> None:
    setup = RULEBOOK.setup("besieged-1941")
    names = dict(zip(("german", "soviet"), sides, strict=True))
    result = play(RULEBOOK, setup, names, 3).result
    assert names.get(result.winner) == "greedy", result


def test_more_attackers_and_air_are_worth_more() -> None:
    g = set_up_war("besieged-1941")
    brest = hex_("Brest-Litovsk")
    units = able(g, AXIS, brest)
    s = Situation(g, AXIS)
    alone, together = (value(s, g, force, brest) for force in (units[:1], units))
    assert alone < together <= value(s, g, units, brest, air=2)


def test_the_first_move_is_one_of_the_options() -> None:
    g = next(iter(random_play(RULEBOOK, RULEBOOK.setup("besieged"), seed=1)))[0]
    seen = view(RULEBOOK, g, AXIS)
    assert make_bot("greedy", RULEBOOK).choose(seen, seen["options"]) in {o["id"] for o in seen["options"]}


def test_cities_are_worth_more_than_open_ground() -> None:
    g = set_up_war("besieged")
    s = Situation(g, AXIS)
    assert s.ground(hex_("Moscow")) > s.ground(hex_("Minsk")) > s.ground(Hex(g.hex_of[0]))


def test_an_ally_counts_on_the_cities_of_his_own_country() -> None:
    g = set_up_war("besieged")
    s = Situation(g, AXIS)
    finn = next(u for u in g.on_map(AXIS) if g.counter(u).nation is Nation.FINNISH)
    assert s.lines_of(finn) >> hex_("Helsinki") & 1
    german = next(u for u in g.on_map(AXIS) if g.counter(u).nation is Nation.GERMAN)
    assert s.lines_of(german) == s.lines


def test_before_winter_it_expects_mud_and_shorter_lines() -> None:
    summer, autumn = set_up_war("besieged"), set_up_war("besieged")
    autumn.turn = 4
    assert Situation(autumn, AXIS).lines.bit_count() < Situation(summer, AXIS).lines.bit_count()
    assert autumn.weather == summer.weather


def test_before_sudden_death_the_axis_clings_to_its_cities() -> None:
    g = set_up_war("besieged")
    calm = Situation(g, AXIS).ground(hex_("Warsaw"))
    g.turn = 10
    assert axis_cities(g) < (cities_needed(g.charts, g.turn) or 0), "few cities at the end of 1942"
    assert Situation(g, AXIS).ground(hex_("Warsaw")) > calm
    assert not Situation(g, SOVIET).clings
    g.turn = 11
    assert not Situation(g, AXIS).clings, "once it is over for the year"


def test_while_it_attacks_a_city_is_left_to_the_weakest_garrison_that_is_enough() -> None:
    g = war({"ge-iv": "Lvov", "ge-xvii": "Lvov", "ge-i": "Warsaw", "su-8a": "3437"})
    planner = Planner(g, AXIS)
    assert planner.s.attacks
    planner.hold_cities()
    strong, weak = sorted((unit("ge-iv"), unit("ge-xvii")), key=lambda u: -strength(g, u))
    assert (strong in planner.settled, weak in planner.settled) == (False, True)


def test_a_bare_city_is_reached_for_over_both_impulses_and_beyond_supply() -> None:
    g = war({"ge-xxxix-pz": "Minsk", "ge-i": "Warsaw", "su-8a": "Moscow"}, "besieged-1941")
    smolensk = hex_("Smolensk")
    g.take_control(g.campaign.major & ~(1 << smolensk | 1 << hex_("Moscow")), AXIS)
    planner = Planner(g, AXIS)
    assert planner.s.pursues
    planner.reach_for()
    ((who, to),) = planner.moves
    assert who == unit("ge-xxxix-pz")
    assert not planner.s.lines >> to & 1
    g.put(who, to)
    g.impulse = 2
    then = Planner(g, AXIS)
    then.seize()
    assert then.moves == [(who, smolensk)]


def test_nobody_drives_beyond_supply_for_a_city_while_the_enemy_can_strike_back_or_the_war_is_long() -> None:
    enemies = {"su-8a": "Moscow", "su-3a": "Tula", "su-4a": "Kalinin", "su-10a": "Orel"}
    few = war({"ge-xxxix-pz": "Minsk", "ge-i": "Warsaw", "su-8a": "Moscow"})
    many = war({"ge-xxxix-pz": "Minsk", "ge-i": "Warsaw", **enemies}, "besieged-1941")
    for g in (few, many):
        planner = Planner(g, AXIS)
        assert planner.s.attacks
        planner.reach_for()
        assert planner.moves == []
