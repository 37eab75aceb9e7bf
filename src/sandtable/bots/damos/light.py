"""The light bot: a glance at a few fields that are made once, for whoever plays games out by the thousand.

It weighs nothing. Germans go down the shortest way to the cities that decide the game and attack whoever stands in it
with enough strength; Russians stay where they are and fight where they must. Enemy strength is read off the counters, as
it is printed, so that nothing hidden is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Bits, Hex, Rulebook, Seat, bits_of, members
from sandtable.kernel.map.bitboards import nth, union
from sandtable.kernel.map.flood import hops
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.marching import destinations
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import AXIS
from sandtable.rules.damos.series.position.state import Front, enemy

from .aims import OBJECTIVES

# So many times the printed strength of the defenders, the ground counted, must an attacker have.
ENOUGH: Final = 1.0
# Less will do where the game is decided: one attack after another wears a garrison down.
SIEGE: Final = 0.3
# What a defender gains by ground that is built on, in strength points; and what is left of one who was beaten.
BUILT: Final = {"town": 1, "city": 2, "major_city": 4}
SHAKEN_SHARE: Final = 2 / 3
# So many hexes from a converted railway the Germans go, until the game is late.
LEASH: Final = 6
LATE: Final = 5
# No stack grows beyond this many units: so many may stand together whoever they are.
ROOM: Final = 2


class Look(NamedTuple):
    """What it looks at: a position in which hidden matter is not touched, and whose turn it is to answer."""

    g: Front
    seat: Seat


class Light(Bot):
    """Plays either side of the three DAMOS scenarios, quickly and simply."""

    name = "light"
    about = (
        "Made for trying out thousands of games, not for a good one: Germans run for the cities that decide it, "
        "Russians stay where they are."
    )
    exhibited = False

    def read(self, view: Mapping[str, Any]) -> Look:
        """The position that the view shows; what is hidden is drawn at random, and not looked at."""
        seat = RULEBOOK.seat(RULEBOOK.setup(view["scenario"]), view["seat"])
        return Look(RULEBOOK.guess(view, Random(0)), seat)

    def sight(self, rulebook: Rulebook[Any], g: Any, seat: Seat) -> Look:
        """The position itself, of which only what the view shows is looked at."""
        return Look(g, seat)

    def decide(self, sighting: Look, offered: Sequence[Action]) -> Action:
        """By the step that asks, else the first of what is offered."""
        if len(offered) == 1:
            return offered[0]
        g, seat = sighting
        step = g.agenda[-1]
        judge = JUDGEMENTS.get(type(step).__name__)
        return judge(g, seat, step, offered) if judge is not None else offered[0]


# ---- fields, made once for what is printed and what has been taken


def goals(g: Front, area: int) -> Bits:
    """What is still to be taken of the cities that decide the game, and of the land around them: an area's own first."""
    targets = _targets(g.campaign)
    return targets[area] & ~g.axis_control or targets[-1] & ~g.axis_control or targets[-1]


@lru_cache(maxsize=16)
def _targets(campaign: Campaign) -> tuple[Bits, ...]:
    """The objectives of each area with the land around them, and then those of all areas."""
    found = []
    for area in campaign.areas:
        own = 0
        for name in OBJECTIVES[area]:
            city = campaign.board.places.get(name)
            if city is not None and campaign.land >> city.hex & 1:
                own |= campaign.grid.within(city.hex, 1) & campaign.land
        found.append(own)
    return (*found, union(found))


@lru_cache(maxsize=16)
def _cities(campaign: Campaign) -> Bits:
    """The objectives themselves."""
    names = [name for area in campaign.areas for name in OBJECTIVES[area]]
    return bits_of(campaign.board.places[name].hex for name in names if name in campaign.board.places)


@lru_cache(maxsize=512)
def _rings(campaign: Campaign, goals: Bits) -> tuple[Bits, ...]:
    """The hexes 0, 1, 2, ... hexes from the nearest goal, over land."""
    return hops(campaign.grid, goals, campaign.land, barred=campaign.water).rings


@lru_cache(maxsize=512)
def _leash(campaign: Campaign, converted: Bits) -> Bits:
    """Where units that must be fed may go."""
    near = converted
    for _ in range(LEASH):
        near = campaign.grid.expand(near) & campaign.grid.everywhere
    return near


# ---- questions


Judgement = Callable[[Front, Seat, Any, Sequence[Action]], Action]


