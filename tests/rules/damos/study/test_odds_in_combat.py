"""[8.6] Odds while a combat is fought, and how its rolls are read."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.machine.actions import rolled
from sandtable.kernel.machine.engine import answer
from sandtable.kernel.machine.events import Rolled
from sandtable.rules.damos.series.attrition import AttritionRoll
from sandtable.rules.damos.series.combat.losses import CounterattackRoll
from sandtable.rules.damos.series.combat.plans import rung_label
from sandtable.rules.damos.series.position.state import Front

from ..positions import answers, asking, choose, enter, play, position, units
from .weighing import CLASH, RAILHEAD, attacking, weighed


def with_a_die_to_roll_again() -> Front:
    """[AGN 4.4] The attacker has rolled with the air unit above him, and may roll a die again."""
    g = attacking(rails=RAILHEAD)
    enter(g, "0202")
    answers(g, "plan standard", "commit_air")
    answer(g, rolled((1, 6)))
    answer(g, rolled((1,)))
    return g


@pytest.mark.rule("damos AGN 4.4")
def test_air_support_is_weighed_against_keeping_it_back() -> None:
    g = attacking(rails=RAILHEAD)
    enter(g, "0202")
    choose(g, "plan standard")
    assert asking(g) == "AirSupport"
    held, flown = weighed(g).choices
    assert (held.option, flown.option) == ("hold_air", "commit_air")
    chances = [c.outcomes.chance(lambda o: o.attacker_wins) for c in (held, flown)]
    assert chances[1] > chances[0]
    assert weighed(g).as_json()["attacker"]["strength"] == 8


@pytest.mark.rule("damos AGN 4.4")
def test_a_die_that_may_be_rolled_again_is_weighed_face_by_face() -> None:
    g = with_a_die_to_roll_again()
    assert asking(g) == "Reroll"
    found = {c.option: c.outcomes.map(lambda o: o.defender_loses).mean() for c in weighed(g).choices}
    assert max(found, key=lambda o: found[o]) == "reroll:1"


@pytest.mark.rule("damos AGN 4.5.1")
def test_each_point_paid_saves_a_point_of_strength() -> None:
    g = attacking()
    g.axis_rp = 2
    enter(g, "0202")
    choose(g, "plan standard")
    answer(g, rolled((6, 6)))
    answer(g, rolled((6,)))
    assert asking(g) == "PayLosses"
    found = [c.outcomes.map(lambda o: o.attacker_loses).mean() for c in weighed(g).choices]
    assert found == sorted(found, reverse=True)
    assert found[0] == found[1] + 1


@pytest.mark.rule("damos 8.6")
def test_odds_are_known_while_the_dice_are_due() -> None:
    g = attacking()
    ahead = weighed(g, text="attack 0202")
    enter(g, "0202")
    choose(g, "plan standard")
    assert asking(g) == "CombatRoll"
    assert weighed(g).outcomes == ahead.outcomes
    assert weighed(g).choices == ()


def read(g: Front) -> dict[str, Any]:
    """How the latest roll was read."""
    rolls = [told.event for told in g.told or () if isinstance(told.event, Rolled)]
    assert rolls[-1].reading is not None
    return rolls[-1].reading


@pytest.mark.rule("damos 8.6")
def test_a_combat_roll_tells_row_column_and_cell_of_the_crt() -> None:
    g = attacking()
    enter(g, "0202")
    choose(g, "plan meeting")
    answer(g, rolled((6, 5)))
    assert read(g) == {
        "table": "crt",
        "row": "10",
        "column": "8",
        "cell": "3",
        "lines": [
            {"what": "dice", "value": 11, "rule": "8.6"},
            {"what": "meeting plan", "value": -1, "rule": "8.3"},
        ],
    }
    assert rung_label(g.battle_attacker_rung) == "3"


@pytest.mark.rule("damos AGN 4.4")
def test_a_die_rolled_again_is_read_with_the_others() -> None:
    g = with_a_die_to_roll_again()
    choose(g, "reroll 1")
    answer(g, rolled((5,)))
    assert (read(g)["row"], read(g)["lines"][0]["value"]) == ("11", 11)


@pytest.mark.rule("damos 8.9")
def test_a_counterattack_roll_tells_its_column_and_cell() -> None:
    g = position(CLASH, turn=3)
    play(g, CounterattackRoll("1:2"))
    g.battle_hex = g.grid.hex("0202")
    answer(g, rolled((4,)))
    assert (read(g)["table"], read(g)["column"], read(g)["cell"]) == ("counterattack", "1:2", "1/2")


@pytest.mark.rule("damos 2.4", "damos 9.0")
def test_an_attrition_roll_keeps_the_strength_of_the_force_to_itself() -> None:
    g = position(CLASH, turn=3)
    play(g, AttritionRoll(units(g, "P8"), g.grid.hex("0201")))
    answer(g, rolled((3, 3)))
    assert (read(g)["row"], read(g)["column"], read(g)["cell"]) == ("6-8", None, None)
    assert ("a single unit", 1) in {(line["what"], line["value"]) for line in read(g)["lines"]}
