"""[2, 5] Combats on the board: how they are formed, who goes where, and what comes of them."""

from __future__ import annotations

import pytest

from sandtable.rules.airborne.fight.aftermath import retire, throw_back
from sandtable.rules.airborne.fight.engaging import Battle, Follow, planned_fight
from sandtable.rules.airborne.fight.forming import Combats, assaults
from sandtable.rules.airborne.position.corridor import GERMAN, Corridor, Known, State
from sandtable.rules.airborne.position.sight import look_around
from sandtable.rules.airborne.state import Mode
from sandtable.rules.airborne.strength import Attack, Fight
from sandtable.rules.airborne.turn.ending import settle_preparation
from sandtable.rules.airborne.turn.sequence import clear_orders

from .board import NIGHT, at, cell, corridor, crossing, move, number, order, run


def fight(g: Corridor, *dice: int) -> None:
    """All combats of the turn."""
    run(g, [Combats()], *dice)


@pytest.mark.rule("airborne 2")
def test_all_who_attack_a_cell_attack_it_together() -> None:
    g = corridor("br-1para 01615", "br-2para 01716", "ge-krafft 01616")
    look_around(g)
    order(g, "attack br-1para 01616", "attack br-2para 01616")
    assert [a.units for a in assaults(g)] == [(number(g, "br-1para"), number(g, "br-2para"))]


@pytest.mark.rule("airborne 2.1")
def test_an_order_to_prepare_that_held_for_a_turn_makes_the_next_attack_prepared() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    order(g, "prepare br-1para")
    settle_preparation(g)
    assert g.prepared[number(g, "br-1para")]


@pytest.mark.rule("airborne 2.1")
def test_who_moves_is_no_longer_prepared() -> None:
    g = corridor("br-1para 01610")
    g.prepared[number(g, "br-1para")] = 1
    order(g, "move br-1para tactical", "to br-1para 01612")
    move(g)
    settle_preparation(g)
    assert not g.prepared[number(g, "br-1para")]


@pytest.mark.rule("airborne 2.6")
def test_an_attack_on_nobody_costs_nothing_and_leaves_the_unit_prepared() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    unit = number(g, "br-1para")
    g.prepared[unit] = 1
    look_around(g)
    order(g, "attack br-1para 01616")
    g.hex_of[number(g, "ge-krafft")] = cell(g, "01620")
    fight(g)
    settle_preparation(g)
    assert (g.ammo[unit], g.prepared[unit]) == (4, 1)


@pytest.mark.rule("airborne 2.7")
def test_of_two_that_attack_each_other_the_larger_status_attacks() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    look_around(g)
    order(g, "attack br-1para 01616")
    order(g, "attack ge-krafft 01615")
    fight(g, 3)
    assert g.ammo[number(g, "br-1para")] == 3
    assert g.ammo[number(g, "ge-krafft")] == g.campaign.units[number(g, "ge-krafft")].ammo


@pytest.mark.rule("airborne 2.7")
def test_equals_that_attack_each_other_roll_a_die_for_it() -> None:
    g = corridor("br-2ssta 01615", "ge-krafft 01616")
    look_around(g)
    order(g, "attack br-2ssta 01616")
    order(g, "attack ge-krafft 01615")
    fight(g, 2, 3)
    assert g.ammo[number(g, "br-2ssta")] == 4
    assert g.attacked[number(g, "ge-krafft")] == 1


@pytest.mark.rule("airborne 1.4")
def test_who_has_marched_for_more_than_half_a_turn_does_not_attack() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    unit = number(g, "br-1para")
    g.spent[unit] = g.plan.ticks * 2 // 3
    assert planned_fight(g, 0, cell(g, "01616"), [unit], int(Attack.PLANNED)) is None


@pytest.mark.rule("airborne 3.2")
def test_guns_on_call_fire_once_for_a_combat_within_their_range() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616", "br-light 01609")
    found = planned_fight(g, 0, cell(g, "01616"), [number(g, "br-1para")], int(Attack.PLANNED))
    assert found is not None
    assert found.attack_guns == (number(g, "br-light"),)
    g.fired[number(g, "br-light")] = 1
    again = planned_fight(g, 0, cell(g, "01616"), [number(g, "br-1para")], int(Attack.PLANNED))
    assert again is not None
    assert again.attack_guns == ()


@pytest.mark.rule("airborne 5.9")
def test_defenders_retire_away_from_the_attackers() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    unit = number(g, "ge-krafft")
    retire(g, unit, 2, [cell(g, "01615")])
    assert g.grid.distance(g.grid.hex(at(g, "ge-krafft")), g.grid.hex("01615")) == 3
    assert g.status[unit] == 2


