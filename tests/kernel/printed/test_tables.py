from __future__ import annotations

import pytest

from sandtable.kernel.printed.axes import OffTable
from sandtable.kernel.printed.tables import BadTable, Table, Tables, parse_table

CRT = """
name = "crt"
title = "Combat results"
paragraph = "7.2"
source = "a booklet"
provenance = "printed"
note = "read twice"

[rows]
name = "die"
kind = "band"
labels = ["1-3", "4+"]

[columns]
name = "odds"
kind = "ratio"
labels = ["1:1", "2:1", "3:1"]
clamp = true

[cells]
"1-3" = ["A", "-", 1]
"4+" = ["-", 2, 3]

[cell_provenance]
"4+/2:1" = "inferred"
"""
COSTS = """
name = "costs"
title = "Costs"
paragraph = "5"
source = "a booklet"
provenance = "reconstructed"
rows = {labels = ["clear", "woods"]}
columns = {labels = ["foot"]}
cells = {clear = [1], woods = [2]}
"""


def crt(old: str = "", new: str = "") -> Table:
    """The table with one piece of its text exchanged."""
    assert old in CRT
    return parse_table(CRT.replace(old, new, 1), "crt.toml")


# ---- look-up


def test_a_cell_is_found_by_number_and_odds() -> None:
    assert crt().look_up(row=2, column="5:3") == "A"
    assert crt().look_up(row=9, column="5:1") == 3


def test_a_label_is_found_by_its_alias_too() -> None:
    costs = parse_table(COSTS.replace('["clear", "woods"]', '["clear", "woods"], aliases = {wood = "woods"}'))
    assert costs.look_up(row="wood", column="foot") == 2


@pytest.mark.parametrize("aliases", ['"wood"', "{wood = 1}", '{wood = "swamp"}'])
def test_aliases_that_name_no_label_are_refused(aliases: str) -> None:
    with pytest.raises(BadTable, match="rows"):
        parse_table(COSTS.replace('["clear", "woods"]', f'["clear", "woods"], aliases = {aliases}'))


def test_a_column_can_be_shifted_before_it_is_read() -> None:
    table = crt()
    column = table.column("1:1").shifted(1)
    assert (column.label, table.look_up(row=4, column=column)) == ("2:1", 2)
    assert (column.shifted(9).label, column.shifted(-9).label) == ("3:1", "1:1")


def test_a_row_that_is_not_there_is_off_the_table() -> None:
    with pytest.raises(OffTable, match=r"0 is no die; there are 1-3, 4\+"):
        crt().look_up(row=0, column="1:1")


def test_a_single_cell_may_come_from_elsewhere() -> None:
    table = crt()
    assert table.provenance_of(row=5, column="2:1") == "inferred"
    assert table.provenance_of(row=5, column=table.column("1:1").shifted(1)) == "inferred"
    assert table.provenance_of(row=5, column="1:1") == "printed"


def test_a_table_lists_its_cells_row_by_row() -> None:
    assert list(crt())[:4] == [
        ("1-3", "1:1", "A"),
        ("1-3", "2:1", "-"),
        ("1-3", "3:1", 1),
        ("4+", "1:1", "-"),
    ]


def test_a_table_says_what_it_is() -> None:
    table = crt()
    assert (table.name, table.title, table.paragraph) == ("crt", "Combat results", "7.2")
    assert (table.source, table.provenance, table.note) == ("a booklet", "printed", "read twice")


def test_a_note_may_be_left_out() -> None:
    assert crt('note = "read twice"').note == ""


