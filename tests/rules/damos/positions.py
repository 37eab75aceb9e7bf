"""Drawn positions for the DAMOS rules, and short words for playing them.

    g = position('''
        .  .   w  .
          P8 .  | p5 .
        .  F4+C2 .  c
    ''')
    activate(g, "P8")
    go(g, "0202")                 # the enemy may react: options_of(g) == ["pass", "react 0203", ...]
    answers(g, "react 0203", (5, 4))

A unit's mark is its name. Capital letters are German, small letters Russian: P armor (panzer), M mechanized,
T motorized, F foot, C cavalry, then the strength, then letters that tell twins apart: ``F4``, ``F4a``, ``f4b``.
A small letter in front of a capital is an ally: hF4 Hungarian, rF4 Romanian, nF4 Finn (from the north).
``P8+F4`` is a stack; ``F4@w`` stands in woods. Units are divisions with 6 movement points unless *counters* says
otherwise: ``counters={"F4": {"ma": 4, "size": "regiment"}}``.

Ground: ``.`` clear, ``w`` woods, ``r`` rough, ``s`` swamp, ``^`` mountain, ``~`` sea, ``o`` town, ``c`` city, ``C`` major
city; bars are a river (``sandtable.testing.ascii``). Hex 0203 is row 2, column 3, from the north-west corner.

Column 1 is Germany and Axis-held, all else is Russian, unless *germany* names more columns. A railway runs down the
west edge and another down the east edge of boards with two rows or more, so that Germans up to 3 hexes from the
west and Russians up to 5 hexes from the east are in supply; *rails* adds lines, ``edge_rails=False`` takes those two
away. *axis* names further hexes in Axis hands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from sandtable.kernel.machine.actions import Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, options, settle, top
from sandtable.kernel.machine.steps import Step
from sandtable.kernel.map.bitboards import Bits, bits_of, members
from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Segment
from sandtable.kernel.map.hexes import Grid, Hex, Numbering
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.judging import sandbox
from sandtable.rules.damos.printed import calendar
from sandtable.rules.damos.series.combat.concerted import ConcertedMarch, NameAttacker
from sandtable.rules.damos.series.combat.losses import PickLargest
from sandtable.rules.damos.series.combat.outcome import LoseOneMore
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.operations import OperationsPhase, PickForce
from sandtable.rules.damos.series.position.roster import AXIS, SEATS, Counter
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.reaction import PickReactors
from sandtable.rules.damos.series.replacements import SpendPoints
from sandtable.testing.ascii import draw

GROUND = {".": "clear", "w": "woods", "r": "rough", "s": "swamp", "^": "mountain", "~": "sea"}
BUILT = {"o": "town", "c": "city", "C": "major_city"}
KINDS = {"P": "armor", "M": "mechanized", "T": "motorized", "F": "foot", "C": "cavalry"}
NATIONS = {"": "german", "h": "hungarian", "r": "romanian", "n": "finnish"}
MARK = re.compile(r"([hrn]?)([PMTFC])(\d+)(\w*)$|([pmtfc])(\d+)(\w*)$")
UNIT_VERBS = (
    "take",
    "pick_up",
    "drop_off",
    "restore",
    "rebuild",
    "absorb",
    "disband",
    "wait",
    "rout",
    "sideline",
    "half",
    "unit",
)
NUMBER_VERBS = ("pay", "reroll")
# Questions that are asked with one answer too, so that the enemy cannot read anything into them: here such
# an answer is given at once.
FORMALITIES = (PickLargest, LoseOneMore, NameAttacker, ConcertedMarch, SpendPoints)

Given = str | tuple[int, ...]


def position(
    picture: str,
    *steps: Step[Front],
    turn: int = 2,
    phasing: Seat = AXIS,
    counters: Mapping[str, Mapping[str, Any]] | None = None,
    pool: Iterable[str] = (),
    due: Mapping[str, int] | None = None,
    rails: Iterable[str] = (),
    roads: Iterable[str] = (),
    edge_rails: bool = True,
    river: str = "river",
    sides: Mapping[str, Iterable[tuple[str, str]]] | None = None,
    germany: int = 1,
    axis: str = "",
    names: Mapping[str, str] | None = None,
    areas: tuple[str, ...] = ("north",),
    board_areas: Mapping[str, str] | None = None,
    countries: Mapping[str, str] | None = None,
    numbering: Numbering | None = None,
    options: Mapping[str, int | str | bool] | None = None,
) -> Front:
    """The drawn position with *steps* to be played; without steps, the phasing side's Operations Phase.

    Units of the *pool* are eliminated, units *due* come in the turn given. *rails* and *roads* are chains of hexes,
    "0201 0202 0203". *river* is what the bars are; *sides* adds hexsides of any kind ("water", "svir"). *names*
    gives names to places: {"0304": "Leningrad"}. *board_areas* and *countries* map a name to hexes.
    """
    drawn = draw(picture, legend=GROUND | {mark: mark for mark in BUILT}, numbering=numbering)
    grid = drawn.grid
    stacks = {hex_: marks.split("+") for hex_, marks in drawn.marks.items()}
    marks = [mark for stack in stacks.values() for mark in stack]
    printed = [
        counter(mark, **(counters or {}).get(mark, {}), turn=(due or {}).get(mark, 1))
        for mark in (*marks, *pool, *(due or {}))
    ]
    hexsides: dict[str, list[tuple[Hex, Hex]]] = {river: list(drawn.river.sides)}
    for kind, pairs in (sides or {}).items():
        hexsides.setdefault(kind, []).extend((grid.hex(a), grid.hex(b)) for a, b in pairs)
    board = _board(
        grid,
        drawn.terrain,
        {kind: Hexsides(grid, found) for kind, found in hexsides.items()},
        rails=[*rails, *(_edge_lines(grid) if edge_rails else ())],
        roads=roads,
        germany=germany,
        names=names or {},
        more=board_areas or {},
        countries=countries or {},
    )
    where = {mark: grid.name(hex_) for hex_, stack in stacks.items() for mark in stack}
    g = sandbox.front(
        board,
        where,
        printed,
        RULEBOOK.tables,
        calendar(),
        areas=areas,
        turn=turn,
        phasing=phasing,
        options=options,
    )
    for mark in pool:
        g.fate[unit(g, mark)] = Fate.POOL
        g.sp[unit(g, mark)] = 0
    for name in axis.split():
        g.axis_control |= 1 << grid.hex(name)
    g.then(*(steps or (OperationsPhase(),)))
    settle(g)
    return skip_formalities(g)


def counter(mark: str, **more: Any) -> Counter:
    """The counter that *mark* stands for; *more* are facts that differ."""
    found = MARK.match(mark)
    if found is None:
        raise ValueError(f"{mark!r} is no unit; P8, f4b and hF4 are")
    ally, kind, sp, _, russian, russian_sp, _ = found.groups()
    facts: dict[str, Any] = (
        {"kind": KINDS[russian.upper()], "sp": int(russian_sp), "nation": "soviet"}
        if russian
        else {"kind": KINDS[kind], "sp": int(sp), "nation": NATIONS[ally]}
    )
    return sandbox.counter(mark, **{**facts, **more})


def _edge_lines(grid: Grid) -> list[str]:
    return [
        " ".join(grid.name(grid.at(row, column)) for row in range(grid.rows))
        for column in (0, grid.columns - 1)
    ]


def _board(
    grid: Grid,
    drawn: Mapping[Hex, str],
    hexsides: Mapping[str, Hexsides],
    *,
    rails: Iterable[str],
    roads: Iterable[str],
    germany: int,
    names: Mapping[str, str],
    more: Mapping[str, str],
    countries: Mapping[str, str],
) -> Board:
    terrain = {h: kind if kind not in BUILT else "clear" for h, kind in drawn.items()}
    land = bits_of(h for h, kind in terrain.items() if kind != "sea")
    soviet = bits_of(h for h in grid.cells if grid.row_column(h)[1] >= germany) & land
    country = {Hex(h): "SU" if soviet >> h & 1 else "DE" for h in members(land)}
    for name, hexes in countries.items():
        for hex_ in hexes.split():
            country[grid.hex(hex_)] = name
    soviet &= bits_of(h for h, owner in country.items() if owner == "SU")
    edges = [bits_of(grid.at(r, column) for r in range(grid.rows)) & land for column in (0, grid.columns - 1)]
    rail, road = _net(grid, rails), _net(grid, roads)
    return Board(
        "drawn",
        grid,
        terrain,
        country=country,
        places=[
            Place(names.get(grid.name(h), f"{BUILT[kind]} {grid.name(h)}"), h, BUILT[kind], country[h])
            for h, kind in drawn.items()
            if kind in BUILT
        ],
        hexsides=hexsides,
        nets={"rail": rail, "road": road},
        areas={
            "in_play": land,
            "land": land,
            "soviet_side": soviet,
            "west_edge": edges[0],
            "east_edge": edges[1],
            "rail_exits": edges[0] & rail.hexes,
            **{name: bits_of(grid.hex(h) for h in hexes.split()) for name, hexes in more.items()},
        },
    )


def _net(grid: Grid, chains: Iterable[str]) -> Net:
    pairs = [pair for chain in chains for pair in pairwise(grid.hex(name) for name in chain.split())]
    return Net(grid, [Segment(*grid.side(a, b), "line", {"gauge": "broad"}) for a, b in pairs])


# ---- looking


def unit(g: Front, mark: str) -> int:
    """The number of a unit."""
    return g.roster.numbers[mark]


def units(g: Front, marks: str) -> tuple[int, ...]:
    """The numbers of "P8+F4", in order."""
    return tuple(sorted(unit(g, mark) for mark in marks.split("+")))


def at(g: Front, mark: str) -> str:
    """The hex of a unit; off the map, its fate: "pool", "gone", "due"."""
    hex_ = g.hex_of[unit(g, mark)]
    return g.grid.name(Hex(hex_)) if hex_ >= 0 else Fate(g.fate[unit(g, mark)]).name.lower()


def left(g: Front, mark: str) -> int:
    """The strength that a unit has left."""
    return g.sp[unit(g, mark)]


def spent(g: Front, mark: str) -> bool:
    return bool(g.spent[unit(g, mark)])


def shaken(g: Front, mark: str) -> bool:
    """Whether a unit is demoralized."""
    return bool(g.demoralized[unit(g, mark)])


def held(g: Front, hex_: str) -> str:
    """Who controls a hex."""
    return SEATS[0 if g.axis_control >> g.grid.hex(hex_) & 1 else 1]


def names_of(g: Front, mask: Bits) -> list[str]:
    """The hexes of a mask, in order of their numbers."""
    return sorted(g.grid.name(Hex(h)) for h in members(mask & g.grid.everywhere))


# ---- before play goes on


def wear(g: Front, **strength: int) -> Front:
    """Units have this much strength left: ``wear(g, P8=3)``."""
    for mark, sp in strength.items():
        g.sp[unit(g, mark)] = sp
    return _ask_again(g)


def shake(g: Front, *marks: str) -> Front:
    """These units are demoralized."""
    for mark in marks:
        g.demoralize(unit(g, mark))
    return _ask_again(g)


def tire(g: Front, *marks: str) -> Front:
    """These units are spent."""
    for mark in marks:
        g.spend([unit(g, mark)])
    return _ask_again(g)


def _ask_again(g: Front) -> Front:
    g.offered = {}
    return g


# ---- playing


def play(g: Front, *steps: Step[Front]) -> Front:
    """Put away whatever was to be done and play these steps instead."""
    g.agenda = []
    g.then(*steps)
    settle(_ask_again(g))
    return skip_formalities(g)


def skip_formalities(g: Front) -> Front:
    """Give the one answer to questions that are asked for the fog's sake only."""
    while isinstance(top(g), FORMALITIES) and len(options(g)) == 1:
        answer(g, options(g)[0])
    return g