@pytest.mark.rule("airborne 5.9")
def test_who_cannot_go_the_distance_loses_one_more() -> None:
    g = corridor("ge-krafft 01616")
    unit = number(g, "ge-krafft")
    around = ["br-1para", "br-2para", "br-3para", "br-1border", "br-7kosb", "br-gpr1"]
    cells = [int(h) for h in g.grid.neighbours(g.grid.hex("01616"))]
    for name, here in zip(around, cells, strict=True):
        g.hex_of[number(g, name)] = here
    retire(g, unit, 2, cells)
    assert (at(g, "ge-krafft"), g.status[unit]) == ("01616", 1)


@pytest.mark.rule("airborne 5.9")
def test_a_beaten_attacker_goes_back_to_where_it_began_the_turn() -> None:
    g = corridor("br-1para 01612", "ge-krafft 01616")
    unit = number(g, "br-1para")
    g.hex_of[unit] = cell(g, "01615")
    throw_back(g, unit)
    assert at(g, "br-1para") == "01612"


@pytest.mark.rule("airborne 5.9")
def test_a_beaten_attacker_that_began_in_contact_goes_back_one_kilometre() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    throw_back(g, number(g, "br-1para"))
    assert g.grid.distance(g.grid.hex(at(g, "br-1para")), g.grid.hex("01616")) == 2


@pytest.mark.rule("airborne 5.7")
def test_an_overrun_goes_on_through_the_beaten_enemy() -> None:
    g = corridor("ge-mielke 01615", "br-21coy 01616", turn=8)
    tanks = number(g, "ge-mielke")
    g.status[tanks] = 12
    look_around(g)
    order(g, "break ge-mielke 01616")
    fight(g, 6)
    assert at(g, "br-21coy") == "off"
    assert g.hex_of[tanks] > cell(g, "01616")


@pytest.mark.rule("airborne 5.7")
@pytest.mark.parametrize(
    ("tanks", "ahead", "behind"), [("01620", "01621", "01619"), ("01617", "01618", "01517")]
)
def test_armour_that_has_gone_on_attacks_whom_it_meets_ahead(tanks: str, ahead: str, behind: str) -> None:
    g = corridor(f"ge-mielke {tanks}", f"br-1para {ahead}", f"br-2para {behind}", turn=8)
    unit = number(g, "ge-mielke")
    g.breakthrough[unit] = g.overrun = 1
    g.band = g.tables["results"].rows.labels.index("12+")
    Follow(GERMAN, cell(g, "01616"), Fight((unit,), ())).run(g)
    assert [step.target for step in g.agenda if isinstance(step, Battle)] == [cell(g, ahead)]


@pytest.mark.rule("airborne 5.8")
def test_defenders_strike_back_where_the_score_is_not_below_zero() -> None:
    g = corridor("ge-ar184 01615", "br-1para 01616", "br-2para 01616")
    look_around(g)
    order(g, "attack ge-ar184 01616")
    g.status[number(g, "ge-ar184")] = 3
    fight(g, 1, 4)
    assert g.ammo[number(g, "br-1para")] == 3


@pytest.mark.rule("airborne 15.7")
def test_by_night_boats_take_the_advantage_of_the_bank() -> None:
    g = corridor("br-1para 03653", "ge-krafft 03553")
    target, unit = cell(g, "03553"), number(g, "br-1para")
    crossing(g, "Driel-Heveadorp ferry", State.GAP, holder=1)
    by_day = planned_fight(g, 0, target, [unit], int(Attack.PLANNED))
    assert by_day is not None
    assert by_day.advantage == 2
    boats = corridor("br-1para 03653", "ge-krafft 03553", turn=NIGHT, scenario="market-garden")
    other = next(n for n, printed in enumerate(boats.campaign.units) if "boats" in printed.marks)
    assert boats.side_of(other) == 0
    boats.hex_of[other] = cell(boats, "03653")
    crossing(boats, "Driel-Heveadorp ferry", State.GAP, holder=1)
    by_night = planned_fight(boats, 0, target, [number(boats, "br-1para")], int(Attack.PLANNED))
    assert by_night is not None
    assert by_night.advantage == 0


@pytest.mark.rule("airborne 13")
def test_a_combat_shows_the_size_of_both() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616")
    look_around(g)
    assert g.known_what[number(g, "ge-krafft")] & Known.TYPE
    assert not g.known_what[number(g, "ge-krafft")] & Known.SIZE
    order(g, "attack br-1para 01616")
    fight(g, 3)
    assert g.known_size[number(g, "ge-krafft")] >= 0
    assert g.known_what[number(g, "br-1para")] & Known.SIZE


@pytest.mark.rule("airborne 2.4.6")
def test_who_stood_still_for_a_turn_is_in_tactical_order_again() -> None:
    g = corridor("br-1para 01615")
    unit = number(g, "br-1para")
    g.mode[unit] = int(Mode.ROAD_COLUMN)
    settle_preparation(g)
    clear_orders(g)
    assert g.mode[unit] == Mode.TACTICAL
