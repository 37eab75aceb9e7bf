"""The paragraphs of a rulebook: what each is about in our own words, and whether it is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..documents import Document
from ..refusals import SandtableError
from .toml_text import BadToml, parse_toml

STATUSES: Final = ("done", "no-code", "open")


class BadParagraphs(SandtableError):
    """A paragraphs file that cannot be used."""


@dataclass(frozen=True, kw_only=True)
class Paragraph(Document):
    """One numbered paragraph: title in our words, status, and a reason where it has no code."""

    number: str
    title: str
    status: str
    reason: str = ""
    text: str = ""


class Paragraphs:
    """All paragraphs of a rulebook, in the order of the book."""

    def __init__(self, paragraphs: list[Paragraph]) -> None:
        self._by_number: Final = {p.number: p for p in paragraphs}

    def __iter__(self) -> Iterator[Paragraph]:
        return iter(self._by_number.values())

    def __len__(self) -> int:
        return len(self._by_number)

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def __getitem__(self, number: str) -> Paragraph:
        if number not in self._by_number:
            raise BadParagraphs(f"there is no paragraph {number!r}; there are {', '.join(self._by_number)}")
        return self._by_number[number]


def parse_paragraphs(text: str, source: str) -> Paragraphs:
    """The paragraphs of a ``paragraphs.toml``: ``[[paragraph]]`` with number, title, status, and reason or text.

    Status is done, no-code (with a reason) or open (with a reason).
    """
    found: list[Paragraph] = []
    seen: set[str] = set()
    for place, entry in enumerate(entries(text, source, "paragraph", BadParagraphs), 1):
        paragraph = _paragraph(entry, f"{source}: paragraph entry {place}")
        if paragraph.number in seen:
            raise BadParagraphs(f"{source}: paragraph {paragraph.number} is listed twice")
        seen.add(paragraph.number)
        found.append(paragraph)
    return Paragraphs(found)


def entries(text: str, source: str, key: str, error: type[SandtableError]) -> list[dict[str, Any]]:
    """The tables of a TOML file that holds nothing but a list of them, ``[[key]]``; an *error* names what is wrong."""
    try:
        document = parse_toml(text)
    except BadToml as why:
        raise error(f"{source}: {why}") from None
    if unknown := sorted(set(document) - {key}):
        raise error(f"{source}: {unknown[0]!r} is no key; every {key} stands under [[{key}]]")
    found = document.get(key, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise error(f"{source}: {key!r} should be a list of tables, written [[{key}]]")
    return found


def _paragraph(entry: dict[str, Any], where: str) -> Paragraph:
    if unknown := sorted(set(entry) - {"number", "title", "status", "reason", "text"}):
        raise BadParagraphs(f"{where}: {unknown[0]!r} is no key; number, title, status, reason and text are")
    for key in ("number", "title", "status"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise BadParagraphs(f"{where}: {key!r} is missing")
    for key in ("reason", "text"):
        if not isinstance(entry.get(key, ""), str):
            raise BadParagraphs(f"{where} ({entry['number']}): {key!r} should be a text")
    if entry["status"] not in STATUSES:
        raise BadParagraphs(
            f"{where} ({entry['number']}): status {entry['status']!r}; {', '.join(STATUSES)} exist"
        )
    if entry["status"] != "done" and not entry.get("reason"):
        raise BadParagraphs(f"{where} ({entry['number']}): status {entry['status']!r} needs a reason")
    return Paragraph(**entry)
