"""[1.5, 12] What an order sheet shows besides its lines: subjects, ways in six steps, the tasking board, the steps told after."""

from __future__ import annotations

import json

import pytest

from sandtable import catalog
from sandtable.kernel import Hex, Seat, SeededDice, settle
from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.game.game import Game
from sandtable.kernel.game.views import sheet_view
from sandtable.kernel.machine.actions import seat_title
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.air_phase.tasking import tasking
from sandtable.rules.airborne.position.corridor import ALLIED, AWAITED, Corridor, Known
from sandtable.rules.airborne.position.sight import sight
from sandtable.rules.airborne.turn.events import Stepped
from sandtable.rules.airborne.turn.orders import Orders
from sandtable.rules.airborne.turn.plotted import plotted_ways, sixths
from sandtable.rules.airborne.turn.sequence import GameTurn

from .board import ALLIES, GERMANS, corridor, line, move, number, order, start


def _first_orders(scenario: str) -> Corridor:
    g = start(scenario)
    g.then(GameTurn())
    settle(g)
    return g


@pytest.mark.rule("airborne 1.5")
def test_a_march_is_plotted_along_its_cells_with_the_step_in_which_each_is_reached() -> None:
    g = corridor("br-1para 01616")
    [way] = plotted_ways(g, ALLIED, [line(g, "march br-1para tactical 01621")])
    assert way.hexes == ("01616", "01617", "01618", "01619", "01620", "01621")
    # On foot fifteen kilometres a turn: two in the first sixth, five in the second.
    assert [(stop.hex, stop.text) for stop in way.stops] == [("01618", "1"), ("01621", "2")]
    assert (way.text, way.begins, way.ends) == ("2 sixths", 0, round(1 / 3, 3))


@pytest.mark.rule("airborne 1.5")
def test_a_way_that_goes_on_is_plotted_leg_by_leg() -> None:
    g = corridor("br-1para 01616", "br-2para 01716")
    draft = [
        line(g, "prepare br-2para"),
        line(g, "march br-1para tactical 01618"),
        line(g, "to br-1para 01619"),
    ]
    first, second = plotted_ways(g, ALLIED, draft)
    assert (first.line, second.line) == (1, 2)
    assert second.hexes == ("01618", "01619")
    assert second.begins == first.ends


@pytest.mark.rule("airborne 1.5")
def test_parts_of_a_turn_are_told_in_sixths() -> None:
    assert [sixths(ticks, 60) for ticks in (10, 25, 60)] == ["1 sixth", "2.5 sixths", "6 sixths"]


@pytest.mark.rule("airborne 12")
def test_a_long_sheet_tells_its_lines_unit_by_unit() -> None:
    g = _first_orders("market-garden")
    corps = RULEBOOK.seat(g.setup, "thirty_corps")
    whole = list(Orders().lines(g, corps, ()))
    seen = sheet_view(RULEBOOK, g, corps, ())
    assert sum(one["lines"] for one in seen["subjects"]) + len(seen["next"]) == len(whole)
    unit = seen["subjects"][0]["key"]
    asked_for = sheet_view(RULEBOOK, g, corps, (), about=unit)
    assert {option["target"]["unit"] for option in asked_for["next"]} == {unit}
    assert len(asked_for["next"]) == seen["subjects"][0]["lines"]
    assert unit not in [one["key"] for one in asked_for["subjects"]]
    # What nobody asked for is not worded, and not sent.
    assert len(json.dumps(seen)) < 10_000


@pytest.mark.rule("airborne 12")
def test_before_a_sheet_is_sealed_it_says_which_units_have_no_orders() -> None:
    g = corridor("br-1para 01616", "br-2para 01716", "ge-krafft 02016")
    seat = Seat(g.campaign.units[number(g, "br-1para")].command)
    (concern,) = Orders().concerns(g, seat, [line(g, "prepare br-2para")])
    assert (concern.kind, concern.units, concern.hexes) == ("unordered", ("br-1para",), ("01616",))
    assert "1 unit that could march has no orders" in concern.text
    ordered = [line(g, "prepare br-2para"), line(g, "march br-1para tactical 01618")]
    assert not Orders().concerns(g, seat, ordered)


