"""[8.11] What becomes of the loser: retreat, demoralization, rout."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.machine.engine import settle
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Air, Front
from sandtable.rules.damos.series.position.supply import way_home
from tests.rules.damos.positions import (
    answers,
    asked_names,
    asking,
    at,
    choose,
    held,
    left,
    offered,
    options_of,
    shaken,
)

from .fights import fight

# West of 0204 only 0203 is nearer to the German railway in the first, east of it only 0205 to the Russian in the second.
WESTWARD = """
    .  .  .  .  .  .  .
      .  .  .  {}  .  .  .
    .  .  .  .  .  .  .
"""
EASTWARD = """
      .  .  .  .  .  .  .
    .  .  .  {}  .  .  .
      .  .  .  .  .  .  .
"""


def beaten_attacker(picture: str = WESTWARD.format("F6+f9"), plan: str = "standard", **more: Any) -> Front:
    """F6 has attacked f9, and lost 4; its losses are taken."""
    g = fight(picture, plan, **more)
    answers(g, (1,), (6, 6))
    return g


def beaten_defender(picture: str = EASTWARD.format("F9+F8+f6"), plan: str = "standard", **more: Any) -> Front:
    """F9 and F8 have attacked f6, and won, which cost it 3; losses are taken."""
    g = fight(picture, plan, **more)
    answers(g, (3, 3, 3), (1,))
    while asking(g) == "AbsorbPoint":
        choose(g, options_of(g)[0])
    return g


# ---- how far, and where


@pytest.mark.rule("damos 8.11")
def test_a_beaten_attacker_retreats_one_hex_toward_supply_and_is_demoralized() -> None:
    g = beaten_attacker()
    assert (at(g, "F6"), shaken(g, "F6")) == ("0203", True)


@pytest.mark.rule("damos 8.11")
def test_a_beaten_defender_retreats_two_hexes_or_three_as_its_owner_likes() -> None:
    g = beaten_defender()
    assert asked_names(g) == ["soviet"]
    assert at(g, "f6") == "0206"
    assert set(options_of(g)) >= {"halt", "retreat 0207"}
    choose(g, "halt")
    assert (at(g, "f6"), shaken(g, "f6")) == ("0206", True)


@pytest.mark.rule("damos 8.11")
def test_a_third_hex_is_allowed() -> None:
    g = beaten_defender()
    choose(g, "retreat 0207")
    assert at(g, "f6") == "0207"


@pytest.mark.rule("damos 8.11")
def test_each_hex_must_be_nearer_to_a_source_where_one_is() -> None:
    g = fight(WESTWARD.format("F9+F8+f6"))
    answers(g, (3, 3, 3), (1,))
    assert offered(g, "retreat") == ["0105", "0205", "0305"]


@pytest.mark.rule("damos 8.11")
def test_units_of_a_beaten_force_retreat_together() -> None:
    g = beaten_attacker(WESTWARD.format("F4+F2+f9"))
    answers(g, "absorb F4", "absorb F2")
    assert at(g, "F4") == at(g, "F2") == "0203"


@pytest.mark.rule("damos 8.11")
def test_a_retreat_does_not_change_control() -> None:
    g = beaten_defender(phasing=SOVIET, picture=WESTWARD.format("f9+f8+F6"))
    assert at(g, "F6") == "0202"
    assert (held(g, "0203"), held(g, "0202")) == ("soviet", "soviet")


@pytest.mark.rule("damos 8.11", "damos 2.5")
def test_the_force_just_fought_has_no_zone_against_the_first_hex() -> None:
    g = beaten_attacker()
    assert at(g, "F6") == "0203"


@pytest.mark.rule("damos 8.11", "damos 2.5")
def test_a_force_that_can_only_retreat_into_an_enemy_zone_is_eliminated() -> None:
    g = beaten_attacker(
        """
        .  .  f2 .  .  f3 .
          .  .  .  F6+f9 . .  .
        .  .  f5 .  .  f6 .
        """
    )
    assert at(g, "F6") == "pool"


@pytest.mark.rule("damos 8.11", "damos 2.5")
def test_friends_do_not_save_a_force_that_retreats_into_an_enemy_zone() -> None:
    g = beaten_attacker(
        """
        .  .  f2 .  f3 .  .
          .  .  F1 F6+f9 F2 .  .
        .  .  f5 .  f6 .  .
        """
    )
    assert at(g, "F6") == "pool"


@pytest.mark.rule("damos 8.11")
def test_a_force_without_a_second_hex_is_eliminated() -> None:
    g = fight(
        """
        ~  ~  ~  ~  ~  ~
          .  .  .  F9+F8+f6 . ~
        ~  ~  ~  ~  ~  ~
        """,
        edge_rails=False,
        rails=("0201 0202 0203 0204 0205",),
    )
    answers(g, "hold_air", (3, 3, 3), (1,), "retreat 0205")
    assert at(g, "f6") == "pool"


@pytest.mark.rule("damos 8.11")
def test_nobody_retreats_over_water_or_through_enemies() -> None:
    g = fight(
        """
        .  .  .  .  .  .
          .  .  .  F6+f9 .  .
        .  .  .  f1 .  .
        """,
        sides={"water": [("0203", "0204")]},
        shaken="f1",
    )
    answers(g, (1,), (6, 6))
    assert at(g, "F6") == "0104"


@pytest.mark.rule("damos 8.11")
def test_the_combat_hex_is_closed_once_the_enemy_holds_it() -> None:
    # Driven off to the east, the force lies three hexes from its city through the enemy's hex, four around it,
    # and seven from the east edge; the city must not draw it back along the shorter way.
    g = fight(
        """
          .  .  .  .  .  .  .  .  .  .  .
        .  .  c  F9+F8+f6 .  .  .  .  .  .  .
          .  .  .  .  .  .  .  .  .  .  .
        """
    )
    g.steady[AXIS] = 0
    assert way_home(g, SOVIET, g.grid.hex("0205"), g.grid.hex("0204")).of(g.grid.hex("0205")) == 3


@pytest.mark.rule("damos AGS 4.7", "damos 8.11")
def test_hungarians_go_a_longer_way_rather_than_to_romanians() -> None:
    g = beaten_attacker(
        """
        .  .  .  .  .  .  .
          .  .  rF4 hF6+f9 . . .
        .  .  .  .  .  .  .
        """
    )
    assert offered(g, "retreat") == ["0104", "0105", "0205", "0304", "0305"]


@pytest.mark.rule("damos AGS 4.7", "damos 8.11")
def test_where_nothing_else_is_open_they_meet_and_all_go_home() -> None:
    g = beaten_attacker(
        """
        ~  ~  ~  ~  ~  ~  ~
          .  .  rF4 hF6+f9 ~ ~ .
        ~  ~  ~  ~  ~  ~  ~
        """,
        edge_rails=False,
        rails=("0201 0202 0203",),
        air=Air.NONE,
    )
    assert (at(g, "hF6"), at(g, "rF4")) == ("gone", "gone")


# ---- demoralization


@pytest.mark.rule("damos 8.11", "damos 2.8")
def test_the_loser_of_a_meeting_engagement_retreats_but_is_not_demoralized() -> None:
    g = beaten_attacker(plan="meeting")
    assert (at(g, "F6"), shaken(g, "F6")) == ("0203", False)


@pytest.mark.rule("damos 2.8", "damos 8.11")
def test_a_demoralized_loser_loses_one_more_of_its_largest_unit() -> None:
    g = beaten_defender(posture="none", shaken="f6")
    choose(g, "halt")
    # 9 + 1 in column 16-18 is 4
    assert (left(g, "f6"), shaken(g, "f6")) == (6 - 4 - 1, True)


@pytest.mark.rule("damos 2.8")
def test_a_demoralized_loser_of_a_meeting_engagement_loses_the_point_too() -> None:
    g = beaten_attacker(plan="meeting", shaken="F6")
    assert left(g, "F6") == 6 - 4 - 1


@pytest.mark.rule("damos 2.8")
def test_one_demoralized_unit_makes_the_whole_force_lose_the_point_even_if_it_is_gone() -> None:
    g = fight(EASTWARD.format("F9+F8+f6+f1"), posture="none", shaken="f1")
    answers(g, (3, 3, 3), (1, 1), "absorb f1")
    assert at(g, "f1") == "pool"
    before = left(g, "f6")
    choose(g, "halt")
    assert left(g, "f6") == before - 1


@pytest.mark.rule("damos 2.8")
def test_the_same_holds_for_an_attacker_that_enemies_have_reacted_upon() -> None:
    g = fight(WESTWARD.format("F5+F1+f9"), "meeting", shaken="F1")
    answers(g, (1,), (6, 2), "absorb F1")
    # 9 in column 9-10 is 3, and one more because the force was demoralized.
    assert (at(g, "F1"), left(g, "F5")) == ("pool", 5 - 2 - 1)


@pytest.mark.rule("damos 2.8")
def test_of_equal_units_the_owner_picks_the_one_that_loses_the_point() -> None:
    g = fight(EASTWARD.format("F9+F8+f5+f5b"), posture="none", shaken="f5 f5b")
    answers(g, (1, 1, 2), (1, 1), "absorb F9", "half f5", "absorb f5b", "halt")
    assert options_of(g) == ["absorb f5", "absorb f5b"]


@pytest.mark.rule("damos 2.8", "damos AGN 4.5.1")
def test_replacement_points_cannot_pay_the_point_of_the_demoralized() -> None:
    g = fight(EASTWARD.format("F9+F8+f6"), posture="none", shaken="f6", rp=(0, 9))
    answers(g, (3, 3, 3), (1,), "pay 2", "halt")
    assert (left(g, "f6"), g.soviet_rp) == (6 - 2 - 1, 7)


@pytest.mark.rule("damos 2.8", "damos 8.11")
def test_a_demoralized_defender_that_wins_rallies_even_without_supply() -> None:
    g = fight(WESTWARD.format("F6+f9"), posture="none", shaken="f9", edge_rails=False)
    answers(g, (1,), (6, 6))
    assert not shaken(g, "f9")


# ---- major cities


@pytest.mark.rule("damos 8.11")
def test_a_force_may_halt_in_a_friendly_major_city_that_is_its_first_hex() -> None:
    g = beaten_defender(
        """
          .  .  .  .  .  .  .
        .  .  .  F9+F8+f6 C .  .
          .  .  .  .  .  .  .
        """
    )
    assert at(g, "f6") == "0205"
    assert "halt" in options_of(g)


@pytest.mark.rule("damos 8.11")
def test_no_other_first_hex_ends_a_retreat() -> None:
    g = beaten_defender(
        """
          .  .  .  .  .  .  .
        .  .  .  F9+F8+f6 c .  .
          .  .  .  .  .  .  .
        """
    )
    assert at(g, "f6") == "0205"
    assert "halt" not in options_of(g)


def stormed(defenders: str = "f9+f6", plan: str = "standard", **more: Any) -> Front:
    """A major city whose defenders have lost, before they decide."""
    g = fight(WESTWARD.format(f"F9+F8+F7+{defenders}@C"), plan, **more)
    answers(g, (6, 6, 6), (1, 1, 1))
    while asking(g) == "AbsorbPoint":
        choose(g, options_of(g)[0])
    return g


@pytest.mark.rule("damos 8.11")
def test_the_defender_of_a_major_city_may_rout_its_strongest_unit_instead() -> None:
    g = stormed()
    strongest = "f9" if left(g, "f9") > left(g, "f6") else "f6"
    assert options_of(g) == ["fall_back", f"rout {strongest}"]


@pytest.mark.rule("damos 8.11")
def test_after_a_rout_the_others_stay_and_the_attacker_falls_back_demoralized() -> None:
    g = stormed()
    routed = options_of(g)[1]
    choose(g, routed)
    stays = "f6" if routed == "rout f9" else "f9"
    assert (at(g, routed.split()[1]), at(g, stays), shaken(g, stays)) == ("pool", "0204", False)
    assert {at(g, m) for m in ("F9", "F8", "F7")} == {"0203"}
    assert shaken(g, "F9")


@pytest.mark.rule("damos 8.11")
def test_a_rout_demoralizes_the_attacker_of_a_meeting_engagement_too() -> None:
    g = stormed(plan="meeting")
    choose(g, options_of(g)[1])
    assert shaken(g, "F9")


@pytest.mark.rule("damos 8.11")
def test_who_falls_back_from_a_major_city_cannot_halt_in_it() -> None:
    g = stormed()
    choose(g, "fall_back")
    assert (asking(g), at(g, "f9")) == ("Retreat", "0204")
    assert "halt" not in options_of(g)


@pytest.mark.rule("damos 8.11")
def test_a_lone_defender_of_a_major_city_cannot_rout() -> None:
    g = stormed("f12", counters={"f12": {"size": "corps"}})
    assert asking(g) == "Retreat"


@pytest.mark.rule("damos 8.11", "damos 2.3")
def test_attackers_above_the_stacking_limit_are_thrown_back_too() -> None:
    g = fight(WESTWARD.format("F9+F8+F7+F6+F5+f9+f6@C"))
    answers(g, "sideline F5", (6, 6, 6), (1, 1, 1))
    while asking(g) == "AbsorbPoint":
        choose(g, options_of(g)[0])
    choose(g, options_of(g)[1])
    assert at(g, "F5") == "0203"


@pytest.mark.rule("damos 2.9", "damos 8.11")
def test_the_winner_controls_the_hex() -> None:
    g = beaten_defender()
    choose(g, "halt")
    settle(g)
    assert (held(g, "0204"), g.control(AXIS) >> g.grid.hex("0204") & 1) == ("german", 1)


# ---- Hanko


@pytest.mark.rule("damos AGN 4.10")
def test_the_hanko_garrison_loses_half_and_never_leaves() -> None:
    g = fight(
        EASTWARD.format("F9+F8+f8"),
        by="0203",
        counters={"f8": {"zone": "hanko", "ma": 0}},
    )
    answers(g, (6, 6, 6), (1, 1))
    if asking(g) == "AbsorbPoint":
        choose(g, "absorb F8")
    # 18 in column 16-18 is 6
    assert (left(g, "f8"), at(g, "f8"), shaken(g, "f8")) == (8 - 3, "0204", False)
    assert (at(g, "F9"), shaken(g, "F9"), g.battle_hex) == ("0203", False, -1)
