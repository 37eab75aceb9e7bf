"""[AGN 4.7] Finnish units (R-54, R-56, R-57)."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.activation import begin_activation
from sandtable.rules.damos.series.combat.retreat import retreat_hexes
from sandtable.rules.damos.series.exclusive.closed import may_act
from sandtable.rules.damos.series.marching import attack_refusal, destinations
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front, Origin
from sandtable.rules.damos.series.position.supply import in_supply
from sandtable.rules.damos.series.position.zones import zone_of_control
from sandtable.rules.damos.series.strategic import StrategicPhase

from ..positions import activate, answers, at, enter, names_of, offered, position, unit, units
from .theater import theater

LENINGRAD, RIGA = "0910", "1521"


def operations(placed: dict[str, str], *, turn: int = 3, finns_from: int = 1, phasing: int = AXIS) -> Front:
    g = theater("agn", placed, turn=turn, phasing=(AXIS, SOVIET)[phasing])
    g.finns_from = finns_from
    g.then(OperationsPhase())
    return g


@pytest.mark.rule("damos AGN 4.7")
@pytest.mark.parametrize(("finns_from", "acts"), [(0, False), (4, False), (3, True), (2, True)])
def test_finns_activate_only_from_their_turn_on(finns_from: int, acts: bool) -> None:
    g = operations({"fi-2-inf": "0109", "ge-163-inf": "0117"}, finns_from=finns_from)
    assert ("0109" in offered(g, "activate")) is acts
    assert "0117" in offered(g, "activate")


@pytest.mark.rule("damos AGN 4.7")
def test_until_then_they_use_no_strategic_movement_but_have_their_zone_of_control() -> None:
    g = theater("agn", {"fi-2-inf": "0109"}, StrategicPhase(), turn=3)
    assert offered(g, "strategic") == []
    assert may_act(g, unit(g, "fi-2-inf")) is not None
    assert zone_of_control(g, AXIS) >> g.grid.hex("0108") & 1


@pytest.mark.rule("damos AGN 4.7")
@pytest.mark.parametrize(
    ("start", "to", "called"),
    [
        ("1621", RIGA, True),
        ("1220", "1219", True),
        ("1426", "1425", False),
        ("1620", "1520", False),
    ],
)
def test_germans_at_riga_or_on_the_coast_east_of_it_call_the_finns_for_the_next_turn(
    start: str, to: str, called: bool
) -> None:
    g = activate(theater("agn", {"ge-1-pz": start}, OperationsPhase(), turn=3), "ge-1-pz")
    answers(g, f"move {to}")
    assert g.finns_from == (4 if called else 0)


@pytest.mark.rule("damos AGN 4.7")
def test_entering_riga_to_attack_it_is_reaching_it() -> None:
    g = activate(theater("agn", {"ge-1-pz": "1621", "su-41-rc": RIGA}, OperationsPhase(), turn=3), "ge-1-pz")
    enter(g, RIGA)
    assert g.finns_from == 4


@pytest.mark.rule("damos AGN 4.7")
def test_a_german_from_finland_on_that_coast_calls_nobody() -> None:
    g = theater("agn", {"ge-163-inf": "0812"}, turn=3)
    g.origin[unit(g, "ge-163-inf")] = Origin.FINLAND
    g.then(OperationsPhase())
    activate(g, "ge-163-inf")
    answers(g, "move 0911")
    assert g.finns_from == 0


@pytest.mark.rule("damos AGN 4.7")
def test_the_first_call_counts() -> None:
    g = theater("agn", {"ge-1-pz": "1621"}, turn=5)
    g.finns_from = 3
    g.then(OperationsPhase())
    activate(g, "ge-1-pz")
    answers(g, f"move {RIGA}")
    assert g.finns_from == 3


# ---- Leningrad and the Svir


@pytest.mark.rule("damos AGN 4.7")
def test_finns_never_enter_leningrad_held_or_empty() -> None:
    g = operations({"fi-2-inf": "0810"})
    activate(g, "fi-2-inf")
    assert LENINGRAD not in offered(g, "move")
    held = operations({"fi-2-inf": "0810", "su-41-rc": LENINGRAD})
    activate(held, "fi-2-inf")
    assert offered(held, "attack") == []
    refusal = attack_refusal(held, units(held, "fi-2-inf"), held.grid.hex(LENINGRAD))
    assert refusal is not None
    assert refusal.rule == "AGN 4.7"


@pytest.mark.rule("damos AGN 4.7")
def test_a_force_with_a_finn_in_it_is_bound_as_he_is() -> None:
    g = operations({"fi-2-inf": "0810", "ge-1-inf": "0810"})
    activate(g, "fi-2-inf+ge-1-inf")
    assert LENINGRAD not in offered(g, "move")
    answers(g, "drop_off fi-2-inf")
    assert LENINGRAD in offered(g, "move")


@pytest.mark.rule("damos AGN 4.7")
def test_finns_never_cross_the_svir_and_germans_do() -> None:
    g = theater("agn", {"fi-2-inf": "0704", "ge-1-inf": "0704"}, turn=3)
    g.finns_from = 1
    for name, crosses in (("fi-2-inf", False), ("ge-1-inf", True)):
        begin_activation(g, units(g, name))
        found = names_of(g, destinations(g, units(g, name)))
        assert ("0804" in found) is crosses
        assert "0604" in found


@pytest.mark.rule("damos AGN 4.7")
def test_finns_do_not_attack_across_the_svir() -> None:
    g = operations({"fi-2-inf": "0704", "su-41-rc": "0804"})
    activate(g, "fi-2-inf")
    assert offered(g, "attack") == []


@pytest.mark.rule("damos AGN 4.7")
def test_finns_do_not_retreat_across_the_svir_or_into_leningrad() -> None:
    g = theater("agn", {"fi-2-inf": "0704"}, turn=3)
    here = g.grid.hex("0704")
    assert not {"0804", "0803"} & set(names_of(g, retreat_hexes(g, units(g, "fi-2-inf"), here, (here,))))
    near = theater("agn", {"fi-2-inf": "0809"}, turn=3)
    here = near.grid.hex("0809")
    assert LENINGRAD not in names_of(near, retreat_hexes(near, units(near, "fi-2-inf"), here, (here,)))


@pytest.mark.rule("damos AGN 4.7", "damos 8.11")
def test_the_way_home_of_a_beaten_finn_is_measured_around_the_svir() -> None:
    g = position(
        """
        c  .  .  nF4 .
          .  .  .  .  .
        .  .  .  .  .
    """,
        sides={"svir": [("0103", "0102"), ("0103", "0202"), ("0103", "0203")]},
        countries={"FI": "0101"},
        board_areas={"finland": "0101"},
        edge_rails=False,
    )
    here = g.grid.hex("0104")
    assert names_of(g, retreat_hexes(g, units(g, "nF4"), here, (here,))) == ["0203"]


@pytest.mark.rule("damos AGN 4.7", "damos 8.11")
def test_the_way_home_of_a_beaten_finn_does_not_lead_through_leningrad() -> None:
    g = position(
        """
        c  .  C  .  nF4 .
          .  ~  ~  .  .  .
        .  .  .  .  .  .
    """,
        names={"0103": "Leningrad"},
        countries={"FI": "0101"},
        board_areas={"finland": "0101"},
        axis="0103",
        edge_rails=False,
    )
    here = g.grid.hex("0105")
    assert names_of(g, retreat_hexes(g, units(g, "nF4"), here, (here,))) == ["0204"]


@pytest.mark.rule("damos AGN 4.7")
def test_finnish_zones_of_control_stop_at_the_svir_and_before_leningrad() -> None:
    svir = theater("agn", {"fi-2-inf": "0704"}, turn=3)
    zone = names_of(svir, zone_of_control(svir, AXIS))
    assert "0604" in zone
    assert not {"0804", "0803"} & set(zone)
    city = theater("agn", {"fi-2-inf": "0810"}, turn=3)
    assert LENINGRAD not in names_of(city, zone_of_control(city, AXIS))
    assert "0809" in names_of(city, zone_of_control(city, AXIS))


@pytest.mark.rule("damos AGN 4.7")
def test_a_german_beside_the_finn_has_a_zone_across_the_svir() -> None:
    g = theater("agn", {"fi-2-inf": "0704", "ge-1-inf": "0704"}, turn=3)
    assert {"0804", "0803"} <= set(names_of(g, zone_of_control(g, AXIS)))


@pytest.mark.rule("damos AGN 4.7")
def test_finns_do_not_cut_russian_supply_across_the_svir() -> None:
    g = position(
        """
        nF4 nF5 nF6
          .   f4  .
    """,
        sides={
            "svir": [("0101", "0201"), ("0102", "0201"), ("0102", "0202"), ("0103", "0202"), ("0103", "0203")]
        },
        phasing=SOVIET,
    )
    assert in_supply(g, unit(g, "f4"))


@pytest.mark.rule("damos AGN 4.7")
def test_finns_react_only_once_they_may_act() -> None:
    for finns_from, expected in ((0, []), (1, ["0209"])):
        g = operations({"fi-1-jb": "0209", "fi-cav": "0209", "su-10-mc": "0206"}, phasing=SOVIET)
        g.finns_from = finns_from
        activate(g, "su-10-mc")
        answers(g, "move 0208")
        assert offered(g, "react") == expected
        assert at(g, "su-10-mc") == "0208"
