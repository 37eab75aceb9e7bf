"""What ground and attacks are worth: exact odds of each planned combat, cities, and how much threatens a hex."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel import Hex, Seat, Tables
from sandtable.rules.frontline.asking.odds import weigh
from sandtable.rules.frontline.fight.engaging import Plan, planned_battle
from sandtable.rules.frontline.position.nations import AXIS, LSP, OF_SIDE, STRENGTH, held_by
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.state import Battle

from .doctrine import Doctrine

# An attack that nobody would make.
HOPELESS: Final = -99.0


class Sighting(NamedTuple):
    """What the bot sees: a position that holds nothing it may not know, its seat, and how it goes about it."""

    g: War
    seat: Seat
    how: Doctrine


class Prospect(NamedTuple):
    """How a combat goes on average: chances of taking the hex, of going one beyond, of being pushed out; points lost."""

    wins: float
    beyond: float
    back: float
    lost: float
    killed: float


def multiplied(g: War, side: int, hex_: int) -> int:
    """Strength times effectiveness of *side* in *hex_*."""
    return sum(g.cv(nation, hex_) * g.effectiveness(nation) for nation in OF_SIDE[side])


def strength(g: War, side: int, hex_: int) -> int:
    """Strength of *side* in *hex_*, not multiplied."""
    return sum(g.total(side, kind, hex_) for kind in STRENGTH)


def city(g: War, hex_: int) -> int:
    """The points of the cities in *hex_*."""
    return g.campaign.city_points.get(Hex(hex_), 0)


def worth(g: War, hex_: int, how: Doctrine) -> float:
    """What it is worth to hold *hex_*, and what lies behind it."""
    near = max((city(g, h) for h in g.campaign.around[Hex(hex_)]), default=0)
    turns = max(min(g.campaign.last_turn - g.turn + 1, how.held_for), 1)
    return how.ground + turns * city(g, hex_) + how.near * near


def facing(g: War, side: int, hex_: int) -> int:
    """The strongest enemy beside *hex_*, multiplied."""
    return max(
        (multiplied(g, 1 - side, h) for h in g.campaign.around[Hex(hex_)] if g.holds(1 - side, h)), default=0
    )


def threat(g: War, side: int, hex_: int) -> float:
    """How much stronger the strongest enemy beside *hex_* is than what *side* has there."""
    return facing(g, side, hex_) / max(multiplied(g, side, hex_), 1)


def plan_for(g: War, side: int, target: int, starts: tuple[int, ...], *, landing: bool = False) -> Plan:
    """An attack with all the LSP that lie in its starting hexes."""
    lots = tuple(
        (nation, start, g.stock(nation, LSP)[start])
        for start in starts
        for nation in OF_SIDE[side]
        if g.stock(nation, LSP)[start]
    )
    return Plan(
        side,
        target,
        amphibious=int(landing),
        starts=tuple((start, ()) for start in starts),
        attacker_lsp=lots,
    )


@lru_cache(maxsize=8192)
def prospect(battle: Battle, tables: Tables) -> Prospect:
    """The averages of a combat."""
    wins = beyond = back = lost = killed = 0.0
    for fought, chance in weigh(battle, tables).items():
        part = float(chance)
        wins += part * fought.attacker_wins
        beyond += part * ("beyond" in fought.then)
        back += part * ("pushed out" in fought.then)
        lost += part * fought.attacker_loses
        killed += part * fought.defender_loses
    return Prospect(wins, beyond, back, lost, killed)


def prospect_of(g: War, plan: Plan) -> Prospect | None:
    """The averages of a planned combat; None where nobody would attack."""
    battle = planned_battle(g, plan)
    return prospect(battle, g.tables) if battle is not None else None


def value(g: War, plan: Plan, how: Doctrine) -> float:
    """What an attack brings on average: ground and the enemy's losses, less one's own."""
    found = prospect_of(g, plan)
    if found is None:
        return HOPELESS
    own = sum(worth(g, hex_, how) for hex_, _ in plan.starts)
    ground = found.wins * worth(g, plan.target, how)
    if found.beyond:
        ground += found.beyond * how.beyond * _behind(g, plan, how)
    theirs, ours = price_of_loss(how, 1 - plan.side), price_of_loss(how, plan.side)
    return ground - found.back * own + theirs * found.killed - ours * found.lost


def price_of_loss(how: Doctrine, side: int) -> float:
    """What a point lost is worth to *side*."""
    return how.loss_axis if side == AXIS else how.loss_soviet


def _behind(g: War, plan: Plan, how: Doctrine) -> float:
    """The best hex into which one could press on: the enemy's, without men."""
    theirs = held_by(1 - plan.side)
    return max(
        (
            worth(g, h, how)
            for h in g.campaign.around[Hex(plan.target)]
            if g.holder[h] in (0, theirs) and not g.total(1 - plan.side, 0, h) and not g.garrison[h]
        ),
        default=0.0,
    )
