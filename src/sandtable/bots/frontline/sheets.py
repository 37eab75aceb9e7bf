"""The sheets that the bot writes: deployment, flags, commitment, who goes forward, and what is given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sandtable.kernel import Action, Hex, Step
from sandtable.rules.frontline.fight.aftermath import Occupy, PressOn
from sandtable.rules.frontline.position.commands import (
    hand,
    hexes_of,
    nation_of,
    nations_of,
    rows_of,
    side_of,
)
from sandtable.rules.frontline.position.line import front, routes
from sandtable.rules.frontline.position.nations import AIR, AXIS, LSP, MEN, OF_SIDE, POINTS, STRENGTH, TANKS
from sandtable.rules.frontline.turn.commitment import Commit, attacks
from sandtable.rules.frontline.turn.deployment import Deploy, is_resting
from sandtable.rules.frontline.turn.flagging import PlaceFlags
from sandtable.rules.frontline.turn.straightening import Conform, GiveUp

from .assessing import Sighting, chosen_attacks, city, plan_for, strength, threat, value, worth

# A card must bring so much, and LSP beyond so many bring little.
CARD_PRICE: Final = 1.2
ENOUGH_LSP: Final = 5
# A hex is thin where the enemy beside it is so many times stronger; so many are given up in a turn.
THIN: Final = 4.0
MOST_GIVEN_UP: Final = 3
# So many men stay in a hex that is left quiet, and one more for each point of its city.
KEPT: Final = 3


def deployment(s: Sighting, step: Deploy) -> list[Action]:
    """Gaps first; stores, tanks and aircraft where an attack is best, men there and where the line is thin."""
    g, side = s.g, side_of(s.seat)
    found = list(step.completed(g, s.seat, ()))
    mask = hexes_of(g, s.seat)
    for row in rows_of(g, s.seat):
        nation = nation_of(row)
        open_ = [h for h in front(g, side) if routes(g, nation) & mask & 1 << h]
        if not open_ or is_resting(g, nation):
            continue
        left = [g.in_pool(row, kind) for kind in range(len(POINTS))]
        left[MEN] -= sum(a.args[3] for a in found if a.verb == "place" and a.args[:2] == (row, MEN))
        if g.ladoga:
            open_ = [h for h in open_ if g.grid.name(h) != "1011"]
        if not open_:
            continue
        flags = max(g.flags[row], 1)
        twin = g.copy()
        twin.told = None
        # Stores where they would make the best attacks possible.
        aims = _aims(twin, side, nation, flags, open_, left)
        thin = sorted(open_, key=lambda h: -threat(g, side, h) * worth(g, h))[: max(len(aims), 3)]
        for kind in (LSP, TANKS, AIR):
            for hex_, many in _shared(left[kind], aims or thin):
                found.append(Action("place", (row, kind, hex_, many)))
        attacking = left[MEN] // 2 if side == AXIS else 2 * left[MEN] // 3
        for hex_, many in (*_shared(attacking, aims or thin), *_shared(left[MEN] - attacking, thin)):
            found.append(Action("place", (row, MEN, hex_, many)))
    pags = [line for line in step.lines(g, s.seat, ()) if line.verb == "pag"]
    targets = front(g, AXIS)
    pags.sort(key=lambda a: min(g.grid.distance(Hex(a.args[0]), t) for t in targets))
    return found + pags[: g.new_partisans[0] and 1]


def _aims(g: Any, side: int, nation: int, flags: int, open_: Sequence[Hex], left: Sequence[int]) -> list[int]:
    """The hexes from which the best attacks could go if the Pool went there, one for each flag."""
    aims: list[tuple[float, int]] = []
    for hex_ in open_:
        for kind in STRENGTH:
            g.add(nation, kind, hex_, left[kind] // 2)
        g.add(nation, LSP, hex_, min(left[LSP], ENOUGH_LSP))
        best = max(
            (
                value(g, plan_for(g, side, near, (hex_,)))
                for near in g.campaign.around[hex_]
                if g.holds(1 - side, near) and g.campaign.side(hex_, near) not in g.campaign.straits
            ),
            default=-99.0,
        )
        for kind in STRENGTH:
            g.add(nation, kind, hex_, -(left[kind] // 2))
        g.add(nation, LSP, hex_, -min(left[LSP], ENOUGH_LSP))
        if best > 0:
            aims.append((best, int(hex_)))
    aims.sort(reverse=True)
    return [hex_ for _, hex_ in aims[: min(flags, max(left[LSP] // 3, 1))]]


def _shared(many: int, hexes: Sequence[int]) -> list[tuple[int, int]]:
    """*many* points over *hexes*, the first getting what does not divide."""
    if not hexes:
        return []
    each, rest = divmod(many, len(hexes))
    return [(int(h), each + (1 if n < rest else 0)) for n, h in enumerate(hexes) if each or n < rest]


def flags(s: Sighting, step: PlaceFlags) -> list[Action]:
    """The attacks that pay best."""
    side = side_of(s.seat)
    found = []
    for row in rows_of(s.g, s.seat):
        mask = hexes_of(s.g, s.seat)
        for option in chosen_attacks(s.g, side, nation_of(row), s.g.flags[row]):
            found += [
                Action("flag", (row, start, option.target)) for start in option.starts if mask >> start & 1
            ]
    return found


def commitment(s: Sighting, step: Commit) -> list[Action]:
    """All stores of the starting hexes, and of hexes that are attacked; cards where they turn a combat."""
    g, side = s.g, side_of(s.seat)
    own = set(step.lines(g, s.seat, ()))
    found: list[Action] = []
    cards = sorted(hand(g, s.seat), key=lambda n: -g.campaign.cards[n].value)
    for attack in attacks(g):
        where = attack.starts if attack.side == side else (attack.target,)
        for hex_ in where:
            for nation in OF_SIDE[side]:
                many = g.stock(nation, LSP)[hex_]
                several = sum(hex_ in other.starts for other in attacks(g) if other.side == side)
                many = many // several if several > 1 else many
                line = Action("lsp", (nation, hex_, attack.target, many))
                if many and any(a.verb == "lsp" and a.args[:3] == line.args[:3] for a in own):
                    found.append(line)
        if not cards or not attack.starts:
            continue
        plan = plan_for(g, attack.side, attack.target, attack.starts)
        with_card = plan._replace(cards=((cards[0], "die", side),))
        turn = value(g, with_card) - value(g, plan)
        if (turn if attack.side == side else -turn) > CARD_PRICE:
            found.append(Action("die", (cards.pop(0), attack.target)))
    return found + reserves(s)


def reserves(s: Sighting) -> list[Action]:
    """What stands idle goes back to the Pool, to be massed elsewhere: the larger army alone can afford it."""
    g, side = s.g, side_of(s.seat)
    if side == AXIS:
        return []
    plans = attacks(g)
    busy = {start for attack in plans for start in attack.starts} | {attack.target for attack in plans}
    mask = hexes_of(g, s.seat)
    found = []
    for nation in nations_of(s.seat):
        way = routes(g, nation)
        for hex_ in front(g, side):
            if hex_ in busy or not way & mask & 1 << hex_:
                continue
            keep = KEPT + city(g, hex_)
            men, tanks, air, _ = g.has(nation, hex_)
            for kind, many in ((MEN, men - keep), (TANKS, tanks), (AIR, air)):
                if many > 0 and men > keep:
                    found.append(Action("withdraw", (nation, int(hex_), kind, many)))
    return found


def occupation(s: Sighting, step: Occupy) -> list[Action]:
    """Most of what attacked goes forward; a start that is still at the front keeps its share."""
    g = s.g
    found = []
    still = set(front(g, step.side))
    deep = isinstance(step, PressOn)
    for start in step.starts:
        share = 0.35 if deep else 0.5 if start in still else 0.8
        for nation in OF_SIDE[step.side]:
            for kind in range(len(POINTS)):
                here = g.stock(nation, kind)[start]
                many = int(here * share)
                if kind == MEN:
                    many = min(many, g.total(step.side, MEN, start) - 1)
                if many > 0:
                    found.append(Action("move", (nation, kind, start, many)))
    return found


def withdrawal(s: Sighting, step: GiveUp) -> list[Action]:
    """Hexes that are thin and hold no city, the thinnest first; never what would be missed."""
    g, side = s.g, step.side
    able = {line.args[0] for line in step.lines(g, s.seat, ())}
    thin = [
        h
        for h in able
        if threat(g, side, h) > THIN and not city(g, h) and strength(g, side, h) <= 4 and side == AXIS
    ]
    thin.sort(key=lambda h: -threat(g, side, h))
    found: list[Action] = []
    for hex_ in thin[:MOST_GIVEN_UP]:
        line = Action("give", (hex_,))
        if line in step.lines(g, s.seat, found):
            found.append(line)
    return found


def following(s: Sighting, step: Conform) -> list[Action]:
    """Everything that can be had, cities first."""
    found: list[Action] = []
    while listed := step.lines(s.g, s.seat, found):
        found.append(max(listed, key=lambda a: worth(s.g, a.args[0])))
    return found


SHEETS: Final[dict[type[Step[Any]], Callable[[Sighting, Any], list[Action]]]] = {
    Deploy: deployment,
    PlaceFlags: flags,
    Commit: commitment,
    Occupy: occupation,
    PressOn: occupation,
    GiveUp: withdrawal,
    Conform: following,
}
