"""Why not, around battles: concerted attacks, picking up, shipping and retreats."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel import Refusal, Seat, top

from ...series.combat.concerted import ConcertedMarch
from ...series.combat.retreat import Retreat
from ...series.movement import Act
from ...series.operations import OperationsPhase
from ...series.position.roster import AXIS
from ...series.position.state import Front
from .battle_reasons import concerted_refusal, pick_up_refusal, retreat_refusal, ship_refusal
from .subject import acting, hex_in, on_map, unit_in


def concerted(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[8.1] Why the unit may not make, or take part in, a concerted attack on the hex."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    if not isinstance(top(g), OperationsPhase) or seat != g.phasing:
        return Refusal(
            "8.1", "concerted attacks are declared in one's own Operations Phase, before a force activates"
        )
    return concerted_refusal(g, seat, unit, hex_)


def pick_up(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[7.0] Why the active force may not take the unit along."""
    unit = unit_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    step = top(g)
    if not isinstance(step, Act | ConcertedMarch) or seat != g.phasing:
        return Refusal("7.0", "units are picked up by an active force, on its way")
    return pick_up_refusal(g, step, unit)


def ship(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[AGN 4.6] Why the unit may not be shipped to the port."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    ready = acting(g, seat, unit)
    if isinstance(ready, Refusal):
        return ready
    if seat != AXIS:
        return Refusal("AGN 4.6", "only the German player has ships")
    return ship_refusal(*ready, hex_)


def retreat(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[8.11] Why the beaten unit may not retreat to the hex."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    step = top(g)
    if not isinstance(step, Retreat) or unit not in step.units:
        return Refusal(
            "8.11", "only a force that has lost a combat, or slips away, retreats, when it is told to"
        )
    return retreat_refusal(g, step, hex_)
