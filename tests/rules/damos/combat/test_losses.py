"""[8.8, 8.9, 8.10] Losses, counterattacks, and who has won."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.events import EVERYONE, Told
from sandtable.rules.damos.series.combat.losses import absorb, counter_column
from sandtable.rules.damos.series.combat.outcome import more_inflicted
from sandtable.rules.damos.series.combat.plans import rung_of
from sandtable.rules.damos.series.events import Eliminated, LostStrength, Won
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from tests.rules.damos.positions import (
    answers,
    asking,
    at,
    choose,
    held,
    left,
    options_of,
    shaken,
    skip_formalities,
)

from .fights import fight


def suffer(picture: str, points: int, **worn: int) -> Front:
    """The Russians in the hex must absorb loss points."""
    g = fight(picture, worn=worn)
    g.agenda.clear()
    g.offered = {}
    absorb(g, SOVIET, points)
    return skip_formalities(g)


def take_losses(g: Front) -> None:
    """Losses are shared out by the first option, until something else is asked."""
    while asking(g) in ("AbsorbPoint", "PickLargest"):
        choose(g, options_of(g)[0])


def told(g: Front, kind: type) -> list[Told]:
    return [event for event in g.told or [] if isinstance(event.event, kind)]


# ---- absorbing


@pytest.mark.rule("damos 8.8")
def test_half_of_the_losses_rounded_down_fall_on_the_largest_unit() -> None:
    g = suffer(". . F9+f6+f4+f3 . .", 5)
    assert left(g, "f6") == 4
    assert options_of(g) == ["absorb f6", "absorb f4", "absorb f3"]


@pytest.mark.rule("damos 8.8")
def test_the_owner_shares_out_the_rest_as_he_likes() -> None:
    g = suffer(". . F9+f6+f4+f3 . .", 5)
    answers(g, "absorb f3", "absorb f3", "absorb f4")
    assert (left(g, "f6"), left(g, "f4"), left(g, "f3")) == (4, 3, 1)


@pytest.mark.rule("damos 8.8", "damos 2.4")
def test_who_takes_half_is_asked_even_where_one_unit_is_the_largest() -> None:
    g = fight(". . F9+f6+f4 . .")
    g.agenda.clear()
    g.offered = {}
    absorb(g, SOVIET, 4)
    assert options_of(g) == ["half f6"]


@pytest.mark.rule("damos 8.8")
def test_where_everybody_is_lost_nothing_is_asked() -> None:
    g = suffer(". . F9+f2+f2b . .", 4)
    assert (at(g, "f2"), at(g, "f2b"), asking(g)) == ("pool", "pool", "over")


@pytest.mark.rule("damos 8.8")
def test_one_loss_point_may_fall_on_any_unit() -> None:
    g = suffer(". . F9+f6+f3 . .", 1)
    assert (left(g, "f6"), options_of(g)) == (6, ["absorb f6", "absorb f3"])


@pytest.mark.rule("damos 8.8")
def test_of_units_equally_large_the_owner_picks_the_one_that_takes_half() -> None:
    g = suffer(". . F9+f5+f5b+f2 . .", 4)
    assert options_of(g) == ["half f5", "half f5b"]
    choose(g, "half f5b")
    assert left(g, "f5b") == 3


@pytest.mark.rule("damos 8.8")
def test_the_largest_unit_is_the_one_with_most_strength_left_not_the_largest_printed() -> None:
    g = suffer(". . F9+f6+f4 . .", 4, f6=3)
    assert (left(g, "f6"), left(g, "f4")) == (3, 2)


@pytest.mark.rule("damos 8.8")
def test_what_the_largest_unit_cannot_take_falls_on_the_others() -> None:
    g = suffer(". . F9+f2+f2b+f2c . .", 5)
    answers(g, "half f2", "absorb f2b", "absorb f2b")
    assert (at(g, "f2"), at(g, "f2b"), left(g, "f2c")) == ("pool", "pool", 1)


@pytest.mark.rule("damos 8.8", "damos 2.4")
def test_a_unit_without_strength_is_removed() -> None:
    g = suffer(". . F9+f3 . .", 3)
    assert at(g, "f3") == "pool"


@pytest.mark.rule("damos 8.8", "damos 8.12.1")
def test_losses_that_a_defender_cannot_absorb_are_kept_for_the_exploitation() -> None:
    g = suffer(". . F9+f3+f2 . .", 7)
    assert g.battle_surplus == 2


@pytest.mark.rule("damos 8.8")
def test_an_attacker_s_surplus_helps_nobody() -> None:
    g = fight(". . F2+f9 . .")
    g.agenda.clear()
    absorb(g, AXIS, 5)
    assert (at(g, "F2"), g.battle_surplus) == ("pool", 0)


@pytest.mark.rule("damos 2.4")
def test_only_the_owner_hears_how_losses_are_shared_out() -> None:
    g = suffer(". . F9+f6+f4 . .", 4)
    assert {event.audience for event in told(g, LostStrength)} == {(SOVIET,)}


@pytest.mark.rule("damos 2.4")
def test_everyone_hears_that_a_unit_is_gone() -> None:
    g = suffer(". . F9+f3 . .", 3)
    assert [event.audience for event in told(g, Eliminated)] == [EVERYONE]


# ---- replacement points


@pytest.mark.rule("damos AGN 4.5.1", "damos AGS 4.5.1")
def test_up_to_two_loss_points_may_be_paid_with_replacement_points() -> None:
    g = fight(". . F9+F8+f5 . . .", rp=(0, 5))
    answers(g, (6, 6, 6), (1,))
    assert options_of(g) == ["pay 0", "pay 1", "pay 2"]
    choose(g, "pay 2")
    assert (g.soviet_rp, left(g, "f5")) == (3, 5 - (6 - 2))


@pytest.mark.rule("damos AGN 4.5.1")
def test_points_are_taken_off_before_the_largest_unit_s_half_is_found() -> None:
    g = fight(". . F9+F8+f9+f5 . . .", rp=(0, 5))
    answers(g, (3, 3, 3), (1, 1, 1), "absorb F8", "pay 2")
    # 3 loss points, 2 paid: of the one that is left half, rounded down, is nothing.
    assert options_of(g) == ["absorb f9", "absorb f5"]
    assert left(g, "f9") == 9


@pytest.mark.rule("damos AGN 4.5.1")
def test_nobody_pays_more_than_he_has_or_than_he_lost() -> None:
    g = fight(". . F9+F8+f9+f5 . . .", rp=(1, 1))
    answers(g, (3, 3, 3), (1, 1, 1))
    assert options_of(g) == ["pay 0", "pay 1"]


@pytest.mark.rule("damos AGN 4.5.1")
def test_a_force_without_supply_pays_nothing_with_points() -> None:
    g = fight(". . F9+F8+f9 . . . . . . .", rp=(0, 5))
    answers(g, (3, 3, 3), (1, 1), "absorb F8")
    assert g.soviet_rp == 5
    assert asking(g) != "PayLosses"


@pytest.mark.rule("damos AGN 4.5.1", "damos 8.9")
def test_two_points_are_all_that_a_combat_allows_counterattack_included() -> None:
    g = fight(". . P9+F9+p9+f5 . . .", "grand_assault", "counterattack", rp=(0, 9))
    answers(g, (6, 6, 6), (1, 1, 1))
    take_losses(g)
    choose(g, "pay 2")
    take_losses(g)
    answers(g, (1,))
    assert g.battle_attacker_cat > 0
    assert asking(g) in ("AbsorbPoint", "PickLargest")


@pytest.mark.rule("damos AGN 4.5.1", "damos 8.10")
def test_losses_paid_with_points_count_for_the_winner_all_the_same() -> None:
    g = fight(". . F9+F8+f9 . . .", rp=(0, 5))
    answers(g, (3, 3, 3), (1, 1), "absorb F8", "pay 2")
    assert [won.event for won in told(g, Won)] == [Won(AXIS, 3, 1)]


@pytest.mark.rule("damos AGN 4.10")
@pytest.mark.parametrize(
    ("picture", "asks"),
    [
        (". . . F9+f5@C . . . .", False),
        (". . . C F9+f8 . . .", False),
        (". . . C . F9+f8 . .", True),
    ],
)
def test_with_hanko_lost_nobody_pays_in_or_next_to_leningrad(picture: str, asks: bool) -> None:
    g = fight(
        f"""
        o . . . . . . .
         {picture}
        . . . . . . . .
        """,
        names={"0204": "Leningrad", "0101": "Hanko"},
        rp=(0, 5),
        axis="0101",
    )
    answers(g, (6, 6), (1, 1))
    take_losses(g)
    assert ((asking(g) == "PayLosses") and options_of(g) == ["pay 0", "pay 1", "pay 2"]) is asks


# ---- the counterattack


@pytest.mark.rule("damos 8.9")
@pytest.mark.parametrize(
    ("counterattacker", "attacker", "column"),
    [(3, 5, "1:2"), (6, 14, "1:3"), (5, 5, "1:1"), (9, 5, "1:1"), (10, 5, "2:1"), (14, 5, "2:1")],
)
def test_the_ratio_is_rounded_in_favour_of_the_attacker(
    counterattacker: int, attacker: int, column: str
) -> None:
    assert counter_column(counterattacker, attacker) == column


@pytest.mark.rule("damos 8.9")
def test_ratios_beyond_the_table_use_its_last_columns() -> None:
    assert (counter_column(1, 20), counter_column(20, 1)) == ("1:3", "3:1")


def beaten_first(picture: str, **more: str) -> Front:
    """A defender with the counterattack posture loses the first combat, and both sides have taken their losses."""
    g = fight(picture, "standard", "counterattack", **more)  # type: ignore[arg-type]
    answers(g, (4, 4, 4), (1, 1))
    take_losses(g)
    return g


@pytest.mark.rule("damos 8.9")
def test_a_defender_that_chose_counterattack_and_lost_strikes_back() -> None:
    assert asking(beaten_first(". . P9+F9+p9 . . .")) == "CounterattackRoll"


@pytest.mark.rule("damos 8.9")
def test_a_defender_that_won_the_first_combat_does_not_strike_back() -> None:
    g = fight(". . . P4+p9 . . .", "standard", "counterattack")
    answers(g, (1,), (6, 6))
    assert at(g, "p9") == "0204"
    assert g.battle_hex < 0


@pytest.mark.rule("damos 8.9", "damos 8.10")
def test_a_heart_is_enough_to_have_lost_the_first_combat() -> None:
    g = fight(". . P4+p4 . . .", "standard", "counterattack")
    answers(g, (4,), (3,))  # 0d against 0h
    assert asking(g) == "CounterattackRoll"


@pytest.mark.rule("damos 8.9")
def test_nobody_strikes_back_with_another_posture() -> None:
    g = fight(". . P9+F9+p9 . . .", "standard", "steadfast")
    answers(g, (4, 4, 4), (1, 1), "absorb P9")
    assert asking(g) != "CounterattackRoll"


@pytest.mark.rule("damos 8.9")
def test_nobody_strikes_back_when_one_side_is_gone() -> None:
    g = fight(". . P9+F9+p2 . . .", "standard", "counterattack")
    answers(g, (6, 6, 6), (1,))
    assert at(g, "p2") == "pool"
    assert asking(g) != "CounterattackRoll"


@pytest.mark.rule("damos 8.9")
def test_the_ratio_is_taken_after_the_first_losses() -> None:
    g = beaten_first(". . P9+F9+p9 . . .")
    # 12 in column 16-18 is 4: 5 are left of 9, against 18 - 1.
    assert (left(g, "p9"), g.agenda[-1].arguments()) == (5, ("1:3",))


@pytest.mark.rule("damos 8.9")
def test_the_counterattacker_suffers_from_the_ground_and_the_attacker_gains_by_it() -> None:
    g = fight(". . P5+p9@w . . .", "grand_assault", "counterattack")
    answers(g, (6,), (1, 1))
    # 8 left less 1 for the woods against 4 left and 1 for the woods: 7 to 5, without them 8 to 4.
    assert (left(g, "p9"), left(g, "P5")) == (8, 4)
    assert g.agenda[-1].arguments() == ("1:1",)


@pytest.mark.rule("damos 8.9")
def test_no_modifier_and_no_matrix_touches_the_counterattack_die() -> None:
    g = fight(". . P9+F9+p9 . . .", "grand_assault", "counterattack")
    answers(g, (4, 4, 4), (1, 1))
    take_losses(g)
    before = left(g, "p9")
    answers(g, (6,))
    assert (g.battle_attacker_cat, g.battle_defender_cat) == (1, 3)
    assert left(g, "p9") in (before, before - 1)


@pytest.mark.rule("damos 8.8", "damos 8.9")
def test_before_the_counterattack_the_largest_unit_is_found_anew() -> None:
    g = fight(". . P9+F9+p6+m5 . . .", "standard", "counterattack")
    answers(g, (4, 4, 4), (1, 1), *["absorb P9"], "absorb p6", "absorb p6")
    # p6 has 2 left of 6, so that m5 is the largest now.
    answers(g, (1,))
    while asking(g) != "AbsorbPoint" or "absorb p6" not in options_of(g):
        choose(g, options_of(g)[0])
    assert (left(g, "p6"), left(g, "m5")) == (2, 4)


# ---- the winner


@pytest.mark.rule("damos 8.10")
@pytest.mark.parametrize(
    ("attacker", "defender", "wins"),
    [
        ("3", "2", True),
        ("2", "3", False),
        ("2", "2", False),
        ("4", "4", False),
        ("1h", "1", True),
        ("1d", "1h", True),
        ("1d", "1d", False),
        ("0h", "0", True),
        ("0h", "0d", False),
        ("0", "0", False),
        ("1", "0d", True),
    ],
)
def test_more_losses_win_then_symbols_then_the_defender(attacker: str, defender: str, wins: bool) -> None:
    points = int(attacker[0]), int(defender[0])
    assert more_inflicted(*points, rung_of(attacker), rung_of(defender)) is wins


@pytest.mark.rule("damos 8.10")
def test_with_a_counterattack_the_symbol_breaks_the_tie_not_the_number_before_it() -> None:
    # 1h without losses by the counterattack against 0d and 1 by it: both 1, and the diamond beats the heart.
    assert not more_inflicted(1, 1, rung_of("1h"), rung_of("0d"))


@pytest.mark.rule("damos 8.10")
def test_symbols_do_not_matter_above_one() -> None:
    assert not more_inflicted(2, 2, rung_of("1d"), rung_of("1"))


@pytest.mark.rule("damos 8.10")
def test_a_force_that_is_gone_has_lost_even_if_a_tie_were_its_own() -> None:
    g = fight(". . . F9+f1 . . .")
    answers(g, (1, 1), (6,))  # 1 against 1
    assert (at(g, "f1"), at(g, "F9"), left(g, "F9"), shaken(g, "F9")) == ("pool", "0204", 8, False)


@pytest.mark.rule("damos 8.10")
def test_if_both_forces_are_gone_the_hex_is_empty() -> None:
    g = fight(". . . F9+f1 . . .", "grand_assault", worn={"F9": 1})
    answers(g, (6,), (6,))
    assert (at(g, "F9"), at(g, "f1"), held(g, "0204")) == ("pool", "pool", "soviet")


@pytest.mark.rule("damos 8.10", "damos 8.11")
def test_in_a_tie_the_defender_wins() -> None:
    g = fight(". . . F9+f9 . . .")
    answers(g, (3, 3), (3, 2))
    assert (at(g, "f9"), shaken(g, "F9"), shaken(g, "f9")) == ("0204", True, False)
