"""The owner's own tables: every cell is understood in its usual spellings, or refused with what would do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.codec import BadDocument
from sandtable.kernel.game.records import read_record
from sandtable.kernel.printed.tables import BadTable, Cell, Table, Tables
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.cells import CELLS
from tests.kernel.playing import many_cases


def changed(name: str, row: str, column: str, cell: Cell) -> Table:
    """A table of ours with one cell as the user has typed it."""
    ours = RULEBOOK.tables[name]
    cells = {label: list(line) for label, line in zip(ours.rows.labels, ours.cells, strict=True)}
    cells[row][ours.columns.labels.index(column)] = cell
    return Table({**ours.document, "cells": cells}, f"mine/{name}.toml")


def read(name: str, row: str, column: str, cell: Cell) -> Cell:
    """The cell as the rules will find it."""
    tables = RULEBOOK.tables.with_replacements([changed(name, row, column, cell)])
    return tables[name].look_up(row=row, column=column)


@pytest.mark.parametrize("table", list(RULEBOOK.tables), ids=lambda table: table.name)
def test_our_own_tables_are_written_as_the_rules_read_them(table: Table) -> None:
    assert list(table.read_by(CELLS[table.name])) == list(table)


@pytest.mark.rule("damos 8.4")
@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("A+1LP D-1DRM", "A+1LP D-1DRM"),
        ("a +1 lp, d -1 drm", "A+1LP D-1DRM"),
        ("Attacker +1 LP, Defender −1 DRM", "A+1LP D-1DRM"),
        ("+1 LP to the attacker; –1 DRM to the defender", "A+1LP D-1DRM"),
        ("Att. +1 Loss Point / Def. -1 die roll modifier", "A+1LP D-1DRM"),
        ("A: LP +1 & D: DRM -1", "A+1LP D-1DRM"),
        ("D -1 LP, -1 DRM", "D-1LP D-1DRM"),
        ("+1 attacker DRM", "A+1DRM"),
        ("A/D +1 LP", "A+1LP D+1LP"),
        ("both sides +1 LP", "A+1LP D+1LP"),
        ("—", "-"),
        ("No effect", "-"),
        (0, "-"),
    ],
)
def test_the_combat_matrix_is_understood_in_its_usual_spellings(typed: Cell, read_as: str) -> None:
    assert read("combat_matrix", "delay", "standard", typed) == read_as


@pytest.mark.rule("damos 8.4")
@pytest.mark.parametrize("typed", ["A+1", "+1 LP", "attacker shifts", "A 1 LP", "", "A+1LP?", "D+1PL", 1])
def test_other_words_in_the_combat_matrix_are_refused_with_an_example(typed: Cell) -> None:
    with pytest.raises(BadTable) as refused:
        read("combat_matrix", "delay", "grand_assault", typed)
    assert str(refused.value) == (
        f"mine/combat_matrix.toml: row 'delay', column 'grand_assault' of table 'combat_matrix' holds {typed!r}; "
        "effects belong there, such as 'A+1LP', 'A+1LP D-1DRM' (A attacker, D defender), or '-' for none"
    )


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("1♥", "1h"),
        ("0 ♦", "0d"),
        ("1H", "1h"),
        ("1 heart", "1h"),
        (" 3 ", "3"),
        (3, "3"),
        ("-", "0"),
        ("2 LP", "2"),
    ],
)
def test_results_of_the_crt_are_understood_in_their_usual_spellings(typed: Cell, read_as: str) -> None:
    assert read("crt", "3", "24+", typed) == read_as


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize("typed", ["DR", "2h", "", "-1", -1, "1♠", "one", "1/2"])
def test_a_result_that_the_ladder_does_not_have_is_refused(typed: Cell) -> None:
    with pytest.raises(BadTable, match=r"mine/crt\.toml: row '3', column '24\+' .*such as '2', '0h'"):
        read("crt", "3", "24+", typed)


@pytest.mark.rule("damos 8.6")
def test_where_the_dice_do_not_reach_nothing_need_stand() -> None:
    assert read("crt", "12", "1", "-") == ""
    with pytest.raises(BadTable, match="row '9', column '1'"):
        read("crt", "9", "1", "")


@pytest.mark.rule("damos 8.9")
@pytest.mark.parametrize(
    ("typed", "read_as"), [("3 / 0", "3/0"), ("-/1", "0/1"), ("D1/A3", "1/3"), ("1:3", "1/3")]
)
def test_counterattacks_are_understood_in_their_usual_spellings(typed: Cell, read_as: str) -> None:
    assert read("counterattack", "4", "1:1", typed) == read_as


@pytest.mark.rule("damos 8.9")
@pytest.mark.parametrize("typed", ["3", 3, "a/b", "1/2/3", "", "1/-2"])
def test_half_a_counterattack_is_refused(typed: Cell) -> None:
    with pytest.raises(BadTable, match=r"row '4', column '1:1' .*such as '1/3'"):
        read("counterattack", "4", "1:1", typed)


@pytest.mark.rule("damos 9.0")
def test_a_dash_in_the_attrition_table_is_nothing() -> None:
    assert read("attrition", "12", "2-3", "–") == 0
    assert read("attrition", "2", "20+", "6") == 6
    with pytest.raises(BadTable, match=r"row '2', column '20\+' .*such as 2"):
        read("attrition", "2", "20+", "many")


@pytest.mark.rule("damos 3.0")
@pytest.mark.parametrize(
    ("row", "column", "typed", "read_as"),
    [
        ("river", "multiplier", "x¾", "3/4"),
        ("river", "multiplier", "0.5", "1/2"),
        ("town", "postures", "-", "+"),
        ("woods", "postures", "s, c, h", "SCH"),
        ("rail", "foot", "½", "1/2"),
        ("city", "foot", "-", 0),
        ("swamp", "reaction", "−2", -2),
    ],
)
def test_terrain_is_understood_in_its_usual_spellings(
    row: str, column: str, typed: Cell, read_as: Cell
) -> None:
    assert read("terrain", row, column, typed) == read_as


@pytest.mark.rule("damos 3.0")
@pytest.mark.parametrize(
    ("row", "column", "typed"),
    [
        ("clear", "foot", 0),
        ("road", "foot", "1/2"),
        ("swamp", "mechanized", "P"),
        ("river", "multiplier", "0"),
        ("river", "multiplier", "1/0"),
        ("woods", "postures", "CD"),
        ("town", "postures", "+X"),
        ("woods", "attack_armor", 1),
        ("woods", "defence", -1),
    ],
)
def test_terrain_that_the_rules_cannot_use_is_refused(row: str, column: str, typed: Cell) -> None:
    with pytest.raises(BadTable, match=rf"row '{row}', column '{column}' .*such as"):
        read("terrain", row, column, typed)


# ---- any cell at all

WORDS = [
    "A",
    "D",
    "attacker",
    "+1",
    "-2",
    "LP",
    "DRM",
    "♥",
    "h",
    "1/3",
    "/",
    "x",
    "S",
    "½",
    "99",
    "none",
    " ",
]
CELLS_TYPED = st.one_of(
    st.integers(-120, 120), st.lists(st.sampled_from(WORDS), max_size=6).map("".join), st.text(max_size=8)
)
PLACES = st.sampled_from([(t.name, row, column) for t in RULEBOOK.tables for row, column, _ in t])
# The defender is in woods behind a river and strikes back: nearly all cells of all tables may be asked for.
FIGHT: dict[str, Any] = {"attacker": "armor:8 foot:9", "defender": "armor:5 foot:4", "terrain": "woods"}


@pytest.mark.rule("damos 8.4")
@many_cases
@given(place=PLACES, cell=CELLS_TYPED, seed=st.integers(0, 99))
def test_whatever_stands_in_a_cell_can_be_played_or_is_refused_clearly(
    place: tuple[str, str, str], cell: Cell, seed: int
) -> None:
    name, row, column = place
    found = tables_or_refusal(changed(name, row, column, cell))
    if isinstance(found, str):
        assert f"row {row!r}, column {column!r}" in found
        assert "such as" in found
    else:
        assert list(found[name].read_by(CELLS[name])) == list(found[name])
        fought(found, seed)


def tables_or_refusal(table: Table) -> Tables | str:
    try:
        return RULEBOOK.tables.with_replacements([table])
    except BadTable as why:
        return str(why)


def fought(tables: Tables, seed: int) -> None:
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    for plan, posture in (("penetration", "counterattack"), ("meeting", "delay"), ("standard", "hedgehog")):
        found = adjudicator.resolve({**FIGHT, "plan": plan, "posture": posture}, tables, (), SeededDice(seed))
        assert found["winner"] in ("attacker", "defender")


# ---- through every door


def record_with(table: Table) -> dict[str, Any]:
    return {
        "format": "sandtable-record",
        "version": 1,
        "rulebook": "damos",
        "behaviour": RULEBOOK.behaviour,
        "setup": {"scenario": "agn", "options": {}, "tables": {table.name: table.document}},
        "dice": {"source": "seeded", "seed": 1},
        "answers": [],
        "result": None,
    }


def test_a_record_with_a_table_that_cannot_be_read_is_refused_with_the_cell() -> None:
    with pytest.raises(BadDocument, match=r"cannot be read: .*row '3', column '24\+' .* holds 'DR'"):
        read_record(RULEBOOK, record_with(changed("crt", "3", "24+", "DR")))


def test_a_record_keeps_the_spelling_of_its_owner_and_the_game_reads_it() -> None:
    record = read_record(RULEBOOK, record_with(changed("crt", "3", "24+", "1♥")))
    assert record.setup.tables["crt"]["cells"]["3"][-1] == "1♥"
    assert RULEBOOK.start(record.setup).campaign.tables["crt"].look_up(row=3, column="24+") == "1h"
