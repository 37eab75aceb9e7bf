"""The greedy bot plays whole games, sensibly enough to beat whoever plays at random."""

from __future__ import annotations

import pytest

from sandtable.bots.damos import sighting
from sandtable.bots.damos.greedy import JUDGEMENTS
from sandtable.bots.damos.situation import Situation
from sandtable.kernel.map.hexes import Hex
from sandtable.lab.matches import play
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import AXIS, MOBILE
from sandtable.rules.damos.series.position.state import Front

from .positions import game_between_greedy_bots, undisturbed_game

GERMANS = {"german": "greedy", "soviet": "random"}
RUSSIANS = {"german": "random", "soviet": "greedy"}


@pytest.mark.parametrize("scenario", ["agn", "ags"])
def test_greedy_germans_beat_random_russians(scenario: str) -> None:
    assert play(RULEBOOK, RULEBOOK.setup(scenario), GERMANS, 1).result.winner == "german"


@pytest.mark.parametrize("scenario", ["agn", "ags"])
def test_greedy_russians_beat_random_germans(scenario: str) -> None:
    assert play(RULEBOOK, RULEBOOK.setup(scenario), RUSSIANS, 1).result.winner == "soviet"


@pytest.mark.parametrize(
    "options",
    [
        {"setup": "free", "turns": 13, "thrust": True},
        {"pause": True},
        *(
            pytest.param({name: value}, marks=pytest.mark.long)
            for name, value in (("setup", "free"), ("turns", 13), ("thrust", True))
        ),
    ],
    ids=str,
)
def test_greedy_plays_every_option_of_the_scenario_to_the_end(options: dict[str, int | str | bool]) -> None:
    both = {"german": "greedy", "soviet": "greedy"}
    assert play(RULEBOOK, RULEBOOK.setup("agn", options), both, 3).result.winner in ("german", "soviet")


def test_there_is_a_judgement_for_every_kind_of_question() -> None:
    assert {"end_phase", "stop", "pass", "posture", "retreat", "absorb", "save", "place"} <= set(JUDGEMENTS)


def hexes(g: Front, *names: str) -> set[Hex]:
    return {g.campaign.board.places[name].hex for name in names}


def first_day(scenario: str) -> Situation:
    """The German Operations Phase of turn 1, as the Germans see it."""
    for g, seat, offered in game_between_greedy_bots(scenario, seed=1, answers=100):
        if any(action.verb == "concerted" for action in offered):
            return Situation(sighting.sight(g, seat))
    raise AssertionError("the Germans never came to their Operations Phase")


def test_foot_units_and_panzers_of_one_hex_break_through_together() -> None:
    for g, seat, _, chosen in undisturbed_game("agn", seed=1942, answers=400):
        if type(g.agenda[-1]).__name__ == "NameAttacker" and chosen.verb == "all":
            start = sighting.sight(g, seat).about["start"]
            kinds = {g.roster[u].kind in MOBILE for u in g.units(Hex(start), seat)}
            assert kinds == {True, False}
            return
    raise AssertionError("nobody broke through")


def test_the_enemy_on_the_way_of_a_strong_panzer_stack_is_left_to_it() -> None:
    s = first_day("agn")
    names = {s.g.grid.name(Hex(h)) for h in range(s.reserved.bit_length()) if s.reserved >> h & 1}
    assert "1825" in names
    assert "2322" not in names, "nobody stands beside Vilnius"


def test_no_german_force_marches_back_to_where_it_came_from() -> None:
    left: set[int] = set()
    for g, seat, _, chosen in undisturbed_game("agn", seed=7, answers=900):
        if type(g.agenda[-1]).__name__ != "Act" or seat != AXIS:
            left = set()
        elif chosen.verb == "move":
            left.add(g.hex_of[sighting.sight(g, seat).units[0]])
            assert chosen.args[0] not in left


def test_in_the_south_the_romanians_want_the_nearest_cities_and_the_southern_wing_rostov() -> None:
    s = first_day("ags")
    by_name = {c.name: u for u, c in enumerate(s.g.roster.counters)}
    romanian = s.field((by_name["Romanian III Corps"],))
    assert [romanian[h] for h in sorted(hexes(s.g, "Kishinev", "Odessa", "Kiev"))] == [0, 0, 0]
    southern = s.field((by_name["50th Infantry Division"],))
    assert southern[next(iter(hexes(s.g, "Rostov")))] == 0
    assert southern[next(iter(hexes(s.g, "Kiev")))] > 0
    northern = s.field((by_name["13th Panzer Division"],))
    assert northern[next(iter(hexes(s.g, "Kiev")))] == 0


def test_the_finns_want_vyborg_and_petrozavodsk_too() -> None:
    s = first_day("agn")
    finn = next(u for u, c in enumerate(s.g.roster.counters) if c.name == "Finnish 1 Division")
    assert {s.field((finn,))[h] for h in hexes(s.g, "Vyborg", "Petrozavodsk")} == {0}


def test_in_the_combined_game_every_army_group_has_its_own_objective() -> None:
    s = first_day("barbarossa")
    north, center, south = s.goals_of_area
    assert center >> next(iter(hexes(s.g, "Moscow"))) & 1
    assert not north >> next(iter(hexes(s.g, "Moscow"))) & 1
    assert south >> next(iter(hexes(s.g, "Kiev"))) & 1
