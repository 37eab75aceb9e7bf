"""OpenSpiel's own tests pass: random simulation, and a playthrough that is the same when it is run again."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from sandtable.catalog import playable
from sandtable.rl.openspiel_games import game_name, register_games

GAMES = ["sandtable_ford(slots=128)", "sandtable_dikes(slots=64)", "sandtable_agn(longest=12)"]
OTHERS = [
    game_name(s.name) for book in playable() for s in book.scenarios if s.name not in ("ford", "dikes", "agn")
]


@pytest.fixture(autouse=True)
def _registered(_the_dikes: None) -> None:
    register_games()


def test_every_scenario_is_registered_and_registering_again_changes_nothing() -> None:
    names = {game_name(s.name) for book in playable() for s in book.scenarios}
    assert set(register_games()) == names
    assert names <= set(pyspiel.registered_names())


@pytest.mark.parametrize("game", GAMES)
def test_random_simulation_finds_nothing(game: str) -> None:
    # What is serialized is the row of picks, of which the shortest game will do.
    pyspiel.random_sim_test(
        pyspiel.load_game(game), num_sims=1, serialize=game.startswith("sandtable_dikes"), verbose=False
    )


@pytest.mark.long
@pytest.mark.parametrize("game", OTHERS)
def test_random_simulation_of_every_scenario_finds_nothing(game: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(f"{game}(longest=15)"), num_sims=1, serialize=False, verbose=False
    )


def test_a_playthrough_is_the_same_when_it_is_run_again(tmp_path: Path) -> None:
    # As their command does before it reads what it was called with.
    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough("sandtable_dikes(slots=64)", [], seed=3)
    file = tmp_path / "dikes.txt"
    file.write_text(text, encoding="utf-8")
    before, after = generate_playthrough.replay(str(file))
    assert after == before
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in text


def test_each_die_is_a_chance_node_with_exact_chances() -> None:
    state = pyspiel.load_game("sandtable_ford(slots=128)").new_initial_state()
    rng = np.random.default_rng(4)
    while not state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    outcomes = state.chance_outcomes()
    dice = state.episode.dice
    assert dice is not None
    assert [face for face, _ in outcomes] == list(range(dice.sides[0]))
    assert {Fraction(chance).limit_denominator(1000) for _, chance in outcomes} == {
        Fraction(1, dice.sides[0])
    }
    for _ in dice.sides:
        state.apply_action(0)
    assert state.episode.record()["answers"][-1][:2] == ["dice", ":".join(["roll", *["1"] * len(dice.sides)])]


def test_python_ends_in_peace_with_games_registered() -> None:
    code = "from sandtable.rl.openspiel_games import register_games; register_games()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("sandtable_ford(slots=128)").new_initial_state()
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before
    assert str(twin) != before
