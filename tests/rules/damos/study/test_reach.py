"""[7.0, 2.6.1] Where a force can go, what it costs, and who might come to meet it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from sandtable.kernel.book.study import Reach
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import answer, options, top
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.machine.state import GameState
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.movement import Act
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.strategic import StrategicPhase

from ..positions import activate, asking, choose, position, tire, wear, words

# Nine or more with two dice.
UNMODIFIED = Fraction(10, 36)
MEET = """
    .  .  .  .  .  .
      P9 .  p5 .  .  .
    .  .  .  .  .  .
"""


def marching(picture: str, marks: str, *, turn: int = 3, **more: int) -> Front:
    """The force is active."""
    g = wear(position(picture, turn=turn), **more)
    activate(g, marks)
    return g


def reached(g: Front, seat: Seat = AXIS) -> Reach:
    found = RULEBOOK.reach(g, seat, None)
    assert found is not None
    return found


def option(g: Front, text: str, seat: Seat = AXIS) -> Action:
    return next(action for action in options(g, seat) if words(g, action) == text)


class AlwaysReact:
    """The enemy tries whatever it may."""

    name = "always react"

    def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
        """To come, with all units; else to go on."""
        wanted = ("react", "all", "go")
        return next((a for verb in wanted for a in offered if a.verb == verb), offered[0])


# ---- the way and its price


@pytest.mark.rule("damos 7.0")
def test_every_hex_in_reach_has_its_price_its_way_and_its_option() -> None:
    g = marching(MEET, "P9")
    found = reached(g)
    assert (found.start, found.allowance, found.left) == ("0201", "6", "6")
    here = found.hexes["0102"]
    assert (here.cost, here.left, here.path) == ("1", "5", ("0102",))
    assert here.option == option(g, "move 0102").id


def test_reach_and_options_agree_on_where_the_force_can_go() -> None:
    g = marching(MEET, "P9")
    offered = {a.id for a in options(g, AXIS) if a.verb in ("move", "attack")}
    assert {hex_.option for hex_ in reached(g).hexes.values()} - {None} == offered


def test_a_way_of_several_hexes_is_walked_by_neighbours() -> None:
    g = marching(MEET, "P9")
    for hex_ in reached(g).hexes.values():
        way = [g.grid.hex("0201"), *map(g.grid.hex, hex_.path)]
        assert all(b in g.grid.neighbours(a) for a, b in pairwise(way))


@pytest.mark.rule("damos 7.0")
def test_the_force_of_an_option_is_the_one_that_it_would_activate() -> None:
    g = position(MEET, turn=3)
    found = RULEBOOK.reach(g, AXIS, option(g, "activate 0201"))
    assert found is not None
    assert found.start == "0201"
    assert isinstance(top(g), type(top(position(MEET, turn=3))))


def test_before_an_activation_nobody_is_moving() -> None:
    assert RULEBOOK.reach(position(MEET, turn=3), AXIS, None) is None


@pytest.mark.rule("damos 2.10")
def test_a_hex_beyond_the_line_of_supply_is_marked() -> None:
    g = marching(
        """
        .  .  .  .  .  .  .  .
          T9 .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        """,
        "T9",
    )
    found = reached(g)
    assert (found.hexes["0204"].supplied, found.hexes["0206"].supplied) == (True, False)
    assert found.hexes["0206"].note == "out of supply; to end here is to check attrition"


# ---- enemies


@pytest.mark.rule("damos 8.0")
def test_an_enemy_in_the_next_hex_can_be_attacked_and_ends_the_march() -> None:
    g = marching(
        """
        .  .  .  .
          P9 f4 .  .
        .  .  .  .
        """,
        "P9",
    )
    target = reached(g).hexes["0202"]
    assert (target.ends, target.note, target.rule) == (True, "attack", "8.0")
    assert target.option == option(g, "attack 0202").id


@pytest.mark.rule("damos 8.0")
def test_an_enemy_farther_off_is_shown_with_the_march_before_the_attack() -> None:
    target = reached(marching(MEET, "P9")).hexes["0203"]
    assert (target.option, target.ends, target.path[-1], len(target.path)) == (None, True, "0203", 2)


@pytest.mark.rule("damos 2.6.1")
def test_the_risk_is_the_chance_of_the_reaction_roll() -> None:
    assert reached(marching(MEET, "P9")).hexes["0202"].risk == UNMODIFIED


@pytest.mark.rule("damos 2.6.1")
def test_the_risk_is_what_comes_of_it_when_the_enemy_reacts() -> None:
    g = marching(MEET, "P9")
    risk = reached(g).hexes["0202"].risk
    answer(g, option(g, "move 0202"))

    def met(after: Front) -> bool:
        return bool(after.units(after.grid.hex("0202"), SOVIET))

    def done(after: Front) -> bool:
        return met(after) or isinstance(top(after), Act)

    assert explore(g, done, met, AlwaysReact())[True] == risk > 0


@pytest.mark.rule("damos 2.6.1")
def test_several_forces_may_come_each_by_its_own_roll() -> None:
    g = marching(
        """
        .  .  p5 .  .
          P9 .  .  .  .
        .  .  m5 .  .
        """,
        "P9",
    )
    here = reached(g).hexes["0202"]
    assert here.risk == 1 - (1 - UNMODIFIED) ** 2
    assert here.note == "2 enemy forces may react on the way"


@pytest.mark.rule("damos 2.6.1")
def test_a_force_reacts_once_on_the_whole_way() -> None:
    farther = reached(marching(MEET, "P9")).hexes["0103"]
    # Both hexes of the way lie next to the enemy.
    assert farther.path == ("0202", "0103")
    assert farther.risk == UNMODIFIED


@pytest.mark.rule("damos 2.6.1")
def test_spent_enemies_are_no_risk() -> None:
    g = activate(tire(position(MEET, turn=3), "p5"), "P9")
    assert reached(g).hexes["0202"].risk == 0


@pytest.mark.rule("damos 2.4")
def test_an_enemy_that_has_lost_strength_is_reckoned_as_printed() -> None:
    whole, worn = marching(MEET.replace("p5", "p9"), "P9"), marching(MEET.replace("p5", "p9"), "P9", p9=1)
    assert reached(whole) == reached(worn)
    # Two hexes away its influence would not reach with one point: the owner knows better.
    assert reached(worn, SOVIET).hexes["0102"].risk < reached(worn, AXIS).hexes["0102"].risk


# ---- concerted attacks


@pytest.mark.rule("damos 8.1")
def test_the_owner_of_a_concerted_attack_sees_the_ways_to_its_target() -> None:
    g = position(
        """
        .  .  .  .  .
          P9 .  f4 .  .
        .  .  .  .  .
        """,
        turn=3,
    )
    choose(g, "concerted grand_assault 0203")
    while asking(g) != "ConcertedMarch":
        answer(g, next(a for a in options(g) if a.verb in ("from", "all", "go", "pass", "posture")))
    found = reached(g)
    assert set(found.hexes) == {g.grid.name(Hex(a.args[0])) for a in options(g) if a.verb == "move"}
    assert {hex_.rule for hex_ in found.hexes.values()} == {"8.1"}
    assert RULEBOOK.reach(g, SOVIET, None) is None
    choose(g, "move 0202")
    target = reached(g).hexes["0203"]
    assert (target.note, target.ends, target.option) == ("the target", True, "onward")


# ---- strategic movement


@pytest.mark.rule("damos 6.0")
def test_strategic_movement_reaches_twice_as_far_and_meets_nobody() -> None:
    g = position(
        """
        .  .  .  .  .  .  .  .
          F4 .  .  .  .  .  f4 .
        .  .  .  .  .  .  .  .
        """,
        StrategicPhase(),
        turn=3,
        germany=5,
        counters={"F4": {"ma": 2}},
    )
    found = RULEBOOK.reach(g, AXIS, option(g, "strategic 0201"))
    assert found is not None
    assert found.allowance == "4"
    assert all(hex_.risk == 0 and hex_.ends and hex_.rule == "6.0" for hex_ in found.hexes.values())
    assert found.hexes["0101"].cost == "½"
    choose(g, "strategic 0201")
    assert RULEBOOK.reach(g, AXIS, None) == found


# ---- the combat at the end of the way


@pytest.mark.rule("damos 8.0")
def test_the_odds_at_the_end_of_a_march_are_those_that_the_force_finds_there() -> None:
    g = marching(MEET, "P9", turn=1)
    assault = reached(g).hexes["0203"]
    assert assault.path == ("0202", "0203")
    assert assault.option is None
    foreseen = RULEBOOK.odds_there(g, AXIS, "0203", None)
    answer(g, option(g, "move 0202"), AXIS)
    found = RULEBOOK.odds(g, AXIS, option(g, "attack 0203"))
    assert found is not None
    assert foreseen == found


@pytest.mark.rule("damos 8.0")
def test_there_are_no_odds_where_nobody_can_be_attacked_or_by_those_who_do_not_move() -> None:
    g = marching(MEET, "P9")
    assert RULEBOOK.odds_there(g, AXIS, "0102", None) is None
    assert RULEBOOK.odds_there(g, SOVIET, "0203", None) is None
