"""Why not: the answers agree with the engine, on real boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

import pytest

from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import asked, options, top
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.movement import Act
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.reaction import ReactionWindow
from sandtable.rules.damos.series.replacements import PlaceReinforcement, SpendPoints
from sandtable.rules.damos.series.strategic import StrategicMove
from sandtable.testing.randomplay import random_play


def moments(scenario: str, seed: int, kind: type, count: int, *, every: int = 7) -> Iterator[Front]:
    """Positions of random games in which a step of this kind asks: one of *every* so many, *count* in all."""
    setup = RULEBOOK.setup(scenario)
    games = (random_play(RULEBOOK, setup, seed=seed + n, answers=3000) for n in range(20))
    asking = (g for g, _ in chain.from_iterable(games) if isinstance(top(g), kind))
    return islice(asking, 0, every * count, every)


def allowed(g: Front, verb: str, seat: Seat, **what: int) -> bool:
    names = {"unit": g.roster[what["unit"]].id}
    if "hex_" in what:
        names["hex"] = g.grid.name(Hex(what["hex_"]))
    refusal = RULEBOOK.why_not(g, seat, verb, names)
    assert refusal is None or (refusal.rule in RULEBOOK.paragraphs and refusal.reason)
    return refusal is None


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 3), ("ags", 4)])
def test_a_unit_may_enter_exactly_the_hexes_that_are_offered(scenario: str, seed: int) -> None:
    checked = 0
    for g in moments(scenario, seed, Act, 8):
        step = top(g)
        assert isinstance(step, Act)
        listed = options(g)
        offered = {a.args[0] for a in listed if a.verb in ("move", "attack")}
        attacks = {a.args[0] for a in listed if a.verb == "attack"}
        seat, force = asked(g)[0], step.units[0]
        assert {h for h in g.grid.cells if allowed(g, "enter", seat, unit=force, hex_=h)} == offered
        assert {h for h in g.grid.cells if allowed(g, "attack", seat, unit=force, hex_=h)} == attacks
        assert allowed(g, "rally", seat, unit=force) == (Action("rally") in listed)
        checked += 1
    assert checked == 8


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 5), ("ags", 6)])
def test_exactly_the_units_in_offered_hexes_may_activate(scenario: str, seed: int) -> None:
    checked = 0
    for g in moments(scenario, seed, OperationsPhase, 6):
        seat = asked(g)[0]
        offered = {a.args[0] for a in options(g) if a.verb == "activate"}
        able = {g.hex_of[u] for u in range(len(g.hex_of)) if allowed(g, "activate", seat, unit=u)}
        assert able == offered
        checked += 1
    assert checked == 6


@pytest.mark.rule("damos 2.6.1")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 7), ("ags", 8)])
def test_exactly_the_units_in_offered_hexes_may_react(scenario: str, seed: int) -> None:
    checked = 0
    for g in moments(scenario, seed, ReactionWindow, 4, every=1):
        seat = asked(g)[0]
        offered = {a.args[0] for a in options(g) if a.verb == "react"}
        able = {g.hex_of[u] for u in range(len(g.hex_of)) if allowed(g, "react", seat, unit=u)}
        assert able == offered
        checked += 1
    assert checked == 4


@pytest.mark.rule("damos 6.0")
def test_exactly_the_offered_hexes_are_open_to_strategic_movement() -> None:
    checked = 0
    for g in moments("agn", 9, StrategicMove, 5):
        step = top(g)
        assert isinstance(step, StrategicMove)
        offered = {a.args[0] for a in options(g) if a.verb == "move"}
        unit_ = step.units[0]
        assert {
            h for h in g.grid.cells if allowed(g, "strategic", asked(g)[0], unit=unit_, hex_=h)
        } == offered
        checked += 1
    assert checked == 5


@pytest.mark.rule("damos 5.0")
def test_exactly_the_offered_hexes_are_open_to_reinforcements() -> None:
    checked = 0
    for g in moments("agn", 10, PlaceReinforcement, 3):
        step = top(g)
        assert isinstance(step, PlaceReinforcement)
        offered = {a.args[1] for a in options(g) if a.verb == "place"}
        seat = asked(g)[0]
        assert {h for h in g.grid.cells if allowed(g, "place", seat, unit=step.unit, hex_=h)} == offered
        checked += 1
    assert checked == 3


@pytest.mark.rule("damos 5.0")
def test_exactly_the_offered_units_may_be_restored_or_rebuilt() -> None:
    checked = 0
    for g in moments("ags", 11, SpendPoints, 3):
        seat = asked(g)[0]
        units = range(len(g.hex_of))
        for verb in ("restore", "rebuild"):
            offered = {a.args[0] for a in options(g) if a.verb == verb}
            assert {u for u in units if allowed(g, verb, seat, unit=u)} == offered
        checked += 1
    assert checked == 3
