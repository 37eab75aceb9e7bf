from __future__ import annotations

from sandtable import new
from sandtable.drawing import counters_of
from sandtable.kernel import Appearance, CounterMark, Figure, Measure
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


def test_figures_and_marks_are_drawn_as_the_rulebook_describes_them() -> None:
    board = RULEBOOK.board(RULEBOOK.setup("ford"))
    steps = Measure(short="steps", one="step", many="steps")
    look = Appearance(
        figures=(
            Figure(field="worth", printed="full", place="left", measure=steps),
            Figure(field="steps", place="middle", measure=steps),
        ),
        marks=(
            CounterMark(field="locked", word="locked", look="badge", letter="L"),
            CounterMark(field="supplied", when=False, word="out of supply", look="chain"),
            CounterMark(field="isolated", word="isolated", look="hatched"),
        ),
        endings=("Corps",),
    )
    entry = {"unit": "x", "name": "I Corps", "hex": "0101", "symbol": "foot", "full": 6, "steps": 2}
    plain, marked = counters_of(
        board, [entry, {**entry, "locked": True, "supplied": False, "isolated": True}], {}, look
    )
    assert (plain.left, plain.middle, plain.right, plain.name) == ("6", "2", "", "I")
    assert (plain.badges, plain.unsupplied, plain.hatched) == ("", False, False)
    assert (marked.badges, marked.unsupplied, marked.hatched) == ("L", True, True)
