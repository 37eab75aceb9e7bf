"""The turn: weather, replacements, arrivals, nations, and how the game ends."""

from __future__ import annotations

import pytest

from sandtable.kernel import options, settle
from sandtable.rules.besieged.position.campaign import POOLS
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.supply import by_port, supplied_units
from sandtable.rules.besieged.position.war import Status, War
from sandtable.rules.besieged.state import WEATHERS
from sandtable.rules.besieged.turn.arrivals import Arrive, Withdraw, entry_hex
from sandtable.rules.besieged.turn.ending import VictoryCheck, axis_cities, result
from sandtable.rules.besieged.turn.nations import CountOil, NationChecks
from sandtable.rules.besieged.turn.replacements import (
    ReceiveReplacements,
    Replace,
    income,
    replacement_refusal,
)
from sandtable.rules.besieged.turn.sequence import DisbandMech, GameTurn, Impulse, SideTurn
from sandtable.rules.besieged.turn.weather import Weather

from .board import asks, begin, empty, hex_, log, offered, pick, roll, set_up_war, unit, war, where


def take(g: War, *cities: str, side: int = AXIS) -> War:
    """*side* holds these cities."""
    g.take_control(g.campaign.hexes(cities), AXIS if side == AXIS else SOVIET)
    return g


# ---- sequence and weather


@pytest.mark.rule("besieged Sequence")
def test_the_axis_has_two_impulses_and_the_surprised_soviets_one_without_replacements() -> None:
    g = set_up_war("besieged-1941")
    g.turn = 0
    g.agenda = []
    g.then(GameTurn())
    settle(g)
    while not (asks(g) == "MoveUnits" and g.phasing == SOVIET):
        pick(g, "done")
        while asks(g) not in ("MoveUnits", "RailMoves", "SeaMoves", "Replace"):
            answer_first(g)
    begun = [line for line in log(g) if line.endswith("the weather is clear.")]
    assert begun == [
        "The Axis first impulse begins; the weather is clear.",
        "The Axis second impulse begins; the weather is clear.",
        "The Soviet only impulse of the surprise begins; the weather is clear.",
    ]
    assert g.rp[POOLS.index("soviet_infantry")] == 0


def answer_first(g: War) -> None:
    """Take the first option, or roll a 5."""
    if asks(g) in ("CombatRoll", "BlitzkriegRoll"):
        roll(g, 5)
    else:
        action = options(g)[0]
        pick(g, action.verb, *action.args)


@pytest.mark.rule("besieged Weather")
@pytest.mark.parametrize(
    ("turn", "die", "weather"),
    [
        (3, 5, "clear"),
        (3, 6, "light_mud"),
        (3, 9, "mud"),
        (4, 2, "light_mud"),
        (4, 7, "snow"),
        (6, 10, "snow"),
    ],
)
def test_the_die_brings_the_weather_of_the_months(turn: int, die: int, weather: str) -> None:
    g = begin(empty(turn=turn), Weather(2))
    roll(g, die)
    assert WEATHERS[g.second_weather] == weather


@pytest.mark.rule("besieged Weather")
@pytest.mark.parametrize(("turn", "weather"), [(1, "clear"), (2, "clear"), (5, "snow")])
def test_summer_is_clear_and_january_is_snow_without_a_roll(turn: int, weather: str) -> None:
    g = begin(empty(turn=turn), Weather(1))
    assert (WEATHERS[g.first_weather], asks(g)) == (weather, "")


# ---- replacements


@pytest.mark.rule("besieged Replacements")
def test_points_come_by_year_and_are_saved_up_to_twice_a_year_s_number() -> None:
    g = empty(turn=2)
    saved = []
    for _ in range(3):
        begin(g, ReceiveReplacements(SOVIET))
        saved.append((g.rp[POOLS.index("soviet_infantry")], g.rp[POOLS.index("soviet_armour")]))
    assert saved == [(6, 1), (12, 2), (12, 2)]


