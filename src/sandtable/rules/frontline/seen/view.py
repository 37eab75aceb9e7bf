"""What a seat sees: the front lies open, Pools, records and air defence are its side's, sealed sheets their writer's (F-45)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from sandtable.kernel import CONTROL, Hex, Seat, lines_of
from sandtable.kernel.game.codec import write_step
from sandtable.kernel.machine.actions import SPECTATOR

from ..events import STAGES
from ..position.commands import side_of
from ..position.nations import (
    MEN,
    NATIONS,
    OF_SIDE,
    POINTS,
    SIDE_OF,
    SIDES,
    STRENGTH,
)
from ..position.war import FRONT_NAMES, War
from ..turn import ending
from .appearance import cards, combat, trays

HOLDERS: Final = ("nobody", *SIDES, "neutral")
# Columns by hex and hexside that everybody sees, as they are stored.
BY_HEX: Final = ("garrison", "partisans", "security", "flak", "operation", "held_at_start")
BY_HEXSIDE: Final = (
    "layers_low",
    "layers_high",
    "building_low",
    "building_high",
    "flag_axis",
    "flag_soviet",
)
COLUMNS: Final = (
    "naval",
    "landing_from",
    "landing_to",
    "played",
    "shut",
    "bomber_count",
    "bomber_flown",
    "new_partisans",
    "engaged",
    "attacked",
    "men",
    "tanks",
    "air",
    "bombers",
)
NUMBERS: Final = tuple(name for name in War.NUMBERS if name not in ("turn", "stage"))
# Classes of CV where the front lies in fog (F-45): the least of each.
CLASSES: Final = (1, 4, 8, 15)


def knows(seat: Seat, side: int) -> bool:
    """Whether *seat* may know what is *side*'s alone."""
    return seat == CONTROL or (seat != SPECTATOR and side_of(seat) == side)


def sees_points(g: War, seat: Seat, side: int, hex_: int) -> bool:
    """[Resources] Whether *seat* sees what *side* has in *hex_*: always, but for fog (F-45)."""
    return not g.option("fog") or knows(seat, side) or hex_ == g.facing.target or _engaged(g, hex_)


def _engaged(g: War, hex_: int) -> bool:
    return any(row[2] == hex_ for row in g.contingents())


def cv_class(cv: int) -> str:
    """[Resources] A class of CV, as fog shows it: "4-7"."""
    if not cv:
        return "0"
    at = max(n for n, least in enumerate(CLASSES) if cv >= least)
    return f"{CLASSES[at]}-{CLASSES[at + 1] - 1}" if at + 1 < len(CLASSES) else f"{CLASSES[at]}+"


