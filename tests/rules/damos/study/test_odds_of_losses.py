"""[8.8] What each option brings while losses are taken, units are left out, and a beaten defender decides."""

from __future__ import annotations

import pytest

from sandtable.kernel.book.study import Alternative
from sandtable.kernel.machine.actions import CONTROL, SPECTATOR
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.asking.known import AT_MOST, known
from sandtable.rules.damos.series.combat.battle import fighters
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

from ..combat.fights import fight
from ..positions import activate, answers, asking, choose, enter, options_of, position
from .weighing import RAILHEAD, attacking, weighed, wins


def left_by(choice: Alternative) -> dict[str, int | None]:
    """The strength that the option leaves to each unit."""
    return {unit.unit: unit.strength for unit in choice.left}


def losing() -> Front:
    """The Germans have lost four points of two units, and the larger has taken its half."""
    g = fight(". . F5+F2+f9 . .")
    answers(g, (1, 1), (6, 6))
    assert asking(g) == "AbsorbPoint"
    return g


@pytest.mark.rule("damos 8.8")
def test_each_point_of_loss_shows_what_it_leaves_standing() -> None:
    g = losing()
    large, small = weighed(g).choices
    assert (left_by(large), left_by(small)) == ({"F5": 2, "F2": 2}, {"F5": 3, "F2": 1})
    assert large.losses_left == small.losses_left == 1


@pytest.mark.rule("damos 8.8")
def test_a_unit_that_the_option_eliminates_is_left_with_nothing() -> None:
    g = losing()
    choose(g, "absorb F2")
    assert left_by(weighed(g).choices[1]) == {"F5": 3, "F2": 0}
    assert weighed(g).choices[1].losses_left == 0


@pytest.mark.rule("damos 8.8")
def test_when_no_die_is_to_come_the_winner_is_settled_and_what_follows_is_certain() -> None:
    g = losing()
    found = weighed(g)
    assert wins(found) == 0
    assert found.as_json()["follows"] == {"the attacker retreats 1 hex, demoralized": "1"}
    assert found.choices[0].as_json()["follows"] == found.as_json()["follows"]


@pytest.mark.rule("damos 8.8", "damos 2.4")
def test_how_losses_are_shared_out_is_weighed_for_the_owner_and_control_alone() -> None:
    g = losing()
    assert RULEBOOK.odds(g, SOVIET, None) is None
    assert RULEBOOK.odds(g, SPECTATOR, None) is None
    assert weighed(g, CONTROL).choices == ()


@pytest.mark.rule("damos 8.9")
def test_a_counterattack_to_come_is_weighed_while_losses_are_shared_out() -> None:
    g = fight(". . F9+f6+c3 . .", posture="counterattack")
    answers(g, (5, 5), (3, 3))
    while asking(g) != "AbsorbPoint":
        choose(g, options_of(g)[0])
    found = weighed(g, SOVIET)
    assert {len(choice.outcomes) for choice in found.choices} != {1}
    assert "further losses fall on the largest unit left" in found.assumes[-1]


@pytest.mark.rule("damos AGN 4.4")
def test_whether_the_air_unit_flies_is_weighed_both_ways_before_the_combat() -> None:
    g = attacking(rails=RAILHEAD)
    ahead = weighed(g, text="attack 0202")
    assert "the German air unit is committed" in ahead.assumes
    (kept_back,) = ahead.suppositions
    assert kept_back.text == "the German air unit is kept back"
    assert kept_back.outcomes.chance(lambda o: o.attacker_wins) < wins(ahead)
    assert kept_back.outcomes == weighed(attacking(), text="attack 0202").outcomes


@pytest.mark.rule("damos AGN 4.4")
def test_who_is_not_asked_about_the_air_unit_sees_both_ways_too() -> None:
    g = attacking(rails=RAILHEAD)
    answers(g, "attack 0202", "plan standard")
    assert asking(g) == "AirSupport"
    assert [s.text for s in weighed(g, SOVIET).suppositions] == ["the German air unit is kept back"]
    hold, commit = weighed(g, AXIS).choices
    assert weighed(g, SOVIET).outcomes.map(lambda o: o.attacker_wins) == commit.outcomes.map(
        lambda o: o.attacker_wins
    )
    assert weighed(g, SOVIET).suppositions[0].outcomes == hold.outcomes


@pytest.mark.rule("damos AGN 4.5.1")
def test_losses_paid_with_points_are_supposed_for_each_side_that_has_some() -> None:
    g = attacking()
    g.axis_rp, g.soviet_rp = 2, 1
    found = weighed(g, text="attack 0202")
    paid = {s.text.split()[1]: s.outcomes for s in found.suppositions}
    assert set(paid) == {"attacker", "defender"}
    unpaid = found.outcomes.map(lambda o: o.attacker_loses).mean()
    assert paid["attacker"].map(lambda o: o.attacker_loses).mean() < unpaid
    assert (
        paid["defender"].map(lambda o: o.defender_loses).mean()
        < found.outcomes.map(lambda o: o.defender_loses).mean()
    )


@pytest.mark.rule("damos 2.3")
def test_each_unit_that_may_be_left_out_is_weighed() -> None:
    g = position(
        """
        .  .  .  .  .
          F4+F3+F2+F1+F5 f5 . . .
        .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "F4+F3+F2+F1+F5")
    enter(g, "0202")
    assert asking(g) == "Sideline"
    found = weighed(g)
    chances = {c.text: c.outcomes.chance(lambda o: o.attacker_wins) for c in found.choices}
    assert len(chances) == 5
    assert wins(found) == max(chances.values()) > min(chances.values())
    assert len(found.attacker.units) == 4


@pytest.mark.rule("damos 8.11")
def test_a_rout_is_weighed_against_falling_back() -> None:
    g = fight(". . . F9+F8+F7+f9+f6@C . . .", turn=3)
    answers(g, (6, 6, 6), (1, 1, 1))
    while asking(g) in ("AbsorbPoint", "PickLargest"):
        choose(g, options_of(g)[0])
    assert asking(g) == "RoutOrRetreat"
    back, rout = weighed(g, SOVIET).choices
    assert list(back.as_json()["follows"]) == ["the defender retreats 2 or 3 hexes, demoralized"]
    assert list(rout.as_json()["follows"]) == ["the attacker retreats 1 hex, demoralized"]
    assert min(left_by(rout).values(), key=lambda sp: sp or 0) == 0
    assert RULEBOOK.odds(g, AXIS, None) is None


@pytest.mark.rule("damos 8.8", "damos 2.4")
def test_a_counterattack_is_weighed_against_what_is_openly_left_of_the_attacker() -> None:
    g = fight(". . F5+F4+f9+f8 . .", posture="counterattack", rp=(0, 1))
    answers(g, (6, 6), (5, 5, 5))
    while asking(g) == "AbsorbPoint":
        choose(g, options_of(g)[0])
    assert asking(g) == "PayLosses"
    left = known(g, SOVIET)
    assert sum(left.sp[u] for u in fighters(left, AXIS)) == sum(g.sp[u] for u in fighters(g, AXIS)) < 9
    found = weighed(g, SOVIET)
    assert found.assumes[0] == AT_MOST
    # Control sees where the points went, which makes no difference here; nobody is taken to pay.
    assert found.choices[0].outcomes == weighed(g, CONTROL).outcomes
