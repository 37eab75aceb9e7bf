"""What a player of The Ford may ask beyond the view: zones and supply, where a unit can go, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from sandtable.kernel import (
    CONTROL,
    OFF_BOARD,
    Action,
    Alternative,
    Bits,
    Distribution,
    Fighter,
    Force,
    Fought,
    Hex,
    Layer,
    LetGo,
    Mark,
    Odds,
    Pairing,
    Preview,
    Reach,
    ReachHex,
    Reckoning,
    Seat,
    closes,
    lines_of,
    members,
    options,
    settle,
    top,
    wording,
)
from sandtable.kernel.book.study import evenly
from sandtable.kernel.machine.explore import explore

from .combat import (
    ASSAULT,
    PROBE,
    STAND,
    YIELD,
    Attack,
    Plans,
    attack_strength,
    attackers_of,
    defence_strength,
)
from .events import Attacked, TurnBegan
from .movement import Move, destinations, range_of
from .state import BLUE, MOVEMENT_POINTS, RED, SEATS, Ford, enemy
from .supply import supplied_hexes

AS_PRINTED: Final = "the enemy stands at its printed strength [3.1]"


# --8<-- [start:known]
def known(g: Ford, seat: Seat) -> Ford:
    """A copy of *g* with everything that is hidden from *seat* as printed: no answer may follow from more."""
    twin = g.copy()
    twin.told = None
    if seat != CONTROL:
        twin.sealed = tuple((who, action) for who, action in g.sealed if who == seat)
        for unit, hex_ in enumerate(g.hex_of):
            if hex_ != OFF_BOARD and g.side_of(unit) != seat:
                twin.strength[unit] = g.printed.units[unit].strength
    return twin
    # --8<-- [end:known]


# --8<-- [start:layers]
def layers(g: Ford, seat: Seat) -> list[Layer]:
    """The zone and the supply of each side; both follow from places, which are public."""
    found = []
    for side in (RED, BLUE):
        who = SEATS[side]
        for what, mask, rule in (("zone", g.zone(side), "1.2"), ("supply", supplied_hexes(g, side), "3")):
            title = f"{who.capitalize()} {what}"
            found.append(
                Layer(
                    name=f"{who}_{what}",
                    title=title,
                    look="area",
                    side=who,
                    hexes=_names(g, mask),
                    rule=rule,
                    kind=what,
                    label=what.capitalize(),
                )
            )
    return found
    # --8<-- [end:layers]


# --8<-- [start:reach]
def reach(g: Ford, action: Action | None) -> Reach | None:
    """Where the unit that *action* moves could go; without one nobody in particular is moving."""
    if action is None or action.verb != "move":
        return None
    unit = action.args[0]
    way = range_of(g, unit)
    found = {}
    for to in map(Hex, members(destinations(g, unit))):
        cost = way.cost(to) or 0
        found[g.hex_name(to)] = ReachHex(
            cost=str(cost),
            left=str(MOVEMENT_POINTS - cost),
            path=_path(g, unit, to),
            supplied=_supplied_at(g, unit, to),
            ends=bool(g.zone(enemy(g.side_of(unit))) >> to & 1),
            rule="1.1",
            option=Action("move", (unit, to)).id,
        )
    points = str(MOVEMENT_POINTS)
    return Reach(start=g.hex_name(g.hex_of[unit]), allowance=points, left=points, hexes=found)
    # --8<-- [end:reach]


def preview(g: Ford, seat: Seat, action: Action) -> Preview:
    """What *action* would bring."""
    words = wording(g, seat, action).text
    if action.verb == "move" and isinstance(top(g), Move):
        unit, to = action.args[0], Hex(action.args[1])
        cost = range_of(g, unit).cost(to) or 0
        return Preview(
            option=action.id,
            text=words,
            path=_path(g, unit, to),
            left=str(MOVEMENT_POINTS - cost),
            supplied=_supplied_at(g, unit, to),
            lines=lines_of([Reckoning("movement points").add(f"to {g.hex_name(to)}", cost, "1.1")]),
        )
    return Preview(
        option=action.id,
        text=words,
        rolls=isinstance(top(g), Plans) and action != YIELD,
        closes=closes(known(g, seat), action, seat),
        odds=odds(known(g, seat), seat, action),
    )


def _path(g: Ford, unit: int, to: Hex) -> tuple[str, ...]:
    return tuple(g.hex_name(hex_) for hex_ in (range_of(g, unit).path(to) or (to,))[1:])


def _supplied_at(g: Ford, unit: int, to: Hex) -> bool:
    twin = g.copy()
    twin.put(unit, to)
    return bool(supplied_hexes(twin, g.side_of(unit)) >> to & 1)


# ---- odds


# --8<-- [start:odds]
def odds(g: Ford, seat: Seat, action: Action | None) -> Odds | None:
    """How the attack at hand may go, or the one that *action* starts, in a position as *seat* knows it."""
    step = top(g)
    if isinstance(step, Attack) and action is not None and action.verb == "attack":
        target = Hex(action.args[0])
        plans = Plans(tuple(attackers_of(g, step.side, target)), target)
    elif isinstance(step, Plans):
        plans = step
    else:
        return None
    side = g.side_of(plans.attackers[0])
    weighed = {
        (attack, defence): weigh(g, plans, attack, defence)
        for attack, defence in product((ASSAULT, PROBE), (STAND, YIELD))
    }

    def against(mine: Action) -> Distribution[Fought]:
        """What *mine* brings when nobody knows what the other side will do."""
        return evenly(found for pair, found in weighed.items() if mine in pair)

    choices = tuple(
        Alternative(option=mine.id, text=wording(g, seat, mine).text, outcomes=against(mine))
        for mine in options(g, seat)
        if isinstance(step, Plans)
    )
    chosen = next(
        (a for a in (action, *dict(g.sealed).values()) if a in (ASSAULT, PROBE, STAND, YIELD)), None
    )
    attack, defence = attack_strength(g, plans.attackers, plans.target), defence_strength(g, plans.target)
    defender = (g.unit_at[plans.target],)
    return Odds(
        attacker=_force(g, seat, side, plans.attackers, attack),
        defender=_force(g, seat, enemy(side), defender, defence),
        hex=g.hex_name(plans.target),
        outcomes=against(chosen) if chosen else evenly(weighed.values()),
        assumes=(
            AS_PRINTED,
            "plans that are not known are equally likely",
            "the first option is always taken",
        ),
        modifiers=lines_of(
            [Reckoning("columns to the right").add("Assault on a unit that stands", 1, "2.1")]
        ),
        choices=choices,
        matrix=tuple(
            Pairing(attacker=attack.verb, defender=defence.verb, outcomes=found)
            for (attack, defence), found in weighed.items()
        ),
    )


def weigh(g: Ford, plans: Plans, attack: Action, defence: Action) -> Distribution[Fought]:
    """Every way in which the attack can go with these two plans, by the steps of the game itself."""
    side, defender = g.side_of(plans.attackers[0]), g.unit_at[plans.target]
    start = g.copy()
    start.agenda, start.sealed = [], ()
    plans.reveal(start, {side: attack, enemy(side): defence})
    settle(start)

    def lost(after: Ford, units: tuple[int, ...]) -> int:
        return sum(g.strength[u] - after.strength[u] for u in units)

    def measure(after: Ford) -> Fought:
        gone = after.hex_of[defender] == OFF_BOARD
        driven_off = gone or after.hex_of[defender] != plans.target
        return Fought(driven_off, lost(after, plans.attackers), lost(after, (defender,)), gone)

    return explore(start, lambda after: not after.agenda, measure)
    # --8<-- [end:odds]


def _force(g: Ford, seat: Seat, side: Seat, units: tuple[int, ...], strength: Reckoning) -> Force:
    fighters = tuple(
        Fighter(
            g.name(u),
            g.name(u),
            g.strength[u] if seat in (side, CONTROL) else None,
            g.printed.units[u].strength,
        )
        for u in units
    )
    return Force(
        side=SEATS[side],
        units=fighters,
        strength=int(strength),
        lines=lines_of([strength]),
        itemized=True,
    )


def mark(g: Ford, told: Mapping[str, Any]) -> Mark | None:
    """Turns and attacks."""
    if told["kind"] == TurnBegan.__name__:
        return Mark("turn", f"Turn {told['turn']}")
    if told["kind"] == Attacked.__name__:
        return Mark("combat", f"Attack on {g.hex_name(told['target'])}", g.hex_name(told["target"]))
    return None


# --8<-- [start:let_go]
def let_go(g: Ford, action: Action) -> list[LetGo[Ford]]:
    """The attacks that whoever is done with attacking could have made, each by how much it outweighs the defender."""
    step = top(g)
    if not isinstance(step, Attack) or action.verb == "attack":
        return []
    moment = g.copy()
    found = []
    for other in options(g, step.side):
        if other.verb == "attack":
            target = Hex(other.args[0])
            attackers = tuple(attackers_of(g, step.side, target))
            promise = Fraction(int(attack_strength(g, attackers, target)), int(defence_strength(g, target)))
            found.append(LetGo(moment, other, g.hex_name(target), promise))
    return found
    # --8<-- [end:let_go]


def _names(g: Ford, mask: Bits) -> tuple[str, ...]:
    return tuple(g.hex_name(hex_) for hex_ in members(mask))
