"""Counters and options are put into words once and kept: what is kept is what a fresh look would give."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from sandtable.kernel.book import option_words
from sandtable.kernel.machine.actions import CONTROL, SPECTATOR, Seat
from sandtable.kernel.machine.engine import asked, options
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.seen import counters
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Fate, Front, Origin
from sandtable.rules.damos.series.position.supply import in_supply
from sandtable.testing import random_play

SCENARIOS = pytest.mark.parametrize("scenario", ["agn", "ags", "barbarossa"])
LOOKING = (AXIS, SOVIET, CONTROL, SPECTATOR)


def played(scenario: str, seed: int, every: int = 15) -> Iterator[Front]:
    """Some positions of a random game."""
    setup = RULEBOOK.setup(scenario)
    for number, (g, _) in enumerate(random_play(RULEBOOK, setup, seed=seed, answers=900)):
        if number % every == 0:
            yield g


def one_by_one(g: Front, seat: Seat) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The counters as *seat* sees them, each written down from the position itself."""
    on_map, off_map = [], []
    for unit, printed in enumerate(g.roster.counters):
        own = seat in (printed.side, CONTROL)
        seen = dict(printed.face)
        if g.fate[unit] == Fate.ON_MAP:
            seen["parent"] = printed.parent
            seen["zoi"] = printed.zoi
            seen["hex"] = g.grid.name(Hex(g.hex_of[unit]))
            seen["spent"] = bool(g.spent[unit])
            seen["demoralized"] = bool(g.demoralized[unit])
            seen["supplied"] = in_supply(g, unit)
            seen["cossack"] = bool(g.cossack[unit])
            seen["strength_least"], seen["strength_most"] = g.known_least[unit], g.known_most[unit]
            if own:
                seen["strength"] = g.sp[unit]
            on_map.append(seen)
        else:
            seen["fate"] = Fate(g.fate[unit]).name.lower()
            if g.fate[unit] == Fate.DUE:
                seen["turn"] = g.due[unit]
            off_map.append(seen)
        if g.origin[unit]:
            seen["set_up_in"] = Origin(g.origin[unit]).name.lower()
        if g.attempted[unit]:
            seen["attempted"] = True
        if g.marched[unit]:
            seen["marched"] = g.marched[unit]
        if g.sidelined[unit]:
            seen["sidelined"] = True
        if g.dropped[unit]:
            seen["dropped_off"] = True
        if own and g.start_sp[unit]:
            seen["strength_before"] = g.start_sp[unit]
    return on_map, off_map


@SCENARIOS
def test_the_counters_of_a_view_are_those_of_the_position(scenario: str) -> None:
    for g in played(scenario, seed=3):
        for seat in LOOKING:
            assert counters.counters(g, seat) == one_by_one(g, seat)


def test_they_are_so_also_where_what_was_kept_is_forgotten_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counters, "KEPT", 0)
    for g in played("agn", seed=4, every=60):
        for seat in LOOKING:
            assert counters.counters(g, seat) == one_by_one(g, seat)


def test_no_more_is_kept_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "KEPT", 2)
    for g in played("agn", seed=5, every=100):
        counters.counters(g, AXIS)
        assert len(g.campaign.looks[AXIS]) <= 3 * len(g.roster)


def test_what_is_hidden_from_a_seat_makes_no_other_look() -> None:
    rng = Random(6)
    for g in played("agn", seed=6, every=60):
        for seat in (AXIS, SOVIET):
            g.campaign.looks.clear()
            g.shown.counters.clear()
            counters.counters(g, seat)
            known = set(g.campaign.looks[seat])
            counters.counters(RULEBOOK.disguise(g, seat, rng), seat)
            assert set(g.campaign.looks[seat]) == known


def test_a_counter_that_looks_as_before_is_not_written_down_again() -> None:
    (g, _), *_rest = random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=7, answers=1)
    g.campaign.looks.clear()
    first = counters.counters(g, AXIS)
    g.shown.counters.clear()
    again = counters.counters(g.copy(), AXIS)
    assert all(a is b for now, then in zip(first, again, strict=True) for a, b in zip(now, then, strict=True))


@SCENARIOS
def test_options_read_the_same_when_nothing_was_kept(scenario: str) -> None:
    for g in played(scenario, seed=8, every=40):
        for seat in [seat for seat in asked(g) if seat >= 0]:
            offered = options(g, seat)
            kept = [RULEBOOK.wording(g, seat, action) for action in offered]
            option_words._worded.cache_clear()
            option_words.hex_words.cache_clear()
            assert [RULEBOOK.wording(g, seat, action) for action in offered] == kept


def test_of_a_position_that_has_been_looked_at_the_same_counters_are_the_same_lists() -> None:
    (g, _), *_rest = random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=8, answers=1)
    first, again = counters.counters(g, AXIS), counters.counters(g.copy(), AXIS)
    assert all(now is then for now, then in zip(first, again, strict=True))


def test_whoever_plays_on_changes_nothing_in_what_was_shown_before() -> None:
    (g, _), *_rest = random_play(RULEBOOK, RULEBOOK.setup("agn"), seed=9, answers=1)
    before = deepcopy(one_by_one(g, AXIS))
    shown = counters.counters(g, AXIS)
    unit = next(u for u, hex_ in enumerate(g.hex_of) if hex_ >= 0)
    g.demoralized[unit] = 1 - g.demoralized[unit]
    assert counters.counters(g, AXIS) == one_by_one(g, AXIS)
    assert shown == before
