"""[AGN 4.10] The Hanko garrison, and what its loss means (R-39, R-49)."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.engine import dice_asked, settle, top
from sandtable.rules.damos.series.activation import spread_demoralization
from sandtable.rules.damos.series.combat.battle import CombatRoll
from sandtable.rules.damos.series.combat.losses import absorb, payable
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.reaction import candidates
from sandtable.rules.damos.series.replacements import SpendPoints
from sandtable.rules.damos.series.surrender import SurrenderPhase

from ..positions import (
    activate,
    answers,
    asking,
    at,
    enter,
    left,
    offered,
    options_of,
    plans,
    roll,
    shake,
    shaken,
    unit,
)
from .theater import theater

HANKO = "0520"


def assault(*, turn: int = 5, garrison: int | None = None, finns: str = "fi-2-inf") -> Front:
    """Finns attack Hanko from 0419; the attacker's dice come next."""
    placed = dict.fromkeys(finns.split("+"), "0419")
    g = theater("agn", {"su-hanko": HANKO, **placed}, turn=turn)
    g.finns_from = 1
    if garrison is not None:
        g.sp[unit(g, "su-hanko")] = garrison
    g.then(OperationsPhase())
    activate(g, finns)
    enter(g, HANKO)
    plans(g, "standard", "steadfast")
    return g


def fight(g: Front, attacker: int, defender: int) -> None:
    """Every die of the attacker shows one face, every die of the defender another."""
    while isinstance(step := top(g), CombatRoll):
        roll(g, *[defender if step.defender else attacker] * len(dice_asked(g).sides))


@pytest.mark.rule("damos AGN 4.10")
def test_the_garrison_never_moves_nor_attacks() -> None:
    g = theater("agn", {"su-hanko": HANKO, "fi-2-inf": "0419"}, OperationsPhase(), turn=5, phasing=SOVIET)
    assert offered(g, "activate") == []
    assert offered(g, "concerted") == []


@pytest.mark.rule("damos AGN 4.10")
def test_the_garrison_does_not_react() -> None:
    g = theater("agn", {"su-hanko": HANKO}, turn=5)
    assert candidates(g, g.grid.hex(HANKO), SOVIET) == []


