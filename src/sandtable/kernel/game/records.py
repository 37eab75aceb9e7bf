"""Records: setup and answers, dice included, with a digest after each; enough to play the game again for ever.

A record is a JSON document. An answer is a row ``[who, action, digest]``, where who is a seat's name, "dice" or
"control"; Control's rows carry a fourth entry that says for whom or what was changed, and why. An order sheet is one
answer, however many lines it has, and "unseal" takes it back; what Control was asked itself is answered for "control". A
roll that Control typed in from the table says so in a fourth entry.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeVar

from ..book.rulebook import Rulebook
from ..chance.dice import Dice, Roll, Salt, SeededDice, verify
from ..machine.actions import CONTROL, CONTROL_NAME, DICE, DICE_NAME, Action, Seat, parse_action
from ..machine.engine import answer, control_default, dice_asked, over, refusal, settle, top, wording
from ..machine.events import ControlDecided, Overruled
from ..machine.state import GameState, Setup
from ..machine.steps import AskControl
from ..refusals import Refusal, Refused, SandtableError
from .codec import BadDocument, check_header, read_setup, upgraded
from .control import edited, read_changes

G = TypeVar("G", bound=GameState)

FORMAT: Final = "sandtable-record"
VERSION: Final = 1
UPGRADES: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
# Half of a digest is plenty to notice a difference, and keeps records short.
DIGEST_LENGTH: Final = 16
EDIT: Final = "edit"
# In the note of an answer to a question to Control that nobody was there to decide.
BY_DEFAULT: Final = "by_default"
# In the note of a roll that Control typed in from the table.
TYPED: Final = "typed"
# The source of a game that went on from another's record: its commitment covers only the rolls since then.
CONTINUED: Final = "commit-reveal, continued"
# How a game may end otherwise than by its rules.
ENDED_OTHERWISE: Final = ("resignation", "agreement", "time")


class Diverged(SandtableError):
    """A record that does not replay: names the first answer that leads elsewhere."""


@dataclass(frozen=True)
class Entry:
    """One answer as recorded."""

    who: str
    action: str
    digest: str
    note: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> list[Any]:
        """The row of the record."""
        return [self.who, self.action, self.digest, *([dict(self.note)] if self.note else [])]


@dataclass
class Record:
    """A game as it was played."""

    rulebook: str
    behaviour: int
    setup: Setup
    dice: Mapping[str, Any]
    entries: list[Entry] = field(default_factory=list)
    result: Mapping[str, str] | None = None

    def as_json(self) -> dict[str, Any]:
        """The record as a document."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rulebook": self.rulebook,
            "behaviour": self.behaviour,
            "setup": self.setup.as_json(),
            "dice": dict(self.dice),
            "answers": [entry.as_json() for entry in self.entries],
            "result": dict(self.result) if self.result else None,
        }


def read_record(rulebook: Rulebook[Any], document: Mapping[str, Any]) -> Record:
    """The record in *document*; BadDocument says what is wrong with it."""
    doc = upgraded(document, FORMAT, VERSION, UPGRADES)
    check_header(rulebook, doc, "record")
    for key, kind in (("setup", dict), ("dice", dict), ("answers", list)):
        if not isinstance(doc.get(key), kind):
            raise BadDocument(f"the record lacks {key!r}, or it is of the wrong kind")
    result = doc.get("result")
    if not isinstance(result, dict | None):
        raise BadDocument("the record's 'result' should be an object or null")
    try:
        setup = read_setup(rulebook, doc["setup"])
    except BadDocument:
        raise
    except KeyError as missing:
        raise BadDocument(f"the record's setup lacks {missing.args[0]!r}") from None
    except SandtableError as why:
        raise BadDocument(f"the record cannot be read: {why}") from None
    entries = [_read_entry(row, number) for number, row in enumerate(doc["answers"], 1)]
    return Record(doc["rulebook"], doc["behaviour"], setup, doc["dice"], entries, result)