def options_of(g: Front, seat: Seat | None = None) -> list[str]:
    """What whoever is asked may answer, in words: "move 0203", "take P8", "plan standard"."""
    return [words(g, action) for action in options(g, seat)]


def offered(g: Front, verb: str, seat: Seat | None = None) -> list[str]:
    """The options with one verb, without it: ``offered(g, "move") == ["0102", "0203"]``."""
    return sorted(w.partition(" ")[2] for w in options_of(g, seat) if w.partition(" ")[0] == verb)


def asked_names(g: Front) -> list[str]:
    """Who must answer: seats by name; the dice are "dice"."""
    return ["dice" if seat < 0 else SEATS[seat] for seat in asked(g)]


def asking(g: Front) -> str:
    """The step that asks now, by the name of its class; "over" when nothing is left."""
    step = top(g)
    return type(step).__name__ if step is not None else "over"


def choose(g: Front, text: str, seat: Seat | None = None) -> None:
    """Answer with the option that ``options_of`` shows as *text*."""
    listed = options(g, seat)
    found = [action for action in listed if words(g, action) == text]
    assert found, f"{text!r} is not offered; {[words(g, a) for a in listed]} are, to {asked_names(g)}"
    answer(g, found[0], seat if seat is not None else asked(g)[0])
    skip_formalities(g)