@pytest.mark.rule("besieged Replacements")
def test_a_point_gives_a_supplied_unit_a_step_back() -> None:
    g = war({"su-8a": "Moscow", "su-11a": "Berlin"})
    for name in ("su-8a", "su-11a"):
        g.set_steps(unit(name), 1)
    g.rp[POOLS.index("soviet_infantry")] = 1
    assert "out of supply" in str(replacement_refusal(g, SOVIET, unit("su-11a")))
    begin(g, Replace(SOVIET))
    assert offered(g) == {"done", "step su-8a"}
    pick(g, "step", "su-8a")
    assert (g.steps[unit("su-8a")], g.rp[POOLS.index("soviet_infantry")]) == (2, 0)


@pytest.mark.rule("besieged Rebuilding")
def test_an_eliminated_unit_comes_back_with_one_step_but_never_a_surrendered_one() -> None:
    g = empty()
    g.status[unit("su-8a")], g.status[unit("su-11a")] = Status.ELIMINATED, Status.SURRENDERED
    g.status[unit("su-3mc")] = Status.ELIMINATED
    g.rp = [5] * len(POOLS)
    assert "never rebuilt" in str(replacement_refusal(g, SOVIET, unit("su-11a")))
    assert "of 1941 are not rebuilt" in str(replacement_refusal(g, SOVIET, unit("su-3mc")))
    begin(g, Replace(SOVIET))
    assert offered(g) == {"done", "rebuild su-8a"}
    pick(g, "rebuild", "su-8a")
    pick(g, "to", "Moscow")
    assert (where(g, "su-8a"), g.steps[unit("su-8a")]) == ("1922", 1)


@pytest.mark.rule("besieged Rebuilding")
def test_the_mechanised_corps_of_1941_are_disbanded_after_turn_4() -> None:
    g = begin(war({"su-3mc": "Moscow"}, turn=4), DisbandMech())
    assert g.status[unit("su-3mc")] == Status.GONE


@pytest.mark.rule("besieged Oil")
def test_lost_cities_cost_points_and_oil_counts_after_two_turns() -> None:
    g = take(empty(turn=9), "Moscow", "Grozny")
    infantry, armour = POOLS.index("soviet_infantry"), POOLS.index("soviet_armour")
    assert int(income(g, infantry)) == 8 - 2 + 3
    begin(g, CountOil())
    assert int(income(g, armour)) == 2
    begin(g, CountOil())
    assert (int(income(g, armour)), int(income(g, POOLS.index("german_armour")))) == (1, 3)


@pytest.mark.rule("besieged Aid")
@pytest.mark.parametrize(("turn", "points"), [(3, 6), (4, 7), (5, 10), (8, 11), (13, 13)])
def test_aid_comes_while_its_ways_are_open(turn: int, points: int) -> None:
    assert int(income(empty(turn=turn), POOLS.index("soviet_infantry"))) == points


@pytest.mark.rule("besieged Aid")
def test_no_aid_comes_over_lost_ground() -> None:
    g = take(empty(turn=13), "Konosha", "Astrakhan")
    assert int(income(g, POOLS.index("soviet_infantry"))) == 9


# ---- arrivals


@pytest.mark.rule("besieged Reinforcements")
def test_a_reinforcement_enters_in_its_place_or_in_the_nearest_supplied_city() -> None:
    g = empty(turn=2)
    late = next(
        u
        for u, c in enumerate(g.roster.counters)
        if c.side == SOVIET and c.turn == 2 and c.place == "Moscow" and not c.replaces
    )
    assert entry_hex(g, late) == hex_("Moscow")
    take(g, "Moscow")
    assert entry_hex(g, late) not in (hex_("Moscow"), -1)


