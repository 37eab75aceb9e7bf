"""[2.10] Lines of supply, as both sides trace them."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.supply import (
    contact_with_home,
    force_in_supply,
    in_supply,
    soviet_sources,
    way_home,
)

from .positions import activate, enter, names_of, plans, position, shake, unit, units


@pytest.mark.rule("damos 2.10")
def test_a_line_counts_the_hexes_entered_the_rail_hex_included() -> None:
    g = position(". . . F4 F3 .\n  . . . . . .", turn=3)
    assert in_supply(g, unit(g, "F4"))
    assert not in_supply(g, unit(g, "F3"))


@pytest.mark.rule("damos 2.10")
def test_an_enemy_unit_cuts_the_line() -> None:
    g = position(". f4 . F4\n  ~ ~ ~ ~", turn=3)
    assert not in_supply(g, unit(g, "F4"))


@pytest.mark.rule("damos 2.10")
def test_an_enemy_zone_of_control_cuts_the_line() -> None:
    g = position(". . . F4 .\n  . f4 . . .\n. ~ ~ ~ .", turn=3)
    assert not in_supply(g, unit(g, "F4"))
    assert in_supply(shake(g, "f4"), unit(g, "F4"))


@pytest.mark.rule("damos 2.10")
def test_a_friend_cancels_the_zone_in_its_own_hex() -> None:
    g = position(". F2 F3 F4 .\n  . f4 . . .\n. ~ ~ ~ .", turn=3)
    assert in_supply(g, unit(g, "F4"))


@pytest.mark.rule("damos 2.10")
def test_the_hex_of_the_unit_itself_may_lie_in_an_enemy_zone() -> None:
    g = position(". F4 f4 .\n  . . . .", turn=3)
    assert in_supply(g, unit(g, "F4"))


@pytest.mark.rule("damos 2.10")
def test_no_line_crosses_water() -> None:
    g = position("~ F4 . .\n  . ~ ~ ~", turn=3, sides={"water": [("0102", "0201")]})
    assert not in_supply(g, unit(g, "F4"))


@pytest.mark.rule("damos 2.10")
def test_no_russian_line_crosses_water() -> None:
    g = position("F4 . f4 .\n  ~ ~ ~ ~", turn=3, sides={"water": [("0103", "0104")]})
    assert not in_supply(g, unit(g, "f4"))
    dry = position("F4 . f4 .\n  ~ ~ ~ ~", turn=3)
    assert in_supply(dry, unit(dry, "f4"))


@pytest.mark.rule("damos 2.10")
def test_on_turn_1_russian_zones_cut_nothing() -> None:
    picture = ". . . F4 .\n  . f4 . . .\n. ~ ~ ~ ."
    first = position(picture, turn=1)
    assert in_supply(first, unit(first, "F4"))


@pytest.mark.rule("damos 2.10")
def test_in_combat_the_enemies_in_the_hex_and_their_zone_are_left_out() -> None:
    g = activate(position(". F4 f4 .\n  . . . .", turn=3), "F4")
    enter(g, "0103")
    assert not force_in_supply(g, units(g, "F4"))
    assert force_in_supply(g, units(g, "F4"), combat=True)


@pytest.mark.rule("damos 2.10")
def test_supply_is_checked_when_a_force_fights() -> None:
    g = activate(position(". . . . . F4 f4 .\n  . . . . . . . .", turn=3), "F4")
    enter(g, "0107")
    plans(g, "standard", "steadfast")
    assert (g.battle_attacker_los, g.battle_defender_los) == (0, 1)


# ---- sources


@pytest.mark.rule("damos 2.10", "damos AGN 4.3.2", "damos AGS 4.3.2")
def test_a_russian_held_city_is_a_source_and_a_town_is_not() -> None:
    g = position("F4 . c . C o f4\n  . . . . . . .", turn=3, axis="0103", edge_rails=False)
    assert names_of(g, soviet_sources(g)) == ["0105"]


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
def test_unconverted_rail_hexes_of_the_east_edge_are_sources() -> None:
    g = position("F4 . f4\n  . . .", turn=3)
    assert names_of(g, soviet_sources(g)) == ["0103", "0203"]
    g.converted |= 1 << g.grid.hex("0103")
    assert names_of(g, soviet_sources(g)) == ["0203"]


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
def test_russians_trace_five_hexes_to_rail() -> None:
    g = position("F4 . f4 f3 . . . . .\n  . . . . . . . . .", turn=3)
    assert in_supply(g, unit(g, "f3"))
    assert not in_supply(g, unit(g, "f4"))


@pytest.mark.rule("damos AGN 4.3.2", "damos AGS 4.3.2")
def test_russians_trace_along_rail_in_their_hands() -> None:
    line = ["0103 0104 0105 0106 0107 0108 0109"]
    g = position("F4 . f4 . . . . . .\n  . . . . . . . . .", turn=3, rails=line)
    assert in_supply(g, unit(g, "f4"))
    g.axis_control |= 1 << g.grid.hex("0108")
    assert not in_supply(g, unit(g, "f4"))


@pytest.mark.rule("damos 2.10")
def test_the_part_of_a_line_off_the_rail_needs_no_control() -> None:
    line = ["0103 0104 0105 0106 0107 0108 0109"]
    g = position("F4 . f4 . . . . . .\n  . . . . . . . . .", turn=3, rails=line, axis="0104 0105")
    assert in_supply(g, unit(g, "f4"))


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_germans_trace_along_converted_rail_in_their_hands() -> None:
    line = ["0101 0102 0103 0104 0105"]
    g = position(". . . . . . F4 .\n  . . . . . . . .", turn=3, rails=line, axis="0102 0103 0104 0105")
    assert not in_supply(g, unit(g, "F4"))
    g.converted |= sum(1 << g.grid.hex(h) for h in ("0102", "0103", "0104", "0105"))
    assert in_supply(g, unit(g, "F4"))
    g.axis_control &= ~(1 << g.grid.hex("0103"))
    assert not in_supply(g, unit(g, "F4"))


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("turn", "yes"), [(8, True), (9, False)])
def test_winter_shortens_the_german_line(turn: int, yes: bool) -> None:
    g = position(". . . F4 .\n  . . . . .", turn=turn)
    assert in_supply(g, unit(g, "F4")) is yes


# ---- unlimited traces


@pytest.mark.rule("damos 10.0")
def test_a_trace_home_is_of_any_length_and_needs_no_rail() -> None:
    g = position(
        "F4 . f4 . . . . . .\n  . . . . . . . . .", turn=3, axis="0104 0105 0106 0107 0108 0109 0209"
    )
    assert not in_supply(g, unit(g, "f4"))
    assert contact_with_home(g, SOVIET) >> g.hex_of[unit(g, "f4")] & 1


@pytest.mark.rule("damos 8.11")
def test_the_way_home_goes_around_enemies_and_does_not_mind_zones() -> None:
    g = position("F4 . . f4 .\n  ~ ~ ~ . .", turn=3)
    here = g.grid.hex("0101")
    assert way_home(g, AXIS, here, here).of(g.grid.hex("0103")) is None
    assert way_home(g, SOVIET, g.grid.hex("0104"), g.grid.hex("0104")).of(g.grid.hex("0103")) == 2
