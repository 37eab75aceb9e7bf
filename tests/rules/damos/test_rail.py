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


def convert(picture: str = EMPTY, *, rails: list[str] = LINE, axis: str = HELD, **more: object) -> Front:
    return position(picture, ConvertRail(), edge_rails=False, rails=rails, axis=axis, **{"turn": 3, **more})  # type: ignore[arg-type]


def laid(g: Front) -> list[str]:
    """The hexes converted beyond the start line."""
    return names_of(g, g.converted & g.campaign.soviet_side)


@pytest.mark.rule("damos AGN 4.3.1")
@pytest.mark.rule("damos AGS 4.3.1")
@pytest.mark.parametrize(("face", "hexes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_railhead_grows_by_1d3(face: int, hexes: int) -> None:
    g = convert()
    roll(g, face)
    assert len(laid(g)) == hexes


@pytest.mark.rule("damos AGN 4.3.1")
@pytest.mark.rule("damos AGS 4.3.1")
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
    roll(g, 6)
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
    assert options_of(g) == ["branch 0103", "branch 0202"]
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


# ---- options


@pytest.mark.rule("damos AGN 4.3.1")
@pytest.mark.rule("damos AGS 4.3.1")
def test_a_concentrated_thrust_extends_one_railhead_by_one_more() -> None:
    g = convert(rails=[*LINE, "0301 0302 0303 0304"], axis=f"{HELD} 0302 0303 0304", options={"thrust": True})
    assert offered(g, "extend") == ["0101 0102", "0301 0302"]
    answers(g, "extend 0101 0102", (5,))
    assert laid(g) == ["0102", "0103", "0104", "0105"]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1")
@pytest.mark.rule("damos AGS 4.3.1")
def test_after_the_pause_a_railhead_grows_by_a_die_and_two() -> None:
    g = position(EMPTY, turn=5, edge_rails=False, rails=LINE, axis=HELD, options={"pause": True})
    g.paused = 1
    play(g, ConvertRail())
    roll(g, 2)
    assert laid(g) == ["0102", "0103", "0104", "0105"]