def _read_entry(row: Any, number: int) -> Entry:
    """The answer in a *row*; who, action and digest are texts, and Control's note says what perform needs."""
    if not (
        isinstance(row, list)
        and len(row) in (3, 4)
        and all(isinstance(part, str) for part in row[:3])
        and all(isinstance(note, dict) for note in row[3:])
    ):
        raise BadDocument(
            f"answer {number} of the record is {row!r}; it should be [who, action, digest] and perhaps a note"
        )
    entry = Entry(*row)
    needed, kind = ("changes", list) if entry.action == EDIT and "for" not in entry.note else ("for", str)
    if entry.who == CONTROL_NAME and not isinstance(entry.note.get(needed), kind):
        raise BadDocument(f"answer {number} of the record is Control's, but its note lacks {needed!r}")
    return entry


def begin(rulebook: Rulebook[G], setup: Setup) -> G:
    """The settled starting position."""
    g = rulebook.start(setup)
    g.rebuild()
    settle(g)
    return g


def perform(rulebook: Rulebook[G], g: G, entry: Entry) -> G:
    """The position after *entry*; it is *g* itself, except after an edit by Control."""
    if entry.who == CONTROL_NAME:
        reason = str(entry.note.get("reason", ""))
        if entry.action == EDIT and "for" not in entry.note:
            return edited(rulebook, g, read_changes(entry.note["changes"]), reason)
        action = parse_action(entry.action)
        if entry.note["for"] == CONTROL_NAME:
            _decide(g, action, by_default=bool(entry.note.get(BY_DEFAULT)))
            return g
        seat = rulebook.seat(g.setup, entry.note["for"])
        if not reason.strip():
            raise Refused(Refusal("", "Control answers for nobody without a reason"))
        if no := refusal(g, action, seat):
            raise Refused(no)
        # The answer may be sealed or secret: everybody hears that Control gave it, the seat alone which one it was.
        g.tell(Overruled(seat, "", reason))
        g.tell(Overruled(seat, entry.action, reason), to=(seat,))
        answer(g, action, seat)
    else:
        answer(g, parse_action(entry.action), who_answers(rulebook, g, entry.who))
    return g


def _decide(g: GameState, action: Action, *, by_default: bool) -> None:
    """Control answers what the rules ask it, or its default is taken; whoever may know of the question hears it."""
    if no := refusal(g, action, CONTROL):
        raise Refused(no)
    step = top(g)
    if by_default and action != control_default(g):
        raise Refused(Refusal(step.rule if step else "", f"{action.id!r} is not what holds without Control"))
    if isinstance(step, AskControl):
        said = wording(g, CONTROL, action).text
        g.tell(ControlDecided(step.rule, action.id, said, by_default), step.audience(g))
    answer(g, action, CONTROL)


def who_answers(rulebook: Rulebook[Any], g: GameState, who: str) -> Seat:
    """The seat of a recorded name, the dice included."""
    return DICE if who == DICE_NAME else rulebook.seat(g.setup, who)


def walk(rulebook: Rulebook[G], record: Record, *, verify_digests: bool = True) -> Iterator[G]:
    """Every position of the recorded game from the start on; Diverged at the first answer that leads elsewhere.

    The same state object is handed out again and again: copy it to keep it.
    """
    g = begin(rulebook, record.setup)
    yield g
    for number, entry in enumerate(record.entries, 1):
        try:
            g = perform(rulebook, g, entry)
        except SandtableError as why:
            raise Diverged(f"answer {number} ({entry.who}: {entry.action}) is refused: {why}") from None
        if verify_digests and g.digest()[:DIGEST_LENGTH] != entry.digest:
            raise Diverged(
                f"answer {number} ({entry.who}: {entry.action}) leads to another position than recorded "
                f"({g.digest()[:DIGEST_LENGTH]} instead of {entry.digest})"
            )
        yield g


def replay(rulebook: Rulebook[G], record: Record, *, to: int | None = None, verify_digests: bool = True) -> G:
    """The position after *to* answers, or after all."""
    count = len(record.entries)
    if to is not None and not 0 <= to <= count:
        raise Refused(Refusal("", f"the record has {count} answers; {to} is not among them"))
    # walk hands out one state that it plays on, so it must not be asked for a position beyond the last.
    positions = islice(
        walk(rulebook, record, verify_digests=verify_digests), (count if to is None else to) + 1
    )
    return deque(positions, maxlen=1).pop()


