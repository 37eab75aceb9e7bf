"""The line has no gap, whatever is played: men are counted hex by hex from the columns, and nothing of the engine is asked."""

from __future__ import annotations

import pytest

from sandtable.kernel import Hex, top
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.combat import CombatRoll
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.closing import CloseLine
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.flagging import FlagsFirst, PlaceFlags
from sandtable.rules.frontline.turn.straightening import GiveUp
from sandtable.testing.randomplay import random_play

from .board import points

# Whoever is asked one of these stands before a line that was just closed.
CLOSED = (CloseLine, FlagsFirst, PlaceFlags, Commit, CombatRoll, GiveUp)
MEN_OF = (
    ("germany_men", "finland_men", "romania_men", "hungary_men", "italy_men"),
    ("ussr_men",),
)


def open_hexes(g: War) -> list[str]:
    """Hexes next to the enemy, over land or a strait, that nobody holds with a man or a garrison."""
    found = []
    sea = set(g.campaign.board.hexsides["water"].sides)
    for hex_ in g.campaign.hexes:
        side = g.holder[hex_] - 1
        if side not in (0, 1) or g.garrison[hex_] or any(getattr(g, name)[hex_] for name in MEN_OF[side]):
            continue
        enemies = [
            near
            for near in g.grid.neighbours(Hex(hex_))
            if near in g.campaign.around
            and g.holder[near] == 2 - side
            and g.grid.side(Hex(hex_), near) not in sea
        ]
        if enemies:
            found.append(g.campaign.name(hex_))
    return found


def assert_closed(scenario: str, seed: int) -> None:
    asked = set()
    for g, _ in random_play(RULEBOOK, RULEBOOK.setup(scenario), seed=seed, answers=2000):
        step = top(g)
        if isinstance(step, CLOSED):
            asked.add(type(step))
            assert open_hexes(g) == [], f"turn {g.turn}, {step!r}"
    assert {PlaceFlags, Commit, CombatRoll, GiveUp} <= asked


@pytest.mark.rule("frontline Front Line")
def test_no_gap_is_left_in_the_line_of_either_side() -> None:
    assert_closed("frontline-1943", 7)


@pytest.mark.long
@pytest.mark.rule("frontline Front Line")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scenario", ["frontline", "frontline-1943-fronts"])
def test_no_gap_is_left_in_the_line_of_either_side_at_length(scenario: str, seed: int) -> None:
    assert_closed(scenario, seed)


@pytest.mark.rule("frontline Front Line")
def test_a_gap_would_be_seen() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("frontline-1943"))
    assert open_hexes(g) == []
    points(g, "germany", "1509", 0, 1, 1, 0)
    assert open_hexes(g) == ["1509 Orel"]
