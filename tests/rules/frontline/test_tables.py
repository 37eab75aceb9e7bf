"""The tables against the printed text, and their shape."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.rules.frontline.bombing import range_of_bombers

from .judging import TABLES

RESULTS = """
-7 R R R R R R R R O O O
-6 R R R R R R R O O B B
-5 R R R R R R O O B B Y
-4 R R R R O O O B B Y Y
-3 R R R O O O B B B Y G
-2 R O O O B B B B Y Y G
-1 O O O B B B Y Y Y G G
0 O O B B B Y Y Y Y G G
+1 O O B B Y Y Y Y G G G
+2 O B B Y Y Y Y G G G G
+3 B B B Y Y Y G G G G G
+4 B B Y Y Y G G G G G G
+5 B Y Y Y G G G G G G G
+6 Y Y Y G G G G G G G G
+7 Y Y G G G G G G G G G
"""
# As printed: row 4 is missing and row 6 stands there twice.
LOSSES = """
1 0 0 0 0 0 1 1
2 0 0 0 1 1 2 2
3 0 0 1 1 2 3 3
5 1 1 2 3 4 5 6
6 1 1 2 3 4 6 7
6 1 1 2 3 4 6 7
7 1 1 2 4 5 7 8
8 1 1 3 4 6 8 9
9 1 1 3 5 7 9 10
10 2 2 4 6 8 10 12
11 2 2 4 6 8 11 13
12 2 2 4 7 9 12 14
13 2 2 5 7 10 13 15
14 2 2 5 8 11 14 16
15 3 3 6 9 12 15 18
16 3 3 6 9 12 16 19
17 3 3 6 10 13 17 20
18 3 3 7 10 14 18 21
19 3 3 7 11 15 19 22
20 4 4 8 12 16 20 24
"""
TERRAIN = """
green occupy_and_beyond occupy occupy occupy occupy no_combat assault_succeeds
yellow occupy hold occupy hold hold no_combat assault_succeeds
blue occupy hold hold hold hold no_combat assault_succeeds
orange hold hold hold hold hold no_combat assault_fails
red pushed_out hold hold hold hold no_combat assault_fails
tank_supremacy counts void void void void no_combat void
air_supremacy counts counts counts void void no_combat counts
attacker_me 0 0 -1 0 0 0 0
defender_me 0 1 0 0 1 0 1
"""
WORST_TO_BEST = "ROBYG"


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("\n") if line]


def table(name: str) -> list[list[str]]:
    rows = zip(TABLES[name].rows.labels, TABLES[name].cells, strict=True)
    return [[label, *map(str, cells)] for label, cells in rows]


@pytest.mark.rule("frontline Results Table")
def test_the_results_table_is_as_printed() -> None:
    assert table("results") == lines(RESULTS)


@pytest.mark.rule("frontline Results Table")
def test_its_columns_run_from_1_3_to_5_1() -> None:
    printed = ["1:3", "1:2", "1:1", "3:2", "2:1", "5:2", "3:1", "7:2", "4:1", "9:2", "5:1"]
    assert list(TABLES["results"].columns.labels) == printed


def test_better_odds_never_hurt() -> None:
    for cells in TABLES["results"].cells:
        assert all(rank(a) <= rank(b) for a, b in pairwise(cells))


def test_a_better_difference_never_hurts() -> None:
    for column in zip(*TABLES["results"].cells, strict=True):
        assert all(rank(a) <= rank(b) for a, b in pairwise(column))


def rank(cell: object) -> int:
    return WORST_TO_BEST.index(str(cell))


@pytest.mark.rule("frontline Losses Table")
def test_every_printed_row_of_losses_is_in_the_table() -> None:
    ours = {row[0]: row for row in table("losses")}
    assert [ours[row[0]] for row in lines(LOSSES)] == lines(LOSSES)


@pytest.mark.rule("frontline Losses Table")
def test_every_cell_of_losses_is_ratio_times_strength_by_five() -> None:
    for row, column, cell in TABLES["losses"]:
        ratio = 1 if column == "highest" else int(column[0])
        assert cell == ratio * int(row) // 5


@pytest.mark.rule("frontline Losses Table")
def test_only_row_4_of_losses_is_inferred() -> None:
    found = {row for row, column, _ in TABLES["losses"] if provenance(row, column) != "printed"}
    assert found == {"4"}


def provenance(row: str, column: str) -> str:
    return TABLES["losses"].provenance_of(row=row, column=column)


@pytest.mark.rule("frontline Terrain Results", "frontline Amphibious Results")
def test_results_by_terrain_are_as_printed() -> None:
    assert table("terrain") == lines(TERRAIN)


def test_a_result_row_is_found_with_and_without_its_plus() -> None:
    assert [TABLES["results"].look_up(row=row, column="3:2") for row in ("+2", "2", 2)] == ["Y", "Y", "Y"]


@pytest.mark.rule("frontline Bomber Range")
@pytest.mark.parametrize(("year", "hexes"), [(1942, 5), (1943, 6), (1944, 7), (1945, 7)])
def test_bombers_fly_farther_every_year(year: int, hexes: int) -> None:
    assert range_of_bombers(TABLES, year) == hexes
