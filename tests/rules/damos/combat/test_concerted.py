"""[8.1] Concerted attacks: target first, the attacker last, and two secrets in between."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.kernel.refusals import Refused
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.events import Declared
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from tests.rules.damos.positions import (
    answers,
    asked_names,
    asking,
    at,
    choose,
    held,
    offered,
    options_of,
    position,
    react,
    shake,
    spent,
    tire,
    unit,
)

from .fights import strip


def declared(picture: str, plan: str, target: str, **more: Any) -> Front:
    """A concerted attack has been declared."""
    g = position(strip(picture), **{"turn": 3, **more})
    choose(g, f"concerted {plan} {target}")
    return g


def named(g: Front) -> None:
    """The attacker is named: all units of the first hex that can."""
    while asking(g) == "NameAttacker":
        choose(g, options_of(g)[0])


# ---- what can be declared


@pytest.mark.rule("damos 8.1")
def test_only_a_force_with_a_zone_of_influence_can_attack_in_concert() -> None:
    g = position(strip(". . F9+F8 f5 . . ."), turn=3)
    assert offered(g, "concerted") == []


@pytest.mark.rule("damos 8.1", "damos 7.0")
def test_a_spent_or_demoralized_force_cannot() -> None:
    assert offered(tire(position(strip(". . P9 f5 . . ."), turn=3), "P9"), "concerted") == []
    assert offered(shake(position(strip(". . P9 f5 . . ."), turn=3), "P9"), "concerted") == []


@pytest.mark.rule("damos 8.1")
def test_the_target_must_lie_in_the_zone_of_influence() -> None:
    g = position(strip(". P6 . . f5 f4 . ."), turn=3)
    assert offered(g, "concerted") == []
    g = position(strip(". P9 . f5 . f4 . ."), turn=3)
    assert offered(g, "concerted") == ["grand_assault 0204"]


@pytest.mark.rule("damos 8.1", "damos 8.3")
def test_a_penetration_is_made_from_next_to_the_target_only() -> None:
    g = position(strip(". . P9 f5 f4 . . ."), turn=3)
    assert [o for o in offered(g, "concerted") if "penetration" in o] == ["penetration 0204"]


@pytest.mark.rule("damos 8.1")
def test_a_grand_assault_needs_points_for_the_way_and_two_more() -> None:
    g = position(strip(". P9 . f5 . . . ."), turn=3, counters={"P9": {"ma": 3}})
    assert offered(g, "concerted") == []
    g = position(strip(". P9 . f5 . . . ."), turn=3, counters={"P9": {"ma": 4}})
    assert offered(g, "concerted") == ["grand_assault 0204"]


# ---- the order of things


@pytest.mark.rule("damos 8.1")
def test_the_defender_reacts_then_picks_a_posture_then_the_attacker_is_named() -> None:
    g = declared(". . P5@w . p9+m4 . . .", "grand_assault", "0203", phasing=SOVIET)
    assert (asking(g), asked_names(g)) == ("ConcertedPosture", ["german"])
    choose(g, "posture hedgehog")
    assert (asking(g), asked_names(g)) == ("NameAttacker", ["soviet"])


@pytest.mark.rule("damos 8.1", "damos 2.6.1")
def test_before_the_posture_eligible_units_may_react_into_the_target_only() -> None:
    g = declared(". . P9+F4 f2 . p8 . . .", "grand_assault", "0204")
    assert asking(g) == "ReactionWindow"
    assert options_of(g) == ["pass", "react 0206"]


@pytest.mark.rule("damos 8.1", "damos 2.6.1")
def test_in_the_first_window_mobile_strength_does_not_count_for_nobody_is_known() -> None:
    # 8 + 0 fails; with the bonus for more mobile strength it would have been 9.
    g = declared(". . C2 f2 . p8 . . .", "grand_assault", "0204")
    react(g, "p8", 5, 3)
    assert at(g, "p8") == "0206"


@pytest.mark.rule("damos 8.1")
def test_armor_that_has_reacted_in_brings_the_counterattack_posture() -> None:
    g = declared(". . P4 p8 . . .", "grand_assault", "0203", phasing=SOVIET)
    assert "posture counterattack" in options_of(g)
    g = declared(". P8 . F2 m8 . . .", "grand_assault", "0204", phasing=SOVIET)
    react(g, "P8", 6, 6)
    assert options_of(g) == ["posture steadfast", "posture counterattack"]


@pytest.mark.rule("damos 8.1")
def test_a_river_line_adds_no_delay_against_a_concerted_attack() -> None:
    g = declared(". . P8 | p9 . . .", "penetration", "0203", phasing=SOVIET)
    assert options_of(g) == ["posture steadfast", "posture counterattack"]


@pytest.mark.rule("damos 8.1")
def test_the_attacker_may_be_any_able_force_or_part_of_one() -> None:
    g = declared(
        """
        .  .  P9 .  .  .
          .  F4+M5 f5 .  .  .
        .  .  .  .  .  .
        """,
        "penetration",
        "0203",
    )
    assert options_of(g) == ["from 0103", "from 0202"]
    choose(g, "from 0202")
    assert options_of(g) == ["all", "take M5"]
    answers(g, "take M5")
    assert options_of(g) == ["go", "take F4"]


@pytest.mark.rule("damos 8.1", "damos 8.3")
def test_a_penetration_uses_all_points() -> None:
    g = declared(". . P9 f5 . . .", "penetration", "0204")
    named(g)
    assert (at(g, "P9"), g.battle_plan, g.mp_spent) == ("0204", Plan.PENETRATION, g.mp_initial)


@pytest.mark.rule("damos 8.1", "damos 8.3")
def test_a_grand_assault_costs_the_way_and_two_points() -> None:
    g = declared(". P9 . f5 . . .", "grand_assault", "0204")
    named(g)
    answers(g, "move 0203", "onward")
    assert (at(g, "P9"), g.mp_spent) == ("0204", 2 * (1 + 1 + 2))


@pytest.mark.rule("damos 8.1")
def test_the_attacker_picks_its_way_as_far_as_its_points_allow() -> None:
    g = declared(". P9 . f5 . . .", "grand_assault", "0204", counters={"P9": {"ma": 5}})
    named(g)
    assert offered(g, "move") == ["0103", "0203", "0303"]


@pytest.mark.rule("damos 8.1", "damos 3.0")
def test_a_river_too_dear_to_cross_is_gone_around() -> None:
    side = {"major_river": [("0202", "0203")]}
    g = declared(". P9 f5 . . .", "grand_assault", "0203", counters={"P9": {"ma": 4}}, sides=side)
    named(g)
    assert options_of(g) == ["move 0103", "move 0303"]


@pytest.mark.rule("damos 8.1", "damos 7.0")
def test_a_grand_assault_picks_up_units_on_the_way() -> None:
    g = declared(". P9 F4 f5 . . .", "grand_assault", "0204")
    named(g)
    answers(g, "move 0203", "pick_up F4", "onward")
    assert (at(g, "F4"), g.battle_attacker_sp, g.mp_spent) == ("0204", 13, 2 * (1 + 1 + 1 + 2))


@pytest.mark.rule("damos 8.1", "damos 2.3")
def test_a_grand_assault_picks_up_no_more_than_the_stacking_limit() -> None:
    g = declared(". P9+F3+F2+F1 F4 f5 . . .", "grand_assault", "0204")
    answers(g, "all", "move 0203")
    assert offered(g, "pick_up") == []
    three = declared(". P9+F3+F2 F4 f5 . . .", "grand_assault", "0204")
    answers(three, "all", "move 0203")
    assert offered(three, "pick_up") == ["F4"]


@pytest.mark.rule("damos 8.1")
def test_units_that_leave_too_few_points_are_not_picked_up() -> None:
    g = declared(". P9 F4 f5 . . .", "grand_assault", "0204", counters={"F4": {"ma": 4}})
    named(g)
    choose(g, "move 0203")
    assert "onward" in options_of(g)
    assert offered(g, "pick_up") == []


# ---- on the way


@pytest.mark.rule("damos 8.1", "damos 2.6.1")
def test_a_grand_assault_that_is_intercepted_fights_a_meeting_engagement_instead() -> None:
    g = declared(
        """
        .  .  .  .  .  .  .
          .  P9 .  f5 .  .  .
        .  .  .  .  .  .  .
          .  .  p4 .  .  .  .
        """,
        "grand_assault",
        "0204",
    )
    named(g)
    choose(g, "move 0303")
    react(g, "p4", 6, 6)
    assert (at(g, "p4"), g.battle_plan, at(g, "f5")) == ("0303", Plan.MEETING, "0204")


@pytest.mark.rule("damos 8.1", "damos 2.6.1")
def test_nobody_slips_away_from_the_target_of_a_concerted_attack() -> None:
    g = declared(". P9 . m5 . . . .", "grand_assault", "0204")
    named(g)
    choose(g, "move 0203")
    assert options_of(g) == ["pass", "react 0204"]


@pytest.mark.rule("damos 8.1", "damos 2.6.1")
def test_other_forces_may_slip_away_from_the_attacker_on_its_way() -> None:
    g = declared(
        """
        .  .  .  .  .  .  .
          .  P9 .  f5 .  .  .
        .  .  m4 .  .  .  .
        """,
        "grand_assault",
        "0204",
    )
    named(g)
    choose(g, "move 0203")
    assert "slip_away 0303" in options_of(g)


@pytest.mark.rule("damos 8.1", "damos 8.3")
def test_entering_the_target_is_one_more_chance_to_react_for_who_has_not_tried() -> None:
    g = declared(". . P9 f5 . p8 . . .", "penetration", "0204")
    choose(g, "pass")
    named(g)
    assert (asking(g), options_of(g)) == ("ReactionWindow", ["pass", "react 0206", "slip_away 0206"])
    react(g, "p8", 6, 6)
    # Units that come late leave the posture as it was.
    assert (at(g, "p8"), g.battle_posture) == ("0204", Posture.STEADFAST)


@pytest.mark.rule("damos 8.1")
def test_whoever_has_tried_is_not_asked_again() -> None:
    g = declared(". . P9 f5 . p8 . . .", "penetration", "0204")
    react(g, "p8", 1, 1)
    named(g)
    assert g.battle_hex >= 0


@pytest.mark.rule("damos 8.1", "damos 7.0")
def test_after_the_attack_attacker_and_reactors_are_spent() -> None:
    g = declared(". . P9 f5 . p8 . . .", "penetration", "0204")
    react(g, "p8", 1, 1)
    named(g)
    answers(g, (1, 1), (6,))
    while asking(g) != "OperationsPhase":
        choose(g, options_of(g)[0])
    assert (spent(g, "P9"), spent(g, "p8"), spent(g, "f5")) == (True, True, False)


# ---- secrets


def same_to(seat: Seat, g: Front, other: Front) -> None:
    """Views, options, prompts and logs of two games are the same to a seat."""
    assert RULEBOOK.view(g, seat) == RULEBOOK.view(other, seat)
    assert options(g, seat) == options(other, seat)
    assert asked(g) == asked(other)
    heard = [
        [RULEBOOK.sentence(one, told.event) for told in one.told or [] if told.heard_by(seat)]
        for one in (g, other)
    ]
    assert heard[0] == heard[1]


SECRET = ". . P5@w p9 . . . ."


@pytest.mark.rule("damos 8.1", "damos 8.4")
def test_the_defender_does_not_learn_the_kind_of_attack_when_it_picks_its_posture() -> None:
    same_to(
        AXIS,
        declared(SECRET, "grand_assault", "0203", phasing=SOVIET),
        declared(SECRET, "penetration", "0203", phasing=SOVIET),
    )


@pytest.mark.rule("damos 8.1")
def test_a_refused_posture_does_not_betray_the_kind_of_attack() -> None:
    def refusal(plan: str) -> str:
        g = declared(SECRET, plan, "0203", phasing=SOVIET)
        with pytest.raises(Refused) as no:
            answer(g, Action("posture", (9,)), AXIS)
        return str(no.value)

    assert refusal("grand_assault") == refusal("penetration")


@pytest.mark.rule("damos 8.1", "damos 8.4")
def test_the_attacker_does_not_learn_the_posture_when_it_is_named() -> None:
    games = [declared(". . P5@w p9+m4 . . . .", "penetration", "0203", phasing=SOVIET) for _ in range(2)]
    choose(games[0], "posture hedgehog")
    choose(games[1], "posture delay")
    assert asking(games[0]) == "NameAttacker"
    same_to(SOVIET, *games)


@pytest.mark.rule("damos 8.1", "damos 8.4")
def test_who_may_still_react_at_the_target_does_not_see_by_the_points_what_is_coming() -> None:
    def entered(plan: str) -> Front:
        g = declared(". P8 . F5 p9 . . . .", plan, "0204", phasing=SOVIET)
        choose(g, "pass")
        named(g)
        answers(g, *(["onward"] if asking(g) == "ConcertedMarch" else []))
        assert asking(g) == "ReactionWindow"
        return g

    same_to(AXIS, entered("grand_assault"), entered("penetration"))


@pytest.mark.rule("damos 8.1")
def test_the_log_tells_the_target_and_nothing_else() -> None:
    g = declared(SECRET, "penetration", "0203", phasing=SOVIET)
    told = [t.event for t in g.told or [] if isinstance(t.event, Declared)]
    assert told == [Declared(g.grid.hex("0203"))]


# ---- entering a hex without a concerted attack


@pytest.mark.rule("damos 8.0", "damos 2.6.1")
def test_if_all_defenders_have_come_by_reaction_it_is_a_meeting_engagement() -> None:
    g = position(
        """
          .  .  .  .  .  .  .
        .  .  P9 | m5 .  p8 .
          .  .  .  .  .  .  .
        """,
        turn=3,
    )
    answers(g, "activate 0203", "attack 0204", "slip_away 0204", (6, 6))
    while asking(g) == "Retreat":
        choose(g, options_of(g)[-1])
    react(g, "p8", 6, 6)
    assert (g.battle_plan, g.battle_attacker_sp, held(g, "0204")) == (Plan.MEETING, 7, "soviet")
    assert unit(g, "m5") not in g.units(g.grid.hex("0204"), SOVIET)


@pytest.mark.rule("damos 8.0", "damos 7.0")
def test_a_force_whose_enemy_has_slipped_away_marches_on() -> None:
    g = position(strip(". . P9 m5 . . . ."), turn=3)
    answers(g, "activate 0203", "attack 0204", "slip_away 0204", (6, 6))
    while asking(g) == "Retreat":
        choose(g, options_of(g)[-1])
    assert (asking(g), held(g, "0204"), at(g, "P9")) == ("Act", "german", "0204")
