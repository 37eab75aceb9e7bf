"""Every paragraph that is called done has code and a marked test, and nobody cites a paragraph that is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import catalog
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.testing.ford import RULEBOOK
from sandtable.traceability import gaps, marks

TESTS = Path(__file__).resolve().parent


@pytest.mark.parametrize("book", catalog.rulebooks(), ids=lambda b: b.name)
def test_done_paragraphs_have_code_and_a_marked_test(book: Rulebook[Any]) -> None:
    assert gaps(book, TESTS) == []


def test_every_mark_names_a_rulebook_that_exists() -> None:
    names = {book.name for book in catalog.rulebooks()}
    assert [where for rulebook, _, where in marks(TESTS) if rulebook not in names] == []


def test_the_gate_notices_a_paragraph_without_a_test(tmp_path: Path) -> None:
    assert any("has no marked test" in gap for gap in gaps(RULEBOOK, tmp_path))


def test_the_gate_notices_a_mark_for_no_paragraph(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\n\n@pytest.mark.rule("ford 9.9")\ndef test_x() -> None: ...\n', encoding="utf-8"
    )
    assert any("ford 9.9, which is no paragraph" in gap for gap in gaps(RULEBOOK, tmp_path))