def roll(g: Front, *faces: int) -> None:
    """The dice fall."""
    answer(g, rolled(faces))
    skip_formalities(g)


def answers(g: Front, *given: Given) -> None:
    """One answer after another: options in words, rolls as tuples."""
    for one in given:
        if isinstance(one, tuple):
            roll(g, *one)
        else:
            choose(g, one)


def activate(g: Front, marks: str) -> Front:
    """[7.0] Activate exactly these units of one hex: ``activate(g, "P8+F4")``."""
    force = units(g, marks)
    choose(g, f"activate {g.grid.name(Hex(g.hex_of[force[0]]))}")
    _pick(g, force, PickForce)
    return g


def react(g: Front, marks: str, *faces: int) -> None:
    """[2.6.1] These units react into the hex, with this roll."""
    force = units(g, marks)
    choose(g, f"react {g.grid.name(Hex(g.hex_of[force[0]]))}")
    _pick(g, force, PickReactors)
    roll(g, *faces)


def slip_away(g: Front, mark: str, *faces: int) -> None:
    """[2.6.1] The force of this unit tries to retreat by reaction."""
    choose(g, f"slip_away {at(g, mark)}")
    roll(g, *faces)


def _pick(g: Front, force: tuple[int, ...], step: type[Step[Front]]) -> None:
    for number in force:
        wanted = Action("take", (number,))
        if isinstance(top(g), step) and wanted in options(g):
            answer(g, wanted)
    if isinstance(top(g), step):
        answer(g, Action("go"))


