"""[2.4, R-77] Nobody reads the strength of single units off the questions that their owner is asked.

Whatever cannot be told apart is played side by side: an enemy who watches reads the same, question by question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from sandtable.kernel.game.codec import dumps
from sandtable.kernel.machine.actions import SPECTATOR, Action, Seat
from sandtable.kernel.machine.engine import answer, options, settle, top
from sandtable.kernel.machine.events import Rolled
from sandtable.kernel.machine.steps import Choice, Step
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.attrition import AttritionRoll
from sandtable.rules.damos.series.combat.losses import absorb
from sandtable.rules.damos.series.combat.outcome import Shaken
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.reaction import PickReactors, ReactionWindow
from sandtable.rules.damos.series.replacements import ReplacementPhase
from sandtable.testing import random_play

from .combat.fights import fight
from .positions import answers, asked_names, asking, position, units, wear

# whether a reaction was possible is public, though it depends on strength.
OPEN = (ReactionWindow, PickReactors)


def watched(g: Front, seat: Seat) -> str:
    """What *seat* sees of a position, who is asked, and what it has heard since it last looked."""
    heard = [
        RULEBOOK.sentence(g, told.event)
        for told in g.told or ()
        if told.heard_by(seat) and not isinstance(told.event, Rolled)
    ]
    g.told = []
    return dumps({"position": RULEBOOK.view(g, seat), "asked": asked_names(g), "log": heard})


def begin(g: Front, *steps: Step[Front]) -> Front:
    """Only these steps are to be played; every question is asked, formalities too."""
    g.agenda, g.offered, g.told = [], {}, []
    g.then(*steps)
    settle(g)
    return g


def transcript(g: Front, seat: Seat, until: str, pick: Callable[[Front], Action]) -> list[str]:
    """All that *seat* sees while the owner answers, until another question comes up."""
    pages = [watched(g, seat)]
    while asking(g) != until:
        answer(g, pick(g))
        pages.append(watched(g, seat))
    return pages


def first(g: Front) -> Action:
    return options(g)[0]


def from_the_strongest(g: Front) -> Action:
    """The option that hits the unit with most left, so that nobody is eliminated."""
    return max(options(g), key=lambda action: [g.sp[u] for u in action.args])


# ---- attrition


@pytest.mark.rule("damos 9.0", "damos 2.4")
@pytest.mark.parametrize("faces", [(1, 1), (2, 3), (3, 4), (5, 6)])
@pytest.mark.parametrize("marks", ["F4+F3", "F4", "F4+F3+F2"])
def test_an_enemy_sees_the_same_attrition_whatever_a_force_has_left(
    marks: str, faces: tuple[int, int]
) -> None:
    seen = set()
    printed = [int(mark[1:]) for mark in marks.split("+")]
    for strengths in product(*(range(1, sp + 1) for sp in printed)):
        g = position(f". {marks} .\n . . .", turn=3, edge_rails=False)
        wear(g, **dict(zip(marks.split("+"), strengths, strict=True)))
        begin(g, AttritionRoll(units(g, marks), g.grid.hex("0102")))
        answer(g, Action("roll", faces))
        seen.add(tuple(transcript(g, SOVIET, "over", first)))
    assert len(seen) == 1


@pytest.mark.rule("damos 9.0", "damos 2.4")
def test_a_force_that_cannot_lose_any_more_checks_attrition_before_all_eyes() -> None:
    pages = []
    for strength in (1, 4):
        g = wear(position("F4 . . . . . .\n . . . . . . .", turn=3, edge_rails=False), F4=strength)
        g.told = []
        answers(g, "activate 0101", "move 0105", "stop")
        pages.append(watched(g, SOVIET))
    assert pages[0] == pages[1]
    assert "checks attrition (+1)" in pages[0]


# ---- combat


@pytest.mark.rule("damos 8.8", "damos 2.4")
@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_an_enemy_sees_the_same_sharing_out_of_losses_whoever_was_the_largest(points: int) -> None:
    seen = set()
    for strengths in ((6, 3, 3), (4, 4, 4), (5, 5, 2), (2, 4, 6)):
        g = fight(". . F9+f6+f6b+f6c . .", worn=dict(zip(("f6", "f6b", "f6c"), strengths, strict=True)))
        g.agenda.clear()
        g.offered = {}
        g.told = []
        absorb(g, SOVIET, points)
        seen.add(tuple(transcript(g, AXIS, "over", from_the_strongest)))
    assert len(seen) == 1


@pytest.mark.rule("damos 8.11", "damos 2.4")
def test_an_enemy_sees_the_same_point_lost_by_a_force_demoralized_before() -> None:
    seen = set()
    for strengths in ((3, 3), (4, 2), (2, 4)):
        g = wear(position(". f4+f4b .\n . . .", turn=3), f4=strengths[0], f4b=strengths[1])
        begin(g, Shaken(units(g, "f4+f4b"), 0, 1))
        seen.add(tuple(transcript(g, AXIS, "over", first)))
    assert len(seen) == 1


@pytest.mark.rule("damos 8.1")
def test_an_enemy_cannot_tell_a_grand_assault_by_the_questions_that_the_attacker_is_asked() -> None:
    field = """
        .  .  .  .  .  .
          .  F9 .  .  .  .
        .  F4 P8 .  .  .
          .  .  p8 .  p9 .
        .  .  .  .  .  .
    """
    seen = set()
    for plan in (Plan.GRAND_ASSAULT, Plan.PENETRATION):
        g = position(field, turn=5)
        g.told = []
        answer(g, Action("concerted", (plan, g.grid.hex("0403"))))
        pages = [watched(g, SOVIET)]
        while not in_target(g):
            answer(g, onward(g))
            pages.append(watched(g, SOVIET))
        assert len(pages) >= 4
        seen.add(tuple(pages))
    assert len(seen) == 1


def in_target(g: Front) -> bool:
    return bool(g.occupied[AXIS] & g.occupied[SOVIET])


def onward(g: Front) -> Action:
    """Straight into the target with whoever is named first; no reaction."""
    return next((a for a in options(g) if a.verb == "onward"), options(g)[0])


# ---- replacements


@pytest.mark.rule("damos 5.0", "damos 2.4")
def test_an_enemy_does_not_learn_from_the_replacement_phase_who_is_unhurt() -> None:
    pages = []
    for strength in (8, 3):
        g = wear(position("P8 . . . .\n . . . . .", turn=4), P8=strength)
        begin(g, ReplacementPhase())
        assert asked_names(g) == ["german"]
        pages.append(watched(g, SOVIET))
    assert pages[0] == pages[1]


# ---- everywhere


def twins(g: Front, seat: Seat, rng: Random) -> Iterator[Front]:
    """Positions that *seat* cannot tell from *g*: enemies as printed, enemies worn down, and any others."""
    for strength in ("printed", "worn"):
        twin = g.copy()
        for number in range(len(twin.sp)):
            if twin.side_of[number] != seat and twin.hex_of[number] >= 0:
                sp = twin.roster[number].sp if strength == "printed" else 1
                twin.sp[number] = sp
                twin.start_sp[number] = sp if twin.start_sp[number] else 0
        yield twin
    yield RULEBOOK.disguise(g, seat, rng)


@pytest.mark.rule("damos 2.4")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 3), ("ags", 4), ("barbarossa", 5)])
def test_a_question_is_spared_only_where_everybody_can_see_that_there_is_nothing_to_choose(
    scenario: str, seed: int
) -> None:
    rng = Random(seed)
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=seed, answers=1500):
        step = top(g)
        if not isinstance(step, Choice) or not step.quiet or isinstance(step, OPEN):
            continue
        for seat in (AXIS, SOVIET, SPECTATOR):
            if seat == step.seat(g):
                continue
            for twin in twins(g, seat, rng):
                same = top(twin)
                assert isinstance(same, Choice)
                assert len(same.options(twin)) > 1, (
                    f"{step!r} would not be asked if seat {seat} guessed right"
                )
