"""The random bot: by its seed, and by nothing it sees."""

from __future__ import annotations

import pytest

from sandtable import new, rulebook
from sandtable.bots import UnknownBot, bot_names, make_bot


def choices(seed: int, count: int = 20) -> list[str]:
    """What a random red bot plays in the first *count* answers of The Ford."""
    game = new("ford", seed=1)
    bots = {seat: make_bot("random", game.rulebook, seed) for seat in game.seats}
    found: list[str] = []
    while len(found) < count:
        seat = game.asked[0]
        view = game.view(seat)
        found.append(bots[seat].choose(view, view["options"]))
        game.choose(seat, found[-1])
    return found


def test_the_same_seed_plays_the_same_game() -> None:
    assert choices(4) == choices(4)


def test_another_seed_plays_another_game() -> None:
    assert choices(4) != choices(5)


def test_a_bot_answers_with_one_of_the_options_it_was_given() -> None:
    game = new("ford", seed=1)
    view = game.view("red")
    chosen = make_bot("random", game.rulebook).choose(view, view["options"])
    assert chosen in {option["id"] for option in view["options"]}


def test_every_rulebook_has_the_random_bot() -> None:
    assert "random" in bot_names(rulebook("ford"))


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="no bot 'napoleon' for The Ford; there are greedy, planner-easy"):
        make_bot("napoleon", rulebook("ford"))
