"""What is proposed to a seat: the usual answer and what it unfolds into, and what need not be asked."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.kernel import Action, parse_action
from sandtable.kernel.game.views import proposed
from sandtable.rules.damos.asking.preview import preview
from sandtable.rules.damos.series.combat.losses import AbsorbPoint

GERMAN = "german"


def _game(*answers: str, seed: int = 0) -> Any:
    g = sandtable.new("agn", seed=seed)
    for option in answers:
        g.give(GERMAN, option)
    return g


def _proposed(g: Any) -> dict[str, Any] | None:
    return proposed(g.rulebook, g.state, g.seat(GERMAN))


def test_nothing_is_proposed_where_it_is_a_matter_of_judgement() -> None:
    assert "proposed" not in _game().view(GERMAN)


def test_options_say_what_part_they_play_in_putting_a_force_together() -> None:
    g = _game("end_phase")
    parts = {option.id: option.part for option in g.options(GERMAN)}
    assert (parts["end_phase"], parts["activate:884"]) == ("end", "force")
    g.give(GERMAN, "activate:884")
    assert {option.part for option in g.options(GERMAN)} == {"all", "add"}
    g.give(GERMAN, "all")
    assert [option.id for option in g.options(GERMAN) if option.part] == ["stop"]


@pytest.mark.rule("damos 7.0")
def test_a_force_that_can_only_stop_is_not_asked_whether_it_does() -> None:
    g = _game("end_phase", "activate:36")
    g.state.mp_spent = g.state.mp_initial
    g.state.offered = {}
    only = [option.id for option in g.options(GERMAN)]
    assert (only, _proposed(g)) == (
        ["stop"],
        {"options": ["stop"], "text": "Stop here: the force is done", "asks": False},
    )


@pytest.mark.rule("damos 8.8")
def test_losses_are_proposed_from_the_strongest_down_until_all_are_taken() -> None:
    g = _game("end_phase", "activate:884", "all")
    units = g.state.agenda[-1].units
    where = g.state.hex_of[units[0]]
    g.state.battle = g.state.battle._replace(hex=where)
    g.state.agenda.append(AbsorbPoint(g.seat(GERMAN), 3))
    g.state.offered = {}
    found = _proposed(g)
    assert found is not None
    assert found["asks"]
    taken = [parse_action(option) for option in found["options"]]
    strongest = max(units, key=lambda unit: g.state.sp[unit])
    assert len(taken) == 3
    assert taken[0] == Action("absorb", (strongest,))
    # Nothing has happened by it.
    assert g.state.agenda[-1] == AbsorbPoint(g.seat(GERMAN), 3)


@pytest.mark.rule("damos 8.3")
def test_a_plan_cannot_be_taken_back_and_the_march_to_the_attack_can() -> None:
    g = _game("end_phase", "activate:884", "all")
    assert not preview(g.state, g.seat(GERMAN), parse_action("attack:930")).closes
    g.give(GERMAN, "attack:930")
    assert preview(g.state, g.seat(GERMAN), parse_action("plan:1")).closes
