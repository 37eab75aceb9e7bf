"""The other player's turn: whether to react, with whom, and how to stand."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import OFF_BOARD, Action, Hex
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.combat.strength import attack_strength, defence_strength

from .aims import decisive
from .forecast import Clash, forecast
from .situation import Situation


def choose_reaction(s: Situation, offered: Sequence[Action]) -> Action:
    """To come to the help of a city that matters, to slip away from what would crush, else to let them pass."""
    target, phasing = s.sighting.hex, s.sighting.units
    if target < 0:
        return Action("pass")
    matters = decisive(s.sighting.campaign)
    # Nobody slips away but from where he stands, which an objective is never left for.
    slipping = [a for a in offered if a.verb == "slip_away" and a.args[0] == target]
    if slipping and phasing and not matters.bits >> target & 1:
        coming = sum([s.g.sp[u] for u in phasing])
        if coming > s.doctrine.crushed * s.strength_of(target):
            return slipping[0]
    # A reaction costs the force its next turn, so it must save something that matters.
    helpers = [a for a in offered if a.verb == "react"]
    if helpers and (matters.bits | matters.rings) >> target & 1:
        holding = sum([s.g.sp[u] for u in s.g.units(target, s.side)])
        if 0 < holding < s.doctrine.matters:
            return max(helpers, key=lambda a: (s.strength_of(Hex(a.args[0])), a))
    return Action("pass")


def choose_posture(s: Situation, offered: Sequence[Action]) -> Action:
    """The posture that promises the best exchange against a Standard Attack."""
    g = s.g
    target = s.sighting.hex
    attackers = tuple(g.taking_part(target, s.other))
    if not attackers:
        attackers = _strongest_neighbours(s, target)
    defenders = g.taking_part(target, s.side)
    # Where the attackers have come from is known once they are there.
    entered_from = Hex(s.sighting.about.get("entered_from", OFF_BOARD))

    def exchange(action: Action) -> float:
        clash = Clash(
            attack=int(attack_strength(g, attackers, target, entered_from)) if attackers else 8,
            attackers=sum(g.sp[u] for u in attackers) or 8,
            defence=int(defence_strength(g, defenders, target)),
            defenders=sum(g.sp[u] for u in defenders),
            plan=Plan.STANDARD,
            posture=Posture(action.args[0]),
            attacker_supplied=bool(s.foe_lines >> target & 1),
            defender_supplied=bool(s.lines_for(defenders) >> target & 1) if defenders else True,
        )
        expected = forecast(g, clash)
        hold = 4.0 if (s.objective_bits | s.rings) >> target & 1 else 1.5
        return expected.attacker_loses - expected.defender_loses - hold * expected.win

    return max(offered, key=lambda action: (exchange(action), action))


def _strongest_neighbours(s: Situation, target: Hex) -> tuple[int, ...]:
    stacks = [s.g.units(h, s.other) for h in s.g.grid.neighbours(target)]
    return tuple(max(stacks, key=lambda units: sum(s.g.sp[u] for u in units), default=[]))
