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

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from ..refusals import SandtableError
from .bitboards import Bits, bits_of, members
from .board import Board, Hexsides, Net, Place, Point, Segment
from .hexes import Grid, Hex, Hexside, Numbering, Shape

FORMAT: Final = "sandtable-board 1"
_HEAD: Final = ("name", "title", "grid", "scale")
_SECTIONS: Final = (
    "legend",
    "terrain",
    "country",
    "places",
    "hexsides",
    "rivers",
    "areas",
    "walks",
    "points",
)
_NET: Final = "net "
# So many hexes stand on one line of an area.
_WRAP: Final = 20

Item = TypeVar("Item")


class BadBoard(SandtableError):
    """A board text that cannot be read: names the file and the line."""


def parse_board(text: str, source: str = "board") -> Board:
    """The board that *text* describes; BadBoard names *source* and the line that cannot be read."""
    reader = _Reader(text, source)
    head, facts = _read_head(reader)
    grid = _read_grid(reader, *head["grid"])
    legend = _read_legend(reader)
    sides: dict[str, list[Hexside]] = {}
    for kind, side in reader.each("hexsides", lambda line: _read_side(grid, line)):
        sides.setdefault(kind, []).append(side)
    areas: dict[str, Bits] = {}
    for area, hexes in reader.each("areas", lambda line: _read_hexes(grid, line)):
        areas[area] = areas.get(area, 0) | bits_of(hexes)
    walks: dict[str, tuple[Hex, ...]] = {}
    for walk, hexes in reader.each("walks", lambda line: _read_hexes(grid, line)):
        walks[walk] = (*walks.get(walk, ()), *hexes)
    nets = {
        section.removeprefix(_NET): Net(grid, reader.each(section, lambda line: _read_segment(grid, line)))
        for section in reader.sections
        if section.startswith(_NET)
    }
    return Board(
        head["name"][1],
        grid,
        _read_cells(reader, grid, "terrain", legend["terrain"]),
        title=head["title"][1],
        scale_km=_read_scale(reader, *head["scale"]),
        country=_read_cells(reader, grid, "country", legend["country"]),
        places=reader.each("places", lambda line: _read_place(grid, line)),
        hexsides={kind: Hexsides(grid, listed) for kind, listed in sides.items()},
        nets=nets,
        rivers=reader.each("rivers", lambda line: _read_segment(grid, line)),
        areas=areas,
        walks=walks,
        points=reader.each("points", lambda line: _read_point(grid, line)),
        facts=facts,
    )


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
                section = line[1:-1]
                if section not in _SECTIONS and not section.startswith(_NET):
                    raise self.complaint(
                        number, line, f"there are only {', '.join(_SECTIONS)} and net sections"
                    )
                into = self.sections.setdefault(section, [])
            else:
                into.append((number, line))

    def complaint(self, number: int, line: str, why: object) -> BadBoard:
        return BadBoard(f"{self.source}: line {number} ({line.strip()!r}): {why}")

    def each(self, section: str, read: Callable[[str], Item]) -> list[Item]:
        """What *read* makes of each line of *section*; its complaints get the number of the line."""
        found: list[Item] = []
        for number, line in self.sections.get(section, ()):
            try:
                found.append(read(line))
            except (SandtableError, ValueError) as why:
                raise self.complaint(number, line, why) from None
        return found


def _read_head(reader: _Reader) -> tuple[dict[str, tuple[int, str]], dict[str, str]]:
    """The lines above the first section by their first word, with their numbers; and the facts among them."""
    head: dict[str, tuple[int, str]] = {}
    facts: dict[str, str] = {}
    for number, line in reader.head:
        key, _, rest = line.partition(" ")
        if key == "fact":
            word, _, value = rest.partition(" ")
            facts[word] = value
        elif key in _HEAD:
            head[key] = (number, rest)
        else:
            raise reader.complaint(number, line, f"a line of the head begins with {', '.join(_HEAD)} or fact")
    for key in _HEAD:
        if key not in head:
            raise BadBoard(f"{reader.source}: the head lacks the line {key!r}")
    return head, facts


