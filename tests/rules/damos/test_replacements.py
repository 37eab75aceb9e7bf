"""[5.0] Reinforcements and replacement points."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.replacements import (
    PlaceReinforcement,
    ReplacementPhase,
    SpendPoints,
    income,
    restore_refusal,
)

from .positions import (
    asking,
    at,
    choose,
    held,
    left,
    offered,
    options_of,
    play,
    position,
    shake,
    spent,
    unit,
    wear,
)

CALM = """
    F4 .  .  f4
      .  .  .  .
"""


def spending(picture: str = CALM, *, points: int = 3, pool: tuple[str, ...] = (), **strength: int) -> Front:
    """The German player is about to spend points; units named have that strength left."""
    g = position(picture, SpendPoints(), turn=3, pool=pool)
    g.axis_rp = points
    wear(g, **strength)
    play(g, SpendPoints())
    return g


@pytest.mark.rule("damos 5.0")
def test_a_point_restores_one_strength_point() -> None:
    g = spending(F4=2)
    choose(g, "restore F4")
    assert (left(g, "F4"), g.axis_rp) == (3, 2)


@pytest.mark.rule("damos 5.0")
def test_no_unit_is_rebuilt_beyond_its_printed_strength() -> None:
    g = spending(F4=3)
    choose(g, "restore F4")
    assert asking(g) == "over"
    assert (left(g, "F4"), g.axis_rp) == (4, 2)


@pytest.mark.rule("damos 5.0")
def test_unspent_points_are_saved() -> None:
    g = spending(F4=1)
    choose(g, "save")
    assert g.axis_rp == 3
    g.turn = 4
    play(g, ReplacementPhase())
    assert g.axis_rp == 5


@pytest.mark.rule("damos 5.0")
def test_no_more_points_are_spent_than_there_are() -> None:
    g = spending(points=1, F4=1)
    choose(g, "restore F4")
    assert (left(g, "F4"), g.axis_rp) == (2, 0)
    assert asking(g) == "over"


@pytest.mark.rule("damos 5.0")
def test_a_unit_in_an_enemy_zone_of_control_receives_nothing() -> None:
    g = spending("F4 f4 . .\n  . . . .", F4=1)
    assert asking(g) == "over"


@pytest.mark.rule("damos 5.0")
def test_a_unit_next_to_a_demoralized_enemy_receives_points() -> None:
    g = spending("F4 f4 . .\n  . . . .", F4=1)
    play(shake(g, "f4"), SpendPoints())
    assert options_of(g) == ["save", "restore F4"]


@pytest.mark.rule("damos 5.0")
def test_a_unit_without_supply_receives_nothing() -> None:
    g = spending("F4 . . . . F3 .\n  . . . . . . .", F4=1, F3=1)
    assert offered(g, "restore") == ["F4"]


@pytest.mark.rule("damos 5.0")
def test_the_refusals_name_the_paragraph() -> None:
    g = spending(F4=4)
    refusal = restore_refusal(g, unit(g, "F4"))
    assert refusal is not None
    assert refusal.rule == "5.0"


@pytest.mark.rule("damos 5.0")
def test_an_eliminated_unit_comes_back_with_the_strength_that_is_paid_for() -> None:
    g = spending(pool=("P6",))
    choose(g, "rebuild P6")
    assert offered(g, "place") == ["P6 0101", "P6 0201"]
    choose(g, "place P6 0201")
    choose(g, "restore P6")
    choose(g, "save")
    assert (at(g, "P6"), left(g, "P6"), spent(g, "P6"), g.axis_rp) == ("0201", 2, False, 1)


@pytest.mark.rule("damos 5.0")
def test_a_unit_is_not_rebuilt_in_an_enemy_zone_of_control() -> None:
    g = spending("F4 f4 . .\n  ~ . . .", pool=("P6",))
    assert (asking(g), at(g, "P6")) == ("over", "pool")


@pytest.mark.rule("damos 5.0")
def test_a_unit_is_not_rebuilt_where_there_is_no_supply() -> None:
    g = position(CALM, SpendPoints(), turn=3, pool=("P6",), edge_rails=False)
    g.axis_rp = 3
    play(g, SpendPoints())
    assert (asking(g), at(g, "P6")) == ("over", "pool")


@pytest.mark.rule("damos 5.0", "damos 10.0")
def test_a_unit_that_has_surrendered_is_not_rebuilt() -> None:
    g = spending(pool=("P6",))
    g.fate[unit(g, "P6")] = Fate.GONE
    play(g, SpendPoints())
    assert asking(g) == "over"


@pytest.mark.rule("damos 5.0")
def test_a_rebuilt_unit_has_no_origin_any_more() -> None:
    g = spending(pool=("F6",))
    g.origin[unit(g, "F6")] = 1
    choose(g, "rebuild F6")
    choose(g, "place F6 0101")
    assert g.origin[unit(g, "F6")] == 0


# ---- reinforcements


@pytest.mark.rule("damos 5.0")
def test_a_reinforcement_enters_at_printed_strength_and_fresh() -> None:
    g = position(CALM, ReplacementPhase(), turn=3, due={"P6": 3})
    choose(g, "place P6 0101")
    assert (at(g, "P6"), left(g, "P6"), spent(g, "P6")) == ("0101", 6, False)


@pytest.mark.rule("damos 5.0")
def test_a_reinforcement_does_not_come_before_its_turn() -> None:
    g = position(CALM, ReplacementPhase(), turn=2, due={"P6": 3})
    assert asking(g) == "over"
    assert at(g, "P6") == "due"


@pytest.mark.rule("damos 5.0")
def test_a_reinforcement_may_wait_and_come_later() -> None:
    g = position(CALM, ReplacementPhase(), ReplacementPhase(), turn=3, due={"P6": 3})
    choose(g, "wait P6")
    choose(g, "place P6 0201")
    assert at(g, "P6") == "0201"


@pytest.mark.rule("damos 5.0")
def test_reinforcements_are_placed_within_the_stacking_limit() -> None:
    g = position("F1+F2+F3+F4 . .\n  . . .", ReplacementPhase(), turn=3, due={"P6": 3})
    assert offered(g, "place") == ["P6 0201"]


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
def test_russians_enter_in_their_cities_and_at_the_east_edge() -> None:
    g = position(
        """
        F4 .  c  .  .
          .  c  o  C  .
        """,
        PlaceReinforcement(1),
        turn=3,
        phasing=SOVIET,
        due={"f5": 3},
        axis="0202",
    )
    assert offered(g, "place") == ["f5 0103", "f5 0105", "f5 0204", "f5 0205"]


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
def test_nobody_enters_where_an_enemy_stands() -> None:
    g = position("F4 . P4@c .\n  . . . P3", PlaceReinforcement(3), turn=3, phasing=SOVIET, due={"f5": 3})
    assert offered(g, "place") == ["f5 0104"]


@pytest.mark.rule("damos 2.9")
def test_a_reinforcement_takes_control_of_the_hex_it_enters() -> None:
    g = position(
        "F4 . . .\n  . . . .",
        PlaceReinforcement(1),
        turn=3,
        phasing=SOVIET,
        due={"f5": 3},
        axis="0104",
    )
    choose(g, "place f5 0104")
    assert held(g, "0104") == "soviet"


# ---- income


@pytest.mark.rule("damos AGN 4.5", "damos AGS 4.5")
@pytest.mark.parametrize(("turn", "points"), [(1, 0), (2, 0), (3, 2), (12, 2)])
def test_germans_receive_two_points_from_turn_3(turn: int, points: int) -> None:
    assert int(income(position(CALM, turn=turn), AXIS)) == points


@pytest.mark.rule("damos AGN 4.5", "damos AGS 4.5")
def test_russians_receive_five_points_a_turn() -> None:
    assert int(income(position(CALM, turn=2), SOVIET)) == 5


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
@pytest.mark.parametrize(
    ("turn", "expected", "made", "points"), [(3, 3, 0, 5), (4, 3, 1, 3), (12, 1, 0, 4), (4, 1, 3, 5)]
)
def test_each_attack_not_made_costs_a_point_from_turn_4(
    turn: int, expected: int, made: int, points: int
) -> None:
    g = position(CALM, turn=turn)
    g.expected[0], g.attacks[0] = expected, made
    assert int(income(g, SOVIET)) == points


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("turn", "points"), [(4, 4), (5, 8), (6, 8), (7, 4)])
def test_thrust_adds_a_point_and_the_pause_doubles_what_is_left(turn: int, points: int) -> None:
    g = position(CALM, turn=turn, options={"thrust": True})
    g.paused = 1
    g.expected[0] = 2
    assert int(income(g, SOVIET)) == points
