"""[AGN 4.6] German shipping in the Baltic (R-58)."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.exclusive.naval import sail_refusal
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.state import Front, Origin
from sandtable.rules.damos.series.position.supply import traces_like_a_finn

from ..positions import activate, answers, at, held, offered, shake, unit, units, wear
from .theater import theater

MEMEL, KONIGSBERG, RIGA, TALLINN, HELSINKI = "1727", "1929", "1521", "0818", "0617"


def harbour(
    placed: dict[str, str], *, axis: str = RIGA, scenario: str = "agn", strength: int = 4, turn: int = 3
) -> Front:
    g = theater(scenario, placed, OperationsPhase(), axis=axis, turn=turn)
    return wear(g, **{name: strength for name in placed if name.startswith("ge")})


@pytest.mark.rule("damos AGN 4.6")
@pytest.mark.parametrize("port", [MEMEL, KONIGSBERG])
def test_a_force_sails_from_a_german_port_to_riga_once_it_is_german(port: str) -> None:
    g = harbour({"ge-1-inf": port})
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == [HELSINKI, RIGA]
    answers(g, f"ship {RIGA}")
    assert at(g, "ge-1-inf") == RIGA


@pytest.mark.rule("damos AGN 4.6")
def test_nobody_sails_while_neither_riga_nor_tallinn_is_german() -> None:
    g = harbour({"ge-1-inf": MEMEL}, axis="")
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == []


@pytest.mark.rule("damos AGN 4.6")
def test_with_tallinn_alone_nobody_lands_at_riga() -> None:
    g = harbour({"ge-1-inf": MEMEL}, axis=TALLINN)
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == [HELSINKI, TALLINN]


@pytest.mark.rule("damos AGN 4.6")
def test_nobody_lands_where_an_enemy_stands() -> None:
    g = harbour({"ge-1-inf": MEMEL, "su-41-rc": RIGA})
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == [HELSINKI]


@pytest.mark.rule("damos AGN 4.6")
@pytest.mark.parametrize(("strength", "sails"), [(5, True), (6, False)])
def test_ships_carry_five_strength_points(strength: int, sails: bool) -> None:
    g = harbour({"ge-1-inf": MEMEL}, strength=strength)
    activate(g, "ge-1-inf")
    assert bool(offered(g, "ship")) is sails


@pytest.mark.rule("damos AGN 4.6")
def test_the_strength_of_the_whole_force_counts() -> None:
    g = harbour({"ge-1-inf": MEMEL, "ge-11-inf": MEMEL}, strength=3)
    activate(g, "ge-1-inf+ge-11-inf")
    assert offered(g, "ship") == []
    answers(g, "drop_off ge-11-inf")
    assert offered(g, "ship") == [HELSINKI, RIGA]


@pytest.mark.rule("damos AGN 4.6")
def test_each_port_ships_one_force_a_turn() -> None:
    g = harbour({"ge-1-inf": MEMEL, "ge-11-inf": MEMEL, "ge-21-inf": KONIGSBERG})
    activate(g, "ge-1-inf")
    answers(g, f"ship {RIGA}", "stop", (6, 6))
    activate(g, "ge-11-inf")
    assert offered(g, "ship") == []
    answers(g, "stop")
    activate(g, "ge-21-inf")
    assert offered(g, "ship") == [HELSINKI, RIGA]


@pytest.mark.rule("damos AGN 4.6")
def test_the_voyage_costs_three_points_and_the_rest_may_be_used_before_and_after() -> None:
    g = harbour({"ge-1-pz": "1827"})
    activate(g, "ge-1-pz")
    answers(g, f"move {MEMEL}")
    spent = g.mp_spent
    assert spent > 0
    answers(g, f"ship {RIGA}")
    assert g.mp_spent == spent + 6
    assert offered(g, "move")


@pytest.mark.rule("damos AGN 4.6")
def test_without_three_points_left_nobody_sails() -> None:
    g = harbour({"ge-1-inf": MEMEL})
    activate(g, "ge-1-inf")
    g.mp_spent = g.mp_initial - 5
    refusal = sail_refusal(g, units(g, "ge-1-inf"), g.grid.hex(RIGA))
    assert refusal is not None
    assert "3 movement points" in refusal.reason


@pytest.mark.rule("damos AGN 4.6")
def test_a_demoralized_force_is_not_shipped() -> None:
    g = shake(harbour({"ge-1-inf": MEMEL}), "ge-1-inf")
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == []


@pytest.mark.rule("damos AGN 4.6")
def test_a_port_in_russian_hands_ships_nobody() -> None:
    g = harbour({"ge-1-inf": MEMEL})
    activate(g, "ge-1-inf")
    g.axis_control &= ~(1 << g.grid.hex(MEMEL))
    assert sail_refusal(g, units(g, "ge-1-inf"), g.grid.hex(RIGA)) is not None


@pytest.mark.rule("damos AGN 4.6")
def test_only_foot_and_cavalry_go_to_helsinki() -> None:
    g = harbour({"ge-1-pz": MEMEL})
    activate(g, "ge-1-pz")
    assert offered(g, "ship") == [RIGA]


@pytest.mark.rule("damos AGN 4.6")
def test_who_lands_in_helsinki_is_a_german_in_finland_from_then_on() -> None:
    g = harbour({"ge-1-inf": MEMEL})
    activate(g, "ge-1-inf")
    answers(g, f"ship {HELSINKI}")
    assert g.origin[unit(g, "ge-1-inf")] == Origin.FINLAND
    assert traces_like_a_finn(g, unit(g, "ge-1-inf"))


@pytest.mark.rule("damos AGN 4.6")
@pytest.mark.parametrize(("there", "ports"), [(4, [HELSINKI, RIGA]), (5, [RIGA])])
def test_no_more_than_three_germans_beyond_the_first_two_may_be_in_finland(
    there: int, ports: list[str]
) -> None:
    names = ["ge-163-inf", "ge-ss-nord", "ge-11-inf", "ge-21-inf", "ge-30-inf"][:there]
    hexes = ["0109", "0109", "0117", "0117", "0320"]
    g = harbour({"ge-1-inf": MEMEL, **dict(zip(names, hexes, strict=False))})
    for name in names:
        g.origin[unit(g, name)] = Origin.FINLAND
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == ports


@pytest.mark.rule("damos AGN 4.6")
def test_landing_is_entering_a_hex_and_the_enemy_may_react() -> None:
    g = harbour({"ge-1-inf": MEMEL, "su-3-mc": "1520"})
    activate(g, "ge-1-inf")
    answers(g, f"ship {RIGA}")
    assert offered(g, "react") == ["1520"]


@pytest.mark.rule("damos AGN 4.6", "damos AGN 4.7")
def test_a_landing_at_tallinn_brings_the_finns_in() -> None:
    g = harbour({"ge-1-inf": MEMEL}, axis=TALLINN)
    activate(g, "ge-1-inf")
    answers(g, f"ship {TALLINN}")
    assert g.finns_from == 4


@pytest.mark.rule("damos AGN 4.6")
def test_no_ship_goes_back() -> None:
    g = harbour({"ge-1-inf": RIGA})
    activate(g, "ge-1-inf")
    assert offered(g, "ship") == []
    assert held(g, RIGA) == "german"


@pytest.mark.rule("damos AGN 4.6")
def test_finns_are_not_shipped_and_allies_count_as_germans() -> None:
    g = harbour({"fi-2-inf": MEMEL, "hu-1-mot": KONIGSBERG, "ge-1-inf": "1931"}, scenario="barbarossa")
    g.finns_from = 1
    g.sp[unit(g, "hu-1-mot")] = 2
    g.mp_initial = 20
    assert sail_refusal(g, units(g, "fi-2-inf"), g.grid.hex(RIGA)) is not None
    assert sail_refusal(g, units(g, "hu-1-mot"), g.grid.hex(RIGA)) is None


@pytest.mark.rule("damos AGN 4.6", "damos AGS 4.7")
def test_hungarians_do_not_land_among_romanians() -> None:
    g = harbour({"hu-1-mot": KONIGSBERG, "ro-1-arm": RIGA}, scenario="barbarossa")
    g.sp[unit(g, "hu-1-mot")] = 2
    g.mp_initial = 20
    refusal = sail_refusal(g, units(g, "hu-1-mot"), g.grid.hex(RIGA))
    assert refusal is not None
    assert refusal.rule == "AGS 4.7"
