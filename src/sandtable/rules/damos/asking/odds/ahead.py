"""[8.0] The combat at the end of a march: its odds before the force has set out."""

from __future__ import annotations

from sandtable.kernel import CONTROL, Action, Odds, Seat, top

from ...series.movement import Act
from ...series.position.state import Front
from ..known import known, set_in_motion
from ..reach import arrivals, assaults
from .odds import odds_known


def odds_there(g: Front, seat: Seat, hex_: str, action: Action | None) -> Odds | None:
    """[8.0] The combat in *hex_*, if the force now moving, or the one that *action* would set in motion, went there."""
    twin = known(g, seat)
    if action is not None:
        set_in_motion(twin, seat, action)
    step = top(twin)
    # Where others could attack is for them to reckon.
    if not isinstance(step, Act) or seat not in (twin.phasing, CONTROL):
        return None
    for before, target in assaults(twin, step.units, arrivals(twin, step.units)):
        if twin.grid.name(target) == hex_:
            arrived = before.g.copy()
            arrived.agenda = list(twin.agenda)
            return odds_known(arrived, seat, Action("attack", (target,)))
    return None
