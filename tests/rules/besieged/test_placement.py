"""The free set-up: who may begin where, in what order, and that the border stays watched."""

from __future__ import annotations

import pytest

from sandtable.kernel import Hex, Seat, asked, members, options, settle
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.asking.why_not import why_not
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.war import War
from sandtable.rules.besieged.turn.placement import border_of, fronts, ground_of, place_refusal

from .board import CAMPAIGN, asks, hex_, log, offered, pick, unit, where


def begun() -> War:
    """The war in the east before its first turn, with units to be placed."""
    g = RULEBOOK.start(RULEBOOK.setup("besieged-1941", {"setup": "free"}))
    g.told = []
    settle(g)
    return g


def is_watched(g: War) -> bool:
    """Whether each hex of the border has a Soviet unit within two hexes."""
    return all(g.grid.within(Hex(h), 2) & g.occupied[SOVIET] for h in members(border_of(CAMPAIGN)))


@pytest.mark.rule("besieged Placement")
def test_without_the_switch_the_war_begins_at_once_with_everybody_in_his_place() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("besieged-1941"))
    settle(g)
    assert (g.turn, asks(g)) == (1, "RailMoves")


@pytest.mark.rule("besieged Placement")
def test_the_soviets_place_first_and_then_the_axis_and_then_the_war_begins() -> None:
    g = begun()
    assert (asked(g), g.turn) == ((SOVIET,), 0)
    pick(g, "place", "su-3a")
    assert f"to {where(g, 'su-3a')}" in offered(g)
    away = next(
        h for h in members(ground_of(g, unit("su-3a"))) if place_refusal(g, unit("su-3a"), Hex(h)) is None
    )
    pick(g, "to", away)
    assert "begins in" in log(g)[-1]
    # Each unit once.
    assert "place su-3a" not in offered(g)
    assert "was placed" in str(why_not(g, SOVIET, "place", {"unit": "su-3a"}))
    pick(g, "done")
    assert asked(g) == (AXIS,)
    pick(g, "done")
    assert (g.turn, sum(g.moved)) == (1, 0)


@pytest.mark.rule("besieged Placement")
def test_every_unit_may_begin_in_its_own_place_on_the_ground_of_its_front() -> None:
    g = begun()
    for side in (SOVIET, AXIS):
        for one in g.on_map(Seat(side)):
            reserve = g.counter(one).front == "Stavka"
            assert reserve or ground_of(g, one) >> g.hex_of[one] & 1, g.counter(one).id
    western, southern = fronts(CAMPAIGN)["Western"], fronts(CAMPAIGN)["Southern"]
    assert western >> hex_("Minsk") & 1
    assert not western & southern
    assert "ground of its front" in str(place_refusal(g, unit("su-3a"), hex_("Kiev")))


@pytest.mark.rule("besieged Placement")
def test_axis_units_begin_within_three_hexes_of_their_places_at_home() -> None:
    g = begun()
    pick(g, "done")
    for one in g.on_map(AXIS):
        ground = ground_of(g, one)
        assert not ground & g.control(SOVIET)
        assert all(g.grid.distance(Hex(h), CAMPAIGN.start[one]) <= 3 for h in members(ground))
    assert "within 3 hexes" in str(place_refusal(g, unit("ge-i"), hex_("Warsaw")))


@pytest.mark.rule("besieged Placement")
def test_the_border_stays_watched_however_the_soviets_draw_back() -> None:
    g = begun()
    assert is_watched(g)
    refused = 0
    while len(options(g)) > 1:
        one = options(g)[1].args[0]
        pick(g, "place", one)
        ways = [a.args[0] for a in options(g)]
        refused += sum(
            "border" in str(place_refusal(g, one, Hex(h)))
            for h in members(ground_of(g, one) & ~g.occupied[SOVIET])
        )
        # As far from the border as it may be.
        pick(g, "to", min(ways, key=lambda h: int(g.grid.name(Hex(h))[2:])))
    assert is_watched(g)
    assert refused
    assert RULEBOOK.complaints(g) == []


@pytest.mark.rule("besieged Placement", "besieged Static")
def test_a_garrison_that_does_not_move_begins_in_its_place() -> None:
    g = begun()
    still = next(c.id for c in g.roster.counters if c.turn == 1 and c.static_until and c.side == SOVIET)
    assert f"place {still}" not in offered(g)
    assert "garrison" in str(why_not(g, SOVIET, "place", {"unit": still}))
