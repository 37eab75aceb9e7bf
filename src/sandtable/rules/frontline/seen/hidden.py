"""What is hidden from a seat, drawn anew: Pools, records and air defence of the other side, sealed sheets, and points in fog."""

from __future__ import annotations

from random import Random

from sandtable.kernel import CONTROL, Seat, written

from ..position.nations import MEN, NATIONS, OF_SIDE, POINTS, SIDE_OF, SIDES, STRENGTH
from ..position.war import ROWS, War
from .view import CLASSES, cv_class, guess_points, knows, sees_points


def disguise(g: War, seat: Seat, rng: Random) -> War:
    """A position that *seat* cannot tell from *g*."""
    twin = g.copy()
    if seat == CONTROL:
        return twin
    for side in range(len(SIDES)):
        if knows(seat, side):
            continue
        for nation in range(ROWS):
            if SIDE_OF[min(nation, len(NATIONS) - 1)] != side:
                continue
            for kind in range(len(POINTS)):
                at = nation * len(POINTS) + kind
                twin.pool[at] = rng.randint(0, 9) if nation < len(NATIONS) else 0
                if nation < len(NATIONS):
                    twin.withdrawn[at] = rng.randint(0, 5)
                    twin.losses[at] = rng.randint(0, 20)
        for hex_ in g.campaign.hexes:
            if g.holds(side, hex_):
                twin.guard[hex_] = 0
            if not sees_points(g, seat, side, hex_):
                _redraw(twin, side, hex_, rng)
    mine = tuple((who, action) for who, action in g.sealed if who == seat)
    twin.sealed = ()
    twin.told = None
    redrawn = [(who, written(twin, who, rng.choice)) for who, _ in g.sealed if who != seat]
    twin.sealed = tuple(sorted((*mine, *redrawn)))
    return twin


def estimated(g: War, seat: Seat) -> War:
    """A position for reckoning that says nothing *seat* may not know: the middle of each class in fog, nothing sealed."""
    twin = g.copy()
    twin.told = None
    twin.sealed = ()
    if seat == CONTROL:
        return twin
    for side in range(len(SIDES)):
        if knows(seat, side):
            continue
        for hex_ in g.campaign.hexes:
            if not sees_points(g, seat, side, hex_):
                cv = sum(g.total(side, kind, hex_) for kind in STRENGTH)
                men = bool(g.total(side, MEN, hex_))
                for nation in OF_SIDE[side]:
                    for kind in range(len(POINTS)):
                        twin.stock(nation, kind)[hex_] = 0
                if cv:
                    guess_points(twin, OF_SIDE[side][0], hex_, cv_class(cv), men=men)
    return twin


def _redraw(g: War, side: int, hex_: int, rng: Random) -> None:
    """Other points of the same class of CV; where there were men there are some."""
    cv = sum(g.total(side, kind, hex_) for kind in STRENGTH)
    men = g.total(side, MEN, hex_)
    for nation in OF_SIDE[side]:
        for kind in range(len(POINTS)):
            g.stock(nation, kind)[hex_] = 0
    if not cv:
        return
    at = max(n for n, least in enumerate(CLASSES) if cv >= least)
    most = CLASSES[at + 1] - 1 if at + 1 < len(CLASSES) else CLASSES[at] + 10
    many = rng.randint(CLASSES[at], most)
    own = OF_SIDE[side][0]
    tanks = rng.randint(0, many - 1) if men else many
    g.stock(own, MEN)[hex_] = many - tanks
    g.stock(own, MEN + 1)[hex_] = tanks
