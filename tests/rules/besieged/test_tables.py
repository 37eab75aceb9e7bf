"""The card's tables against the printed text, and their shape."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.kernel.printed.tables import Table
from sandtable.rules.besieged.calendar import turn_name, year_of
from sandtable.rules.besieged.combat import parts
from sandtable.rules.besieged.victory import cities_needed, is_sudden_death

from .judging import TABLES

CRT = """
-1 AE* AE* AE* AE* A3 A2 DR BR D1 D1 D2
0 AE* AE* AE* AE* A2 A1 DR D1 X2 D1 D2
1 AE* AE* AE* AE A2 A1 BR D1 X2 D2 D2
2 AE* AE* AE A2 A1 AR BR X2 D2 D2 D3
3 AE* AE AE A2 A1 DR D1 X2 D2 D3 D3
4 AE AE A2 A1 AR BR D1 D2 D3 D3 DE
5 AE A3 A2 A1 AR BR X2 D2 D3 DE DE
6 AE A3 A2 A1 DR D1 X2 D3 DE DE DE*
7 A3 A3 A1 AR BR X2 D2 DE DE DE* DE*
8 A3 A2 A1 AR BR X2 D3 DE DE* DE* DE*
9 A3 A2 AR BR D1 D2 DE DE* DE* DE* DE*
10 A2 A1 BR BR X2 D2 DE DE* DE* DE* DE*
11 A2 A1 BR BR X2 D3 DE DE* DE* DE* DE*
"""
BLITZKRIEG = """
1-3;BR;X2;D1;D2;D1-Adv 2;D2-Adv 2
4-6;X2;D2;D2-Adv 1;D2-Adv 1;D2-Adv 2;D2-Adv 3
7-9;D2-Adv 1;D2-Adv 2;D2-Adv 2;D3-Adv 2;DE-Adv 2;DE-Adv 3
10;D2-Adv 2;DE-Adv 2;DE-Adv 3;DE-Adv 3;DE-Adv 3;DE-Adv 3
"""
# From the attacker's worst to his best.
SEVERITY = ["AE*", "AE", "A3", "A2", "A1", "AR", "DR", "BR", "D1", "X2", "D2", "D3", "DE", "DE*"]


def printed(table: Table) -> list[list[str]]:
    """Rows with their labels, as the card prints them."""
    rows = zip(table.rows.labels, table.cells, strict=True)
    return [[label, *map(str, cells)] for label, cells in rows]


@pytest.mark.rule("besieged CRT")
def test_the_crt_is_as_printed() -> None:
    assert printed(TABLES["crt"]) == [line.split() for line in CRT.split("\n") if line]


@pytest.mark.rule("besieged CRT")
def test_the_crt_has_eleven_columns_from_1_5_to_7_1() -> None:
    assert TABLES["crt"].columns.labels == (
        *(f"1-{n}" for n in range(5, 1, -1)),
        *(f"{n}-1" for n in range(1, 8)),
    )


@pytest.mark.rule("besieged Blitzkrieg")
def test_the_blitzkrieg_table_is_as_printed() -> None:
    assert printed(TABLES["blitzkrieg"]) == [line.split(";") for line in BLITZKRIEG.split("\n") if line]
    assert TABLES["blitzkrieg"].columns.labels == ("3-1", "4-1", "5-1", "6-1", "7-1", "10-1")


def test_a_better_die_never_hurts_on_the_crt() -> None:
    columns = list(zip(*TABLES["crt"].cells, strict=True))
    falls = [(a, b) for column in columns for a, b in pairwise(column) if rank(a) > rank(b)]
    assert falls == []


def test_better_odds_never_hurt_on_the_crt_except_in_row_0_as_printed() -> None:
    rows = zip(TABLES["crt"].rows.labels, TABLES["crt"].cells, strict=True)
    falls = [(label, a, b) for label, cells in rows for a, b in pairwise(cells) if rank(a) > rank(b)]
    assert falls == [("0", "X2", "D1")]


def test_a_better_die_never_hurts_on_the_blitzkrieg_table() -> None:
    for column in zip(*TABLES["blitzkrieg"].cells, strict=True):
        assert all(blitz_rank(a) <= blitz_rank(b) for a, b in pairwise(column))


def rank(cell: object) -> int:
    return SEVERITY.index(str(cell))


def blitz_rank(cell: object) -> tuple[int, int]:
    code, advance = parts(str(cell))
    return rank(code), advance


def test_every_cell_is_explained_by_the_key() -> None:
    for name in ("crt", "blitzkrieg"):
        for _, _, cell in TABLES[name]:
            assert parts(str(cell))[0] in SEVERITY


@pytest.mark.rule("besieged Air Support")
@pytest.mark.parametrize(("weather", "most"), [("clear", 4), ("light_mud", 3), ("mud", 2), ("snow", 0)])
def test_the_air_support_chart(weather: str, most: int) -> None:
    assert TABLES["air_support"].look_up(row=weather, column="air units") == most


def test_only_the_snow_of_the_air_chart_is_not_printed() -> None:
    chart = TABLES["air_support"]
    found = [chart.provenance_of(row=row, column="air units") for row in chart.rows.labels]
    assert found == ["printed", "printed", "printed", "inferred"]


def test_modifiers_are_one_each_way_and_terrain_is_the_defender_s() -> None:
    assert set(TABLES["modifiers"].cells[:3]) == {(1, -1)}
    assert set(TABLES["modifiers"].cells[3:]) == {(0, -1)}


@pytest.mark.rule("besieged Victory Chart")
@pytest.mark.parametrize(("turn", "needed"), [(10, 17), (16, 10), (22, 5)])
def test_sudden_death_is_checked_at_the_end_of_november_of_three_years(turn: int, needed: int) -> None:
    assert cities_needed(TABLES, turn) == needed
    assert is_sudden_death(TABLES, turn, needed - 1)
    assert not is_sudden_death(TABLES, turn, needed)


@pytest.mark.rule("besieged Victory Chart")
def test_no_other_turn_knows_sudden_death() -> None:
    assert [turn for turn in range(1, 26) if cities_needed(TABLES, turn) is not None] == [10, 16, 22]
    assert not is_sudden_death(TABLES, 4, 0)


def test_the_calendar_runs_from_may_1941_to_june_1945() -> None:
    assert [turn_name(turn) for turn in (1, 4, 5, 14, 15, 25)] == [
        "May/Jun 1941",
        "Nov/Dec 1941",
        "Jan/Feb 1942",
        "Jul/Aug 1943",
        "Sep/Oct 1943",
        "May/Jun 1945",
    ]
    assert [year_of(turn) for turn in (4, 5)] == [1941, 1942]
