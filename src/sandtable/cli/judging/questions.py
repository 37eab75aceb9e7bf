"""Asking and answering at the prompt of a running log: questions of a combat, reasons, and what is said back."""

from __future__ import annotations

import io
import re
import sys
from typing import Final

import click

from sandtable.judging.log import BadLog
from sandtable.kernel.book.adjudicator import Asked

BACK: Final = "back"
_YES: Final = ("y", "yes")
_NO: Final = ("", "n", "no")
# Bytes that were no UTF-8 come in as halves of characters.
_GARBLED: Final = re.compile(r"[\ud800-\udfff]")


class AskBack(Exception):
    """The answer before this one is to be given anew."""


def answer_to(asked: Asked) -> str | bool | tuple[str, ...] | None:
    """What is answered to one question; None where it was passed over."""
    hint = {"flag": " [y/n]", "choice": f" [{'|'.join(asked.choices)}]"}.get(asked.kind, "")
    more = "; several with spaces between" if asked.several else ""
    while True:
        line = ask_line(f"{asked.name.replace('_', ' ')}{hint}: {asked.help.rstrip('.')}{more}: ").strip()
        if line == BACK:
            raise AskBack
        if asked.kind == "flag":
            if line.lower() in (*_YES, *_NO):
                return line.lower() in _YES
            refuse(f"{line!r} is neither yes nor no")
            continue
        wrong = [word for word in line.split() if asked.choices and word not in asked.choices]
        if wrong:
            refuse(f"{wrong[0]!r} is none of {', '.join(asked.choices)}")
        elif asked.kind == "number" and line and not re.fullmatch(r"[-+]?\d{1,9}", line):
            refuse(f"{line!r} is no whole number")
        elif asked.required and not line:
            refuse(f"{asked.name} is needed: {asked.help}")
        else:
            return tuple(line.split()) if asked.several else line or None


def ask_line(prompt: str) -> str:
    """An answer; the end of input gives the questions up."""
    said = read_line(prompt)
    if said is None:
        raise BadLog("the questions were not answered to the end, and nothing is entered")
    return said


def ask_reason(verb: str) -> str:
    """Ask for the reason that every change of the log must have."""
    said = read_line("reason: ")
    if said is None or not said.strip():
        raise BadLog(f"nothing is changed: to {verb} a combat the log needs a reason")
    return said.strip()


def read_line(prompt: str) -> str | None:
    """The next line, or None at the end of input; the prompt is for people, not for pipes."""
    try:
        line = input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        return None
    except KeyboardInterrupt:
        # Whoever breaks off wants to be asked anew, not to leave; quit and the end of input do that.
        click.echo(err=True)
        raise BadLog("broken off, and nothing is entered; 'quit' leaves") from None
    if _GARBLED.search(line):
        refuse("that line is not in UTF-8 and was not understood")
        return ""
    return line


def accept_any_bytes() -> None:
    """Let lines in whatever encoding come in, so that one that cannot be read costs that line and not the sitting."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def refuse(sentence: str) -> None:
    """A refusal, where errors go."""
    click.echo(f"sandtable: {sentence}", err=True)
