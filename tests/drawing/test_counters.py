"""Counters alone and on the board."""

from __future__ import annotations

import pytest

from sandtable.drawing import Counter, draw_board, draw_counter
from sandtable.drawing.pieces.counters import SIDES
from sandtable.drawing.pieces.symbols import NAMES

from .contrast import contrast
from .pictures import of_class, parsed, texts
from .tiny import hexes, tiny_board

PANZER = Counter(side="field_grey", symbol="armor", size="XXX", left="7", right="8", name="56 Pz & Co")


def test_a_counter_shows_size_strength_movement_and_name() -> None:
    assert set(texts(parsed(draw_counter(PANZER)))) == {"XXX", "7", "8", "56 Pz & Co"}


def test_strength_stands_left_of_movement() -> None:
    at = {t.text: float(t.attrib["x"]) for t in parsed(draw_counter(PANZER)).iter() if t.tag.endswith("text")}
    assert at["7"] < 0 < at["8"]


def test_a_spent_counter_is_turned_and_dimmed() -> None:
    (spent,) = of_class(parsed(draw_counter(Counter(symbol="infantry", spent=True))), "counter")
    assert spent.get("transform") == "rotate(90)"
    assert float(spent.attrib["opacity"]) < 1


def test_a_fresh_counter_is_neither() -> None:
    (fresh,) = of_class(parsed(draw_counter(PANZER)), "counter")
    assert (fresh.get("transform"), fresh.get("opacity")) == (None, None)


def test_a_demoralized_counter_is_marked() -> None:
    assert "D" in texts(parsed(draw_counter(Counter(demoralized=True))))


def test_a_counter_without_supply_looks_different() -> None:
    assert draw_counter(Counter(unsupplied=True)) != draw_counter(Counter())


@pytest.mark.parametrize("symbol", NAMES)
def test_every_symbol_is_well_formed_and_has_a_drawing_of_its_own(symbol: str) -> None:
    drawn = draw_counter(Counter(symbol=symbol))
    assert parsed(drawn).tag.endswith("svg")
    assert [other for other in NAMES if draw_counter(Counter(symbol=other)) == drawn] == [symbol]


def test_an_unknown_symbol_is_a_frame_with_its_first_letters() -> None:
    assert "PIG" in texts(parsed(draw_counter(Counter(symbol="pigeon"))))


def test_sides_differ_in_more_than_colour() -> None:
    fighting = ("field_grey", "brown_red", "blue_white", "olive", "sand")
    assert len({SIDES[side].shape for side in fighting}) == len(fighting)


@pytest.mark.parametrize("side", sorted(SIDES))
def test_the_text_of_every_side_can_be_read(side: str) -> None:
    style = SIDES[side]
    assert contrast(style.ink, style.body) >= 4.5
    assert contrast(style.frame_ink, style.frame) >= 4.5


def test_counters_stand_on_their_hexes_and_stacks_are_counted() -> None:
    board = tiny_board()
    here, there = hexes(board, "0202", "0404")
    counters = [Counter(hex=here, left="1"), Counter(hex=here, left="2"), Counter(hex=there, left="9")]
    tree = parsed(draw_board(board, counters=counters))
    drawn = of_class(tree, "counter")
    assert [texts(c) for c in drawn] == [["1"], ["2"], ["9"]]
    assert texts(tree).count("2") == 2  # the strength of the upper one, and the count of the stack


def test_a_tall_stack_shows_its_upper_counters_and_its_count() -> None:
    board = tiny_board()
    (here,) = hexes(board, "0202")
    tree = parsed(draw_board(board, counters=[Counter(hex=here, left=f"s{i}") for i in range(7)]))
    assert [texts(c)[0] for c in of_class(tree, "counter")] == ["s3", "s4", "s5", "s6"]
    assert "7" in texts(tree)


def test_a_counter_off_the_map_is_left_out() -> None:
    assert of_class(parsed(draw_board(tiny_board(), counters=[PANZER])), "counter") == []