def view(g: War, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it."""
    campaign = g.campaign
    turns = range(campaign.first_turn, campaign.last_turn + 1)
    return {
        "turn": g.turn - campaign.first_turn + 1,
        "turn_name": g.turn_name,
        "turns": [campaign.turns[n - 1] for n in turns],
        "turn_groups": [
            [str(year), len(list(rows))] for year, rows in groupby(turns, lambda n: campaign.years[n - 1])
        ],
        "phase": STAGES.get(g.stage, "set-up").capitalize() if g.stage else "set-up",
        "stage": g.stage,
        "game_turn": g.turn,
        "victory": victory(g),
        "hexes": {g.grid.name(h): _hex(g, seat, h) for h in campaign.hexes},
        "hexsides": _hexsides(g),
        "pools": _own(g, seat, "pool"),
        "withdrawn": _own(g, seat, "withdrawn"),
        "losses": _own(g, seat, "losses"),
        "guard": {
            g.grid.name(h): g.guard[h]
            for h in campaign.hexes
            if g.guard[h] and g.side_at(h) is not None and knows(seat, g.holder[h] - 1)
        },
        "flags": _flags(g, seat),
        "numbers": {name: getattr(g, name) for name in NUMBERS},
        "columns": {name: list(getattr(g, name)) for name in COLUMNS},
        "agenda": [write_step(step) for step in g.agenda],
        "sealed": {g.setup.seats[who]: action.id for who, action in g.sealed if seat in (who, CONTROL)},
        "counters": [],
        "cards": cards(g, lambda side, hex_: sees_points(g, seat, side, hex_), cv_class),
        "trays": trays(g, seat, knows),
        "combat": combat(g),
    }


def victory(g: War) -> dict[str, Any]:
    """[Victory] How the game stands, if the turns to come score as they did in history."""
    expected = ending.projected(g)
    winner, level = ending.judged(g, expected)
    return {
        "winner": ending.winner_name(winner),
        "level": level.name.lower(),
        "reason": f"the Axis has {g.points} points, and {expected} if the turns to come go as in history",
        "lines": lines_of([ending.city_points(g)]),
    }


def _hex(g: War, seat: Seat, hex_: Hex) -> dict[str, Any]:
    found: dict[str, Any] = {"holder": HOLDERS[g.holder[hex_]]}
    for nation, name in enumerate(NATIONS):
        points = list(g.has(nation, hex_))
        if any(points) and sees_points(g, seat, SIDE_OF[nation], hex_):
            found[name] = points
    for side, name in enumerate(SIDES):
        if not sees_points(g, seat, side, hex_):
            cv = sum(g.total(side, kind, hex_) for kind in STRENGTH)
            if cv:
                found[f"{name}_cv"] = cv_class(cv)
                found[f"{name}_men"] = bool(g.total(side, MEN, hex_))
    for name in BY_HEX:
        if value := getattr(g, name)[hex_]:
            found[name] = value
    return found


def _hexsides(g: War) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name in BY_HEXSIDE:
        for number, value in enumerate(getattr(g, name)):
            if value:
                found.setdefault(g.grid.side_name(number), {})[name] = value
    return found


def _own(g: War, seat: Seat, column: str) -> dict[str, list[int]]:
    values = getattr(g, column)
    rows = (*NATIONS, *FRONT_NAMES) if column == "pool" else NATIONS
    return {
        name: list(values[row * len(POINTS) : (row + 1) * len(POINTS)])
        for row, name in enumerate(rows)
        if knows(seat, SIDE_OF[min(row, len(NATIONS) - 1)])
    }


def _flags(g: War, seat: Seat) -> dict[str, int]:
    """[Military Flags] Flags left are open; how the Stavka has shared them is its own."""
    last = len(NATIONS) - 1
    if knows(seat, SIDE_OF[last]):
        return dict(zip((*NATIONS, *FRONT_NAMES), g.flags, strict=True))
    return {
        name: g.flags[n] + (sum(g.flags[last + 1 :]) if n == last else 0) for n, name in enumerate(NATIONS)
    }


# ---- back again


def restore(g: War, seen: Mapping[str, Any]) -> None:
    """Make the fresh position *g* one that fits what was *seen*; what is hidden stays empty."""
    g.turn, g.stage = seen["game_turn"], seen["stage"]
    for hex_ in g.campaign.hexes:
        row = seen["hexes"][g.grid.name(hex_)]
        g.holder[hex_] = HOLDERS.index(row["holder"])
        for nation, name in enumerate(NATIONS):
            for kind, points in enumerate(row.get(name, (0,) * len(POINTS))):
                g.stock(nation, kind)[hex_] = points
        for side, name in enumerate(SIDES):
            if f"{name}_cv" in row:
                guess_points(g, OF_SIDE[side][0], hex_, row[f"{name}_cv"], men=row[f"{name}_men"])
        for name in BY_HEX:
            getattr(g, name)[hex_] = row.get(name, 0)
        g.guard[hex_] = seen["guard"].get(g.grid.name(hex_), 0)
    numbers = {g.grid.side_name(n): n for n in range(len(g.grid.sides))}
    for name in BY_HEXSIDE:
        setattr(g, name, [0] * len(g.grid.sides))
    for side_name, row in seen["hexsides"].items():
        for name, value in row.items():
            getattr(g, name)[numbers[side_name]] = value
    for column, shown in (("pool", "pools"), ("withdrawn", "withdrawn"), ("losses", "losses")):
        values = [0] * len(getattr(g, column))
        for row_number, name in enumerate((*NATIONS, *FRONT_NAMES)):
            if name in seen[shown]:
                values[row_number * len(POINTS) : (row_number + 1) * len(POINTS)] = seen[shown][name]
        setattr(g, column, values)
    g.flags = [seen["flags"].get(name, 0) for name in (*NATIONS, *FRONT_NAMES)]
    for name in NUMBERS:
        setattr(g, name, seen["numbers"][name])
    for name in COLUMNS:
        setattr(g, name, list(seen["columns"][name]))


def guess_points(g: War, nation: int, hex_: int, cv: str, *, men: bool) -> None:
    """Points that fit a class of CV: men above all."""
    least = int(cv.rstrip("+").split("-")[0])
    guess = {1: 2, 4: 5, 8: 10, 15: 20}[least]
    if men:
        g.stock(nation, MEN)[hex_] = guess
    else:
        g.stock(nation, MEN + 1)[hex_] = guess
