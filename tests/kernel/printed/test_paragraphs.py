from __future__ import annotations

import pytest

from sandtable.kernel.printed.paragraphs import BadParagraphs, parse_paragraphs

GOOD = """
[[paragraph]]
number = "1"
title = "Movement"
status = "done"

[[paragraph]]
number = "1.1"
title = "Weather"
status = "open"
reason = "not printed"
text = "To come."
"""


def test_paragraphs_come_in_the_order_of_the_book() -> None:
    assert [p.number for p in parse_paragraphs(GOOD, "book")] == ["1", "1.1"]


def test_a_paragraph_is_found_by_its_number() -> None:
    found = parse_paragraphs(GOOD, "book")
    assert (found["1.1"].title, found["1.1"].status, found["1.1"].reason) == (
        "Weather",
        "open",
        "not printed",
    )
    assert found["1.1"].text == "To come."
    assert "1" in found
    assert "2" not in found
    assert len(found) == 2


def test_an_unknown_number_is_named_with_those_that_exist() -> None:
    with pytest.raises(BadParagraphs, match=r"there is no paragraph '2'; there are 1, 1\.1"):
        parse_paragraphs(GOOD, "book")["2"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('number = "1"\n', "", "book: paragraph entry 1: 'number' is missing"),
        ('title = "Movement"', 'title = ""', "book: paragraph entry 1: 'title' is missing"),
        ('status = "done"', "status = 1", "book: paragraph entry 1: 'status' is missing"),
        (
            '"done"',
            '"finished"',
            r"book: paragraph entry 1 \(1\): status 'finished'; done, no-code, open exist",
        ),
        ('reason = "not printed"', "", r"book: paragraph entry 2 \(1.1\): status 'open' needs a reason"),
        (
            'reason = "not printed"',
            "reason = 5",
            r"book: paragraph entry 2 \(1.1\): 'reason' should be a text",
        ),
        ('number = "1.1"', 'number = "1"', "book: paragraph 1 is listed twice"),
        ('text = "To come."', 'words = "To come."', "book: paragraph entry 2: 'words' is no key"),
        ("[[paragraph]]", "[[paragraphs]]", "book: 'paragraphs' is no key; every paragraph stands under"),
        ("[[paragraph]]", "[[paragraph", "book: not TOML"),
    ],
)
def test_a_complaint_names_file_and_entry(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadParagraphs, match=complaint):
        parse_paragraphs(GOOD.replace(old, new, 1), "book")


@pytest.mark.parametrize("text", ["paragraph = 5", 'paragraph = ["1"]', "[paragraph]\nnumber = '1'"])
def test_paragraphs_must_be_a_list_of_tables(text: str) -> None:
    with pytest.raises(BadParagraphs, match="should be a list of tables"):
        parse_paragraphs(text, "book")
