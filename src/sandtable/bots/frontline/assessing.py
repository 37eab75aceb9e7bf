"""What ground and attacks are worth: exact odds of each planned combat, cities, and how much threatens a hex."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.kernel import Hex, Seat
from sandtable.rules.frontline.asking.odds import weigh
from sandtable.rules.frontline.fight.engaging import Plan, planned_battle
from sandtable.rules.frontline.position.line import contact
from sandtable.rules.frontline.position.nations import LSP, OF_SIDE, STRENGTH
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.flagging import cost, may_lead

# What a hex is worth besides its city, and a point of its city.
GROUND: Final = 1.5
CITY: Final = 1.5
# What a point lost is worth to the side that loses it: the Axis has few.
LOSS: Final = (0.8, 0.35)


class Sighting(NamedTuple):
    """What the bot sees: a position that holds nothing it may not know, and its seat."""

    g: War
    seat: Seat


def multiplied(g: War, side: int, hex_: int) -> int:
    """Strength times effectiveness of *side* in *hex_*."""
    return sum(g.cv(nation, hex_) * g.effectiveness(nation) for nation in OF_SIDE[side])


def strength(g: War, side: int, hex_: int) -> int:
    """Strength of *side* in *hex_*, not multiplied."""
    return sum(g.total(side, kind, hex_) for kind in STRENGTH)


def city(g: War, hex_: int) -> int:
    """The points of the cities in *hex_*."""
    return sum(c.points for c in g.campaign.cities if c.hex == hex_)


def worth(g: War, hex_: int) -> float:
    """What it is worth to hold *hex_*, and what lies behind it."""
    near = max((city(g, h) for h in g.campaign.around[Hex(hex_)]), default=0)
    return GROUND + CITY * city(g, hex_) + 0.3 * near


def threat(g: War, side: int, hex_: int) -> float:
    """How much stronger the strongest enemy beside *hex_* is than what *side* has there."""
    facing = max(
        (multiplied(g, 1 - side, h) for h in g.campaign.around[Hex(hex_)] if g.holds(1 - side, h)), default=0
    )
    return facing / max(multiplied(g, side, hex_), 1)


def plan_for(g: War, side: int, target: int, starts: tuple[int, ...]) -> Plan:
    """An attack with all the LSP that lie in its starting hexes."""
    lots = tuple(
        (nation, start, g.stock(nation, LSP)[start])
        for start in starts
        for nation in OF_SIDE[side]
        if g.stock(nation, LSP)[start]
    )
    return Plan(side, target, starts=tuple((start, ()) for start in starts), attacker_lsp=lots)


def value(g: War, plan: Plan) -> float:
    """What an attack brings on average: ground and the enemy's losses, less one's own."""
    battle = planned_battle(g, plan)
    if battle is None:
        return -99.0
    found = weigh(battle, g.tables)
    wins = float(found.chance(lambda o: o.attacker_wins))
    back = float(found.chance(lambda o: "pushed out" in o.then))
    lost = float(found.map(lambda o: o.attacker_loses).mean())
    killed = float(found.map(lambda o: o.defender_loses).mean())
    own = sum(worth(g, hex_) for hex_, _ in plan.starts)
    ground = wins * worth(g, plan.target) * (1.0 if g.holds(1 - plan.side, plan.target) else 0.5)
    return ground - back * own + LOSS[1 - plan.side] * killed - LOSS[plan.side] * lost


class Option(NamedTuple):
    """An attack that flags could be placed for."""

    gain: float
    target: int
    starts: tuple[int, ...]
    flags: int


def best_attacks(g: War, side: int, nation: int, flags: int) -> list[Option]:
    """The attacks that pay, the best for each flag first: from one hex or two into each enemy hex."""
    found: list[Option] = []
    by_target: dict[int, list[int]] = {}
    for start, target in contact(g, side):
        if g.campaign.side(start, target) not in g.campaign.straits and may_lead(g, nation, start):
            by_target.setdefault(int(target), []).append(int(start))
    for hex_, starts in by_target.items():
        price = cost(g, hex_)
        strongest = sorted(starts, key=lambda h: -multiplied(g, side, h))[:3]
        for count in (1, 2):
            if count > len(strongest) or price * count > flags:
                continue
            chosen = tuple(strongest[:count])
            gain = value(g, plan_for(g, side, hex_, chosen))
            if gain > 0:
                found.append(Option(gain, hex_, chosen, price * count))
    return sorted(found, key=lambda option: -option.gain / option.flags)


def chosen_attacks(g: War, side: int, nation: int, flags: int) -> list[Option]:
    """As many of the best attacks as flags allow, none twice into or from the same hex."""
    taken: list[Option] = []
    used: set[int] = set()
    for option in best_attacks(g, side, nation, flags):
        if option.flags <= flags and option.target not in used and not used & set(option.starts):
            taken.append(option)
            flags -= option.flags
            used |= {option.target, *option.starts}
    return taken
