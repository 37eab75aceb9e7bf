"""[12, 13, 14, 18] The turn on the board: sheets, knowledge, supply and victory."""

from __future__ import annotations

import pytest

from sandtable.kernel import CONTROL, SeededDice, asked, options, settle
from sandtable.kernel.game.game import Game
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.fight.forming import Combats
from sandtable.rules.airborne.position.corridor import ALLIED, AWAITED, Known, State
from sandtable.rules.airborne.position.sight import fade, look_around, sight
from sandtable.rules.airborne.seen.appearance import trays
from sandtable.rules.airborne.seen.counters import enemy_rows, own_row
from sandtable.rules.airborne.seen.view import view
from sandtable.rules.airborne.turn.ending import holds, level_for, victory_points
from sandtable.rules.airborne.turn.orders import Orders
from sandtable.rules.airborne.turn.sequence import GameTurn
from sandtable.rules.airborne.turn.supplying import SupplyPhase, supplied_cells

from .board import ALLIES, GERMANS, cell, corridor, crossing, line, number, order, run, start


@pytest.mark.rule("airborne 12")
def test_every_command_writes_its_sheet_at_once() -> None:
    g = start("market-garden")
    g.then(GameTurn())
    settle(g)
    assert isinstance(g.agenda[-1], Orders)
    assert len(asked(g)) == len(g.campaign.commands) == 10


@pytest.mark.rule("airborne 12")
def test_a_unit_has_one_order_a_turn() -> None:
    g = corridor("br-1para 01616")
    first = line(g, "move br-1para tactical")
    assert first in Orders().lines(g, ALLIES, ())
    goal = line(g, "to br-1para 01620")
    assert goal in Orders().lines(g, ALLIES, (first,))
    after = Orders().lines(g, ALLIES, (first, goal))
    assert first not in after
    assert line(g, "prepare br-1para") not in after


@pytest.mark.rule("airborne 12")
def test_a_march_to_a_listed_cell_is_one_line_and_its_way_goes_on_to_any_cell_in_reach() -> None:
    g = corridor("br-1para 01616")
    listed = Orders().lines(g, ALLIES, ())
    near = line(g, "march br-1para tactical 01617")
    assert near in listed
    assert Orders().wording(g, ALLIES, near).text.endswith("to 01617, tactical: 0.4 sixths of the turn")
    on = Orders().lines(g, ALLIES, (near,))
    assert line(g, "to br-1para 01626") in on
    assert line(g, "to br-1para 01632") not in on


@pytest.mark.rule("airborne 12")
def test_any_other_cell_in_reach_is_ordered_by_a_mode_and_then_the_cell_alone() -> None:
    g = corridor("br-1para 01616")
    assert line(g, "march br-1para tactical 01626") not in Orders().lines(g, ALLIES, ())
    on = Orders().lines(g, ALLIES, (line(g, "move br-1para tactical"),))
    assert line(g, "to br-1para 01626") in on
    assert line(g, "to br-1para 01632") not in on


@pytest.mark.rule("airborne 16.2")
def test_units_that_are_to_land_are_shown_on_their_drop_zone_to_their_own_side_alone() -> None:
    g = start()
    g.turn = 1
    row = next(row for row in view(g, ALLIES)["counters"] if row["unit"] == "br-1para")
    assert (row["hex"], row["aboard"]) == ("03249", True)
    assert all(row["side"] == "german" for row in view(g, GERMANS)["counters"])


@pytest.mark.rule("airborne 12")
@pytest.mark.parametrize("scenario", ["arnhem", "market-garden-evening", "market-garden"])
def test_a_game_is_played_to_its_end_even_with_empty_sheets(scenario: str) -> None:
    game = Game(RULEBOOK, RULEBOOK.setup(scenario), SeededDice(7))
    while not game.over:
        seat = asked(game.state)[0]
        game.choose(RULEBOOK.seat_name(game.state.setup, seat), options(game.state, seat)[0].id)
    assert game.result is not None