@pytest.mark.rule("besieged Reinforcements")
def test_units_from_the_west_enter_where_the_player_likes_or_wait() -> None:
    g = empty(turn=3)
    g.status[unit("ge-xl-pz")], g.due[unit("ge-xl-pz")] = Status.DUE, 3
    begin(g, Arrive(AXIS))
    assert (asks(g), "to 2350" in offered(g), "wait" in offered(g)) == ("Enter", True, True)
    pick(g, "to", "Berlin")
    assert where(g, "ge-xl-pz") == "2350"


@pytest.mark.rule("besieged Withdrawals")
def test_a_unit_that_is_called_away_leaves_and_comes_back() -> None:
    g = begin(war({"ge-viii": "Minsk", "hu-mob": "Kiev"}, turn=4), Withdraw(AXIS))
    assert (g.status[unit("ge-viii")], g.due[unit("ge-viii")]) == (Status.DUE, 6)
    assert g.status[unit("hu-mob")] == Status.GONE


@pytest.mark.rule("besieged Exchanges")
def test_a_guards_army_takes_the_place_of_the_one_it_replaces_at_full_strength() -> None:
    g = war({"su-62a": "Stalingrad"}, turn=12)
    g.set_steps(unit("su-62a"), 1)
    g.status[unit("su-8ga")], g.due[unit("su-8ga")] = Status.DUE, 12
    begin(g, Arrive(SOVIET))
    assert (where(g, "su-8ga"), g.steps[unit("su-8ga")]) == ("3312", g.counter(unit("su-8ga")).steps)
    assert g.status[unit("su-62a")] == Status.GONE


@pytest.mark.rule("besieged Exchanges")
def test_if_the_old_army_was_lost_the_new_one_enters_in_its_own_place() -> None:
    g = empty(turn=12)
    g.status[unit("su-62a")] = Status.ELIMINATED
    g.status[unit("su-8ga")], g.due[unit("su-8ga")] = Status.DUE, 12
    begin(g, Arrive(SOVIET))
    assert (where(g, "su-8ga"), g.status[unit("su-62a")]) == (g.grid.name(hex_("Kupyansk")), Status.GONE)


# ---- supply by sea and over the ice


@pytest.mark.rule("besieged Ports")
def test_a_port_supplies_three_units_while_its_sea_has_another() -> None:
    units = dict.fromkeys(("ge-i", "ge-ii", "ge-v", "ro-i"), "Odessa")
    g = take(war(units, turn=5, weather="snow"), "Odessa")
    assert len(by_port(g, AXIS, g.on_map(AXIS))) == 3
    take(g, *g.campaign.schedule["supply"]["axis_ports"]["black_sea_coast"], side=SOVIET)
    take(g, "Odessa")
    assert by_port(g, AXIS, g.on_map(AXIS)) == set()


@pytest.mark.rule("besieged Ladoga")
def test_leningrad_is_supplied_over_the_lake() -> None:
    g = war({"su-8a": "Leningrad"})
    ring = (
        g.grid.within(hex_("Leningrad"), 2)
        & ~(1 << hex_("Leningrad"))
        & ~g.campaign.board.area("ladoga_shore")
    )
    g.take_control(ring, AXIS)
    assert supplied_units(g, SOVIET) == {unit("su-8a")}
    g.take_control(g.campaign.board.area("ladoga_shore"), AXIS)
    g.axis_rail = g.campaign.rail_hexes
    assert supplied_units(g, SOVIET) == set()


@pytest.mark.rule("besieged Oil", "besieged Ladoga")
def test_leningrad_costs_a_point_while_it_is_cut_off_and_when_it_is_lost() -> None:
    infantry = POOLS.index("soviet_infantry")
    g = war({"su-8a": "Leningrad"})
    free = int(income(g, infantry))
    g.take_control(g.campaign.board.area("ladoga_shore"), AXIS)
    g.axis_rail = g.campaign.rail_hexes
    assert int(income(g, infantry)) == free - 1
    assert "Leningrad is cut off" in str(income(g, infantry).as_json())
    take(g, "Leningrad")
    assert int(income(g, infantry)) == free - 1


# ---- nations


