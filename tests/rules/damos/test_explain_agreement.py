"""Why not: the answers agree with the engine, on real boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TypeVar

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

S = TypeVar("S")


def moments(
    scenario: str, seed: int, kind: type[S], count: int, *, every: int = 7
) -> Iterator[tuple[Front, S, Seat]]:
    """Positions of random games in which a step of this kind asks: one of *every* so many, *count* in all."""
    setup = RULEBOOK.setup(scenario)
    games = (random_play(RULEBOOK, setup, seed=seed + n, answers=3000) for n in range(20))
    asking = (g for g, _ in chain.from_iterable(games) if isinstance(top(g), kind))
    found = 0
    for g in islice(asking, 0, every * count, every):
        step = top(g)
        assert isinstance(step, kind)
        yield g, step, asked(g)[0]
        found += 1
    assert found == count


def allowed(g: Front, verb: str, seat: Seat, **what: int) -> bool:
    names = {"unit": g.roster[what["unit"]].id}
    if "hex_" in what:
        names["hex"] = g.grid.name(Hex(what["hex_"]))
    refusal = RULEBOOK.why_not(g, seat, verb, names)
    assert refusal is None or (refusal.rule in RULEBOOK.paragraphs and refusal.reason)
    return refusal is None


def open_to(g: Front, verb: str, seat: Seat, unit: int) -> set[int]:
    """The hexes in which *unit* may do it."""
    return {h for h in g.grid.cells if allowed(g, verb, seat, unit=unit, hex_=h)}


def able(g: Front, verb: str, seat: Seat) -> set[int]:
    """The units that may do it."""
    return {u for u in range(len(g.hex_of)) if allowed(g, verb, seat, unit=u)}


def offered(g: Front, *verbs: str, at: int = 0) -> set[int]:
    """What the options with these verbs name, at that place."""
    return {a.args[at] for a in options(g) if a.verb in verbs}


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize("count", [3, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 3), ("ags", 4)])
def test_a_unit_may_enter_exactly_the_hexes_that_are_offered(scenario: str, seed: int, count: int) -> None:
    for g, step, seat in moments(scenario, seed, Act, count):
        force = step.units[0]
        assert open_to(g, "enter", seat, force) == offered(g, "move", "attack")
        assert open_to(g, "attack", seat, force) == offered(g, "attack")
        assert allowed(g, "rally", seat, unit=force) == (Action("rally") in options(g))


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 5), ("ags", 6)])
def test_exactly_the_units_in_offered_hexes_may_activate(scenario: str, seed: int) -> None:
    for g, _, seat in moments(scenario, seed, OperationsPhase, 6):
        assert {g.hex_of[u] for u in able(g, "activate", seat)} == offered(g, "activate")


@pytest.mark.rule("damos 2.6.1")
@pytest.mark.parametrize(("scenario", "seed"), [("agn", 7), ("ags", 8)])
def test_exactly_the_units_in_offered_hexes_may_react(scenario: str, seed: int) -> None:
    for g, _, seat in moments(scenario, seed, ReactionWindow, 4, every=1):
        assert {g.hex_of[u] for u in able(g, "react", seat)} == offered(g, "react")


@pytest.mark.rule("damos 6.0")
def test_exactly_the_offered_hexes_are_open_to_strategic_movement() -> None:
    for g, step, seat in moments("agn", 9, StrategicMove, 5):
        assert open_to(g, "strategic", seat, step.units[0]) == offered(g, "move")


@pytest.mark.rule("damos 5.0")
def test_exactly_the_offered_hexes_are_open_to_reinforcements() -> None:
    for g, step, seat in moments("agn", 10, PlaceReinforcement, 3):
        assert open_to(g, "place", seat, step.unit) == offered(g, "place", at=1)


@pytest.mark.rule("damos 5.0")
def test_exactly_the_offered_units_may_be_restored_or_rebuilt() -> None:
    for g, _, seat in moments("ags", 11, SpendPoints, 3):
        for verb in ("restore", "rebuild"):
            assert able(g, verb, seat) == offered(g, verb)
