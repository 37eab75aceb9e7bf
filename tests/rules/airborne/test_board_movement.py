"""[1, 15, 16] Movement on the board: six steps, contact, clashes, roads, rivers and bridges."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel import members
from sandtable.rules.airborne.position.corridor import AWAITED, State, Task
from sandtable.rules.airborne.position.places import begins_at, land
from sandtable.rules.airborne.position.ways import march, move_refusal
from sandtable.rules.airborne.state import Mode, Troop
from sandtable.rules.airborne.turn.demolition import Demolitions, blow_modifiers, work_on_crossings
from sandtable.rules.airborne.turn.listing import may_blow
from sandtable.rules.airborne.turn.orders import Orders
from sandtable.rules.airborne.turn.sequence import arrive

from .board import ALLIES, GERMANS, NIGHT, at, cell, corridor, crossing, line, move, number, order, run, start


@pytest.mark.rule("airborne 1.5")
def test_a_unit_marches_where_it_was_ordered_to_go() -> None:
    g = corridor("br-1para 01610")
    order(g, "move br-1para tactical", "to br-1para 01620")
    move(g)
    assert at(g, "br-1para") == "01620"
    assert g.moved(number(g, "br-1para")) == Fraction(10, 15)


@pytest.mark.rule("airborne 1.5")
def test_a_unit_stops_when_it_comes_next_to_an_enemy() -> None:
    g = corridor("br-1para 01610", "ge-krafft 01616")
    order(g, "move br-1para tactical", "to br-1para 01620")
    move(g)
    assert at(g, "br-1para") == "01615"


@pytest.mark.rule("airborne 1.7")
def test_opposing_units_that_would_enter_one_cell_both_stop_before_it() -> None:
    g = corridor("br-1para 01610", "ge-krafft 01614")
    order(g, "move br-1para tactical", "to br-1para 01618")
    order(g, "move ge-krafft tactical", "to ge-krafft 01606")
    move(g)
    assert (at(g, "br-1para"), at(g, "ge-krafft")) == ("01611", "01613")


@pytest.mark.rule("airborne 1.6")
def test_a_fifth_unit_waits_before_a_full_cell() -> None:
    g = corridor(
        "br-1para 01616",
        "br-2para 01616",
        "br-3para 01616",
        "br-1border 01616",
        "br-7kosb 01612",
        "br-light 01616",
    )
    order(g, "move br-7kosb tactical", "to br-7kosb 01616")
    move(g)
    assert at(g, "br-7kosb") == "01615"


@pytest.mark.rule("airborne 1.8")
def test_a_road_takes_so_many_columns_in_a_turn() -> None:
    g = corridor("ge-graebner 03460")
    road = g.plan.board.nets["road"].links
    here = cell(g, "03460")
    found = march(g, number(g, "ge-graebner"), Mode.ROAD_COLUMN, here)
    assert found is not None
    assert all(g.campaign.road_cells >> h & 1 for h in members(found.all))
    start_ = g.grid.hex("03460")
    beside = next(h for h in g.grid.neighbours(start_) if (start_, h) in road)
    g.passed = [int(beside)] * 10
    order(g, "move ge-graebner road_column", f"to ge-graebner {g.grid.name(beside)}")
    move(g)
    assert at(g, "ge-graebner") == "03460"


@pytest.mark.rule("airborne 1.3")
def test_foot_crosses_a_river_in_tactical_order_and_stops_behind_it() -> None:
    g = corridor("br-1para 03553")
    crossing(g, "Driel-Heveadorp ferry", State.BLOWN)
    order(g, "move br-1para tactical", "to br-1para 03653", "to br-1para 03653")
    move(g)
    assert at(g, "br-1para") == "03653"


@pytest.mark.rule("airborne 1.3")
def test_tanks_do_not_cross_a_blown_bridge() -> None:
    g = corridor("ge-mielke 03460")
    unit = number(g, "ge-mielke")
    crossing(g, "Arnhem road bridge", State.NONE)
    standing = march(g, unit, Mode.TACTICAL, g.hex_of[unit])
    crossing(g, "Arnhem road bridge", State.BLOWN)
    blown = march(g, unit, Mode.TACTICAL, g.hex_of[unit])
    assert standing is not None
    assert standing.all >> cell(g, "03560") & 1
    assert blown is not None
    assert not blown.all >> cell(g, "03560") & 1


@pytest.mark.rule("airborne 15.1")
def test_the_side_that_last_had_a_unit_in_its_cell_holds_a_crossing() -> None:
    g = corridor("br-1para 03559")
    point = crossing(g, "Arnhem road bridge", State.NONE)
    order(g, "move br-1para tactical", "to br-1para 03560")
    move(g)
    assert g.bridge_holder[point] == ALLIES


@pytest.mark.rule("airborne 15.2")
def test_charges_are_fired_when_the_enemy_comes_next_to_them() -> None:
    g = corridor("br-1para 03354")
    point = crossing(g, "Oosterbeek rail bridge", State.PREPARED)
    g.blow_order[point] = 1
    order(g, "move br-1para tactical", "to br-1para 03456")
    move(g, 6)
    assert g.bridge[point] == State.BLOWN


@pytest.mark.rule("airborne 15.2")
@pytest.mark.parametrize(
    ("die", "state"), [(6, State.BLOWN), (2, State.BLOWN), (1, State.DAMAGED)], ids=["six", "two", "one"]
)
def test_a_guarded_bridge_is_blown_at_its_number_less_one(die: int, state: State) -> None:
    g = corridor()
    point = crossing(g, "Oosterbeek rail bridge", State.PREPARED)
    g.blow_order[point] = 2
    run(g, [Demolitions()], die)
    assert g.bridge[point] == state


@pytest.mark.rule("airborne 15.2")
def test_guards_have_orders_from_the_start_but_where_leave_is_needed() -> None:
    g = start("market-garden")
    assert g.blow_order[g.plan.points["Son bridge"]] == 1
    assert g.blow_order[g.plan.points["Nijmegen road bridge"]] == 0


@pytest.mark.rule("airborne 15.6")
def test_without_leave_a_bridge_may_be_blown_in_defiance_one_turn_early() -> None:
    g = corridor(scenario="market-garden", turn=12)
    point = g.plan.points["Nijmegen road bridge"]
    assert not may_blow(g, point)
    g.turn = 13
    assert may_blow(g, point)
    assert any(row["what"] == "without leave" for row in blow_modifiers(g, point, ordered_now=True).as_json())


@pytest.mark.rule("airborne 15.3")
def test_engineers_charge_a_disarmed_bridge_again() -> None:
    g = corridor("ge-moeller 03457")
    point = crossing(g, "Oosterbeek rail bridge", State.DISARMED)
    order(g, "rearm ge-moeller @Oosterbeek_rail_bridge")
    work_on_crossings(g)
    assert g.bridge[point] == State.PREPARED


@pytest.mark.rule("airborne 15.4")
def test_a_bridge_in_enemy_hands_is_disarmed() -> None:
    g = corridor()
    point = crossing(g, "Oosterbeek rail bridge", State.PREPARED, holder=0)
    work_on_crossings(g)
    assert g.bridge[point] == State.DISARMED


@pytest.mark.rule("airborne 15.5")
def test_a_bridging_unit_rebuilds_a_crossing_in_its_turns() -> None:
    g = corridor(scenario="market-garden")
    point = crossing(g, "Son bridge", State.BLOWN, holder=0)
    unit = next(n for n, printed in enumerate(g.campaign.units) if "bridging" in printed.marks)
    g.hex_of[unit] = g.start[unit] = cell(g, "09531")
    g.task[unit], g.target[unit] = int(Task.REPAIR), point
    work_on_crossings(g)
    assert g.bridge[point] == State.BLOWN
    work_on_crossings(g)
    assert g.bridge[point] == State.BUILT


@pytest.mark.rule("airborne 16.1")
def test_everybody_on_the_board_stands_there_as_it_begins() -> None:
    g = start()
    assert at(g, "ge-krafft") == "03153"
    assert g.hex_of[number(g, "br-1para")] == AWAITED


@pytest.mark.rule("airborne 16.2")
def test_landing_takes_half_a_turn_and_orders_may_be_given_before() -> None:
    g = start()
    g.turn = 1
    unit = number(g, "br-1para")
    assert begins_at(g, unit) == cell(g, "03249")
    assert line(g, "move br-1para tactical") in Orders().lines(g, ALLIES, ())
    land(g, unit, cell(g, "03249"))
    assert g.moved(unit) == Fraction(1, 2)


@pytest.mark.rule("airborne 16.3")
def test_a_barred_entry_is_left_for_another_two_turns_later() -> None:
    g = corridor("br-1para 01378", turn=3)
    unit = number(g, "ge-642")
    g.hex_of[unit] = AWAITED
    arrive(g)
    assert g.hex_of[unit] == AWAITED
    g.turn = 5
    arrive(g)
    assert at(g, "ge-642") == "05282"


@pytest.mark.rule("airborne 16.4")
def test_a_unit_that_is_not_ready_stays() -> None:
    g = corridor("ge-graebner 01657", turn=1)
    no = move_refusal(g, number(g, "ge-graebner"), Troop.RECCE)
    assert no is not None
    assert no.rule == "16.4"
    assert line(g, "move ge-graebner tactical") not in Orders().lines(g, GERMANS, ())


@pytest.mark.rule("airborne 16.5")
def test_motorised_infantry_on_foot_needs_no_fuel_and_crosses_rivers() -> None:
    g = corridor(scenario="market-garden", turn=NIGHT)
    unit = next(n for n, printed in enumerate(g.campaign.units) if printed.foot_too)
    g.hex_of[unit] = cell(g, "03653")
    g.fuel[unit] = 0
    order(g, f"foot {g.campaign.units[unit].id}")
    assert g.troop(unit) == Troop.FOOT
    assert move_refusal(g, unit, g.troop(unit)) is None
