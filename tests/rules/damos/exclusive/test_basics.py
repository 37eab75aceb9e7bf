"""Exclusive chapters 1 to 3, stacking and the reaction modifier, on the printed boards and on small ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.map.bitboards import bits_of
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import Posture, postures
from sandtable.rules.damos.series.combat.retreat import Retreat
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Kind
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.supply import in_supply
from sandtable.rules.damos.series.position.zones import (
    capable,
    projects_influence,
    stacking_excess,
    zone_of_control,
)
from sandtable.rules.damos.series.sequence import last_turn
from sandtable.rules.damos.series.small_dice import one_to_three, one_to_two
from sandtable.testing import random_play

from ..positions import activate, answers, at, names_of, offered, position, react, unit, units
from .theater import theater


def game(scenario: str) -> Front:
    return begin(RULEBOOK, RULEBOOK.setup(scenario))


@pytest.mark.rule("damos AGN 1.0", "damos AGS 1.0")
@pytest.mark.parametrize("turns", [12, 13])
def test_the_campaign_lasts_twelve_turns_or_thirteen(turns: int) -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("agn", {"turns": turns}))
    assert last_turn(g) == turns
    assert g.campaign.calendar.name(12) == "2nd December"


@pytest.mark.rule("damos AGN 1.2", "damos AGS 1.2")
def test_a_1d3_is_a_die_halved_and_a_1d2_a_third_of_one() -> None:
    faces = range(1, 7)
    assert [one_to_three(f) for f in faces] == [1, 1, 2, 2, 3, 3]
    assert [one_to_two(f) for f in faces] == [1, 1, 1, 2, 2, 2]


@pytest.mark.rule("damos AGN 1.3")
def test_army_group_north_is_played_on_the_row_of_vitebsk_and_north_of_it() -> None:
    g = game("agn")
    row = g.grid.row_column(g.campaign.board.places["Vitebsk"].hex)[0]
    rows = {g.grid.row_column(Hex(h))[0] for h in g.grid.cells if g.campaign.land >> h & 1}
    assert max(rows) == row
    assert names_of(g, g.campaign.land & bits_of([g.grid.hex("2502"), g.grid.hex("2619")])) == []


@pytest.mark.rule("damos AGN 1.3")
def test_no_zone_of_control_reaches_beyond_the_boundary() -> None:
    g = theater("agn", {"ge-1-pz": "2314"})
    assert not zone_of_control(g, AXIS) & ~g.campaign.land


@pytest.mark.rule("damos AGN 1.3")
def test_a_retreat_stops_at_the_boundary() -> None:
    g = theater("agn", {"su-3-mc": "2314", "ge-1-pz": "2313"})
    here = g.grid.hex("2314")
    force = units(g, "su-3-mc")
    g.then(Retreat(force, here, (here,), 2, 3))
    assert offered(g, "retreat")
    assert all(name < "2400" for name in offered(g, "retreat"))


@pytest.mark.rule("damos AGS 1.3")
def test_the_hexes_east_of_the_marshes_are_out_of_army_group_south() -> None:
    g = game("ags")
    out = bits_of(g.grid.hex(f"{row}{column:02}") for row in (35, 36) for column in range(1, 19))
    assert not g.campaign.land & out
    assert g.campaign.land >> g.grid.hex("3519") & 1


@pytest.mark.rule("damos AGN 1.3", "damos AGS 1.3")
def test_the_combined_game_has_no_boundary() -> None:
    g = game("barbarossa")
    for name in ("3515", "2502", "2611", "0910", "5202"):
        assert g.campaign.land >> g.grid.hex(name) & 1


# ---- 2.1: who may choose which posture


@pytest.mark.rule("damos AGN 2.1", "damos AGS 2.1")
@pytest.mark.parametrize(("mark", "side"), [("P8", AXIS), ("p8", SOVIET)])
def test_in_a_city_both_sides_stand_fast(mark: str, side: int) -> None:
    g = position(f". {mark}@c .")
    assert postures(g, (AXIS, SOVIET)[side], g.grid.hex("0102"), units(g, mark)) == [Posture.STEADFAST]


@pytest.mark.rule("damos AGN 2.1", "damos AGS 2.1")
@pytest.mark.parametrize(
    ("mark", "expected"),
    [("p8", Posture.COUNTERATTACK), ("m8", Posture.COUNTERATTACK), ("f4", Posture.STEADFAST)],
)
def test_russians_counterattack_where_they_may_and_else_stand(mark: str, expected: Posture) -> None:
    g = position(f". {mark} .")
    assert postures(g, SOVIET, g.grid.hex("0102"), units(g, mark)) == [expected]


@pytest.mark.rule("damos AGN 2.1", "damos AGS 2.1")
@pytest.mark.parametrize(("mark", "may"), [("P8", True), ("M8", True), ("T8", False), ("F4", False)])
def test_germans_may_counterattack_only_with_mechanized_or_armored_units(mark: str, may: bool) -> None:
    g = position(f". {mark} .")
    assert (Posture.COUNTERATTACK in postures(g, AXIS, g.grid.hex("0102"), units(g, mark))) is may


# ---- 3.1, 3.2: who has influence


def counters_of(scenario: str) -> Iterator[tuple[Front, int]]:
    g = game(scenario)
    g.turn = 2
    for number in range(len(g.roster)):
        yield g, number


@pytest.mark.rule("damos AGN 3.1", "damos AGS 3.1")
def test_all_axis_units_but_foot_infantry_project_influence_finns_and_allies_too() -> None:
    for scenario in ("agn", "ags"):
        for g, number in counters_of(scenario):
            if g.side_of[number] == AXIS:
                assert projects_influence(g, number) is (g.roster[number].kind is not Kind.FOOT)


@pytest.mark.rule("damos AGN 3.1", "damos AGS 3.1")
def test_a_finnish_jaeger_brigade_and_hungarian_cavalry_have_influence() -> None:
    g = position(". nC3 hC2 .")
    assert projects_influence(g, unit(g, "nC3"))
    assert projects_influence(g, unit(g, "hC2"))


@pytest.mark.rule("damos AGN 3.2", "damos AGS 3.2")
def test_of_the_russians_only_armor_and_mechanized_units_project_influence() -> None:
    for scenario in ("agn", "ags"):
        for g, number in counters_of(scenario):
            if g.side_of[number] == SOVIET:
                heavy = g.roster[number].kind in (Kind.ARMOR, Kind.MECHANIZED)
                assert projects_influence(g, number) is heavy


@pytest.mark.rule("damos AGN 3.2", "damos AGS 3.2")
def test_one_such_unit_makes_the_whole_force_capable() -> None:
    g = position(". f4+p3 c4 .")
    assert capable(g, units(g, "f4+p3"))
    assert not capable(g, units(g, "c4"))


# ---- 4.1: stacking

REGIMENT = {"size": "regiment"}
CORPS = {"size": "corps"}
NKVD = {"size": "regiment", "nkvd": True}


@pytest.mark.rule("damos AGN 4.1", "damos AGS 4.1")
@pytest.mark.parametrize(
    ("stack", "sizes", "excess"),
    [
        ("F1+F2+F3+F4", {}, 0),
        ("F1+F2+F3+F4+F5", {}, 1),
        ("F1+F2+F3+F4", {"F1": CORPS, "F2": CORPS}, 0),
        ("F1+F2+nF4", {}, 0),
        ("f1+f2+f3", {}, 0),
        ("f1+f2", {"f1": CORPS, "f2": CORPS}, 0),
        ("f1+f2+f3", {"f1": CORPS, "f2": CORPS, "f3": CORPS}, 1),
        ("f1+f2+f3", {"f1": CORPS, "f2": CORPS}, 1),
        ("f1+f2+f3", {"f1": CORPS}, 0),
        ("f1+f2+f3", {"f1": CORPS, "f2": {"size": "brigade"}, "f3": {"size": "brigade"}}, 0),
        ("f1+f2+f3", {"f1": REGIMENT, "f2": REGIMENT}, 1),
        ("f1+f2+f3+f4", {}, 1),
        ("f1+f2+f3+f4", {"f4": NKVD}, 0),
        ("f1+f2+f3", {"f1": CORPS, "f2": CORPS, "f3": NKVD}, 0),
        ("f1+f2+f3+f4", {"f1": CORPS, "f2": CORPS, "f3": NKVD, "f4": NKVD}, 1),
        ("hF1+hF2+hF3", {}, 0),
        ("rF1+rF2+rF3+rF4", {}, 1),
        ("F1+F2+F3+nF4", {}, 1),
    ],
)
def test_germans_stack_four_others_two_or_three_with_divisions(
    stack: str, sizes: dict[str, dict[str, object]], excess: int
) -> None:
    g = position(f". {stack} .", counters=sizes)
    assert stacking_excess(g, units(g, stack)) == excess


# ---- 4.2: reacting to the slow


@pytest.mark.rule("damos AGN 4.2", "damos AGS 4.2")
@pytest.mark.parametrize(("mark", "reacts"), [("t4", True), ("m4", False)])
def test_reactions_to_a_force_without_influence_have_one_more(mark: str, reacts: bool) -> None:
    g = position(
        f"""
        .  .  .  .  .
          P4 .  .  {mark} .
        .  .  .  .  .
    """,
        phasing=SOVIET,
    )
    activate(g, mark)
    answers(g, "move 0202")
    react(g, "P4", 4, 4)
    assert (at(g, "P4") == "0202") is reacts


def test_random_games_of_every_scenario_stay_inside_the_area_in_play() -> None:
    for scenario in ("agn", "ags", "barbarossa"):
        for g, _ in islice(random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=3), 120):
            assert not (g.occupied[AXIS] | g.occupied[SOVIET]) & ~g.campaign.land


@pytest.mark.rule("damos AGN 1.2", "damos AGS 1.2")
def test_hungarians_and_romanians_are_germans_for_supply_and_finns_are_not() -> None:
    g = position("""
        .  hF4 .
          .  rF4 .
        .  nF4 .
    """)
    assert [in_supply(g, unit(g, mark)) for mark in ("hF4", "rF4", "nF4")] == [True, True, False]
