"""The die and what follows from it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.game.codec import read_step, write_step
from sandtable.kernel.refusals import Refusal
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.combat import (
    Engage,
    attack_refusal,
    breakthrough_move,
    counter_attack,
    overrun_refusal,
    retirement,
)
from sandtable.rules.airborne.events import LostSupply
from sandtable.rules.airborne.state import Ground, Operation, Troop
from sandtable.rules.airborne.strength import Attack, Breakthrough, Fight

from .judging import TABLES, attacker, brings, defender, field, fight_out, resolve

ORDERED = int(Breakthrough.ORDERED)


def fight_at(difference: int, *faces: int) -> Operation:
    """Two attackers against two defenders whose status differs by *difference* in the attacker's favour."""
    g, fight = field(attacker(10 + difference), attacker(10), defender(10), defender(10))
    return fight_out(g, fight, *faces)


def lost(g: Operation) -> list[int]:
    return [g.counter(unit).status - status for unit, status in enumerate(g.status)]


# ---- 2


@pytest.mark.rule("airborne 2")
def test_both_sides_need_a_unit_with_status() -> None:
    g, fight = field(attacker(0), defender(4))
    assert attack_refusal(g, fight) == Refusal("2", "no unit with status is there to attack")
    g, fight = field(attacker(4), defender(0))
    assert attack_refusal(g, fight) == Refusal("2", "no unit with status is there to defend")


@pytest.mark.rule("airborne 2")
def test_a_unit_attacked_twice_defends_with_what_is_left() -> None:
    g, fight = field(attacker(4), attacker(4), defender(4))
    fight_out(g, fight._replace(attackers=(0,)), 1)
    assert brings(g, fight._replace(attackers=(1,))) == (4, 3)


@pytest.mark.rule("airborne 2.2")
def test_an_attack_costs_each_attacking_unit_ammunition_and_defence_nothing() -> None:
    g = fight_at(0, 1)
    assert g.ammo == [3, 3, 4, 4]


@pytest.mark.rule("airborne 2.2")
def test_a_unit_that_cannot_pay_cannot_attack() -> None:
    g, fight = field(attacker(4), attacker(4, ammo=0), defender(4))
    assert attack_refusal(g, fight) == Refusal("2.2", "attacker has 0 ammunition and an attack costs 1")
    g, fight = field(attacker(4), defender(4, ammo=0))
    assert attack_refusal(g, fight) is None


@pytest.mark.rule("airborne 2.2")
def test_guns_pay_when_they_attack_and_when_they_defend() -> None:
    g, fight = field(
        attacker(4), attacker(3, Troop.ARTILLERY), defender(4), defender(2, Troop.ARTILLERY, ammo=2)
    )
    fight = Fight((0,), (2,), attack_guns=(1,), defence_far_guns=(3,))
    fight_out(g, fight, 1)
    assert g.ammo == [3, 3, 4, 1]
    assert g.score == 4 + 3 - 4 - 1 + 1


@pytest.mark.rule("airborne 3.2")
def test_guns_that_cannot_pay_or_moved_too_long_add_nothing() -> None:
    guns = [attacker(3, Troop.ARTILLERY, ammo=0), attacker(3, Troop.ARTILLERY), attacker(2, Troop.ARTILLERY)]
    g, _ = field(attacker(4), *guns, defender(4))
    g.spend(2, Fraction(3, 5))
    fight_out(g, Fight((0,), (4,), attack_guns=(1, 2, 3)), 1)
    assert g.score == 4 + 2 - 4 + 1
    assert g.ammo == [3, 0, 4, 3, 4]


@pytest.mark.rule("airborne 3.2")
@pytest.mark.parametrize(("ammo", "score"), [(1, 4 - 3 + 1), (0, 4 - 0 + 1)])
def test_guns_that_are_attacked_pay_to_defend_or_defend_with_nothing(ammo: int, score: int) -> None:
    g, fight = field(attacker(4), defender(3, Troop.ARTILLERY, ammo=ammo))
    fight_out(g, fight, 1)
    assert (g.score, g.ammo[1]) == (score, 0)


@pytest.mark.rule("airborne 3.2")
def test_guns_in_support_take_no_losses() -> None:
    g, _ = field(attacker(4), attacker(3, Troop.ARTILLERY), defender(4), defender(3, Troop.ARTILLERY))
    fight_out(g, Fight((0,), (2,), attack_guns=(1,), defence_guns=(3,)), 1)
    assert g.status == [3, 3, 3, 3]


