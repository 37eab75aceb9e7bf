"""Many games: the numbers do not depend on who plays them where."""

from __future__ import annotations

import pytest

from sandtable.bots import UnknownBot
from sandtable.catalog import rulebook_of
from sandtable.lab.arena import Arena, arena
from sandtable.lab.executors import Executor, Processes
from sandtable.lab.simulate import Simulation, simulate
from sandtable.rules.damos import RULEBOOK as DAMOS

FORD = rulebook_of("ford")


def ford(games: int, *, seed: int = 0, on: Executor | None = None) -> Simulation:
    bots = {"red": "random", "blue": "random"}
    return simulate(FORD, FORD.setup("ford"), bots, games=games, seed=seed, on=on)


def test_every_game_is_counted_once() -> None:
    found = ford(7).as_json()
    assert found["games"] == 7
    assert sum(row["games"] for row in found["results"]) == 7


def test_two_workers_find_what_one_finds() -> None:
    assert ford(6, on=Processes(2)).as_json() == ford(6).as_json()


def test_the_seed_decides() -> None:
    assert ford(6, seed=1).as_json() != ford(6, seed=900).as_json()


def test_progress_is_told_after_every_game() -> None:
    heard: list[int] = []
    bots = {"red": "random", "blue": "random"}
    simulate(FORD, FORD.setup("ford"), bots, games=3, progress=lambda so_far: heard.append(so_far.games))
    assert heard == [1, 2, 3]


def test_an_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownBot, match="no bot 'light' for The Ford"):
        simulate(FORD, FORD.setup("ford"), {"red": "light", "blue": "random"}, games=1)


def test_cities_that_fall_are_listed_with_their_turns() -> None:
    bots = {"german": "greedy", "soviet": "random"}
    found = simulate(DAMOS, DAMOS.setup("agn"), bots, games=2, seed=1).as_json()
    assert found["captured"]["Riga"]["games"] == 2
    assert set(found["losses_by_turn"]) == {"german", "soviet"}
    assert list(found["losses_by_turn"]["german"]) == [str(turn) for turn in range(1, 13)]


# ---- the arena


def north(games: int, *, on: Executor | None = None) -> Arena:
    return arena(DAMOS, DAMOS.setup("agn"), ("greedy", "random"), games=games, on=on)


def test_every_bot_plays_both_sides_and_greedy_is_rated_above_random() -> None:
    found = north(1)
    assert set(found.table) == {("greedy", "random"), ("random", "greedy")}
    assert [row["bot"] for row in found.as_json()["bots"]] == ["greedy", "random"]


def test_the_arena_does_not_depend_on_the_number_of_workers() -> None:
    assert north(1, on=Processes(2)).as_json() == north(1).as_json()


def test_one_bot_is_no_arena() -> None:
    with pytest.raises(UnknownBot, match="two or more different bots"):
        arena(FORD, FORD.setup("ford"), ("random", "random"), games=1)
