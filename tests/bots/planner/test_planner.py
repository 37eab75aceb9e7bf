"""The search, by the playbook of The Ford: it asks nothing of a game but that."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from sandtable import catalog
from sandtable.bots import Bot, bot_names, make_bot
from sandtable.bots.ford import FordPlaybook
from sandtable.bots.planner import three_levels
from sandtable.bots.planner.trial import GOLDEN, CommonDice, dealt
from sandtable.kernel import Action, Dice, Rulebook, Seat, asked, options
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import rolled
from sandtable.kernel.machine.engine import Outcome
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.state import Ford
from sandtable.testing.randomplay import random_play


class First(Bot):
    """Takes what is offered first."""

    def sight(self, rulebook: Rulebook[Ford], g: Ford, seat: Seat) -> None:
        return None

    def decide(self, sighting: object, offered: Sequence[Action]) -> Action:
        return offered[0]


class FirstPlaybook(FordPlaybook):
    """Usually takes what is offered first."""

    def usual(self) -> Bot:
        return First()


EASY, NORMAL, HARD = three_levels(FirstPlaybook(), trials=20)


def test_it_answers_alike_in_positions_that_its_seat_cannot_tell_apart() -> None:
    searched = 0
    for n, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup("ford"), seed=3, answers=60)):
        for seat in [who for who in asked(g) if who >= 0 and n % 4 == 0]:
            bot, offered = EASY(7), options(g, seat)
            seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))
            told = bot.choose(seen, [{"id": action.id} for action in offered])
            twin = RULEBOOK.disguise(g, seat, Random(n))
            assert EASY(7).decide(bot.sight(RULEBOOK, twin, seat), offered).id == told
            searched += bool(bot.weighed())
    assert searched > 3


def test_to_think_changes_nothing_on_the_table() -> None:
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup("ford"), seed=5, answers=12):
        for seat in [who for who in asked(g) if who >= 0]:
            before = g.digest()
            bot = EASY(1)
            bot.decide(bot.sight(RULEBOOK, g, seat), options(g, seat))
            assert g.digest() == before


def test_it_says_what_it_has_weighed_the_usual_answer_among_it() -> None:
    g, _ = next(iter(random_play(RULEBOOK, RULEBOOK.setup("ford"), seed=1, answers=1)))
    seat, bot = asked(g)[0], HARD(1)
    bot.decide(bot.sight(RULEBOOK, g, seat), options(g, seat))
    assert sum(line.startswith("as usual: +0.0") for line in bot.weighed()) == 1
    assert all(line.endswith("trials") for line in bot.weighed())


def test_whoever_chooses_a_level_reads_how_strong_it_has_proved_to_be() -> None:
    easy, _, hard = three_levels(FirstPlaybook(), trials=20, measured={"hard": "It has won 9 of 10 games."})
    assert hard.about.endswith("It has won 9 of 10 games.")
    assert easy.about.endswith("has not been measured.")


def test_the_levels_differ_by_their_trials_and_by_nothing_else() -> None:
    assert [level.name for level in (EASY, NORMAL, HARD)] == [
        "planner-easy",
        "planner-normal",
        "planner-hard",
    ]
    assert [level.trials for level in (EASY, NORMAL, HARD)] == [20, 40, 60]
    assert len({id(level.playbook) for level in (EASY, NORMAL, HARD)}) == 1


def test_two_plans_that_come_to_the_same_combat_see_the_same_dice_in_it() -> None:
    two, one, other = Dice.of(2, 6), CommonDice(4, 0), CommonDice(4, 0)
    one.roll(two, "something that only the first plan brings about")
    assert one.roll(two, "a combat") == other.roll(two, "a combat")
    again = [one.roll(two, "a combat") for _ in range(8)]
    assert again == [other.roll(two, "a combat") for _ in range(8)]
    assert len(set(again)) > 1
    assert [CommonDice(4, n).roll(two, "a combat") for n in range(1, 9)] != again


def test_the_first_roll_is_shared_out_among_the_worlds_by_its_exact_chances() -> None:
    ways = [Outcome(rolled((face,)), Fraction(1, 6)) for face in range(1, 7)]
    for worlds in (12, 60):
        fallen = Counter(dealt(ways, world * GOLDEN % 1.0) for world in range(worlds))
        assert len(fallen) == 6
        assert all(abs(times - worlds / 6) <= 1 for times in fallen.values())


def test_a_plain_level_answers_as_usual_and_tries_nothing_out() -> None:
    plain, trying, _ = three_levels(FirstPlaybook(), trials=20, plain=("easy",))
    assert "tries nothing out" in plain.about
    assert "tries nothing out" not in trying.about
    bot = plain(1)
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup("ford"), seed=3, answers=12):
        seat = asked(g)[0]
        if seat >= 0:
            offered = options(g, seat)
            assert bot.decide(view(RULEBOOK, g, seat), offered) == offered[0]
            assert bot.weighed() == ()


def test_every_rulebook_has_a_planner_of_three_levels() -> None:
    for name in ("airborne", "besieged", "damos", "ford", "frontline"):
        book = catalog.rulebook(name)
        found = [bot for bot in bot_names(book) if bot.startswith("planner")]
        assert found == ["planner-easy", "planner-hard", "planner-normal"]
        for bot in found:
            assert make_bot(bot, book).name == bot
            assert not make_bot(bot, book).exhibited
