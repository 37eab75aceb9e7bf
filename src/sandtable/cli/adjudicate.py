"""``sandtable adjudicate``: a running log of combats that a Control team keeps open beside its game."""

from __future__ import annotations

import re
import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
from rich.markup import escape
from rich.table import Table as Shown

from sandtable import catalog
from sandtable.kernel.adjudicator import Adjudicator, Asked
from sandtable.kernel.dice import Dice, Roll, SeededDice
from sandtable.kernel.refusals import SandtableError
from sandtable.kernel.rulebook import UnknownName
from sandtable.kernel.tables import Tables

from .combat import describe_option, description, dice_option, options_of, parse_rolls, tables_of
from .combat_export import export, words
from .combat_log import COMBAT, CORRECTION, WITHDRAWAL, BadLog, CombatLog, Entry
from .odds import judge as show_odds
from .output import console, tables_option
from .resolve import show_reckoning

HELP: Final = """\
--OPTIONS ...            adjudicate a combat in the words of 'resolve', e.g. {example}
                         --dice gives the dice, else they are rolled; --note says what combat it is
ask                      the same, question by question
odds --OPTIONS ...       weigh a combat without entering it
correct [N] --OPTIONS    enter combat N (else the last) anew with these changes; --without NAME drops an option,
                         --reason says why; the dice stay unless --dice gives others
undo [N] REASON          withdraw combat N (else the last); what a withdrawn correction had corrected stands again
list                     every entry of the log
show N                   one entry with its reckoning
export FILE.csv|FILE.md  write the log for others
help, quit               this text; leave (the log is on the disk already)"""
NOTE: Final = click.Option(["--note"], default="", help="What combat it is.")
REASON: Final = click.Option(["--reason"], default="", help="Why the entry is corrected.")
WITHOUT: Final = click.Option(["--without"], multiple=True, help="An option that no longer holds.")


@click.command()
@click.argument("rulebook")
@click.option(
    "--log", "file", type=click.Path(path_type=Path), required=True, help="The log to begin or to resume."
)
@tables_option
def adjudicate(rulebook: str, file: Path, tables_dir: Path | None) -> None:
    """Adjudicate combats of RULEBOOK one after another and keep a log of them that is never lost."""
    book = catalog.rulebook(rulebook)
    if book.adjudicator is None:
        raise UnknownName(f"rulebook {rulebook!r} adjudicates no single combats")
    log = CombatLog(file, rulebook)
    with suppress(ImportError):
        # Line editing and history at the prompt, where the system has them.
        import_module("readline")
    session = Session(log, book.adjudicator, tables_of(book, tables_dir))
    _say(f"{book.title}: {len(log.standing())} combats stand in {file}; 'help' tells what can be said.")
    while (line := _read(f"{rulebook}> ")) is not None:
        try:
            if not session.obey(line):
                return
        except click.ClickException as wrong:
            _refuse(wrong.format_message().rstrip("."))
        except SandtableError as wrong:
            _refuse(str(wrong))


