"""The four doors by name: each makes an environment of a scenario, with its switches."""

from __future__ import annotations

from functools import partial

import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import sandtable
from sandtable import rl
from sandtable.rl.episode import BadPick

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def test_an_environment_of_the_facade_passes_their_tests() -> None:
    make = partial(sandtable.env, "agn", longest=20)
    api_test(make(), num_cycles=30)
    seed_test(make, num_cycles=10)


def test_all_at_once_by_name_passes_their_test() -> None:
    parallel_api_test(rl.parallel_env("dikes", slots=64), num_cycles=30)


def test_switches_of_the_scenario_stand_beside_what_is_asked_of_the_environment() -> None:
    game = rl.aec_env("ford", turns=4, night=True, slots=128, longest=7)
    assert game.episode.setup.options == {"turns": 4, "night": True}
    assert (game.episode.slots, game.episode.longest) == (128, 7)


def test_a_switch_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(sandtable.SandtableError, match="fog"):
        sandtable.env("ford", fog=True)


def test_one_seat_learns_and_bots_sit_in_the_others() -> None:
    game = rl.gym_env("ford", seat="red", opponent={"blue": "greedy"}, turns=4, slots=128)
    assert game.seat_name == "red"
    assert game.episode.setup.options["turns"] == 4
    with pytest.raises(sandtable.SandtableError, match="there is no bot 'marshal'"):
        rl.gym_env("ford", seat="red", opponent="marshal")


def test_a_game_of_openspiel_needs_no_registering() -> None:
    state = rl.open_spiel_game("dikes", slots=64).new_initial_state()
    assert state.legal_actions()
    assert rl.open_spiel_game("dikes", slots=64, longest=9).max_game_length() == 9


def test_a_scenario_that_there_is_not_is_refused_at_every_door() -> None:
    for door in (
        sandtable.env,
        rl.aec_env,
        rl.parallel_env,
        rl.open_spiel_game,
        partial(rl.gym_env, seat="x"),
    ):
        with pytest.raises(sandtable.SandtableError, match="there is no scenario 'chess'"):
            door("chess")


def test_an_environment_needs_room_for_a_page() -> None:
    with pytest.raises(BadPick, match="at least 2 slots"):
        rl.aec_env("ford", slots=1)
