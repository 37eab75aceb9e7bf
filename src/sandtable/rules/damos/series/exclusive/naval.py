"""[AGN 4.6] German naval movement in the Baltic."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Hex, Refusal

from ..combat.attack import open_window
from ..events import Shipped
from ..marching import enter_control, points_left
from ..position.campaign import HALF
from ..position.roster import AXIS, Kind, Nation
from ..position.state import Fate, Front, Origin, enemy
from .closed import has_finns, quarrelsome

SAIL_MP: Final = 3 * HALF
MOST_SP: Final = 5
GERMANS_IN_FINLAND: Final = 2
MORE_GERMANS: Final = 3


def ports_open(g: Front, units: tuple[int, ...]) -> list[Hex]:
    """[AGN 4.6] The ports to which the force could sail now."""
    campaign = g.campaign
    return [
        port
        for port in (campaign.riga, campaign.tallinn, campaign.helsinki)
        if port >= 0 and sail_refusal(g, units, port) is None
    ]


def sail_refusal(g: Front, units: tuple[int, ...], port: Hex) -> Refusal | None:
    """[AGN 4.6] Why the force may not sail to *port* now, or None (R-58)."""
    campaign = g.campaign
    here = Hex(g.hex_of[units[0]])
    held = g.control(AXIS)
    if here not in campaign.german_ports or not held >> here & 1:
        return Refusal("AGN 4.6", "ships leave from Memel and Konigsberg")
    if not any(held >> p & 1 for p in (campaign.riga, campaign.tallinn) if p >= 0):
        return Refusal("AGN 4.6", "Riga or Tallinn must be in German hands first")
    if g.shipped >> here & 1:
        return Refusal("AGN 4.6", "a force has left this port already this turn")
    if has_finns(g, units):
        return Refusal("AGN 4.6", "Finns are not shipped")
    if sum(g.sp[u] for u in units) > MOST_SP:
        return Refusal("AGN 4.6", f"ships carry at most {MOST_SP} strength points")
    if any(g.demoralized[u] for u in units):
        return Refusal("AGN 4.6", "a demoralized force is not shipped")
    if points_left(g) < SAIL_MP:
        return Refusal("AGN 4.6", "the voyage costs 3 movement points")
    if not held >> port & 1 or g.occupied[enemy(AXIS)] >> port & 1:
        return Refusal("AGN 4.6", "the port must be in German hands and free of enemies")
    if quarrelsome(g, units) >> port & 1:
        return Refusal("AGS 4.7", "Hungarians and Romanians never share a hex")
    if port == campaign.helsinki:
        return _finland_refusal(g, units)
    return None


def _finland_refusal(g: Front, units: tuple[int, ...]) -> Refusal | None:
    if any(g.roster[u].kind not in (Kind.FOOT, Kind.CAVALRY) for u in units):
        return Refusal("AGN 4.6", "only infantry and cavalry go to Finland")
    there = sum(
        1
        for u in g.roster.of_side[AXIS]
        if g.origin[u] == Origin.FINLAND and g.nation(u) is not Nation.FINNISH and g.fate[u] == Fate.ON_MAP
    )
    if there + len(units) > GERMANS_IN_FINLAND + MORE_GERMANS:
        return Refusal("AGN 4.6", "no more than three Germans beyond those at the start may be in Finland")
    return None


class Sail(Auto[Front]):
    """[AGN 4.6] The force is shipped; landing is entering a hex, and the enemy may react."""

    rule = "AGN 4.6"

    def __init__(self, units: tuple[int, ...], port: Hex) -> None:
        self.units: Final = units
        self.port: Final = port

    def run(self, g: Front) -> None:
        """Pay three points and land."""
        g.shipped |= 1 << g.hex_of[self.units[0]]
        g.mp_spent += SAIL_MP
        for unit in self.units:
            g.put(unit, self.port)
            if self.port == g.campaign.helsinki:
                g.origin[unit] = Origin.FINLAND
        g.tell(Shipped(self.units, self.port))
        enter_control(g, self.units, self.port)
        open_window(g, self.units, self.port)
