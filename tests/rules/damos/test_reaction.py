"""[2.6.1] Reaction: who may, how far, by which way and with what chance."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.reaction import reaction_modifier, reaction_path

from .positions import (
    activate,
    answers,
    asking,
    at,
    choose,
    go,
    held,
    offered,
    options_of,
    position,
    react,
    shake,
    tire,
    units,
    wear,
)

# The panzers march from 0201 to 0202; the Russian force stands one hex further.
MEET = """
    .  .  .  .  .
      P9 .  p5 .  .
    .  .  .  .  .
"""


def met(picture: str = MEET, *, turn: int = 3) -> Front:
    """The panzers have entered 0202."""
    g = activate(position(picture, turn=turn), "P9")
    go(g, "0202")
    return g


def modifier(g: Front, marks: str, to: str, phasing: str = "") -> int:
    """What is added to the roll when these units react into a hex."""
    force = units(g, marks)
    start, target = Hex(g.hex_of[force[0]]), g.grid.hex(to)
    way = reaction_path(g, force, start, target)
    assert way is not None
    return int(reaction_modifier(g, force, start, target, units(g, phasing) if phasing else (), way[1]))


# ---- who, and when


@pytest.mark.rule("damos 2.6.1")
def test_a_force_that_enters_the_influence_of_a_fresh_enemy_may_be_reacted_against() -> None:
    assert options_of(met()) == ["pass", "react 0203", "slip_away 0203"]


@pytest.mark.rule("damos 2.6.1")
def test_nobody_reacts_to_a_force_that_stays_out_of_range() -> None:
    g = activate(position("P9 . . . p5 .", turn=3), "P9")
    go(g, "0102")
    assert asking(g) == "Act"


@pytest.mark.rule("damos 2.6.1")
def test_a_stronger_force_reacts_from_farther_away() -> None:
    g = activate(position("P9 . . p7 .", turn=3), "P9")
    go(g, "0102")
    assert offered(g, "react") == ["0104"]


@pytest.mark.rule("damos 2.6.1")
def test_a_force_reacts_from_three_hexes_away_with_thirteen_points() -> None:
    g = activate(position("P9 . . . p13", turn=3), "P9")
    go(g, "0102")
    assert offered(g, "react") == ["0105"]


@pytest.mark.rule("damos 2.6.1")
def test_a_spent_force_does_not_react() -> None:
    g = activate(tire(position(MEET, turn=3), "p5"), "P9")
    go(g, "0202")
    assert asking(g) == "Act"


@pytest.mark.rule("damos 2.6.1")
def test_a_demoralized_force_does_not_react() -> None:
    g = activate(shake(position(MEET, turn=3), "p5"), "P9")
    go(g, "0202")
    assert asking(g) == "Act"


@pytest.mark.rule("damos 2.6.1")
def test_a_force_without_influence_does_not_react() -> None:
    assert asking(met(MEET.replace("p5", "f5"))) == "Act"


@pytest.mark.rule("damos 2.6.1")
def test_a_non_phasing_force_of_the_germans_reacts_too() -> None:
    g = activate(position("T4 . f5 . .", turn=3, phasing=SOVIET), "f5")
    go(g, "0102")
    assert options_of(g, Seat(0)) == ["pass", "react 0101", "slip_away 0101"]


@pytest.mark.rule("damos 2.6.1")
def test_foot_may_come_along_with_a_unit_that_has_influence() -> None:
    g = met(MEET.replace("p5", "p5+f3"))
    react(g, "p5+f3", 5, 4)
    assert at(g, "p5") == at(g, "f3") == "0202"


@pytest.mark.rule("damos 2.6.1")
def test_foot_does_not_react_on_its_own_beside_a_unit_that_could() -> None:
    g = met(MEET.replace("p5", "p5+f3"))
    choose(g, "react 0203")
    assert options_of(g) == ["all", "take p5"]


@pytest.mark.rule("damos 2.6.1")
def test_part_of_a_stack_may_react() -> None:
    g = met(MEET.replace("p5", "p5+f3"))
    react(g, "p5", 5, 4)
    assert at(g, "f3") == "0203"


@pytest.mark.rule("damos 2.6.1")
def test_one_roll_serves_all_units_of_a_hex() -> None:
    g = met(MEET.replace("p5", "p5+p4"))
    answers(g, "react 0203", "all", (5, 4))
    assert at(g, "p5") == at(g, "p4") == "0202"


# ---- the roll


@pytest.mark.rule("damos 2.6.1")
def test_a_nine_succeeds() -> None:
    g = met()
    react(g, "p5", 5, 4)
    assert at(g, "p5") == "0202"


@pytest.mark.rule("damos 2.6.1")
def test_an_eight_fails() -> None:
    g = met()
    react(g, "p5", 4, 4)
    assert at(g, "p5") == "0203"


@pytest.mark.rule("damos 2.6.1")
def test_a_natural_twelve_succeeds_whatever_the_terrain() -> None:
    g = activate(position("P9 s | p5 . .", turn=3, river="major_river"), "P9")
    go(g, "0102")
    assert modifier(g, "p5", "0102", "P9") == -4
    react(g, "p5", 6, 6)
    assert at(g, "p5") == "0102"


@pytest.mark.rule("damos 2.6.1")
def test_more_mobile_strength_than_the_phasing_force_adds_one() -> None:
    g = met(MEET.replace("p5", "p9"))
    assert modifier(g, "p9", "0202", "P9") == 0
    assert modifier(wear(g, P9=8), "p9", "0202", "P9") == 1


@pytest.mark.rule("damos 2.6.1")
def test_foot_does_not_count_as_mobile_strength() -> None:
    g = met(MEET.replace("p5", "p5+f9"))
    assert modifier(g, "p5+f9", "0202", "P9") == 0


@pytest.mark.rule("damos 2.6.1")
def test_three_hexes_cost_one() -> None:
    g = position("P9 . . . p13", turn=3)
    assert modifier(wear(g, p13=9), "p13", "0104", "P9") == 0
    assert modifier(wear(g, p13=13), "p13", "0102") == -1


@pytest.mark.rule("damos AGN 4.2", "damos AGS 4.2")
def test_a_force_without_influence_is_easier_to_react_against() -> None:
    g = position("C9 . p5 . F9", turn=3)
    assert modifier(g, "p5", "0102", "C9") == 1 + 0
    assert modifier(g, "p5", "0104", "F9") == 1 + 1


@pytest.mark.rule("damos 2.6.1")
def test_an_unknown_attacker_gives_no_modifier_for_his_kind() -> None:
    g = position("F9 . p5 . .", turn=3)
    assert modifier(g, "p5", "0102") == 0


# ---- the way


@pytest.mark.rule("damos 2.6.1", "damos 3.0")
@pytest.mark.parametrize(("ground", "drm"), [(".", 0), ("w", -1), ("r", -1), ("s", -2), ("^", -2), ("o", 0)])
def test_the_ground_of_the_hex_reacted_into_counts(ground: str, drm: int) -> None:
    g = position(f"P9 {ground} p5 .", turn=3)
    assert modifier(g, "p5", "0102", "P9") == drm


@pytest.mark.rule("damos 2.6.1", "damos 3.0")
@pytest.mark.parametrize(("river", "drm"), [("river", -1), ("major_river", -2)])
def test_a_river_on_the_way_counts(river: str, drm: int) -> None:
    g = position("P9 . | p5 .", turn=3, river=river)
    assert modifier(g, "p5", "0102", "P9") == drm


@pytest.mark.rule("damos 2.6.1")
def test_the_worst_hex_and_the_worst_hexside_count_once_each() -> None:
    g = position("P9 w | w p9 .", turn=3)
    assert modifier(g, "p9", "0102", "P9") == -2


@pytest.mark.rule("damos 2.6.1")
def test_the_easiest_way_is_taken() -> None:
    g = position(
        """
        .  .  .  .
          P9 .  s  p9
        .  .  .  .
        """,
        turn=3,
    )
    assert modifier(g, "p9", "0202", "P9") == -2
    way = position(
        """
        .  .  .  .  .
          P9 .  .  .  .
        .  .  .  s  p9
        """,
        turn=3,
    )
    assert modifier(way, "p9", "0203", "P9") == 0


@pytest.mark.rule("damos 2.6.1")
def test_a_longer_way_within_range_may_be_easier() -> None:
    g = position(
        """
        .  .  .  .  .
          P9 .  s  p13 .
        .  .  .  .  .
        """,
        turn=3,
    )
    assert modifier(g, "p13", "0202") == 0


@pytest.mark.rule("damos 2.6.1")
def test_a_reaction_does_not_go_through_enemies_or_over_water() -> None:
    g = position("P9 . F4 p9 .", turn=3)
    assert reaction_path(g, units(g, "p9"), g.grid.hex("0104"), g.grid.hex("0102")) is None
    sea = position("P9 . p9 .", turn=3, sides={"water": [("0102", "0103")]})
    assert reaction_path(sea, units(sea, "p9"), sea.grid.hex("0103"), sea.grid.hex("0102")) is None


@pytest.mark.rule("damos 2.6.1", "damos AGN 4.8.5", "damos AGS 4.6.5")
def test_rivers_count_for_russians_even_when_germans_ignore_them() -> None:
    g = position("P9 . | p5 .", turn=3)
    assert modifier(g, "p5", "0102", "P9") == -1


@pytest.mark.rule("damos AGN 4.7", "damos 2.6.1")
def test_finns_do_not_react_into_leningrad() -> None:
    g = position("nC4 C f4 .", turn=3, phasing=SOVIET, names={"0102": "Leningrad"})
    g.finns_from = 1
    activate(g, "f4")
    go(g, "0102")
    assert options_of(g) == ["pass", "slip_away 0101"]


@pytest.mark.rule("damos AGS 4.7", "damos 2.6.1")
def test_a_reaction_does_not_lead_through_quarrelling_allies() -> None:
    g = position("f4 . rF4 hC9", turn=3)
    assert reaction_path(g, units(g, "hC9"), g.grid.hex("0104"), g.grid.hex("0102")) is None


@pytest.mark.rule("damos 2.9")
def test_a_reaction_takes_control_of_the_hexes_on_its_way() -> None:
    g = activate(position("P9 . . p9 .", turn=3, axis="0102 0103"), "P9")
    go(g, "0102")
    react(g, "p9", 5, 4)
    assert held(g, "0103") == "soviet"
    assert held(g, "0102") == "german"
