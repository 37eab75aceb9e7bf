"""The other player's turn: whether to react, with whom, and how to stand."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import OFF_BOARD, Action, Hex
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.combat.strength import attack_strength, defence_strength

from .forecast import Clash, forecast
from .situation import Situation


def choose_reaction(s: Situation, offered: Sequence[Action]) -> Action:
    """To come to the help of a city that matters, to slip away from what would crush, else to let them pass."""
    g = s.g
    target = s.sighting.hex
    phasing = s.sighting.units
    coming = sum(g.sp[u] for u in phasing)
    holding = sum(g.sp[u] for u in g.units(target, s.side)) if target >= 0 else 0
    for action in offered:
        if action.verb == "slip_away" and phasing:
            start = Hex(action.args[0])
            own = s.strength_of(start)
            at_stake = start == target and not s.objective_bits >> start & 1
            if at_stake and coming > s.doctrine.crushed * own:
                return action
    if holding and (s.objective_bits | s.rings) >> target & 1:
        helpers = [a for a in offered if a.verb == "react"]
        # A reaction costs the force its next turn, so it must save something that matters.
        if helpers and holding < s.doctrine.matters:
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
