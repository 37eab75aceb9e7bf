"""[AGN 4.3.1, AGS 4.3.1] Rail conversion, and the two options that change it."""

from __future__ import annotations

import pytest

from sandtable.kernel.refusals import Refused
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.exclusive.rail import ConvertRail, convertible, lines_to_extend
from sandtable.rules.damos.series.marching import PAUSE_TURN
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.replacements import income
from sandtable.rules.damos.series.sequence import PlayerTurn
from sandtable.rules.damos.series.strategic import movable

from ..positions import (
    activate,
    answers,
    asking,
    at,
    names_of,
    offered,
    options_of,
    play,
    position,
    roll,
    unit,
)
from .theater import rail_line, theater

LINE = "0201 0202 0203 0204 0205 0206"
EMPTY = """
    .  .  .  .  .  .  .
      .  .  .  .  .  .  .
    .  .  .  .  .  .  .
"""


def converted(g: Front) -> list[str]:
    return names_of(g, g.converted & g.campaign.soviet_side)


def line(picture: str = EMPTY, *, axis: str = LINE, turn: int = 2, **more: object) -> Front:
    g = position(picture, ConvertRail(), rails=[LINE], axis=axis, turn=turn, **more)  # type: ignore[arg-type]
    if asking(g) == "ExtendLines":
        answers(g, "extend_all")
    return g


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("face", "hexes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_each_turn_a_railhead_grows_by_1d3_hexes(face: int, hexes: int) -> None:
    g = line()
    roll(g, face)
    assert converted(g) == ["0202", "0203", "0204"][:hexes]


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("turn", "hexes"), [(10, 3), (11, 2), (12, 2), (13, 2)])
def test_from_turn_11_it_grows_by_1d2(turn: int, hexes: int) -> None:
    g = line(turn=turn)
    roll(g, 6)
    assert len(converted(g)) == hexes


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_conversion_stops_where_german_control_ends() -> None:
    g = line(axis="0202 0203")
    roll(g, 6)
    assert converted(g) == ["0202", "0203"]


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("mark", "expected"), [(".", ["0202"]), ("F4", ["0202", "0203"])])
def test_conversion_stops_at_an_enemy_zone_unless_a_friend_stands_there(
    mark: str, expected: list[str]
) -> None:
    g = line(f"""
        .  .  .  .  .  .  .
          .  .  {mark} .  .  .  .
        .  .  .  f4 .  .  .
    """)
    roll(g, 6)
    assert converted(g) == expected


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_a_railhead_next_to_an_enemy_zone_does_not_grow_at_all() -> None:
    g = line("""
        .  .  .  .  .  .  .
          .  .  .  .  .  .  .
        .  .  f4 .  .  .  .
    """)
    assert asking(g) == "over"
    assert converted(g) == []


FORK = ["0201 0202 0203 0104 0105", "0203 0204 0205"]
FORK_HEXES = "0202 0203 0204 0205 0104 0105"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_at_a_junction_the_player_picks_one_line_and_the_other_waits() -> None:
    g = position(EMPTY, ConvertRail(), rails=FORK, axis=FORK_HEXES)
    answers(g, "extend_all", (6,))
    assert converted(g) == ["0202", "0203"]
    assert sorted(options_of(g)) == ["branch 0104", "branch 0204", "leave"]
    answers(g, "branch 0104")
    assert converted(g) == ["0104", "0202", "0203"]


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_from_a_converted_junction_every_unconverted_line_grows_by_its_own_roll() -> None:
    g = position(EMPTY, rails=FORK, axis=FORK_HEXES)
    g.agenda = []
    g.converted |= sum(1 << g.grid.hex(name) for name in ("0202", "0203"))
    assert len(lines_to_extend(g)) == 2
    again = position(EMPTY, ConvertRail(), rails=FORK, axis=FORK_HEXES)
    answers(again, "extend_all", (3,))
    play(again, ConvertRail())
    answers(again, "extend_all", (1,), (3,))
    assert converted(again) in (
        ["0104", "0202", "0203", "0204", "0205"],
        ["0104", "0105", "0202", "0203", "0204"],
    )


@pytest.mark.rule("damos AGN 4.3.1")
def test_converted_hexes_stay_converted_when_the_russians_come_back() -> None:
    g = line()
    roll(g, 6)
    g.take_control(g.grid.hex("0203"), SOVIET)
    assert "0203" in converted(g)


@pytest.mark.rule("damos AGN 4.3.1")
def test_the_line_from_tilsit_toward_riga_grows_from_the_start_line() -> None:
    g = theater("agn", {"ge-1-pz": "1721"})
    riga = rail_line(g, "1927", "1521")
    g = theater("agn", {}, ConvertRail(), axis=" ".join(riga))
    answers(g, "extend_all")
    assert asking(g) == "ExtendLine"
    while asking(g) == "ExtendLine":
        roll(g, 6)
    assert set(riga[1:3]) <= set(converted(g))


