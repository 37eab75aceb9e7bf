"""[Front Line, Pool] The front line on the board: where it runs, how gaps are filled, routes, and hexes that change hands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.kernel import Bits, Hex, bits_of

from ..events import Absorbed, GapFilled, GaveUp, HexTaken, Surrendered
from ..front import NOBODY, POOL, Stretch, absorb, fill_gaps
from .campaign import Campaign
from .nations import MEN, NEUTRAL, OF_SIDE, POINTS, SIDE_OF, SIDES, SOVIET, held_by
from .war import War


def stretch(g: War) -> Stretch:
    """[Front Line] The whole board as a stretch of front: garrisons hold their hex like a man, neutrals are out of play (F-10, F-29)."""
    holder, men = {}, {}
    held, garrison = g.holder, g.garrison
    standing = [g.totals(side, MEN) for side in range(len(SIDES))]
    for hex_ in g.campaign.hexes:
        who = held[hex_]
        if who == NEUTRAL:
            continue
        holder[hex_] = SIDES[who - 1] if who else NOBODY
        if who:
            men[hex_] = standing[who - 1][hex_] + (1 if garrison[hex_] else 0)
    return Stretch(g.grid, holder, men, sea=g.campaign.water, beside=g.campaign.around)


def front(g: War, side: int) -> tuple[Hex, ...]:
    """[Front Line] The front of *side* from the north-west: what it holds beside land in play that it does not hold (F-10)."""
    return _front(tuple(g.holder), held_by(side), g.campaign)


@lru_cache(maxsize=512)
def _front(holder: tuple[int, ...], own: int, campaign: Campaign) -> tuple[Hex, ...]:
    return tuple(
        hex_
        for hex_ in campaign.hexes
        if holder[hex_] == own and any(holder[near] not in (own, NEUTRAL) for near in campaign.around[hex_])
    )


def front_gaps(g: War, side: int) -> list[Hex]:
    """[Front Line] Front hexes of *side* without a man (F-8)."""
    return [h for h in front(g, side) if not g.total(side, MEN, h) and not g.garrison[h]]


def contact(g: War, side: int) -> tuple[tuple[Hex, Hex], ...]:
    """[Sequence 3] Where *side* meets the enemy: its own hex and the enemy's (F-11, F-52)."""
    theirs = held_by(1 - side)
    return tuple(
        (hex_, near)
        for hex_ in front(g, side)
        for near in g.campaign.around[hex_]
        if g.holder[near] == theirs
    )


def joined(g: War, side: int, starts: Iterable[int]) -> Bits:
    """[Pool] The ground of *side* that hangs together with *starts*, over land and straits."""
    return _joined(tuple(g.holder), held_by(side), tuple(starts), g.campaign)


@lru_cache(maxsize=2048)
def _joined(holder: tuple[int, ...], own: int, starts: tuple[int, ...], campaign: Campaign) -> Bits:
    reached, edge = 0, [h for h in starts if holder[h] == own]
    while edge:
        hex_ = edge.pop()
        if reached >> hex_ & 1:
            continue
        reached |= 1 << hex_
        edge += [near for near in campaign.around[Hex(hex_)] if holder[near] == own]
    return reached


def routes(g: War, nation: int) -> Bits:
    """[Pool] Where a route leads from an industrial zone of *nation* (F-31)."""
    return joined(g, SIDE_OF[nation], g.campaign.zones[nation])


def sea_routes(g: War, nation: int) -> dict[Hex, tuple[Bits, int]]:
    """[Pool] What can be reached through each port of a sea route of *nation*, and how many points go that way (F-31)."""
    overland = routes(g, nation)
    return {
        port: (joined(g, SIDE_OF[nation], (port,)) & ~overland, most)
        for port, most in g.campaign.sea[nation].items()
        if overland and not overland >> port & 1
    }


# ---- gaps


def fill(g: War, side: int) -> None:
    """[Front Line] A man for each gap of *side*, by F-12: Pool with a route, neighbours, the nearest; else the hex is given up."""
    if not front_gaps(g, side):
        return
    line = stretch(g)
    ways = {nation: routes(g, nation) for nation in OF_SIDE[side] if g.in_pool(nation, MEN)}

    def draw(gap: Hex) -> bool:
        able = [n for n, way in ways.items() if way >> gap & 1 and g.in_pool(n, MEN)]
        if not able:
            return False
        nation = max(able, key=lambda n: (g.in_pool(n, MEN), -n))
        g.to_pool(nation, MEN, -1)
        drawn.append(nation)
        return True

    def ground(gap: Hex) -> list[Hex]:
        whole = joined(g, side, (gap,))
        return [h for h in g.campaign.hexes if whole >> h & 1]

    drawn: list[int] = []
    given_up = fill_gaps(line, SIDES[side], 0, draw=draw, joined=ground)
    carry_out(g, line, side, drawn)
    for hex_ in given_up:
        abandon(g, hex_)
        g.tell(GaveUp(side, hex_, 1))
    if given_up:
        # What lay behind a hex without men may be without men too.
        fill(g, side)


