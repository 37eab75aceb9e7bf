"""[Sequence 8, Nations] The map after the combats: flags come off, layers stand, nations leave, and no gap is left."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Hex

from ..events import Fortified, NationChanged, StageBegan
from ..front import standing
from ..position.line import abandon, fill_all, stretch, take
from ..position.nations import (
    AXIS,
    FINLAND,
    HUNGARY,
    MEN,
    NEUTRAL,
    OF_SIDE,
    POINTS,
    ROMANIA,
    SIDES,
    SOVIET,
    USSR,
)
from ..position.set_up import fortify
from ..position.war import War
from .industry import remove_nation, stand_down

FINNISH: Final = "FI"


class Update(Auto[War]):
    """[Sequence 8] The new front line and the loss records; events of the war come before gaps are filled (F-56)."""

    rule = "Sequence 8"

    def run(self, g: War) -> None:
        """Flags, works, nations, gaps."""
        g.stage = 8
        g.tell(StageBegan(8))
        g.flag_axis = [0] * len(g.flag_axis)
        g.flag_soviet = [0] * len(g.flag_soviet)
        g.operation = [0] * len(g.operation)
        g.flags = [0] * len(g.flags)
        g.landing_from = [-1, -1]
        g.landing_to = [-1, -1]
        g.attacked = []
        finish_works(g)
        stand_down(g)
        change_nations(g)
        open_the_lake(g)
        fill_all(g)


def finish_works(g: War) -> None:
    """[Fortifications] Layers whose hex is still held stand, and their men are free (F-34)."""
    line = stretch(g)
    for low, column in ((True, g.building_low), (False, g.building_high)):
        for number, builder in enumerate(column):
            if not builder:
                continue
            a, b = g.grid.sides[number]
            hex_, faced = (a, b) if low else (b, a)
            side = SOVIET if builder - 1 == USSR else AXIS
            column[number] = 0
            if standing(line, SIDES[side], [(hex_, faced)]):
                g.add(builder - 1, MEN, hex_, 1)
                fortify(g, hex_, faced, 1)
                g.tell(Fortified(hex_, faced, g.layers(hex_, faced)))


def change_nations(g: War) -> None:
    """[Nations] Romania and Bulgaria change sides, Finland leaves, Hungary falls."""
    events = g.campaign.schedule["events"]
    if g.romania_left and not g.bulgaria_left and g.turn > g.romania_left:
        g.bulgaria_left = g.turn
        change_country(g, "BG")
        g.tell(NationChanged(-1, "changes sides"))
    oil = g.campaign.hex(events["romania"]["oil"])
    gate = g.campaign.hex(events["romania"]["gate"])
    near = any(g.holds(SOVIET, h) for h in (oil, *g.campaign.around[oil]))
    if not g.romania_left and (near or (g.turn >= events["romania"]["gate_from"] and g.holds(SOVIET, gate))):
        g.romania_left = g.turn
        men = sum(g.stock(ROMANIA, MEN)) + g.in_pool(ROMANIA, MEN)
        remove_nation(g, ROMANIA)
        g.to_pool(USSR, MEN, men // 2)
        change_country(g, "RO")
        g.tell(NationChanged(ROMANIA, "changes sides"))
    lost = all(g.holds(SOVIET, g.campaign.hex(name)) for name in events["finland"]["hexes"])
    if not g.finland_left and (g.turn >= events["finland"]["turn"] or lost):
        g.finland_left = g.turn
        leave_finland(g)
        g.tell(NationChanged(FINLAND, "makes peace"))
    if not g.hungary_left and g.holds(SOVIET, g.campaign.hex(events["hungary"])):
        g.hungary_left = g.turn
        remove_nation(g, HUNGARY)
        g.tell(NationChanged(HUNGARY, "is out of the war"))


def change_country(g: War, country: str) -> None:
    """[Nations] Hexes of a country without German or other Axis men become Soviet."""
    for hex_ in g.campaign.hexes:
        if g.campaign.country(hex_) != country or not g.holds(AXIS, hex_):
            continue
        if not g.total(AXIS, MEN, hex_):
            take(g, hex_, SOVIET)


def leave_finland(g: War) -> None:
    """[Nations] Finnish ground is neutral, with whatever of the USSR Finland held; Germans there go to the Pool."""
    ground = finnish_ground(g)
    remove_nation(g, FINLAND)
    for hex_ in ground:
        for nation in OF_SIDE[AXIS]:
            for kind in range(len(POINTS)):
                many = g.stock(nation, kind)[hex_]
                if many:
                    g.add(nation, kind, hex_, -many)
                    g.to_pool(nation, kind, many)
        abandon(g, hex_)
        g.partisans[hex_] = 0
        soviet = g.campaign.country(hex_) == "SU"
        if soviet:
            take(g, hex_, SOVIET)
        else:
            g.holder[hex_] = NEUTRAL
    # What the Soviets hold in Finland they keep, as ground behind a border where nobody fights.


def finnish_ground(g: War) -> list[Hex]:
    """[Nations] What the Axis holds in Finland and Karelia: everything that hangs together with Finnish ground it holds."""
    from_home = [h for h in g.campaign.hexes if g.campaign.country(h) in (FINNISH, "NO") and g.holds(AXIS, h)]
    found, edge = set[Hex](), list(from_home)
    while edge:
        hex_ = edge.pop()
        if hex_ in found:
            continue
        found.add(hex_)
        edge += [
            near
            for near in g.campaign.around[hex_]
            if g.holds(AXIS, near) and near not in found and int(g.grid.name(near)[:2]) <= 9
        ]
    return sorted(found)


def open_the_lake(g: War) -> None:
    """[Leningrad] The siege ends when one of the hexes before the city is Soviet at the end of a turn, or in time."""
    rules = g.campaign.schedule["events"]["leningrad"]
    opened = any(g.holds(SOVIET, g.campaign.hex(name)) for name in rules["opened_by"])
    if opened or g.turn + 1 >= rules["until"]:
        g.ladoga = 0
