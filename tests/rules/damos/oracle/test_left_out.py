"""Who is in the hex and does not fight, at random strengths: units left behind in this phase, units above the limit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.rules.damos.series.events import CombatBegan
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

from ..positions import activate, asking, choose, enter, go, offered, options_of, position, react
from .snapshot import snapshot
from .strength import attack_strength, ground_of, postures

GROUND = {"clear": ".", "woods": "w", "swamp": "s", "rough": "r"}
strengths = st.integers(1, 9)


def combat_begun(g: Front) -> CombatBegan:
    return next(t.event for t in g.told or () if isinstance(t.event, CombatBegan))


def let_pass(g: Front) -> None:
    while asking(g) == "ReactionWindow":
        choose(g, "pass")


@pytest.mark.rule("damos 7.0", "damos 8.2")
@settings(max_examples=40, deadline=None)
@given(strengths, strengths, strengths, st.integers(7, 9), st.sampled_from(tuple(GROUND)))
def test_units_left_behind_in_this_phase_add_no_strength(
    armor: int, foot: int, motorized: int, enemy: int, ground: str
) -> None:
    g = position(f"""
        .   .               .                .   .        .  .
          T{motorized} P{armor}+F{foot} {GROUND[ground]} . m{enemy} . .
        .   .               .                .   .        .  .
    """)
    activate(g, f"P{armor}+F{foot}")
    go(g, "0203")
    let_pass(g)
    choose(g, f"drop_off F{foot}")
    choose(g, "stop")
    activate(g, f"T{motorized}")
    go(g, "0203")
    react(g, f"m{enemy}", 6, 6)

    s, found = snapshot(g), combat_begun(g)
    fighting = [u for u in s.at(found.hex, 0) if u.kind != "foot"]
    assert set(found.attackers) == {u.number for u in fighting}
    assert found.attacker_sp == attack_strength(fighting, ground_of(s, found.hex))


@pytest.mark.rule("damos 2.3", "damos AGN 2.1")
@settings(max_examples=40, deadline=None)
@given(strengths, st.sampled_from(("P", "F")), st.sampled_from(("woods", "swamp", "rough")))
def test_units_above_the_limit_are_left_out_before_a_posture_is_chosen(
    attacker: int, left_out: str, ground: str
) -> None:
    full = f"P8+F4a+F4b+F4c+F4d@{GROUND[ground]}"
    g = position(
        f"""
        .  .  .  .  .  .  .
          . {full} f{attacker} . . . .
        .  .  .  .  .  .  .
        """,
        phasing=SOVIET,
    )
    activate(g, f"f{attacker}")
    enter(g, "0202")
    let_pass(g)
    assert asking(g) == "Sideline", options_of(g)
    choose(g, "sideline P8" if left_out == "P" else "sideline F4a")

    s = snapshot(g)
    hex_ = g.grid.hex("0202")
    gone = "armor" if left_out == "P" else "foot"
    staying = s.at(hex_, 0)
    staying.remove(next(u for u in staying if u.kind == gone))
    assert set(offered(g, "posture", AXIS)) == postures(staying, ground_of(s, hex_), "")
