"""[2.4, 8.4] The fog of war: what is hidden, that nothing betrays it, and that guesses fit what is seen (R-32, R-74)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sandtable.kernel.game.codec import dumps
from sandtable.kernel.game.records import begin
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import CONTROL, SPECTATOR, Seat
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.kernel.map.hexes import OFF_BOARD
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.seen.fog import CONCERTED, FACE_DOWN, agenda
from sandtable.rules.damos.series import events
from sandtable.rules.damos.series.attrition import AttritionLoss
from sandtable.rules.damos.series.combat.concerted import ConcertedCombat, ConcertedPosture, NameAttacker
from sandtable.rules.damos.series.combat.losses import AbsorbPoint, PickLargest
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.testing import random_play

from .positions import answers, asking, position, unit, wear

FIELD = """
    .  .  .  .  .  .
      .  F9 .  .  .  .
    .  F4 P8 .  .  .
      .  .  p8 .  p9 .
    .  .  .  .  .  .
"""
OWNERS_ONLY = (events.LostStrength, events.Replaced, events.Attrited)


def seen(g: Front, seat: Seat) -> str:
    """What a seat sees and may choose, as text."""
    may = [RULEBOOK.wording(g, seat, action).text for action in options(g, seat)]
    return dumps({"position": RULEBOOK.view(g, seat), "prompt": RULEBOOK.prompt(g, seat), "options": may})


def game(scenario: str, answered: int, seed: int = 5) -> Front:
    """A position of a random game."""
    played = random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=seed, answers=answered)
    return [g for g, _ in played][-1]


def positions(scenario: str, *, every: int = 37, last: int = 500) -> Iterator[Front]:
    for number, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=8, answers=last)):
        if number % every == 0:
            yield g


# ---- strength


@pytest.mark.rule("damos 2.4")
def test_a_player_sees_his_own_strength_and_the_printed_one_of_the_enemy() -> None:
    g = wear(position(FIELD), P8=3, p8=2)
    shown = {entry["unit"]: entry for entry in RULEBOOK.view(g, AXIS)["counters"]}
    assert shown["P8"]["strength"] == 3
    assert shown["p8"]["printed"] == 8
    assert "strength" not in shown["p8"]


@pytest.mark.rule("damos 2.4")
def test_a_spectator_sees_no_strength_and_control_all() -> None:
    g = wear(position(FIELD), P8=3, p8=2)
    assert not [e for e in RULEBOOK.view(g, SPECTATOR)["counters"] if "strength" in e]
    assert not [e for e in RULEBOOK.view(g, CONTROL)["counters"] if "strength" not in e]


@pytest.mark.rule("damos 2.4")
@pytest.mark.parametrize("seat", [AXIS, SOVIET])
def test_enemy_damage_changes_nothing_that_a_player_reads(seat: int) -> None:
    mine, theirs = (("P8", "p8"), ("p8", "P8"))[seat]
    fresh, worn = position(FIELD), wear(position(FIELD), **{theirs: 1})
    assert seen(fresh, Seat(seat)) == seen(worn, Seat(seat))
    hurt = wear(position(FIELD), **{mine: 1})
    assert seen(fresh, Seat(seat)) != seen(hurt, Seat(seat))


@pytest.mark.rule("damos 2.4")
@pytest.mark.parametrize("scenario", ["agn", "ags"])
def test_only_the_owner_hears_of_single_losses_and_replacements(scenario: str) -> None:
    heard = 0
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=4, answers=500):
        for told in g.told or ():
            if isinstance(told.event, OWNERS_ONLY):
                heard += 1
                assert sum(told.heard_by(seat) for seat in (AXIS, SOVIET)) == 1
                assert not told.heard_by(SPECTATOR)
        g.told = []
    assert heard


@pytest.mark.rule("damos 2.4")
def test_no_public_event_carries_the_strength_of_a_single_unit() -> None:
    private = {name for kind in OWNERS_ONLY for name in kind.__dataclass_fields__}
    assert private >= {"unit", "points", "left"}
    for name, kind in vars(events).items():
        if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__") and kind not in OWNERS_ONLY:
            fields = set(kind.__dataclass_fields__)
            assert not {"unit", "points"} <= fields, name
            assert not {"unit", "left"} <= fields, name


@pytest.mark.rule("damos AGN 6.0")
def test_set_up_is_open() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("agn", {"setup": "free"}))
    answer(g, next(a for a in options(g) if a.verb == "unit"))
    answer(g, options(g)[0])
    placed = [u for u in g.roster.of_side[SOVIET] if g.fate[u] == Fate.ON_MAP]
    shown = {entry["unit"] for entry in RULEBOOK.view(g, AXIS)["counters"]}
    assert shown == {g.roster[u].id for u in placed}


# ---- plan and posture


def declared(plan: str) -> Front:
    g = position(FIELD, turn=5)
    answers(g, f"concerted {plan} 0403")
    return g


def entered(g: Front) -> Front:
    """Nobody reacts, and the attacker goes straight into the target hex."""
    answers(g, "pass")
    while asking(g) in ("NameAttacker", "ConcertedMarch"):
        answer(g, options(g)[0])
    return g


def face_down(posture: Posture) -> Front:
    """The posture is chosen, the attacker not yet named."""
    g = position(FIELD, turn=5)
    g.then(NameAttacker(Plan.PENETRATION, g.grid.hex("0403"), posture, OFF_BOARD, ()))
    return g


@pytest.mark.rule("damos 8.1")
def test_the_defender_cannot_tell_a_grand_assault_from_a_penetration() -> None:
    first, second = declared("grand_assault"), declared("penetration")
    assert asking(first) == asking(second) == "ReactionWindow"
    for seat in (SOVIET, SPECTATOR):
        assert seen(first, seat) == seen(second, seat)
    assert seen(first, AXIS) != seen(second, AXIS)


@pytest.mark.rule("damos 8.1")
def test_nor_when_the_attacker_stands_in_his_hex() -> None:
    read = []
    for plan in ("grand_assault", "penetration"):
        g = entered(declared(plan))
        assert isinstance(g.agenda[-3], ConcertedCombat)
        assert asking(g) == "ReactionWindow"
        read.append(seen(g, SOVIET))
    assert read[0] == read[1]


@pytest.mark.rule("damos 8.1")
def test_the_attacker_does_not_see_the_posture_that_lies_face_down() -> None:
    first, second = face_down(Posture.STEADFAST), face_down(Posture.HEDGEHOG)
    assert asking(first) == "NameAttacker"
    for seat in (AXIS, SPECTATOR):
        assert seen(first, seat) == seen(second, seat)
    assert seen(first, SOVIET) != seen(second, SOVIET)


@pytest.mark.rule("damos 8.4")
def test_a_sealed_plan_stays_sealed() -> None:
    read = []
    for plan in ("meeting", "standard"):
        g = position(". P8 p8 . .", turn=5, phasing=SOVIET)
        answers(g, "activate 0103", "attack 0102", "pass")
        assert set(asked(g)) == {AXIS, SOVIET}
        answer(g, next(a for a in options(g, SOVIET) if a.args == (Plan[plan.upper()],)), SOVIET)
        read.append(seen(g, AXIS))
        assert RULEBOOK.view(g, SOVIET)["sealed"] == {"soviet": f"plan:{int(Plan[plan.upper()])}"}
    assert read[0] == read[1]


def test_every_face_down_step_hides_its_plan_and_posture() -> None:
    g = position(FIELD, turn=5)
    g.agenda.append(ConcertedPosture(Plan.PENETRATION, g.grid.hex("0403")))
    g.agenda.append(
        ConcertedCombat(g.grid.hex("0303"), g.grid.hex("0403"), Plan.PENETRATION, Posture.HEDGEHOG)
    )
    assert agenda(g, AXIS)[-1] == ["ConcertedCombat", g.grid.hex("0303"), g.grid.hex("0403"), 3, None]
    assert agenda(g, SOVIET)[-1] == ["ConcertedCombat", g.grid.hex("0303"), g.grid.hex("0403"), None, 3]
    assert agenda(g, SOVIET)[-2] == ["ConcertedPosture", None, g.grid.hex("0403")]
    assert {kind.__name__ for kind in FACE_DOWN} <= set(RULEBOOK.steps)


@pytest.mark.rule("damos 8.8")
def test_the_enemy_does_not_learn_how_losses_are_shared_out() -> None:
    g = position(FIELD, turn=5)
    g.agenda += [PickLargest(SOVIET, 3), AbsorbPoint(SOVIET, 2), AttritionLoss((unit(g, "p8"),), 2)]
    assert agenda(g, AXIS)[-3:] == [
        ["AbsorbPoint", 1, None],
        ["AbsorbPoint", 1, None],
        ["AttritionLoss", [unit(g, "p8")], None],
    ]
    assert agenda(g, SOVIET)[-2] == ["AbsorbPoint", 1, 2]
    assert agenda(g, SOVIET)[-1] == ["AttritionLoss", [unit(g, "p8")], 2]


@pytest.mark.rule("damos 2.4")
def test_the_strength_before_a_combat_is_as_secret_as_the_strength_after() -> None:
    g = position(FIELD, turn=5)
    g.start_sp[unit(g, "p8")] = 5
    assert [e for e in RULEBOOK.view(g, AXIS)["counters"] if "strength_before" in e] == []
    assert [e["unit"] for e in RULEBOOK.view(g, SOVIET)["counters"] if "strength_before" in e] == ["p8"]


# ---- guesses


@pytest.mark.parametrize("scenario", ["agn", "ags", "barbarossa"])
def test_control_sees_everything_so_its_guess_is_the_position_itself(scenario: str) -> None:
    for g in positions(scenario):
        guess = RULEBOOK.guess(view(RULEBOOK, g, CONTROL), Random(1))
        assert guess == g
        assert guess.digest() == g.digest()


@pytest.mark.parametrize("scenario", ["agn", "ags"])
def test_a_guess_can_be_played_on(scenario: str) -> None:
    rng = Random(3)
    for g in positions(scenario, every=61):
        for seat in asked(g):
            if seat < 0:
                continue
            guess = RULEBOOK.guess(view(RULEBOOK, g, seat), rng)
            assert RULEBOOK.complaints(guess) == []
            answer(guess, options(guess, seat)[-1], seat)


def test_guesses_differ_in_what_is_hidden() -> None:
    document = view(RULEBOOK, game("agn", 600), AXIS)
    guesses = [RULEBOOK.guess(document, Random(seed)) for seed in range(8)]
    assert len({tuple(g.sp) for g in guesses}) > 1
    assert len({tuple(g.sp[u] for u in g.roster.of_side[AXIS]) for g in guesses}) == 1


def test_the_defender_guesses_at_both_kinds_of_attack() -> None:
    g = position(FIELD, turn=5)
    g.agenda.append(ConcertedPosture(Plan.PENETRATION, g.grid.hex("0403")))
    plans = {
        drawn.plan
        for seed in range(20)
        if isinstance(drawn := RULEBOOK.disguise(g, SOVIET, Random(seed)).agenda[-1], ConcertedPosture)
    }
    assert plans == set(CONCERTED)


# ---- what a page needs


def test_the_view_has_what_the_panels_show() -> None:
    shown: dict[str, Any] = RULEBOOK.view(begin(RULEBOOK, RULEBOOK.setup("agn")), AXIS)
    assert shown["turns"][0] == shown["turn_name"] == "1st July"
    assert shown["railheads"] == ["1727", "1927", "2126", "2326"]
    assert shown["victory"]["winner"] == "soviet"
    assert shown["replacement_points"] == {"german": 0, "soviet": 0}
    due = {entry["unit"]: entry["turn"] for entry in shown["off_map"]}
    assert due["ge-12-pz"] == 4
    assert shown["phase"] == "strategic movement"
    assert all(entry["supplied"] for entry in shown["counters"] if entry["side"] == "german")


def test_the_phase_follows_the_sequence_of_play() -> None:
    phases: list[str] = []
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=2, answers=200):
        if not phases or phases[-1] != RULEBOOK.view(g, SPECTATOR)["phase"]:
            phases.append(RULEBOOK.view(g, SPECTATOR)["phase"])
    assert phases[:2] == ["strategic movement", "operations"]
    assert {"replacements", "strategic movement", "operations"} <= set(phases)


def test_eliminated_units_stay_in_the_order_of_battle() -> None:
    g = position(FIELD, pool=["f7"])
    entry = next(e for e in RULEBOOK.view(g, AXIS)["off_map"] if e["unit"] == "f7")
    assert entry["fate"] == "pool"
    assert unit(g, "f7") >= 0
