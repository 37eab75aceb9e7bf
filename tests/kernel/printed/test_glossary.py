"""Terms and briefings, and what is said of files that cannot be used."""

from __future__ import annotations

import pytest

from sandtable.kernel.printed.glossary import BadGlossary, parse_briefings, parse_terms

TERM = '[[term]]\nterm = "ZOC"\ntitle = "Zone"\ntext = "Around a unit."\nrule = "1.2"\n'
BRIEFING = """
[[briefing]]
scenario = "ford"
turns = 6
text = ["A river.", "A town."]
rules = { "2.1" = "Sealed plans" }

[[briefing.side]]
seat = "red"
title = "Red"
goal = "Take the town."
"""


def test_a_term_is_read_with_its_aliases() -> None:
    found = parse_terms(TERM + 'aliases = ["zone of control"]\n', "terms.toml")
    assert found["ZOC"].as_json() == {
        "term": "ZOC",
        "title": "Zone",
        "text": "Around a unit.",
        "rule": "1.2",
        "aliases": ["zone of control"],
    }


def test_a_briefing_is_read_with_its_sides_and_rules() -> None:
    assert parse_briefings(BRIEFING, "briefing.toml")["ford"].as_json() == {
        "text": ["A river.", "A town."],
        "turns": 6,
        "sides": [{"seat": "red", "title": "Red", "goal": "Take the town.", "advice": []}],
        "rule_links": [{"rule": "2.1", "text": "Sealed plans"}],
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("term = [", "t.toml: not TOML"),
        ("[[word]]\n", "t.toml: 'word' is no key; every term stands under [[term]]"),
        ("term = 3\n", "t.toml: 'term' should be a list of tables, written [[term]]"),
        (TERM + TERM, "t.toml: term entry 2: the term 'ZOC' is listed twice"),
        (TERM.replace('rule = "1.2"', ""), "t.toml: term entry 1: 'rule' is missing"),
        (
            TERM + "number = 1\n",
            "t.toml: term entry 1: 'number' is no key; term, title, text, rule, aliases are",
        ),
        (TERM + "aliases = [3]\n", "t.toml: term entry 1: 'aliases' should be a list of texts"),
    ],
)
def test_a_file_of_terms_that_cannot_be_used_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadGlossary) as refused:
        parse_terms(text, "t.toml")
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (BRIEFING + BRIEFING, "b.toml: briefing entry 2: the scenario 'ford' is listed twice"),
        (
            BRIEFING.replace("turns = 6", "turns = 0"),
            "b.toml: briefing entry 1: 'turns' should be the number of turns, at least 1",
        ),
        (
            BRIEFING.replace('{ "2.1" = "Sealed plans" }', "3"),
            "b.toml: briefing entry 1: 'rules' should be a table of paragraphs and what they are about",
        ),
        (
            BRIEFING.replace('goal = "Take the town."', ""),
            "b.toml: briefing entry 1, side: 'goal' is missing",
        ),
        (
            '[[briefing]]\nscenario = "ford"\nturns = 6\nside = [1]\n',
            "b.toml: briefing entry 1: 'side' should be a list of tables, written [[briefing.side]]",
        ),
    ],
)
def test_a_file_of_briefings_that_cannot_be_used_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadGlossary) as refused:
        parse_briefings(text, "b.toml")
    assert str(refused.value) == sentence
