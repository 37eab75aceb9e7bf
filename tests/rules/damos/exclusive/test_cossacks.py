"""[AGN 4.11, AGS 4.9] Cossacks (R-72)."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.combat.losses import eliminate
from sandtable.rules.damos.series.combat.plans import Posture, postures
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.zones import capable, projects_influence
from sandtable.rules.damos.series.sequence import ChooseCossacks, EndTurn, GameTurn

from ..positions import activate, answers, asking, offered, options_of, position, unit, units

FIELD = """
    .  .  .  .  .
      F4 .  c8 .  f4
    .  .  .  .  .
"""


def ride(g: Front, hex_: str = "0203") -> Front:
    answers(g, f"cossacks {hex_}")
    return g


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
@pytest.mark.parametrize(("turn", "asks"), [(9, False), (10, True), (12, True)])
def test_from_turn_10_the_russian_player_is_asked_before_the_turn(turn: int, asks: bool) -> None:
    g = position(FIELD)
    g.turn, g.agenda = turn - 1, []
    GameTurn().run(g)
    assert isinstance(g.agenda[-1], ChooseCossacks) is asks


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_one_hex_with_russians_may_be_named_or_none() -> None:
    g = position(FIELD, ChooseCossacks(0), turn=10)
    assert options_of(g) == ["no_cossacks", "cossacks 0203", "cossacks 0205"]
    answers(g, "no_cossacks")
    assert not any(g.cossack)


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_its_units_count_as_capable_this_turn_only() -> None:
    g = ride(position(FIELD, ChooseCossacks(0), turn=10))
    assert capable(g, units(g, "c8"))
    assert not capable(g, units(g, "f4"))
    EndTurn().run(g)
    assert not capable(g, units(g, "c8"))


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_cossacks_react() -> None:
    g = ride(position(FIELD, ChooseCossacks(0), OperationsPhase(), turn=10))
    activate(g, "F4")
    answers(g, "move 0202")
    assert offered(g, "react") == ["0203"]


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_cossacks_make_concerted_attacks() -> None:
    g = ride(
        position(
            FIELD.replace("F4 .", ".  F4"), ChooseCossacks(0), OperationsPhase(), turn=10, phasing=SOVIET
        )
    )
    assert "penetration 0202" in offered(g, "concerted")


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_the_tag_goes_with_the_units() -> None:
    g = ride(position(FIELD, ChooseCossacks(0), OperationsPhase(), turn=10, phasing=SOVIET))
    activate(g, "c8")
    answers(g, "move 0204", "stop")
    assert projects_influence(g, unit(g, "c8"))


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_a_counterattack_still_needs_armor() -> None:
    g = ride(position(FIELD, ChooseCossacks(0), turn=10))
    assert postures(g, SOVIET, g.grid.hex("0203"), units(g, "c8")) == [Posture.STEADFAST]


@pytest.mark.rule("damos AGN 4.11", "damos AGS 4.9")
def test_the_tag_of_an_eliminated_unit_is_taken_off() -> None:
    g = ride(position(FIELD, ChooseCossacks(0), turn=10))
    eliminate(g, unit(g, "c8"))
    assert not g.cossack[unit(g, "c8")]
    assert asking(g) == "over"
