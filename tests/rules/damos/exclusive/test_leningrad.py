"""[AGN 4.9] Leningrad: when it may be attacked, and the ice road (R-53)."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.actions import Action
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import OFF_BOARD, Hex
from sandtable.rules.damos.series.combat.concerted import NameAttacker
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.marching import attack_refusal
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front, Origin
from sandtable.rules.damos.series.position.supply import in_supply, line_to_east_edge
from sandtable.rules.damos.series.surrender import surrendering_hexes

from ..positions import activate, at, offered, play, unit, units
from .theater import theater

LENINGRAD = "0910"


def cut_off(g: Front) -> None:
    """All rail east of the city is in German hands."""
    for hex_ in members(g.campaign.rail_hexes & g.campaign.soviet_side & ~(1 << g.grid.hex(LENINGRAD))):
        g.take_control(Hex(hex_), AXIS)


@pytest.mark.rule("damos AGN 4.9.1")
def test_germans_may_not_attack_leningrad_while_a_line_of_supply_runs_east() -> None:
    g = theater("agn", {"ge-1-pz": "0911", "su-41-rc": LENINGRAD}, OperationsPhase(), turn=6)
    assert line_to_east_edge(g, g.grid.hex(LENINGRAD))
    assert offered(g, "concerted") == []
    activate(g, "ge-1-pz")
    assert offered(g, "attack") == []
    refusal = attack_refusal(g, units(g, "ge-1-pz"), g.grid.hex(LENINGRAD))
    assert refusal is not None
    assert refusal.rule == "AGN 4.9.1"


@pytest.mark.rule("damos AGN 4.9.1")
def test_once_the_line_is_cut_they_may() -> None:
    g = theater("agn", {"ge-1-pz": "0911", "su-41-rc": LENINGRAD}, turn=6)
    cut_off(g)
    g.then(OperationsPhase())
    assert {f"grand_assault {LENINGRAD}", f"penetration {LENINGRAD}"} <= set(offered(g, "concerted"))
    activate(g, "ge-1-pz")
    assert offered(g, "attack") == [LENINGRAD]


@pytest.mark.rule("damos AGN 4.9.1", "damos 8.1")
def test_the_line_is_judged_when_a_concerted_attack_is_declared_and_not_again_when_its_attacker_is_named() -> (
    None
):
    g = theater("agn", {"ge-1-pz": "0911", "su-41-rc": LENINGRAD}, OperationsPhase(), turn=6)
    target = g.grid.hex(LENINGRAD)
    # The line runs east, so nobody could declare the attack now; but it was declared before a reaction opened it.
    assert offered(g, "concerted") == []
    for plan in (Plan.GRAND_ASSAULT, Plan.PENETRATION):
        attackers = NameAttacker(plan, target, Posture.STEADFAST, OFF_BOARD, ()).options(g)
        assert attackers == [Action("from", (g.grid.hex("0911"),))]


@pytest.mark.rule("damos AGN 4.9.1", "damos 8.1")
def test_who_may_attack_it_is_judged_when_he_is_named() -> None:
    g = theater("agn", {"ge-163-inf": "0911", "ge-1-pz": "0911", "su-41-rc": LENINGRAD}, turn=6)
    g.origin[unit(g, "ge-163-inf")] = Origin.FINLAND
    cut_off(g)
    play(g, NameAttacker(Plan.PENETRATION, g.grid.hex(LENINGRAD), Posture.STEADFAST, g.grid.hex("0911"), ()))
    assert at(g, "ge-163-inf") == "0911"
    assert at(g, "ge-1-pz") == LENINGRAD


@pytest.mark.rule("damos AGN 4.9.1")
def test_an_empty_leningrad_may_be_entered() -> None:
    g = activate(theater("agn", {"ge-1-pz": "0911"}, OperationsPhase(), turn=6), "ge-1-pz")
    assert LENINGRAD in offered(g, "move")


@pytest.mark.rule("damos AGN 4.9.1")
def test_germans_in_finland_never_attack_it() -> None:
    g = theater("agn", {"ge-163-inf": "0810", "su-41-rc": LENINGRAD}, turn=6)
    g.origin[unit(g, "ge-163-inf")] = Origin.FINLAND
    cut_off(g)
    g.then(OperationsPhase())
    activate(g, "ge-163-inf")
    assert offered(g, "attack") == []


@pytest.mark.rule("damos AGN 4.9.1")
def test_russians_may_attack_a_german_leningrad_at_any_time() -> None:
    g = theater(
        "agn", {"ge-1-pz": LENINGRAD, "su-3-mc": "0909"}, OperationsPhase(), axis=LENINGRAD, phasing=SOVIET
    )
    activate(g, "su-3-mc")
    assert offered(g, "attack") == [LENINGRAD]


def besieged(hex_: str) -> Front:
    """Two panzer divisions reach into the city; nothing but the city itself is still Russian."""
    g = theater("agn", {"su-41-rc": hex_, "ge-1-pz": "1010", "ge-6-pz": "0911"}, phasing=SOVIET)
    for control in members(g.campaign.soviet_side & ~(1 << g.grid.hex(LENINGRAD))):
        g.take_control(Hex(control), AXIS)
    return g


@pytest.mark.rule("damos AGN 4.9.2")
@pytest.mark.parametrize(
    ("hex_", "supplied"),
    [(LENINGRAD, True), ("0909", True), ("1009", True), ("0908", False), ("1011", False)],
)
def test_russians_in_or_next_to_leningrad_are_always_in_supply(hex_: str, supplied: bool) -> None:
    g = besieged(hex_)
    assert in_supply(g, unit(g, "su-41-rc")) is supplied


@pytest.mark.rule("damos AGN 4.9.2")
def test_not_once_the_city_is_german() -> None:
    g = besieged("0909")
    g.take_control(g.grid.hex(LENINGRAD), AXIS)
    assert not in_supply(g, unit(g, "su-41-rc"))


@pytest.mark.rule("damos AGN 4.9.2")
def test_they_do_not_surrender() -> None:
    ring = {"ge-1-pz": "1009", "ge-6-pz": "0908", "ge-8-pz": "0808", "ge-1-inf": "0810"}
    g = theater("agn", {"su-41-rc": "0909", **ring}, turn=6, phasing=SOVIET)
    assert surrendering_hexes(g, SOVIET) == []
    g.take_control(g.grid.hex(LENINGRAD), AXIS)
    for control in members(g.campaign.soviet_side):
        g.take_control(Hex(control), AXIS)
    g.converted |= g.campaign.rail_hexes
    assert [g.grid.name(h) for h in surrendering_hexes(g, SOVIET)] == ["0909"]
