"""[Front Line, Pool, Fortified Hexside, Military Flags] What can be laid over the map: the line, flags, works, ground, routes, cities."""

from __future__ import annotations

from sandtable.kernel import HexsideMark, Label, Layer, Seat, members

from ..position.line import front, routes
from ..position.nations import AXIS, LEADING, SIDES, SOVIET
from ..position.war import War
from ..position.words import SIDE_ADJECTIVES


def layers(g: War, seat: Seat) -> list[Layer]:
    """Everything that may be laid over the map; nothing of it is secret."""
    found = [_front_line(g), _walls(g), _flags(g), _labels(g), _cities(g)]
    for side in (AXIS, SOVIET):
        own = [int(h) for h in g.campaign.hexes if g.holds(side, h)]
        found.append(_area(g, side, "ground", "ground", "Front Line", own, describes=True))
        found.append(_area(g, side, "line", "front hexes", "Front Line", [int(h) for h in front(g, side)]))
        reached = routes(g, LEADING[side])
        found.append(_area(g, side, "routes", "reach of the Pool", "Pool", members(reached)))
    security = [int(h) for h in g.campaign.hexes if g.security[h]]
    found.append(_area(g, AXIS, "security", "security zones", "Security Zone", security))
    return found


def _area(
    g: War, side: int, name: str, title: str, rule: str, hexes: list[int], *, describes: bool = False
) -> Layer:
    return Layer(
        name=f"{SIDES[side]}_{name}",
        title=f"{SIDE_ADJECTIVES[side]} {title}",
        look="area",
        side=SIDES[side],
        hexes=g.grid.names(hexes),
        rule=rule,
        kind=name,
        label=title.capitalize(),
        pattern={"ground": "tint", "line": "cross"}.get(name, "dotted"),
        describes=describes,
    )


def _front_line(g: War) -> Layer:
    """[Front Line] Hexsides where ground of different holders meets; no-man's-land has no colour."""
    marks = []
    for number, (a, b) in enumerate(g.grid.sides):
        if a not in g.campaign.around or b not in g.campaign.around[a]:
            continue
        sides = [g.side_at(h) for h in (a, b)]
        if sides[0] != sides[1]:
            marks.append(
                HexsideMark(
                    hexside=g.grid.side_name(number),
                    side=_name(sides[0]),
                    facing=_name(sides[1]),
                )
            )
    return Layer(
        name="front",
        title="Front line",
        look="hexside",
        pattern="front",
        rule="Front Line",
        usual=True,
        hexsides=tuple(marks),
    )


def _name(side: int | None) -> str:
    return SIDES[side] if side is not None else ""


def _mark(g: War, number: int, side: str, text: str, *, first: bool) -> HexsideMark:
    """A mark in the colours of *side* on the half of a hexside towards its first hex, or its second."""
    return HexsideMark(
        hexside=g.grid.side_name(number), side=side if first else "", facing="" if first else side, text=text
    )


def _walls(g: War) -> Layer:
    """[Fortified Hexside] Layers, each pointing away from its builder's hex."""
    marks = []
    for number, (low, high) in enumerate(g.grid.sides):
        for layer, hex_, first in ((g.layers_low, low, True), (g.layers_high, high, False)):
            if layer[number]:
                marks.append(_mark(g, number, _name(g.side_at(hex_)), str(layer[number]), first=first))
    return Layer(
        name="fortifications",
        title="Fortifications",
        look="hexside",
        pattern="wall",
        rule="Fortified Hexside",
        usual=True,
        hexsides=tuple(marks),
    )


def _flags(g: War) -> Layer:
    """[Military Flags] Flags of both sides on their hexsides."""
    marks = []
    for side, column in ((AXIS, g.flag_axis), (SOVIET, g.flag_soviet)):
        for number, flag in enumerate(column):
            if flag:
                first = g.holds(side, g.grid.sides[number][0])
                marks.append(_mark(g, number, SIDES[side], "1", first=first))
    return Layer(
        name="flags",
        title="Offensive Flags",
        look="hexside",
        pattern="flag",
        rule="Military Flags",
        usual=True,
        hexsides=tuple(marks),
    )


def _labels(g: War) -> Layer:
    """[PAG, Security Operation] Partisans, and operations against them."""
    labels = [
        Label(at=g.grid.name(h), text="PAG!" if g.operation[h] else "PAG", side=SIDES[SOVIET])
        for h in g.campaign.hexes
        if g.partisans[h]
    ]
    return Layer(
        name="partisans", title="Partisans", look="label", rule="PAG", usual=True, labels=tuple(labels)
    )


def _cities(g: War) -> Layer:
    """[Victory, Major City] The cities that count."""
    return Layer(
        name="cities",
        title="Cities that count",
        look="label",
        rule="Victory",
        labels=tuple(Label(at=g.grid.name(c.hex), text=str(c.points)) for c in g.campaign.cities),
    )
