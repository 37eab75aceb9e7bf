"""The position on the board: set-up, strength by year, stacking, zones, allowances, supply."""

from __future__ import annotations

import pytest

from sandtable.kernel import members
from sandtable.kernel.machine.state import cache_complaints
from sandtable.rules.besieged.position.allowance import movement_allowance
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.stacking import room_refusal, stacking_refusal
from sandtable.rules.besieged.position.strength import strength
from sandtable.rules.besieged.position.supply import supplied_units
from sandtable.rules.besieged.position.war import Status
from sandtable.rules.besieged.position.zones import is_surrounded, zone_of_control

from .board import hex_, set_up_war, unit, war


@pytest.mark.rule("besieged Set-up")
@pytest.mark.parametrize("scenario", ["besieged-1941", "besieged"])
def test_the_set_up_is_that_of_history(scenario: str) -> None:
    g = set_up_war(scenario)
    for side, count, factors in ((AXIS, 50, 282), (SOVIET, 62, 142)):
        units = g.on_map(side)
        assert (len(units), sum(map(g.factor, units))) == (count, factors)
        assert supplied_units(g, side) == set(units)
        hexes = (g.units(h, side) for h in members(g.occupied[side]))  # type: ignore[arg-type]
        assert [units for units in hexes if stacking_refusal(g, units)] == []
    assert not g.occupied[AXIS] & g.occupied[SOVIET]
    assert cache_complaints(g) == []


@pytest.mark.rule("besieged Set-up")
def test_who_comes_after_the_last_turn_is_not_in_the_short_scenario() -> None:
    short, long = set_up_war("besieged-1941"), set_up_war("besieged")
    berlin = unit("ge-vs")
    assert (short.status[berlin], long.status[berlin]) == (Status.GONE, Status.DUE)


@pytest.mark.rule("besieged Counters")
@pytest.mark.parametrize(("name", "turn", "factor"), [("ge-li", 2, 6), ("ge-li", 5, 5), ("ge-li", 23, 4)])
def test_a_factor_changes_with_the_year(name: str, turn: int, factor: int) -> None:
    assert war({name: "Minsk"}, turn=turn).factor(unit(name)) == factor


@pytest.mark.rule("besieged Factors")
def test_lost_steps_reduce_and_want_of_supply_halves_both_rounded_up() -> None:
    g = war({"ge-xl-pz": "Minsk"})
    g.set_steps(unit("ge-xl-pz"), 2)
    assert strength(g, unit("ge-xl-pz")) == 7
    g.unsupplied[unit("ge-xl-pz")] = 1
    assert strength(g, unit("ge-xl-pz")) == 4


@pytest.mark.rule("besieged Allowances")
@pytest.mark.parametrize(
    ("name", "turn", "impulse", "weather", "points"),
    [
        ("ge-xl-pz", 3, 1, "clear", 6),
        ("ge-xl-pz", 3, 2, "clear", 4),
        ("ge-xl-pz", 3, 1, "light_mud", 4),
        ("ge-xl-pz", 3, 2, "mud", 1),
        ("ge-xl-pz", 4, 1, "snow", 2),
        ("ge-xl-pz", 11, 1, "snow", 4),
        ("su-8a", 4, 1, "snow", 2),
        ("su-8a", 14, 1, "clear", 3),
        ("su-8a", 15, 1, "clear", 4),
        ("fi-vi", 4, 1, "snow", 3),
    ],
)
def test_movement_by_weather_and_impulse(
    name: str, turn: int, impulse: int, weather: str, points: int
) -> None:
    g = war({name: "Vyborg"}, turn=turn, impulse=impulse, weather=weather)
    assert movement_allowance(g, unit(name)) == points


@pytest.mark.rule("besieged Stacking")
def test_three_units_share_a_hex_but_only_two_armies_and_one_ally() -> None:
    g = war({"su-8a": "Minsk", "su-11a": "Minsk", "ge-i": "Kiev", "ro-i": "Kiev"})
    assert (
        str(room_refusal(g, unit("su-27a"), hex_("Minsk")))
        == "there is room for 2 armies in a hex [Stacking]"
    )
    assert room_refusal(g, unit("su-1mc"), hex_("Minsk")) is None
    assert "one nation" in str(room_refusal(g, unit("it-csir"), hex_("Kiev")))
    g.bring(unit("su-1mc"), hex_("Minsk"), 2)
    assert "3 units" in str(room_refusal(g, unit("su-3mc"), hex_("Minsk")))
    assert room_refusal(g, unit("su-nkvd1"), hex_("Minsk")) is None


def test_a_zone_does_not_reach_into_a_major_city_that_an_enemy_holds() -> None:
    g = war({"ge-i": "2334", "su-13a": "Minsk"})
    assert not zone_of_control(g, AXIS) >> hex_("Minsk") & 1
    assert zone_of_control(g, SOVIET) >> hex_("2334") & 1


def test_a_last_step_with_a_factor_of_one_has_no_zone() -> None:
    g = war({"su-5abc": "Minsk"})
    assert zone_of_control(g, SOVIET) == 0


@pytest.mark.rule("besieged Rule 10.68")
def test_a_unit_between_zones_is_surrounded_until_a_friend_stands_in_one() -> None:
    g = war({"su-8a": "3104", "ge-i": "3105", "ge-ii": "3003", "ge-v": "3203"})
    assert is_surrounded(g, hex_("3104"), SOVIET)
    g.bring(unit("su-11a"), hex_("3004"), 2)
    assert not is_surrounded(g, hex_("3104"), SOVIET)


@pytest.mark.rule("besieged Rule 10.68")
def test_the_edge_of_the_map_surrounds_but_for_one_s_own() -> None:
    g = war({"ge-i": "3101", "su-8a": "3102"})
    assert is_surrounded(g, hex_("3101"), AXIS)
    turned = war({"su-8a": "3101", "ge-i": "3102"})
    assert not is_surrounded(turned, hex_("3101"), SOVIET)


@pytest.mark.rule("besieged Supply")
def test_mud_and_snow_shorten_the_line_to_the_railway() -> None:
    clear, snow = (war({"su-8a": "3104"}, turn=5, weather=weather) for weather in ("clear", "snow"))
    assert (len(supplied_units(clear, SOVIET)), len(supplied_units(snow, SOVIET))) == (1, 0)


@pytest.mark.rule("besieged Supply")
def test_an_ally_is_supplied_from_the_cities_of_his_own_country() -> None:
    g = war({"ro-i": "Bucharest", "ge-i": "Bucharest"})
    g.axis_rail = 0
    assert supplied_units(g, AXIS) == {unit("ro-i")}
