"""What the site is given at build time: the paragraph matrix, the options of the command line, and files of the root.

A page asks for one of them by a comment on a line of its own:

    <!-- matrix -->              the paragraphs of every registered rulebook
    <!-- options: COMMAND -->    the arguments and options of a command
    <!-- include: FILE -->       a Markdown file of the repository; below a title of the page's own it loses its title
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
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.traceability import Trace, matrix

ROOT: Final = Path(__file__).resolve().parents[1]
_ASKED: Final = re.compile(r"^<!-- (matrix|options|include)(?:: (\S+))? -->$", re.MULTILINE)
_TITLE: Final = re.compile(r"^# .*\n+", re.MULTILINE)
_HEADING: Final = re.compile(r"^#+ ", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with everything it asks for in place."""
    titled = markdown.startswith("# ")
    return _ASKED.sub(lambda asked: _given(asked, titled=titled), markdown)


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
    parts = [command.help or "", "", *_options(command)]
    if isinstance(command, click.Group) and command is not app:
        # One command for each rulebook, with options of its own.
        context = click.Context(command)
        for own in command.list_commands(context):
            found = command.get_command(context, own)
            if found is not None:
                parts += [f"### sandtable {name} {own}", "", *_options(found), ""]
    return "\n".join(parts)


def included(file: Path, *, titled: bool) -> str:
    """A Markdown file of the repository; under a title of the page's own, without its own and a level lower if it needs."""
    # Files of the root point into docs/; on the site they are in it already.
    text = file.read_text(encoding="utf-8").replace("](docs/", "](")
    if not titled:
        return text
    body = _TITLE.sub("", text, count=1)
    return _HEADING.sub(lambda mark: f"#{mark[0]}", body) if _TITLE.search(body) else body


def _options(command: click.Command) -> list[str]:
    rows = []
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            rows.append((_spelling(parameter), _meaning(parameter)))
        else:
            needed = "needed" if parameter.required else "may be left out"
            rows.append((f"`{parameter.human_readable_name.strip('[]')}`", needed))
    return _table(("argument or option", "meaning"), rows) if rows else []


def _given(asked: re.Match[str], *, titled: bool) -> str:
    what, name = asked[1], asked[2] or ""
    if what == "matrix":
        return "\n".join(matrix_of(book) for book in rulebooks())
    if what == "options":
        return options_of(name)
    return included(ROOT / name, titled=titled)


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
    # What an adjudicator asks for is shown as it stands: "as superior|overwhelming".
    parts = [(option.help or "").replace("|", "\\|")]
    if option.required:
        parts.append("Needed.")
    elif not option.is_flag and isinstance(option.default, int | float | str) and option.default != "":
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
