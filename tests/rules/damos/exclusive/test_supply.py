"""[AGN 4.3, AGS 4.3] Lines of supply of Germans, Russians, Finns and Germans in Finland."""

from __future__ import annotations

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.losses import eliminate
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front, Origin
from sandtable.rules.damos.series.position.supply import (
    contact_with_home,
    german_overland,
    in_supply,
    way_home,
)
from sandtable.rules.damos.series.replacements import SpendPoints, rebuild_hexes

from ..positions import answers, options_of, play, position, unit
from .theater import theater

# ---- Germans


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("hex_", "supplied"), [("0204", True), ("0205", False)])
def test_a_german_line_runs_three_hexes_from_the_railway(hex_: str, supplied: bool) -> None:
    g = position(
        """
        .  .  .  .  .  .
          .  .  .  .  .  .
        P8 .  .  .  .  .
    """
    )
    g.put(unit(g, "P8"), g.grid.hex(hex_))
    assert in_supply(g, unit(g, "P8")) is supplied


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("turn", "hexes"), [(1, 3), (8, 3), (9, 2), (12, 2), (13, 2)])
def test_from_november_it_runs_only_two(turn: int, hexes: int) -> None:
    g = position(". P8 .", turn=turn)
    assert german_overland(g) == hexes
    assert (g.campaign.calendar.name(turn).split()[-1] in ("November", "December", "January")) is (hexes == 2)


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_rail_beyond_the_start_line_counts_only_once_it_is_converted() -> None:
    g = position(
        """
        .  .  .  .  .  .  .
          .  .  .  .  .  P8 .
        .  .  .  .  .  .  .
    """,
        rails=["0201 0202 0203 0204"],
        axis="0202 0203 0204",
    )
    assert not in_supply(g, unit(g, "P8"))
    g.converted |= sum(1 << g.grid.hex(name) for name in ("0202", "0203", "0204"))
    assert in_supply(g, unit(g, "P8"))


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_converted_rail_that_the_enemy_has_retaken_carries_nothing() -> None:
    g = position(
        """
        .  .  .  .  .  .  .
          .  .  .  .  .  P8 .
        .  .  .  .  .  .  .
    """,
        rails=["0201 0202 0203 0204"],
        axis="0202 0203 0204",
    )
    g.converted |= sum(1 << g.grid.hex(name) for name in ("0202", "0203", "0204"))
    g.take_control(g.grid.hex("0203"), SOVIET)
    assert not in_supply(g, unit(g, "P8"))


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_enemy_zones_cut_the_line_except_where_a_friend_stands() -> None:
    alone = position("""
        .  .  .  P8 .
          ~  f4 ~  ~  ~
    """)
    assert not in_supply(alone, unit(alone, "P8"))
    joined = position("""
        .  F4 F5 P8 .
          ~  f4 ~  ~  ~
    """)
    assert in_supply(joined, unit(joined, "P8"))


@pytest.mark.rule("damos AGN 4.3.1")
def test_at_the_start_every_axis_unit_of_army_group_north_is_in_supply() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("agn"))
    assert [
        g.roster[u].name for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0 and not in_supply(g, u)
    ] == []


@pytest.mark.rule("damos AGS 4.3.1")
@pytest.mark.parametrize("scenario", ["ags", "barbarossa"])
def test_at_the_start_every_axis_unit_of_the_other_scenarios_is_too(scenario: str) -> None:
    g = begin(RULEBOOK, RULEBOOK.setup(scenario))
    assert [
        g.roster[u].name for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0 and not in_supply(g, u)
    ] == []


# ---- Russians


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
@pytest.mark.parametrize(
    ("hex_", "turn", "supplied"), [("0203", 2, True), ("0203", 12, True), ("0202", 2, False)]
)
def test_a_russian_line_runs_five_hexes_winter_or_not(hex_: str, turn: int, supplied: bool) -> None:
    g = position(
        """
        .  .  .  .  .  .  .  .
          .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  f4
    """,
        turn=turn,
        phasing=SOVIET,
    )
    g.put(unit(g, "f4"), g.grid.hex(hex_))
    assert in_supply(g, unit(g, "f4")) is supplied


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
def test_a_russian_city_is_a_source_while_it_is_held_and_a_town_is_none() -> None:
    g = position(". . f4 c . . . .", rails=["0103 0104"], edge_rails=False, phasing=SOVIET)
    assert in_supply(g, unit(g, "f4"))
    g.take_control(g.grid.hex("0104"), AXIS)
    assert not in_supply(g, unit(g, "f4"))
    town = position(". . f4 o . . . .", rails=["0103 0104"], edge_rails=False, phasing=SOVIET)
    assert not in_supply(town, unit(town, "f4"))


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
@pytest.mark.parametrize("rails", [[], ["0102 0103"]])
def test_a_russian_city_without_a_railway_of_its_own_supplies_nobody(rails: list[str]) -> None:
    g = position(". . f4 c f3+m2 . . .", rails=rails, edge_rails=False, phasing=SOVIET)
    g.put(unit(g, "m2"), g.grid.hex("0104"))
    assert [in_supply(g, unit(g, mark)) for mark in ("f4", "f3", "m2")] == [False, False, False]


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
def test_a_russian_city_on_converted_rail_supplies_nobody_any_more() -> None:
    g = position(". . f4 c . . . .", rails=["0103 0104 0105"], edge_rails=False, phasing=SOVIET)
    assert in_supply(g, unit(g, "f4"))
    g.converted |= 1 << g.grid.hex("0104")
    assert not in_supply(g, unit(g, "f4"))


