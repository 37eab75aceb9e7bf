"""``sandtable adjudicate``: a running log of combats that a Control team keeps open beside its game."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
from rich.markup import escape
from rich.table import Table as Shown

from sandtable import catalog
from sandtable.judging.description import belongs, parse_rolls, what_was_told, with_defaults
from sandtable.judging.export import has_tables, words
from sandtable.judging.log import COMBAT, CORRECTION, WITHDRAWAL, BadLog, Entry, judged, no_longer_fit
from sandtable.kernel.book.adjudicator import Adjudicator, Asked, NotYetTold
from sandtable.kernel.book.rulebook import UnknownName
from sandtable.kernel.chance.dice import BadDice, Roll
from sandtable.kernel.printed.tables import Tables
from sandtable.kernel.refusals import SandtableError

from ..output import console, say, tables_option
from .combat import (
    describe_option,
    description,
    dice_option,
    help_of,
    in_file,
    on_the_line,
    options_of,
    tables_of,
)
from .combat_export import export
from .combat_log import CombatLog
from .odds import judge as show_odds
from .questions import AskBack, accept_any_bytes, answer_to, ask_line, ask_reason, read_line, refuse
from .resolve import show_reckoning

HELP: Final = """\
[resolve] --OPTIONS ...  adjudicate a combat in the words of 'resolve', e.g. {example}
                         --dice gives the dice, else they are rolled; --note says what combat it is
ask                      the same, question by question; each answer is checked, and 'back' goes to the one before
odds --OPTIONS ...       weigh a combat without entering it
correct [N] --OPTIONS    enter combat N (else the last) anew with these changes; --without NAME drops an option,
                         --reason says why; the dice stay unless --dice gives others