class Session:
    """One sitting at the log."""

    def __init__(self, log: CombatLog, adjudicator: Adjudicator, tables: Tables) -> None:
        self.log: Final = log
        self.adjudicator: Final = adjudicator
        self.tables: Final = tables
        self.commands: Final[dict[str, Callable[[list[str]], None]]] = {
            "ask": self.ask,
            "odds": self.odds,
            "correct": self.correct,
            "undo": self.undo,
            "list": self.list_entries,
            "show": self.show_entry,
            "export": self.export_to,
            "help": self.tell_help,
        }

    def obey(self, line: str) -> bool:
        """Do what *line* says; False when it was to leave."""
        try:
            said = shlex.split(line)
        except ValueError:
            raise BadLog("a quotation mark is missing its partner") from None
        if not said:
            return True
        if said[0] in ("quit", "exit"):
            return False
        if said[0].startswith("--"):
            self.enter(said)
        elif said[0] in self.commands:
            self.commands[said[0]](said[1:])
        else:
            raise BadLog(
                f"{said[0]!r} is no command; a combat begins with --, and there are {', '.join(self.commands)}, quit"
            )
        return True

    # ---- combats

    def enter(self, said: Sequence[str]) -> None:
        """A combat in the words of ``resolve``."""
        typed = self._parsed(said, NOTE)
        dice, note, file = parse_rolls(typed.pop("dice")), typed.pop("note"), typed.pop("describe")
        self._judge(COMBAT, description(self.adjudicator, file, typed), dice, note=note)

    def ask(self, said: list[str]) -> None:
        """A combat question by question."""
        typed = {asked.name: _answer(asked) for asked in self.adjudicator.asked}
        given = description(self.adjudicator, None, typed)
        dice = parse_rolls(_line("dice (empty: they are rolled): "))
        self._judge(COMBAT, given, dice, note=_line("note: ").strip())

    def odds(self, said: list[str]) -> None:
        """What could become of a combat; nothing is entered."""
        typed = self._parsed(said)
        given = description(self.adjudicator, typed.pop("describe"), typed)
        show_odds(self.adjudicator, given, self.tables, as_json=False)

    def correct(self, said: list[str]) -> None:
        """Enter a combat anew with changes and a reason; the old entry stays in the log."""
        old = self._standing(said)
        typed = self._parsed(said, NOTE, REASON, WITHOUT)
        reason = typed.pop("reason") or _reason("correct")
        note = typed.pop("note") or old.note
        dropped = [name.replace("-", "_") for name in typed.pop("without")]
        for name in dropped:
            if name not in old.given:
                raise BadLog(
                    f"entry {old.number} has no {name!r} to leave out; it has {', '.join(old.given)}"
                )
        kept = {name: value for name, value in old.given.items() if name not in dropped}
        dice = parse_rolls(typed.pop("dice")) or tuple(tuple(roll) for roll in old.dice)
        file = typed.pop("describe")
        changed = {name: value for name, value in typed.items() if value not in (None, False, ())}
        given = description(self.adjudicator, file, kept | changed)
        self._judge(CORRECTION, given, dice, of=old.number, reason=reason, note=note)

    def undo(self, said: list[str]) -> None:
        """Withdraw a combat with a reason; the old entry stays in the log."""
        old = self._standing(said)
        reason = " ".join(said) or _reason("withdraw")
        entry = self.log.add(WITHDRAWAL, of=old.number, reason=reason, note=old.note)
        _say(f"{entry.number}: {self.log.status(entry)}")

    def _judge(self, kind: str, given: dict[str, Any], dice: Sequence[Roll], **more: Any) -> None:
        """Adjudicate, put the entry on the disk, and only then show it."""
        source = NotedDice()
        outcome = self.adjudicator.resolve(given, self.tables, dice, source)
        entry = self.log.add(
            kind,
            given=given,
            typed=[list(roll) for roll in dice],
            rolled=source.rolls,
            outcome=outcome,
            told=self.adjudicator.tell(outcome),
            tables=list(self.tables.replaced),
            **more,
        )
        self._print(entry)

    def _parsed(self, said: Sequence[str], *more: click.Parameter) -> dict[str, Any]:
        command = click.Command(
            "combat", params=[*options_of(self.adjudicator), *more], add_help_option=False
        )
        describe_option(dice_option(command))
        with command.make_context("combat", list(said)) as parsed:
            return dict(parsed.params)

    def _standing(self, said: list[str]) -> Entry:
        """The entry whose number leads *said*, which is then taken away, or else the last; it must still stand."""
        if not said or not said[0].isdecimal():
            return self.log.last_standing()
        entry = self.log.entry(int(said.pop(0)))
        if entry not in self.log.standing():
            raise BadLog(
                f"entry {entry.number} is no combat that stands; {self.log.status(entry) or entry.kind}"
            )
        return entry

    # ---- looking

    def list_entries(self, said: list[str]) -> None:
        """Every entry: number, what it was, result, and what became of it."""
        shown = Shown("", "note", "outcome", "", box=None, header_style="bold")
        for entry in self.log.entries:
            became = self.log.status(entry) or entry.reason
            shown.add_row(str(entry.number), *map(escape, (entry.note, " ".join(entry.told), became)))
        console.print(shown)

    def show_entry(self, said: list[str]) -> None:
        """One entry with its reckoning."""
        if len(said) != 1 or not said[0].isdecimal():
            raise BadLog("say which entry, as in 'show 3'")
        self._print(self.log.entry(int(said[0])))

    def _print(self, entry: Entry) -> None:
        title = f"{entry.number}: {entry.note}".rstrip(": ")
        _say(f"{title}  {words(entry)}".rstrip())
        if status := self.log.status(entry) or entry.reason:
            _say(f"   ({status})")
        show_reckoning(entry.outcome.get("reckoning", ()))
        for sentence in entry.told:
            _say(f"   {sentence}")

    def export_to(self, said: list[str]) -> None:
        """The log as a spreadsheet or a report."""
        if len(said) != 1:
            raise BadLog("say which file, as in 'export combats.csv' or 'export report.md'")
        export(self.log, Path(said[0]))
        _say(f"{len(self.log.entries)} entries written to {said[0]}")

    def tell_help(self, said: list[str]) -> None:
        """What can be said here, and the options of a combat."""
        needed = [f"--{asked.name} ..." for asked in self.adjudicator.asked if asked.required]
        _say(HELP.format(example=" ".join(needed) or f"--{self.adjudicator.asked[0].name} ..."))
        for asked in self.adjudicator.asked:
            choices = f" ({', '.join(asked.choices)})" if asked.choices else ""
            _say(f"  --{asked.name.replace('_', '-'):<20} {asked.help}{choices}")


