"""[8.3, 8.4, 8.7] Plans and postures, who may choose which, and the ladder of loss points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.machine.actions import Seat
from sandtable.rules.damos.series.combat.plans import (
    Posture,
    adjusted,
    loss_points,
    posture_refusal,
    postures,
    rung_label,
    rung_of,
)
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from tests.rules.damos.positions import activate, asked_names, choose, enter, options_of, position, shake

from .fights import strip


def allowed(picture: str, by: str = "", **more: Any) -> list[str]:
    """The postures of the force in 0103, which is attacked by a hex."""
    g = position(picture, **more)
    here = g.grid.hex("0103")
    side = AXIS if g.units(here, AXIS) else SOVIET
    units = g.units(here, side)
    found = postures(g, side, here, units, g.grid.hex(by)) if by else postures(g, side, here, units)
    return [posture.name.lower() for posture in found]


def refused(picture: str, posture: str, **more: Any) -> tuple[str, str]:
    """Paragraph and reason why the force in 0103 may not choose a posture."""
    g = position(picture, **more)
    here = g.grid.hex("0103")
    side = AXIS if g.units(here, AXIS) else SOVIET
    no = posture_refusal(g, side, here, g.units(here, side), Posture[posture.upper()])
    assert no is not None
    return no.rule, no.reason


def attacked(picture: str, **more: Any) -> Front:
    """The force P8 enters the enemy hex 0203."""
    g = activate(position(strip(picture), turn=3, **more), "P8")
    enter(g, "0203")
    return g


@pytest.mark.rule("damos 8.4")
@pytest.mark.parametrize(
    ("ground", "found"),
    [
        (".", ["steadfast", "counterattack"]),
        ("w", ["steadfast", "counterattack", "delay", "hedgehog"]),
        ("r", ["steadfast", "counterattack", "delay", "hedgehog"]),
        ("s", ["steadfast", "delay", "hedgehog"]),
        ("^", ["steadfast", "delay", "hedgehog"]),
        ("o", ["steadfast", "counterattack", "hedgehog"]),
    ],
)
def test_terrain_decides_which_postures_there_are(ground: str, found: list[str]) -> None:
    assert allowed(f". . P8@{ground} . .") == found


@pytest.mark.rule("damos 8.4")
def test_a_river_line_adds_delay_for_a_defender_attacked_across_it() -> None:
    assert "delay" in allowed(". . | P8 . .", by="0102")
    assert "delay" not in allowed(". . | P8 . .", by="0104")


@pytest.mark.rule("damos AGN 2.1", "damos AGS 2.1")
@pytest.mark.parametrize("city", ["c", "C"])
@pytest.mark.parametrize("unit", ["P8", "p8"])
def test_in_a_city_both_sides_must_stand(city: str, unit: str) -> None:
    assert allowed(f". . {unit}@{city} . .") == ["steadfast"]


@pytest.mark.rule("damos AGN 2.1")
def test_only_a_force_with_mechanized_or_armor_units_may_counterattack() -> None:
    assert allowed(". . F4+M2 . .") == ["steadfast", "counterattack"]
    assert allowed(". . F4+T5+C3 . .") == ["steadfast"]


@pytest.mark.rule("damos AGN 2.1")
def test_soviets_must_counterattack_if_they_may() -> None:
    assert allowed(". . m2@w . .") == ["counterattack"]


@pytest.mark.rule("damos AGN 2.1")
def test_soviets_who_cannot_counterattack_must_stand() -> None:
    assert allowed(". . f9@w . .") == ["steadfast"]
    assert allowed(". . p9@s . .") == ["steadfast"]


@pytest.mark.rule("damos 2.8", "damos 8.4")
def test_a_force_with_a_demoralized_unit_has_no_posture() -> None:
    g = shake(position(". . P8+F4@w . ."), "F4")
    here = g.grid.hex("0103")
    assert postures(g, AXIS, here, g.units(here, AXIS)) == [Posture.NONE]


@pytest.mark.rule("damos 8.4")
def test_a_refused_posture_says_which_paragraph_forbids_it() -> None:
    assert refused(". . F4 . .", "delay")[0] == "8.4"
    assert refused(". . F4@w . .", "counterattack")[0] == "AGN 2.1"
    assert refused(". . p4@w . .", "hedgehog")[0] == "AGN 2.1"
    assert refused(". . P4@c . .", "counterattack")[0] == "AGN 2.1"
    assert refused(". . P4@c . .", "counterattack", areas=("south",))[0] == "AGS 2.1"


@pytest.mark.rule("damos 8.3")
def test_whoever_enters_a_defended_hex_plans_a_meeting_engagement_or_a_standard_attack() -> None:
    g = attacked(". P8 f5 . .")
    assert options_of(g, Seat(0)) == ["plan meeting", "plan standard"]


@pytest.mark.rule("damos 8.3", "damos 8.0")
def test_a_standard_attack_costs_a_point_and_a_meeting_engagement_none() -> None:
    g = attacked(". P8 f5 . .")
    before = g.mp_spent
    choose(g, "plan standard", Seat(0))
    assert g.mp_spent == before + 2
    g = attacked(". P8 f5 . .")
    choose(g, "plan meeting", Seat(0))
    assert g.mp_spent == before


@pytest.mark.rule("damos 8.3")
def test_without_a_point_left_there_is_only_a_meeting_engagement() -> None:
    g = attacked(". P8 f5 . .", counters={"P8": {"ma": 1}})
    assert g.battle_attacker_drm == -1


@pytest.mark.rule("damos 8.3", "damos 9.0")
def test_the_point_for_a_standard_attack_counts_toward_the_march_that_tires() -> None:
    g = attacked(". P8 f5 . .", counters={"P8": {"ma": 3}})
    choose(g, "plan standard", Seat(0))
    assert g.marched[g.roster.numbers["P8"]] == 2
    g = attacked(". P8 f5 . .", counters={"P8": {"ma": 3}})
    choose(g, "plan meeting", Seat(0))
    assert g.marched[g.roster.numbers["P8"]] == 1


@pytest.mark.rule("damos 8.4")
def test_plan_and_posture_are_chosen_in_secret_and_shown_together() -> None:
    g = activate(position(". . P8@w p9 . .", turn=3, phasing=SOVIET), "p9")
    enter(g, "0103")
    choose(g, "pass")
    assert asked_names(g) == ["german", "soviet"]
    choose(g, "posture hedgehog", Seat(0))
    assert g.battle_hex < 0
    assert asked_names(g) == ["soviet"]
    choose(g, "plan standard", Seat(1))
    assert (g.battle_plan, g.battle_posture) == (1, Posture.HEDGEHOG)


# ---- the ladder

LADDER = ["0", "0h", "0d", "1", "1h", "1d", "2", "3", "4", "5", "6", "7"]


@pytest.mark.rule("damos 8.7")
@pytest.mark.parametrize(
    ("result", "by", "modified"),
    [("1", 1, "1h"), ("2", -1, "1d"), ("2", 1, "3"), ("0", -1, "0"), ("0h", -2, "0"), ("3", -1, "2")],
)
def test_losses_move_on_the_ladder(result: str, by: int, modified: str) -> None:
    assert rung_label(adjusted(rung_of(result), by)) == modified


@pytest.mark.rule("damos 8.7")
def test_the_ladder_runs_from_nought_to_many() -> None:
    assert [rung_label(rung) for rung in range(12)] == LADDER
    assert [rung_of(result) for result in LADDER] == list(range(12))


@pytest.mark.rule("damos 8.7", "damos 8.8")
def test_a_rung_costs_the_strength_it_says() -> None:
    assert [loss_points(rung) for rung in range(12)] == [0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7]
