"""Gymnasium's own checker passes, and bots sit where nobody learns."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env

from sandtable.bots import UnknownBot
from sandtable.rl.episode import BadPick
from sandtable.rl.gymnasium_games import OneSeat

GAMES: dict[tuple[str, str], dict[str, Any]] = {
    ("ford", "red"): {"slots": 128},
    ("dikes", "south"): {"slots": 64},
    ("agn", "soviet"): {"longest": 20, "opponents": "light"},
}


def reward_of(game: OneSeat, seed: int) -> float:
    """What comes of random picks."""
    game.reset(seed=seed)
    game.action_space.seed(seed)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, _ = game.step(game.action_space.sample())
    return reward


@pytest.mark.parametrize(("seat", "given"), GAMES.items())
def test_their_checker_finds_nothing(seat: tuple[str, str], given: dict[str, Any]) -> None:
    check_env(OneSeat(*seat, **given), skip_render_check=True)


def test_the_same_seed_gives_the_same_game() -> None:
    games = [OneSeat("ford", "blue", slots=128) for _ in range(2)]
    rewards = [reward_of(game, 7) for game in games]
    assert rewards[0] == rewards[1]
    assert games[0].episode.record() == games[1].episode.record()


def test_the_reward_is_that_of_the_side() -> None:
    game = OneSeat("ford", "blue", slots=128)
    reward = reward_of(game, 3)
    result = game.episode.rulebook.result(game.episode.g)
    assert result is not None
    assert reward == {"blue": 1.0, "red": -1.0}[result.winner]


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    game = OneSeat("ford", "red", slots=128)
    game.reset(seed=1)
    before = game.episode.record()
    twin = deepcopy(game)
    while len(twin.episode.page(twin.seat).actions) > 2:
        twin.step(twin.action_space.sample())
    assert game.episode.record() == before
    assert twin.action_space.sample() < len(twin.episode.page(twin.seat).actions)


def test_bots_sit_by_seat_and_one_that_does_not_exist_is_missed_at_once() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'marshal'"):
        OneSeat("ford", "red", {"blue": "marshal"})


def test_a_slot_that_is_not_offered_is_refused() -> None:
    game = OneSeat("ford", "red", slots=128)
    game.reset(seed=1)
    with pytest.raises(BadPick, match="slot 127 is not offered to 'red'"):
        game.step(127)


def test_a_watcher_reads_where_the_counters_are() -> None:
    game = OneSeat("ford", "red", slots=128, render_mode="ansi")
    game.reset(seed=1)
    assert "0101 red-a" in game.render()
