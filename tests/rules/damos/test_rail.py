"""[AGN 4.3.1, AGS 4.3.1] Rail conversion."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.exclusive.rail import ConvertRail, lines_to_extend
from sandtable.rules.damos.series.position.state import Front

from .positions import answers, asking, names_of, offered, options_of, play, position, roll, shake

# One line runs east from the border: 0101 (converted from the start), 0102 ... 0107.
LINE = ["0101 0102 0103 0104 0105 0106 0107"]
HELD = "0102 0103 0104 0105 0106 0107"
EMPTY = """
    .  .  .  .  .  .  .
      .  .  .  .  .  .  .
    .  .  .  .  .  .  f4
"""


def lines(picture: str = EMPTY, *, rails: list[str] = LINE, axis: str = HELD, **more: object) -> Front:
    """The phase begins: which line goes first?"""
    return position(picture, ConvertRail(), edge_rails=False, rails=rails, axis=axis, **{"turn": 3, **more})  # type: ignore[arg-type]


def convert(picture: str = EMPTY, **more: object) -> Front:
    """Every line is extended as far as its roll goes."""
    g = lines(picture, **more)  # type: ignore[arg-type]
    answers(g, "extend_all")
    return g


def laid(g: Front) -> list[str]:
    """The hexes converted beyond the start line."""
    return names_of(g, g.converted & g.campaign.soviet_side)


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("face", "hexes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_railhead_grows_by_1d3(face: int, hexes: int) -> None:
    g = convert()
    roll(g, face)
    assert len(laid(g)) == hexes


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("turn", "face", "hexes"), [(10, 6, 3), (11, 6, 2), (11, 3, 1), (12, 4, 2)])
def test_from_turn_11_it_grows_by_1d2(turn: int, face: int, hexes: int) -> None:
    g = convert(turn=turn)
    roll(g, face)
    assert len(laid(g)) == hexes


@pytest.mark.rule("damos AGN 4.3.1")
def test_conversion_stops_where_control_stops() -> None:
    g = convert(axis="0102")
    roll(g, 6)
    assert laid(g) == ["0102"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_no_hex_in_an_enemy_zone_of_control_is_converted() -> None:
    picture = """
        .  .  .  .  .  .  .
          .  .  f4 .  .  .  .
        .  .  .  .  .  .  .
    """
    g = convert(picture)
    roll(g, 6)
    assert laid(g) == ["0102"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_unless_a_friend_stands_there() -> None:
    picture = """
        .  .  F4 .  .  .  .
          .  .  f4 .  .  .  .
        .  .  .  .  .  .  .
    """
    g = convert(picture)
    roll(g, 6)
    assert laid(g) == ["0102", "0103"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_a_demoralized_enemy_does_not_stop_it() -> None:
    g = position(
        """
        .  .  .  .  .  .  .
          .  .  f4 .  .  .  .
        """,
        turn=3,
        edge_rails=False,
        rails=LINE,
        axis=HELD,
    )
    shake(g, "f4")
    assert len(lines_to_extend(g)) == 1
    play(g, ConvertRail())
    answers(g, "extend_all", (6,))
    assert laid(g) == ["0102", "0103", "0104"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_every_line_has_a_roll_of_its_own() -> None:
    g = convert(rails=[*LINE, "0301 0302 0303 0304"], axis=f"{HELD} 0302 0303 0304")
    roll(g, 1)
    roll(g, 5)
    assert laid(g) == ["0102", "0302", "0303", "0304"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_a_railhead_at_a_junction_extends_each_unconverted_line() -> None:
    g = convert(rails=["0201 0102 0103", "0201 0202 0203"], axis="0102 0103 0202 0203")
    roll(g, 1)
    roll(g, 3)
    assert laid(g) == ["0102", "0103", "0202"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_at_a_junction_on_the_way_one_branch_is_chosen() -> None:
    g = convert(rails=[*LINE, "0102 0202 0203"], axis=f"{HELD} 0202 0203")
    roll(g, 6)
    assert options_of(g) == ["branch 0103", "branch 0202", "leave"]
    answers(g, "branch 0202")
    assert laid(g) == ["0102", "0202", "0203"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_the_other_branch_may_start_next_turn() -> None:
    g = convert(rails=[*LINE, "0102 0202 0203"], axis=f"{HELD} 0202 0203")
    answers(g, (6,), "branch 0202")
    assert [g.grid.name(to) for _, to in lines_to_extend(g)] == ["0103"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_rail_that_is_lost_stays_converted() -> None:
    g = convert()
    roll(g, 1)
    g.axis_control &= ~(1 << g.grid.hex("0102"))
    assert laid(g) == ["0102"]


# ---- two heads with one next hex, in the order of their owner

# Two lines come from the west and meet in 0202; from there one goes on.
MEETING = ["0101 0102 0202 0203 0204 0205 0206", "0301 0302 0202"]
MET = "0102 0302 0202 0203 0204 0205 0206"


def meeting(**more: object) -> Front:
    """Both lines have come to the hex before they meet."""
    g = position(EMPTY, turn=3, edge_rails=False, rails=MEETING, axis=MET, **more)  # type: ignore[arg-type]
    g.converted |= 1 << g.grid.hex("0102") | 1 << g.grid.hex("0302")
    return play(g, ConvertRail())


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_two_heads_with_the_same_next_hex_lay_a_roll_each() -> None:
    g = meeting()
    assert offered(g, "extend") == ["0102 0202", "0302 0202"]
    answers(g, "extend_all", (1,), (3,))
    assert laid(g) == ["0102", "0202", "0203", "0204", "0302"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_the_second_line_goes_on_from_where_the_first_has_come_to() -> None:
    g = meeting()
    answers(g, "extend 0302 0202", (3,), "lay 0203")
    assert offered(g, "extend") == ["0203 0204"]
    answers(g, "extend 0203 0204", (1,))
    assert laid(g) == ["0102", "0202", "0203", "0204", "0302"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_where_the_lines_meet_in_a_junction_each_takes_a_branch_of_its_own() -> None:
    g = position(EMPTY, turn=3, edge_rails=False, rails=[*MEETING, "0202 0303 0304"], axis=f"{MET} 0303 0304")
    g.converted |= 1 << g.grid.hex("0102") | 1 << g.grid.hex("0302")
    play(g, ConvertRail())
    answers(g, "extend_all", (3,), "branch 0203")
    assert options_of(g) == ["extend 0202 0303", "extend 0203 0204", "leave"]
    answers(g, "extend 0202 0303", (1,))
    assert laid(g) == ["0102", "0202", "0203", "0302", "0303"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_junction_that_the_first_line_passed_before_they_met_waits_for_a_later_turn() -> None:
    rails = ["0101 0102 0103 0203 0204", "0301 0302 0303 0203", "0103 0104 0105"]
    g = position(EMPTY, turn=3, edge_rails=False, rails=rails, axis="0102 0103 0104 0105 0203 0204 0302 0303")
    for hex_ in ("0102", "0302", "0303"):
        g.converted |= 1 << g.grid.hex(hex_)
    play(g, ConvertRail())
    answers(g, "extend 0102 0103", (4,), "branch 0203")
    assert laid(g) == ["0102", "0103", "0203", "0302", "0303"]
    assert offered(g, "extend") == ["0203 0204"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_a_gap_that_is_closed_from_one_end_needs_no_roll_from_the_other() -> None:
    g = lines(rails=["0101 0102 0103 0202 0201"], axis="0102 0103 0202")
    g.converted |= 1 << g.grid.hex("0102") | 1 << g.grid.hex("0202")
    play(g, ConvertRail())
    answers(g, "extend_all", (6,))
    assert laid(g) == ["0102", "0103", "0202"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_the_owner_chooses_which_line_goes_first() -> None:
    g = lines(rails=[*LINE, "0301 0302 0303 0304"], axis=f"{HELD} 0302 0303 0304")
    answers(g, "extend 0301 0302", (1,))
    assert laid(g) == ["0302"]
    assert options_of(g) == ["extend_all", "extend 0101 0102", "leave"]


# ---- extending is allowed, not ordered


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_line_may_be_left_as_it_is() -> None:
    g = lines(rails=[*LINE, "0301 0302 0303 0304"], axis=f"{HELD} 0302 0303 0304")
    answers(g, "extend 0101 0102", (1,), "leave")
    assert laid(g) == ["0102"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_line_may_stop_short_of_its_roll() -> None:
    g = lines()
    answers(g, "extend 0101 0102", (6,))
    assert options_of(g) == ["lay 0104", "lay 0103", "lay 0102"]
    answers(g, "lay 0103")
    assert laid(g) == ["0102", "0103"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1")
def test_a_line_may_stop_at_a_junction() -> None:
    g = convert(rails=[*LINE, "0102 0202 0203"], axis=f"{HELD} 0202 0203")
    answers(g, (6,), "leave")
    assert laid(g) == ["0102"]


@pytest.mark.rule("damos AGN 4.3.1")
def test_nobody_has_to_make_the_concentrated_thrust() -> None:
    g = lines(options={"thrust": True})
    answers(g, "leave")
    assert laid(g) == []


# ---- heads that are cut off


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_head_that_is_cut_off_from_the_west_edge_does_not_grow() -> None:
    g = convert()
    answers(g, (6,))
    g.axis_control &= ~(1 << g.grid.hex("0103"))
    assert lines_to_extend(g) == []


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_head_that_the_enemy_has_taken_does_not_grow() -> None:
    g = convert()
    answers(g, (6,))
    g.axis_control &= ~(1 << g.grid.hex("0104"))
    assert lines_to_extend(g) == []


@pytest.mark.rule("damos AGN 4.3.1")
def test_an_enemy_who_was_driven_onto_a_railhead_stops_it() -> None:
    g = position(
        """
        .  .  f4 .  .  .  .
          .  .  .  .  .  .  .
        """,
        turn=3,
        edge_rails=False,
        rails=LINE,
        axis=HELD,
    )
    shake(g, "f4")
    g.converted |= 1 << g.grid.hex("0102") | 1 << g.grid.hex("0103")
    assert lines_to_extend(g) == []


# ---- options


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_concentrated_thrust_extends_one_railhead_by_one_more() -> None:
    g = lines(rails=[*LINE, "0301 0302 0303 0304"], axis=f"{HELD} 0302 0303 0304", options={"thrust": True})
    assert offered(g, "extend") == ["0101 0102", "0301 0302"]
    answers(g, "extend 0101 0102", (5,), "lay 0105")
    assert laid(g) == ["0102", "0103", "0104", "0105"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_after_the_pause_a_railhead_grows_by_a_die_and_two() -> None:
    g = position(EMPTY, turn=5, edge_rails=False, rails=LINE, axis=HELD, options={"pause": True})
    g.paused = 1
    play(g, ConvertRail())
    answers(g, "extend 0101 0102", (2,), "lay 0105")
    assert laid(g) == ["0102", "0103", "0104", "0105"]
