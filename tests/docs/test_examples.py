"""Every example in the README and on the site does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli import output

from .pages import ROOT, all_pages, failures


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_do_what_they_say(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(output.console, "_width", 110)
    assert failures(page) == []


def test_an_example_that_says_something_else_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.docs.pages.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "```python\n>>> 1 + 1\n3\n```\n\n```console\n$ sandtable --version\nchess\n```\n", "utf-8"
    )
    assert len(failures(page)) == 2
