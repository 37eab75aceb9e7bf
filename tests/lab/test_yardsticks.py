"""What games cost: the yardsticks of ``sandtable bench --games``."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from io import StringIO
from types import FrameType

import pytest
from rich.console import Console

from sandtable import catalog
from sandtable.lab.bench import yardsticks
from sandtable.lab.bench.yardsticks import Yardstick

from ..cli.commanding import run


def measured(seconds: float) -> list[Yardstick]:
    """By a clock that a busy machine does not slow: every call of a function takes a microsecond."""
    calls = 0

    def counted(_: FrameType | None, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    with pytest.MonkeyPatch.context() as patched:
        for clock in ("process_time", "perf_counter"):
            patched.setattr(yardsticks, clock, lambda: calls / 1e6)
        patched.setattr(yardsticks, "random_chess_game", lambda: None)
        before = sys.getprofile()
        sys.setprofile(counted)
        try:
            return yardsticks.yardsticks(["agn"], seconds=seconds)
        finally:
            sys.setprofile(before)


@pytest.fixture(scope="module")
def found() -> list[Yardstick]:
    """Enough for a game of each but perhaps the greedy one."""
    return measured(0.3)


def test_every_bot_of_a_scenario_is_measured(found: list[Yardstick]) -> None:
    assert [(one.scenario, one.bot) for one in found] == [
        ("agn", "random"),
        ("agn", "light"),
        ("agn", "greedy"),
    ]


def test_the_light_bot_does_less_in_a_game_than_the_greedy_one(found: list[Yardstick]) -> None:
    _, light, greedy = found
    assert light.game_seconds < greedy.game_seconds
    assert light.bot_turn_seconds < greedy.bot_turn_seconds


def test_a_million_games_cost_what_one_costs_a_million_times(found: list[Yardstick]) -> None:
    for one in found:
        assert one.million_hours * one.games_per_hour == pytest.approx(1_000_000)
        assert (one.activations_per_second or 0) > one.player_turns_per_second > 1 / one.game_seconds


def test_a_game_for_which_the_time_is_too_short_is_reckoned_up_and_marked(found: list[Yardstick]) -> None:
    assert [(one.whole, _marked(one)) for one in found[:2]] == [(True, False)] * 2
    assert [(one.whole, _marked(one)) for one in measured(0.002)] == [(False, True)] * 3


def _marked(one: Yardstick) -> bool:
    return "*" in _drawn([one])


def _drawn(found: list[Yardstick]) -> str:
    drawn = StringIO()
    Console(file=drawn, width=80).print(*yardsticks.tables(found))
    return drawn.getvalue()


def test_a_narrow_terminal_shows_every_figure_whole(found: list[Yardstick]) -> None:
    longest = Yardstick(**{**asdict(found[0]), "scenario": "market-garden-evening", "bot": "greedy"})
    drawn = _drawn([*found, longest])
    assert "market-garden-evening" in drawn
    assert "…" not in drawn


def test_without_a_name_every_scenario_is_measured_but_those_that_only_seat_others() -> None:
    every = {s.name for book in catalog.playable() for s in book.scenarios}
    assert every - {*yardsticks.default_scenarios()} == {"frontline-1943-fronts", "frontline-fronts"}


def test_the_command_tells_them_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "bench", "--games", "--scenario", "agn", "--seconds", "0.2", "--json")
    assert code == 0
    assert {row["bot"] for row in json.loads(out)} == {"random", "light", "greedy"}


def test_a_scenario_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, told = run(capsys, "bench", "--games", "--scenario", "atlantis")
    assert code != 0
    assert "atlantis" in told