@pytest.mark.rule("damos 8.11", "damos 10.0")
def test_a_city_without_a_railway_is_home_for_retreats_and_surrender_all_the_same() -> None:
    g = position(". . f4 c . .\n  ~ ~ ~ ~ ~ ~", edge_rails=False, axis="0106", phasing=SOVIET)
    here = g.grid.hex("0103")
    assert not in_supply(g, unit(g, "f4"))
    assert contact_with_home(g, SOVIET) >> here & 1
    assert way_home(g, SOVIET, here, here).of(here) == 1


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
def test_russians_do_not_use_converted_rail() -> None:
    g = position(
        ". f4 . . . . . . . .",
        rails=["0103 0104 0105 0106 0107 0108 0109 0110"],
        phasing=SOVIET,
    )
    assert in_supply(g, unit(g, "f4"))
    g.converted |= 1 << g.grid.hex("0107")
    assert not in_supply(g, unit(g, "f4"))


# ---- Finns, and Germans in Finland


@pytest.mark.rule("damos AGN 4.3.3")
def test_finns_trace_by_road_to_a_city_in_finland() -> None:
    g = theater("agn", {"fi-2-inf": "0108", "ge-163-inf": "0108"}, turn=12)
    assert in_supply(g, unit(g, "fi-2-inf"))


@pytest.mark.rule("damos AGN 4.3.3")
@pytest.mark.parametrize(("hex_", "supplied"), [("0107", True), ("0108", False)])
def test_a_finnish_line_runs_five_hexes_to_a_road_even_in_winter(hex_: str, supplied: bool) -> None:
    g = position(
        "c . . . . . . . . nF4",
        roads=["0101 0102"],
        edge_rails=False,
        countries={"FI": "0101 0102"},
        board_areas={"finland": "0101 0102"},
        germany=2,
        turn=12,
    )
    g.put(unit(g, "nF4"), g.grid.hex(hex_))
    assert in_supply(g, unit(g, "nF4")) is supplied


@pytest.mark.rule("damos AGN 4.3.3")
@pytest.mark.parametrize(
    ("roads", "converted", "supplied"),
    [
        ("", "", True),
        ("", "0103", False),
        ("0102 0103 0104", "0103", True),
        ("0102 0103", "0103 0104", False),
    ],
)
def test_a_finnish_line_runs_along_roads_whatever_became_of_the_railway(
    roads: str, converted: str, supplied: bool
) -> None:
    g = position(
        "c . . . . . . . . nF4",
        rails=["0101 0102 0103 0104 0105"],
        roads=[roads] if roads else [],
        edge_rails=False,
        countries={"FI": "0101 0102"},
        board_areas={"finland": "0101 0102"},
        germany=2,
        axis="0103 0104 0105",
    )
    for hex_ in converted.split():
        g.converted |= 1 << g.grid.hex(hex_)
    g.put(unit(g, "nF4"), g.grid.hex("0109"))
    assert in_supply(g, unit(g, "nF4")) is supplied


@pytest.mark.rule("damos AGN 4.3.3")
def test_a_finnish_line_ends_at_a_city_in_axis_hands() -> None:
    g = position(
        "c . nF4 . . .",
        roads=["0101 0102"],
        edge_rails=False,
        countries={"FI": "0101 0102"},
        board_areas={"finland": "0101 0102"},
        germany=2,
    )
    assert in_supply(g, unit(g, "nF4"))
    g.take_control(g.grid.hex("0101"), SOVIET)
    assert not in_supply(g, unit(g, "nF4"))


@pytest.mark.rule("damos AGN 4.6")
def test_germans_in_finland_trace_as_finns_do_for_the_rest_of_the_game() -> None:
    g = theater("agn", {"ge-163-inf": "0109", "ge-269-inf": "0109"})
    g.origin[unit(g, "ge-163-inf")] = Origin.FINLAND
    assert in_supply(g, unit(g, "ge-163-inf"))
    assert not in_supply(g, unit(g, "ge-269-inf"))


@pytest.mark.rule("damos AGN 4.6", "damos 5.0")
def test_a_german_of_finland_that_is_rebuilt_comes_from_the_west_and_is_a_german_like_any_other() -> None:
    g = theater("agn", {"ge-163-inf": "0109"}, turn=4)
    number = unit(g, "ge-163-inf")
    g.origin[number] = Origin.FINLAND
    eliminate(g, number)
    g.axis_rp = 1
    play(g, SpendPoints())
    assert options_of(g) == ["save", "rebuild ge-163-inf"]
    answers(g, "rebuild ge-163-inf", options_of_rebuilt(g))
    assert g.campaign.west_edge >> g.hex_of[number] & 1
    assert g.origin[number] == Origin.ELSEWHERE
    assert in_supply(g, number)


def options_of_rebuilt(g: Front) -> str:
    """The first hex where the unit may come back."""
    hexes = rebuild_hexes(g, unit(g, "ge-163-inf"))
    return f"place ge-163-inf {g.grid.name(Hex(members(hexes)[0]))}"


@pytest.mark.rule("damos AGN 4.3.2")
def test_taking_the_railway_cuts_off_russians_far_from_any_city() -> None:
    g = theater("agn", {"su-41-rc": "1001"}, phasing=SOVIET)
    assert in_supply(g, unit(g, "su-41-rc"))
    for hex_ in members(g.grid.within(g.grid.hex("1001"), 5) & g.campaign.rail_hexes):
        g.take_control(Hex(hex_), AXIS)
    assert not in_supply(g, unit(g, "su-41-rc"))