@pytest.mark.rule("airborne 12")
def test_the_tasking_board_says_what_is_left_and_where_streams_fly() -> None:
    g = _first_orders("arnhem")
    board = tasking(g, ALLIES, ())
    assert board is not None
    [stream] = [one for one in board.streams if one.turn == g.turn][:1]
    assert stream.path[-1] == stream.hex
    bombing = next(one for one in Orders().lines(g, ALLIES, ()) if one.verb == "cover")
    after = tasking(g, ALLIES, (bombing,))
    assert after is not None
    left = {pool.title: pool.left for pool in board.pools}
    assert {pool.title: pool.left for pool in after.pools} == left | {
        "Fighters": left["Fighters"] - bombing.args[1]
    }


@pytest.mark.rule("airborne 9")
def test_only_guns_that_were_seen_stand_below_a_stream() -> None:
    g = _first_orders("arnhem")
    guns = next(
        unit
        for unit, printed in enumerate(g.campaign.units)
        if printed.flak and g.on_map(unit) and g.side_of(unit) != ALLIED
    )
    landing = next(g.landing[unit] for unit in g.campaign.serials_of if g.hex_of[unit] == AWAITED)
    g.hex_of[guns] = landing
    board = tasking(g, ALLIES, ())
    assert board is not None
    assert not any(stream.flak for stream in board.streams)
    sight(g, guns, Known.TYPE)
    seen = tasking(g, ALLIES, ())
    assert seen is not None
    assert any(stream.flak for stream in seen.streams)


@pytest.mark.rule("airborne 12")
def test_a_command_without_aircraft_has_no_tasking_board() -> None:
    g = _first_orders("market-garden")
    assert tasking(g, RULEBOOK.seat(g.setup, "thirty_corps"), ()) is None


@pytest.mark.rule("airborne 1.5")
def test_each_side_hears_step_by_step_how_its_own_units_went() -> None:
    g = corridor("br-1para 01616", "ge-krafft 02616")
    order(g, "march br-1para tactical 01619", "march ge-krafft tactical 02617")
    g.told = []
    move(g)
    told = [one for one in g.told if isinstance(one.event, Stepped)]
    own = [one.event for one in told if one.heard_by(ALLIES) and isinstance(one.event, Stepped)]
    assert not any(one.heard_by(GERMANS) for one in told if one.heard_by(ALLIES))
    assert [(event.step, [g.grid.name(Hex(h)) for h in event.ways[0][1:]]) for event in own] == [
        (1, ["01616", "01617", "01618"]),
        (2, ["01618", "01619"]),
    ]
    assert {event.ways[0][0] for event in own} == {number(g, "br-1para")}


@pytest.mark.rule("airborne 1.5")
def test_the_facts_of_a_step_name_units_and_cells() -> None:
    game = Game(RULEBOOK, RULEBOOK.setup("arnhem"), SeededDice(1))
    unit = game.state.campaign.number["br-1para"]
    told = {
        "kind": "Stepped",
        "side": 0,
        "step": 2,
        "steps": 6,
        "ways": [[unit, *(int(game.state.grid.hex(name)) for name in ("01616", "01617"))]],
        "seen": [int(game.state.grid.hex("01620"))],
    }
    facts = LogFacts(RULEBOOK, game.state).of(told)
    assert facts == {
        "role": "step",
        "hexes": ["01620"],
        "step": 2,
        "steps": 6,
        "ways": [{"unit": "br-1para", "path": ["01616", "01617"]}],
    }


def test_commands_have_their_titles() -> None:
    catalog.rulebooks()
    assert seat_title("eighty_eighth_corps") == "LXXXVIII Corps"
    assert seat_title("british_airborne") == "1st Airborne Division"
