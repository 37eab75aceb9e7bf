"""The compiled boards that ship with Sandtable, loaded by name.

``*.board`` is what the rules read (``kernel.boardtext``); ``*.outline`` holds the drawn coast and lakes, which only
the artist needs. Both are compiled by ``make boards`` from the geography and are checked in.

    sandtable-outline 1
    [land]                one ring a line: x,y x,y ... in the coordinates of Grid.centre; filled by the even-odd rule
    [lake NAME]           the one ring of a lake
    [course KIND NAME]    the line of a stream or canal whose real bends are drawn
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from sandtable.kernel.map.board import Board
from sandtable.kernel.map.boardtext import parse_board
from sandtable.kernel.refusals import SandtableError

OUTLINE_FORMAT: Final = "sandtable-outline 1"

_SECTIONS: Final = {"land": 1, "lake": 2, "course": 3}

Ring = tuple[tuple[float, float], ...]


class UnknownBoard(SandtableError):
    """A board name that does not exist."""


class BadOutline(SandtableError):
    """An outline text that cannot be read: names the file and the line."""


class Course:
    """The drawn line of a stream: its kind is a kind of hexside."""

    def __init__(self, kind: str, name: str, line: Ring) -> None:
        self.kind: Final = kind
        self.name: Final = name
        self.line: Final = line


class Outline:
    """Coast, lakes and streams in the drawing coordinates of ``Grid.centre``: cell widths, x east, y south."""

    def __init__(
        self, land: tuple[Ring, ...], lakes: dict[str, Ring], courses: tuple[Course, ...] = ()
    ) -> None:
        self.land: Final = land
        self.lakes: Final = lakes
        self.courses: Final = courses


def names() -> tuple[str, ...]:
    """The names of all compiled boards."""
    return tuple(
        sorted(f.name.removesuffix(".board") for f in files(__name__).iterdir() if f.name.endswith(".board"))
    )


@cache
def load(name: str) -> Board:
    """The compiled board called *name*; boards are never changed, so all callers share one."""
    return parse_board(board_text(name), f"{name}.board")


@cache
def outline(name: str) -> Outline:
    """The coast and lakes of the board called *name*."""
    return parse_outline(outline_text(name), f"{name}.outline")


@cache
def board_text(name: str) -> str:
    """The file from which the board called *name* is loaded."""
    return _text(name, ".board")


@cache
def outline_text(name: str) -> str:
    """The file that holds the coast and lakes of the board called *name*."""
    return _text(name, ".outline")


def parse_outline(text: str, source: str = "outline") -> Outline:
    """The outline that *text* describes; BadOutline names *source* and the line that cannot be read."""
    first, *lines = text.split("\n")
    if first != OUTLINE_FORMAT:
        raise BadOutline(f"{source}: line 1 should be {OUTLINE_FORMAT!r}, not {first!r}")
    land: list[Ring] = []
    lakes: dict[str, Ring] = {}
    courses: list[Course] = []
    section: list[str] = []
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        if line[0] == "[" and line[-1] == "]":
            section = line[1:-1].split(" ", 2 if line.startswith("[course ") else 1)
            if _SECTIONS.get(section[0]) != len(section):
                raise BadOutline(
                    f"{source}: line {number}: a section is [land], [lake NAME] or [course KIND NAME], not {line!r}"
                )
            continue
        try:
            ring = tuple((float(x), float(y)) for x, y in (p.split(",") for p in line.split(" ")))
        except ValueError:
            raise BadOutline(f"{source}: line {number}: a ring is 'x,y x,y ...', not {line[:40]!r}") from None
        match section:
            case ["land"]:
                land.append(ring)
            case ["lake", called]:
                lakes[called] = ring
            case ["course", kind, called]:
                courses.append(Course(kind, called, ring))
            case _:
                raise BadOutline(f"{source}: line {number}: a ring stands before the first section")
    return Outline(tuple(land), lakes, tuple(courses))


def _text(name: str, suffix: str) -> str:
    if name not in names():
        raise UnknownBoard(f"there is no board {name!r}; there are {', '.join(names())}")
    file = files(__name__) / f"{name}{suffix}"
    if not file.is_file():
        raise UnknownBoard(f"the board {name!r} has no {suffix.removeprefix('.')}; run 'make boards'")
    return file.read_text(encoding="utf-8")
