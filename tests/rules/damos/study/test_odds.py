"""[8.2] The odds of a combat to come, as a seat has to reckon them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.book.study import evenly
from sandtable.kernel.machine.actions import CONTROL, SPECTATOR
from sandtable.kernel.machine.engine import options
from sandtable.kernel.machine.explore import explore
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.asking.known import AT_MOST
from sandtable.rules.damos.judging.adjudicate import Allocation
from sandtable.rules.damos.series.combat.outcome import attacker_won
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

from ..positions import activate, asking, choose, enter, position, shake, wear, words
from .weighing import CLASH, attacking, option, weighed, wins


def attacked_by_russians() -> Front:
    """A Russian armoured corps has entered the Germans' hex, and nobody has reacted."""
    g = activate(position(CLASH.replace("f4", "p6"), turn=3, phasing=SOVIET), "p6")
    enter(g, "0201")
    choose(g, "pass")
    return g


@pytest.mark.rule("damos 8.2")
def test_the_odds_of_an_attack_are_those_of_the_same_combat_described() -> None:
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    described = adjudicator.odds(
        {
            "attacker": "armor:8",
            "defender": "foot:4",
            "plan": "standard",
            "posture": "steadfast",
        },
        RULEBOOK.tables,
    )
    found = weighed(attacking(), text="attack 0202").as_json()
    assert found["winner"] == described["winner"]
    assert found["attacker_loses"] == _as_text(described["attacker_loses"])
    assert found["defender_loses"] == _as_text(described["defender_loses"])


def _as_text(chances: dict[str, str]) -> dict[str, str]:
    return {number: str(Fraction(chance)) for number, chance in chances.items()}


@pytest.mark.rule("damos 8.2")
def test_the_odds_are_what_comes_of_it_when_the_game_is_played_on() -> None:
    g = attacking()
    found = weighed(g, text="attack 0202")
    enter(g, "0202")
    choose(g, "plan standard")
    over: dict[int, bool] = {}

    def decided(after: Front) -> bool:
        # The winner is fixed when the last losses are taken, before anybody retreats.
        over[id(after)] = asking(after) in ("Retreat", "Exploitation", "OperationsPhase", "RoutOrRetreat")
        return over[id(after)]

    def won(after: Front) -> bool:
        return attacker_won(after) if after.battle_hex >= 0 else after.occupied[SOVIET] == 0

    assert explore(g, decided, won, Allocation("spread", air=True))[True] == wins(found)


def test_both_forces_stand_in_the_odds_with_their_reckoning() -> None:
    found = weighed(attacking(), text="attack 0202").as_json()
    assert found["attacker"]["units"] == [
        {"unit": "P8", "name": "P8", "strength": 8, "printed": 8, "least": 8, "most": 8}
    ]
    assert found["defender"]["units"] == [
        {"unit": "f4", "name": "f4", "strength": None, "printed": 4, "least": 4, "most": 4}
    ]
    assert (found["attacker"]["strength"], found["defender"]["strength"]) == (8, 4)
    assert {line["rule"] for line in found["attacker"]["lines"]} == {"8.2"}


@pytest.mark.rule("damos 2.4")
def test_an_enemy_that_has_lost_strength_unseen_is_weighed_at_the_most_it_can_have() -> None:
    whole, worn = attacking(), wear(attacking(), f4=1)
    assert weighed(whole, text="attack 0202").as_json() == weighed(worn, text="attack 0202").as_json()
    assert AT_MOST in weighed(worn, text="attack 0202").assumes


@pytest.mark.rule("damos 8.4")
def test_each_plan_is_a_choice_with_odds_of_its_own() -> None:
    g = attacking()
    enter(g, "0202")
    found = weighed(g)
    assert [words(g, a) for a in options(g, AXIS)] == ["plan meeting", "plan standard"]
    assert [choice.option for choice in found.choices] == [a.id for a in options(g, AXIS)]
    assert found.choices[0].outcomes != found.choices[1].outcomes
    assert weighed(g, text="plan meeting").outcomes == found.choices[0].outcomes