undo [N] REASON          withdraw combat N (else the last); what a withdrawn correction had corrected stands again
list                     every entry of the log
show N                   one entry with its reckoning
export FILE.csv|FILE.md  write the log for others
help, quit               this text; leave (the log is on the disk already)"""
_MOST_DIGITS: Final = 9
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
    accept_any_bytes()
    session = Session(log, book.adjudicator, tables_of(book, tables_dir), behaviour=book.behaviour)
    say(f"{book.title}: {len(log.standing())} combats stand in {file}; 'help' tells what can be said.")
    while True:
        try:
            line = read_line(f"{rulebook}> ")
            if line is None or not session.obey(line):
                return
        except click.ClickException as wrong:
            refuse(wrong.format_message().rstrip("."))
        except SandtableError as wrong:
            refuse(str(wrong))


class Session:
    """One sitting at the log."""

    def __init__(self, log: CombatLog, adjudicator: Adjudicator, tables: Tables, *, behaviour: int) -> None:
        self.behaviour: Final = behaviour
        self.log: Final = log
        self.adjudicator: Final = adjudicator
        self.tables: Final = tables
        self.commands: Final[dict[str, Callable[[list[str]], None]]] = {
            "resolve": self.enter,
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
        given = description(self.adjudicator, file, typed)
        self._judge(COMBAT, given, dice, note=note, described=self._described(file, typed))

    def ask(self, said: list[str]) -> None:
        """A combat question by question: what cannot be is said at once, and nothing that was typed before is lost."""
        typed = self._answers()
        while True:
            try:
                given = description(self.adjudicator, None, typed)
                self.adjudicator.read(given, self.tables)
                break
            except SandtableError as why:
                refuse(str(why))
                self._answer_anew(typed)
        note = None
        while True:
            try:
                dice = parse_rolls(ask_line("dice (empty: they are rolled): "))
                note = ask_line("note: ").strip() if note is None else note
                self._judge(COMBAT, given, dice, note=note)
                return
            except BadDice as why:
                refuse(str(why))

    def _answers(self) -> dict[str, Any]:
        """An answer to every question that belongs to the combat; 'back' goes to the one before."""
        typed: dict[str, Any] = {}
        questions, at = on_the_line(self.adjudicator), 0
        while at < len(questions):
            if not belongs(questions[at], self.adjudicator, what_was_told(typed)):
                at += 1
                continue
            try:
                self._answer(questions[at], typed)
                at += 1
            except AskBack:
                answered = [place for place in range(at) if questions[place].name in typed]
                at = answered[-1] if answered else 0
                typed.pop(questions[at].name, None)
        return typed

    def _answer(self, asked: Asked, typed: dict[str, Any]) -> None:
        """Ask until the answer goes with those before; what is still lacking is no mistake."""
        while True:
            found = answer_to(asked)
            given = what_was_told({**typed, asked.name: found})
            try:
                self.adjudicator.read(with_defaults(self.adjudicator, given), self.tables)
            except NotYetTold:
                pass
            except SandtableError as why:
                refuse(str(why))
                continue
            typed[asked.name] = found
            return

    def _answer_anew(self, typed: dict[str, Any]) -> None:
        """Ask which of all answers is to change, and for that one again."""
        questions = {asked.name: asked for asked in on_the_line(self.adjudicator)}
        names = [name for name, asked in questions.items() if belongs(asked, self.adjudicator, typed)]
        while True:
            name = ask_line("which answer do you give anew (empty: give up)? ").strip().replace("-", "_")
            if not name:
                raise BadLog("the questions were given up, and nothing is entered")
            if name.replace(" ", "_") in names:
                break
            refuse(f"{name!r} was not asked; there are {', '.join(names)}")
        asked = questions[name.replace(" ", "_")]
        typed.pop(asked.name, None)
        with suppress(AskBack):
            typed[asked.name] = answer_to(asked)

    def odds(self, said: list[str]) -> None:
        """What could become of a combat; nothing is entered."""
        typed = self._parsed(said)
        if typed.pop("dice"):
            raise BadLog("odds are over all dice; leave --dice out, or adjudicate the combat with them")
        given = description(self.adjudicator, typed.pop("describe"), typed)
        show_odds(self.adjudicator, given, self.tables, as_json=False)

    def correct(self, said: list[str]) -> None:
        """Enter a combat anew with changes and a reason; the old entry stays in the log."""
        old = self._standing(said)
        typed = self._parsed(said, NOTE, REASON, WITHOUT)
        reason = typed.pop("reason") or ask_reason("correct")
        note = typed.pop("note") or old.note
        dropped = [name.replace("-", "_") for name in typed.pop("without")]
        for name in dropped:
            if name not in old.given:
                raise BadLog(
                    f"entry {old.number} has no {name!r} to leave out; it has {', '.join(old.given)}"
                )
        kept = {name: value for name, value in old.given.items() if name not in dropped}
        others = parse_rolls(typed.pop("dice"))
        dice = others or tuple(tuple(roll) for roll in old.dice)
        file = typed.pop("describe")
        described = old.described
        if file:
            # A file that is given anew stands in place of the old one; what is typed goes before both.
            filed = set(old.described) | {name for name, value in kept.items() if self._is_filed(name, value)}
            kept = {name: value for name, value in kept.items() if name not in filed}
            kept |= in_file(self.adjudicator, file)
            described = self._described(file, typed)
        given = description(self.adjudicator, None, kept | what_was_told(typed))
        if old.behaviour != self.behaviour:
            say(f"Entry {old.number} was judged by earlier rules; this is what those of today make of it.")
        try:
            self._judge(CORRECTION, given, dice, of=old.number, reason=reason, note=note, described=described)
        except BadDice as why:
            if others:
                raise
            raise no_longer_fit(old, why) from None

    def undo(self, said: list[str]) -> None:
        """Withdraw a combat with a reason; the old entry stays in the log."""
        old = self._standing(said)
        reason = " ".join(said) or ask_reason("withdraw")
        entry = self.log.add(WITHDRAWAL, of=old.number, reason=reason, note=old.note)
        say(f"{entry.number}: {self.log.status(entry)}")

    def _judge(self, kind: str, given: dict[str, Any], dice: Sequence[Roll], **more: Any) -> None:
        """Adjudicate, put the entry on the disk, and only then show it."""
        content = judged(self.adjudicator, given, self.tables, dice)
        self._print(self.log.add(kind, **content, behaviour=self.behaviour, **more))

    def _described(self, file: Path | None, typed: dict[str, Any]) -> list[str]:
        """What of a combat the file told, and no option on the line."""
        found = in_file(self.adjudicator, file) if file else {}
        return [name for name in found if name not in what_was_told(typed)]

    def _is_filed(self, name: str, value: Any) -> bool:
        """Whether something can only have stood in a description file: logs of old do not say what did."""
        tables = [asked.name for asked in self.adjudicator.asked if asked.kind == "table"]
        return name in tables or has_tables(value)

    def _parsed(self, said: Sequence[str], *more: click.Parameter) -> dict[str, Any]:
        command = click.Command(
            "combat", params=[*options_of(self.adjudicator), *more], add_help_option=False
        )
        describe_option(dice_option(command))
        with command.make_context("combat", list(said)) as parsed:
            return dict(parsed.params)

    def _standing(self, said: list[str]) -> Entry:
        """The entry whose number leads *said*, which is then taken away, or else the last; it must still stand."""
        if not said or not _is_number(said[0]):
            return self.log.last_standing()
        return self.log.that_stands(int(said.pop(0)))

    # ---- looking

    def list_entries(self, said: list[str]) -> None:
        """Every entry: number, what it was, result, and what became of it."""
        if not self.log.entries:
            say("Nothing is entered yet.")
            return
        shown = Shown("", "note", "outcome", "", box=None, header_style="bold")
        for entry in self.log.entries:
            became = self.log.status(entry) or entry.reason
            shown.add_row(str(entry.number), *map(escape, (entry.note, " ".join(entry.told), became)))
        console.print(shown)

    def show_entry(self, said: list[str]) -> None:
        """One entry with its reckoning."""
        if len(said) != 1 or not _is_number(said[0]):
            raise BadLog("say which entry, as in 'show 3'")
        self._print(self.log.entry(int(said[0])))

    def _print(self, entry: Entry) -> None:
        title = f"{entry.number}: {entry.note}".rstrip(": ")
        say(f"{title}  {words(entry)}".rstrip())
        if status := self.log.status(entry) or entry.reason:
            say(f"   ({status})")
        show_reckoning(entry.outcome.get("reckoning", ()))
        for sentence in entry.told:
            say(f"   {sentence}")

    def export_to(self, said: list[str]) -> None:
        """The log as a spreadsheet or a report."""
        if len(said) != 1:
            raise BadLog("say which file, as in 'export combats.csv' or 'export report.md'")
        export(self.log, Path(said[0]))
        say(f"{len(self.log.entries)} entries written to {said[0]}")

    def tell_help(self, said: list[str]) -> None:
        """What can be said here, and the options of a combat."""
        needed = [f"--{asked.name} ..." for asked in self.adjudicator.asked if asked.required]
        say(HELP.format(example=" ".join(needed) or f"--{self.adjudicator.asked[0].name} ..."))
        for asked in self.adjudicator.asked:
            choices = f" ({', '.join(asked.choices)})" if asked.choices else ""
            name = f"[{asked.name}]" if asked.kind == "table" else f"--{asked.name.replace('_', '-')}"
            say(f"  {name:<22} {help_of(asked, self.adjudicator)}{choices}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