@pytest.mark.rule("besieged Nations")
def test_romania_leaves_with_bucharest_and_its_units_with_it() -> None:
    g = take(war({"ro-i": "Kiev"}, turn=10), "Bucharest", side=SOVIET)
    begin(g, NationChecks())
    assert (g.romania_left, g.status[unit("ro-i")]) == (10, Status.GONE)


@pytest.mark.rule("besieged Nations")
def test_romania_does_not_wait_for_the_end_of_the_turn_in_which_bucharest_falls() -> None:
    g = take(war({"ro-i": "Kiev", "su-8a": "Bucharest"}, turn=10), "Bucharest", side=SOVIET)
    begin(g, Impulse(SOVIET, 2))
    pick(g, "done")
    assert (g.romania_left, g.turn) == (10, 10)


@pytest.mark.rule("besieged Nations")
def test_hungary_leaves_when_budapest_is_soviet_at_two_turn_ends_running() -> None:
    g = take(empty(turn=21), "Budapest", side=SOVIET)
    begin(g, NationChecks())
    assert g.hungary_left == 0
    begin(g, NationChecks())
    assert g.hungary_left == 21


@pytest.mark.rule("besieged Nations")
def test_finland_leaves_in_1944_if_leningrad_is_soviet_and_helsinki_counts_for_nobody() -> None:
    g = empty(turn=20)
    before = axis_cities(g)
    begin(g, NationChecks())
    assert (g.finland_left, axis_cities(g)) == (20, before - 1)


# ---- the end


@pytest.mark.rule("besieged Victory 1941")
@pytest.mark.parametrize(
    ("more", "winner", "level"),
    [
        (4, "soviet", "decisive"),
        (7, "soviet", "marginal"),
        (8, "draw", "draw"),
        (9, "german", "marginal"),
        (13, "german", "decisive"),
    ],
)
def test_1941_is_won_by_major_cities(more: int, winner: str, level: str) -> None:
    names = empty().campaign.schedule["victory"]["major_cities"][7 : 7 + more]
    g = begin(take(empty("besieged-1941", turn=4), *names), VictoryCheck())
    found = result(g)
    assert found is not None
    # Moscow, twice, is among thirteen more.
    assert (found.winner, found.level, asks(g)) == (winner, level, "")


@pytest.mark.rule("besieged Victory")
@pytest.mark.parametrize(("turn", "level"), [(23, "decisive"), (24, "substantial"), (25, "marginal")])
def test_the_soviets_win_with_berlin_the_sooner_the_better(turn: int, level: str) -> None:
    g = begin(take(empty(turn=turn), "Berlin", side=SOVIET), VictoryCheck())
    found = result(g)
    assert found is not None
    assert (found.winner, found.level) == ("soviet", level)


@pytest.mark.rule("besieged Victory")
@pytest.mark.parametrize(("lost", "level"), [(0, "substantial"), (3, "marginal")])
def test_the_axis_wins_if_berlin_stands_in_1945(lost: int, level: str) -> None:
    cities = ["Vienna", "Warsaw", "Konigsberg"][:lost]
    found = result(begin(take(empty(turn=25), *cities, side=SOVIET), VictoryCheck()))
    assert found is not None
    assert (found.winner, found.level) == ("german", level)


@pytest.mark.rule("besieged Victory")
def test_four_great_cities_win_at_once() -> None:
    g = take(empty(turn=9), "Moscow", "Leningrad", "Stalingrad", "Baku")
    found = result(begin(g, VictoryCheck()))
    assert found is not None
    assert (found.winner, found.reason) == ("german", "the Axis holds Moscow, Leningrad, Stalingrad and Baku")


@pytest.mark.rule("besieged Victory Chart")
def test_sudden_death_ends_the_game_before_nations_leave() -> None:
    g = begin(empty(turn=10), VictoryCheck(), NationChecks(), SideTurn(AXIS))
    found = result(g)
    assert found is not None
    assert (found.winner, found.level, g.agenda) == ("soviet", "decisive", [])
