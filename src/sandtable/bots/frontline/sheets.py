"""The sheets that the bot writes: allotment, deployment, flags, who goes forward, and what is given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sandtable.kernel import Action, Hex, Step
from sandtable.rules.frontline.fight.aftermath import Occupy, PressOn
from sandtable.rules.frontline.position.commands import (
    HIGH_COMMAND,
    front_number,
    hexes_of,
    nation_of,
    rows_of,
    side_of,
)
from sandtable.rules.frontline.position.line import contact, front
from sandtable.rules.frontline.position.nations import (
    AIR,
    AXIS,
    LSP,
    MEN,
    OF_SIDE,
    POINTS,
    SIDE_OF,
    SOVIET,
    TANKS,
    USSR,
    held_by,
)
from sandtable.rules.frontline.position.war import FRONT_NAMES, War
from sandtable.rules.frontline.turn.commitment import Commit
from sandtable.rules.frontline.turn.deployment import Deploy
from sandtable.rules.frontline.turn.flagging import PlaceFlags, cost
from sandtable.rules.frontline.turn.industry import FLAGS, Allot
from sandtable.rules.frontline.turn.straightening import Conform, GiveUp

from .assessing import (
    Sighting,
    city,
    facing,
    multiplied,
    plan_for,
    price_of_loss,
    prospect_of,
    strength,
    worth,
)
from .committing import commitment
from .doctrine import Doctrine
from .massing import Blow, blows, landings, open_hexes, pooled, reached, shored_up
from .raiding import guards, raids
from .zoning import zones


def allotment(s: Sighting, step: Allot) -> list[Action]:
    """Pool and flags to the fronts by where the best attacks are, the rest of the men to where most is at stake."""
    g = s.g
    given = [[0] * (len(POINTS) + 1) for _ in FRONT_NAMES]
    pool = pooled(g, USSR)
    striking = [int(n * s.how.striking) for n in pool]
    for blow in blows(g, s.how, USSR, g.campaign.land, g.flags[USSR], striking):
        own = given[front_number(g, blow.starts[0])]
        own[FLAGS] += blow.flags
        for kind, many in enumerate(blow.points):
            own[kind] += many
            pool[kind] -= many
    hexes = reached(g, USSR, g.campaign.land)
    for hex_, many in shored_up(g, s.how, SOVIET, hexes, pool[MEN]).items():
        given[front_number(g, hex_)][MEN] += many
        pool[MEN] -= many
    for kind in (TANKS, AIR, LSP):
        busiest = max(range(len(given)), key=lambda n: (given[n][FLAGS], given[n][MEN]))
        given[busiest][kind] += pool[kind]
    return [
        Action("allot", (number, kind, many))
        for number, row in enumerate(given)
        for kind, many in enumerate(row)
        if many
    ]


# ---- deployment


def deployment(s: Sighting, step: Deploy) -> list[Action]:
    """Gaps first; what attacks, what is threatened, layers, zones, garrisons, partisans, and raids."""
    g, side = s.g, side_of(s.seat)
    found = list(step.completed(g, s.seat, ()))
    zoned = zones(s, step)
    mask = hexes_of(g, s.seat)
    for row in rows_of(g, s.seat):
        pool = pooled(g, row)
        pool[MEN] -= sum(a.args[3] for a in found if a.verb == "place" and a.args[:2] == (row, MEN))
        # Each zone takes a man and an LSP.
        of_row = sum(a.args[0] == row for a in zoned)
        pool[MEN] -= of_row
        pool[LSP] -= of_row
        hexes = reached(g, row, mask)
        if hexes:
            found += _placed(g, s, row, hexes, pool)
    found += zoned
    found += guards(s)
    found += _garrisons(s, step)
    if side == SOVIET:
        found += _partisans(s, step)
    return found + raids(s, step)


def _placed(g: War, s: Sighting, row: int, hexes: Sequence[int], pool: list[int]) -> list[Action]:
    nation, mask = nation_of(row), hexes_of(g, s.seat)
    side = SIDE_OF[nation]
    kept = min(s.how.reserve, pool[MEN] // 3) if side == AXIS and _hunted(g, nation) else 0
    # The base of the bombers is paid for out of the Pool.
    fuel = min(pool[LSP], 1) if s.seat >= HIGH_COMMAND and row == USSR and any(g.bomber_count) else 0
    left = list(pool)
    left[MEN] -= kept
    left[LSP] -= fuel
    striking = [int(n * s.how.striking) if kind != LSP else n for kind, n in enumerate(left)]
    placed: dict[tuple[int, int], int] = {}

    def put(hex_: int, kind: int, many: int) -> None:
        if many > 0:
            placed[hex_, kind] = placed.get((hex_, kind), 0) + many
            left[kind] -= many

    for blow in blows(g, s.how, row, mask, g.flags[row], striking):
        for kind, many in enumerate(blow.points):
            put(blow.at, kind, many)
    touching = open_hexes(g, side)
    at_stake = [h for h in hexes if touching >> h & 1] or list(hexes)
    twin = g.copy()
    twin.told = None
    for (hex_, kind), many in placed.items():
        twin.add(nation, kind, hex_, many)
    for kind in (MEN, TANKS, AIR):
        for hex_, many in shored_up(twin, s.how, side, at_stake, left[kind]).items():
            put(hex_, kind, many)
            twin.add(nation, kind, hex_, many)
    built = _layers(twin, s.how, nation, at_stake, left[LSP])
    for hex_, _ in built:
        put(hex_, LSP, 1)
    for hex_, many in shored_up(twin, s.how, side, at_stake, left[LSP]).items():
        put(hex_, LSP, many)
    return [
        *(Action("place", (row, kind, hex_, many)) for (hex_, kind), many in placed.items()),
        *(Action("build", (nation, hex_, faced)) for hex_, faced in built),
    ]


def _layers(g: War, how: Doctrine, nation: int, hexes: Sequence[int], lsp: int) -> list[tuple[int, int]]:
    """Hexsides to fortify: towards the strongest enemy, in hexes that are worth it and can spare the man."""
    side = SIDE_OF[nation]
    worthy = [
        h
        for h in hexes
        if g.stock(nation, MEN)[h] >= how.men_to_build and facing(g, side, h) > 0.7 * multiplied(g, side, h)
    ]
    worthy.sort(key=lambda h: -worth(g, h, how) * facing(g, side, h))
    found = []
    for hex_ in worthy[: min(how.layers, max(lsp - 2, 0))]:
        enemies = [h for h in g.campaign.around[Hex(hex_)] if g.holds(1 - side, h)]
        faced = max(enemies, key=lambda h: (multiplied(g, 1 - side, h), -h))
        if g.layers(hex_, faced) < 2:
            found.append((hex_, int(faced)))
    return found


def _hunted(g: War, nation: int) -> list[int]:
    """Partisans that help the enemy most: near the line, where a flag of *nation* can be had."""
    line = front(g, AXIS)
    near = {
        int(h): sum(g.grid.distance(h, at) <= 2 for at in line)
        for h in g.campaign.hexes
        if g.partisans[h] and g.holds(AXIS, h) and h not in line and cost(g, h) <= g.flags[nation]
    }
    return sorted((h for h, many in near.items() if many > 1), key=lambda h: -near[h])


def _garrisons(s: Sighting, step: Deploy) -> list[Action]:
    """In ports at the front, else in the one nearest to it."""
    offered = [a for a in step.lines(s.g, s.seat, ()) if a.verb == "garrison"]
    line = front(s.g, 1 - side_of(s.seat))
    if not offered or not line:
        return []
    offered.sort(key=lambda a: (min(s.g.grid.distance(Hex(a.args[1]), at) for at in line), a.args))
    return offered[:2]


def _partisans(s: Sighting, step: Deploy) -> list[Action]:
    """Where they are within two hexes of most of the enemy's line, each helping other hexes."""
    g = s.g
    line = [h for h in front(g, AXIS) if open_hexes(g, AXIS) >> h & 1]
    offered = [a for a in step.lines(g, s.seat, ()) if a.verb == "pag"]
    standing = [h for h in g.campaign.hexes if g.partisans[h]]
    helped = {h for h in line if any(g.grid.distance(h, at) <= 2 for at in standing)}
    found = []
    near = {a: {h for h in line if g.grid.distance(h, Hex(a.args[0])) <= 2} for a in offered}
    for _ in range(g.new_partisans[0] if offered else 0):
        best = min(near, key=lambda a: (-len(near[a] - helped), a.args))
        found.append(best)
        helped |= near.pop(best)
        if not near:
            break
    return found


