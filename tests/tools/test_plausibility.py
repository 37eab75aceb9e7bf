"""The plausibility page says what the games gave, beside the dates of history."""

from __future__ import annotations

import pytest
from tools.plausibility import HISTORY, OUTCOME, page

from sandtable import catalog
from sandtable.kernel.game.records import begin
from sandtable.lab.simulate import Simulation
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.exclusive import victory
from sandtable.rules.damos.series.position.roster import SEATS


def measured() -> Simulation:
    """Four games of Army Group North: Riga fell in three of them."""
    found = Simulation(scenario="agn", bots={"german": "greedy", "soviet": "greedy"}, seed=1, games=4)
    found.results["german", "minor"] = 1
    found.results["soviet", "substantial"] = 3
    found.reasons["Leningrad is isolated [AGN 5.0]"] = 1
    found.captured["Riga"] = [1, 1, 4]
    found.standings["minor"] = [9]
    return found


def row(text: str, place: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"| {place} |"))


def test_a_place_shows_its_date_in_how_many_games_it_fell_and_when() -> None:
    assert row(page({"agn": measured()}), "Riga") == "| Riga | turn 1 (1 July) | 3 of 4 | 1 | 1 |"


def test_a_place_that_never_fell_says_so() -> None:
    assert row(page({"agn": measured()}), "Pskov") == "| Pskov | turn 1 (9 July) | 0 of 4 | - | - |"


def test_the_isolation_of_leningrad_is_the_first_turn_judged_a_minor_victory() -> None:
    text = page({"agn": measured()})
    assert row(text, "Leningrad isolated") == "| Leningrad isolated | turn 5 (8 September) | 1 of 4 | 9 | 9 |"


def test_what_planners_come_to_stands_beside_what_greedy_does() -> None:
    planned = Simulation(
        scenario="agn", bots={"german": "planner-easy", "soviet": "planner-easy"}, seed=5, games=2
    )
    planned.results["german", "major"] = 2
    planned.captured["Riga"] = [2, 2]
    text = page({"agn": measured()}, {"agn": planned})
    assert "| `agn` | german, major | 2 of 2 | 0 of 4 |" in text
    assert "| `agn` | german, minor | 0 of 2 | 1 of 4 |" in text
    assert "| `agn` | Riga | turn 1 | 2 of 2 | 2 | 2 | 0% | 1 | 50% |" in text
    assert "| `agn` | Pskov | turn 1 | 0 of 2 | - | - | 0% | - | 0% |" in text


def test_the_page_counts_the_games_that_ended_as_history_did() -> None:
    assert "History: Leningrad is cut off and stands: a German minor victory. So ended 1 of 4 games." in page(
        {"agn": measured()}
    )


def test_of_the_combined_game_those_are_told_apart_that_ended_with_the_same_two_cities() -> None:
    found = Simulation(scenario="barbarossa", bots={"german": "greedy", "soviet": "greedy"}, seed=1, games=5)
    found.results["soviet", "substantial"] = 4
    found.reasons[OUTCOME["barbarossa"][2]] = 1
    text = page({"barbarossa": found})
    assert "two cities of four" in text
    assert "So ended 4 of 5 games, 1 of them with the same cities." in text


@pytest.mark.parametrize(
    ("scenario", "taken", "cut_off"),
    [("agn", [], ["Leningrad"]), ("ags", ["Kiev"], []), ("barbarossa", ["Kiev"], ["Leningrad"])],
)
def test_history_is_judged_by_the_rules_as_the_page_says(
    scenario: str, taken: list[str], cut_off: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    g = begin(RULEBOOK, RULEBOOK.setup(scenario))
    for city in taken:
        g.axis_control |= 1 << g.campaign.board.places[city].hex
    monkeypatch.setattr(victory, "isolated", lambda _, city: city in cut_off)
    winner, level, reason = victory.judge(g)
    assert (SEATS[winner], level, reason) == OUTCOME[scenario][:3]


def test_every_place_of_history_is_on_its_board() -> None:
    for scenario, places in HISTORY.items():
        book = catalog.rulebook_of(scenario)
        board = book.board(book.setup(scenario))
        assert [name for name in places if name not in board.places] == []


def test_the_page_says_how_many_games_were_played_of_each_scenario() -> None:
    south = Simulation(scenario="ags", bots={"german": "greedy", "soviet": "greedy"}, seed=1, games=3)
    assert "against itself, 4 games a scenario," in page({"agn": measured()})
    assert "against itself, 4 games of `agn`, 3 games of `ags`," in page({"agn": measured(), "ags": south})


def test_the_page_sorts_the_places_by_whether_they_fell_in_time() -> None:
    simulation = measured()
    simulation.captured["Kaunas"] = [2, 3]
    text = page({"agn": simulation})
    assert "In at least one game on its turn or before: Riga; only later: Kaunas; never: Daugavpils," in text
