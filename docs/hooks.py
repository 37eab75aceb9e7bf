"""What the site is given at build time: the paragraph matrix, the options of the command line, and files of the root.

A page asks for one of them by a comment on a line of its own:

    <!-- matrix -->              the paragraphs of every registered rulebook
    <!-- options: COMMAND -->    the arguments and options of a command
    <!-- include: FILE -->       a Markdown file from the root of the repository
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, Final

import click

from sandtable import rulebooks
from sandtable.cli import app
from sandtable.kernel.rulebook import Rulebook
from sandtable.traceability import Trace, matrix

ROOT: Final = Path(__file__).resolve().parents[1]
_ASKED: Final = re.compile(r"^<!-- (matrix|options|include)(?:: (\S+))? -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with everything it asks for in place."""
    return _ASKED.sub(_given, markdown)


def matrix_of(book: Rulebook[Any]) -> str:
    """The paragraph matrix of one rulebook, as Markdown."""
    traces = matrix(book)
    done = sum(1 for t in traces if t.status == "done")
    rows = [(t.number, _what(t), t.status, _places(t.code), _places(t.tests)) for t in traces]
    return "\n".join(
        [
            f"## {book.title}",
            "",
            f"Rulebook `{book.name}`, behaviour version {book.behaviour}: "
            f"{done} of {len(traces)} paragraphs are done.",
            "",
            *_table(("paragraph", "what it says", "status", "code", "tests"), rows),
            "",
        ]
    )


def options_of(name: str) -> str:
    """The arguments and options of the command *name*, as Markdown; of ``sandtable`` itself without one."""
    command = app if name == app.name else app.commands[name]
    rows = []
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            rows.append((_spelling(parameter), _meaning(parameter)))
        else:
            needed = "needed" if parameter.required else "may be left out"
            rows.append((f"`{parameter.human_readable_name.strip('[]')}`", needed))
    return "\n".join([f"{command.help}", "", *_table(("argument or option", "meaning"), rows)])


def _given(asked: re.Match[str]) -> str:
    what, name = asked[1], asked[2] or ""
    if what == "matrix":
        return "\n".join(matrix_of(book) for book in rulebooks())
    if what == "options":
        return options_of(name)
    # Files of the root point into docs/; on the site they are in it already.
    return (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")


def _spelling(option: click.Option) -> str:
    names = ", ".join(f"`{n}`" for n in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return names
    kind = option.type
    word = (
        "\\|".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else kind.name.upper().split()[0]
    )
    return f"{names} {word}"


def _meaning(option: click.Option) -> str:
    parts = [option.help or ""]
    if option.required:
        parts.append("Needed.")
    elif not option.is_flag and isinstance(option.default, int | float | str):
        parts.append(f"Default: {option.default}.")
    return " ".join(filter(None, parts))


def _what(trace: Trace) -> str:
    parts = (f"**{_plain(trace.title)}**", _plain(trace.text), _plain(trace.reason), ", ".join(trace.rulings))
    return "<br>".join(filter(None, parts))


def _plain(text: str) -> str:
    """*text* as it stands, inside a cell of a table."""
    return escape(text, quote=False).replace("|", "\\|").replace("*", "\\*")


def _places(places: Iterable[str]) -> str:
    return "<br>".join(f"`{place}`" for place in places) or "-"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)]
