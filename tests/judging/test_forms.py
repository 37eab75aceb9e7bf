"""Forms are made of the very description that the options of the command line are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable import catalog
from sandtable.judging.description import described
from sandtable.kernel.book.adjudicator import Adjudicator
from sandtable.kernel.book.forms import Form, FormField, forms_of
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.refusals import SandtableError

JUDGING = {book.name: book for book in catalog.rulebooks() if book.adjudicator is not None}


def _adjudicator(name: str) -> Adjudicator:
    found = JUDGING[name].adjudicator
    assert found is not None
    return found


def _form(book: str, name: str) -> Form:
    (found,) = [form for form in forms_of(_adjudicator(book)) if form.name == name]
    return found


def _all(fields: tuple[FormField, ...]) -> Iterator[FormField]:
    for field in fields:
        yield field
        yield from _all(field.parts)


@pytest.mark.parametrize("book", JUDGING)
def test_everything_that_is_asked_has_a_field_in_some_form(book: str) -> None:
    forms = forms_of(_adjudicator(book))
    asked = {one.name for one in _adjudicator(book).asked}
    assert {field.name for form in forms for field in form.fields} | {
        n for f in forms for n in f.fixed
    } == asked


@pytest.mark.parametrize("book", JUDGING)
def test_a_field_is_of_a_kind_that_can_be_drawn(book: str) -> None:
    fields = [field for form in forms_of(_adjudicator(book)) for field in _all(form.fields)]
    assert {field.kind for field in fields} <= {"text", "number", "flag", "choice", "entries"}
    assert all(field.choices for field in fields if field.kind == "choice")
    assert all(field.parts for field in fields if field.kind == "entries")
    assert all(field.title and field.help for field in fields)


@pytest.mark.parametrize(
    ("book", "on_the_line", "in_the_form"),
    [
        (
            "damos",
            {
                "attacker": "armor:4 foot:9",
                "defender": "foot:2",
                "plan": "penetration",
                "posture": "steadfast",
            },
            {
                "attacker": [{"kind": "armor", "sp": 4}, {"kind": "foot", "sp": "9"}],
                "defender": [{"kind": "foot", "sp": 2}],
                "plan": "penetration",
                "posture": "steadfast",
            },
        ),
        (
            "besieged",
            {"attacker": "25", "defender": "5", "steps": "attacker=4,defender=2"},
            {"attacker": [25], "defender": [5], "steps": {"attacker": 4, "defender": 2}},
        ),
        (
            "airborne",
            {"attacker": ["status=12,factors=2,marks=light_infantry+unprepared"], "defender": ["status=8"]},
            {
                "attacker": [{"status": 12, "factors": 2, "marks": ["light_infantry", "unprepared"]}],
                "defender": [{"status": 8}],
            },
        ),
        (
            "airborne",
            {"procedure": "flak", "flak": "heavy=2,light=1", "target": "drop_2km", "status": 3},
            {"procedure": "flak", "flak": {"heavy": 2, "light": 1}, "target": "drop_2km", "status": 3},
        ),
        (
            "frontline",
            {"attacker": ["men=14,tanks=3,me=2"], "defender": ["men=4,me=5"], "cards": "attacker=2"},
            {
                "attacker": [{"men": 14, "tanks": 3, "me": 2}],
                "defender": [{"men": 4, "me": 5}],
                "cards": {"attacker": 2},
            },
        ),
        (
            "frontline",
            {"bombing": "bombers=4,air_defence=1,flak=1"},
            {"bombing": {"bombers": 4, "air_defence": 1, "flak": 1}},
        ),
    ],
    ids=["damos", "besieged", "airborne", "flak", "frontline", "raid"],
)
def test_the_parts_of_an_entry_mean_what_the_words_on_the_line_mean(
    book: str, on_the_line: dict[str, Any], in_the_form: dict[str, Any]
) -> None:
    judge, tables = _adjudicator(book), JUDGING[book].tables
    answers = [judge.odds(described(judge, told), tables) for told in (on_the_line, in_the_form)]
    assert answers[0] == answers[1]
    outcomes = [
        judge.resolve(described(judge, told), tables, (), SeededDice(7))
        for told in (on_the_line, in_the_form)
    ]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("book", ["airborne", "frontline", "besieged"])
def test_a_part_of_every_entry_is_understood_by_its_rulebook(book: str) -> None:
    # A key that its rulebook did not know would be refused as such.
    parts = _form(book, "combat").fields[0].parts
    assert [part.name for part in parts if "knows no" in _complaint(book, parts, part)] == []


def _complaint(book: str, parts: tuple[FormField, ...], part: FormField) -> str:
    judge = _adjudicator(book)
    needed = {one.name: 3 for one in parts if one.required}
    value: Any = part.choices[0] if part.choices else "1" if part.kind == "text" else 1
    told = {"attacker": [{**needed, part.name: [value] if part.several else value}], "defender": [needed]}
    try:
        judge.odds(described(judge, told), JUDGING[book].tables)
    except SandtableError as why:
        return str(why)
    return ""


def test_a_front_line_is_described_in_its_form_and_moved_without_dice() -> None:
    assert not _form("frontline", "front").weighed
    judge = _adjudicator("frontline")
    sides = [{"name": "german", "hexes": "1108=3 1109=2"}, {"name": "soviet", "hexes": "1208=3 1209=2"}]
    outcome = judge.resolve(
        described(judge, {"front": {"side": sides}}), JUDGING["frontline"].tables, (), SeededDice(1)
    )
    assert judge.tell(outcome)
