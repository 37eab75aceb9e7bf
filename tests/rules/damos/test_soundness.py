"""Complaints: whatever cannot be is noticed, and nothing that can."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.state import Fate, Front

from .exclusive.theater import theater
from .positions import unit


def front() -> Front:
    return theater(
        "barbarossa",
        {"ge-1-pz": "1410", "fi-2-inf": "0109", "hu-viii": "4132", "ro-i": "4725", "su-hanko": "0520"},
    )


def move(g: Front, name: str, hex_: str) -> None:
    g.put(unit(g, name), g.grid.hex(hex_))


def set_(g: Front, column: str, name: str, value: int) -> None:
    getattr(g, column)[unit(g, name)] = value


SPOILT: dict[str, Callable[[Front], None]] = {
    "off the map": lambda g: set_(g, "fate", "ge-1-pz", Fate.POOL),
    "fate 9": lambda g: set_(g, "fate", "ge-1-pz", 9),
    "strength 99": lambda g: set_(g, "sp", "ge-1-pz", 99),
    "strength 0": lambda g: set_(g, "sp", "ge-1-pz", 0),
    "a mark": lambda g: set_(g, "spent", "ge-1-pz", 2),
    "not in play": lambda g: move(g, "ge-1-pz", "0426"),
    "Hungarians and Romanians": lambda g: move(g, "hu-viii", "4725"),
    "Finns are in Leningrad": lambda g: move(g, "fi-2-inf", "0910"),
    "not in Hanko": lambda g: move(g, "su-hanko", "0818"),
    "turn 14": lambda g: setattr(g, "turn", 14),
    "no side": lambda g: setattr(g, "phasing", 2),
    "replacement points": lambda g: setattr(g, "soviet_rp", -1),
    "under control": lambda g: setattr(g, "axis_control", g.axis_control | 1 << g.grid.hex("0426")),
    "without a railway": lambda g: setattr(g, "converted", (1 << len(g.grid.cells)) - 1),
    "air unit": lambda g: setattr(g, "air", [0, 7, 0]),
    "3 areas": lambda g: setattr(g, "air", [0]),
    "attacks": lambda g: setattr(g, "expected", [4, 0, 0]),
    "movement points": lambda g: setattr(g, "mp_spent", -1),
    "the combat": lambda g: setattr(g, "battle_hex", g.grid.hex("0426")),
}


def test_a_sound_position_draws_no_complaint() -> None:
    assert RULEBOOK.complaints(front()) == []


@pytest.mark.parametrize("what", SPOILT)
def test_what_cannot_be_is_noticed(what: str) -> None:
    g = front()
    SPOILT[what](g)
    assert any(what in complaint for complaint in RULEBOOK.complaints(g))
