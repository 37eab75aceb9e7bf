"""Perft: how many different ways a small position can be played. The counts change when the rules do, and only then.

When a count changes, ``sandtable.testing.divide`` shows behind which answer; if the change is meant, the new number
belongs here.
"""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.testing import divide, perft

from .positions import position, units

SKIRMISH = """
    .  .  .  .
      P8 .  f4 .
    .  .  .  .
"""
RIVER_CROSSING = """
    .  w  .  .  .
      F4 M6 | p5 c  .
    .  r  .  .  .
"""


@pytest.mark.parametrize(("depth", "count"), [(1, 3), (2, 13), (3, 115), (4, 783), (5, 3_731)])
def test_a_panzer_division_against_a_rifle_division(depth: int, count: int) -> None:
    assert perft(position(SKIRMISH), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 5), (2, 32), (3, 178), (4, 1_087), (5, 8_478)])
def test_two_forces_across_a_river(depth: int, count: int) -> None:
    assert perft(position(RIVER_CROSSING), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 4), (2, 19), (3, 80), (4, 384), (5, 2_086)])
def test_the_russian_answer_across_the_river(depth: int, count: int) -> None:
    assert perft(position(RIVER_CROSSING, phasing=SOVIET), depth) == count


def test_a_count_is_the_sum_of_what_lies_behind_each_answer() -> None:
    g = position(SKIRMISH)
    assert sum(divide(g, 2).values()) == perft(g, 2)
    assert units(g, "P8")
