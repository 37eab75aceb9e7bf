"""The pages as the tests read them: their fences, and the examples in these run as they stand.

A ```` ```python ```` fence with prompts is a doctest; a ```` ```console ```` fence holds ``$ sandtable ...`` commands
with the output they must give, where ``...`` stands for anything. A line ``word> text`` below a command is typed into it.
The examples of a page share their names and run one
after another in one empty folder. Other fences (``sh``, ``text``, ``toml``) are not run.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from sandtable.cli import main

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
_FENCE: Final = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# What a command that asks prints before each answer, and what is answered.
_TYPED: Final = re.compile(r"^\w+> (.*)\n", re.MULTILINE)
_PROMPT: Final = re.compile(r"^(?:\w+> )+", re.MULTILINE)
_EXACT: Final = doctest.ELLIPSIS
# Tables in the terminal are padded as wide as it is.
_PADDED: Final = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Fence(NamedTuple):
    """A fenced block: its language, its text and the line it begins on."""

    language: str
    text: str
    line: int


def all_pages() -> list[Path]:
    """Every page of the site and the README."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def fences(page: Path) -> Iterator[Fence]:
    """The fenced blocks of *page*."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        yield Fence(found[2], found[3], text.count("\n", 0, found.start()) + 1)


def failures(page: Path) -> list[str]:
    """What the examples of *page* say that is not so."""
    names: dict[str, Any] = {}
    wrong: list[str] = []
    for fence in fences(page):
        where = f"{page.relative_to(ROOT)}:{fence.line}"
        if fence.language == "python" and ">>> " in fence.text:
            wrong += _doctest(fence, names, where)
        elif fence.language == "console":
            wrong += _console(fence, where)
    return wrong


def _doctest(fence: Fence, names: dict[str, Any], where: str) -> list[str]:
    test = doctest.DocTestParser().get_doctest(fence.text, names, where, where, fence.line)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=_EXACT, verbose=False).run(test, out=told.append, clear_globs=False)
    names.update(test.globs)
    return told


def _console(fence: Fence, where: str) -> Iterator[str]:
    for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
        command, _, dialogue = part.partition("\n")
        expected = _TYPED.sub("", dialogue)
        got = _PROMPT.sub("", _run(shlex.split(command), "\n".join(_TYPED.findall(dialogue))))
        if not doctest.OutputChecker().check_output(_even(expected), _even(got), _PADDED):
            yield f"{where}: $ {command}\nexpected:\n{expected}\ngot:\n{got}"


def _run(words: list[str], typed: str) -> str:
    """What a command prints when that is typed into it, complaints included."""
    program, *arguments = words
    if program != "sandtable":
        return f"only sandtable commands are run, not {program!r}"
    out, keyboard = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out),
            contextlib.suppress(SystemExit),
        ):
            main(arguments)
    finally:
        sys.stdin = keyboard
    return out.getvalue()


def _even(text: str) -> str:
    """*text* without the spaces at the ends of its lines and without empty lines."""
    return "".join(f"{line.rstrip()}\n" for line in text.split("\n") if line.strip())