@pytest.mark.rule("damos 8.4")
def test_every_plan_meets_every_posture_in_the_matrix() -> None:
    g = attacked_by_russians()
    found = weighed(g, SOVIET)
    assert [(cell.attacker, cell.defender) for cell in found.matrix] == [
        ("Meeting Engagement", "Steadfast"),
        ("Meeting Engagement", "Counterattack"),
        ("Standard Attack", "Steadfast"),
        ("Standard Attack", "Counterattack"),
    ]
    meeting = [cell.outcomes for cell in found.matrix[:2]]
    assert found.choices[0].outcomes == evenly(meeting)


@pytest.mark.rule("damos 8.4")
def test_without_a_choice_named_the_better_one_is_shown() -> None:
    g = attacking()
    enter(g, "0202")
    found = weighed(g)
    assert wins(found) == max(c.outcomes.chance(lambda o: o.attacker_wins) for c in found.choices)
    assert "you choose Standard Attack" in found.assumes


@pytest.mark.rule("damos 8.4")
def test_postures_that_cannot_be_known_are_equally_likely() -> None:
    g = attacked_by_russians()
    assert len(options(g, AXIS)) == 2
    unknown = weighed(g, SOVIET, "plan standard")
    assert "the postures Steadfast and Counterattack are equally likely" in unknown.assumes
    choose(g, "plan standard", SOVIET)
    # The umpire sees the sealed plan, and so what each posture would make of it.
    sealed = weighed(g, CONTROL)
    assert wins(sealed) == wins(unknown)


@pytest.mark.rule("damos 8.4")
def test_a_sealed_plan_is_known_to_its_owner_alone() -> None:
    g = attacked_by_russians()
    before = weighed(g, AXIS).as_json()
    known = weighed(g, SOVIET, "plan meeting")
    choose(g, "plan meeting", SOVIET)
    assert weighed(g, AXIS).as_json() == before
    assert weighed(g, SOVIET).outcomes == known.outcomes
    assert not weighed(g, SOVIET).choices


def test_nobody_fights_where_nobody_attacks() -> None:
    g = attacking()
    assert RULEBOOK.odds(g, AXIS, None) is None
    assert RULEBOOK.odds(g, AXIS, option(g, "stop", AXIS)) is None


@pytest.mark.rule("damos 8.1")
def test_a_concerted_attack_is_weighed_with_the_strongest_force_that_can_make_it() -> None:
    g = position(
        """
        .  P9 .  .  .
          P3 f4 .  .  .
        .  .  .  .  .
        """,
        turn=3,
    )
    found = weighed(g, text="concerted penetration 0202")
    assert [unit.unit for unit in found.attacker.units] == ["P9"]
    assert "the attacker is P9 from 0102" in found.assumes


@pytest.mark.rule("damos 8.1")
def test_the_defender_of_a_concerted_attack_reckons_with_both_plans() -> None:
    g = position(
        """
        .  P9 .  .  .
          .  p6 .  .  .
        .  .  .  .  .
        """.replace("P9", "p9").replace("  p6", "  P6"),
        turn=3,
        phasing=SOVIET,
    )
    choose(g, "concerted penetration 0202")
    while asking(g) == "ReactionWindow":
        choose(g, "pass")
    assert asking(g) == "ConcertedPosture"
    assert "the plans Grand Assault and Penetration are equally likely" in weighed(g, AXIS).assumes


@pytest.mark.rule("damos 2.8")
def test_a_demoralized_defender_has_no_posture_to_choose() -> None:
    g = shake(attacking(), "f4")
    found = weighed(g, text="attack 0202").as_json()
    assert ("the defender is demoralized", 1) in {
        (line["what"], line["value"]) for line in found["modifiers"]
    }


@pytest.mark.rule("damos 2.6.1")
def test_a_reaction_is_weighed_as_if_it_succeeded() -> None:
    g = position(
        """
        .  .  .  .  .
          P8 f4 p5 .  .
        .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "P8")
    enter(g, "0202")
    assert asking(g) == "ReactionWindow"
    alone, together = weighed(g, SOVIET, "pass"), weighed(g, SOVIET, "react 0203")
    assert [u.unit for u in together.defender.units] == ["f4", "p5"]
    assert wins(together) < wins(alone)
    assert "the reaction succeeds, and nobody else reacts" in together.assumes


def test_a_spectator_sees_printed_strength_on_both_sides() -> None:
    g = wear(attacking(), P8=3)
    enter(g, "0202")
    found = weighed(g, SPECTATOR)
    assert [unit.strength for unit in (*found.attacker.units, *found.defender.units)] == [None, None]
    assert found.attacker.strength == 8
