"""Two builds of the same tree play the same games."""

from __future__ import annotations

from tools.game_digests import digests
from tools.wheels import unequal

from sandtable.testing.ford import RULEBOOK


def test_a_game_of_a_seed_has_the_same_digest_each_time_and_that_of_another_seed_another() -> None:
    first = list(digests(RULEBOOK, "ford", 3))
    assert list(digests(RULEBOOK, "ford", 3)) == first
    assert len(set(first)) == 3


def test_builds_that_part_are_named_by_scenario_and_seed() -> None:
    pure = ["agn 0 aa", "agn 1 bb", "ags 0 cc"]
    assert unequal(pure, ["agn 0 aa", "agn 1 xx", "ags 0 cc"]) == (["agn 1"], 3)
    assert unequal(pure, pure) == ([], 3)


def test_a_build_that_stops_early_is_told_by_what_it_did_not_play() -> None:
    assert unequal(["agn 0 aa", "agn 1 bb"], ["agn 0 aa"]) == (["agn 1"], 2)