@pytest.mark.rule("damos AGN 4.3.1")
def test_finnish_rail_is_never_converted() -> None:
    g = theater("agn", {}, ConvertRail())
    finland = g.campaign.finland & g.campaign.rail_hexes
    assert finland
    assert not g.converted & finland
    assert not convertible(g) & finland
    assert asking(g) == "over"


# ---- options


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("face", "hexes"), [(1, 2), (6, 4)])
def test_a_concentrated_thrust_extends_one_railhead_by_one_more(face: int, hexes: int) -> None:
    g = position(
        EMPTY,
        ConvertRail(),
        rails=[LINE, "0101 0102 0103"],
        axis=LINE + " 0102 0103",
        options={"thrust": True},
    )
    assert sorted(options_of(g)) == ["extend 0101 0102", "extend 0201 0202", "leave"]
    answers(g, "extend 0201 0202", (face,), f"lay 020{hexes + 1}")
    assert converted(g) == ["0202", "0203", "0204", "0205"][:hexes]
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("thrust", "points"), [(False, 5), (True, 6)])
def test_the_thrust_gives_the_russians_a_point_every_turn(thrust: bool, points: int) -> None:
    g = position(EMPTY, options={"thrust": thrust}, turn=3, phasing=SOVIET)
    assert int(income(g, SOVIET)) == points


def paused_game(turn: int = PAUSE_TURN, **more: object) -> Front:
    g = position(
        """
        P8 .  .  .  .
          F4 .  .  .  f4
        .  .  .  .  .
    """,
        turn=turn,
        options={"pause": True, "thrust": True},
        **more,  # type: ignore[arg-type]
    )
    g.paused = 1
    g.offered = {}
    return g


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_the_pause_is_combined_with_the_thrust() -> None:
    assert RULEBOOK.setup("ags", {"pause": True}).options["thrust"] is True
    assert RULEBOOK.setup("ags", {"thrust": True}).options["pause"] is False
    assert RULEBOOK.setup("agn").options["thrust"] is False
    with pytest.raises(Refused, match=r"'pause' is played together with 'thrust'.*\[AGS 4\.3\.1\]"):
        RULEBOOK.setup("ags", {"pause": True, "thrust": False})


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_the_pause_is_offered_on_turn_4_only() -> None:
    for turn, asked in ((3, False), (4, True), (5, False)):
        g = position(EMPTY, PlayerTurn(AXIS), turn=turn, options={"pause": True})
        assert (asking(g) == "OperationalPause") is asked


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_in_the_pause_no_capable_unit_moves_or_fights_and_foot_does() -> None:
    g = paused_game()
    assert offered(g, "activate") == ["0201"]
    assert offered(g, "concerted") == []


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_in_the_pause_there_is_no_strategic_movement_of_capable_units_either() -> None:
    g = paused_game()
    assert movable(g) == [unit(g, "F4")]


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_after_the_pause_all_may_act_again() -> None:
    g = paused_game(turn=5)
    assert offered(g, "activate") == ["0101", "0201"]
    activate(g, "P8")
    answers(g, "move 0102")
    assert at(g, "P8") == "0102"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("face", "hexes"), [(1, 3), (6, 8)])
def test_the_reward_of_the_pause_is_1d6_and_two_hexes_from_one_railhead(face: int, hexes: int) -> None:
    long = " ".join(f"02{n:02}" for n in range(1, 12))
    g = position(
        """
        .  .  .  .  .  .  .  .  .  .  .  .
          .  .  .  .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .  .  .  .
    """,
        rails=[long, "0101 0102 0103"],
        axis=long + " 0102 0103",
        turn=5,
        options={"pause": True},
    )
    g.agenda = []
    g.paused = 1
    ConvertRail().run(g)
    answers(g, "extend 0201 0202", (face,), f"lay 02{hexes + 1:02}")
    assert len(converted(g)) == hexes


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
@pytest.mark.parametrize(("turn", "points"), [(4, 6), (5, 12), (6, 12), (7, 6)])
def test_after_the_pause_russian_points_are_doubled_on_turns_5_and_6(turn: int, points: int) -> None:
    g = paused_game(turn=turn, phasing=SOVIET)
    assert int(income(g, SOVIET)) == points


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_without_a_pause_nothing_is_doubled() -> None:
    g = position(EMPTY, OperationsPhase(), turn=5, phasing=SOVIET, options={"pause": True})
    assert int(income(g, SOVIET)) == 5
