from __future__ import annotations

from sandtable import new
from sandtable.drawing import counters_of
from sandtable.testing.ford import RULEBOOK


def test_a_view_s_counters_are_drawn_where_they_stand_in_their_side_s_livery() -> None:
    game = new("ford")
    board = RULEBOOK.board(game.state.setup)
    seen = game.view("red")["position"]["counters"]
    drawn = {c.name: c for c in counters_of(board, seen, RULEBOOK.livery)}
    assert drawn["red-a"].hex == board.hex("0101")
    assert (drawn["red-a"].side, drawn["blue-d"].side) == ("brown_red", "blue_white")
    assert (drawn["red-a"].left, drawn["red-a"].right) == ("4", "4")


def test_a_nation_s_livery_goes_before_its_side_s_and_strangers_are_stone() -> None:
    board = RULEBOOK.board(RULEBOOK.setup("ford"))
    entry = {"unit": "x", "hex": "0101", "symbol": "foot", "side": "red", "nation": "finnish"}
    one, two = counters_of(
        board, [entry, {**entry, "nation": "martian", "side": "mars"}], {"finnish": "sand"}
    )
    assert (one.side, two.side) == ("sand", "stone")
    assert one.symbol == "infantry"