@pytest.mark.rule("damos AGN 4.10")
@pytest.mark.parametrize("faces", [(6, 1), (4, 1), (3, 1)])
def test_it_loses_one_point_for_every_two(faces: tuple[int, int]) -> None:
    g = assault(finns="fi-2-inf+fi-15-inf", garrison=4)
    before = left(g, "su-hanko")
    points = {}
    g.told = []
    fight(g, *faces)
    for told in g.told:
        name = type(told.event).__name__
        if name == "Won":
            points["by_attacker"] = told.event.attacker_inflicted  # type: ignore[attr-defined]
    assert before - left(g, "su-hanko") == min(before, points["by_attacker"] // 2)


@pytest.mark.rule("damos AGN 4.10")
def test_beaten_it_stays_and_the_attacker_goes_back_unshaken() -> None:
    g = assault(finns="fi-2-inf+fi-15-inf")
    fight(g, 6, 1)
    assert at(g, "su-hanko") == HANKO
    assert not shaken(g, "su-hanko")
    assert at(g, "fi-2-inf") == at(g, "fi-15-inf") == "0419"
    assert not shaken(g, "fi-2-inf")
    assert not g.axis_control >> g.grid.hex(HANKO) & 1


@pytest.mark.rule("damos AGN 4.10", "damos 8.8")
def test_among_others_it_still_loses_one_point_for_every_two() -> None:
    g = theater("agn", {"su-hanko": HANKO, "su-67-rd": HANKO, "fi-2-inf": HANKO}, turn=5)
    g.battle_hex = g.grid.hex(HANKO)
    for name, strength in (("su-hanko", 4), ("su-67-rd", 3)):
        g.sp[unit(g, name)] = g.start_sp[unit(g, name)] = strength
    absorb(g, SOVIET, 6)
    answers(g, "half su-hanko")
    # Three points cost the garrison one; two more cost it another, and one falls on the division.
    assert left(g, "su-hanko") == 3
    answers(g, "absorb su-hanko", "absorb su-67-rd")
    assert (left(g, "su-hanko"), left(g, "su-67-rd")) == (2, 2)


@pytest.mark.rule("damos AGN 4.10", "damos 8.11")
def test_units_beside_the_beaten_garrison_retreat_and_it_stays() -> None:
    g = theater(
        "agn", {"su-hanko": HANKO, "su-67-rd": HANKO, "fi-2-inf": "0419", "fi-15-inf": "0419"}, turn=5
    )
    g.finns_from = 1
    g.then(OperationsPhase())
    activate(g, "fi-2-inf+fi-15-inf")
    enter(g, HANKO)
    plans(g, "standard", "steadfast")
    fight(g, 6, 1)
    while asking(g) in ("AbsorbPoint", "PickLargest", "Retreat"):
        answers(g, options_of(g)[-1])
    assert (at(g, "su-hanko"), at(g, "fi-2-inf")) == (HANKO, "0419")
    assert at(g, "su-67-rd") != HANKO


@pytest.mark.rule("damos AGN 4.10")
def test_at_zero_it_is_gone_for_good_and_the_axis_holds_hanko() -> None:
    g = assault(finns="fi-2-inf+fi-15-inf", garrison=1)
    fight(g, 6, 1)
    assert g.fate[unit(g, "su-hanko")] == Fate.GONE
    assert g.axis_control >> g.grid.hex(HANKO) & 1


@pytest.mark.rule("damos AGN 4.10", "damos AGN 4.8.4")
def test_on_turn_2_the_garrison_does_not_straggle_back_nor_is_it_rebuilt() -> None:
    g = assault(turn=2, finns="fi-2-inf+fi-15-inf", garrison=1)
    fight(g, 6, 1)
    assert type(top(g)).__name__ != "StraggleRoll"
    g.soviet_rp, g.phasing = 5, int(SOVIET)
    assert [a.verb for a in SpendPoints().options(g)] == ["save"]


@pytest.mark.rule("damos AGN 4.10")
def test_it_neither_surrenders_nor_catches_demoralization() -> None:
    g = theater("agn", {"su-hanko": HANKO, "fi-2-inf": "0419", "su-67-rd": HANKO}, turn=5, phasing=SOVIET)
    shake(g, "su-67-rd")
    spread_demoralization(g)
    assert not shaken(g, "su-hanko")
    g.then(SurrenderPhase())
    settle(g)
    assert at(g, "su-hanko") == HANKO


@pytest.mark.rule("damos AGN 4.10")
@pytest.mark.parametrize(
    ("hex_", "lost", "may_pay"),
    [
        ("0910", True, 0),
        ("1010", True, 0),
        ("0505", True, 0),
        ("0801", True, 0),
        ("0901", True, 2),
        ("1110", True, 2),
        ("0910", False, 2),
    ],
)
def test_once_hanko_is_lost_russians_at_or_north_of_leningrad_pay_no_losses_with_points(
    hex_: str, lost: bool, may_pay: int
) -> None:
    g = theater("agn", {}, axis=HANKO if lost else "", turn=5)
    g.soviet_rp = 5
    g.battle_hex = g.grid.hex(hex_)
    g.battle_defender_los = 1
    assert payable(g, SOVIET) == may_pay


@pytest.mark.rule("damos AGN 4.10")
def test_the_ban_does_not_touch_the_axis() -> None:
    g = theater("agn", {}, axis=HANKO, turn=5)
    g.axis_rp = 5
    g.battle_hex = g.grid.hex("0910")
    g.battle_attacker_los = 1
    assert payable(g, AXIS) == 2
