"""PettingZoo's own tests pass on every kind of game."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import sandtable
from sandtable.catalog import playable
from sandtable.rl.pettingzoo_games import WAIT, AllAtOnce, TurnByTurn, UnknownRenderMode

# A small game, one of teams with order sheets, and a large one cut short.
GAMES: dict[str, dict[str, Any]] = {"ford": {"slots": 128}, "dikes": {"slots": 64}, "agn": {"longest": 25}}
OTHERS = [scenario.name for book in playable() for scenario in book.scenarios if scenario.name not in GAMES]

# What they would rather have: one array instead of several, and agents called player_0.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    # Of those who have nothing to pick any more.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("scenario", "given"), GAMES.items())
def test_turn_by_turn_passes_their_tests(scenario: str, given: dict[str, Any]) -> None:
    make = partial(TurnByTurn, scenario, **given)
    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=30)


def test_turn_by_turn_passes_their_test_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(TurnByTurn, "ford", slots=128))
    assert "ford, after 0 picks; to pick: red" in capsys.readouterr().out


@pytest.mark.parametrize(("scenario", "given"), GAMES.items())
def test_all_at_once_passes_their_tests(scenario: str, given: dict[str, Any]) -> None:
    parallel_api_test(AllAtOnce(scenario, **given), num_cycles=60)
    parallel_seed_test(partial(AllAtOnce, scenario, **given), num_cycles=30)


@pytest.mark.long
@pytest.mark.parametrize("scenario", OTHERS)
def test_every_scenario_passes_their_tests(scenario: str) -> None:
    make = partial(TurnByTurn, scenario, longest=40)
    api_test(make(), num_cycles=30)
    seed_test(make, num_cycles=10)
    parallel_api_test(AllAtOnce(scenario, longest=40), num_cycles=10)


def test_whoever_has_nothing_to_pick_waits() -> None:
    game = AllAtOnce("ford", slots=128)
    seen, _ = game.reset(seed=1)
    assert seen["red"]["action_mask"].sum() > 1
    assert np.flatnonzero(seen["blue"]["action_mask"]).tolist() == [WAIT]


def test_all_who_write_write_at_once() -> None:
    game = AllAtOnce("dikes", slots=64)
    seen, _ = game.reset(seed=1)
    assert all(arrays["action_mask"].sum() > 1 for arrays in seen.values())
    game.step(dict.fromkeys(game.agents, 0))
    assert [len(game.episode.view(seat)["written"]) for seat in game.episode.asked] == [1, 1, 1]


def test_rewards_come_to_every_agent_at_the_end_and_the_record_replays() -> None:
    game = TurnByTurn("ford", slots=128)
    game.reset(seed=5)
    game.action_space("red").seed(1)
    game.action_space("blue").seed(2)
    ended: dict[str, float] = {}
    for agent in game.agent_iter():
        _, reward, over, cut, _ = game.last()
        if over or cut:
            ended[agent] = reward
        game.step(None if over or cut else int(game.action_space(agent).sample()))
    assert ended == game.episode.returns()
    assert sorted(ended.values()) == [-1.0, 1.0]
    assert sandtable.replay(game.episode.record()).over


def test_an_unknown_way_of_rendering_is_refused() -> None:
    with pytest.raises(UnknownRenderMode, match="there is no render mode 'rgb_array'; there are ansi, human"):
        TurnByTurn("ford", render_mode="rgb_array")