# ---- complaints


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('name = "crt"', "", "crt.toml: name is missing"),
        ('title = "Combat results"', "", "crt.toml: title is missing"),
        ('paragraph = "7.2"', "paragraph = 7.2", "crt.toml: paragraph is missing"),
        ('source = "a booklet"', 'source = ""', "crt.toml: source is missing"),
        ('provenance = "printed"', "", "crt.toml: provenance is missing"),
        ('"printed"', '"invented"', "crt.toml: provenance is 'invented'; printed, inferred, reconstructed are known"),
        ('note = "read twice"', "note = 1941-06-22", "crt.toml: note is missing"),
        ('note = "read twice"', 'notes = "read twice"', "crt.toml: notes is not a key of a table"),
        ("[rows]", "[row]", "crt.toml: rows is missing; it needs a name and a list of labels"),
        ('labels = ["1-3", "4+"]', "labels = 5", "crt.toml: rows is missing"),
        ('labels = ["1-3", "4+"]', 'labels = ["1-3", true]', "crt.toml: rows.labels may hold whole numbers and texts"),
        ('name = "die"', "name = 6", "crt.toml: rows.name is 6; it should be a text"),
        ('kind = "band"', "kind = 6", "crt.toml: rows.kind is 6; it should be a text"),
        ('kind = "band"', 'kind = "bend"', "crt.toml: rows cannot be used: axis 'die' is of kind 'bend'"),
        ('kind = "band"', 'sort = "band"', "crt.toml: rows.sort is not a key of an axis"),
        ("clamp = true", 'clamp = "yes"', "crt.toml: columns.clamp is 'yes'; it should be true or false"),
        ('"2:1", "3:1"]', '"2:1", "2:1"]', "crt.toml: columns cannot be used: axis 'odds' needs labels that all differ"),
        ("[cells]", "[sells]", "crt.toml: cells is missing; it needs one list for each row"),
        ('"4+" = ["-", 2, 3]', '"5+" = ["-", 2, 3]', "crt.toml: cells.'5\\+' is no row; the rows are 1-3, 4\\+"),
        ('"4+" = ["-", 2, 3]', "", "crt.toml: cells.'4\\+' has no cells; the table has 3 columns"),
        ('"4+" = ["-", 2, 3]', '"4+" = ["-", 2]', "crt.toml: cells.'4\\+' has 2 cells; the table has 3 columns"),
        ('["-", 2, 3]', '["-", 2.5, 3]', "crt.toml: cells.'4\\+' may hold whole numbers and texts only"),
        ('["-", 2, 3]', '["-", true, 3]', "crt.toml: cells.'4\\+' may hold whole numbers and texts only"),
        ('"4+/2:1" =', '"9:1" =', "crt.toml: cell_provenance.'9:1' should read 'row/column'"),
        ('"4+/2:1" =', '"4+/strong" =', "crt.toml: cell_provenance.'4\\+/strong' names no cell"),
        ('= "inferred"', '= "felt"', "crt.toml: cell_provenance.'4\\+/2:1' is 'felt'"),
        ('"4+/2:1" =', '"0/2:1" =', "crt.toml: cell_provenance.'0/2:1' names no cell"),
        ('name = "crt"', "name = ", "crt.toml: not TOML"),
    ],
)  # fmt: skip
def test_a_complaint_names_file_and_key(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadTable, match=complaint):
        crt(old, new)


def test_the_provenance_of_cells_is_a_list_of_cells() -> None:
    with pytest.raises(BadTable, match=r"costs\.toml: cell_provenance should hold 'row/column' = word"):
        parse_table(COSTS + "cell_provenance = 3", "costs.toml")


# ---- the tables of a book


def book() -> Tables:
    return Tables([crt(), parse_table(COSTS)])


def test_a_table_is_found_by_its_name() -> None:
    assert book()["costs"].look_up(row="woods", column="foot") == 2
    assert (len(book()), [table.name for table in book()]) == (2, ["crt", "costs"])


def test_a_table_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(BadTable, match="there is no table 'weather'; there are crt, costs"):
        book()["weather"]


def test_the_users_table_takes_the_place_of_ours() -> None:
    changed = book().with_replacements([crt('["A", "-", 1]', '["B", "-", 1]')])
    assert changed["crt"].look_up(row=1, column="1:1") == "B"
    assert changed["costs"].look_up(row="clear", column="foot") == 1
    assert changed.replaced == ("crt",)


def test_replacing_leaves_the_books_own_tables_alone() -> None:
    ours = book()
    ours.with_replacements([crt('["A", "-", 1]', '["B", "-", 1]')])
    assert (ours["crt"].look_up(row=1, column="1:1"), ours.replaced) == ("A", ())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('name = "crt"', 'name = "krt"', "there is no table 'krt'"),
        ('"1:1", "2:1", "3:1"', '"1:1", "2:1", "4:1"', "has columns 1:1, 2:1, 4:1; the game needs 1:1, 2:1, 3:1"),
        ("1-3", "1", "has rows 1, 4\\+; the game needs 1-3, 4\\+"),
        ("clamp = true", "clamp = false", "has columns of kind 'ratio', clamp false; the game needs kind 'ratio', clamp true"),
    ],
)  # fmt: skip
def test_a_replacement_of_another_shape_is_refused(old: str, new: str, complaint: str) -> None:
    text = CRT.replace(old, new) if old == "1-3" else CRT.replace(old, new, 1)
    with pytest.raises(BadTable, match=complaint):
        book().with_replacements([parse_table(text)])


def test_words_in_the_place_of_numbers_are_refused() -> None:
    with pytest.raises(
        BadTable,
        match="row 'woods', column 'foot' of table 'costs' holds 'two'; the game needs a whole number",
    ):
        book().with_replacements([parse_table(COSTS.replace("woods = [2]", 'woods = ["two"]'))])
