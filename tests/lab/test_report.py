"""A report is the same in Markdown and in HTML, and plots say what they show."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sandtable.lab.report import (
    BadReport,
    Grid,
    Heading,
    Interval,
    Picture,
    Report,
    Sentence,
    intervals_plot,
)

PLOT = Picture("wins", "who wins", '<?xml version="1.0"?><svg></svg>')
REPORT = Report("A < B", [Heading("One"), Sentence("Play `agn`."), Grid(["a|b"], [["1 < 2"]]), PLOT])


def test_markdown_has_headings_tables_and_pictures_beside_it() -> None:
    assert REPORT.markdown().split("\n\n") == [
        "# A < B",
        "## One",
        "Play `agn`.",
        "| a\\|b |\n|---|\n| 1 < 2 |",
        "![who wins](images/wins.svg)\n",
    ]


def test_html_needs_no_other_file_and_escapes_what_is_said() -> None:
    page = REPORT.html()
    assert "<h1>A &lt; B</h1>" in page
    assert "<td>1 &lt; 2</td>" in page
    assert '<figure role="img" aria-label="who wins"><svg></svg></figure>' in page


def test_the_same_numbers_draw_the_same_plot() -> None:
    rows = [("greedy", [Interval("agn", 0.5, 0.4, 0.7)])]
    first, again = (intervals_plot("x", "x", rows, axis="share", line=0.5) for _ in range(2))
    assert first == again


def test_without_matplotlib_one_is_told_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadReport, match=r"pip install 'sandtable\[lab\]' brings it"):
        intervals_plot("x", "x", [], axis="share")


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadReport, match="no report can be written in"):
        REPORT.write(tmp_path / "file", "x")