# ---- flags


def flags(s: Sighting, step: PlaceFlags) -> list[Action]:
    """Partisans where they hurt, the attacks that pay best, and a landing where one does."""
    g, mask = s.g, hexes_of(s.g, s.seat)
    found: list[Action] = []
    for row in rows_of(g, s.seat):
        nation, left = nation_of(row), g.flags[row]
        force = pooled(g, nation)
        sea = landings(g, s.how, row, mask, left, force)
        plans = blows(g, s.how, row, mask, left)
        worst = plans[-1].gain if plans and sum(b.flags for b in plans) + 1 > left else 0.0
        if sea and sea[0].gain > worst:
            found.append(Action("landing", (row, sea[0].starts[0], sea[0].target)))
            left -= sea[0].flags
            plans = blows(g, s.how, row, mask, left, but=(sea[0].target, *sea[0].starts))
        if SIDE_OF[nation] == AXIS and force[MEN] > 1:
            plans, found = _with_operation(g, s.how, row, left, plans, found)
        found += [Action("flag", (row, start, b.target)) for b in plans for start in b.starts]
    return found


def _with_operation(
    g: War, how: Doctrine, row: int, left: int, plans: list[Blow], found: list[Action]
) -> tuple[list[Blow], list[Action]]:
    """Room for an operation against partisans: it costs the attack that brings least."""
    hunted = _hunted(g, nation_of(row))
    if not hunted or left < cost(g, hunted[0]) or not how.hunts:
        return plans, found
    plans = sorted(plans, key=lambda b: -b.gain / b.flags)
    while plans and sum(b.flags for b in plans) + cost(g, hunted[0]) > left:
        plans.pop()
    return plans, [*found, Action("operation", (row, hunted[0]))]


