"""The printed tables, cell by cell, and the shape of the reconstructed ones."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import (
    PLAN_DRM,
    MatrixEffect,
    Plan,
    Posture,
    matrix_effect,
    rung_of,
)
from tests.rules.damos.positions import position

CRT = RULEBOOK.tables["crt"]
ATTRITION = RULEBOOK.tables["attrition"]
MATRIX = RULEBOOK.tables["combat_matrix"]
COUNTERATTACK = RULEBOOK.tables["counterattack"]

# As printed on the back covers: rows 0 to 9 with all twelve columns, rows 16 to 20 with the four of three dice.
PRINTED = """
 0   0  0  0  0  0  0h 0d 1  1  1h 1d 2
 1   0  0  0  0  0h 0d 1  1  1h 1d 2  2
 2   0  0  0  0h 0d 1  1  1h 1d 2  2  2
 3   0  0  0h 0d 1  1  1h 1d 2  2  2  2
 4   0  0h 0d 1  1  1h 1d 2  2  2  2  3
 5   0h 0d 1  1  1h 1d 2  2  2  2  3  3
 6   0d 1  1  1h 1d 2  2  2  2  3  3  3
 7   1  1  1h 1d 2  2  2  2  3  3  3  3
 8   1  1h 1d 2  2  2  2  3  3  3  3  4
 9   1h 1d 2  2  2  2  3  3  3  3  4  4