def _read_grid(reader: _Reader, number: int, text: str) -> Grid:
    shape, *pairs = text.split(" ")
    given = dict(pair.partition("=")[::2] for pair in pairs)
    try:
        if shape not in (known.value for known in Shape):
            raise ValueError(f"a grid is hex or square, not {shape!r}")
        numbering = Numbering(
            given.get("numbering", "RRCC"),
            columns_from=given.get("columns_from", "west"),
            rows_from=given.get("rows_from", "north"),
            first_row=_whole(given, "first_row", "1"),
            first_column=_whole(given, "first_column", "1"),
        )
        return Grid(
            _whole(given, "rows"),
            _whole(given, "columns"),
            shape=Shape(shape),
            east_rows=given.get("east_rows", "odd"),
            numbering=numbering,
            diagonals=given.get("diagonals", "0") == "1",
        )
    except ValueError as why:
        raise reader.complaint(number, f"grid {text}", why) from None


def _whole(given: Mapping[str, str], key: str, otherwise: str = "") -> int:
    value = given.get(key, otherwise)
    if not (value.isascii() and value.isdigit()):
        raise ValueError(f"{key}={value} should be a whole number" if value else f"{key}= is missing")
    return int(value)


def _read_scale(reader: _Reader, number: int, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise reader.complaint(number, f"scale {text}", "the scale is a number of kilometres a hex") from None


def _read_legend(reader: _Reader) -> dict[str, dict[str, str]]:
    """For terrain and for country: what each character means."""
    legend: dict[str, dict[str, str]] = {"terrain": {}, "country": {}}
    for number, line in reader.sections.get("legend", ()):
        words = line.split(" ", 2)
        if len(words) != 3 or words[0] not in legend or len(words[1]) != 1:
            raise reader.complaint(
                number, line, "a legend line is 'terrain' or 'country', a character, a word"
            )
        legend[words[0]][words[1]] = words[2]
    return legend


def _read_cells(reader: _Reader, grid: Grid, section: str, legend: Mapping[str, str]) -> dict[Hex, str]:
    """A drawn section: a line a row, a character a cell."""
    rows = reader.sections.get(section, ())
    if rows and len(rows) != grid.rows:
        raise BadBoard(f"{reader.source}: [{section}] has {len(rows)} rows, the grid has {grid.rows}")
    found: dict[Hex, str] = {}
    for r, (number, line) in enumerate(rows):
        if line == "-":
            continue
        if len(line) > grid.columns:
            raise reader.complaint(
                number, line, f"has {len(line)} cells, the grid has {grid.columns} columns"
            )
        for c, mark in enumerate(line):
            if mark in legend:
                found[grid.at(r, c)] = legend[mark]
            elif mark != " ":
                raise reader.complaint(number, line, f"{mark!r} is not in the legend")
    return found


def _read_place(grid: Grid, line: str) -> Place:
    where, kind, country, port, name = _words(line, "hex kind country port|- name")
    if port not in ("port", "-"):
        raise BadBoard(f"'port' or '-' stands before the name, not {port!r}")
    return Place(name, grid.hex(where), kind, country, port=port == "port")


def _read_side(grid: Grid, line: str) -> tuple[str, Hexside]:
    kind, a, b = _words(line, "kind hex hex")
    return kind, grid.side(grid.hex(a), grid.hex(b))


def _read_segment(grid: Grid, line: str) -> Segment:
    a, b, rest = _words(line, "hex hex name")
    return Segment(*grid.side(grid.hex(a), grid.hex(b)), *_read_facts(rest))


def _read_hexes(grid: Grid, line: str) -> tuple[str, list[Hex]]:
    name, *hexes = line.split(" ")
    return name, [grid.hex(where) for where in hexes]


def _read_point(grid: Grid, line: str) -> Point:
    kind, where, across, rest = _words(line, "kind hex hex-or-dash name")
    hex_ = grid.hex(where)
    name, facts = _read_facts(rest)
    return Point(kind, name, hex_, None if across == "-" else grid.side(hex_, grid.hex(across)), facts)


def _words(line: str, shape: str) -> list[str]:
    """*line* cut into as many words as *shape* has; the last may hold spaces."""
    wanted = shape.count(" ") + 1
    words = line.split(" ", wanted - 1)
    if len(words) != wanted:
        raise BadBoard(f"should read '{shape}'")
    return words


def _read_facts(text: str) -> tuple[str, dict[str, str]]:
    """A name and the facts behind it."""
    name, bar, facts = text.partition(" | ")
    if not bar:
        return name, {}
    return name, {k: v for k, _, v in (part.partition("=") for part in facts.split("; "))}


# ---- writing


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
        f"columns_from={n.columns_from} rows_from={n.rows_from} first_row={n.first_row} "
        f"first_column={n.first_column} diagonals={int(g.diagonals)}",
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
