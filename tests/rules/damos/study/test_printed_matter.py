"""Terms, briefings, marks, the calendar and the state of victory."""

from __future__ import annotations

import pytest

from sandtable.kernel.game.game import Game
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import Seat
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.events import CombatBegan, Moved, TurnBegan
from sandtable.rules.damos.series.exclusive import victory
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.testing.randomplay import random_play

SCENARIOS = [scenario.name for scenario in RULEBOOK.scenarios]


def started(scenario: str) -> Front:
    return Game(RULEBOOK, RULEBOOK.setup(scenario)).state


def take(g: Front, *cities: str) -> Front:
    for city in cities:
        g.take_control(g.campaign.board.places[city].hex, AXIS)
    return g


# ---- terms and briefings


def test_every_term_cites_a_paragraph_of_the_book() -> None:
    assert len(RULEBOOK.terms) >= 40
    assert [t.term for t in RULEBOOK.terms.values() if t.rule not in RULEBOOK.paragraphs] == []


def test_no_word_is_explained_twice() -> None:
    words = [word.lower() for term in RULEBOOK.terms.values() for word in (term.term, *term.aliases)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_has_a_briefing_for_both_sides(scenario: str) -> None:
    briefing = RULEBOOK.briefing(scenario)
    assert briefing is not None
    assert tuple(side.seat for side in briefing.sides) == RULEBOOK.scenario(scenario).seats
    assert 3 <= len(briefing.text) <= 5
    assert all(side.goal and side.advice for side in briefing.sides)
    assert [rule for rule, _ in briefing.rules if rule not in RULEBOOK.paragraphs] == []
    assert briefing.turns == RULEBOOK.setup(scenario).options["turns"]


# ---- marks


def test_a_turn_is_marked_with_its_name() -> None:
    mark = RULEBOOK.mark(started("agn"), TurnBegan(2).as_json())
    assert mark is not None
    assert tuple(mark) == ("turn", "Turn 2, 2nd July", None)


def test_a_combat_is_marked_with_its_place() -> None:
    g = started("agn")
    riga = g.campaign.riga
    mark = RULEBOOK.mark(g, CombatBegan(riga, (), (), 8, 4, 1, 0).as_json())
    assert mark is not None
    assert tuple(mark) == ("combat", "Combat in Riga", g.grid.name(riga))


def test_a_march_is_not_marked() -> None:
    assert RULEBOOK.mark(started("agn"), Moved((1,), (2, 3)).as_json()) is None


# ---- the calendar


@pytest.mark.rule("damos 5.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_calendar_holds_every_unit_that_is_due(scenario: str) -> None:
    g = started(scenario)
    calendar = view(RULEBOOK, g, Seat(0))["position"]["calendar"]
    due = {
        (g.due[unit], g.roster[unit].id)
        for unit, fate in enumerate(g.fate)
        if fate == Fate.DUE and g.due[unit] <= 12
    }
    assert {(entry["turn"], unit) for entry in calendar for unit in entry["arrives"]} == due
    assert [entry["turn"] for entry in calendar] == sorted({turn for turn, _ in due})


@pytest.mark.rule("damos 5.0")
def test_the_calendar_is_the_same_for_both_sides() -> None:
    g = started("agn")
    views = [view(RULEBOOK, g, seat)["position"]["calendar"] for seat in (AXIS, SOVIET)]
    assert views[0] == views[1]


# ---- victory


@pytest.mark.rule("damos AGS 5.0")
def test_the_south_says_what_is_missing_for_the_next_level() -> None:
    lines = [(line.what, line.value) for line in victory.objectives(take(started("ags"), "Kiev")).lines]
    assert lines == [
        ("Kiev is in German hands", 1),
        ("Rostov is in German hands", 0),
        ("missing for a German major victory: Rostov", 1),
    ]


@pytest.mark.rule("damos AGN 5.0")
def test_with_leningrad_taken_nothing_is_missing() -> None:
    lines = [line.what for line in victory.objectives(take(started("agn"), "Leningrad")).lines]
    assert not [what for what in lines if what.startswith("missing")]


@pytest.mark.rule("damos AGN 5.0")
def test_the_combined_game_counts_the_cities_that_are_missing() -> None:
    g = take(started("barbarossa"), "Kiev", "Moscow")
    assert victory.objectives(g).lines[-1].value == 1
    take(g, "Rostov")
    assert victory.objectives(g).lines[-1].what == "Rostov is taken or isolated"


@pytest.mark.rule("damos AGN 5.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_is_missing_exactly_where_the_germans_have_a_major_victory(scenario: str) -> None:
    g = started(scenario)
    for city in ("Rostov", "Leningrad", "Moscow", "Kiev"):
        complete = not any(line.what.startswith("missing") for line in victory.objectives(g).lines)
        assert complete == (victory.judge(g)[:2] == (AXIS, "major"))
        if city in g.campaign.board.places:
            take(g, city)
    assert victory.judge(g)[:2] == (AXIS, "major")


def test_the_view_shows_the_state_of_victory_with_its_lines() -> None:
    *_, (g, _) = random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=2, answers=20)
    shown = view(RULEBOOK, g, Seat(0))["position"]["victory"]
    assert shown["lines"] == victory.objectives(g).as_json()
    assert shown["level"] == victory.judge(g)[1]