16   5  5  5  6
17   5  5  6  6
18   5  6  6  6
19   6  6  6  6
20   6  6  6  7
"""
# Every legible cell lies on one sequence by row + column; rows 10 to 15, garbled in print, follow it.
DIAGONAL = [
    "0",
    "0",
    "0",
    "0",
    "0",
    "0h",
    "0d",
    "1",
    "1",
    "1h",
    "1d",
    "2",
    "2",
    "2",
    "2",
    "3",
    "3",
    "3",
    "3",
    "4",
    "4",
    "4",
    "4",
    "5",
    "5",
    "5",
    "5",
    "6",
    "6",
    "6",
    "6",
    "7",
]
LAST_ROW = (9, 15, 20)

PRINTED_ATTRITION = """
2     1 2 2 3 4 5 6
3     1 1 2 2 3 4 5
4-5   - 1 1 2 2 3 4
6-8   - - 1 1 2 2 3
9-10  - - - 1 1 2 2
11    - - - - 1 1 2
12    - - - - - 1 1
"""


def printed_cells() -> list[tuple[int, int, str]]:
    """Row, column and value of each printed cell."""
    lines = [line.split() for line in PRINTED.strip().splitlines()]
    return [
        (int(row), column, value)
        for row, *values in lines
        for column, value in enumerate(values, 12 - len(values))
    ]


def crt_cell(row: int, column: int) -> str:
    return str(CRT.look_up(row=row, column=CRT.columns.labels[column]))


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize(("row", "column", "value"), printed_cells())
def test_the_crt_says_what_is_printed(row: int, column: int, value: str) -> None:
    assert crt_cell(row, column) == value


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize(
    ("row", "column"),
    [(row, column) for column in range(12) for row in range(LAST_ROW[column // 4] + 1)],
)
def test_every_cell_of_the_crt_lies_on_the_diagonal(row: int, column: int) -> None:
    assert crt_cell(row, column) == DIAGONAL[row + column]


@pytest.mark.rule("damos 8.6")
def test_the_crt_has_no_cells_below_the_last_row_of_one_and_of_two_dice() -> None:
    empty = [(row, column) for column in range(12) for row in range(21) if not crt_cell(row, column)]
    assert empty == [(row, column) for column in range(8) for row in range(LAST_ROW[column // 4] + 1, 21)]


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize("column", range(12))
def test_a_higher_roll_never_inflicts_less(column: int) -> None:
    rungs = [rung_of(crt_cell(row, column)) for row in range(LAST_ROW[column // 4] + 1)]
    assert rungs == sorted(rungs)


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize("row", range(21))
def test_more_strength_never_inflicts_less(row: int) -> None:
    rungs = [rung_of(crt_cell(row, column)) for column in range(12) if crt_cell(row, column)]
    assert rungs == sorted(rungs)


@pytest.mark.rule("damos 8.6")
def test_only_six_cells_of_the_crt_are_inferred() -> None:
    words = [CRT.provenance_of(row=row, column=column) for row, column, _ in CRT]
    assert words.count("inferred") == 6
    assert words.count("printed") == len(words) - 6


@pytest.mark.rule("damos 9.0")
@pytest.mark.parametrize("line", PRINTED_ATTRITION.strip().splitlines())
def test_the_attrition_table_says_what_is_printed(line: str) -> None:
    row, *values = line.split()
    cells = [ATTRITION.look_up(row=row, column=column) for column in ATTRITION.columns.labels]
    assert cells == [0 if value == "-" else int(value) for value in values]


@pytest.mark.rule("damos 9.0")
def test_attrition_never_grows_with_the_roll_nor_shrinks_with_the_force() -> None:
    for above, below in pairwise(ATTRITION.cells):
        assert all(int(a) >= int(b) for a, b in zip(above, below, strict=True))
    assert all(list(row) == sorted(row) for row in ATTRITION.cells)


# ---- the Combat Matrix

MATRIX_CELLS = {
    ("steadfast", "meeting"): MatrixEffect(defender_drm=1),
    ("steadfast", "standard"): MatrixEffect(defender_drm=1),
    ("steadfast", "grand_assault"): MatrixEffect(attacker_lp=1),
    ("steadfast", "penetration"): MatrixEffect(defender_lp=1),
    ("counterattack", "meeting"): MatrixEffect(attacker_drm=-1),
    ("counterattack", "standard"): MatrixEffect(),
    ("counterattack", "grand_assault"): MatrixEffect(defender_lp=1),
    ("counterattack", "penetration"): MatrixEffect(attacker_lp=1, defender_drm=-1),
    ("delay", "meeting"): MatrixEffect(defender_lp=-1),
    ("delay", "standard"): MatrixEffect(defender_lp=-1, defender_drm=-1),
    ("delay", "grand_assault"): MatrixEffect(defender_lp=-1, defender_drm=-2),
    ("delay", "penetration"): MatrixEffect(defender_lp=1, attacker_drm=1),
    ("hedgehog", "meeting"): MatrixEffect(defender_drm=1),
    ("hedgehog", "standard"): MatrixEffect(defender_drm=1, attacker_drm=-1),
    ("hedgehog", "grand_assault"): MatrixEffect(defender_lp=1),
    ("hedgehog", "penetration"): MatrixEffect(attacker_lp=1),
}


def effect(posture: str, plan: str) -> MatrixEffect:
    return matrix_effect(position(". ."), Plan[plan.upper()], Posture[posture.upper()])


def favour(posture: str, plan: str) -> int:
    """How many steps, of dice and of the ladder, a cell is worth to the attacker."""
    found = effect(posture, plan)
    return found.attacker_drm - found.defender_drm - found.attacker_lp + found.defender_lp


@pytest.mark.rule("damos 8.4")
@pytest.mark.parametrize(("posture", "plan"), MATRIX_CELLS)
def test_each_cell_of_the_combat_matrix_is_read(posture: str, plan: str) -> None:
    assert effect(posture, plan) == MATRIX_CELLS[posture, plan]


@pytest.mark.rule("damos 8.4")
def test_the_cell_of_the_example_is_printed_and_all_others_are_reconstructed() -> None:
    printed = [(r, c) for r, c, _ in MATRIX if MATRIX.provenance_of(row=r, column=c) == "printed"]
    assert printed == [("counterattack", "penetration")]


@pytest.mark.rule("damos 8.4")
@pytest.mark.parametrize("posture", ["steadfast", "delay"])
def test_penetration_beats_those_who_stand_or_yield(posture: str) -> None:
    assert favour(posture, "penetration") > favour(posture, "grand_assault")


@pytest.mark.rule("damos 8.4")
@pytest.mark.parametrize("posture", ["counterattack", "hedgehog"])
def test_a_grand_assault_beats_those_who_strike_back_or_dig_in(posture: str) -> None:
    assert favour(posture, "grand_assault") > favour(posture, "penetration")


@pytest.mark.rule("damos 8.4")
def test_a_demoralized_defender_does_not_use_the_combat_matrix() -> None:
    g = position(". .")
    assert {matrix_effect(g, plan, Posture.NONE) for plan in Plan} == {MatrixEffect()}


@pytest.mark.rule("damos 8.5")
def test_no_plan_against_any_posture_gives_the_attacker_more_than_three() -> None:
    totals = [PLAN_DRM[Plan[plan.upper()]] + cell.attacker_drm for (_, plan), cell in MATRIX_CELLS.items()]
    assert max(totals) == 3


# ---- the Counterattack Table

COUNTERATTACK_CELLS = """
1   3/0  2/0  2/1  1/1  1/2
2   2/0  2/1  1/1  1/2  1/3
3   2/1  1/1  1/2  1/3  0/3
4   1/1  1/2  1/3  0/3  0/4
5   1/2  1/3  0/3  0/4  0/4
6   1/3  0/3  0/4  0/4  0/5
"""


@pytest.mark.rule("damos 8.9")
@pytest.mark.parametrize("line", COUNTERATTACK_CELLS.strip().splitlines())
def test_each_row_of_the_counterattack_table(line: str) -> None:
    die, *values = line.split()
    assert [COUNTERATTACK.look_up(row=die, column=c) for c in COUNTERATTACK.columns.labels] == values


@pytest.mark.rule("damos 8.9")
def test_the_counterattack_table_lies_on_one_diagonal() -> None:
    diagonal = ["3/0", "2/0", "2/1", "1/1", "1/2", "1/3", "0/3", "0/4", "0/4", "0/5"]
    for die, row in enumerate(COUNTERATTACK.cells):
        assert list(row) == diagonal[die : die + 5]


@pytest.mark.rule("damos 8.9")
def test_a_six_at_one_to_three_is_printed() -> None:
    assert COUNTERATTACK.provenance_of(row="6", column="1:3") == "printed"
    assert COUNTERATTACK.provenance_of(row="5", column="1:3") == "reconstructed"
