"""What a player would regret about an option and the rules know: units unused, bound to attack, cut off; points and
railways left over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sandtable.kernel import Action, Concern, Hex, Seat, counted, top

from ..position.questions import DONE
from ..position.supply import supplied_units
from ..position.war import War
from ..position.zones import enemy_zone
from ..turn.marching import moving_refusal
from ..turn.movement import MoveUnits
from ..turn.rail import ConvertRail
from ..turn.replacements import Replace
from ..turn.supply_check import fates

# More places than these are counted and not named.
NAMED: Final = 4
LAST_IMPULSE: Final = 2


def concerns(g: War, seat: Seat, action: Action) -> tuple[Concern, ...]:
    """What the player would regret about *action*."""
    step = top(g)
    if action != DONE:
        return ()
    if isinstance(step, MoveUnits):
        return tuple(_standing_still(g, seat))
    if isinstance(step, Replace) and len(step.options(g)) > 1:
        return (Concern(kind="points", text="replacement points are left over", rule="Replacements"),)
    if isinstance(step, ConvertRail) and len(step.options(g)) > 1:
        text = f"{counted(step.lines, 'line')} of the railway could still be extended"
        return (Concern(kind="railheads", text=text, rule="Conversion"),)
    return ()


def _standing_still(g: War, seat: Seat) -> Iterator[Concern]:
    """[Movement, Attacks, Supply] Who has not moved, who has to attack for it, and who is cut off when the turn ends."""
    idle = [u for u in g.on_map(seat) if not g.moved[u] and moving_refusal(g, u) is None]
    zone = enemy_zone(g, seat)
    bound = [u for u in idle if zone >> g.hex_of[u] & 1 and not g.campaign.major >> g.hex_of[u] & 1]
    if bound:
        text = f"{counted(len(bound), 'unit')} that could still move must attack where they stand"
        yield _about(g, "must_attack", text, "Attacks", bound)
    free = [u for u in idle if u not in bound]
    if free:
        verb = "has" if len(free) == 1 else "have"
        yield _about(
            g, "unused", f"{counted(len(free), 'unit')} {verb} not moved{_at(g, free)}", "Movement", free
        )
    if g.impulse < LAST_IMPULSE:
        return
    cut_off = [u for u in g.on_map(seat) if u not in supplied_units(g, seat)]
    surrendering, worn = fates(g, cut_off, {u: g.unsupplied[u] + 1 for u in cut_off})
    if surrendering:
        text = f"{counted(len(surrendering), 'unit')} cut off would surrender when the turn ends{_at(g, surrendering)}"
        yield _about(g, "surrender", text, "Supply", surrendering)
    if worn:
        text = f"{counted(len(worn), 'unit')} cut off would lose a step when the turn ends{_at(g, worn)}"
        yield _about(g, "cut_off", text, "Supply", worn)


def _at(g: War, units: Sequence[int]) -> str:
    """Where they stand, in words."""
    names = list(_hexes(g, units))
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f": {', '.join(names[:NAMED])}{more}"


def _hexes(g: War, units: Iterable[int]) -> dict[str, None]:
    return dict.fromkeys(g.grid.name(Hex(g.hex_of[u])) for u in units)


def _about(g: War, kind: str, text: str, rule: str, units: Sequence[int]) -> Concern:
    return Concern(
        kind=kind,
        text=text,
        rule=rule,
        hexes=tuple(_hexes(g, units)),
        units=tuple(g.counter(u).id for u in units),
    )