def _next_force(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """[7.0] Germans move everybody, those on foot first, since they may not later; Russians nobody."""
    if seat != AXIS or offered[1].verb != "activate":
        return offered[0]
    if not g.order_closed:
        leads, spent = g.roster.zoi_of, g.spent
        for action in offered[1:]:
            if action.verb != "activate":
                break
            if any(not leads[u] and not spent[u] for u in g.units(Hex(action.args[0]), seat)):
                return action
    return offered[1]


def _pick(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """[7.0] Those on foot go by themselves while they may; else all together."""
    if seat == AXIS and not g.order_closed:
        leads = g.roster.zoi_of
        able = [action for action in offered if action.verb == "take"]
        slow = [action for action in able if not leads[action.args[0]]]
        if slow and (step.chosen or len(slow) < len(able)):
            return slow[0]
    return offered[0]


def _act(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """To rally, to attack whoever is weak enough, else to go on toward the goals; first of all is to stop."""
    units = step.units
    here = Hex(g.hex_of[units[0]])
    strength = sum([g.sp[u] for u in units])
    # Who has taken a city that decides the game stays in it.
    garrison = seat == AXIS and _cities(g.campaign) >> here & 1
    best, choice = float("inf") if garrison else 1.0, offered[0]
    for number in range(len(offered) - 1, 0, -1):
        action = offered[number]
        if action.verb == "rally":
            return action
        if action.verb == "move":
            break
        if action.verb in ("attack", "assault"):
            target = Hex(action.args[0])
            enough = SIEGE if goals(g, g.area_of(target)) >> target & 1 and seat == AXIS else ENOUGH
            ratio = strength / enough / _printed_strength(g, target, enemy(seat))
            if ratio > best:
                best, choice = ratio, action
    if choice is not offered[0] or seat != AXIS or garrison:
        return choice
    return _onward(g, units, here) or choice


def _onward(g: Front, units: tuple[int, ...], here: Hex) -> Action | None:
    """The move that leads nearest to the goals, where there is room; None where it leads no nearer."""
    open_ = destinations(g, units)
    if g.turn < LATE and not g.roster.finns.issuperset(units):
        open_ &= _leash(g.campaign, g.converted)
    if not open_:
        return None
    friends = g.occupied[AXIS]
    for ring in _rings(g.campaign, goals(g, g.area_of(here))):
        if ring >> here & 1:
            return None
        for hex_ in members(ring & open_):
            if not friends >> hex_ & 1 or len(g.units(Hex(hex_), AXIS)) + len(units) <= ROOM:
                return Action("move", (hex_,))
    return None


def _printed_strength(g: Front, hex_: Hex, side: Seat) -> float:
    """What the units of *side* in *hex_* count for, as far as their counters tell, and the ground they stand on."""
    printed = 0.0
    for unit in g.units(hex_, side):
        sp = g.roster.counters[unit].sp
        printed += sp * SHAKEN_SHARE if g.demoralized[unit] else sp
    return max(1.0, printed + BUILT.get(g.campaign.place_kind.get(hex_, ""), 0))


def _strongest(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """Whoever has most left takes the loss."""
    return max(offered, key=lambda action: g.sp[action.args[0]])


def _nearest(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """Newcomers where they are nearest to the goals, in a hex of their own if there is one."""
    rings = _rings(g.campaign, goals(g, len(g.campaign.areas)))
    into = {action.args[-1]: action for action in offered if len(action.args) == 2}
    hexes = bits_of(into)
    hexes = hexes & ~g.occupied[seat] or hexes
    for ring in rings:
        if found := ring & hexes:
            return into[nth(found, 0)]
    return offered[0]


def _first_but_one(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """The first that does something."""
    return offered[1]


def _last(g: Front, seat: Seat, step: Any, offered: Sequence[Action]) -> Action:
    """The last: the boldest plan, the air unit in the air."""
    return offered[-1]


# By the step that asks; where none is named, the first of what is offered.
JUDGEMENTS: Final[dict[str, Judgement]] = {
    "OperationsPhase": _next_force,
    "PickForce": _pick,
    "Act": _act,
    "AbsorbPoint": _strongest,
    "PlaceReinforcement": _nearest,
    "PlaceRebuilt": _nearest,
    "PlaceUnit": _nearest,
    "SpendPoints": _first_but_one,
    "Reroll": _first_but_one,
    "Exploitation": _first_but_one,
    "AirSupport": _last,
    "PlanAndPosture": _last,
}
