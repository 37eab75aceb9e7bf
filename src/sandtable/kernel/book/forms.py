"""Forms: what an adjudicator asks, as fields that a page or a program can draw without knowing any rule.

They are made of the same ``Asked`` as the options of the command line. Where an option is a small language on the line
("men=14,tanks=3,me=2"), the adjudicator's ``entries`` say what each entry is made of, so that a form has a field for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from ..documents import Document
from .adjudicator import Adjudicator, Asked, Entries, Procedure

# What a book with several procedures calls the choice of one.
PROCEDURE: Final = "procedure"
ENTRIES: Final = "entries"


@dataclass(frozen=True, kw_only=True)
class FormField(Document):
    """A field of a form. An entry of which nothing but the part ``bare`` is told may be sent as that value alone."""

    name: str
    title: str
    help: str
    kind: Literal["text", "number", "flag", "choice", "entries"]
    choices: tuple[str, ...] = ()
    default: str | int | None = None
    required: bool = False
    several: bool = False
    parts: tuple[FormField, ...] = ()
    """what each entry is made of"""
    bare: str = ""
    least: int = 1
    """how many entries are shown at first"""


@dataclass(frozen=True, kw_only=True)
class Form(Document):
    """One thing that can be judged: its fields, what is told besides them, and whether dice decide it."""

    name: str
    title: str
    fields: tuple[FormField, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    weighed: bool = True


def forms_of(adjudicator: Adjudicator) -> tuple[Form, ...]:
    """A form for each procedure: as the adjudicator lists them, by the choices of its option, or one for all."""
    if adjudicator.procedures:
        return tuple(_listed(adjudicator, procedure) for procedure in adjudicator.procedures)
    choice = next((asked for asked in adjudicator.asked if asked.name == PROCEDURE), None)
    if choice is None:
        return (_form(adjudicator, "combat", adjudicator.asked, {}),)
    return tuple(
        _form(
            adjudicator,
            name,
            [a for a in adjudicator.asked if a is not choice and (not a.of or name in a.of)],
            {PROCEDURE: name},
        )
        for name in choice.choices
    )


def _listed(adjudicator: Adjudicator, procedure: Procedure) -> Form:
    taken = [asked for name in procedure.takes for asked in adjudicator.asked if asked.name == name]
    asked = [replace(a, required=True) if a.name in procedure.needs else a for a in taken]
    found = _form(adjudicator, procedure.name, asked, {})
    return replace(found, title=procedure.title, weighed=procedure.weighed)


def _form(adjudicator: Adjudicator, name: str, asked: Any, fixed: Mapping[str, Any]) -> Form:
    fields = tuple(_field(one, adjudicator.entries) for one in asked)
    return Form(name=name, title=_title(name), fields=fields, fixed=fixed)


def _field(asked: Asked, entries: Mapping[str, Entries]) -> FormField:
    made = entries.get(asked.name)
    known = FormField(
        name=asked.name,
        title=asked.title or _title(asked.name),
        help=asked.help,
        # What is a table in a description file can be a line of text here.
        kind="text" if asked.kind == "table" else asked.kind,
        choices=asked.choices,
        default=asked.default,
        required=asked.required,
        several=asked.several,
    )
    if made is None:
        return known
    if made.choices:
        return replace(known, kind="choice", choices=made.choices)
    parts = tuple(_field(part, made.inner) for part in made.parts)
    return replace(known, kind=ENTRIES, several=made.several, parts=parts, bare=made.bare, least=made.least)


def _title(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]
