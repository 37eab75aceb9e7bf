"""Boards as text: one line a row of terrain, one line a place, a hexside or a piece of railway.

The text is what is kept under version control, so that a change of the map can be read in a diff, and it loads
in milliseconds. Coordinates of the drawn coast and lakes are not in it: they live beside it, for the artist alone.

    sandtable-board 1
    name agn
    title Army Group North
    grid hex rows=27 columns=31 east_rows=even numbering=RRCC columns_from=east rows_from=north
    scale 40.2336
    fact key the rest of the line

    [legend]              one character for each terrain id and each country
    terrain . clear
    country S SU
    [terrain]             rows from north to south, cells from west to east; a space is off the map
    [country]
    [places]              hex kind country port|- name
    [hexsides]            kind hex hex
    [rivers]              hex hex name | key=value; ...
    [net rail]            hex hex name | key=value; ...
    [areas]               name hex hex ... (as many lines a name as it takes)
    [walks]               name hex hex ... in order
    [points]              kind hex hex-or-dash name | key=value; ... (a second hex makes it a point on that hexside)

What stands behind " | " are facts. Names and values may hold spaces, but neither a semicolon nor " | ".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from .bitboards import Bits, members
from .board import Board, Hexsides, Net, Place, Point, Segment
from .hexes import Grid, Hex, Numbering, Shape
from .refusals import SandtableError

FORMAT: Final = "sandtable-board 1"
_WRAP: Final = 20


class BadBoard(SandtableError):
    """A board text that cannot be read: names the file and the line."""


# ---- writing


def _with_facts(name: str, facts: Mapping[str, str]) -> str:
    return f"{name} | " + "; ".join(f"{k}={v}" for k, v in facts.items()) if facts else name


def _letters(words: Iterable[str]) -> dict[str, str]:
    """A character for each word: its own first letter where that is free."""
    usual = {"clear": ".", "sea": "~", "lake": "o", "mountain": "^", "major_city": "#"}
    taken: dict[str, str] = {}
    for word in sorted(set(words)):
        candidates = (
            usual.get(word, "")
            + word
            + word.upper()
            + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        )
        taken[word] = next(
            c for c in candidates if c not in taken.values() and not c.isspace() and c not in "_-["
        )
    return taken


def _rows(grid: Grid, of: Mapping[Hex, str], letters: Mapping[str, str]) -> list[str]:
    return [
        "".join(letters[of[h]] if (h := grid.at(r, c)) in of else " " for c in range(grid.columns)).rstrip()
        or "-"
        for r in range(grid.rows)
    ]


def _hex_lines(grid: Grid, name: str, hexes: list[Hex]) -> list[str]:
    return [
        f"{name} " + " ".join(grid.name(h) for h in hexes[i : i + _WRAP]) for i in range(0, len(hexes), _WRAP)
    ] or [name]


def format_board(board: Board) -> str:
    """*board* as text; ``parse_board`` gives it back."""
    g = board.grid
    n = g.numbering
    name = g.name
    terrain, country = _letters(board.terrain.values()), _letters(board.country.values())
    lines = [
        FORMAT,
        f"name {board.name}",
        f"title {board.title}",
        f"grid {g.shape.value} rows={g.rows} columns={g.columns} east_rows={g.east_rows} numbering={n.pattern} "
        f"columns_from={n.columns_from} rows_from={n.rows_from} first={n.first} diagonals={int(g.diagonals)}",
        f"scale {board.scale_km!r}",
        *(f"fact {key} {value}" for key, value in board.facts.items()),
        "",
        "[legend]",
        *(f"terrain {c} {word}" for word, c in terrain.items()),
        *(f"country {c} {word}" for word, c in country.items()),
        "[terrain]",
        *_rows(g, board.terrain, terrain),
        "[country]",
        *_rows(g, board.country, country),
        "[places]",
        *(
            f"{name(p.hex)} {p.kind} {p.country} {'port' if p.port else '-'} {p.name}"
            for p in board.places.values()
        ),
        "[hexsides]",
        *(
            f"{kind} {name(a)} {name(b)}"
            for kind in sorted(board.hexsides)
            for a, b in board.hexsides[kind].sides
        ),
        "[rivers]",
        *(f"{name(s.a)} {name(s.b)} {_with_facts(s.name, s.facts)}" for s in board.rivers),
    ]
    for kind in sorted(board.nets):
        lines.append(f"[net {kind}]")
        lines += [
            f"{name(s.a)} {name(s.b)} {_with_facts(s.name, s.facts)}" for s in board.nets[kind].segments
        ]
    lines.append("[areas]")
    for area in sorted(board.areas):
        lines += _hex_lines(g, area, [Hex(h) for h in members(board.areas[area])])
    lines.append("[walks]")
    for walk in sorted(board.walks):
        lines += _hex_lines(g, walk, list(board.walks[walk]))
    lines.append("[points]")
    for p in board.points:
        other = next((name(h) for h in p.side if h != p.hex), "-") if p.side else "-"
        lines.append(f"{p.kind} {name(p.hex)} {other} {_with_facts(p.name, p.facts)}")
    return "\n".join(lines) + "\n"


# ---- reading


def _read_facts(text: str) -> tuple[str, dict[str, str]]:
    """A name and the facts behind it."""
    name, bar, facts = text.partition(" | ")
    if not bar:
        return name, {}
    return name, {k: v for k, _, v in (part.partition("=") for part in facts.split("; "))}


class _Reader:
    """Takes the text apart into sections and remembers line numbers for complaints."""

    def __init__(self, text: str, source: str) -> None:
        self.source: Final = source
        self.head: Final[list[tuple[int, str]]] = []
        self.sections: Final[dict[str, list[tuple[int, str]]]] = {}
        lines = text.split("\n")
        if lines[0] != FORMAT:
            raise BadBoard(f"{source}: line 1 should be {FORMAT!r}, not {lines[0]!r}")
        into = self.head
        for number, line in enumerate(lines[1:], 2):
            if not line:
                continue
            if line[0] == "[" and line[-1] == "]":
                into = self.sections.setdefault(line[1:-1], [])
            else:
                into.append((number, line))

    def complaint(self, number: int, line: str, why: object) -> BadBoard:
        return BadBoard(f"{self.source}: line {number} ({line.strip()!r}): {why}")


def parse_board(text: str, source: str = "board") -> Board:
    """The board that *text* describes; BadBoard names *source* and the line that cannot be read."""
    reader = _Reader(text, source)
    head: dict[str, str] = {}
    facts: dict[str, str] = {}
    for _, line in reader.head:
        key, _, rest = line.partition(" ")
        if key == "fact":
            word, _, value = rest.partition(" ")
            facts[word] = value
        else:
            head[key] = rest
    try:
        grid = _read_grid(head["grid"])
        scale = float(head["scale"])
        name, title = head["name"], head["title"]
    except KeyError as missing:
        raise BadBoard(f"{source}: the head lacks the line {missing.args[0]!r}") from None
    except ValueError as why:
        raise BadBoard(f"{source}: the head cannot be read: {why}") from None

    letters: dict[str, dict[str, str]] = {"terrain": {}, "country": {}}
    for number, line in reader.sections.get("legend", ()):
        words = line.split(" ", 2)
        if len(words) != 3 or words[0] not in letters:
            raise reader.complaint(
                number, line, "a legend line is 'terrain' or 'country', a character, a word"
            )
        letters[words[0]][words[1]] = words[2]

    def cells(section: str) -> dict[Hex, str]:
        rows = reader.sections.get(section, ())
        found: dict[Hex, str] = {}
        if rows and len(rows) != grid.rows:
            raise BadBoard(f"{source}: [{section}] has {len(rows)} rows, the grid has {grid.rows}")
        legend = letters[section]
        for r, (number, line) in enumerate(rows):
            if line == "-":
                continue
            if len(line) > grid.columns:
                raise reader.complaint(
                    number, line, f"has {len(line)} cells, the grid has {grid.columns} columns"
                )
            for c, mark in enumerate(line):
                if mark != " ":
                    if mark not in legend:
                        raise reader.complaint(number, line, f"{mark!r} is not in the legend")
                    found[grid.at(r, c)] = legend[mark]
        return found

    at = grid.hex
    places: list[Place] = []
    sides: dict[str, list[tuple[Hex, Hex]]] = {}
    rivers: list[Segment] = []
    nets: dict[str, list[Segment]] = {}
    areas: dict[str, Bits] = {}
    walks: dict[str, list[Hex]] = {}
    points: list[Point] = []
    number, line = 0, ""
    try:
        for number, line in reader.sections.get("places", ()):
            where, kind, owner, port, called = line.split(" ", 4)
            places.append(Place(called, at(where), kind, owner, port=port == "port"))
        for number, line in reader.sections.get("hexsides", ()):
            kind, a, b = line.split(" ")
            sides.setdefault(kind, []).append(grid.side(at(a), at(b)))
        for section, rows in reader.sections.items():
            if section == "rivers" or section.startswith("net "):
                into = rivers if section == "rivers" else nets.setdefault(section[4:], [])
                for number, line in rows:
                    a, b, rest = line.split(" ", 2)
                    first, second = grid.side(at(a), at(b))
                    into.append(Segment(first, second, *_read_facts(rest)))
        for number, line in reader.sections.get("areas", ()):
            called, *hexes = line.split(" ")
            mask = areas.get(called, 0)
            for where in hexes:
                mask |= 1 << at(where)
            areas[called] = mask
        for number, line in reader.sections.get("walks", ()):
            called, *hexes = line.split(" ")
            walks.setdefault(called, []).extend(at(where) for where in hexes)
        for number, line in reader.sections.get("points", ()):
            kind, where, across, rest = line.split(" ", 3)
            side = None if across == "-" else grid.side(at(where), at(across))
            called, what = _read_facts(rest)
            points.append(Point(kind, called, at(where), side, what))
    except SandtableError as why:
        raise reader.complaint(number, line, why) from None
    except ValueError as why:
        raise reader.complaint(number, line, f"cannot be read ({why})") from None
    return Board(
        name,
        grid,
        cells("terrain"),
        title=title,
        scale_km=scale,
        country=cells("country"),
        places=places,
        hexsides={kind: Hexsides(grid, listed) for kind, listed in sides.items()},
        nets={kind: Net(grid, listed) for kind, listed in nets.items()},
        rivers=rivers,
        areas=areas,
        walks={called: tuple(hexes) for called, hexes in walks.items()},
        points=points,
        facts=facts,
    )


def _read_grid(text: str) -> Grid:
    shape, *pairs = text.split(" ")
    given = dict(pair.split("=", 1) for pair in pairs)
    numbering = Numbering(
        given.get("numbering", "RRCC"),
        columns_from=given.get("columns_from", "west"),
        rows_from=given.get("rows_from", "north"),
        first=int(given.get("first", "1")),
    )
    return Grid(
        int(given["rows"]),
        int(given["columns"]),
        shape=Shape(shape),
        east_rows=given.get("east_rows", "odd"),
        numbering=numbering,
        diagonals=given.get("diagonals", "0") == "1",
    )
