"""The sheet of cards, stores and withdrawals: LSP as far as they pay, cards where they turn a combat, reserves out of quiet hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.kernel import Action
from sandtable.rules.frontline.fight.engaging import PARTISANS, Plan
from sandtable.rules.frontline.position.commands import hand, hexes_of, nations_of, side_of
from sandtable.rules.frontline.position.line import front, routes
from sandtable.rules.frontline.position.nations import AIR, LSP, MEN, OF_SIDE, SIDE_OF, TANKS
from sandtable.rules.frontline.position.war import POOL, War
from sandtable.rules.frontline.state import ATTACKER, DEFENDER
from sandtable.rules.frontline.turn.attacks import Attack, attacks
from sandtable.rules.frontline.turn.commitment import Commit, committed

from .assessing import Sighting, city, facing, multiplied, value
from .massing import blows


def commitment(s: Sighting, step: Commit) -> list[Action]:
    """What each combat gets, the cards, an attack more by a card, and what leaves the line."""
    g = s.g
    offered = list(step.lines(g, s.seat, ()))
    mine: set[tuple[str | int, ...]] = {(a.verb, *a.args[:3]) for a in offered if a.verb == "lsp"}
    every = attacks(g)
    found: list[Action] = _embarked(g, s) + _hunters(g, s, every)
    twin = committed(g, [a for a in found if a.verb == "send"])
    plans: dict[int, Plan] = {}
    for attack in every:
        if attack.kind == PARTISANS:
            continue
        plan = Plan(
            attack.side,
            attack.target,
            amphibious=attack.amphibious,
            starts=tuple((h, ()) for h in attack.starts),
        )
        lots, plan = _stores(twin, s, attack, plan, mine, every)
        found += lots
        plans[attack.target] = plan
    found += _bombers(twin, s, offered, plans)
    found += _cards(twin, s, plans)
    return found + reserves(s, every)


def _embarked(g: War, s: Sighting) -> list[Action]:
    """A landing takes along what the Pool has, some of each."""
    side = side_of(s.seat)
    target, most = g.landing_to[side], (8, 2, 2, 5)
    if target < 0:
        return []
    return [
        Action("send", (nation, POOL, kind, target, min(g.in_pool(nation, kind), most[kind])))
        for nation in nations_of(s.seat)
        for kind in (MEN, TANKS, AIR, LSP)
        if g.in_pool(nation, kind)
    ]


def _hunters(g: War, s: Sighting, every: Sequence[Attack]) -> list[Action]:
    """Men of the Pool against partisans, else of a quiet hex."""
    found = []
    left = {nation: g.in_pool(nation, MEN) for nation in nations_of(s.seat)}
    for attack in every:
        if attack.kind != PARTISANS or attack.side != side_of(s.seat):
            continue
        nation = max(left, key=lambda n: left[n])
        if left[nation]:
            many = min(left[nation], s.how.hunters)
            left[nation] -= many
            found.append(Action("send", (nation, POOL, MEN, attack.target, many)))
    return found


def _stores(
    g: War, s: Sighting, attack: Attack, plan: Plan, mine: set[tuple[str | int, ...]], every: Sequence[Attack]
) -> tuple[list[Action], Plan]:
    """LSP one after another while each pays: the attacker's for the die and the column, the defender's for the die."""
    side, how = side_of(s.seat), s.how
    attacking = attack.side == side
    lots: dict[tuple[int, int], int] = {}
    room: dict[tuple[int, int], int] = {}
    for hex_ in attack.starts if attacking else (attack.target,):
        several = max(sum(hex_ in other.starts for other in every if other.side == side), 1)
        for nation in OF_SIDE[side]:
            there = g.stock(nation, LSP)[hex_] // (several if attacking else 1)
            if there and ("lsp", nation, hex_, attack.target) in mine:
                room[nation, hex_] = there
    best, chosen = value(g, plan, how), dict(lots)
    for used in range(1, how.most_lsp + 1):
        most = max(room, key=lambda at: room[at], default=None)
        if most is None or not room[most]:
            break
        room[most] -= 1
        lots[most] = lots.get(most, 0) + 1
        now = value(g, _supplied(plan, lots, attacking=attacking), how)
        better = now - how.lsp_price * used if attacking else now + how.lsp_price * used
        if better > best if attacking else better < best:
            best, chosen = better, dict(lots)
    lines = [Action("lsp", (nation, hex_, attack.target, many)) for (nation, hex_), many in chosen.items()]
    return lines, _supplied(plan, chosen, attacking=attacking)


def _supplied(plan: Plan, lots: dict[tuple[int, int], int], *, attacking: bool) -> Plan:
    rows = tuple((nation, hex_, many) for (nation, hex_), many in lots.items())
    return plan._replace(attacker_lsp=rows) if attacking else plan._replace(defender_lsp=rows)


def _bombers(g: War, s: Sighting, offered: Iterable[Action], plans: dict[int, Plan]) -> list[Action]:
    """All bombers of a base into the combat that they help most."""
    side, how = side_of(s.seat), s.how
    able = [a for a in offered if a.verb == "bombers" and a.args[1] in plans]
    found, flown = [], set[int]()
    gains = []
    for line in able:
        base, target, many = line.args
        plan = plans[target]
        role = ATTACKER if plan.side == side else DEFENDER
        turn = value(g, plan._replace(bombers=((base, many, role),)), how) - value(g, plan, how)
        gains.append((turn if role == ATTACKER else -turn, line))
    for gain, line in sorted(gains, key=lambda row: (-row[0], row[1].args)):
        if gain > how.lsp_price and line.args[0] not in flown:
            flown.add(line.args[0])
            found.append(line)
    return found


def _cards(g: War, s: Sighting, plans: dict[int, Plan]) -> list[Action]:
    """A card for the die or a column where it turns a combat, or for an attack more; nearer to the end they go cheaper."""
    side, how = side_of(s.seat), s.how
    cards = sorted(hand(g, s.seat), key=lambda n: -g.campaign.cards[n].value)
    price = how.card_price * (g.campaign.last_turn - g.turn + 1)
    found: list[Action] = []
    for target, plan in sorted(plans.items(), key=lambda row: -abs(value(g, row[1], how))):
        if not cards:
            break
        before, best = value(g, plan, how), None
        for card in (cards[0], cards[-1]):
            for use in ("die", "shift"):
                turn = value(g, plan._replace(cards=((card, use, side),)), how) - before
                gain = (turn if plan.side == side else -turn) - price * g.campaign.cards[card].value / 2
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, card, use
        if best is not None:
            found.append(Action(best[2], (best[1], target)))
            cards.remove(best[1])
    if cards:
        found += _extra(g, s, cards[-1], price, plans)
    return found


def _extra(g: War, s: Sighting, card: int, price: float, plans: dict[int, Plan]) -> list[Action]:
    """The smallest card for one attack more, out of hexes that do not attack yet."""
    busy = [hex_ for plan in plans.values() for hex_, _ in plan.starts]
    for nation in nations_of(s.seat):
        more = blows(g, s.how, nation, hexes_of(g, s.seat), 1 + g.flags[nation], but=(*plans, *busy))
        if more and len(more[0].starts) == 1 and more[0].gain > 2 * price:
            return [Action("extra", (card, nation, more[0].starts[0], more[0].target))]
    return []


def reserves(s: Sighting, every: Sequence[Attack]) -> list[Action]:
    """What stands idle goes back to the Pool, to be massed elsewhere: where the hex is safe, or the army is the larger."""
    g, side = s.g, side_of(s.seat)
    busy = {start for attack in every for start in attack.starts} | {attack.target for attack in every}
    mask = hexes_of(g, s.seat)
    found = []
    for nation in nations_of(s.seat):
        way = routes(g, nation) & mask
        me = max(g.effectiveness(nation), 1)
        line = set(front(g, side))
        for hex_ in g.campaign.hexes:
            if hex_ in busy or not way >> hex_ & 1 or not g.cv(nation, hex_):
                continue
            men, tanks, air, lsp = g.has(nation, hex_)
            keep = s.how.kept + city(g, hex_) if hex_ in line else 0
            safe = s.how.safe * (1 + city(g, hex_) / 2)
            keep = max(keep, int(safe * facing(g, side, hex_) / me))
            spare = multiplied(g, SIDE_OF[nation], hex_) // me - keep
            stays = 1 if hex_ in line or s.how.clears_rear else 0
            for kind, many in ((AIR, air), (TANKS, tanks), (MEN, men - stays)):
                gone = min(many, spare)
                if gone > 0:
                    spare -= gone
                    found.append(Action("withdraw", (nation, int(hex_), kind, gone)))
            if lsp and hex_ not in line:
                found.append(Action("withdraw", (nation, int(hex_), LSP, lsp)))
    return found