def first_divergence(rulebook: Rulebook[Any], record: Record) -> tuple[int, str] | None:
    """The number of the first answer that does not replay, and what is wrong; None if the whole record holds."""
    number = 0
    try:
        for number, _ in enumerate(walk(rulebook, record), 1):  # noqa: B007 - counts the positions that held
            pass
    except Diverged as why:
        return number, str(why)
    return None


def decided_by_control(record: Record) -> bool:
    """Whether somebody sat as Control and decided what the rules asked him."""
    return any(
        entry.who == CONTROL_NAME and entry.note.get("for") == CONTROL_NAME and BY_DEFAULT not in entry.note
        for entry in record.entries
    )


def unverifiable(record: Record) -> str | None:
    """Why nobody can say whether the rolls were honest; None if it can be said."""
    kind = record.dice.get("source")
    if kind not in ("seeded", "commit-reveal", CONTINUED):
        return f"dice of source {kind!r} cannot be verified: the rolls were typed in"
    if kind != "seeded" and "secret" not in record.dice:
        return "the secret has not been revealed yet"
    return None


def verify_dice(rulebook: Rulebook[Any], record: Record) -> str | None:
    """Whether every roll is the one its source had to give: None if so, else what is wrong.

    Rolls that Control typed in from the table are taken as they are, and the record says which they were. Of a game that went on from another's record only the rolls since then are its own.
    """
    rolls: list[tuple[Dice, Roll | None]] = []
    g = begin(rulebook, record.setup)
    for entry in record.entries:
        if entry.who == DICE_NAME:
            faces = None if TYPED in entry.note else parse_action(entry.action).args
            rolls.append((dice_asked(g), faces))
        g = perform(rulebook, g, entry)
    if unknown := unverifiable(record):
        return unknown
    if record.dice["source"] == "seeded":
        if type(record.dice.get("seed")) is not int:
            raise BadDocument("the record of seeded dice lacks the 'seed', a whole number")
        source = SeededDice(record.dice["seed"])
        for number, (dice, faces) in enumerate(rolls):
            if faces is not None and source.roll(dice, number) != faces:
                return f"roll {number + 1} is {faces}, but the seed gives {source.roll(dice, number)}"
        return None
    commitment, salt = record.dice.get("commitment"), record.dice.get("salt")
    if not isinstance(commitment, str) or not isinstance(salt, str):
        raise BadDocument("the record of commit-reveal dice lacks the 'commitment' or the 'salt'")
    before = rolls_before(record)
    if before > len(rolls):
        return f"other dice should have made {before} rolls before, but the record holds {len(rolls)}"
    try:
        secret = bytes.fromhex(record.dice["secret"])
    except (TypeError, ValueError):
        raise BadDocument("the revealed 'secret' should be hexadecimal text") from None
    return verify(commitment, secret, salt, rolls[before:], salts=salts_of(record), first=before)


def salts_of(record: Record) -> list[Salt]:
    """What the players added to the dice, and from which roll on."""
    given = record.dice.get("salts", [])
    for salt in given if isinstance(given, list) else [None]:
        match salt:
            case [int(), str(), str()]:
                continue
        raise BadDocument("'salts' should list what players added to the dice: first roll, seat and text")
    return [Salt(*salt) for salt in given]


def rolls_before(record: Record) -> int:
    """How many rolls were made by other dice before the game went on under its own."""
    before = record.dice.get("rolls_before", 0)
    if type(before) is not int or before < 0:
        raise BadDocument("'rolls_before' should be the number of rolls that other dice made")
    return before


def verify_result(rulebook: Rulebook[Any], record: Record) -> str | None:
    """Whether the game ended as the record says: None if so, else what is wrong."""
    g = replay(rulebook, record)
    if over(g):
        found = rulebook.result(g)
        shown = found.as_json() if found else None
        return (
            None if record.result == shown else f"the answers lead to the result {shown}, not {record.result}"
        )
    if record.result is None or record.result.get("level") in ENDED_OTHERWISE:
        return None
    return f"the record has the result {dict(record.result)}, but its answers do not end the game"
