"""Movement on the board: ground, zones, stacking, limits of nations, rail, sea and air."""

from __future__ import annotations

import pytest

from sandtable.kernel import Hex, Refused
from sandtable.rules.besieged.asking.reach import march_reach
from sandtable.rules.besieged.fight.attacks import able
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.supply import in_supply
from sandtable.rules.besieged.position.zones import zone_of_control
from sandtable.rules.besieged.turn.marching import entry_refusal, moving_refusal, range_of
from sandtable.rules.besieged.turn.movement import MoveUnits, drop_refusal
from sandtable.rules.besieged.turn.rail import ConvertRail, RailMoves, capacity, extensions
from sandtable.rules.besieged.turn.sea import SeaMoves
from sandtable.rules.besieged.turn.sequence import SpreadControl

from .board import asks, begin, hex_, log, offered, pick, unit, war, where


def cost(name: str, start: str, to: str, *, weather: str = "clear") -> int | None:
    """What the march of a lone unit costs."""
    g = war({name: start}, weather=weather, turn=8)
    return range_of(g, unit(name)).cost(hex_(to))


@pytest.mark.rule("besieged Movement")
def test_a_unit_moves_once_an_impulse_and_takes_the_hexes_on_its_way() -> None:
    g = begin(war({"ge-i": "3106"}), MoveUnits(AXIS))
    pick(g, "move", "ge-i")
    pick(g, "to", "3103")
    assert (where(g, "ge-i"), asks(g)) == ("3103", "MoveUnits")
    assert g.controls(AXIS, hex_("3105"))
    assert offered(g) == {"done"}
    assert log(g)[-1] == "I Corps moves to 3103."
    with pytest.raises(Refused, match="has moved in this impulse"):
        pick(g, "move", "ge-i")


@pytest.mark.rule("besieged Movement")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    g = war({"ge-i": "3106", "su-8a": "3104"})
    assert "an enemy is there" in str(entry_refusal(g, unit("ge-i"), hex_("3104")))


@pytest.mark.rule("besieged Terrain Costs")
@pytest.mark.parametrize(
    ("name", "start", "to", "points"),
    [("ge-i", "0325", "0324", 1), ("ge-xl-pz", "0325", "0324", 2), ("ge-xlix", "0325", "0324", 1)],
)
def test_forest_costs_armor_more_than_foot(name: str, start: str, to: str, points: int) -> None:
    assert cost(name, start, to) == points


@pytest.mark.rule("besieged Terrain Costs")
def test_a_river_costs_a_point_unless_it_is_frozen() -> None:
    # The Dnepr at Kiev.
    g = war({"ge-i": "Kiev"})
    bank = next(b for a, b in g.campaign.rivers.sides if a == hex_("Kiev"))
    name = g.grid.name(Hex(bank))
    assert (cost("ge-i", "Kiev", name), cost("ge-i", "Kiev", name, weather="snow")) == (2, 1)


@pytest.mark.rule("besieged Terrain Costs")
def test_the_strait_of_kerch_costs_three_points() -> None:
    assert cost("ge-xl-pz", "Kerch", "4321") == 3


@pytest.mark.rule("besieged Zones")
def test_a_unit_stops_in_an_enemy_zone_and_goes_no_farther() -> None:
    g = war({"ge-xl-pz": "3107", "su-8a": "3104", "su-11a": "2904", "su-27a": "3304"})
    way = range_of(g, unit("ge-xl-pz"))
    assert (way.cost(hex_("3105")), way.cost(hex_("3003"))) == (2, None)


@pytest.mark.rule("besieged Zones")
def test_leaving_a_zone_costs_a_point_in_the_first_impulse() -> None:
    g = war({"ge-i": "3105", "su-8a": "3104"})
    assert range_of(g, unit("ge-i")).cost(hex_("3106")) == 2


@pytest.mark.rule("besieged Zones")
def test_in_the_second_impulse_only_cavalry_and_armor_leave_a_zone_for_two_points() -> None:
    g = war({"ge-i": "3105", "ge-xl-pz": "3105", "su-8a": "3104"}, impulse=2)
    assert "only cavalry and armor" in str(moving_refusal(g, unit("ge-i")))
    assert range_of(g, unit("ge-xl-pz")).cost(hex_("3106")) == 3


@pytest.mark.rule("besieged Zones")
def test_from_zone_to_zone_one_goes_only_to_a_friend() -> None:
    g = war({"ge-xl-pz": "3105", "su-8a": "3104"}, weather="mud", turn=3)
    assert "only where a friend stands" in str(entry_refusal(g, unit("ge-xl-pz"), hex_("3004")))
    g.bring(unit("ge-i"), hex_("3004"), 2)
    assert entry_refusal(g, unit("ge-xl-pz"), hex_("3004")) is None


