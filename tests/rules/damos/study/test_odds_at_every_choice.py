"""[8.2] In random games the odds of every choice of a combat are those of all dice, thrown one by one in the game itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from sandtable.kernel.book.study import Fought
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import CONTROL, DICE, SPECTATOR, Seat, parse_action, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, options, outcomes, top
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.asking.known import known
from sandtable.rules.damos.judging.adjudicate import Allocation, Verdict
from sandtable.rules.damos.series.combat.battle import CombatRoll, Reroll, RerollDie, fighters
from sandtable.rules.damos.series.combat.losses import Counterattack, CounterattackRoll
from sandtable.rules.damos.series.combat.outcome import DetermineWinner
from sandtable.rules.damos.series.combat.strength import crt_dice
from sandtable.rules.damos.series.events import Won
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front, enemy

from .test_secrets import aggressive

POLICY = Allocation("spread", air=True)
# A combat with more throws of the dice than this is too long to be thrown one by one.
MOST_THROWS = 6**4
EACH = 3
# Questions that come when the winner is known.
DECIDED = ("RoutOrRetreat", "LoseOneMore", "Retreat")
EVERYBODY = (AXIS, SOVIET, SPECTATOR, CONTROL)
# What becomes of the loser is certain, and so can be held against what happens.
SURE = ("PayLosses", "PickLargest", "AbsorbPoint", "CombatRoll")


def fought_in(scenario: str, seed: int, answers: int) -> Iterator[tuple[Front, str]]:
    """Positions inside the combats of a random game, with the name of what is asked."""
    rng = Random(seed)
    g = begin(RULEBOOK, RULEBOOK.setup(scenario))
    g.told = None
    # So that somebody can pay.
    g.axis_rp = g.soviet_rp = 4
    for _ in range(answers):
        who = asked(g)
        if not who:
            return
        if g.battle_hex >= 0:
            yield g, type(top(g)).__name__
        if who == (DICE,):
            answer(g, rng.choice(outcomes(g)).action, DICE)
        else:
            answer(g, aggressive(g, options(g, who[0]), rng), who[0])


@pytest.mark.rule("damos 8.2")
def test_the_chances_of_every_option_sum_to_one() -> None:
    looked: Counter[str] = Counter()
    for g, name in fought_in("agn", 1, 700):
        looked[name] += 1
        if looked[name] > EACH:
            continue
        for seat in EVERYBODY:
            found = RULEBOOK.odds(g, seat, None)
            if found is None:
                assert seat not in asked(g) or name == "Retreat"
                continue
            assert [choice.option for choice in found.choices] == [a.id for a in options(g, seat)]
            weighed = [found.outcomes, *(choice.outcomes for choice in found.choices)]
            weighed += [supposition.outcomes for supposition in found.suppositions]
            assert all(sum(chance for _, chance in part.items()) == 1 for part in weighed)
    assert {"AirSupport", "Reroll", "PayLosses", "PickLargest", "AbsorbPoint", "Retreat"} <= set(looked)


@pytest.mark.rule("damos 8.2", "damos 8.8", "damos AGN 4.5.1")
def test_the_odds_of_every_option_are_those_of_all_dice_thrown_one_by_one() -> None:
    thrown: Counter[str] = Counter()
    for g, name in fought_in("ags", 2, 900):
        seat = asked(g)[0]
        if seat == DICE or name in DECIDED:
            continue
        found = RULEBOOK.odds(g, seat, None)
        for choice in found.choices if found else ():
            start = _stopping(known(g, seat))
            after = start.copy()
            answer(after, parse_action(choice.option), seat)
            if _throws(after) <= MOST_THROWS:
                thrown[choice.option.partition(":")[0]] += 1
                mine = choice.outcomes.map(lambda end: end._replace(then=""))
                assert dict(mine.items()) == _one_by_one(start, after), (name, choice.option)
    assert {"hold_air", "commit_air", "pay", "half", "absorb", "keep", "reroll"} <= set(thrown)


def _stopping(g: Front) -> Front:
    """The game *g* stops where the winner would be determined."""
    at = next(n for n, step in enumerate(g.agenda) if isinstance(step, DetermineWinner))
    g.agenda[at] = Verdict()
    return g


def _throws(g: Front) -> int:
    """In how many ways the dice of the combat can fall, at most."""
    due = [step for step in g.agenda if isinstance(step, CombatRoll)]
    again = any(isinstance(step, Reroll | RerollDie) for step in g.agenda)
    strikes_back = any(isinstance(step, Counterattack | CounterattackRoll) for step in g.agenda)
    return int(6 ** (sum(crt_dice(step.column) for step in due) + again + strikes_back))


def _one_by_one(g: Front, after: Front) -> dict[Fought, Fraction]:
    """Every fall of every die that *after* leads to; losses are counted since *g*, and who has won the game says."""
    side = Seat(g.phasing)
    units = {who: fighters(g, who) for who in (side, enemy(side))}
    had = {who: sum(g.sp[u] for u in units[who]) for who in units}
    found: dict[Fought, Fraction] = {}
    waiting = [(after, Fraction(1))]
    while waiting:
        now, weight = waiting.pop()
        if isinstance(top(now), Verdict):
            left = {who: sum(now.sp[u] for u in units[who] if now.hex_of[u] >= 0) for who in units}
            lost = [had[who] - left[who] for who in (side, enemy(side))]
            wiped_out = not fighters(now, enemy(side))
            end = Fought(_has_won(now) == side, lost[0], lost[1], wiped_out)
            found[end] = found.get(end, Fraction(0)) + weight
        elif asked(now) == (DICE,):
            faces = list(product(*(range(1, sides + 1) for sides in dice_asked(now).sides)))
            for roll in faces:
                child = now.copy()
                answer(child, rolled(roll), DICE)
                waiting.append((child, weight / len(faces)))
        else:
            who = asked(now)[0]
            answer(now, POLICY.choose(now, who, options(now, who)), who)
            waiting.append((now, weight))
    return found


def _has_won(g: Front) -> Seat:
    twin = g.copy()
    twin.told = []
    DetermineWinner().run(twin)
    return next(Seat(told.event.winner) for told in twin.told if isinstance(told.event, Won))


@pytest.mark.rule("damos 8.11")
def test_what_is_said_to_follow_is_what_happens_to_the_loser() -> None:
    seen: Counter[str] = Counter()
    for g, name in fought_in("agn", 7, 900):
        if name not in SURE:
            continue
        found = RULEBOOK.odds(g, CONTROL, None)
        assert found is not None
        then = {outcome.then for outcome in found.outcomes}
        if len(then) == 1 and seen[text := then.pop()] < EACH:
            seen[text] += 1
            _assert_it_happens(g.copy(), text, Random(len(seen)))
    assert len([text for text in seen if "retreats" in text]) >= 2
    assert "the defender is eliminated" in seen


def _assert_it_happens(g: Front, text: str, rng: Random) -> None:
    loser = Seat(g.phasing) if text.startswith("the attacker") else enemy(Seat(g.phasing))
    units, fought = fighters(g, loser), g.battle_hex
    shaken = [unit for unit in units if g.demoralized[unit]]
    while g.battle_hex == fought:
        who = asked(g)
        if who == (DICE,):
            answer(g, rng.choice(outcomes(g)).action, DICE)
        else:
            answer(g, POLICY.choose(g, who[0], options(g, who[0])), who[0])
    standing = [unit for unit in units if g.hex_of[unit] >= 0]
    if "eliminated" in text:
        assert not standing
    else:
        assert all(g.hex_of[unit] != fought for unit in standing)
        demoralized = [unit for unit in standing if g.demoralized[unit]]
        assert demoralized == (
            [u for u in shaken if u in standing] if "not demoralized" in text else standing
        )
