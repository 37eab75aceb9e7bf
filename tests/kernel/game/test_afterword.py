"""The afterword: sums that are those of the turns, attacks that nobody made, rolls, and where the game turned."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.kernel.book.review import Afterword
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.afterword import MISSED, ROLLS, afterword
from sandtable.kernel.game.codec import dumps, loads
from sandtable.kernel.game.game import Game
from sandtable.kernel.game.records import read_record
from sandtable.kernel.machine.actions import CONTROL
from sandtable.testing.ford import RULEBOOK

from ..playing import random_game


def finished(seed: int) -> Game[Any]:
    """A random game to its end."""
    return random_game(seed, 10_000)


def timid(seed: int) -> Game[Any]:
    """A random game in which red attacks and blue lets every attack go by."""
    rng, game = Random(seed), Game(RULEBOOK, RULEBOOK.setup("ford"), SeededDice(seed))
    while not game.over:
        seat = game.asked[0]
        offered = [option.id for option in game.options(seat)]
        some = [option for option in offered if seat == "red" or not option.startswith("attack")]
        game.choose(seat, rng.choice(some))
    return game


def told(game: Game[Any], **more: Any) -> Afterword:
    return afterword(RULEBOOK, read_record(RULEBOOK, game.record()), **more)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_a_side_lost_is_what_its_turns_say(seed: int) -> None:
    game = finished(seed)
    found = told(game)
    begun = Game(RULEBOOK, game.state.setup, SeededDice(0)).view("control")["position"]["counters"]
    standing = game.view("control")["position"]["counters"]
    assert [turn.turn for turn in found.turns] == sorted({turn.turn for turn in found.turns})
    for side, cost in found.sides.items():
        assert cost.units == sum(turn.units.get(side, 0) for turn in found.turns)
        assert cost.points == sum(turn.points.get(side, 0) for turn in found.turns)
        had, has = ([c for c in counters if c["side"] == side] for counters in (begun, standing))
        assert cost.units - cost.returned == len(had) - len(has)
        # Nothing restores strength at the ford.
        assert cost.points == sum(c["strength"] for c in had) - sum(c["strength"] for c in has)


def test_the_attacks_that_nobody_made_come_with_odds_the_best_first() -> None:
    found = [told(timid(seed)).missed for seed in range(6)]
    assert any(found)
    for missed in found:
        assert len(missed) <= MISSED
        assert [m.wins for m in missed] == sorted((m.wins for m in missed), reverse=True)
        assert all(Fraction(1, 2) < m.wins <= 1 for m in missed)
        assert len({(m.seat, m.hex) for m in missed}) == len(missed)


def test_an_attack_that_was_not_made_could_have_been_made_then() -> None:
    for seed in range(6):
        game = timid(seed)
        for missed in told(game).missed:
            then = game.rewound(missed.answer)
            texts = [option.text for option in then.options(missed.seat)]
            assert missed.text in texts
            assert RULEBOOK.result(then.state) is None


def test_where_time_runs_out_no_odds_are_reckoned_but_everything_else_is_told() -> None:
    game = timid(2)
    hasty, whole = told(game, enough=lambda: True), told(game)
    assert hasty.missed == ()
    assert (hasty.turns, hasty.sides, hasty.best_rolls) == (whole.turns, whole.sides, whole.best_rolls)


def test_the_best_and_the_worst_rolls_are_those_of_the_luck_meter() -> None:
    found = told(finished(0))
    assert 0 < len(found.best_rolls) <= ROLLS
    best, worst = ([r.percentile for r in rolls] for rolls in (found.best_rolls, found.worst_rolls))
    assert best == sorted(best, reverse=True)
    assert worst == sorted(worst)
    assert best[0] >= worst[0]


def test_the_game_turned_on_one_of_its_turns() -> None:
    found = told(finished(3))
    assert found.turning_point is not None
    assert found.turning_point.turn in {turn.turn for turn in found.turns}
    assert found.turning_point.swing > 0


def test_it_is_plain_data() -> None:
    document = told(finished(1)).as_json()
    assert loads(dumps(document)) == document


# ---- the fog lifts


def open_sides(game: Game[Any], seat: str) -> set[str]:
    return {c["side"] for c in game.view(seat)["position"]["counters"] if "strength" in c}


def test_when_a_game_is_over_every_seat_sees_everything_and_before_that_its_own() -> None:
    game = finished(1)
    assert game.over
    for seat in ("red", "blue", "spectator"):
        assert game.view(seat)["position"] == RULEBOOK.view(game.state, CONTROL)
        assert open_sides(game.rewound(game.answers - 1), seat) <= {seat}


def test_a_game_that_is_rewound_from_its_end_is_in_the_fog_again() -> None:
    game = finished(1)
    before = game.rewound(game.answers - 1)
    assert not before.over
    assert open_sides(before, "red") == {"red"}
