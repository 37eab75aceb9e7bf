"""What a player would regret about an option and the rules know: forces unused, shut out, too many, cut off, worn out,
railways left where they are, points left over.

Everything is worked out on the position as the seat knows it, by the same steps and questions that will judge it later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sandtable.kernel import Action, Concern, Hex, Seat, counted, members, options, top

from ..series.exclusive.rail import LEAVE, ChooseRailhead, ExtendLines, PickBranch
from ..series.marching import march_range
from ..series.movement import Act
from ..series.operations import END_PHASE, OperationsPhase, activatable_hexes, ready
from ..series.position.state import Front
from ..series.position.supply import force_in_supply
from ..series.position.words import hex_words, names
from ..series.position.zones import stacking_excess
from ..series.replacements import SpendPoints
from ..series.strategic import StrategicMove
from ..series.surrender import surrendering_hexes
from .known import set_in_motion
from .reach import entering, walk

# More places than these are counted and not named.
NAMED: Final = 4


def concerns(g: Front, seat: Seat, action: Action) -> tuple[Concern, ...]:
    """What *seat* would regret about *action*; *g* is the position as it knows it."""
    step = top(g)
    if isinstance(step, OperationsPhase) and action == END_PHASE:
        return (*_unused(g), *overstacked(g, seat), *_surrendering(g, seat))
    if isinstance(step, OperationsPhase):
        return tuple(_shut_out(g, seat, action))
    if isinstance(step, Act) and action.verb in ("move", "stop"):
        return tuple(_ending(g, _marched(g, step.units, action), step.units))
    if isinstance(step, StrategicMove) and action.verb == "move":
        there = Hex(action.args[0])
        return tuple(_too_high(entering(g, step.units, there), there, "would be"))
    if isinstance(step, SpendPoints) and action.verb == "save":
        return tuple(_left_over(g, seat))
    if isinstance(step, ExtendLines | ChooseRailhead | PickBranch) and action == LEAVE:
        return tuple(_not_extended(g, seat))
    return ()


# ---- the end of the Operations Phase


def _unused(g: Front) -> Iterator[Concern]:
    """[7.0] Forces that could still activate."""
    hexes = activatable_hexes(g, ready(g))
    if hexes:
        one = len(hexes) == 1
        text = f"{counted(len(hexes), 'force')} {'has' if one else 'have'} not acted: {_places(g, hexes)}"
        yield _concern(g, "unused", text, "7.0", hexes)


def overstacked(g: Front, side: Seat) -> Iterator[Concern]:
    """[2.3] Stacks of *side* that are too high, and what that will cost."""
    for hex_ in members(g.occupied[side]):
        yield from _too_high(g, Hex(hex_), "is")


def _too_high(g: Front, hex_: Hex, verb: str) -> Iterator[Concern]:
    """[2.3] The stack of the phasing player in *hex_*, if it is too high when the phase ends."""
    units = g.units(hex_, Seat(g.phasing))
    excess = stacking_excess(g, units)
    if excess:
        text = (
            f"the stack in {hex_words(g, hex_)} {verb} too high: {counted(excess, 'unit')} of {len(units)} "
            "will be lost at the end of the Operations Phase"
        )
        yield _concern(g, "overstacked", text, "2.3", [hex_], units)


def _surrendering(g: Front, side: Seat, but_for: Iterable[Hex] = ()) -> Iterator[Concern]:
    """[10.0] Forces of *side* that surrender in this turn's Surrender Phase, as things stand."""
    known = set(but_for)
    for hex_ in surrendering_hexes(g, side):
        units = [u for u in g.units(hex_, side) if u != g.roster.hanko]
        if units and hex_ not in known:
            text = f"{names(g, units)} in {hex_words(g, hex_)} will surrender: cut off, with an enemy beside them"
            yield _concern(g, "surrender", text, "10.0", [hex_], units)


# ---- the order of activation


def _shut_out(g: Front, seat: Seat, action: Action) -> Iterator[Concern]:
    """[7.0] Forces without influence that may not activate once the force of *action* has."""
    twin = g.copy()
    before = set(activatable_hexes(twin, ready(twin)))
    if action.verb == "concerted":
        twin.order_closed = 1
    else:
        set_in_motion(twin, seat, action)
    if g.order_closed or not twin.order_closed:
        return
    acting = top(twin)
    own = {twin.hex_of[u] for u in acting.units} if isinstance(acting, Act) else set()
    lost = sorted(before - set(activatable_hexes(twin, ready(twin))) - {Hex(h) for h in own})
    if lost:
        text = (
            f"{counted(len(lost), 'force')} without a zone of influence may not activate any more "
            f"this phase: {_places(g, lost)}"
        )
        yield _concern(g, "shut_out", text, "7.0", lost)


# ---- a march, if it ended there


def _marched(g: Front, units: tuple[int, ...], action: Action) -> Front:
    """The position with the force where *action* leads it, if nobody comes to meet it."""
    if action.verb == "stop":
        return g
    here, to = Hex(g.hex_of[units[0]]), Hex(action.args[0])
    return walk(g, units, (march_range(g, units).path(to) or (here, to))[1:]).g


def _ending(before: Front, g: Front, units: tuple[int, ...]) -> Iterator[Concern]:
    """[2.3, 9.0, 10.0] What a force brings about that ends its march where it stands in *g*."""
    side, here = Seat(g.phasing), Hex(g.hex_of[units[0]])
    yield from _too_high(g, here, "is" if g is before else "would be")
    tired = g.turn > 1 and not g.exploiting and 2 * g.mp_spent > g.mp_first
    if tired and not force_in_supply(g, units):
        text = f"to end in {hex_words(g, here)} is to check attrition: no line of supply after a long march"
        yield _concern(g, "attrition", text, "9.0", [here], units)
    yield from _surrendering(g, side, () if g is before else surrendering_hexes(before, side))


# ---- railways and replacement points


def _not_extended(g: Front, seat: Seat) -> Iterator[Concern]:
    """[AGN 4.3.1, AGS 4.3.1] Lines that could still grow in this turn, and will not."""
    hexes = dict.fromkeys(Hex(a.args[-1]) for a in options(g, seat) if a.verb in ("extend", "branch"))
    if hexes:
        text = f"the railway could still grow this turn, toward {_places(g, list(hexes))}"
        yield _concern(g, "railheads", text, "AGN 4.3.1", list(hexes))


def _left_over(g: Front, seat: Seat) -> Iterator[Concern]:
    """[5.0] Points that somebody could use."""
    wanted = [a.args[0] for a in options(g, seat) if a.verb in ("restore", "rebuild")]
    if wanted:
        hexes = dict.fromkeys(Hex(g.hex_of[u]) for u in wanted if g.hex_of[u] >= 0)
        text = (
            f"{counted(g.rp(seat), 'replacement point')} would be saved, "
            f"and {counted(len(wanted), 'unit')} could use one"
        )
        yield _concern(g, "points", text, "5.0", list(hexes), wanted)


def _places(g: Front, hexes: Sequence[Hex]) -> str:
    """The first of *hexes*, and how many more there are."""
    named = ", ".join(hex_words(g, hex_) for hex_ in hexes[:NAMED])
    return f"{named} and {len(hexes) - NAMED} more" if len(hexes) > NAMED else named


def _concern(
    g: Front, kind: str, text: str, rule: str, hexes: Sequence[Hex], units: Iterable[int] = ()
) -> Concern:
    return Concern(
        kind=kind,
        text=f"{text[0].upper()}{text[1:]}.",
        rule=rule,
        hexes=g.grid.names(hexes),
        units=tuple(g.roster[u].id for u in units),
    )
