"""What each result orders."""

from __future__ import annotations

from typing import Any

import pytest

from .judging import JUDGE, even, judge


def both(found: dict[str, Any], what: str) -> tuple[Any, Any]:
    return found[f"attacker_{what}"], found[f"defender_{what}"]


@pytest.mark.rule("besieged Key AE*")
def test_ae_star_surrenders_surrounded_attackers_and_eliminates_others() -> None:
    assert judge(1, attacker=1, defender=4)["result"] == "AE*"
    assert judge(1, attacker=1, defender=4)["attacker_fate"] == "eliminated"
    assert judge(1, attacker=1, defender=4, surrounded="attacker")["attacker_fate"] == "surrendered"


@pytest.mark.rule("besieged Key AE")
def test_ae_eliminates_all_attackers_surrounded_or_not() -> None:
    found = judge(4, attacker=1, defender=4, surrounded="attacker", steps="attacker=3,defender=2")
    assert (found["result"], found["attacker_fate"], found["attacker_loses"]) == ("AE", "eliminated", 3)
    assert found["advance"] == 0


@pytest.mark.rule("besieged Key A#")
def test_a_number_costs_the_attacker_steps_and_two_hexes() -> None:
    found = even("A2")
    assert both(found, "loses") == (2, 0)
    assert both(found, "retreats") == ("2", None)


@pytest.mark.rule("besieged Key A#")
def test_losses_beyond_the_last_step_are_ignored() -> None:
    found = even("A2", steps={"attacker": 1, "defender": 1})
    assert both(found, "loses") == (1, 0)
    assert (found["attacker_fate"], found["attacker_retreats"]) == ("eliminated", None)


@pytest.mark.rule("besieged Key AR")
def test_ar_retreats_the_attacker_one_or_two_hexes() -> None:
    found = even("AR")
    assert both(found, "loses") == (0, 0)
    assert both(found, "retreats") == ("1-2", None)


@pytest.mark.rule("besieged Key BR")
def test_battle_rages_costs_both_a_step_and_nobody_moves() -> None:
    found = even("BR")
    assert both(found, "loses") == (1, 1)
    assert both(found, "retreats") == (None, None)
    assert found["advance"] == 0


@pytest.mark.rule("besieged Key BR")
@pytest.mark.parametrize(("impulse", "locked"), [("first", True), ("second", False), (None, None)])
def test_battle_rages_locks_units_in_the_first_impulse_alone(
    impulse: str | None, locked: bool | None
) -> None:
    assert even("BR", impulse=impulse)["locked"] is locked


@pytest.mark.rule("besieged Key BR")
def test_nobody_is_locked_and_nobody_advances_when_one_side_is_gone() -> None:
    found = even("BR", impulse="first", steps="attacker=2,defender=1")
    assert found["defender_fate"] == "eliminated"
    assert (found["locked"], found["advance"]) == (False, 0)


@pytest.mark.rule("besieged Key X2")
def test_an_exchange_costs_both_two_steps_and_defenders_retreat() -> None:
    found = even("X2", steps="attacker=3,defender=4")
    assert both(found, "loses") == (2, 2)
    assert both(found, "retreats") == (None, "1-2")


@pytest.mark.rule("besieged Key X2")
@pytest.mark.parametrize("steps", ["attacker=1,defender=4", "attacker=4,defender=1", "attacker=1,defender=1"])
def test_an_exchange_costs_both_one_step_where_either_has_but_one(steps: str) -> None:
    assert both(even("X2", steps=steps), "loses") == (1, 1)


@pytest.mark.rule("besieged Key DR")
def test_dr_retreats_the_defender_two_hexes_and_nobody_follows() -> None:
    found = even("DR")
    assert both(found, "retreats") == (None, "2")
    assert found["advance"] == 0


@pytest.mark.rule("besieged Key DR")
def test_the_surrounded_have_nowhere_to_retreat_and_surrender() -> None:
    found = even("DR", surrounded="defender")
    assert (found["defender_fate"], found["defender_retreats"]) == ("surrendered", None)


@pytest.mark.rule("besieged Key D#")
def test_d_number_costs_the_defender_steps_and_two_hexes() -> None:
    found = even("D1", steps="attacker=2,defender=2")
    assert both(found, "loses") == (0, 1)
    assert both(found, "retreats") == (None, "2")
    assert found["advance"] == 0


@pytest.mark.rule("besieged Key D#")
def test_a_hex_emptied_by_step_losses_may_be_entered() -> None:
    found = even("D1", steps="attacker=2,defender=1")
    assert (found["defender_fate"], found["advance"]) == ("eliminated", 1)


@pytest.mark.rule("besieged Key DE")
def test_de_eliminates_all_defenders_and_the_hex_may_be_entered() -> None:
    found = judge(6, attacker=25, defender=5, surrounded="defender")
    assert (found["result"], found["defender_fate"], found["advance"]) == ("DE", "eliminated", 1)
    assert found["defender_loses"] == "all"


@pytest.mark.rule("besieged Key DE*")
def test_de_star_surrenders_surrounded_defenders_and_eliminates_others() -> None:
    assert judge(10, attacker=25, defender=5)["result"] == "DE*"
    assert judge(10, attacker=25, defender=5)["defender_fate"] == "eliminated"
    assert judge(10, attacker=25, defender=5, surrounded="defender")["defender_fate"] == "surrendered"


@pytest.mark.rule("besieged Blitzkrieg")
def test_a_blitzkrieg_carries_armour_on_and_the_others_into_the_hex() -> None:
    found = judge(7, attacker=20, defender=5, blitzkrieg=True, steps="attacker=4,defender=4")
    assert found["result"] == "D2-Adv 2"
    assert both(found, "loses") == (0, 2)
    assert found["defender_retreats"] == "2"
    assert (found["advance"], found["others_advance"]) == (2, 1)


@pytest.mark.rule("besieged Blitzkrieg")
def test_a_blitzkrieg_result_without_advance_follows_the_crt() -> None:
    found = judge(5, attacker=20, defender=5, blitzkrieg=True, steps="attacker=4,defender=4")
    assert (found["result"], found["advance"]) == ("D2", 0)


@pytest.mark.rule("besieged Blitzkrieg")
def test_above_ten_to_one_a_blitzkrieg_reads_the_last_column() -> None:
    assert judge(1, attacker=99, defender=5, blitzkrieg=True)["odds"] == "10-1"


def test_the_outcome_is_told_in_sentences() -> None:
    assert JUDGE.tell(even("X2", steps="attacker=3,defender=4")) == [
        "At 1-1 the die of 10 is 10 on the CRT: X2.",
        "The attacker loses 2 steps.",
        "The defender loses 2 steps and retreats 1 or 2 hexes.",
    ]
    assert JUDGE.tell(even("BR"))[-1] == "In the first impulse this locks the units in combat for the second."
    assert JUDGE.tell(even("BR", impulse="first"))[-1] == (
        "The units are locked in combat for the second impulse."
    )
    assert JUDGE.tell(judge(1, attacker=1, defender=9)) == [
        "At odds worse than 1-5 the attackers surrender without a roll."
    ]
    assert JUDGE.tell(judge(9, attacker=20, defender=5, blitzkrieg=True))[-1] == (
        "The attackers may advance into the hex, armor up to 2 hexes."
    )
