"""Combats under way, from a drawing with both sides in one hex."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.machine.engine import settle
from sandtable.kernel.machine.steps import Auto
from sandtable.kernel.map.hexes import OFF_BOARD, Hex
from sandtable.rules.damos.series.combat.battle import LineUp
from sandtable.rules.damos.series.combat.outcome import begin_battle
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.position.state import Air, Front
from tests.rules.damos.positions import position


def fight(
    picture: str,
    plan: str = "standard",
    posture: str = "steadfast",
    *,
    by: str = "",
    rp: tuple[int, int] = (0, 0),
    shaken: str = "",
    air: Air = Air.BOTH,
    worn: dict[str, int] | None = None,
    **more: Any,
) -> Front:
    """The combat in the one hex that holds both sides, up to its first question; entered *by* a hex.

    All phasing units in it are the activated force. *rp* are the replacement points of Germans and Russians, *shaken*
    are demoralized units, *air* is what the air unit can still do, *worn* the strength that units have left. A single line is row 2 of three.
    """
    g = position(strip(picture), **{"turn": 3, **more})
    g.agenda.clear()
    g.offered = {}
    g.axis_rp, g.soviet_rp = rp
    g.air[0] = air
    for mark in shaken.split():
        g.demoralize(g.roster.numbers[mark])
    for mark, sp in (worn or {}).items():
        g.sp[g.roster.numbers[mark]] = sp
    here = (g.occupied[0] & g.occupied[1]).bit_length() - 1
    for unit in g.units(Hex(here), Seat(g.phasing)):
        g.marched[unit] = 1
    entered = g.grid.hex(by) if by else OFF_BOARD
    chosen = Posture.NONE if posture == "none" else Posture[posture.upper()]
    g.then(LineUp(Hex(here)), Begin(Hex(here), entered, Plan[plan.upper()], chosen))
    settle(g)
    return g


class Begin(Auto[Front]):
    """The combat begins with plan and posture as they are given."""

    rule = "8.2"

    def __init__(self, hex_: Hex, entered_from: Hex, plan: Plan, posture: Posture) -> None:
        self.hex_: Final = hex_
        self.entered_from: Final = entered_from
        self.plan: Final = plan
        self.posture: Final = posture

    def run(self, g: Front) -> None:
        """Nobody is asked for them."""
        begin_battle(g, self.hex_, self.entered_from, self.plan, self.posture)


def strip(picture: str) -> str:
    """A single line with a clear row above and below it, so that there is room for railways; others as they are."""
    if "\n" in picture.strip():
        return picture
    clear = " ".join("." for cell in picture.split() if cell != "|")
    return f"{clear}\n {picture.strip()}\n{clear}"
