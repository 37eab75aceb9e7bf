"""Every cell of every table against the printed sheet, copied out once more below."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.printed.tables import Cell
from sandtable.rules.airborne.interdiction import LOSS, NO_EFFECT

from .judging import TABLES

MOVEMENT = """
foot      open close wood town marsh   15 25 30   possible
mech      close                        18 28 64   impossible
mech      open                         30 32 64   impossible
tanks     wood town                    18 28 64   impossible
tanks     marsh                         8 18 64   impossible
tanks     open                         30 32 64   impossible
artillery open close wood town marsh    - -  75   impossible
recce     close                        18 28 100  possible
recce     open                         30 35 100  possible
"""
# grounds that the sheet does not name, by the line that is used for them
INFERRED = """
mech  wood town         18 28 64   impossible
mech  marsh              8 18 64   impossible
tanks close             18 28 64   impossible
recce wood town marsh   18 28 100  possible
"""
# score, losses, retirement in the open and in close country, supply, counter-attack, thrown back; then the special result
RESULTS = """
12+       1 2 2d6 1d6 2 no  no   yes 0 yes
8-11      1 1 1d6 1d3 1 no  no   yes 1 yes
5-7       1 1 2   1   1 yes no   yes 1 no
4~to~-1   1 1 -   -   0 no  no   no  0 no
below~-1  1 0 -   -   0 yes yes  no  0 no
"""
AIR_TO_AIR = """
1 Lose Lose Draw Draw Draw Win
2 Draw Draw Draw Draw Win  Win
3 Draw Draw Draw Win  Win  Win
4 Draw Draw Win  Win  Win  Win
5 Draw Win  Win  Win  Win  Win
6 Win  Win  Win  Win  Win  Win
"""
# loss, damage and no effect for overflight, drop within 2 km, drop within 4 km
FLAK = """
heavy  6 5 1-4  5-6 3-4 1-2  6 5 1-4
light  - 6 1-5  5-6 4   1-3  - 6 1-5
"""
# tactical squadrons or battalions, heavy squadrons; loss and immobilised, immobilised, no effect
INTERDICTION = """
1-2   -    6    5    1-4
3-4   1    6    4-5  1-3
5-6   2-3  5-6  3-4  1-2
7-8   4-5  5-6  2-4  1
9-12  6-7  4-6  2-3  1
13+   8+   3-6  2    1
"""
RESUPPLY = """
10  10 9 8 7 6 5 4 3 2 1 0
9    9 8 7 6 6 5 4 3 2 1 0
8    8 7 6 6 5 4 3 2 2 1 0
7    7 6 6 5 4 4 3 2 1 1 0
6    6 5 5 4 4 3 2 2 1 1 0
5    5 5 4 4 3 3 2 2 1 1 0
4    4 4 3 3 2 2 2 1 1 0 0
3    3 3 2 2 2 2 1 1 1 0 0
2    2 2 2 1 1 1 1 1 0 0 0
1    1 1 1 1 1 1 0 0 0 0 0
"""
# D direction, T type, S size, E enemy spotted, - no report; vehicles moving and stationary, infantry stationary and moving
RECCE = """
6 DTS TS T DTS
5 DT  T  E DT
4 D   E  - E
3 D   -  - E
2 E   -  - -
1 -   -  - -
"""
SAID = {
    "Direction, type and size of unit": "DTS",
    "Type and size": "TS",
    "Type": "T",
    "Type reported": "T",
    "Direction and type": "DT",
    "Direction": "D",
    "Enemy spotted": "E",
    "No report": "-",
}
WEIGHT = {"-": 0, "E": 1, "D": 2, "T": 2, "DT": 3, "TS": 3, "DTS": 4}
DICE = range(1, 7)


def cells(text: str) -> list[list[Cell]]:
    """The words of a block, line by line; numbers are numbers, and "~" stands for a space inside a word."""
    return [
        [int(w) if w.lstrip("-").isdigit() else w.replace("~", " ") for w in line.split()]
        for line in text.strip().splitlines()
    ]


def faces(printed: Cell) -> set[int]:
    """The faces of a die that "5-6", "4" or "-" stand for."""
    first, _, last = str(printed).partition("-")
    return set(range(int(first), int(last or first) + 1)) if first else set()


def movement(text: str) -> list[tuple[str, str, Cell]]:
    """Row, column and cell of each line of a movement block."""
    return [
        (f"{troop} {ground}", column, cell)
        for troop, *middle in cells(text)
        for ground in middle[:-4]
        for column, cell in zip(
            ("tactical", "non_tactical", "road_column", "river"), middle[-4:], strict=True
        )
    ]


@pytest.mark.rule("airborne 1.1")
def test_every_printed_line_of_the_movement_table() -> None:
    for row, column, cell in movement(MOVEMENT):
        assert TABLES["movement"].look_up(row=row, column=column) == cell, (row, column)


@pytest.mark.rule("airborne 1.1")
def test_grounds_that_the_sheet_does_not_name_use_another_line_and_say_so() -> None:
    for row, column, cell in movement(INFERRED):
        assert TABLES["movement"].look_up(row=row, column=column) == cell, (row, column)
        assert TABLES["movement"].provenance_of(row=row, column=column) == "inferred"


def test_the_two_blocks_cover_the_movement_table() -> None:
    covered = {(row, column) for row, column, _ in movement(MOVEMENT) + movement(INFERRED)}
    assert covered == {(row, column) for row, column, _ in TABLES["movement"]}


@pytest.mark.parametrize("line", cells(RESULTS), ids=lambda line: str(line[0]))
@pytest.mark.rule("airborne 5")
def test_every_line_of_the_results_table(line: list[Cell]) -> None:
    found = [TABLES["results"].look_up(row=str(line[0]), column=c) for c in TABLES["results"].columns.labels]
    assert [str(cell) for cell in found] == [str(cell) for cell in line[1:]]


@pytest.mark.parametrize(
    ("score", "band"),
    [
        (99, "12+"),
        (12, "12+"),
        (11, "8-11"),
        (8, "8-11"),
        (7, "5-7"),
        (5, "5-7"),
        (4, "4 to -1"),
        (-1, "4 to -1"),
        (-2, "below -1"),
        (-99, "below -1"),
    ],
)
def test_every_score_has_its_band(score: int, band: str) -> None:
    rows = TABLES["results"].rows
    assert rows.labels[rows.find(score)] == band


@pytest.mark.rule("airborne 2.4")
def test_every_factor() -> None:
    printed = {
        "tactical_advantage": 1,
        "combined_arms": 1,
        "light_infantry": -1,
        "unprepared": -2,
        "other_formation": -1,
        "non_tactical": -2,
        "no_fuel": -1,
        "close_country": 1,
        "unsupported_infantry": -1,
        "air_ordinary": 4,
        "air_superior": 6,
        "air_overwhelming": 8,
        "air_apocalyptic": 10,
    }
    assert {row: cell for row, column, cell in TABLES["factors"] if column == "value"} == printed


@pytest.mark.rule("airborne 2.4")
def test_the_sheet_says_whom_a_factor_concerns_and_that_air_support_counts_once() -> None:
    sides = {row: cell for row, column, cell in TABLES["factors"] if column == "side"}
    assert {row for row, side in sides.items() if side == "attacker"} == {
        "combined_arms",
        "light_infantry",
        "unprepared",
    }
    assert {row for row, side in sides.items() if side == "defender"} == {"close_country"}
    assert set(sides.values()) == {"attacker", "defender", "either"}
    counts = {row: cell for row, column, cell in TABLES["factors"] if column == "counts"}
    assert counts == {row: "once" if row.startswith("air_") else "each unit" for row in counts}


@pytest.mark.rule("airborne 3.1")
def test_every_range() -> None:
    found = {
        row: [c for r, _, c in TABLES["artillery"] if r == row] for row in TABLES["artillery"].rows.labels
    }
    assert found == {
        "field": [8, 12],
        "medium": [12, 20],
        "rocket": [6, "n.a."],
        "infantry guns": [6, "n.a."],
        "effect": ["normal status", "half status"],
    }


@pytest.mark.rule("airborne 4")
def test_every_level_of_air_support() -> None:
    assert TABLES["air_ground"].cells == (
        ("1-2", "3-5", "6-9", "10+"),
        ("1", "2-3", "4-7", "8+"),
        ("-", "-", "1-2", "3+"),
    )
    assert TABLES["air_ground"].provenance_of(row="heavy", column="apocalyptic") == "inferred"


@pytest.mark.rule("airborne 6.2")
def test_every_report() -> None:
    for die, *line in cells(RECCE):
        found = [
            SAID[str(TABLES["recce"].look_up(row=die, column=c))]
            for c in ("vehicles moving", "vehicles stationary", "infantry stationary", "infantry moving")
        ]
        assert found == line, die


def test_a_better_die_never_reports_less() -> None:
    for column in TABLES["recce"].columns.labels:
        weights = [WEIGHT[SAID[str(TABLES["recce"].look_up(row=d, column=column))]] for d in DICE]
        assert weights == sorted(weights), column


@pytest.mark.rule("airborne 7.1")
def test_every_result_of_fighters() -> None:
    for die, *line in cells(AIR_TO_AIR):
        assert [TABLES["air_to_air"].look_up(row=die, column=f"{n}-1") for n in DICE] == line, die


def test_better_odds_and_better_dice_never_hurt_fighters() -> None:
    order = {"Lose": 0, "Draw": 1, "Win": 2}
    table = [[order[str(cell)] for cell in line] for line in TABLES["air_to_air"].cells]
    assert all(line == sorted(line) for line in table)
    assert all(list(column) == sorted(column) for column in zip(*table, strict=True))


@pytest.mark.rule("airborne 7.2")
def test_every_share_lost_by_fighters() -> None:
    assert dict(zip(TABLES["air_losses"].rows.labels, TABLES["air_losses"].cells, strict=True)) == {
        "Win": (10, 20),
        "Draw": (10, 10),
        "Lose": (20, 10),
    }


@pytest.mark.rule("airborne 9.1")
def test_every_face_of_the_flak_table() -> None:
    for flak, *line in cells(FLAK):
        for target, at in (("overflight", 0), ("drop 2km", 3), ("drop 4km", 6)):
            for result, printed in zip(("loss", "dam", "NE"), line[at : at + 3], strict=True):
                found = {
                    die
                    for die in DICE
                    if TABLES["flak"].look_up(row=str(flak), column=f"{target}:{die}") == result
                }
                assert found == faces(printed), (flak, target, result)


def test_heavy_flak_is_never_milder_than_light() -> None:
    order = {"NE": 0, "dam": 1, "loss": 2}
    heavy, light = TABLES["flak"].cells
    assert all(order[str(h)] >= order[str(n)] for h, n in zip(heavy, light, strict=True))


@pytest.mark.rule("airborne 10.1")
def test_every_face_of_the_interdiction_table() -> None:
    results = (LOSS, "immobilised", NO_EFFECT)
    for tactical, heavy, *line in cells(INTERDICTION):
        for row in (tactical, f"heavy {heavy}") if heavy != "-" else (tactical,):
            for result, printed in zip(results, line, strict=True):
                found = {
                    die for die in DICE if TABLES["interdiction"].look_up(row=str(row), column=die) == result
                }
                assert found == faces(printed), (row, result)


def test_a_number_of_squadrons_finds_its_line_of_the_interdiction_table() -> None:
    rows = TABLES["interdiction"].rows
    found = [rows.labels[rows.find(key)] for key in (3, 9, 12, 13, 99, "heavy 1", "heavy 7", "heavy 20")]
    assert found == ["3-4", "9-12", "9-12", "13+", "13+", "heavy 1", "heavy 6-7", "heavy 8+"]


def test_the_repaired_lines_of_the_interdiction_table_are_marked() -> None:
    words = {
        r: TABLES["interdiction"].provenance_of(row=r, column=1) for r in ("7-8", "9-12", "13+", "heavy 8+")
    }
    assert words == {"7-8": "printed", "9-12": "inferred", "13+": "inferred", "heavy 8+": "printed"}


def test_a_larger_force_never_does_less() -> None:
    order = {NO_EFFECT: 0, "immobilised": 1, LOSS: 2}
    table = [[order[str(cell)] for cell in line] for line in TABLES["interdiction"].cells]
    for family in (table[:6], table[6:]):
        assert all(list(column) == sorted(column) for column in zip(*family, strict=True))


@pytest.mark.rule("airborne 11.2")
def test_every_cell_of_the_ready_reckoner() -> None:
    for points, *line in cells(RESUPPLY):
        found = [TABLES["resupply"].look_up(row=points, column=score) for score in range(6, -5, -1)]
        assert found == line, points


@pytest.mark.rule("airborne 11.2")
def test_the_ready_reckoner_follows_its_formula_with_one_printed_exception() -> None:
    differs = {
        (points, score): TABLES["resupply"].look_up(row=points, column=score)
        for points in range(1, 11)
        for score in range(-4, 7)
        if TABLES["resupply"].look_up(row=points, column=score)
        != (Fraction(points * (score + 4), 10) + Fraction(1, 2)).__floor__()
    }
    assert differs == {(9, 2): 6}


def test_a_better_score_and_more_points_never_bring_less() -> None:
    table = [[int(cell) for cell in line] for line in TABLES["resupply"].cells]
    assert all(line == sorted(line, reverse=True) for line in table)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*table, strict=True))


@pytest.mark.rule("airborne 11.1")
def test_every_factor_of_resupply() -> None:
    assert {row: cell for row, _, cell in TABLES["resupply_factors"]} == {
        "poor_terrain": -1,
        "contested": -3,
        "airstrip": 2,
        "afdag": 5,
        "fighters": -3,
        "flak": -2,
    }


@pytest.mark.parametrize(
    ("name", "row", "column", "cell"),
    [
        ("movement", "tanks marsh", "tactical", 8),
        ("movement", "paras wood", "non-tactical", 25),
        ("flak", "heavy", "drop 2km:5", "loss"),
        ("interdiction", "3", "4", "immobilised"),
        ("interdiction", "heavy 1", "6", LOSS),
        ("recce", "6", "vehicles moving", "Direction, type and size of unit"),
        ("air_to_air", "3", "2-1", "Draw"),
        ("air_to_air", "1", "9-1", "Win"),
        ("air_ground", "german", "normal", "1-2"),
        ("resupply", "9", "-4", 0),
        ("resupply", "10", "6+", 10),
    ],
)
def test_cells_are_found_by_the_names_that_the_command_line_takes(
    name: str, row: str, column: str, cell: Cell
) -> None:
    assert TABLES[name].look_up(row=row, column=column) == cell