class NotedDice:
    """Fair dice that remember what they showed."""

    def __init__(self) -> None:
        self._source: Final = SeededDice(secrets.randbits(64))
        self.rolls: Final[list[list[int]]] = []

    def roll(self, dice: Dice, number: int) -> Roll:
        """The faces of roll *number*, noted."""
        faces = self._source.roll(dice, number)
        self.rolls.append(list(faces))
        return faces

    def describe(self) -> dict[str, Any]:
        """Kind alone: the rolls stand in the log."""
        return {"source": "noted"}


def _answer(asked: Asked) -> str | bool | tuple[str, ...] | None:
    """What is answered to one question; None where it was passed over."""
    hint = {"flag": " [y/n]", "choice": f" [{'|'.join(asked.choices)}]"}.get(asked.kind, "")
    more = "; several with spaces between" if asked.several else ""
    while True:
        line = _line(f"{asked.name.replace('_', ' ')}{hint}: {asked.help.rstrip('.')}{more}: ").strip()
        if asked.kind == "flag":
            return line.lower() in ("y", "yes")
        wrong = [word for word in line.split() if asked.choices and word not in asked.choices]
        if wrong:
            _refuse(f"{wrong[0]!r} is none of {', '.join(asked.choices)}")
        elif asked.kind == "number" and line and not re.fullmatch(r"[-+]?\d{1,9}", line):
            _refuse(f"{line!r} is no whole number")
        elif asked.required and not line:
            _refuse(f"{asked.name} is needed: {asked.help}")
        else:
            return tuple(line.split()) if asked.several else line or None


def _line(prompt: str) -> str:
    """An answer; the end of input gives the questions up."""
    said = _read(prompt)
    if said is None:
        raise BadLog("the questions were not answered to the end, and nothing is entered")
    return said


def _reason(verb: str) -> str:
    """Ask for the reason that every change of the log must have."""
    said = _read("reason: ")
    if said is None or not said.strip():
        raise BadLog(f"nothing is changed: to {verb} a combat the log needs a reason")
    return said.strip()


def _read(prompt: str) -> str | None:
    """The next line, or None at the end of input; the prompt is for people, not for pipes."""
    try:
        return input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        return None


def _say(sentence: str) -> None:
    console.print(sentence, markup=False, soft_wrap=True)


def _refuse(sentence: str) -> None:
    click.echo(f"sandtable: {sentence}", err=True)