def go(g: Front, *hexes: str) -> None:
    """The activated force marches to one hex after another."""
    for hex_ in hexes:
        choose(g, f"move {hex_}")


def enter(g: Front, hex_: str) -> None:
    """The activated force attacks into a hex."""
    choose(g, f"attack {hex_}")


def plans(g: Front, plan: str, posture: str) -> None:
    """[8.4] Plan and posture, as far as there is a choice of them."""
    for seat, text in ((Seat(g.phasing), f"plan {plan}"), (Seat(1 - g.phasing), f"posture {posture}")):
        if asking(g) == "PlanAndPosture" and seat in asked(g):
            choose(g, text, seat)


def words(g: Front, action: Action) -> str:
    """An action in words: units by their marks, hexes by their numbers."""
    verb, args = action
    if verb == "plan":
        found = [Plan(args[0]).name.lower()]
    elif verb == "posture":
        found = [Posture(args[0]).name.lower()]
    elif verb == "concerted":
        found = [Plan(args[0]).name.lower(), g.grid.name(Hex(args[1]))]
    elif verb in ("place", "set_up"):
        found = [g.roster[args[0]].id, g.grid.name(Hex(args[1]))]
    elif verb in UNIT_VERBS:
        found = [g.roster[u].id for u in args]
    elif verb in NUMBER_VERBS:
        found = [str(n) for n in args]
    else:
        found = [g.grid.name(Hex(h)) if Hex(h) in g.grid else str(h) for h in args]
    return " ".join((verb, *found))
