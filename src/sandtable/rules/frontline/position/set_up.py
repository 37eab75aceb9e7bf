"""[Set-up] The position before the first turn of a scenario."""

from __future__ import annotations

from sandtable.kernel import Hex

from .nations import AXIS, MEN, NATIONS, PARTISANS, SOVIET, held_by
from .war import War


def set_up(g: War) -> None:
    """[Set-up] Ground, points, Pools, works, garrisons, partisans and security zones as the scenario has them."""
    campaign, start = g.campaign, g.campaign.start
    axis = {campaign.hex(name) for name in start["axis"]}
    for hex_ in campaign.hexes:
        g.holder[hex_] = held_by(AXIS if hex_ in axis else SOVIET)
    for number, nation in enumerate(NATIONS):
        for name, points in start.get(nation, {}).items():
            for kind, many in enumerate(points):
                g.add(number, kind, campaign.hex(name), many)
        for kind, many in enumerate(start["pool"].get(nation, ())):
            g.to_pool(number, kind, many)
    for name, nation in campaign.schedule["garrisons"][campaign.scenario].items():
        g.garrison[campaign.hex(name)] = NATIONS.index(nation) + 1
    for name, nation in campaign.schedule["security"][campaign.scenario].items():
        hex_ = campaign.hex(name)
        number = NATIONS.index(nation)
        g.security[hex_] = number + 1
        if g.stock(number, MEN)[hex_]:
            g.add(number, MEN, hex_, -1)
    for name in campaign.schedule["partisans"][campaign.scenario]:
        g.partisans[campaign.hex(name)] = PARTISANS
    for builder, faced, layers in campaign.schedule["fortifications"][campaign.scenario]:
        fortify(g, campaign.hex(builder), campaign.hex(faced), layers)
    for number, base in enumerate(campaign.bases):
        if not base.west:
            g.bomber_count[number] = base.counters[0]
    g.ladoga = int(campaign.first_turn < campaign.schedule["events"]["leningrad"]["until"])


def fortify(g: War, hex_: Hex, faced: Hex, layers: int) -> None:
    """[Fortifications] More layers on the hexside of *hex_* towards *faced*."""
    number = g.grid.side_number(hex_, faced)
    (g.layers_low if hex_ < faced else g.layers_high)[number] += layers
