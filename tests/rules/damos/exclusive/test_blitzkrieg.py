"""[AGN 4.8, AGS 4.6] Surprise: turn 1, twelve to one, compulsory attacks, stragglers, rivers."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.combat.losses import eliminate
from sandtable.rules.damos.series.marching import costs_of
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.position.zones import projects_influence, zone_of_control
from sandtable.rules.damos.series.replacements import ReplacementPhase, SpendPoints, income
from sandtable.rules.damos.series.sequence import ExpectAttacks, GameTurn, PlayerTurn
from sandtable.rules.damos.series.surrender import SurrenderPhase

from ..positions import (
    activate,
    answers,
    asking,
    at,
    enter,
    offered,
    plans,
    position,
    roll,
    unit,
    units,
    wear,
)
from .theater import theater

FIELD = """
    .  .  .  .  .
      P9 .  p8 .  .
    .  .  .  .  .
"""


# ---- unaware


@pytest.mark.rule("damos AGN 4.8.1", "damos AGS 4.6.1")
@pytest.mark.parametrize(("turn", "has"), [(1, False), (2, True)])
def test_on_turn_1_russians_have_no_zones(turn: int, has: bool) -> None:
    g = position(FIELD, turn=turn)
    assert bool(zone_of_control(g, SOVIET)) is has
    assert projects_influence(g, unit(g, "p8")) is has
    assert zone_of_control(g, AXIS)


@pytest.mark.rule("damos AGN 4.8.1", "damos AGS 4.6.1")
@pytest.mark.parametrize(("turn", "asked"), [(1, "Act"), (2, "ReactionWindow")])
def test_on_turn_1_russians_do_not_react(turn: int, asked: str) -> None:
    g = activate(position(FIELD, turn=turn), "P9")
    answers(g, "move 0202")
    assert asking(g) == asked


@pytest.mark.rule("damos AGN 4.8.1", "damos AGS 4.6.1")
def test_there_is_no_russian_player_turn_1() -> None:
    g = position(FIELD)
    g.turn, g.agenda = 0, []
    GameTurn().run(g)
    assert [step.side for step in g.agenda if isinstance(step, PlayerTurn)] == [AXIS]
    g.agenda = []
    GameTurn().run(g)
    assert [step.side for step in g.agenda if isinstance(step, PlayerTurn)] == [SOVIET, AXIS]


# ---- unprepared


@pytest.mark.rule("damos AGN 4.8.2", "damos AGS 4.6.2")
@pytest.mark.parametrize(("turn", "strength", "gone"), [(5, 12, True), (5, 11, False), (12, 24, True)])
def test_at_twelve_to_one_the_defender_is_gone_without_a_roll(turn: int, strength: int, gone: bool) -> None:
    g = activate(position(f". P{strength} f1 . .", turn=turn), f"P{strength}")
    enter(g, "0103")
    plans(g, "standard", "steadfast")
    assert (at(g, "f1") == "pool") is gone


@pytest.mark.rule("damos AGN 4.8.2", "damos AGS 4.6.2")
def test_the_exploitation_allowance_is_then_one() -> None:
    g = activate(position(". P24 f1 . . .", turn=5), "P24")
    enter(g, "0103")
    plans(g, "standard", "steadfast")
    answers(g, "all")
    assert g.exploiting
    assert g.mp_initial == 2


@pytest.mark.rule("damos AGN 4.8.2", "damos AGS 4.6.2")
def test_russians_overwhelm_as_well() -> None:
    g = activate(position(". F1 p12 . .", turn=5, phasing=SOVIET), "p12")
    enter(g, "0102")
    plans(g, "standard", "steadfast")
    assert at(g, "F1") == "pool"


# ---- unrealistic expectations


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
@pytest.mark.parametrize(("turn", "asked"), [(2, "ExpectAttacks"), (3, "SpendPoints")])
def test_on_turn_2_the_russians_learn_how_many_attacks_they_must_make(turn: int, asked: str) -> None:
    g = position(". . f4 . .", PlayerTurn(SOVIET), turn=turn, phasing=SOVIET)
    wear(g, f4=2)
    assert asking(g) in (asked, "StrategicPhase")
    assert (asking(g) == "ExpectAttacks") is (asked == "ExpectAttacks")


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
@pytest.mark.parametrize(("face", "number"), [(1, 1), (4, 2), (6, 3)])
def test_it_is_1d3(face: int, number: int) -> None:
    g = position(". . f4 . .", ExpectAttacks(0), phasing=SOVIET)
    roll(g, face)
    assert g.expected == [number]


def russian_attack(turn: int) -> Front:
    g = activate(position(". F4 p8 . .", turn=turn, phasing=SOVIET), "p8")
    enter(g, "0102")
    plans(g, "standard", "steadfast")
    return g


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_entering_an_enemy_hex_counts_on_turn_2_and_not_later() -> None:
    assert russian_attack(2).attacks == [1]
    assert russian_attack(3).attacks == [0]


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_german_attacks_do_not_count() -> None:
    g = activate(position(". P8 f4 . ."), "P8")
    enter(g, "0103")
    assert g.attacks == [0]


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_an_attack_whose_defender_slips_away_counts() -> None:
    g = position(
        """
        .  .  .  .  .  .
          .  .  P4 p8 .  .
        .  .  .  .  .  .
    """,
        phasing=SOVIET,
    )
    activate(g, "p8")
    enter(g, "0203")
    answers(g, "slip_away 0203", (6, 6), "halt")
    assert at(g, "P4") == "0201"
    assert g.attacks == [1]


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_a_meeting_engagement_by_reaction_is_no_attack() -> None:
    g = activate(position(". P8 . f4 . .", phasing=SOVIET), "f4")
    answers(g, "move 0103", "react 0102", (6, 6))
    assert at(g, "P8") == "0103"
    assert g.attacks == [0]


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
@pytest.mark.parametrize(
    ("turn", "made", "points"), [(3, 0, 5), (4, 0, 2), (4, 2, 4), (4, 3, 5), (12, 1, 3), (4, 9, 5)]
)
def test_each_attack_missing_costs_a_point_a_turn_from_turn_4(turn: int, made: int, points: int) -> None:
    g = position(". . f4 . .", turn=turn, phasing=SOVIET)
    g.expected, g.attacks = [3], [made]
    assert int(income(g, SOVIET)) == points


# ---- undying


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
@pytest.mark.parametrize(("face", "fate"), [(1, "pool"), (4, "pool"), (5, "due"), (6, "due")])
def test_a_russian_unit_lost_on_turn_2_straggles_back_on_a_5_or_6(face: int, fate: str) -> None:
    g = position(". . f4 . .", turn=2)
    g.agenda = []
    eliminate(g, unit(g, "f4"))
    roll(g, face)
    if fate == "due":
        roll(g, 3)
        assert g.due[unit(g, "f4")] == 4
        assert g.sp[unit(g, "f4")] == 4
    assert at(g, "f4") == fate
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
@pytest.mark.parametrize(("face", "turn"), [(1, 2), (3, 3), (6, 4)])
def test_a_1d3_tells_in_how_many_turns(face: int, turn: int) -> None:
    g = position(". . f4 . .", turn=1)
    g.agenda = []
    eliminate(g, unit(g, "f4"))
    answers(g, (6,), (face,))
    assert g.due[unit(g, "f4")] == turn


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
@pytest.mark.parametrize(("turn", "mark"), [(3, "f4"), (1, "F4")])
def test_later_losses_and_german_ones_are_final(turn: int, mark: str) -> None:
    g = position(f". . {mark} . .", turn=turn)
    g.agenda = []
    eliminate(g, unit(g, mark))
    assert asking(g) == "over"
    assert at(g, mark) == "pool"


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
def test_units_that_surrender_may_straggle_too_and_are_else_gone_for_good() -> None:
    picture = "F4 . F5 f4 F6 F7"
    for face, fate in ((4, "gone"), (5, "due")):
        g = position(picture, SurrenderPhase(), rails=["0101 0102 0103 0104 0105"], germany=6, phasing=SOVIET)
        g.take_control(g.grid.hex("0104"), SOVIET)
        roll(g, face)
        if fate == "due":
            roll(g, 1)
        assert at(g, "f4") == fate


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
def test_until_it_returns_a_straggler_cannot_be_rebuilt() -> None:
    g = position(". . f4 . c", turn=2, phasing=SOVIET)
    g.agenda = []
    eliminate(g, unit(g, "f4"))
    answers(g, (6,), (6,))
    g.soviet_rp = 5
    assert [a.verb for a in SpendPoints().options(g)] == ["save"]


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
def test_it_returns_as_a_reinforcement_at_printed_strength() -> None:
    g = position(". . f4 . c", turn=2, phasing=SOVIET)
    g.agenda = []
    eliminate(g, unit(g, "f4"))
    answers(g, (6,), (1,))
    g.turn = 3
    ReplacementPhase().run(g)
    answers(g, "place f4 0105")
    assert g.fate[unit(g, "f4")] == Fate.ON_MAP
    assert g.sp[unit(g, "f4")] == 4


# ---- rivers on turn 1


RIVER = """
    .  .  .  .
      P8 | f4 .  .
    .  .  .  .