@pytest.mark.rule("airborne 13")
def test_a_side_sees_the_type_of_enemies_next_to_it_and_nothing_else() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616", "ge-spindler 01625")
    look_around(g)
    rows = enemy_rows(g, ALLIED)
    assert [(row["hex"], row["name"]) for row in rows] == [("01616", "infantry")]
    assert "strength" not in rows[0]


@pytest.mark.rule("airborne 13")
def test_reconnaissance_troops_see_three_kilometres_in_the_open() -> None:
    g = corridor("br-recce 01613", "ge-krafft 01616", "ge-spindler 01617")
    look_around(g)
    assert g.known_what[number(g, "ge-krafft")] == Known.TYPE | Known.SPOTTED
    assert g.known_what[number(g, "ge-spindler")] == 0


@pytest.mark.rule("airborne 13")
def test_reports_are_forgotten_after_four_turns() -> None:
    g = corridor("ge-krafft 01616", turn=4)
    unit = number(g, "ge-krafft")
    sight(g, unit, Known.TYPE)
    g.turn = 7
    fade(g)
    assert g.known_hex[unit] >= 0
    g.turn = 8
    fade(g)
    assert g.known_hex[unit] < 0


@pytest.mark.rule("airborne 13")
def test_the_owner_sees_status_ammunition_and_fuel() -> None:
    g = corridor("br-recce 01613")
    row = own_row(g, number(g, "br-recce"))
    assert (row["strength"], row["ammo"], row["fuel"]) == (1, 4, 3)


@pytest.mark.rule("airborne 16.3")
def test_a_side_sees_when_its_own_units_are_to_come() -> None:
    g = start()
    g.turn = 1
    german = {row["turn"]: row["arrives"] for row in RULEBOOK.view(g, GERMANS)["calendar"]}
    assert "ge-knaust" in german[6]
    assert not any(
        name.startswith("ge-") for row in RULEBOOK.view(g, ALLIES)["calendar"] for name in row["arrives"]
    )


@pytest.mark.rule("airborne 14")
def test_the_allies_hold_a_bridge_that_they_entered_last_and_no_german_stands_by_unopposed() -> None:
    g = corridor()
    point = crossing(g, "Arnhem road bridge", State.NONE, holder=0)
    assert holds(g, point)
    g.hex_of[number(g, "ge-krafft")] = cell(g, "03561")
    assert not holds(g, point)
    g.hex_of[number(g, "br-1para")] = cell(g, "03560")
    assert holds(g, point)


@pytest.mark.rule("airborne 14")
def test_the_north_end_of_the_bridge_counts_for_two_status_points_there() -> None:
    g = corridor("br-2para 03460")
    worth = {row["what"]: row["value"] for row in victory_points(g).as_json()}
    assert worth["the north end of Arnhem road bridge"] == 6


@pytest.mark.rule("airborne 14")
def test_history_is_a_german_victory() -> None:
    g = start("market-garden")
    assert level_for(g, 11)[1].side == "german"


@pytest.mark.rule("airborne 18.1")
def test_supply_comes_by_road_and_five_kilometres_across_country() -> None:
    g = corridor("ge-krafft 02828")
    source = next(s for s in g.campaign.sources if s.name == "Utrecht road")
    reached = supplied_cells(g, 1, int(source.hex))
    roads = reached & g.campaign.road_cells
    assert roads.bit_count() > 100
    assert reached & ~g.campaign.road_cells


@pytest.mark.rule("airborne 18.1")
def test_supply_does_not_pass_enemies() -> None:
    g = corridor()
    source = next(s for s in g.campaign.sources if s.name == "Utrecht road")
    around = supplied_cells(g, 1, int(source.hex)).bit_count()
    for unit, near in zip(("br-1para", "br-2para", "br-3para"), g.grid.neighbours(source.hex), strict=False):
        g.hex_of[number(g, unit)] = int(near)
    assert supplied_cells(g, 1, int(source.hex)).bit_count() < around


@pytest.mark.rule("airborne 18")
def test_units_fill_up_from_their_sources_those_in_contact_first() -> None:
    g = corridor("ge-helle 02828", "ge-eberwein 02829")
    for name in ("ge-helle", "ge-eberwein"):
        g.ammo[number(g, name)] = 0
    run(g, [SupplyPhase()])
    assert g.ammo[number(g, "ge-helle")] + g.ammo[number(g, "ge-eberwein")] == 3


