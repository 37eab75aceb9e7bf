"""Where the defender's forces go: into the objectives and what covers them, on good ground, away from what would crush them."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Final

from sandtable.kernel import Bits, Hex, bits_of, members
from sandtable.rules.damos.series.position.campaign import HALF, Campaign
from sandtable.rules.damos.series.position.roster import AXIS
from sandtable.rules.damos.series.position.zones import projecting, stacking_excess

from .corridor import rests_on
from .ground import FAR, ROUNDING, field_of, hexes_to_go
from .situation import Force, Situation

PLACES: Final = {"town": 2.0, "city": 6.0, "major_city": 9.0}
GROUND: Final = {"clear": 0.0, "woods": 1.0, "rough": 1.0, "swamp": 1.5, "mountain": 1.5}
RIVER: Final = 0.6
# Behind the front the ground counts one part of so many.
BEHIND: Final = 3


def defence_score(s: Situation, force: Force, hex_: Hex) -> float:
    """How good it is for a Russian force to end in *hex_*."""
    g = s.g
    units = force.units
    there = 0
    if g.occupied[s.side] >> hex_ & 1:
        friends = [u for u in g.units(hex_, s.side) if u not in units]
        here = g.hex_of[units[0]] == hex_
        if friends and (not here or s.doctrine.keeps_room) and stacking_excess(g, [*friends, *units]):
            friends = [] if here else staying_with(s, force, hex_, friends)
            if not friends:
                return -2.0 * FAR
        if friends and not here and any(g.demoralized[u] for u in friends):
            return -1.0 * FAR
        there = sum([g.sp[u] for u in friends])
    score = post_value(s, hex_) * _need(s, hex_, there)
    score -= s.doctrine.gravity * force.home.get(hex_, FAR)
    if not s.lines >> hex_ & 1:
        score -= s.doctrine.unsupplied
    return score - _danger(s, hex_, there + force.strength)


def staying_with(s: Situation, force: Force, hex_: Hex, friends: list[int]) -> list[int]:
    """Those of *friends* in a full *hex_* who would stay with a *force* that is stronger than those it relieves; none if it is not."""
    g = s.g
    # Those who leave must still be able to, after it has moved.
    if s.sighting.step != "Act" or g.order_closed or projecting(g, force.units):
        return []
    if not s.doctrine.relieving or not s.posts >> hex_ & 1:
        return []
    staying, relieved = sorted(friends, key=lambda u: (-g.sp[u], u)), 0
    while staying and stacking_excess(g, [*staying, *force.units]):
        weakest = staying.pop()
        if g.spent[weakest]:
            return []
        relieved += g.sp[weakest]
    return staying if force.strength >= relieved + s.doctrine.relieving else []


def post_value(s: Situation, hex_: Hex) -> float:
    """What it is worth to hold *hex_* at all."""
    value = ground_values(s.g.campaign)[hex_]
    if s.objective_bits >> hex_ & 1:
        return value + s.doctrine.objective * (1.0 if s.alarmed >> hex_ & 1 else s.doctrine.calm)
    if s.way_out >> hex_ & 1:
        value += s.doctrine.lifeline
    if s.opening_posts >> hex_ & 1:
        value += s.doctrine.opening
    if s.rings >> hex_ & 1 and s.alarmed >> hex_ & 1:
        # Whoever stands beside a city that is cut off may open it again.
        cut_off = s.cut_off & bits_of(s.g.grid.neighbours(hex_))
        value += s.doctrine.ring * (s.doctrine.sealing if cut_off else 1.0)
    # Behind the front nothing needs to be held but the objectives themselves.
    return value if s.near_foes(s.doctrine.front) >> hex_ & 1 else value / BEHIND


@lru_cache(maxsize=16)
def ground_values(campaign: Campaign) -> dict[int, float]:
    """What the ground of every hex is worth to a defender: places, terrain, rivers in front of it."""
    return {hex_: _ground_value(campaign, Hex(hex_)) for hex_ in members(campaign.land)}


def _ground_value(campaign: Campaign, hex_: Hex) -> float:
    rivers = sum(1 for n in campaign.grid.neighbours(hex_) if campaign.hexside(hex_, n))
    built = PLACES.get(campaign.place_kind.get(hex_, ""), 0.0)
    return built + GROUND[campaign.board.terrain[hex_]] + RIVER * rivers


def _need(s: Situation, hex_: Hex, there: int) -> float:
    return max(0.1, 1.0 - there / wanted(s, hex_))


def wanted(s: Situation, hex_: Hex) -> int:
    """How much strength fills *hex_*."""
    if (s.objective_bits & s.alarmed) >> hex_ & 1:
        return s.doctrine.full_objective
    return s.doctrine.full_lifeline if s.way_out >> hex_ & 1 else s.doctrine.full


def _danger(s: Situation, hex_: Hex, strength: int) -> float:
    """What may be lost in *hex_* to the strongest enemies near it; the objectives are held all the same."""
    if s.objective_bits >> hex_ & 1:
        return 0.0
    kind = s.g.campaign.place_kind.get(hex_, "")
    bonus = 2 if kind in ("city", "major_city") else 1 if kind else 0
    ratio = s.foes_near(hex_) / max(1, strength + bonus)
    worse = min(ratio, s.doctrine.worst) - s.doctrine.holds_at
    return s.doctrine.danger * strength * max(0.0, worse)


def best_post(s: Situation, units: tuple[int, ...], hexes: Bits, *, by: float = 0.0) -> tuple[float, Hex]:
    """The best hex among *hexes* and where the force stands, and by how much it is better than staying.

    Of equal ones the first, and whoever stands well stays. What is not better *by* so much need not be found.
    """
    here = Hex(s.g.hex_of[units[0]])
    force = s.force(units)
    stay = defence_score(s, force, here)
    best, to = stay + max(0.0, by - ROUNDING), here
    # No post is worth more than this, whoever else is there.
    for most, hex_ in sorted(_worth_a_look(s, force, hexes, best), reverse=True):
        if most < best:
            break
        empty = not s.g.occupied[s.side] >> hex_ & 1
        score = _score_alone(s, force, hex_, most) if empty else defence_score(s, force, hex_)
        if score > best or (score == best and here != to > hex_):
            best, to = score, hex_
    return (best - stay if to != here else 0.0), to


def _score_alone(s: Situation, force: Force, hex_: Hex, most: float) -> float:
    """How good it is to end in *hex_*, which is worth so much at *most*, where no friend stands."""
    score = most if s.lines >> hex_ & 1 else most - s.doctrine.unsupplied
    return score - _danger(s, hex_, force.strength)


def _worth_a_look(s: Situation, force: Force, hexes: Bits, least: float) -> list[tuple[float, Hex]]:
    """Those of *hexes* that may be worth more than the *least*, with the most that each can be worth."""
    campaign, gravity, home = s.g.campaign, s.doctrine.gravity, force.home
    decisive = hexes & (s.posts | s.opening_posts)
    found = [(post_value(s, Hex(h)) - gravity * home.get(Hex(h), FAR), Hex(h)) for h in members(decisive)]
    # Elsewhere no post is worth more than its ground: most hexes need no closer look.
    front = s.near_foes(s.doctrine.front)
    classes = s.g.movement_classes(force.units)
    for where, share in ((hexes & ~decisive & front, 1), (hexes & ~decisive & ~front, BEHIND)):
        worths = _worths(campaign, classes, s.home_goals, gravity, share)
        found += [(worths.of[h], Hex(h)) for h in members(where & worths.above(least))]
    return [entry for entry in found if entry[0] > least]


class _Worths:
    """What the ground of each hex is worth on the way home, and which hexes are worth more than so much."""

    def __init__(self, of: dict[int, float]) -> None:
        self.of: Final = of
        ranked = sorted((worth, hex_) for hex_, worth in of.items())
        self._known: Final = [worth for worth, _ in ranked]
        better = [0]
        for _, hex_ in reversed(ranked):
            better.append(better[-1] | 1 << hex_)
        self._better: Final = better[::-1]

    def above(self, worth: float) -> Bits:
        """The hexes that are worth more."""
        return self._better[bisect_right(self._known, worth)]


@lru_cache(maxsize=64)
def _worths(campaign: Campaign, classes: int, goals: Bits, gravity: float, share: int) -> _Worths:
    """The same for such a force, where the ground counts one part of so many."""
    home = field_of(campaign, classes, goals)
    return _Worths(
        {h: value / share - gravity * home.get(Hex(h), FAR) for h, value in ground_values(campaign).items()}
    )


def last_guard(s: Situation, units: tuple[int, ...]) -> bool:
    """Whether *units* are needed in the objective they stand in."""
    here = Hex(s.g.hex_of[units[0]])
    if s.doctrine.keeps_room and stacking_excess(s.g, s.g.units(here, s.side)):
        return False
    return leaves_bare(s, units)


def keeps_open(s: Situation, units: tuple[int, ...]) -> bool:
    """Whether a city would be cut off near the end of the game if *units* left the hex they stand in."""
    if s.side == AXIS or not s.doctrine.holds_open or not s.last_chance:
        return False
    here = Hex(s.g.hex_of[units[0]])
    left = s.objective_bits & ~s.g.axis_control & ~s.sealed
    if s.g.campaign.areas == ("south",) or s.strength_of(here, units):
        return False
    return any(rests_on(s.g, Hex(city), here) for city in members(left))


def leaves_bare(s: Situation, units: tuple[int, ...]) -> bool:
    """Whether the objective that *units* stand in would have less of a garrison without them than it wants."""
    here = Hex(s.g.hex_of[units[0]])
    return bool(s.objective_bits >> here & 1) and s.strength_of(here, units) < wanted(s, here)


def refuge_score(s: Situation, units: tuple[int, ...], hex_: Hex) -> float:
    """How good *hex_* is to fall back to: supplied, out of the enemy's reach, with room, on the way home."""
    g, force = s.g, s.force(units)
    friends = [u for u in g.units(hex_, s.side) if u not in units]
    score = 3.0 if force.lines >> hex_ & 1 else 0.0
    if stacking_excess(g, [*friends, *units]):
        score -= 20.0
    # Whoever shares a hex with a beaten force is demoralized with it.
    score -= 0.4 * sum(g.sp[u] for u in friends if not g.demoralized[u])
    score -= 4.0 if s.foe_zone >> hex_ & 1 else 0.0
    score += (
        PLACES.get(g.campaign.place_kind.get(hex_, ""), 0.0) / 3 + GROUND[g.campaign.board.terrain[hex_]] / 2
    )
    if s.side == AXIS:
        return score
    return score - s.doctrine.gravity * hexes_to_go(force.home, hex_) / HALF