"""


@pytest.mark.rule("damos AGN 4.8.5", "damos AGS 4.6.5")
def test_on_turn_1_a_river_costs_the_germans_nothing() -> None:
    costs = [
        costs_of(g, units(g, "P8")).step(g.grid.hex("0201"), g.grid.hex("0202"))
        for g in (position(RIVER, turn=1), position(RIVER, turn=2))
    ]
    assert costs[0] is not None
    assert costs[1] is not None
    assert costs[0] < costs[1]


@pytest.mark.rule("damos AGN 4.8.5", "damos AGS 4.6.5")
@pytest.mark.parametrize("turn", [1, 2])
def test_on_turn_1_a_river_takes_nothing_off_a_german_attack(turn: int) -> None:
    g = activate(position(RIVER, turn=turn), "P8")
    enter(g, "0202")
    plans(g, "meeting", "steadfast")
    assert (g.battle_attacker_sp == 8) is (turn == 1)


@pytest.mark.rule("damos AGN 4.8.5", "damos AGS 4.6.5")
@pytest.mark.parametrize(("turn", "counts"), [(1, False), (2, True), (12, True)])
def test_only_the_germans_ignore_rivers_and_only_on_turn_1(turn: int, counts: bool) -> None:
    g = position(RIVER, turn=turn)
    assert g.rivers_count(AXIS) is counts
    assert g.rivers_count(SOVIET)


@pytest.mark.rule("damos AGN 4.8.5")
def test_on_turn_1_the_neman_does_not_slow_the_panzers() -> None:
    reached = []
    for turn in (1, 2):
        g = theater("agn", {"ge-1-pz": "1927"}, OperationsPhase(), turn=turn)
        activate(g, "ge-1-pz")
        reached.append(set(offered(g, "move")))
    assert reached[1] < reached[0]