@pytest.mark.rule("airborne 1.4")
def test_an_attack_after_too_much_movement_is_refused_unless_it_can_be_an_overrun() -> None:
    g, fight = field(attacker(8, Troop.TANKS), defender(4))
    g.spend(0, Fraction(2, 3))
    no = attack_refusal(g, fight)
    assert no is not None
    assert no.rule == "1.4"
    assert attack_refusal(g, fight._replace(breakthrough=ORDERED)) is None
    assert attack_refusal(g, fight._replace(kind=int(Attack.AGAIN))) is None


@pytest.mark.rule("airborne 1.4")
def test_a_unit_that_moved_too_long_still_defends() -> None:
    g, fight = field(attacker(4), defender(4))
    g.spend(1, Fraction(1))
    assert attack_refusal(g, fight) is None
    assert brings(g, fight) == (4, 4)


# ---- 5


@pytest.mark.rule("airborne 5")
def test_losses_never_go_below_nothing() -> None:
    g, fight = field(attacker(20), defender(1))
    assert fight_out(g, fight, 6).status == [19, 0]


@pytest.mark.rule("airborne 5")
def test_a_counter_that_stands_for_several_units_loses_for_each() -> None:
    g, fight = field(attacker(30, units=3), defender(9, units=3))
    fight_out(g, fight, 6, 3, 4)
    assert lost(g) == [3, 6]


@pytest.mark.rule("airborne 5.1")
def test_total_success() -> None:
    g = fight_at(8, 4, 5, 6)
    assert (g.score, g.retired, lost(g)) == (12, 11, [1, 1, 2, 2])
    assert [a + f for a, f in zip(g.ammo[2:], g.fuel[2:], strict=True)] == [8 - 2, 8 - 2]


@pytest.mark.rule("airborne 5.2")
def test_success() -> None:
    g = fight_at(7, 4, 5)
    assert (g.score, g.retired, lost(g)) == (11, 5, [1, 1, 1, 1])
    assert [a + f for a, f in zip(g.ammo[2:], g.fuel[2:], strict=True)] == [7, 7]


@pytest.mark.rule("airborne 5.3")
def test_limited_success() -> None:
    g = fight_at(3, 4)
    assert (g.score, g.retired, lost(g)) == (7, 2, [1, 1, 1, 1])
    assert [a + f for a, f in zip(g.ammo[2:], g.fuel[2:], strict=True)] == [7, 7]


@pytest.mark.rule("airborne 5.4")
@pytest.mark.parametrize(("difference", "die"), [(0, 4), (-2, 1)])
def test_confused_combat(difference: int, die: int) -> None:
    g = fight_at(difference, die)
    assert (g.retired, lost(g), g.fuel) == (-1, [1, 1, 1, 1], [4, 4, 4, 4])


@pytest.mark.rule("airborne 5.5")
def test_the_attackers_are_beaten() -> None:
    g = fight_at(-3, 1)
    assert (g.score, g.retired, lost(g)) == (-2, -1, [1, 1, 0, 0])
    assert resolve(1, attacker="status=7", defender="status=10")["thrown_back"]


@pytest.mark.rule("airborne 5.6")
@pytest.mark.parametrize(
    ("band", "in_the_open", "in_close_country"),
    [
        ("12+", "2d6", "1d6"),
        ("8-11", "1d6", "1d3"),
        ("5-7", "2", "1"),
        ("4 to -1", "-", "-"),
        ("below -1", "-", "-"),
    ],
)
def test_the_ground_of_the_defended_place_gives_the_distance(
    band: str, in_the_open: str, in_close_country: str
) -> None:
    assert retirement(TABLES, band, Ground.OPEN) == in_the_open
    for ground in (Ground.CLOSE, Ground.WOOD, Ground.TOWN, Ground.MARSH):
        assert retirement(TABLES, band, ground) == in_close_country


@pytest.mark.rule("airborne 5.6")
def test_nobody_rolls_for_the_distance_when_all_defenders_are_destroyed() -> None:
    g, fight = field(attacker(20), defender(2))
    assert fight_out(g, fight, 6).retired == -1


@pytest.mark.rule("airborne 5.6")
@pytest.mark.parametrize(("verb", "left"), [("ammo", (2, 4)), ("fuel", (4, 2))])
def test_the_owner_chooses_which_supply_points_are_lost(verb: str, left: tuple[int, int]) -> None:
    g, fight = field(attacker(20), defender(4))
    fight_out(g, fight, 6, 1, 1, verb=verb)
    assert (g.ammo[1], g.fuel[1]) == left
    assert [t.event.what for t in g.told or () if isinstance(t.event, LostSupply)] == [verb, verb]


