"""Rulings: what was decided where a rulebook is silent, read from the ``rulings.md`` that the site shows, too.

A heading that begins with a number such as ``R-12`` opens a ruling; any other opens a section. Text that stands in a
section itself is kept under the section's title, so that nothing of the file is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..documents import Document

_HEADING: Final = re.compile(r"^#+ +(.*)$")
_NUMBERED: Final = re.compile(r"^([A-Z]+-\d+)\b[ :]*(.*)$")
_BULLET: Final = re.compile(r"^[-*] +")
# Emphasis and code of Markdown, whose signs are of no use to whoever reads plain text.
_MARKS: Final = re.compile(r"\*{1,2}([^*\n]+)\*{1,2}|`([^`\n]+)`")


@dataclass(frozen=True, kw_only=True)
class Ruling(Document):
    """What was decided where a rulebook is silent; without a number, what introduces a section."""

    number: str
    title: str
    section: str
    text: tuple[str, ...]


def parse_rulings(text: str) -> tuple[Ruling, ...]:
    """The rulings of a ``rulings.md`` in their order."""
    found: list[Ruling] = []
    section = number = title = ""
    lines: list[str] = []
    for line in [*text.splitlines(), "# "]:
        heading = _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        said = _paragraphs(lines)
        if said or number:
            found.append(Ruling(number=number, title=title, section=section, text=said))
        numbered = _NUMBERED.match(heading[1])
        number, title = (numbered[1], _plain(numbered[2])) if numbered else ("", _plain(heading[1]))
        section = section if numbered else title
        lines = []
    return tuple(found)


def _paragraphs(lines: list[str]) -> tuple[str, ...]:
    """Paragraphs and entries of lists, each without the line breaks of the file."""
    found: list[str] = []
    open_ = False
    for line in lines:
        bullet = _BULLET.match(line)
        if not line.strip():
            open_ = False
        elif open_ and not bullet:
            found[-1] += f" {line.strip()}"
        else:
            found.append(f"• {line[bullet.end() :].strip()}" if bullet else line.strip())
            open_ = True
    return tuple(_plain(paragraph) for paragraph in found)


def _plain(text: str) -> str:
    return _MARKS.sub(lambda mark: mark[1] or mark[2], text)
