"""[2] Attacks: who may be attacked by whom, plans in secret, strengths and odds."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.actions import DICE, Action
from sandtable.kernel.machine.engine import answer, asked, options, refusal, top
from sandtable.testing.ford.combat import (
    ASSAULT,
    PROBE,
    STAND,
    YIELD,
    Attack,
    attack_strength,
    defence_strength,
)
from sandtable.testing.ford.events import Resolved
from sandtable.testing.ford.state import BLUE, RED, Ford

from .positions import (
    DUEL,
    asked_names,
    attack,
    choices,
    choose,
    combat,
    left,
    plans,
    probe,
    roll,
    unit,
    where,
)


def resolved(g: Ford) -> list[tuple[str, str]]:
    """Column and result of every combat told of so far."""
    return [(t.event.column, t.event.result) for t in g.told or () if isinstance(t.event, Resolved)]


# ---- 2


@pytest.mark.rule("ford 2")
def test_only_adjacent_enemies_may_be_attacked() -> None:
    g = combat(DUEL)
    assert choices(g) == ["done", "attack 0203"]


@pytest.mark.rule("ford 2")
def test_all_fresh_units_next_to_the_target_attack_together() -> None:
    g = combat("""
        .  .  B  .  .  .
          .  A  d  .  .  .
        .  .  C  .  .  .
          F  .  .  .  .  h
    """)
    attack(g, "d")
    target = g.grid.hex("0203")
    fought = [u.mark for n, u in enumerate(g.printed.units) if g.fought[n]]
    assert fought == ["A", "B", "C"]
    assert int(attack_strength(g, (unit(g, "A"), unit(g, "B"), unit(g, "C")), target)) == 4 + 4 + 3


@pytest.mark.rule("ford 2")
def test_a_unit_fights_once_a_turn() -> None:
    g = combat("""
        .  .  e  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    probe(g, "d", die=3)
    assert choices(g) == ["done"]
    why = refusal(g, Action("attack", (g.grid.hex("0103"),)))
    assert str(why) == "no unit that has not yet fought stands next to that hex [2]"


@pytest.mark.rule("ford 2")
def test_targets_are_attacked_one_after_another() -> None:
    g = combat("""
        .  .  .  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  e  .  .  .  h
    """)
    probe(g, "d", die=3)
    assert choices(g) == ["done", "attack 0402"]


@pytest.mark.rule("ford 2")
def test_an_empty_hex_is_not_attacked() -> None:
    g = combat(DUEL)
    why = refusal(g, Action("attack", (g.grid.hex("0202"),)))
    assert str(why) == "no enemy unit is in that hex [2]"


# ---- 2.1


@pytest.mark.rule("ford 2.1")
def test_attacker_and_defender_are_asked_at_once() -> None:
    g = combat(DUEL)
    attack(g, "d")
    assert asked_names(g) == ["red", "blue"]
    assert options(g, RED) == (ASSAULT, PROBE)
    assert options(g, BLUE) == (STAND, YIELD)


@pytest.mark.rule("ford 2.1")
def test_when_blue_attacks_red_stands_or_yields() -> None:
    g = combat(DUEL, BLUE)
    attack(g, "A")
    assert (options(g, BLUE), options(g, RED)) == ((ASSAULT, PROBE), (STAND, YIELD))


@pytest.mark.rule("ford 2.1")
@pytest.mark.parametrize("plan", [ASSAULT, PROBE])
def test_a_defender_that_yields_retreats_without_a_roll(plan: Action) -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, plan, YIELD)
    assert (asked_names(g), resolved(g)) == (["blue"], [])
    choose(g, "retreat 0204")
    assert (where(g, "d"), left(g, "d"), left(g, "A")) == ("0204", 3, 4)


@pytest.mark.rule("ford 2.1")
def test_a_probe_gains_no_ground_where_the_defender_yields() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE, YIELD)
    choose(g, "retreat 0204")
    assert top(g) == Attack(RED)


@pytest.mark.rule("ford 2.1")
def test_an_assault_follows_up_where_the_defender_yields() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, ASSAULT, YIELD)
    choose(g, "retreat 0204")
    choose(g, "advance A")
    assert where(g, "A") == "0203"


@pytest.mark.rule("ford 2.1")
@pytest.mark.parametrize(("plan", "column"), [(PROBE, "1:1"), (ASSAULT, "3:2")])
def test_an_assault_on_a_standing_defender_shifts_one_column(plan: Action, column: str) -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, plan, STAND)
    assert asked(g) == (DICE,)
    roll(g, 1)
    assert resolved(g) == [(column, "A1")]


# ---- 2.2


@pytest.mark.rule("ford 2.2")
@pytest.mark.parametrize(
    ("a", "d", "column"),
    [(1, 3, "1:2"), (2, 3, "1:2"), (3, 3, "1:1"), (4, 3, "1:1"), (3, 2, "3:2"), (4, 2, "2:1"), (3, 1, "3:1"), (4, 1, "3:1")],
)  # fmt: skip
def test_odds_are_rounded_down_to_a_printed_column(a: int, d: int, column: str) -> None:
    g = combat(DUEL, A=a, d=d)
    probe(g, "d", die=1)
    assert resolved(g)[0][0] == column


@pytest.mark.rule("ford 2.2")
@pytest.mark.parametrize(("strength", "counts"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_an_attacker_across_the_river_counts_half_rounded_up(strength: int, counts: int) -> None:
    g = combat(
        """
        .  . | .  .  .  .
          .  A | d  .  .  .
        .  . | .  .  .  .
          B  . | .  .  .  h
    """,
        A=strength,
    )
    assert int(attack_strength(g, (unit(g, "A"),), g.grid.hex("0203"))) == counts


@pytest.mark.rule("ford 2.2")
def test_only_the_attackers_across_the_river_are_halved() -> None:
    g = combat("""
        .  . | B  .  .  .
          .  A | d  .  .  .
        .  . | .  .  .  .
          C  . | .  .  .  h
    """)
    reckoning = attack_strength(g, (unit(g, "A"), unit(g, "B")), g.grid.hex("0203"))
    assert [(line.what, line.value) for line in reckoning.lines] == [
        ("red-a", 4),
        ("red-a attacks across the river", -2),
        ("red-b", 4),
    ]


@pytest.mark.rule("ford 2.2")
def test_an_attack_over_the_ford_counts_in_full() -> None:
    g = combat("""
        .  . | .  .  .  .
          .  A : d  .  .  .
        .  . | .  .  .  .
          B  . | .  .  .  h
    """)
    assert int(attack_strength(g, (unit(g, "A"),), g.grid.hex("0203"))) == 4


@pytest.mark.rule("ford 2.2")
def test_a_defender_in_a_wood_counts_one_more() -> None:
    g = combat("""
        .  .  .  .  .  .
          .  A  d@w  .  .  .
        .  .  e  .  .  .
          B  .  .  .  .  h
    """)
    assert int(defence_strength(g, g.grid.hex("0203"))) == 4
    assert int(defence_strength(g, g.grid.hex("0303"))) == 2


@pytest.mark.rule("ford 2.2")
def test_the_roll_is_made_after_the_plans_are_opened() -> None:
    g = combat(DUEL)
    attack(g, "d")
    answer(g, ASSAULT, RED)
    assert asked(g) == (BLUE,)
    answer(g, STAND, BLUE)
    assert asked(g) == (DICE,)