@pytest.mark.rule("airborne 5.6")
def test_a_counter_that_stands_for_two_units_loses_supply_for_both() -> None:
    g, fight = field(attacker(20), defender(8, units=2, ammo=8))
    fight_out(g, fight, 6, 1, 1)
    assert (g.ammo[1], g.fuel[1]) == (8 - 2 * 2, 4)


@pytest.mark.rule("airborne 5.6")
def test_no_more_supply_points_are_lost_than_there_are() -> None:
    g, fight = field(attacker(20), defender(4, ammo=1, fuel=0))
    fight_out(g, fight, 6, 1, 1)
    assert (g.ammo[1], g.fuel[1]) == (0, 0)


@pytest.mark.rule("airborne 5.7")
def test_an_overrun_needs_an_order_armour_and_twice_the_status() -> None:
    g, fight = field(attacker(5, Troop.TANKS), attacker(4), defender(4))
    ordered = fight._replace(breakthrough=ORDERED)
    assert overrun_refusal(g, ordered) is None
    assert overrun_refusal(g, fight) == Refusal("5.7", "there is no breakthrough order")
    g.status = [4, 4, 4]
    assert overrun_refusal(g, ordered) == Refusal(
        "5.7", "tanks and SPGs are 4 of the attackers' status 8, not more than half"
    )
    g.status = [5, 4, 5]
    assert overrun_refusal(g, ordered) == Refusal(
        "5.7", "the attackers' status 9 is not twice the defenders' 5"
    )


@pytest.mark.rule("airborne 5.7")
def test_factors_guns_and_aircraft_do_not_make_an_overrun() -> None:
    g, fight = field(attacker(7, Troop.TANKS), attacker(9, Troop.ARTILLERY), defender(4))
    g.granted[0] = 9
    fight = fight._replace(attackers=(0,), attack_guns=(1,), attack_air=4, breakthrough=ORDERED)
    assert overrun_refusal(g, fight) is not None


@pytest.mark.rule("airborne 5.7")
@pytest.mark.parametrize(
    ("granted", "faces", "score", "attacker_loses", "overrun"),
    [(2, (6, 1, 1), 12, 1, 1), (0, (4, 1), 8, 2, 1), (-2, (4,), 6, 2, 1), (-2, (2,), 4, 1, 0)],
)
def test_an_overrun_is_added_to_the_standard_result(
    granted: int, faces: tuple[int, ...], score: int, attacker_loses: int, overrun: int
) -> None:
    g, fight = field(attacker(8, Troop.TANKS), defender(4, Troop.RECCE))
    g.granted[0] = granted
    fight_out(g, fight._replace(breakthrough=ORDERED), *faces)
    assert (g.score, g.overrun, lost(g)[0]) == (score, overrun, attacker_loses)


@pytest.mark.rule("airborne 5.7")
def test_an_overrun_carries_on_for_half_of_the_move_that_is_left() -> None:
    assert breakthrough_move(Fraction(0)) == Fraction(1, 2)
    assert breakthrough_move(Fraction(2, 3)) == Fraction(1, 6)


@pytest.mark.rule("airborne 5.8")
@pytest.mark.parametrize(
    ("band", "may"), [("12+", False), ("8-11", False), ("5-7", True), ("4 to -1", False), ("below -1", True)]
)
def test_some_bands_let_the_defender_counter_attack(band: str, may: bool) -> None:
    g, fight = field(attacker(4), attacker(4), defender(4))
    back = counter_attack(g, fight, band, Ground.WOOD)
    expected = Fight((2,), (0, 1), ground=int(Ground.WOOD), kind=int(Attack.COUNTER)) if may else None
    assert back == expected


@pytest.mark.rule("airborne 5.8")
def test_there_is_no_counter_attack_to_a_counter_attack_nor_by_the_destroyed() -> None:
    g, fight = field(attacker(4), defender(4))
    assert counter_attack(g, fight._replace(kind=int(Attack.COUNTER)), "5-7", Ground.OPEN) is None
    g.status[1] = 0
    assert counter_attack(g, fight, "5-7", Ground.OPEN) is None


def test_a_fight_on_the_agenda_can_be_saved_and_read() -> None:
    step = Engage(Fight((0, 1), (2,), attack_guns=(3,), ground=int(Ground.TOWN)))
    assert read_step(RULEBOOK, write_step(step)) == step
