from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.game.views import option_list, view
from sandtable.kernel.machine.actions import CONTROL, SPECTATOR, Seat
from sandtable.kernel.machine.engine import asked
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import CombatRoll
from sandtable.testing.ford.state import BLUE, RED

from ..playing import few_cases, game_with_sealed_plans, random_game

seeds = st.integers(0, 10_000)
EVERYBODY = (RED, BLUE, SPECTATOR, CONTROL)


@few_cases
@given(seeds, st.integers(0, 150))
def test_views_are_plain_data(seed: int, answers: int) -> None:
    g = random_game(seed, answers).state
    for seat in EVERYBODY:
        seen = view(RULEBOOK, g, seat)
        assert json.loads(json.dumps(seen)) == seen


@few_cases
@given(seeds, st.integers(0, 150))
def test_only_those_asked_get_options_and_a_prompt(seed: int, answers: int) -> None:
    g = random_game(seed, answers).state
    for seat in EVERYBODY:
        seen = view(RULEBOOK, g, seat)
        assert bool(seen["options"]) == bool(seen["prompt"]) == (seat in asked(g))


@few_cases
@given(seeds, st.integers(0, 150), st.sampled_from([RED, BLUE, SPECTATOR]))
def test_positions_that_a_seat_cannot_tell_apart_look_the_same_to_it(
    seed: int, answers: int, seat: Seat
) -> None:
    g = random_game(seed, answers).state
    twin = RULEBOOK.disguise(g, seat, Random(seed))
    assert json.dumps(view(RULEBOOK, twin, seat)) == json.dumps(view(RULEBOOK, g, seat))
    assert option_list(RULEBOOK, twin, seat) == option_list(RULEBOOK, g, seat)


def test_a_disguise_really_changes_something() -> None:
    g = random_game(3, 60).state
    assert any(RULEBOOK.disguise(g, RED, Random(n)).digest() != g.digest() for n in range(5))


def test_strength_is_in_the_view_of_its_owner_and_of_control_alone() -> None:
    g = random_game(3, 60).state
    known = {
        seat: {c["unit"] for c in view(RULEBOOK, g, seat)["position"]["counters"] if "strength" in c}
        for seat in EVERYBODY
    }
    assert known[SPECTATOR] == set()
    assert {name[:3] for name in known[RED]} == {"red"}
    assert {name[:4] for name in known[BLUE]} == {"blue"}
    assert known[CONTROL] == known[RED] | known[BLUE]


@pytest.mark.parametrize(
    ("seat", "name"), [(RED, "red"), (BLUE, "blue"), (CONTROL, "control"), (SPECTATOR, "spectator")]
)
def test_a_view_says_whose_it_is_and_who_is_asked(seat: Seat, name: str) -> None:
    seen = view(RULEBOOK, random_game(1, 0).state, seat)
    assert (seen["seat"], seen["seats"], seen["asked"]) == (name, ["red", "blue"], ["red"])
    assert (seen["rulebook"], seen["behaviour"], seen["scenario"]) == ("ford", 1, "ford-counterstroke")
    assert (seen["over"], seen["result"]) == (False, None)


def test_the_view_of_a_finished_game_shows_its_result() -> None:
    game = random_game(1)
    seen = view(RULEBOOK, game.state, RED)
    assert (seen["over"], seen["result"], seen["asked"], seen["options"]) == (True, game.result, [], [])


def test_while_plans_are_sealed_each_seat_sees_its_own_options_alone() -> None:
    g = game_with_sealed_plans().state
    ids = {seat: {option["id"] for option in option_list(RULEBOOK, g, seat)} for seat in EVERYBODY}
    assert {frozenset(ids[RED]), frozenset(ids[BLUE])} == {
        frozenset({"assault", "probe"}),
        frozenset({"stand", "yield"}),
    }
    assert ids[SPECTATOR] == ids[CONTROL] == set()


def test_options_carry_words_a_paragraph_and_a_target() -> None:
    g = random_game(1, 0).state
    move = next(o for o in option_list(RULEBOOK, g, RED) if o["id"].startswith("move"))
    assert move["text"].startswith("red-a moves to ")
    assert move["rule"] == "1"
    assert move["target"]["unit"] == "red-a"


def test_whoever_changes_a_view_changes_only_the_view() -> None:
    g = random_game(1, 0).state
    view(RULEBOOK, g, RED)["setup"]["options"]["turns"] = 99
    assert g.setup.options["turns"] == 6


def test_a_roll_that_is_due_asks_the_dice_by_name() -> None:
    g = random_game(1, 0).state
    g.then(CombatRoll((0,), g.grid.cells[0], 0))
    assert view(RULEBOOK, g, RED)["asked"] == ["dice"]
