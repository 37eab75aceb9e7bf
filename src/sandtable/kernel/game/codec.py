"""Saved positions: a versioned JSON document that gives back the very same state.

Ints beyond 2**53 (bitboards) are written in hexadecimal text, since not every reader of JSON keeps them whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ..book.book import Book
from ..book.rulebook import Rulebook
from ..machine.actions import Seat, parse_action
from ..machine.engine import stuck
from ..machine.state import GameState, Setup
from ..machine.steps import Argument, Step
from ..printed.tables import Table
from ..refusals import SandtableError
from .control import impossible

G = TypeVar("G", bound=GameState)

FORMAT: Final = "sandtable-state"
VERSION: Final = 1
# version n -> how a document of version n becomes one of version n + 1
UPGRADES: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
_SAFE: Final = 1 << 53


class BadDocument(SandtableError):
    """A saved game or record that cannot be read."""


class OtherBehaviour(SandtableError):
    """A saved game or record of a behaviour version that is not this one."""


def encode(rulebook: Rulebook[G], g: G) -> dict[str, Any]:
    """*g* as a JSON document."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rulebook": rulebook.name,
        "behaviour": rulebook.behaviour,
        "setup": g.setup.as_json(),
        "columns": {name: [_out(n) for n in getattr(g, name)] for name in g.COLUMNS},
        "numbers": {name: _out(getattr(g, name)) for name in g.NUMBERS},
        "agenda": [write_step(step) for step in g.agenda],
        "sealed": [[seat, action.id] for seat, action in g.sealed],
    }


def decode(rulebook: Rulebook[G], document: Mapping[str, Any]) -> G:
    """The state that *document* holds; BadDocument says what is wrong with it."""
    doc = upgraded(document, FORMAT, VERSION, UPGRADES)
    check_header(rulebook, doc, "saved game")
    try:
        g = rulebook.start(read_setup(rulebook, doc["setup"]))
        for name in g.COLUMNS:
            setattr(g, name, [_in(n) for n in doc["columns"][name]])
        for name in g.NUMBERS:
            setattr(g, name, _in(doc["numbers"][name]))
        g.agenda = [read_step(rulebook, row) for row in doc["agenda"]]
        g.sealed = tuple((Seat(_in(seat)), parse_action(action)) for seat, action in doc["sealed"])
    except BadDocument:
        raise
    except KeyError as missing:
        raise BadDocument(f"the saved game lacks {missing.args[0]!r}") from None
    except (SandtableError, TypeError, ValueError, RecursionError) as why:
        raise BadDocument(f"the saved game cannot be read: {why}") from None
    g.told = []
    g.offered = {}
    g.drafts = {}
    if wrong := impossible(rulebook, g) or stuck(g):
        raise BadDocument(f"the saved game cannot be played on: {wrong}")
    return g


def dumps(document: Mapping[str, Any]) -> str:
    """*document* as canonical JSON: the same document always gives the same text."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def loads(text: str, source: str = "the document") -> dict[str, Any]:
    """The document in *text*."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as why:
        raise BadDocument(f"{source} is not JSON: {why}") from None
    if not isinstance(found, dict):
        raise BadDocument(f"{source} is JSON, but not an object")
    return found


def upgraded(
    document: Mapping[str, Any],
    format_: str,
    version: int,
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]],
) -> dict[str, Any]:
    """*document* brought to *version* step by step; BadDocument if it is another format or from the future."""
    doc = dict(document)
    if doc.get("format") != format_:
        raise BadDocument(f"this is no {format_} document: its format is {doc.get('format')!r}")
    have = doc.get("version")
    if type(have) is not int or not 1 <= have <= version:
        raise BadDocument(
            f"version {have!r} of {format_} is unknown here; versions 1 to {version} can be read"
        )
    for n in range(have, version):
        doc = upgrades[n](doc)
    return doc


def check_header(rulebook: Book, doc: Mapping[str, Any], what: str) -> None:
    """That *doc* is of this rulebook and behaviour; else an error that says which one it needs."""
    if doc.get("rulebook") != rulebook.name:
        raise BadDocument(f"this {what} is of rulebook {doc.get('rulebook')!r}, not {rulebook.name!r}")
    if doc.get("behaviour") != rulebook.behaviour:
        raise OtherBehaviour(
            f"this {what} was played under behaviour {doc.get('behaviour')!r} of {rulebook.name!r}; "
            f"this program plays behaviour {rulebook.behaviour}, under which the same answers could lead elsewhere, "
            f"so only a version that plays behaviour {doc.get('behaviour')!r} can open it"
        )


def read_setup(rulebook: Rulebook[Any], given: Mapping[str, Any]) -> Setup:
    """A checked setup from a document."""
    if not isinstance(given, dict):
        raise BadDocument(f"the setup should be an object, not {given!r}")
    options, tables = given.get("options", {}), given.get("tables", {})
    if not isinstance(options, dict) or not isinstance(tables, dict):
        raise BadDocument("the setup's options and tables should be objects")
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BadDocument(f"table {name!r} of the setup should be an object")
    return rulebook.setup(
        given["scenario"], options, [Table(table, f"table {name!r}") for name, table in tables.items()]
    )


def write_step(step: Step[Any]) -> list[Any]:
    """The row of a saved agenda: the step's name and its arguments."""
    return [type(step).__name__, *map(_lists, step.arguments())]


def read_step(rulebook: Book, row: Sequence[Any]) -> Step[Any]:
    """The step that a row of a saved agenda names, with its arguments."""
    name, *arguments = row
    kind = rulebook.steps.get(name)
    if kind is None:
        raise BadDocument(f"{rulebook.name!r} has no step {name!r}")
    return kind(*(_tuples(a) for a in arguments))


def _out(number: int) -> int | str:
    return int(number) if -_SAFE < number < _SAFE else hex(number)


def _in(number: Any) -> int:
    if isinstance(number, str):
        return int(number, 16)
    if type(number) is int:
        return number
    raise TypeError(f"{number!r} is no whole number")


def _lists(value: Argument) -> Any:
    return [_lists(v) for v in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Argument:
    if isinstance(value, list | tuple):
        return tuple(_tuples(v) for v in value)
    if value is None or isinstance(value, int | str):
        return value
    raise TypeError(f"{value!r} cannot stand in a step")
