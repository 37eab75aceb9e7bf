"""[2.6.1] Standing orders answer for the player who may react, and ask where he wants to be asked."""

from __future__ import annotations

from sandtable.kernel.book.standing_orders import StandingOrder
from sandtable.kernel.machine.engine import answer, asked
from sandtable.rules.damos.asking.standing_orders import QUESTIONS, order_complaint, standing
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

from .positions import activate, asking, choose, go, position, react, unit

# The panzers have entered 0202; Russian forces stand one hex further, and beside it.
MEET = """
    .  .  .  .  .
      P9 .  p5 .  .
    .  .  .  .  .
"""
TWO = """
    .  .  p6 .  .
      P9 .  p5 .  .
    .  .  .  .  .
"""


def met(picture: str = MEET) -> Front:
    g = activate(position(picture, turn=3), "P9")
    go(g, "0202")
    return g


def order(answer_: str, question: str = "react", unit_: str = "", hex_: str = "") -> StandingOrder:
    return StandingOrder(question=question, answer=answer_, unit=unit_, hex=hex_)


NEVER = (order("never"), order("never", "slip_away"))


def answered(g: Front, *orders: StandingOrder) -> str | None:
    """What the orders of the Soviet player answer now, as the option's id."""
    action = standing(g, SOVIET, orders)
    return action.id if action else None


def test_without_orders_the_player_is_asked() -> None:
    assert answered(met()) is None


def test_whoever_never_reacts_and_never_slips_away_passes() -> None:
    assert answered(met(), *NEVER) == "pass"


def test_whoever_has_said_only_one_thing_is_asked_about_the_other() -> None:
    assert answered(met(), order("never")) is None


def test_whoever_always_reacts_reacts() -> None:
    g = met()
    start = g.hex_of[unit(g, "p5")]
    assert answered(g, order("always")) == f"react:{start}"
    assert answered(g, order("always", "slip_away")) == f"slip_away:{start}"


def test_orders_do_not_make_a_hex_roll_twice_at_one_trigger() -> None:
    g = met(TWO.replace("p5", "p5+p4"))
    react(g, "p5", 4, 4)
    assert answered(g, *NEVER, order("always", unit_="p4")) == "pass"
    assert answered(g, *NEVER, order("always")) == f"react:{g.hex_of[unit(g, 'p6')]}"


def test_a_force_that_is_ordered_both_ways_moves_in() -> None:
    found = answered(met(), order("always", "slip_away"), order("always"))
    assert found is not None
    assert found.startswith("react")


def test_an_order_to_a_unit_beats_that_to_its_hex_and_both_beat_the_one_to_all() -> None:
    g = met()
    name = g.roster[unit(g, "p5")].id
    for_all, for_hex = order("always"), order("never", hex_="0203")
    slip = order("never", "slip_away")
    assert answered(g, for_all, for_hex, slip) == "pass"
    assert answered(g, for_all, for_hex, slip, order("always", unit_=name)) != "pass"
    assert answered(g, for_all, order("ask", unit_=name), slip) is None


def test_those_who_are_ordered_to_go_go_before_the_player_is_asked_for_others() -> None:
    g = met(TWO)
    name = g.roster[unit(g, "p5")].id
    assert answered(g, order("always", unit_=name)) == f"react:{g.hex_of[unit(g, 'p5')]}"


def test_orders_answer_until_the_dice_fall() -> None:
    g = met()
    for _ in range(5):
        action = standing(g, SOVIET, (order("always"), order("never", "slip_away")))
        if action is None:
            break
        answer(g, action, SOVIET)
    assert asking(g) == "ReactionRoll"


def test_of_a_stack_only_those_go_who_are_ordered_to() -> None:
    g = met(
        """
        .  .  .  .  .
          P9 .  p5+p4 .  .
        .  .  .  .  .
        """
    )
    name = g.roster[unit(g, "p5")].id
    orders = (*NEVER, order("always", unit_=name))
    action = standing(g, SOVIET, orders)
    assert action is not None
    answer(g, action, SOVIET)
    assert answered(g, *orders) == f"take:{unit(g, 'p5')}"
    answer(g, standing(g, SOVIET, orders) or action, SOVIET)
    assert answered(g, *orders) == "go"


def test_where_the_player_named_the_stack_himself_he_picks_the_units_himself() -> None:
    g = met(
        """
        .  .  .  .  .
          P9 .  p5+p4 .  .
        .  .  .  .  .
        """
    )
    choose(g, "react 0203")
    assert asking(g) == "PickReactors"
    assert answered(g, *NEVER) is None
    name = g.roster[unit(g, "p5")].id
    assert answered(g, order("always", unit_=name)) is None


def test_nobody_s_orders_answer_for_the_other_side() -> None:
    g = met()
    assert asked(g) == (SOVIET,)
    assert standing(g, AXIS, NEVER) is None


def test_orders_answer_nothing_but_reactions() -> None:
    g = position(MEET, turn=3)
    assert standing(g, AXIS, NEVER) is None


def test_an_order_names_a_unit_of_one_s_own_and_a_hex_of_the_map() -> None:
    g = met()
    own, other = g.roster[unit(g, "p5")].id, g.roster[unit(g, "P9")].id
    assert order_complaint(g, SOVIET, order("never", unit_=own, hex_="")) is None
    assert order_complaint(g, SOVIET, order("never", hex_="0203")) is None
    for wrong in (order("never", unit_=other), order("never", unit_="nobody"), order("never", hex_="9999")):
        assert order_complaint(g, SOVIET, wrong)


def test_the_questions_have_names_and_paragraphs() -> None:
    assert [(q.name, q.rule) for q in QUESTIONS] == [("react", "2.6.1"), ("slip_away", "2.6.1")]
