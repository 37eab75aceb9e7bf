"""The combined game (R-71): three areas on one board, each with its own."""

from __future__ import annotations

import pytest

from sandtable.kernel.game.records import begin
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.exclusive.air import air_available
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Air
from sandtable.rules.damos.series.replacements import income
from sandtable.rules.damos.series.sequence import ChooseCossacks, ExpectAttacks, GameTurn, PlayerTurn
from sandtable.rules.damos.series.setup import chains_of

from ..positions import activate, answers, enter, options_of, plans
from .theater import theater


@pytest.mark.rule("damos AGN 1.3", "damos AGS 1.3")
@pytest.mark.parametrize(
    ("hex_", "area"),
    [
        ("0910", "north"),
        ("2314", "north"),
        ("2414", "center"),
        ("2502", "center"),
        ("3214", "center"),
        ("3327", "south"),
        ("3817", "south"),
        ("3515", "center"),
        ("3610", "center"),
    ],
)
def test_the_area_goes_by_the_row_less_the_hexes_east_of_the_marshes(hex_: str, area: str) -> None:
    g = theater("barbarossa", {})
    assert g.campaign.areas[g.area_of(g.grid.hex(hex_))] == area


@pytest.mark.rule("damos AGN 4.5", "damos AGS 4.5")
def test_each_area_brings_its_replacements_into_one_pool_a_side() -> None:
    g = theater("barbarossa", {}, turn=3)
    assert int(income(g, AXIS)) == 6
    assert int(income(g, SOVIET)) == 15


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_attacks_are_expected_in_the_north_and_in_the_south() -> None:
    g = theater("barbarossa", {}, phasing=SOVIET)
    PlayerTurn(SOVIET).run(g)
    areas = [g.campaign.areas[step.area] for step in g.agenda if isinstance(step, ExpectAttacks)]
    assert sorted(areas) == ["north", "south"]


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_an_attack_counts_in_the_area_where_it_is_made() -> None:
    g = theater("barbarossa", {"su-4-mc": "3628", "ge-68-inf": "3629"}, OperationsPhase(), phasing=SOVIET)
    activate(g, "su-4-mc")
    enter(g, "3629")
    plans(g, "standard", "steadfast")
    assert dict(zip(g.campaign.areas, g.attacks, strict=True)) == {"north": 0, "center": 0, "south": 1}


@pytest.mark.rule("damos AGN 4.8.3", "damos AGS 4.6.3")
def test_too_many_attacks_in_one_area_do_not_make_up_for_the_other() -> None:
    g = theater("barbarossa", {}, turn=4, phasing=SOVIET)
    g.expected, g.attacks = [2, 0, 1], [0, 5, 3]
    assert int(income(g, SOVIET)) == 13


@pytest.mark.rule("damos AGN 4.4", "damos AGS 4.4")
def test_each_area_has_its_own_air_unit() -> None:
    g = theater("barbarossa", {})
    g.air[0] = Air.NONE
    assert air_available(g, g.grid.hex("1925")) is Air.NONE
    assert air_available(g, g.grid.hex("3327")) is Air.BOTH


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_each_area_has_its_own_cossack_hex() -> None:
    g = theater("barbarossa", {"su-3-mc": "1410", "su-4-mc": "3628"}, turn=9)
    GameTurn().run(g)
    assert sum(isinstance(step, ChooseCossacks) for step in g.agenda) == 3
    assert options_of(g) == ["no_cossacks", "cossacks 1410"]
    answers(g, "cossacks 1410", "no_cossacks")
    assert options_of(g) == ["no_cossacks", "cossacks 3628"]


@pytest.mark.rule("damos AGN 6.0", "damos AGS 6.0")
def test_the_border_is_held_at_every_other_hex_in_the_north_and_center_and_at_every_hex_in_the_south() -> (
    None
):
    g = begin(RULEBOOK, RULEBOOK.setup("barbarossa"))
    assert [(len(walk), every) for walk, every in chains_of(g.campaign)] == [
        (9, False),
        (12, False),
        (8, True),
        (9, False),
    ]


@pytest.mark.rule("damos AGN 6.0")
def test_three_divisions_begin_with_the_center_and_every_counter_is_there_once() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("barbarossa"))
    assert len(g.roster.numbers) == len(g.roster)
    for name in ("ge-12-pz", "ge-18-mot", "ge-20-mot"):
        assert g.hex_of[g.roster.numbers[name]] >= 0