@pytest.mark.rule("airborne 11.4")
def test_what_lies_on_a_drop_zone_is_for_whoever_holds_it() -> None:
    g = corridor("br-1para 03249")
    zone = list(g.campaign.drop_zones).index("DZ-X")
    g.dropped[zone], g.ammo[number(g, "br-1para")] = 3, 2
    run(g, [SupplyPhase()])
    assert (g.dropped[zone], g.ammo[number(g, "br-1para")]) == (1, 4)


@pytest.mark.rule("airborne 2.4.1")
def test_control_may_be_asked_who_has_the_advantage() -> None:
    g = corridor("br-1para 01615", "ge-krafft 01616", rulings=True)
    look_around(g)
    order(g, "attack br-1para 01616")
    g.agenda.clear()
    g.then(Combats())
    settle(g)
    assert asked(g) == (CONTROL,)
    assert len(options(g, CONTROL)) == 3
    seen = RULEBOOK.view(g, CONTROL)["combat"]
    assert (seen["hex"], seen["attacker"]["strength"], seen["defender"]["strength"]) == ("01616", 1, 2)
    assert RULEBOOK.view(g, ALLIES)["combat"] is None


def test_a_seat_of_the_other_side_is_offered_no_line_about_ones_units() -> None:
    g = corridor("br-1para 01616")
    assert line(g, "move br-1para tactical") not in Orders().lines(g, GERMANS, ())


@pytest.mark.rule("airborne 5")
def test_the_odds_of_a_planned_attack_are_reckoned_from_what_one_knows() -> None:
    g = corridor("br-1para 01615", "br-2para 01716", "ge-spindler 01616")
    look_around(g)
    g.then(Orders())
    one, other = line(g, "attack br-1para 01616"), line(g, "attack br-2para 01616")
    alone = RULEBOOK.draft_odds(g, ALLIES, (one,), one)
    both = RULEBOOK.draft_odds(g, ALLIES, (one, other), other)
    assert alone is not None
    assert both is not None
    assert len(both.attacker.units) == 2
    assert both.attacker.strength > alone.attacker.strength
    assert any("not known" in said for said in alone.assumes)


@pytest.mark.rule("airborne 1.1")
def test_reach_shows_what_each_cell_costs_of_the_turn() -> None:
    g = corridor("br-1para 01616")
    g.then(Orders())
    found = RULEBOOK.reach(g, ALLIES, line(g, "move br-1para tactical"))
    assert found is not None
    assert found.hexes["01617"].cost == "1/15"
    assert "no attack" in found.hexes["01626"].note


@pytest.mark.parametrize(
    ("verb", "what", "rule"),
    [
        ("move", {"unit": "br-1para", "hex": "03460"}, "1.2"),
        ("move", {"unit": "ge-krafft", "hex": "01617"}, "12"),
        ("attack", {"unit": "br-1para", "hex": "01620"}, "2.6"),
        ("attack", {"unit": "br-light", "hex": "01615"}, "2"),
        ("blow", {"hex": "01616"}, "15.1"),
        ("blow", {"hex": "03460"}, "15.2"),
    ],
)
def test_why_not_answers_with_a_paragraph(verb: str, what: dict[str, str], rule: str) -> None:
    g = corridor("br-1para 01616", "br-light 01614", "ge-krafft 01625")
    g.then(Orders())
    no = RULEBOOK.why_not(g, ALLIES, verb, what)
    assert no is not None
    assert no.rule == rule


def test_a_command_is_told_what_stands_on_the_map_and_what_is_still_to_come() -> None:
    g = corridor("br-1para 01616")
    to_come, gone = number(g, "br-2para"), number(g, "br-3para")
    g.hex_of[to_come] = AWAITED
    assert g.status[gone]
    own = next(tray for tray in trays(g, g, ALLIES) if tray["title"] == "1st Airborne Division")
    told = {row["label"]: row["value"] for row in own["rows"]}
    assert told["status on the map"] == g.status[number(g, "br-1para")]
    assert told["status to come"] == g.status[to_come]
