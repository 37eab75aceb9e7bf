"""What owners may choose on the board: the order of their own combats, who pays, what goes for missing men, where to fall back."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action, lines
from sandtable.rules.frontline.fight.casualties import AssignLosses, in_proportion
from sandtable.rules.frontline.position.nations import AIR, AXIS, GERMANY, MEN, POINTS, ROMANIA, SOVIET, TANKS
from sandtable.rules.frontline.position.war import POOL, War
from sandtable.rules.frontline.turn.card_play import Wish
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.flagging import BeginFlags, DrawLots
from sandtable.rules.frontline.turn.straightening import BeginStraightening

from .board import (
    ALLIED,
    GERMAN,
    ask,
    choose,
    flag,
    hex_,
    in_hex,
    is_asked,
    offered,
    points,
    roll,
    seal,
    start,
    told,
)
from .board import USSR as SOVIETS


def commit(g: War, *german: Action, soviet: tuple[Action, ...] = ()) -> None:
    """Seal the sheets of cards and LSP."""
    ask(g, Commit())
    seal(g, GERMAN, *german)
    seal(g, ALLIED)
    seal(g, SOVIETS, *soviet)


@pytest.mark.rule("frontline Sequence 7")
@pytest.mark.parametrize(("face", "side"), [(3, AXIS), (4, SOVIET)])
def test_a_die_breaks_the_ties_of_sealed_flags(face: int, side: int) -> None:
    g = start(sealed_flags=True)
    ask(g, BeginFlags())
    assert is_asked(g, DrawLots)
    roll(g, face)
    assert g.placed_first == side + 1
    points(g, "germany", "1509")
    points(g, "romania", "1509", 6)
    flag(g, AXIS, "1509", "1508")
    flag(g, SOVIET, "1708", "1709")
    commit(g)
    first = ("1508 Yelets, 1709 Kharkov.", "1709 Kharkov, 1508 Yelets.")[side]
    assert told(g, "OrderSet")[0].endswith(first)


@pytest.mark.rule("frontline Sequence 7")
def test_no_die_is_rolled_where_no_combats_can_tie() -> None:
    g = start(sealed_flags=True)
    g.romania_left = g.hungary_left = g.italy_left = 1
    ask(g, BeginFlags())
    assert not is_asked(g, DrawLots)


@pytest.mark.rule("frontline Sequence 7")
def test_a_side_names_which_of_its_equal_combats_comes_first() -> None:
    g = start()
    flag(g, SOVIET, "1508", "1509")
    flag(g, SOVIET, "1708", "1709")
    commit(g)
    assert told(g, "OrderSet")[0].endswith("1509 Orel, 1709 Kharkov.")
    g = start()
    flag(g, SOVIET, "1508", "1509")
    flag(g, SOVIET, "1708", "1709")
    ask(g, Commit())
    named = Action("before", (hex_("1709"),))
    assert named in lines(g, SOVIETS)
    assert named not in lines(g, SOVIETS, [named])
    assert named not in lines(g, GERMAN)
    seal(g, GERMAN)
    seal(g, ALLIED)
    seal(g, SOVIETS, named)
    assert told(g, "OrderSet")[0].endswith("1709 Kharkov, 1509 Orel.")


@pytest.mark.rule("frontline Losses")
def test_nations_of_one_hex_lose_in_proportion() -> None:
    g = start()
    points(g, "germany", "1509", 9)
    points(g, "romania", "1509", 3)
    points(g, "ussr", "1508", 20)
    flag(g, SOVIET, "1508", "1509")
    commit(g)
    roll(g, 1, 6)
    assert not is_asked(g, AssignLosses)
    assert (in_hex(g, "germany", "1509")[0], in_hex(g, "romania", "1509")[0]) == (6, 2)


@pytest.mark.parametrize(
    ("has", "lost", "pays"),
    [
        ([9, 3], 4, [3, 1]),
        ([9, 3], 3, [3, 0]),
        ([1, 1], 1, [1, 0]),
        ([3, 3, 3], 8, [3, 3, 2]),
        ([0, 0], 0, [0, 0]),
    ],
)
@pytest.mark.rule("frontline Losses")
def test_what_is_left_over_falls_on_whoever_has_most_left(has: list[int], lost: int, pays: list[int]) -> None:
    assert in_proportion(has, lost) == pays


@pytest.mark.rule("frontline Loss Substitution")
def test_the_owner_says_whether_tanks_or_aircraft_go_for_missing_men() -> None:
    g = start()
    points(g, "germany", "1509", 1, 3, 3)
    points(g, "ussr", "1508", 20)
    flag(g, SOVIET, "1508", "1509")
    commit(g)
    roll(g, 1, 6)
    # One man, then a tank that was due, and of two points for missing men an aircraft and a tank.
    assert told(g, "CombatEnded")[0].endswith("the defender 1 man, 2 tanks and 1 aircraft.")
    assert is_asked(g, AssignLosses)
    assert offered(g) == {"usual", f"instead:{AIR}:{TANKS}", f"instead:{TANKS}:{AIR}"}
    choose(g, "instead", TANKS, AIR)
    assert not is_asked(g, AssignLosses)
    assert told(g, "LossSwapped") == ["The Axis loses 1 tank instead of 1 aircraft."]
    assert in_hex(g, "germany", "1509")[1:3] == (0, 3)


@pytest.mark.rule("frontline Line Straightening")
def test_the_owner_names_the_hex_to_which_a_hex_given_up_goes_back() -> None:
    g = start()
    ask(g, BeginStraightening())
    give, back = Action("give", (hex_("1709"),)), Action("back", (hex_("1709"), hex_("1809")))
    assert back not in lines(g, GERMAN)
    assert back in lines(g, GERMAN, [give])
    assert Action("give", (hex_("1809"),)) not in lines(g, GERMAN, [give, back])
    there = [a + b for a, b in zip(in_hex(g, "germany", "1709"), in_hex(g, "germany", "1809"), strict=True)]
    seal(g, GERMAN, give, back)
    assert list(in_hex(g, "germany", "1809")) == there


@pytest.mark.rule("frontline Card Die")
def test_a_card_counts_in_one_combat_where_partisans_are_hunted_in_a_hex_that_is_landed_on() -> None:
    g = start()
    points(g, "germany", "2209")
    g.partisans[hex_("2209")] = 1
    g.operation[hex_("2209")] = GERMANY + 1
    g.landing_from, g.landing_to = [-1, hex_("2207")], [-1, hex_("2209")]
    g.pool[GERMANY * len(POINTS) + MEN] = 3
    commit(
        g,
        Action("send", (GERMANY, POOL, MEN, hex_("2209"), 2)),
        Action("die", (0, hex_("2209"))),
    )
    assert (g.facing.die_attacker, g.facing.die_defender) == (0, 0)
    roll(g, 6, 1)
    assert g.facing.die_defender > 0


@pytest.mark.rule("frontline Front Line")
def test_no_gap_is_left_while_control_weighs_a_wish() -> None:
    g = start(wishes=True)
    points(g, "germany", "1509", 1)
    points(g, "romania", "1509", 1)
    ask(g, Commit())
    seal(g, GERMAN, Action("withdraw", (GERMANY, hex_("1509"), MEN, 1)), Action("wish", (0,)))
    seal(g, ALLIED, Action("withdraw", (ROMANIA, hex_("1509"), MEN, 1)))
    seal(g, SOVIETS)
    assert is_asked(g, Wish)
    assert g.total(AXIS, MEN, hex_("1509")) == 1
