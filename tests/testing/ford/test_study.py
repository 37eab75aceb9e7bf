"""What a player of The Ford may ask beyond the view."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.book.study import Odds
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import answer, options
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import ASSAULT, PROBE, STAND, YIELD
from sandtable.testing.ford.state import BLUE, RED, Ford

from .positions import attack, combat, left, position, reach_of, roll, unit

# Four against three: 1:1, and 3:2 for an assault.
DUEL = """
    .  .  .  .  .  .
      .  A  d  .  .  .
    .  .  .  .  .  .
      B  .  .  .  .  h
"""


def attacked(*, red: int = 4, blue: int = 3) -> Ford:
    """Red-a has attacked blue-d; both have this strength left."""
    g = combat(DUEL, A=red, d=blue)
    attack(g, "d")
    return g


def weighed(g: Ford, seat: Seat = RED, action: Action | None = None) -> Odds:
    found = RULEBOOK.odds(g, seat, action)
    assert found is not None
    return found


def pair(found: Odds, attacker: Action, defender: Action) -> Fraction:
    cell = next(
        cell for cell in found.matrix if (cell.attacker, cell.defender) == (attacker.verb, defender.verb)
    )
    return cell.outcomes.chance(lambda o: o.attacker_wins)


# ---- movement


@pytest.mark.rule("ford 1.1")
def test_reach_shows_every_hex_to_which_the_unit_could_go() -> None:
    g = position(DUEL)
    option = next(a for a in options(g) if a.verb == "move" and a.args[0] == unit(g, "B"))
    found = RULEBOOK.reach(g, RED, option)
    assert found is not None
    assert set(found.hexes) == reach_of(g, "B")
    assert (found.start, found.allowance) == ("0401", "4")


@pytest.mark.rule("ford 1.2")
def test_a_hex_in_an_enemy_zone_ends_the_move() -> None:
    g = position(DUEL)
    option = next(a for a in options(g) if a.verb == "move" and a.args[0] == unit(g, "B"))
    found = RULEBOOK.reach(g, RED, option)
    assert found is not None
    assert {name for name, hex_ in found.hexes.items() if hex_.ends} <= {
        g.grid.name(h) for h in g.grid.cells if g.zone(BLUE) >> h & 1
    }


# ---- combat


@pytest.mark.rule("ford 2.3")
def test_a_probe_at_even_odds_drives_the_defender_off_on_a_five() -> None:
    # 1:1: DR on 5; D1 on 6 leaves the defender where it is.
    assert pair(weighed(attacked()), PROBE, STAND) == Fraction(1, 6)


@pytest.mark.rule("ford 2.1")
def test_an_assault_is_one_column_better() -> None:
    # 3:2: DR on 4 and 5.
    assert pair(weighed(attacked()), ASSAULT, STAND) == Fraction(1, 3)


@pytest.mark.rule("ford 2.1")
def test_a_defender_that_yields_is_driven_off_for_certain() -> None:
    assert pair(weighed(attacked()), PROBE, YIELD) == 1


@pytest.mark.rule("ford 2.1")
def test_plans_that_are_not_known_are_equally_likely() -> None:
    probe = weighed(attacked(), action=PROBE)
    assert probe.outcomes.chance(lambda o: o.attacker_wins) == (Fraction(1, 6) + 1) / 2


@pytest.mark.rule("ford 3.1")
def test_a_weakened_enemy_is_weighed_as_printed_and_oneself_as_one_is() -> None:
    assert weighed(attacked(blue=1)).as_json() == weighed(attacked()).as_json()
    assert weighed(attacked(red=1)).as_json() != weighed(attacked()).as_json()


@pytest.mark.rule("ford 2.1")
def test_a_sealed_plan_is_known_to_its_owner_alone() -> None:
    g = attacked()
    unknown = weighed(g, BLUE).as_json()
    answer(g, PROBE, RED)
    assert weighed(g, BLUE).as_json() == unknown
    assert weighed(g, RED).outcomes == weighed(attacked(), RED, PROBE).outcomes


def test_weighing_an_attack_costs_nobody_anything() -> None:
    g = attacked()
    weighed(g)
    answer(g, PROBE, RED)
    answer(g, STAND, BLUE)
    roll(g, 6)
    assert (left(g, "A"), left(g, "d")) == (4, 2)


# ---- layers


@pytest.mark.rule("ford 3")
def test_layers_show_zone_and_supply_of_both_sides() -> None:
    g = position(DUEL)
    found = {layer.name: set(layer.hexes) for layer in RULEBOOK.layers(g, RED)}
    assert set(found) == {"red_zone", "red_supply", "blue_zone", "blue_supply"}
    assert {"0101", "0401"} <= found["red_supply"]
    assert "0202" in found["red_zone"]
