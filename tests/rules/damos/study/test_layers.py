"""[2.5, 2.6, 2.9, 2.10] What can be laid over the map."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sandtable.kernel.book.study import Layer
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import SPECTATOR, Seat
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.asking.known import known, points
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.testing.properties import seats_of
from sandtable.testing.randomplay import random_play

from ..positions import position, shake, wear

FACING = """
    .  .  .  .  .  .  .
      .  P8 .  .  .  p8 .
    .  .  .  .  .  .  .
"""


def layer(g: Front, name: str, seat: Seat = AXIS) -> Layer:
    return next(found for found in RULEBOOK.layers(g, seat) if found.name == name)


def around(g: Front, hex_: str, far: int) -> set[str]:
    here = g.grid.hex(hex_)
    return {g.grid.name(h) for h in g.grid.cells if g.grid.distance(here, h) <= far}


# ---- zones and control


@pytest.mark.rule("damos 2.5")
def test_a_steady_force_controls_the_hexes_around_it() -> None:
    g = position(FACING, turn=3)
    assert set(layer(g, "german_zoc").hexes) == around(g, "0202", 1)


@pytest.mark.rule("damos 2.5")
def test_a_demoralized_force_has_no_zone() -> None:
    g = shake(position(FACING, turn=3), "P8")
    assert layer(g, "german_zoc").hexes == layer(g, "german_influence").hexes == ()


@pytest.mark.rule("damos 2.6")
def test_influence_reaches_as_far_as_the_strength_of_the_stack() -> None:
    g = position(FACING, turn=3)
    assert set(layer(g, "german_influence").hexes) == around(g, "0202", 2)


@pytest.mark.rule("damos 2.4")
def test_the_influence_of_an_enemy_goes_by_what_is_printed() -> None:
    g = wear(position(FACING, turn=3), P8=3, p8=3)
    assert set(layer(g, "german_influence", AXIS).hexes) == around(g, "0202", 1)
    assert set(layer(g, "german_influence", SOVIET).hexes) == around(g, "0202", 2)
    assert set(layer(g, "soviet_influence", SPECTATOR).hexes) == around(g, "0206", 2)


@pytest.mark.rule("damos 2.9")
def test_every_land_hex_belongs_to_one_side() -> None:
    g = position(FACING, turn=3)
    german, soviet = set(layer(g, "german_control").hexes), set(layer(g, "soviet_control").hexes)
    assert german & soviet == set()
    assert german == {"0101", "0201", "0301"}


# ---- supply


@pytest.mark.rule("damos 2.10")
def test_a_stack_in_supply_has_a_line_from_hex_to_hex_to_its_source() -> None:
    g = position(FACING, turn=3)
    (german,) = layer(g, "german_supply").lines
    assert (german[0], german[-1] in ("0101", "0201", "0301")) == ("0202", True)
    assert all(g.grid.hex(b) in g.grid.neighbours(g.grid.hex(a)) for a, b in pairwise(german))
    (soviet,) = layer(g, "soviet_supply").lines
    assert soviet[0] == "0206"


@pytest.mark.rule("damos 2.10")
def test_a_stack_that_is_cut_off_has_no_line() -> None:
    g = position(FACING, turn=3, edge_rails=False)
    assert layer(g, "german_supply").lines == ()
    assert layer(g, "german_supply").hexes == ()


def test_every_stack_in_supply_has_a_line_in_real_games() -> None:
    setup = RULEBOOK.setup("agn")
    positions = [g.copy() for g, _ in random_play(RULEBOOK, setup, seed=3, answers=150)][::30]
    for g in positions:
        for name, side in (("german_supply", AXIS), ("soviet_supply", SOVIET)):
            found = layer(g, name)
            starts = {line[0] for line in found.lines}
            assert starts <= set(found.hexes)
            stands = {g.grid.name(h) for h in g.grid.cells if g.units(h, side)} & set(found.hexes)
            # Leningrad and the hexes around it are in supply without any line, and Finns have lines of their own.
            city = {g.grid.name(h) for h in g.grid.cells if g.grid.distance(h, g.campaign.leningrad) <= 1}
            finns = {line[0] for line in layer(g, "finnish_supply").lines}
            assert stands - starts <= city | finns


@pytest.mark.rule("damos AGN 4.3.1")
def test_the_converted_railway_is_drawn_from_hex_to_hex_and_ends_in_railheads() -> None:
    g = position(FACING, turn=3, rails=("0201 0202 0203",), axis="0202")
    g.converted |= 1 << g.grid.hex("0202")
    rail = layer(g, "converted_rail")
    assert {"0201", "0202"} in [set(pair) for pair in rail.lines]
    assert not any("0203" in pair for pair in rail.lines)
    assert "0202" in layer(g, "railheads").hexes


# ---- what a seat reckons with


def test_a_position_as_a_seat_knows_it_looks_to_it_like_the_real_one() -> None:
    rng = Random(1)
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup("ags"), seed=5, answers=120):
        seat = rng.choice(seats_of(RULEBOOK, g))
        assert view(RULEBOOK, known(g, seat), seat) == view(RULEBOOK, g, seat)


@pytest.mark.rule("damos 2.4")
def test_a_seat_knows_its_own_strength_and_the_printed_one_of_its_enemy() -> None:
    g = wear(position(FACING, turn=3), P8=3, p8=2)
    assert [list(known(g, seat).sp) for seat in (AXIS, SOVIET, SPECTATOR)] == [[3, 8], [8, 2], [8, 8]]


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (11, "5½"), (12, "6")])
def test_movement_points_are_read_in_wholes_and_halves(halves: int, text: str) -> None:
    assert points(halves) == text
