"""Zones behind the line: security zones where partisans would help the enemy most, flak over the works that bombers reach first."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Action, Hex
from sandtable.rules.frontline.position.commands import rows_of, side_of
from sandtable.rules.frontline.position.line import front
from sandtable.rules.frontline.position.nations import AXIS, LSP, MEN
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.deployment import FLAK, ZONE, Deploy

from .assessing import Sighting
from .massing import open_hexes
from .raiding import works

# So many stand at once, and one more of each a turn only while the Pool has so many men: a man in a zone stays there. In the
# few games that were compared flak every turn cost the Axis more points than it saved, and security zones made no
# difference.
MOST_ZONES: Final = 4
MOST_FLAK: Final = 1
MEN_TO_SPARE: Final = 8
# A zone has to keep partisans away from so many hexes that touch the enemy.
WORTH_A_ZONE: Final = 3
# Partisans help against whatever is so near to them.
REACH: Final = 2


def zones(s: Sighting, step: Deploy) -> list[Action]:
    """A zone of each kind where it does most; nothing where men are short, or the other side's command asks."""
    g = s.g
    rows = rows_of(g, s.seat)
    if side_of(s.seat) != AXIS or not rows:
        return []
    row = rows[0]
    if g.in_pool(row, MEN) < MEN_TO_SPARE:
        return []
    offered = [a for a in step.lines(g, s.seat, ()) if a.verb in (ZONE, FLAK) and a.args[0] == row]
    found = []
    if sum(map(bool, g.flak)) < MOST_FLAK:
        found += _flak(g, offered)[:1]
    if sum(map(bool, g.security)) < MOST_ZONES:
        found += _security(g, offered)[:1]
    return found[: g.in_pool(row, LSP)]


def _flak(g: War, offered: list[Action]) -> list[Action]:
    """Over the works nearest to the western edge that have none."""
    by_hex = {a.args[1]: a for a in offered if a.verb == FLAK}
    return [by_hex[int(hex_)] for hex_ in works(g) if int(hex_) in by_hex]


def _security(g: War, offered: list[Action]) -> list[Action]:
    """Where no partisans stand yet and most of the line would be near them, each zone for other hexes."""
    touching = open_hexes(g, AXIS)
    line = [h for h in front(g, AXIS) if touching >> h & 1]
    standing = [h for h in g.campaign.hexes if g.partisans[h] or g.security[h]]
    helped = {h for h in line if any(g.grid.distance(h, at) <= REACH for at in standing)}
    near: dict[Action, int] = {}
    for action in offered:
        hex_ = Hex(action.args[-1])
        # Beside a front nobody may place partisans anyway.
        if action.verb == ZONE and not g.partisans[hex_] and min(g.grid.distance(hex_, h) for h in line) > 1:
            near[action] = sum(h not in helped and g.grid.distance(h, hex_) <= REACH for h in line)
    worthy = [action for action, many in near.items() if many >= WORTH_A_ZONE]
    return sorted(worthy, key=lambda action: (-near[action], action.args))
