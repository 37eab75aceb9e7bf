"""[4.0] The sequence of play and [11.0] the reset."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.events import PhaseBegan, TurnBegan
from sandtable.rules.damos.series.position.roster import AXIS, SEATS, SOVIET
from sandtable.rules.damos.series.position.state import Air, Front
from sandtable.rules.damos.series.sequence import GameTurn, PlayerTurn, Reset, last_turn

from .positions import (
    activate,
    answers,
    asked_names,
    asking,
    choose,
    go,
    offered,
    options_of,
    play,
    position,
    react,
    roll,
    shake,
    shaken,
    spent,
    tire,
)

FRONT = """
    F4 .  .  .  .  .
      .  .  .  .  f4 C
    .  .  .  .  .  .
"""


def phases(g: Front) -> list[str]:
    """The phases that have begun so far."""
    told = g.told or []
    return [f"{SEATS[t.event.side]} {t.event.phase}" for t in told if isinstance(t.event, PhaseBegan)]


def turn_of(number: int, picture: str = FRONT, **more: object) -> Front:
    """The beginning of a game turn."""
    return position(picture, GameTurn(), turn=number - 1, names={"0206": "Leningrad"}, **more)  # type: ignore[arg-type]


def end_phases(g: Front, count: int) -> None:
    for _ in range(count):
        choose(g, "end_phase")


@pytest.mark.rule("damos 4.0")
def test_a_player_turn_has_its_phases_in_order() -> None:
    g = position(FRONT, PlayerTurn(AXIS), turn=3)
    end_phases(g, 2)
    assert phases(g) == [
        "german replacements",
        "german rail conversion",
        "german strategic movement",
        "german operations",
        "german surrender",
    ]


@pytest.mark.rule("damos 4.0")
def test_russians_convert_no_rail() -> None:
    g = position(FRONT, PlayerTurn(SOVIET), turn=3)
    assert phases(g) == ["soviet replacements", "soviet strategic movement"]


@pytest.mark.rule("damos 4.0")
def test_the_german_player_turn_comes_first() -> None:
    g = turn_of(3)
    assert (asked_names(g), asking(g)) == (["german"], "StrategicPhase")
    end_phases(g, 2)
    assert (asked_names(g), asking(g)) == (["soviet"], "StrategicPhase")


@pytest.mark.rule("damos 4.0", "damos AGN 4.8.1", "damos AGS 4.6.1")
def test_there_is_no_russian_player_turn_on_turn_1() -> None:
    g = turn_of(1)
    end_phases(g, 2)
    assert (g.turn, asked_names(g)) == (2, ["german"])


@pytest.mark.rule("damos 4.0")
def test_after_the_russian_turn_the_next_game_turn_begins() -> None:
    g = turn_of(3)
    end_phases(g, 4)
    assert [t.event.turn for t in g.told or [] if isinstance(t.event, TurnBegan)] == [3, 4]


@pytest.mark.rule("damos 4.0")
def test_the_game_ends_after_the_last_turn() -> None:
    g = turn_of(12)
    answers(g, "no_cossacks")
    end_phases(g, 4)
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 1.0", "damos AGS 1.0")
@pytest.mark.parametrize("turns", [12, 13])
def test_a_game_lasts_twelve_turns_or_thirteen_by_option(turns: int) -> None:
    assert last_turn(position(FRONT, options={"turns": turns})) == turns


@pytest.mark.rule("damos 4.0")
def test_each_turn_the_air_unit_is_whole_again() -> None:
    g = position(FRONT, names={"0206": "Leningrad"}, turn=2)
    g.air[0], g.air_failures[0], g.shipped = Air.NONE, 2, 1
    play(g, GameTurn())
    assert (g.air[0], g.air_failures[0], g.shipped) == (Air.BOTH, 0, 0)


@pytest.mark.rule("damos 7.0")
def test_the_order_of_activation_begins_anew_each_player_turn() -> None:
    g = position("P4 . F4 .\n  . . . .", PlayerTurn(AXIS), PlayerTurn(AXIS), turn=3)
    choose(g, "end_phase")
    activate(g, "P4")
    choose(g, "stop")
    assert offered(g, "activate") == []
    end_phases(g, 2)
    assert offered(g, "activate") == ["0101", "0103"]


# ---- 11.0


@pytest.mark.rule("damos 11.0")
def test_at_the_end_of_his_turn_a_players_units_are_fresh_again() -> None:
    g = position("F4 . . f4\n  . . . .", turn=3)
    tire(g, "F4", "f4")
    play(g, Reset(AXIS))
    assert not spent(g, "F4")


@pytest.mark.rule("damos 11.0")
def test_units_that_reacted_stay_spent_through_their_own_turn() -> None:
    g = position("P9 . p5 . .\n  . . . . .", PlayerTurn(AXIS), PlayerTurn(SOVIET), turn=3)
    choose(g, "end_phase")
    activate(g, "P9")
    go(g, "0102")
    react(g, "p5", 1, 1)
    answers(g, "stop", "end_phase")
    assert (spent(g, "P9"), spent(g, "p5")) == (False, True)
    assert options_of(g) == ["end_phase"]
    end_phases(g, 2)
    assert not spent(g, "p5")


@pytest.mark.rule("damos 2.8")
def test_demoralization_spreads_in_a_stack_at_the_end_of_a_phase() -> None:
    g = position("F4+F3 . . .\n  . . . .", PlayerTurn(AXIS), turn=3)
    shake(g, "F4")
    choose(g, "end_phase")
    assert shaken(g, "F3")


# ---- what the exclusive rules put into a turn


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
@pytest.mark.parametrize(("face", "attacks"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_on_turn_2_a_die_tells_how_many_attacks_are_expected(face: int, attacks: int) -> None:
    g = position(FRONT, PlayerTurn(SOVIET), turn=2, phasing=SOVIET)
    roll(g, face)
    assert g.expected == [attacks]


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_from_turn_10_the_russian_player_names_a_cossack_hex_before_the_germans_move() -> None:
    g = turn_of(10)
    assert (asked_names(g), options_of(g)) == (["soviet"], ["no_cossacks", "cossacks 0205"])


@pytest.mark.rule("damos AGN 4.11")
def test_there_are_no_cossacks_before_turn_10() -> None:
    assert asking(turn_of(9)) == "StrategicPhase"


@pytest.mark.rule("damos AGN 4.11")
def test_cossacks_are_ordinary_again_when_the_turn_ends() -> None:
    g = turn_of(10)
    choose(g, "cossacks 0205")
    assert sum(g.cossack) == 1
    end_phases(g, 4)
    assert sum(g.cossack) == 0
