"""``sandtable table`` on a narrow screen."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable import catalog
from sandtable.cli import output
from sandtable.kernel.book.rulebook import register
from sandtable.kernel.printed.tables import Table
from sandtable.rules.airborne import RULEBOOK as AIRBORNE
from sandtable.rules.frontline import RULEBOOK as FRONTLINE

from .commanding import run

register(AIRBORNE)
register(FRONTLINE)

BOOKS = ("airborne", "besieged", "damos", "ford", "frontline")
EVERY_TABLE = [(book, table.name) for book in BOOKS for table in catalog.rulebook(book).tables]


def shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, *table: str
) -> str:
    monkeypatch.setattr(output.console, "_width", width)
    code, out, _ = run(capsys, "table", *table)
    assert code == 0
    return out


def test_a_wide_table_lies_down_where_that_makes_it_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "score / result" in shown(capsys, monkeypatch, 200, "airborne", "results")
    narrow = shown(capsys, monkeypatch, 80, "airborne", "results")
    assert "result / score" in narrow
    assert "counter attack   no    no     yes   no        yes" in narrow


def words(table: Table) -> Counter[str]:
    """Every word that stands in a cell of the table, as often as it stands there, without stars."""
    cells = [
        table.look_up(row=row, column=column) for row in table.rows.labels for column in table.columns.labels
    ]
    return Counter(" ".join(map(str, cells)).replace("_", " ").replace("*", "").split())


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize(("book", "name"), EVERY_TABLE)
def test_no_word_is_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, book: str, name: str, width: int
) -> None:
    printed = Counter(shown(capsys, monkeypatch, width, book, name).replace("*", "").split())
    assert words(catalog.rulebook(book).tables[name]) <= printed


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize(("book", "name"), EVERY_TABLE)
def test_no_line_is_wider_than_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, book: str, name: str, width: int
) -> None:
    assert max(map(len, shown(capsys, monkeypatch, width, book, name).splitlines())) <= width


def test_a_table_whose_words_are_too_many_comes_in_parts_that_all_name_their_rows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(capsys, monkeypatch, 120, "damos", "terrain").count("effect / terrain") == 1
    parts = shown(capsys, monkeypatch, 80, "damos", "terrain")
    assert parts.count("effect / terrain") == 2
    assert parts.count(" attack armor ") == 2
    assert parts.count("Terrain Effects Chart") == 1


def test_no_cell_is_cut_short(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "…" not in shown(capsys, monkeypatch, 80, "frontline", "terrain")


def test_names_may_be_typed_as_they_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = shown(
        capsys, monkeypatch, 80, "frontline", "terrain", "--row", "tank supremacy", "--column", "swamp"
    )
    assert typed.startswith("void")


def test_the_list_of_tables_names_a_source_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(capsys, monkeypatch, 100, "airborne").count("playsheet of an airborne operation") == 1


# ---- one cell


def test_a_row_alone_finds_its_cell_where_there_is_one_column(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "table", "besieged", "air_support", "--row", "mud")
    whole = run(capsys, "table", "besieged", "air_support", "--row", "mud", "--column", "air units")
    assert (code, out) == (0, whole[1])


@pytest.mark.parametrize(
    ("given", "missing"),
    [(("--row", "3"), "--column too: 1, 2, 3-4"), (("--column", "7"), "--row too: 0 or")],
)
def test_where_there_are_several_the_other_one_is_asked_for(
    capsys: pytest.CaptureFixture[str], given: tuple[str, str], missing: str
) -> None:
    code, _, err = run(capsys, "table", "damos", "crt", *given)
    assert code == 2
    assert f"one cell needs {missing}" in err