# ---- after the combats


def occupation(s: Sighting, step: Occupy) -> list[Action]:
    """Most of what attacked goes forward; a start that is still at the front keeps its share."""
    g, how = s.g, s.how
    found = []
    still = set(front(g, step.side))
    deep = isinstance(step, PressOn)
    for start in step.starts:
        share = how.forward_deep if deep else how.forward if start in still else how.forward_freed
        for nation in OF_SIDE[step.side]:
            for kind in range(len(POINTS)):
                many = int(g.stock(nation, kind)[start] * share)
                if kind == MEN:
                    many = max(many, min(how.forward_men, g.stock(nation, MEN)[start]))
                    many = min(many, g.total(step.side, MEN, start) - 1)
                if many > 0:
                    found.append(Action("move", (nation, kind, start, many)))
    if not any(a.args[1] == MEN for a in found):
        return list(step.completed(g, s.seat, found))
    return found


def withdrawal(s: Sighting, step: GiveUp) -> list[Action]:
    """Hexes whose men would be lost with them: what the enemy could do next turn, against what the ground is worth."""
    g, side, how = s.g, step.side, s.how
    if not _is_weaker(s, side):
        return []
    own = held_by(side)
    able = {line.args[0] for line in step.lines(g, s.seat, ()) if g.held_at_start[line.args[0]] == own}
    by_target: dict[int, list[int]] = {}
    for start, target in contact(g, 1 - side):
        if target in able and g.campaign.side(start, target) not in g.campaign.straits:
            by_target.setdefault(int(target), []).append(int(start))
    saved: dict[int, float] = {}
    for hex_, starts in by_target.items():
        if strength(g, side, hex_) > 8 or facing(g, side, hex_) < 2 * multiplied(g, side, hex_):
            continue
        starts.sort(key=lambda h: -multiplied(g, 1 - side, h))
        comes = prospect_of(g, plan_for(g, 1 - side, hex_, tuple(starts[:2])))
        if comes is None:
            continue
        exposed = [h for h in g.campaign.around[Hex(hex_)] if g.holds(side, h) and h not in front(g, side)]
        around = sum(g.holds(1 - side, h) for h in g.campaign.around[Hex(hex_)])
        shorter = how.shorter * (1 - len(exposed)) + how.salient * max(around - 2, 0)
        gain = (
            price_of_loss(how, side) * comes.killed * comes.wins
            + shorter
            - worth(g, hex_, how) * (1.2 - comes.wins)
        )
        if gain > 0 and city(g, hex_) < how.kept_city:
            saved[hex_] = gain
    found: list[Action] = []
    for hex_ in sorted(saved, key=lambda h: -saved[h])[: how.most_given_up]:
        line = Action("give", (hex_,))
        if line in step.lines(g, s.seat, found):
            found.append(line)
    return found


def _is_weaker(s: Sighting, side: int) -> bool:
    """Whether the enemy has more points on the map: only then does one fall back."""
    g = s.g
    sums = [sum(strength(g, who, h) for h in g.campaign.hexes) for who in (side, 1 - side)]
    return sums[0] < s.how.weaker * sums[1]


def following(s: Sighting, step: Conform) -> list[Action]:
    """Everything that can be had, cities first."""
    found: list[Action] = []
    while listed := step.lines(s.g, s.seat, found):
        found.append(max(listed, key=lambda a: worth(s.g, a.args[0], s.how)))
    return found


SHEETS: Final[dict[type[Step[Any]], Callable[[Sighting, Any], list[Action]]]] = {
    Allot: allotment,
    Deploy: deployment,
    PlaceFlags: flags,
    Commit: commitment,
    Occupy: occupation,
    PressOn: occupation,
    GiveUp: withdrawal,
    Conform: following,
}
