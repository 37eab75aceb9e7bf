"""Asking and answering at the prompt of a running log: questions of a combat, reasons, and what is said back."""

from __future__ import annotations

import re
import sys

import click

from sandtable.judging.log import BadLog
from sandtable.kernel.book.adjudicator import Asked

from ..output import console


def answer_to(asked: Asked) -> str | bool | tuple[str, ...] | None:
    """What is answered to one question; None where it was passed over."""
    hint = {"flag": " [y/n]", "choice": f" [{'|'.join(asked.choices)}]"}.get(asked.kind, "")
    more = "; several with spaces between" if asked.several else ""
    while True:
        line = ask_line(f"{asked.name.replace('_', ' ')}{hint}: {asked.help.rstrip('.')}{more}: ").strip()
        if asked.kind == "flag":
            return line.lower() in ("y", "yes")
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
        return input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        return None
    except KeyboardInterrupt:
        # Whoever breaks off wants to be asked anew, not to leave; quit and the end of input do that.
        click.echo(err=True)
        raise BadLog("broken off, and nothing is entered; 'quit' leaves") from None


def say(sentence: str) -> None:
    """A line for the screen, as long as it is."""
    console.print(sentence, markup=False, soft_wrap=True)


def refuse(sentence: str) -> None:
    """A refusal, where errors go."""
    click.echo(f"sandtable: {sentence}", err=True)