def fill_all(g: War) -> None:
    """[Front Line] No gap is left on either side."""
    for side in range(len(SIDES)):
        fill(g, side)


def carry_out(g: War, line: Stretch, side: int, drawn: Iterable[int] = ()) -> None:
    """Make the moves of *line* on the board: men of the nation that has most of them, new ones of the nations *drawn*."""
    new = iter(drawn)
    for move in line.moves:
        if move.start is None:
            nation = next(new)
            g.add(nation, MEN, move.to, 1)
            if move.origin == POOL:
                g.tell(GapFilled(side, move.to, -1))
        else:
            for _ in range(move.men):
                nation = max(OF_SIDE[side], key=lambda n: (g.stock(n, MEN)[move.start or 0], -n))
                if g.stock(nation, MEN)[move.start]:
                    g.add(nation, MEN, move.start, -1)
                    g.add(nation, MEN, move.to, 1)
            if move.rule == "Front Line":
                g.tell(GapFilled(side, move.to, move.start))
        if g.holder[move.to] != held_by(side):
            take(g, move.to, side)


# ---- hexes that change hands


def clear_works(g: War, hex_: int) -> None:
    """[Fortifications, Garrisons, Security Zone, Flak Zones] What belongs to whoever held *hex_* goes with it (F-17, F-34, F-37)."""
    for near in g.grid.neighbours(Hex(hex_)):
        number = g.grid.side_number(Hex(hex_), near)
        low = hex_ < near
        (g.layers_low if low else g.layers_high)[number] = 0
        building = g.building_low if low else g.building_high
        if building[number]:
            g.lose(building[number] - 1, MEN, 1)
            building[number] = 0
    for column in (g.garrison, g.security, g.flak):
        if column[hex_]:
            g.lose(column[hex_] - 1, MEN, 1)
            column[hex_] = 0
    g.guard[hex_] = 0


def abandon(g: War, hex_: int) -> None:
    """[Front Line] *hex_* becomes no-man's-land; what was left there without men is lost."""
    side = g.side_at(hex_)
    clear_works(g, hex_)
    if side is not None:
        forfeit(g, hex_, side)
    g.holder[hex_] = 0


def forfeit(g: War, hex_: int, side: int) -> None:
    """Points of *side* in *hex_* are lost."""
    gone = [0] * len(POINTS)
    for nation in OF_SIDE[side]:
        for kind in range(len(POINTS)):
            points = g.stock(nation, kind)[hex_]
            if points:
                g.add(nation, kind, hex_, -points)
                g.lose(nation, kind, points)
                gone[kind] += points
    if any(gone):
        g.tell(Surrendered(side, hex_, tuple(gone)))


def take(g: War, hex_: int, side: int) -> None:
    """[Sequence 8, PAG Absorbed] *side* holds *hex_*: works of the enemy vanish, and its own partisans there join it (F-17, F-35)."""
    clear_works(g, hex_)
    forfeit(g, hex_, 1 - side)
    g.holder[hex_] = held_by(side)
    g.tell(HexTaken(side, hex_))
    if g.partisans[hex_] and side == SOVIET:
        line = stretch(g)
        if not absorb(line, SIDES[side], (Hex(hex_),)):
            g.partisans[hex_] = 0
            carry_out(g, line, side, OF_SIDE[SOVIET])
            g.tell(Absorbed(hex_))


def move_points(g: War, nation: int, start: int, to: int, points: Iterable[int]) -> None:
    """Points of *nation*, men to LSP, go from one hex to another."""
    for kind, many in enumerate(points):
        if many:
            g.add(nation, kind, start, -many)
            g.add(nation, kind, to, many)


def move_all(g: War, side: int, start: int, to: int) -> None:
    """Everything of *side* in a hex goes to another."""
    for nation in OF_SIDE[side]:
        move_points(g, nation, start, to, g.has(nation, start))


def partisans_near(g: War, hexes: Iterable[int], but: int = -1) -> bool:
    """[PAG Marker] Whether partisans are within two hexes of one of *hexes*, those that are attacked themselves left out (F-19)."""
    with_them = bits_of(Hex(h) for h in g.campaign.hexes if g.partisans[h] and h != but)
    return bool(with_them) and any(g.grid.within(Hex(h), 2) & with_them for h in hexes)
