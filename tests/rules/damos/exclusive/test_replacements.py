"""[AGN 4.5, 4.12; AGS 4.5, 4.10] Replacement points come in, and reinforcements enter the map."""

from __future__ import annotations

import pytest

from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.replacements import PlaceReinforcement, ReplacementPhase, entry_hexes

from ..positions import answers, at, names_of, offered, options_of, position, unit
from .theater import theater


def countries(g: Front, name: str) -> set[str]:
    return {g.campaign.board.country[Hex(h)] for h in members(entry_hexes(g, unit(g, name)))}


@pytest.mark.rule("damos AGN 4.5", "damos AGS 4.5")
@pytest.mark.parametrize(("turn", "points"), [(1, 0), (2, 0), (3, 2), (12, 2)])
def test_germans_receive_two_points_from_turn_3(turn: int, points: int) -> None:
    assert position(". F4 .", ReplacementPhase(), turn=turn).axis_rp == points


@pytest.mark.rule("damos AGN 4.5", "damos AGS 4.5")
@pytest.mark.parametrize("turn", [2, 3, 12])
def test_russians_receive_five_points_every_turn(turn: int) -> None:
    assert position(". f4 .", ReplacementPhase(), turn=turn, phasing=SOVIET).soviet_rp == 5


@pytest.mark.rule("damos AGN 4.5", "damos AGS 4.5")
def test_points_that_are_saved_add_up() -> None:
    g = position(". f4 .", ReplacementPhase(), ReplacementPhase(), phasing=SOVIET)
    assert g.soviet_rp == 10


@pytest.mark.rule("damos AGN 4.12")
def test_russians_enter_at_their_cities_in_russia_and_at_the_east_edge() -> None:
    g = theater("agn", {"ge-1-pz": "1401"}, axis="1414 1401", phasing=SOVIET)
    found = names_of(g, entry_hexes(g, unit(g, "su-1-dno")))
    assert "0910" in found
    assert "1301" in found
    assert "1414" not in found
    assert "1401" not in found
    assert "0617" not in found
    cities_and_edge = g.campaign.cities & g.campaign.soviet_side | g.campaign.east_edge
    assert not entry_hexes(g, unit(g, "su-1-dno")) & ~cities_and_edge


@pytest.mark.rule("damos AGN 4.12")
def test_an_enemy_zone_does_not_keep_reinforcements_out_and_an_empty_edge_hex_is_open() -> None:
    g = theater("agn", {"ge-1-pz": "0911"}, axis="1301", phasing=SOVIET)
    found = names_of(g, entry_hexes(g, unit(g, "su-1-dno")))
    assert "0910" in found
    assert "1301" in found


@pytest.mark.rule("damos AGN 4.12")
def test_germans_enter_at_the_west_edge_of_germany_and_finns_in_their_cities() -> None:
    g = theater("agn", {})
    assert entry_hexes(g, unit(g, "ge-ss-pol")) == g.campaign.west_edge & g.campaign.board.country_bits["DE"]
    assert names_of(g, entry_hexes(g, unit(g, "fi-1-jb"))) == ["0109", "0117", "0320", "0617"]


@pytest.mark.rule("damos AGS 4.10")
def test_in_the_south_germans_enter_from_germany_or_romania_and_allies_from_home() -> None:
    g = theater("ags", {})
    assert countries(g, "ge-79-inf") == {"DE", "RO"}
    assert countries(g, "hu-viii") == {"HU"}
    assert countries(g, "ro-i") == {"RO"}
    assert not entry_hexes(g, unit(g, "ge-79-inf")) & ~g.campaign.west_edge


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
def test_no_reinforcement_overstacks_a_hex() -> None:
    g = position(
        """
        F1+F2+F3+F4 .  .
          .  .  .
    """,
        PlaceReinforcement(5),
        due={"F5": 2, "F6": 2},
    )
    assert offered(g, "place") == ["F6 0201"]


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
def test_a_reinforcement_may_wait_and_is_offered_again() -> None:
    g = position(
        """
        .  .
          .  .
    """,
        ReplacementPhase(),
        ReplacementPhase(),
        due={"F5": 2},
    )
    answers(g, "wait F5")
    assert at(g, "F5") == "due"
    answers(g, "place F5 0101")
    assert at(g, "F5") == "0101"


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
def test_where_no_hex_is_open_the_unit_waits_by_itself() -> None:
    g = position("f4 f5 .", ReplacementPhase(), due={"F5": 2})
    assert g.fate[unit(g, "F5")] == Fate.DUE
    assert options_of(g) == []


@pytest.mark.rule("damos AGN 4.12", "damos AGS 4.10")
def test_a_reinforcement_comes_neither_before_its_turn_nor_for_the_enemy() -> None:
    early = position(". . .", ReplacementPhase(), due={"F5": 3}, turn=2)
    assert at(early, "F5") == "due"
    other = position(". . .", ReplacementPhase(), due={"F5": 2}, turn=2, phasing=SOVIET)
    assert at(other, "F5") == "due"
