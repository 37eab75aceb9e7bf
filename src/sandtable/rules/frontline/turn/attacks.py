"""[Military Flags, Process 1, Sequence 7] The attacks that flags stand for, what the sheets put into each, and their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Final, NamedTuple

from sandtable.kernel import Action, Hex, Seat

from .. import cards
from ..events import OrderSet
from ..fight.engaging import FRONT, PARTISANS, Plan, Portion, Starts, planned_battle
from ..position.commands import side_of
from ..position.nations import AXIS, OF_SIDE, SIDES, STRENGTH
from ..position.war import POOL, War
from ..rounds import Fight, Round, order_of
from ..state import ATTACKER, DEFENDER
from .card_play import FIRST, ORDER

DIVIDE: Final = "divide"
BEFORE: Final = "before"


class Attack(NamedTuple):
    """An attack as the flags on the map have it."""

    side: int
    target: int
    kind: int
    amphibious: int
    starts: tuple[int, ...]


def attacks(g: War) -> list[Attack]:
    """[Military Flags] All attacks that flags stand for: all flagged hexsides into one hex are one of them (F-3, F-13)."""
    starts: dict[tuple[int, int], list[int]] = {}
    for side, column in enumerate((g.flag_axis, g.flag_soviet)):
        for a, b in compress(g.grid.sides, column):
            start, target = (a, b) if g.holds(side, a) else (b, a)
            starts.setdefault((side, int(target)), []).append(int(start))
    found = [Attack(side, target, FRONT, 0, tuple(own)) for (side, target), own in sorted(starts.items())]
    found += [
        Attack(side, g.landing_to[side], FRONT, 1, (g.landing_from[side],))
        for side in range(len(SIDES))
        if g.landing_to[side] >= 0
    ]
    return found + [
        Attack(AXIS, int(hex_), PARTISANS, 0, ()) for hex_ in g.campaign.hexes if g.operation[hex_]
    ]


def divided(found: Sequence[Attack]) -> dict[int, list[int]]:
    """[Process 1] Hexes that attack several targets, with these; they divide their points (F-13)."""
    targets: dict[int, list[int]] = {}
    for attack in found:
        for start in attack.starts:
            targets.setdefault(start, []).append(attack.target)
    return {start: several for start, several in targets.items() if len(several) > 1}


def plans(g: War, every: Sequence[tuple[Seat, Action]]) -> list[Plan]:
    """[Process 1] Every attack with what the sheets put into it."""
    found = attacks(g)
    split = divided(found)
    # Partisans may be hunted in a hex that the enemy lands on: cards and bombers there are for the combat along the front.
    fought_over = {attack.target for attack in found if attack.kind == FRONT}
    result = []
    for attack in found:
        attacker: list[tuple[int, int, int]] = []
        defender: list[tuple[int, int, int]] = []
        sent: dict[tuple[int, int], list[int]] = {}
        played: list[tuple[int, str, int]] = []
        flying: list[tuple[int, int, int]] = []
        meant = attack.kind == FRONT or attack.target not in fought_over
        for seat, line in every:
            side = side_of(seat)
            match line.verb, line.args:
                case "lsp", (nation, hex_, target, many) if target == attack.target:
                    # The LSP of hunters are the Pool's alone.
                    if (attack.kind == PARTISANS) == (hex_ == POOL):
                        (attacker if side == attack.side else defender).append((nation, hex_, many))
                case "send", (nation, hex_, kind, target, many) if (
                    target == attack.target and attack.kind == PARTISANS and side == attack.side
                ):
                    sent.setdefault((nation, hex_), [0] * len(STRENGTH))[kind] += many
                case "die" | "shift", (card, target) if target == attack.target and meant:
                    played.append((card, line.verb, side))
                case "bombers", (base, target, many) if target == attack.target and meant:
                    flying.append((base, many, ATTACKER if side == attack.side else DEFENDER))
        lines = [line for _, line in every]
        starts: Starts = tuple(
            (start, _portion(g, attack, start, split, lines) if start in split else ())
            for start in attack.starts
        )
        result.append(
            Plan(
                attack.side,
                attack.target,
                attack.kind,
                attack.amphibious,
                starts,
                tuple((n, h, p[0], p[1], p[2]) for (n, h), p in sent.items()),
                tuple(attacker),
                tuple(defender),
                tuple(played),
                tuple(flying),
            )
        )
    return result


def _portion(
    g: War, attack: Attack, start: int, split: Mapping[int, list[int]], lines: Sequence[Action]
) -> Portion:
    """[Process 1] What a hex with several targets sends against one of them: as written, the rest in equal parts (F-13)."""
    targets = split[start]
    rows = []
    for nation in OF_SIDE[attack.side]:
        parts = []
        for kind in STRENGTH:
            written = {
                target: sum(
                    a.args[4]
                    for a in lines
                    if a.verb == DIVIDE and a.args[:4] == (nation, start, target, kind)
                )
                for target in targets
            }
            rest = g.stock(nation, kind)[start] - sum(written.values())
            place = targets.index(attack.target)
            share = rest // len(targets) + (1 if place < rest % len(targets) else 0)
            parts.append(written[attack.target] + max(share, 0))
        if any(parts):
            rows.append((nation, parts[0], parts[1], parts[2]))
    return tuple(rows)


def in_order(g: War, every: Sequence[tuple[Seat, Action]]) -> list[Plan]:
    """[Sequence 7, Card Order] The combats as they are resolved: by the rules for a round of them (F-7, F-21, F-22)."""
    found = {}
    for plan in _as_named(plans(g, every), every):
        name = g.grid.name(Hex(plan.target))
        found[f"{name}, partisans" if plan.kind == PARTISANS else name] = plan
    fights = []
    idle = []
    for name, plan in found.items():
        battle = planned_battle(g, plan)
        if battle is None:
            idle.append(plan)
            continue
        fights.append(Fight(name=name, sides=(SIDES[plan.side], SIDES[1 - plan.side]), battle=battle))
    bids = [
        cards.Card(side=SIDES[side_of(seat)], value=g.campaign.cards[line.args[0]].value, use=cards.ORDER)
        for seat, line in every
        if line.verb == ORDER
    ]
    chooser = cards.chooser_of_order(bids, SIDES)
    first = ""
    if chooser:
        side = SIDES.index(chooser)
        wanted = next(line.args[1] for seat, line in every if line.verb == ORDER and side_of(seat) == side)
        first = SIDES[side if wanted == FIRST else 1 - side]
        g.goes_first = SIDES.index(first) + 1
    round_ = Round(
        fights=tuple(fights),
        cards=tuple(bids),
        placed_first=SIDES[g.placed_first - 1] if g.placed_first else "",
        first=first,
    )
    ordered = [found[fight.name] for fight in order_of(round_)]
    if ordered:
        g.tell(OrderSet(tuple(plan.target for plan in ordered), g.goes_first))
    return [*ordered, *idle]


def _as_named(found: Sequence[Plan], every: Sequence[tuple[Seat, Action]]) -> list[Plan]:
    """[Sequence 7] Combats that their own side wants first come first, as its sheets name them (F-22)."""
    wanted = [(side_of(seat), line.args[0]) for seat, line in every if line.verb == BEFORE]
    places = {plan: wanted.index(plan) for plan in dict.fromkeys(wanted)}
    return sorted(found, key=lambda plan: places.get((plan.side, plan.target), len(wanted)))
