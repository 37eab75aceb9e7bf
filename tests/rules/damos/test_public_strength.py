"""[2.4] What everybody may know of hidden strength: bounds from what happened before all eyes, and from nothing else."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel.game.codec import decode, dumps, encode, loads
from sandtable.kernel.game.control import Change, edited
from sandtable.kernel.game.records import begin
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import CONTROL, DICE, SPECTATOR, Action, Seat
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.asking.known import known
from sandtable.rules.damos.seen import fog
from sandtable.rules.damos.series.attrition import AttritionRoll
from sandtable.rules.damos.series.position import bounds
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.replacements import SpendPoints
from sandtable.testing import random_play

from .combat.fights import fight
from .positions import answers, asking, choose, left, options_of, play, position, unit

SCENARIOS = pytest.mark.parametrize("scenario", ["agn", "ags", "barbarossa"])


def bounds_of(g: Front, *marks: str) -> tuple[int, int]:
    """The least and the most that these units can have together."""
    return g.bounds.of(unit(g, mark) for mark in marks)


def share_out(g: Front) -> None:
    """Losses are taken as they come."""
    while asking(g) in ("PickLargest", "AbsorbPoint"):
        choose(g, options_of(g)[0])


# ---- what is learnt


@pytest.mark.rule("damos 2.4")
def test_whoever_arrives_is_known_to_be_whole() -> None:
    g = position(". F4 . f5+f3 .")
    assert (bounds_of(g, "F4"), bounds_of(g, "f5", "f3")) == ((4, 4), (8, 8))


@pytest.mark.rule("damos 2.4")
def test_a_stack_of_seven_that_has_just_lost_five_is_known_to_have_two() -> None:
    g = fight(". . F9+F8+f4+f3 . .")
    answers(g, (6, 6, 5), (1, 1))
    share_out(g)
    standing = [m for m in ("f4", "f3") if left(g, m)]
    assert sum(left(g, m) for m in standing) == 2
    assert bounds_of(g, *standing) == (2, 2)
    reckoned = known(g, AXIS)
    assert sum(reckoned.sp[unit(g, m)] for m in standing) == 2


@pytest.mark.rule("damos 2.4")
def test_who_of_a_force_took_the_losses_is_not_known_but_their_sum_is() -> None:
    g = fight(". . F9+f6+f5 . .")
    answers(g, (4, 3), (1, 1))
    share_out(g)
    sum_left = left(g, "f6") + left(g, "f5")
    assert sum_left < 11
    assert bounds_of(g, "f6", "f5") == (sum_left, sum_left)
    assert bounds_of(g, "f6")[0] < bounds_of(g, "f6")[1]
    told = [row for row in RULEBOOK.view(g, AXIS)["strengths"] if row["hex"]]
    assert [(row["side"], row["least"], row["most"]) for row in told] == [("soviet", sum_left, sum_left)]


@pytest.mark.rule("damos 8.8")
def test_while_losses_are_shared_out_the_bounds_leave_room_for_every_way() -> None:
    g = fight(". . F9+f6+f5 . .")
    answers(g, (4, 3), (1, 1))
    seen = [g.bounds]
    while asking(g) in ("PickLargest", "AbsorbPoint"):
        assert RULEBOOK.complaints(g) == []
        seen.append(g.bounds)
        choose(g, options_of(g)[0])
    # How many points are still to be taken is the owner's secret.
    assert len(set(seen[1:])) == 1


@pytest.mark.rule("damos 5.0")
def test_a_replacement_point_may_have_gone_to_whoever_could_take_it() -> None:
    g = position("F5+F3 . . f4\n  . . . .", turn=3)
    g.axis_rp = 1
    for mark in ("F5", "F3"):
        g.sp[unit(g, mark)] = 1
        g.bounds = bounds.exactly(g.bounds, unit(g, mark), 1)
    play(g, SpendPoints())
    choose(g, "restore F5")
    assert (left(g, "F5"), left(g, "F3")) == (2, 1)
    assert (bounds_of(g, "F5"), bounds_of(g, "F3"), bounds_of(g, "f4")) == ((1, 2), (1, 2), (4, 4))


@pytest.mark.rule("damos 9.0")
def test_a_march_without_supply_may_have_cost_what_the_roll_can_cost() -> None:
    g = position(". . P8 . . . . .", edge_rails=False)
    before = bounds_of(g, "P8")
    g.agenda, g.offered = [], {}
    g.then(AttritionRoll((unit(g, "P8"),), g.grid.hex("0103")))
    answers(g, (1, 1))
    assert before == (8, 8)
    # Of a single unit whose strength was known everybody can read the table.
    assert bounds_of(g, "P8") == (left(g, "P8"), left(g, "P8"))


@pytest.mark.rule("damos 2.4")
def test_after_control_has_written_strengths_nobody_knows_more_than_what_is_printed() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("agn"))
    one = g.roster.of_side[SOVIET][0]
    other = next(u for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0)
    after = edited(RULEBOOK, g, [Change("sp", one, 1)], "a test")
    assert after.sp[one] == 1
    assert after.bounds.of([other]) == (1, g.roster[other].sp)
    assert after.bounds.of([one]) == (1, g.roster[one].sp)


# ---- who is told


@pytest.mark.rule("damos 2.4")
def test_everybody_is_told_the_same_bounds_and_the_owner_what_is_left() -> None:
    g = fight(". . F9+f6+f5 . .")
    answers(g, (4, 3), (1, 1))
    share_out(g)
    rows = {
        seat: next(row for row in RULEBOOK.view(g, seat)["counters"] if row["unit"] == "f6")
        for seat in (AXIS, SOVIET, SPECTATOR, CONTROL)
    }
    assert len({(row["strength_least"], row["strength_most"]) for row in rows.values()}) == 1
    assert {seat for seat, row in rows.items() if "strength" in row} == {SOVIET, CONTROL}


def test_bounds_are_kept_with_a_saved_position() -> None:
    *_, (g, _) = random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=4, answers=500)
    again = decode(RULEBOOK, loads(dumps(encode(RULEBOOK, g))))
    assert again.bounds == g.bounds
    assert again.digest() == g.digest()


# ---- in random games


@SCENARIOS
def test_the_truth_always_lies_within_the_bounds(scenario: str) -> None:
    worn = 0
    for number, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=8, answers=1200)):
        for u, hex_ in enumerate(g.hex_of):
            least, most = g.bounds.least[u], g.bounds.most[u]
            if hex_ < 0:
                assert (least, most) == (0, 0)
                continue
            assert 1 <= least <= g.sp[u] <= most <= g.roster[u].sp
            worn += g.sp[u] < g.roster[u].sp and most < g.roster[u].sp
        for units in g.bounds.bands().values():
            assert g.bounds.of(units)[0] <= sum(g.sp[u] for u in units) <= g.bounds.of(units)[1], number
    assert worn


@SCENARIOS
def test_a_guess_lies_within_the_bounds_and_tells_the_same_of_them(scenario: str) -> None:
    rng = Random(3)
    for number, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=9, answers=700)):
        for seat in asked(g):
            if number % 40 == 0 and seat != DICE:
                guess = RULEBOOK.guess(view(RULEBOOK, g, seat), rng)
                assert guess.bounds == g.bounds
                assert RULEBOOK.complaints(guess) == []


def bounds_heard(g: Front, action: Action, seat: Seat, watcher: Seat) -> tuple[str, Front]:
    """What *watcher* hears of an answer, and the position after it."""
    twin = g.copy()
    twin.told = []
    answer(twin, action, seat)
    heard = [told.event.as_json() for told in twin.told if told.heard_by(watcher)]
    return dumps({"heard": heard, "asked": list(asked(twin)), "agenda": len(twin.agenda)}), twin


@pytest.mark.rule("damos 2.4")
@pytest.mark.parametrize("watcher", [AXIS, SOVIET, SPECTATOR])
def test_two_worlds_that_differ_in_what_is_hidden_alone_give_the_same_bounds(watcher: Seat) -> None:
    rng, same = Random(5), 0
    for number, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=12, answers=1100)):
        if number < 100 or not asked(g):
            continue
        twin = g.copy()
        hidden = [u for u, side in enumerate(g.side_of) if side != watcher and g.hex_of[u] >= 0]
        fog.draw_strengths(twin, hidden, rng)
        seat = asked(g)[0]
        if seat == DICE:
            continue
        shared = [action for action in options(g, seat) if action in options(twin, seat)]
        for action in rng.sample(shared, min(3, len(shared))):
            (one, after), (another, beside) = (
                bounds_heard(world, action, seat, watcher) for world in (g, twin)
            )
            if one == another:
                assert after.bounds == beside.bounds, (number, action)
                same += 1
    assert same > 1000


@pytest.mark.rule("damos 2.4")
def test_of_two_worn_units_the_one_that_is_left_when_the_other_falls_is_not_thought_stronger() -> None:
    told = bounds.losing(bounds.read_bounds(2, {0: (1, 1), 1: (1, 1)}, []), [0, 1], 1)
    told = bounds.lost_all(told, 1)
    assert (told.least[0], told.most[0]) == (1, 1)


@pytest.mark.rule("damos 2.4")
def test_what_is_heard_of_a_unit_by_itself_is_noted_of_it_alone() -> None:
    printed = bounds.forgotten([0, 1], (6, 9))
    counted = bounds.counted(printed, [0], 4, 9)
    lost = bounds.losing(counted, [0], 5)
    assert [(b.least, b.most) for b in (counted, lost)] == [((4, 1), (6, 9)), ((1, 1), (6, 9))]
    assert bounds.counted(lost, [0], 0, 7) is lost
    assert bounds.lost_all(lost, 0).of([0, 1]) == (1, 9)
