"""An oracle for the board: zones, movement, supply and retreats worked out again from the paragraphs, in plain sets.

It asks the engine for nothing but where units stand and what is printed. Random games are held against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random

import pytest

from sandtable.kernel import DICE, Hex, Seat, answer, asked, dice_asked, members, options, rolled, settle
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.fight.retreats import legal_retreats
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.supply import supplied_hexes
from sandtable.rules.besieged.position.war import War
from sandtable.rules.besieged.position.zones import zone_of_control
from sandtable.rules.besieged.state import WEATHERS
from sandtable.rules.besieged.turn.marching import range_of

GROUND = {
    "foot": {"clear": 1, "rough": 1, "woods": 1, "swamp": 2, "mountain": 2},
    "cavalry": {"clear": 1, "rough": 1, "woods": 2, "swamp": 3, "mountain": 3},
    "armour": {"clear": 1, "rough": 1, "woods": 2, "swamp": 4, "mountain": 3},
    "mountain": {"clear": 1, "rough": 1, "woods": 1, "swamp": 2, "mountain": 1},
}


# ---- the rules, again


def others(g: War, side: int) -> set[int]:
    """The hexes with enemies of *side*."""
    return {h for u, h in enumerate(g.hex_of) if h >= 0 and g.side_of[u] != side}


def friends(g: War, side: int) -> set[int]:
    return {h for u, h in enumerate(g.hex_of) if h >= 0 and g.side_of[u] == side}


def joined(g: War, a: int, b: int) -> bool:
    """Whether a zone or a line crosses the hexside: not over water, nor over the strait."""
    sides = g.campaign.board.hexsides
    return not any((a, b) in sides[kind] for kind in ("water", "strait"))


def zone(g: War, side: int) -> set[int]:
    """[Zones] Around every unit of *side* but last steps with a factor of 1; not into a Major City with an enemy."""
    found = set()
    for unit, here in enumerate(g.hex_of):
        if here < 0 or g.side_of[unit] != side:
            continue
        counter = g.roster[unit]
        factor = -(-counter.factors[g.year - 1941] * g.steps[unit] // counter.steps)
        if g.steps[unit] > 1 or factor > 1:
            found.add(here)
            found |= {n for n in g.grid.neighbours(Hex(here)) if joined(g, here, n)}
    walled = set(g.campaign.major_cities) & others(g, side)
    return {h for h in found if g.campaign.land >> h & 1} - walled


def allowance(g: War, unit: int) -> int:
    """[Allowances] Base by weather and impulse."""
    counter = g.roster[unit]
    base = float(
        4 if counter.kind in ("army", "rc") and g.turn >= 15 and counter.movement == 3 else counter.movement
    )
    if g.unsupplied[unit]:
        base = min(base, 2)
    weather = WEATHERS[g.weather]
    share = {"clear": 1.0, "light_mud": 0.7, "mud": 0.35, "snow": 0.6}[weather]
    if weather == "snow":
        if counter.side == SOVIET or counter.nation.name == "FINNISH":
            share = 0.75
        elif g.turn in (4, 5):
            share = 0.35
    return max(1, int(0.5 + base * share * (1.0 if g.impulse == 1 else 0.6) + 1e-9))


def costs(g: War, unit: int) -> dict[int, int]:
    """[Movement, Zones, Terrain Costs] The cheapest cost of every hex that *unit* can reach."""
    counter, start = g.roster[unit], g.hex_of[unit]
    side = g.side_of[unit]
    table = GROUND[counter.moves_as.name.lower()]
    enemies, mates = others(g, side), friends(g, side)
    hostile = zone(g, 1 - side)
    points = allowance(g, unit)
    closed = set(members(g.closed(unit)))
    board = g.campaign.board

    def step(a: int, b: int) -> int | None:
        if not g.campaign.land >> b & 1 or b in enemies or b in closed or (a, b) in board.hexsides["water"]:
            return None
        cost = table[board.terrain[Hex(b)]]
        if (a, b) in board.hexsides["strait"]:
            cost += 2
        if (a, b) in board.hexsides["major_river"] and WEATHERS[g.weather] != "snow":
            cost += 1
        return cost

    leaving = 0
    if start in hostile:
        if g.impulse == 1 or (g.turn == 1 and side == SOVIET):
            leaving = 1
        elif counter.moves_as.name in ("CAVALRY", "ARMOUR"):
            leaving = 2
        else:
            return {start: 0}
    found = {start: 0}
    queue = [(0, start)]
    while queue:
        paid, here = heappop(queue)
        if paid > found[here] or (here != start and here in hostile):
            continue
        for there in g.grid.neighbours(Hex(here)):
            cost = step(here, there)
            if cost is None:
                continue
            if here == start and leaving and there in hostile and there not in mates:
                continue
            total = paid + cost + (leaving if here == start else 0)
            if total <= points and total < found.get(there, 99):
                found[there] = total
                heappush(queue, (total, there))
    for there in g.grid.neighbours(Hex(start)):
        barred = bool(leaving) and there in hostile and there not in mates
        if there not in found and step(start, there) is not None and not barred:
            found[there] = points
    return found


def in_supply(g: War, side: Seat) -> set[int]:
    """[Supply] Hexes from which a line leads overland to friendly rail that is joined to a source."""
    enemies, mates = others(g, side), friends(g, side)
    hostile = zone(g, 1 - side)

    def free(h: int) -> bool:
        return bool(g.campaign.land >> h & 1) and h not in enemies and (h not in hostile or h in mates)

    def own_rail(h: int) -> bool:
        gauge = bool(g.axis_rail >> h & 1) == (side == AXIS)
        held = bool(g.axis_control >> h & 1) == (side == AXIS)
        return bool(g.campaign.rail_hexes >> h & 1) and gauge and held and free(h)

    names = ("Ufa", "Chkalov", "Baku", "Kuibyshev", "Gorki")
    ends = members(g.campaign.rail_exits) if side == AXIS else [g.campaign.hex(n) for n in names]
    net = {h for h in ends if own_rail(h)}
    fresh = list(net)
    while fresh:
        here = fresh.pop()
        for there in g.grid.neighbours(Hex(here)):
            if there not in net and (here, there) in g.campaign.rails and own_rail(there):
                net.add(there)
                fresh.append(there)
    reach = 4 if WEATHERS[g.weather] in ("mud", "snow") else 5
    found, ring = set(net), set(net)
    for _ in range(reach):
        wider = {n for h in ring for n in g.grid.neighbours(Hex(h)) if joined(g, h, n)}
        wider = {n for n in wider if g.campaign.land >> n & 1} - found
        # The unit's own hex need not be free; the hexes on the way must be.
        found |= wider
        ring = {n for n in wider if free(n)}
    return found


# ---- random games against it


def positions(seed: int, answers: int, every: int) -> Iterator[War]:
    """Positions of a random game of 1941, one in so many."""
    g = RULEBOOK.start(RULEBOOK.setup("besieged-1941"))
    g.told = None
    settle(g)
    rng = Random(seed)
    for number in range(answers):
        if not asked(g):
            return
        (who,) = asked(g)
        faces = tuple(rng.randint(1, s) for s in dice_asked(g).sides) if who == DICE else ()
        answer(g, rolled(faces) if who == DICE else rng.choice(options(g, who)), who)
        if number % every == 0 and g.turn:
            yield g


@pytest.mark.rule("besieged Zones")
@pytest.mark.parametrize("seed", [1, 2])
def test_zones_are_those_of_the_oracle(seed: int) -> None:
    for g in positions(seed, 700, 35):
        for side in (AXIS, SOVIET):
            assert set(members(zone_of_control(g, side))) == zone(g, side)


@pytest.mark.rule("besieged Movement")
@pytest.mark.parametrize("seed", [3, 4])
def test_every_march_costs_what_the_oracle_says(seed: int) -> None:
    rng = Random(seed)
    for g in positions(seed, 900, 45):
        units = [u for side in (AXIS, SOVIET) for u in rng.sample(g.on_map(side), 4)]
        for unit in units:
            way = range_of(g, unit)
            found = {h: way.cost(Hex(h)) for h in members(way.all)}
            assert found == costs(g, unit), g.counter(unit).name


@pytest.mark.rule("besieged Supply")
@pytest.mark.parametrize("seed", [5, 6])
def test_supply_reaches_where_the_oracle_says(seed: int) -> None:
    for g in positions(seed, 700, 70):
        over_ice = set(members(g.grid.within(g.campaign.hex("Leningrad"), 1)))
        for side in (AXIS, SOVIET):
            assert set(members(supplied_hexes(g, side))) - over_ice == in_supply(g, side) - over_ice


@pytest.mark.rule("besieged Retreats")
def test_retreats_go_where_the_oracle_says() -> None:
    for game in positions(7, 700, 70):
        g = game.copy()
        for unit in g.on_map(SOVIET)[::5]:
            here = Hex(g.hex_of[unit])
            g.declared = g.declared._replace(hex=here)
            enemies, hostile = others(g, SOVIET), zone(g, AXIS)
            mates = friends(g, SOVIET)
            open_ = {
                n
                for n in g.grid.neighbours(here)
                if g.campaign.land >> n & 1
                and n not in enemies
                and (n not in hostile or n in mates)
                and (here, n) not in g.campaign.water
                and not g.closed(unit) >> n & 1
            }
            assert set(members(legal_retreats(g, unit))) == open_
