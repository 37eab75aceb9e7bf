"""``sandtable table`` on a narrow screen."""

from __future__ import annotations

import pytest

from sandtable.cli import output
from sandtable.kernel.rulebook import register
from sandtable.rules.airborne import RULEBOOK as AIRBORNE
from sandtable.rules.frontline import RULEBOOK as FRONTLINE

from .test_commands import run

register(AIRBORNE)
register(FRONTLINE)


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