@pytest.mark.rule("besieged Zones")
def test_a_zone_is_entered_round_about_by_a_free_hex() -> None:
    g = war({"ge-xl-pz": "3105", "su-8a": "3104"})
    assert range_of(g, unit("ge-xl-pz")).path(hex_("3004")) != (hex_("3105"), hex_("3004"))
    assert range_of(g, unit("ge-xl-pz")).cost(hex_("3004")) == 3


@pytest.mark.rule("besieged Zones")
def test_a_zone_does_not_cross_the_strait() -> None:
    g = war({"ge-i": "Kerch"})
    assert not zone_of_control(g, AXIS) >> hex_("4321") & 1


@pytest.mark.rule("besieged Allowances")
def test_a_unit_may_always_move_one_hex() -> None:
    g = war({"ge-xl-pz": "0325"}, weather="mud", impulse=2, turn=3)
    assert range_of(g, unit("ge-xl-pz")).points == 1
    assert range_of(g, unit("ge-xl-pz")).cost(hex_("0324")) == 1


@pytest.mark.rule("besieged Control")
def test_open_country_goes_to_the_only_side_with_a_zone_there_and_a_city_to_who_enters_it() -> None:
    g = begin(war({"ge-i": "3223", "su-8a": "3021"}), SpreadControl(AXIS))
    assert (g.controls(AXIS, hex_("3224")), g.controls(AXIS, hex_("Kharkov"))) == (True, False)


@pytest.mark.rule("besieged Neutral")
def test_bulgaria_is_closed_to_the_axis_and_opens_to_the_soviets_on_turn_21() -> None:
    early, late = (war({"ge-i": "Ruse", "su-8a": "Ruse"}, turn=turn) for turn in (20, 21))
    there = early.campaign.neutral
    assert early.closed(unit("su-8a")) & there == there
    assert (late.closed(unit("su-8a")), late.closed(unit("ge-i")) & there) == (0, there)


@pytest.mark.rule("besieged Static")
def test_a_garrison_stays_until_its_turn_or_until_an_enemy_is_near() -> None:
    g = war({"su-46a": "Tbilisi", "su-nkvd2": "Moscow"}, turn=3)
    assert "through turn 7" in str(moving_refusal(g, unit("su-46a")))
    assert "through turn 3" in str(moving_refusal(g, unit("su-nkvd2")))
    g.bring(unit("ge-i"), hex_("Mozdok"), 2)
    assert moving_refusal(g, unit("su-46a")) is None


@pytest.mark.rule("besieged Finland")
def test_finns_stay_north_of_the_leningrad_row() -> None:
    g = war({"fi-vi": "0929"}, turn=3)
    assert "Leningrad row" in str(entry_refusal(g, unit("fi-vi"), hex_("1129")))


@pytest.mark.rule("besieged Romania")
def test_nobody_in_romania_moves_in_the_first_impulse_of_turn_1() -> None:
    first, second = (war({"ge-liv": "Iasi"}, turn=1, impulse=n) for n in (1, 2))
    assert "first impulse of turn 1" in str(moving_refusal(first, unit("ge-liv")))
    assert moving_refusal(second, unit("ge-liv")) is None


@pytest.mark.rule("besieged Rail")
def test_a_unit_goes_any_distance_by_rail_but_not_from_or_into_an_enemy_zone() -> None:
    g = war({"su-8a": "Gorki", "su-11a": "Tula"})
    tula = hex_("Tula")
    g.bring(unit("ge-i"), g.grid.neighbours(tula)[3], 2)
    begin(g, RailMoves(SOVIET))
    assert offered(g) == {"done", "rail su-8a"}
    pick(g, "rail", "su-8a")
    assert f"to {g.grid.name(tula)}" not in offered(g)
    with pytest.raises(Refused, match="into an enemy zone"):
        pick(g, "to", "Tula")
    with pytest.raises(Refused, match="no railway of that side"):
        pick(g, "to", "Berlin")
    pick(g, "to", "Saratov")
    assert (where(g, "su-8a"), g.rail_used, g.moved[unit("su-8a")]) == ("2711", 1, 1)


@pytest.mark.rule("besieged Rail")
def test_railways_carry_fewer_in_snow_and_on_the_first_turn() -> None:
    g = war({}, turn=4, weather="snow")
    assert (capacity(g, AXIS), capacity(g, SOVIET)) == (3, 6)
    assert capacity(war({}, turn=1), SOVIET) == 2


