"""Positions that belong to no scenario: a board of one's own with a few units on it.

Adjudication of a described combat, tests and demonstrations start from here; the rules are the very same steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from sandtable.kernel import Board, Calendar, Grid, Hex, Hexsides, Net, Place, Seat, Segment, Setup, Tables

from ..series.position.campaign import Campaign
from ..series.position.roster import AXIS, Counter, Nation, Roster
from ..series.position.state import Front

OPTIONS: Final[dict[str, int | str | bool]] = {
    "setup": "historical",
    "turns": 12,
    "thrust": False,
    "pause": False,
    "solitaire": False,
}
# Where a described combat takes place, on a board of three rows, and the railways that lead there.
COMBAT_HEX: Final = "0207"
WEST_RAIL: Final = ("0201", "0202", "0203", "0204", "0205")
EAST_RAIL: Final = ("0210", "0211", "0212")
# Finland, for combats in which Finns take part [AGN 4.3.3]: a city too far off by itself, and the line that leads on.
FINNISH_RAIL: Final = ("0101", "0102", "0103", "0104", "0105")
TOO_FAR: Final = 3
# A turn on which no special rule of the first turns, and no winter, is in force.
QUIET_TURN: Final = 3


def counter(
    id_: str,
    kind: str = "foot",
    sp: int = 4,
    *,
    nation: str = "german",
    ma: int = 6,
    size: str = "division",
    **more: Any,
) -> Counter:
    """A counter for a sandbox: ``counter("pz", "armor", 8)``."""
    row = {
        "id": id_,
        "name": more.pop("name", id_),
        "side": "",
        "nationality": nation,
        "type": kind,
        "size": size,
    }
    return Counter({**row, "sp": sp, "ma": ma, "turn": 1, **more}, "sandbox")


def front(
    board: Board,
    units: Mapping[str, str],
    counters: Iterable[Counter],
    tables: Tables,
    calendar: Calendar,
    *,
    areas: tuple[str, ...] = ("north",),
    turn: int = 2,
    phasing: Seat = AXIS,
    options: Mapping[str, int | str | bool] | None = None,
) -> Front:
    """A position on *board* with the *counters* in the hexes that *units* names (id to hex)."""
    campaign = Campaign(board, Roster(counters), tables, calendar, areas)
    g = Front(Setup("sandbox", {**OPTIONS, **(options or {})}), campaign)
    g.turn = turn
    g.phasing = phasing
    for unit, printed in enumerate(g.roster.counters):
        if printed.id in units:
            g.bring(unit, board.hex(units[printed.id]), printed.sp)
    return g


def plain_board(
    rows: int,
    columns: int,
    *,
    terrain: Mapping[str, str] | None = None,
    rivers: Mapping[str, Iterable[tuple[str, str]]] | None = None,
    places: Mapping[str, tuple[str, str]] | None = None,
    rails: Iterable[tuple[str, str]] = (),
    soviet_from: int = 1,
    finland: Iterable[str] = (),
    grid: Grid | None = None,
) -> Board:
    """A clear board with the given exceptions, all by hex name.

    ``places`` maps a name to (hex, class); Germany lies in the columns west of *soviet_from* (counted from the west,
    from 1), but for *finland*. Rails leave the map in the west and end at the east edge.
    """
    field = grid or Grid(rows, columns)
    ground = dict.fromkeys(field.cells, "clear")
    ground.update({field.hex(name): kind for name, kind in (terrain or {}).items()})
    soviet = [h for h in field.cells if field.row_column(h)[1] >= soviet_from - 1]
    land = [h for h in field.cells if ground[h] not in ("sea", "lake")]
    west = [h for h in land if field.row_column(h)[1] == 0]
    east = [h for h in land if field.row_column(h)[1] == field.columns - 1]
    segments = [
        Segment(*field.side(field.hex(a), field.hex(b)), "line", {"gauge": "broad"}) for a, b in rails
    ]
    net = Net(field, segments)
    finnish = [field.hex(name) for name in finland]
    mask = {
        name: sum(1 << h for h in hexes)
        for name, hexes in (("west", west), ("east", east), ("su", soviet), ("land", land), ("fi", finnish))
    }
    return Board(
        "sandbox",
        field,
        ground,
        country={h: "FI" if h in finnish else "SU" if h in soviet else "DE" for h in land},
        places=[Place(name, field.hex(hex_), kind, "SU") for name, (hex_, kind) in (places or {}).items()],
        hexsides={
            kind: Hexsides(field, [(field.hex(a), field.hex(b)) for a, b in pairs])
            for kind, pairs in (rivers or {}).items()
        },
        nets={"rail": net},
        areas={
            "in_play": mask["land"],
            "land": mask["land"],
            "soviet_side": mask["su"] & mask["land"],
            "west_edge": mask["west"],
            "east_edge": mask["east"],
            "rail_exits": mask["west"] & net.hexes & ~mask["fi"],
            "finland": mask["fi"],
        },
    )


# ---- a combat that was described


def battlefield(
    attackers: Iterable[Counter],
    defenders: Iterable[Counter],
    tables: Tables,
    calendar: Calendar,
    *,
    ground: str = "clear",
    built: str = "",
    hexside: str = "",
    attacker_supplied: bool = True,
    defender_supplied: bool = True,
) -> tuple[Front, Hex, Hex]:
    """Two forces in one hex, its number, and that of the hex from which the attacker has come.

    Railways, long or short, give each side its line of supply or keep it away: a German railhead four hexes off is
    too far for that, but near enough for the air unit. Finns have a railway of their own. Nobody has replacement
    points.
    """
    attacking, defending = list(attackers), list(defenders)
    german = attacking[0].side == AXIS
    axis_supplied, soviet_supplied = (
        (attacker_supplied, defender_supplied) if german else (defender_supplied, attacker_supplied)
    )
    behind = "0206" if german else "0208"
    finns = any(c.nation is Nation.FINNISH for c in (*attacking, *defending))
    places = {"the place": (COMBAT_HEX, built)} if built else {}
    board = plain_board(
        3,
        12,
        terrain={COMBAT_HEX: ground},
        rivers={hexside: [(behind, COMBAT_HEX)]} if hexside else {},
        places={**places, "the Finns' city": (FINNISH_RAIL[0], "city")} if finns else places,
        rails=[
            *pairwise(WEST_RAIL if axis_supplied else WEST_RAIL[:TOO_FAR]),
            *pairwise(EAST_RAIL if soviet_supplied else ()),
            *pairwise(FINNISH_RAIL if finns and axis_supplied else ()),
        ],
        soviet_from=7,
        finland=FINNISH_RAIL if finns else (),
    )
    units = [*attacking, *defending]
    side = attacking[0].side
    g = front(
        board, {c.id: COMBAT_HEX for c in units}, units, tables, calendar, turn=QUIET_TURN, phasing=side
    )
    # In its own city a Russian force would always have a line of supply.
    g.take_control(board.hex(COMBAT_HEX), AXIS)
    return g, board.hex(COMBAT_HEX), board.hex(behind)
