from __future__ import annotations

import pytest

from sandtable.kernel import CONTROL, Scenario, Seat, UnknownName, register
from sandtable.kernel.game.records import begin
from sandtable.kernel.game.views import view
from tests.testing.caravans import CaravanRulebook

SEATS = ("amber", "jade", "slate")


def of_sides(**sides: str) -> Scenario:
    return Scenario(name="league", title="The League", summary="", seats=SEATS, sides=sides)


class LeagueRulebook(CaravanRulebook):
    """The Caravans, with two houses in league against the third."""

    name = "league"
    scenarios = (of_sides(amber="league", slate="league"),)


LEAGUE = LeagueRulebook()


def test_each_seat_is_its_own_side_unless_the_scenario_says_otherwise() -> None:
    assert of_sides().every_side == SEATS
    assert [of_sides().side(seat) for seat in SEATS] == list(SEATS)


def test_a_scenario_says_which_side_a_seat_belongs_to() -> None:
    found = LEAGUE.scenario("league")
    assert found.every_side == ("league", "jade")
    assert found.seats_of("league") == ("amber", "slate")
    assert found.seats_of("jade") == ("jade",)


def test_no_seat_is_on_a_side_that_the_scenario_has_not() -> None:
    with pytest.raises(UnknownName, match="no seat 'ruby'"):
        of_sides(ruby="league")


def test_no_side_is_called_a_draw_or_like_control() -> None:
    with pytest.raises(UnknownName, match="'draw'"):
        of_sides(amber="draw")

    class Mine(CaravanRulebook):
        name = "mine"
        scenarios = (of_sides(amber="control"),)

    with pytest.raises(ValueError, match="'control'"):
        register(Mine())


def test_the_seats_of_a_side_are_allies() -> None:
    setup = LEAGUE.setup("league")
    assert LEAGUE.allies(setup, Seat(0)) == LEAGUE.allies(setup, Seat(2)) == (0, 2)
    assert LEAGUE.allies(setup, Seat(1)) == (1,)
    assert LEAGUE.side_name(setup, Seat(2)) == "league"
    assert (LEAGUE.side_name(setup, CONTROL), LEAGUE.allies(setup, CONTROL)) == ("control", ())


def test_views_name_the_sides_where_they_are_not_the_seats() -> None:
    seen = view(LEAGUE, begin(LEAGUE, LEAGUE.setup("league")), Seat(1))
    assert seen["sides"] == {"amber": "league", "jade": "jade", "slate": "league"}
    alone = CaravanRulebook()
    assert "sides" not in view(alone, begin(alone, alone.setup("caravans")), Seat(1))