@pytest.mark.rule("besieged Conversion")
def test_a_line_is_extended_over_hexes_that_the_side_controls() -> None:
    g = war({"ge-i": "2735"}, turn=1)
    g.take_control(g.campaign.hexes(["Brest-Litovsk"]), AXIS)
    begin(g, ConvertRail(AXIS, 1, ()))
    assert "convert 2738" in offered(g)
    for place, why in (
        ("Minsk", "the enemy controls"),
        ("Warsaw", "run there already"),
        ("3105", "no railway"),
    ):
        with pytest.raises(Refused, match=why):
            pick(g, "convert", place)
    pick(g, "convert", "Brest-Litovsk")
    assert g.axis_rail >> hex_("Brest-Litovsk") & 1
    assert asks(g) == ""


@pytest.mark.rule("besieged Conversion")
def test_one_line_is_not_carried_on_and_on_by_several_extensions() -> None:
    g = war({}, turn=1)
    # All of the way from Brest to Minsk and beyond is held: far more than the four hexes of turn 1.
    g.take_control(g.campaign.rail_hexes, AXIS)
    begin(g, ConvertRail(AXIS, 2, ()))
    first = offered(g)
    farthest = max(extensions(g, AXIS, 0)[-1].bit_length() - 1, 0)
    pick(g, "convert", g.grid.name(Hex(farthest)))
    assert offered(g) <= first - {f"convert {g.grid.name(Hex(farthest))}"}


@pytest.mark.rule("besieged Sea")
def test_one_soviet_unit_a_turn_sails_between_black_sea_ports() -> None:
    g = begin(war({"su-9a": "Odessa", "su-8a": "Odessa"}), SeaMoves(SOVIET))
    assert offered(g) == {"done", "sail su-9a", "sail su-8a"}
    pick(g, "sail", "su-9a")
    assert "to 4426" in offered(g)
    pick(g, "to", "Sevastopol")
    assert (where(g, "su-9a"), asks(g)) == ("4426", "")


@pytest.mark.rule("besieged Landings")
def test_once_a_winter_a_unit_lands_in_a_free_enemy_port_and_is_weak_for_a_turn() -> None:
    g = war({"su-44a": "Novorossiysk"}, turn=4)
    g.take_control(g.campaign.hexes(["Kerch", "Feodosia"]), AXIS)
    begin(g, SeaMoves(SOVIET))
    pick(g, "land", "su-44a")
    assert offered(g) == {"to 4322", "to 4324"}
    pick(g, "to", "Kerch")
    assert (g.landed[unit("su-44a")], g.landing_year) == (1, 1941)


@pytest.mark.rule("besieged Landings")
def test_a_port_that_is_held_is_assaulted_from_the_coast_beside_it() -> None:
    g = war({"su-44a": "Novorossiysk", "ro-i": "Kerch"}, turn=4)
    g.take_control(g.campaign.land & ~(1 << hex_("Novorossiysk")), AXIS)
    begin(g, SeaMoves(SOVIET))
    pick(g, "land", "su-44a")
    coast = [name.removeprefix("to ") for name in offered(g) if name != "to 4324"]
    assert all(g.grid.distance(hex_(name), hex_("Kerch")) == 1 for name in coast)
    pick(g, "to", coast[0])
    assert able(g, SOVIET, hex_("Kerch")) == [unit("su-44a")]


@pytest.mark.rule("besieged Supply")
def test_reach_tells_who_would_be_in_supply_after_the_move() -> None:
    """It is judged where the unit would stand, with the hexes that it would take on its way."""
    g = war({"su-22mc": "Kharkov"})
    g.take_control(
        g.campaign.land & ~g.grid.within(hex_("Kharkov"), 1) & g.grid.within(hex_("Kharkov"), 9), AXIS
    )
    begin(g, MoveUnits(SOVIET))
    pick(g, "move", "su-22mc")
    told = {name: found.supplied for name, found in march_reach(g, unit("su-22mc")).hexes.items()}
    assert told == {name: in_supply(pick(g.copy(), "to", name), unit("su-22mc")) for name in told}


@pytest.mark.rule("besieged Airborne")
def test_an_airborne_unit_drops_once_a_year_in_clear_weather_near_a_city() -> None:
    g = begin(war({"su-5abc": "Moscow"}), MoveUnits(SOVIET))
    pick(g, "drop", "su-5abc")
    assert f"to {g.grid.name(hex_('Smolensk'))}" in offered(g)
    pick(g, "to", "2127")
    assert (where(g, "su-5abc"), g.dropped[unit("su-5abc")]) == ("2127", 1941)
    assert "clear weather" in str(drop_refusal(war({"su-5abc": "Moscow"}, weather="mud"), unit("su-5abc")))
