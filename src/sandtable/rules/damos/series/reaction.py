"""[2.6.1] Reaction: fresh enemy forces with a zone of influence move in, or slip away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from sandtable.kernel import (
    OFF_BOARD,
    Action,
    Bits,
    Chance,
    Dice,
    Hex,
    Reckoning,
    Roll,
    Seat,
    Wording,
    members,
)
from sandtable.kernel.map.flood import flood

from .combat.retreat import DEFENDER_HEXES, DEFENDER_MOST, Retreat
from .events import NEEDED, Moved, ReactionTried
from .exclusive.closed import has_finns, may_act, quarrelsome, shut_to
from .marching import enter_control
from .position.questions import DefenderChoice
from .position.roster import MOBILE
from .position.state import Front, enemy
from .position.words import force_option, hex_words, names, option, picked, picking, unit_name
from .position.zones import capable, influence_range, projects_influence, stacking_excess

FAR: Final = 3
NATURAL: Final = 12
DICE: Final = Dice.of(2, 6)
# [8.1] In the place of the phasing force: the attacker of a concerted attack is named only later.
NOT_NAMED_YET: Final[tuple[int, ...]] = ()


# ---- who may react


def candidates(g: Front, hex_: Hex, side: Seat) -> list[int]:
    """[2.6.1] The fresh, steady units of *side* in *hex_* that have not tried to react in this activation (R-07)."""
    return [
        u
        for u in g.units(hex_, side)
        if not (g.spent[u] or g.demoralized[u] or g.attempted[u]) and may_act(g, u) is None
    ]


def reacting_hexes(g: Front, target: Hex) -> list[Hex]:
    """[2.6.1] The hexes from which non-phasing forces may react to a force in *target*: it lies in their influence."""
    side = enemy(Seat(g.phasing))
    return [Hex(here) for here in _steady_near(g, side, target) if _may_react(g, side, Hex(here), target)]


def _steady_near(g: Front, side: Seat, target: Hex) -> list[int]:
    return members(g.steady[side] & g.grid.within(target, FAR))


def _may_react(g: Front, side: Seat, here: Hex, target: Hex) -> bool:
    spent, attempted = g.spent, g.attempted
    for unit in g.units(here, side):
        if not (spent[unit] or attempted[unit]) and projects_influence(g, unit) and may_act(g, unit) is None:
            far = g.grid.distance(here, target)
            # Every zone of influence reaches a hex far.
            return far <= 1 or far <= influence_range(g, here, side)
    return False


def reaction_path(
    g: Front, units: Iterable[int], start: Hex, target: Hex
) -> tuple[tuple[Hex, ...], Reckoning] | None:
    """[2.6.1] The easiest way for reacting units within their range, and what terrain does to the roll (R-08, R-76).

    Not through enemy units or closed hexsides; the worst hex and the worst hexside on the way count, once each.
    """
    force = list(units)
    side = Seat(g.side_of[force[0]])
    most = influence_range(g, start, side)
    closed = g.occupied[enemy(side)] & ~(1 << target) | shut_to(g, force)
    best: tuple[int, tuple[Hex, ...], Reckoning] | None = None
    paths: list[tuple[Hex, ...]] = [(start,)]
    finnish = has_finns(g, force)
    for _ in range(most):
        longer: list[tuple[Hex, ...]] = []
        for path in paths:
            here = path[-1]
            for to in g.grid.neighbours(here):
                if to in path or not g.campaign.land >> to & 1 or closed >> to & 1:
                    continue
                if (here, to) in g.campaign.water or (finnish and (here, to) in g.campaign.svir):
                    continue
                if g.grid.distance(to, target) > most - len(path):
                    continue
                if to == target:
                    terrain = _terrain_modifier(g, side, (*path, to))
                    if best is None or int(terrain) > best[0]:
                        best = (int(terrain), (*path, to), terrain)
                else:
                    longer.append((*path, to))
        paths = longer
    return None if best is None else (best[1], best[2])


def _terrain_modifier(g: Front, side: Seat, path: tuple[Hex, ...]) -> Reckoning:
    """[3.0] Worst hex plus worst hexside along *path*."""
    campaign = g.campaign
    found = Reckoning("reaction")
    ground = [(sum(campaign.effect(w, "reaction") for w in campaign.terrain_words(h)), h) for h in path[1:]]
    worst, hex_ = min(ground)
    found.add_if(worst, f"through {campaign.board.terrain[hex_]} {g.grid.name(hex_)}", worst, "3.0")
    if g.rivers_count(side):
        sides = [campaign.hexside(a, b) for a, b in pairwise(path)]
        rivers = [(campaign.effect(kind, "reaction"), kind) for kind in sides if kind]
        if rivers:
            drm, kind = min(rivers)
            found.add(f"across a {kind.replace('_', ' ')}", drm, "3.0")
    return found


def reaction_modifier(
    g: Front, units: Iterable[int], start: Hex, target: Hex, phasing: tuple[int, ...], terrain: Reckoning
) -> Reckoning:
    """[2.6.1, AGN 4.2, AGS 4.2] All modifiers of a reaction roll; *phasing* may be NOT_NAMED_YET.

    *target* is where the units go, which is *start* for a force that slips away: distance counts only into a hex.
    """
    force = list(units)
    mobile = sum(g.sp[u] for u in force if g.roster[u].kind in MOBILE)
    theirs = sum(g.sp[u] for u in phasing if g.roster[u].kind in MOBILE)
    terrain.add_if(phasing and mobile > theirs, "more mobile strength than the enemy", 1, "2.6.1")
    terrain.add_if(g.grid.distance(start, target) == FAR, "three hexes away", -1, "2.6.1")
    terrain.add_if(
        phasing and not capable(g, phasing),
        "against a force without influence",
        1,
        g.campaign.cite("reaction"),
    )
    return terrain


def succeeds(total: int, modifier: int) -> bool:
    """[2.6.1] Whether a reaction roll of *total* succeeds: 9 with its modifiers, and a natural 12 always."""
    return total == NATURAL or total + modifier >= NEEDED


# ---- windows


def noticed(g: Front, hex_: Hex) -> bool:
    """[2.6.1] Whether enemies may react to a phasing force in *hex_*; nobody reacts to exploitation."""
    if g.exploiting:
        return False
    side = enemy(Seat(g.phasing))
    return any(_may_react(g, side, Hex(here), hex_) for here in _steady_near(g, side, hex_))


class ReactionWindow(DefenderChoice):
    """[2.6.1] The non-phasing player names forces that react, one at a time, or lets the enemy pass.

    One roll serves all units of a hex: whoever was not named with it waits for a later trigger (R-85).
    """

    rule = "2.6.1"
    quiet = True

    def __init__(
        self,
        units: tuple[int, ...],
        hex_: Hex,
        may_retreat: int,
        pinned: Hex = OFF_BOARD,
        rolled: tuple[Hex, ...] = (),
    ) -> None:
        self.units: Final = units
        self.hex_: Final = hex_
        # A force that moves may be slipped away from, one that rallies not.
        self.may_retreat: Final = may_retreat
        # The target of a concerted attack: whoever is there may not slip away.
        self.pinned: Final = pinned
        # The hexes that have made their roll at this trigger.
        self.rolled: Final = rolled

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who has come where; a big stack by its first unit, since the map shows the others."""
        where = hex_words(g, self.hex_)
        if not self.units:
            return f"A concerted attack on {where} is declared: move forces in by reaction, or go on."
        enemies = names(g, self.units)
        if len(self.units) > 2:
            enemies = f"{unit_name(g, self.units[0])} and {len(self.units) - 1} others"
        verb = "is" if len(self.units) == 1 else "are"
        return f"{enemies} {verb} in {where}, within reach of your forces: react, or let them pass."

    def options(self, g: Front) -> Sequence[Action]:
        """To pass; for each force in range that has not rolled to come, or to slip away."""
        found = [Action("pass")]
        for start in [h for h in reacting_hexes(g, self.hex_) if h not in self.rolled]:
            able = candidates(g, start, self.seat(g))
            if start != self.hex_ and fitting(g, able, start, self.hex_):
                found.append(Action("react", (start,)))
            if self.may_retreat and start != self.pinned:
                found.append(Action("slip_away", (start,)))
        return found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A force that comes or goes, or nobody."""
        if action.verb == "pass":
            return option(g, self.rule, "No (further) reaction")
        what = "React" if action.verb == "react" else "Slip away"
        return force_option(g, self.rule, f"{what} with {{force}} from {{hex}}", seat, action.args[0])

    def choose(self, g: Front, action: Action) -> None:
        """Pick the units, roll, and ask again."""
        if action.verb == "pass":
            return
        start, retreats = Hex(action.args[0]), int(action.verb == "slip_away")
        rolled = (*self.rolled, start)
        g.then(
            PickReactors(self.units, start, self.hex_, (), retreats),
            ReactionWindow(self.units, self.hex_, self.may_retreat, self.pinned, rolled),
        )


def fitting(g: Front, able: list[int], start: Hex, target: Hex) -> list[int]:
    """[2.6.1] Which of the *able* units could react into *target* one by one: a way, and room in the stack."""
    there = g.units(target, enemy(Seat(g.phasing)))
    room = [u for u in able if not stacking_excess(g, [*there, u])]
    if not capable(g, room):
        return []
    # Whoever is shut out of the same hexes has the same ways.
    ways: dict[tuple[bool, Bits], bool] = {}
    for unit in room:
        bound = (has_finns(g, [unit]), quarrelsome(g, [unit]))
        if bound not in ways:
            ways[bound] = _way_is_open(g, unit, start, target)
    room = [u for u in room if ways[has_finns(g, [u]), quarrelsome(g, [u])]]
    return room if capable(g, room) else []


def _way_is_open(g: Front, unit: int, start: Hex, target: Hex) -> bool:
    """[2.6.1] Whether there is any ``reaction_path`` for *unit*: found at once, where its terrain does not matter."""
    side, campaign = Seat(g.side_of[unit]), g.campaign
    closed = g.occupied[enemy(side)] & ~(1 << target) | shut_to(g, [unit])
    barred = campaign.barred_to_finns if has_finns(g, [unit]) else campaign.water
    most = influence_range(g, start, side)
    return bool(flood(g.grid, 1 << start, campaign.land & ~closed, limit=most, barred=barred) >> target & 1)


class PickReactors(DefenderChoice):
    """[2.6.1] The reacting force may be part of a stack, with at least one unit that has a zone of influence (R-07)."""

    rule = "2.6.1"
    quiet = True

    def __init__(
        self, phasing: tuple[int, ...], start: Hex, target: Hex, chosen: tuple[int, ...], retreats: int
    ) -> None:
        self.phasing: Final = phasing
        self.start: Final = start
        self.target: Final = target
        self.chosen: Final = chosen
        self.retreats: Final = retreats

    def prompt(self, g: Front, seat: Seat) -> str:
        """From where, to do what, and who was chosen."""
        what = "slip away" if self.retreats else f"react into {hex_words(g, self.target)}"
        return picking(g, self.chosen, f"Which units in {hex_words(g, self.start)} {what}?")

    def options(self, g: Front) -> Sequence[Action]:
        """All of them where they fit, one more unit, or to roll with those chosen."""
        able = self._able(g)
        left = [u for u in able if u not in self.chosen and self._fits(g, [*self.chosen, u])]
        found = [Action("take", (u,)) for u in left if self.chosen or projects_influence(g, u)]
        if self.chosen:
            return [Action("go"), *found]
        return [Action("all"), *found] if len(able) > 1 and self._fits(g, able) else found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """Units."""
        return picked(g, self.rule, action)

    def _able(self, g: Front) -> list[int]:
        able = candidates(g, self.start, self.seat(g))
        return able if self.retreats else fitting(g, able, self.start, self.target)

    def _fits(self, g: Front, units: list[int]) -> bool:
        there = g.units(self.target, self.seat(g))
        return bool(self.retreats) or not stacking_excess(g, [*there, *units])

    def choose(self, g: Front, action: Action) -> None:
        """Take it along, or roll."""
        if action.verb == "take":
            chosen = tuple(sorted((*self.chosen, action.args[0])))
            g.then(PickReactors(self.phasing, self.start, self.target, chosen, self.retreats))
            return
        units = tuple(self._able(g)) if action.verb == "all" else self.chosen
        g.then(ReactionRoll(units, self.start, self.target, self.phasing, self.retreats))


class ReactionRoll(Chance[Front]):
    """[2.6.1] 2d6 and modifiers must reach 9; a natural 12 always does."""

    rule = "2.6.1"
    rolls = DICE

    def __init__(
        self, units: tuple[int, ...], start: Hex, target: Hex, phasing: tuple[int, ...], retreats: int
    ) -> None:
        self.units: Final = units
        self.start: Final = start
        self.target: Final = target
        self.phasing: Final = phasing
        self.retreats: Final = retreats

    def roller(self, g: Front) -> Seat:
        """The non-phasing player."""
        return enemy(Seat(g.phasing))

    def reads(self, roll: Roll) -> object:
        """Their sum."""
        return sum(roll)

    def resolve(self, g: Front, roll: Roll) -> None:
        """Move in, slip away, or stay; whoever tried is spent when the activation ends."""
        way = None if self.retreats else reaction_path(g, self.units, self.start, self.target)
        path, terrain = way or ((self.start,), Reckoning("reaction"))
        drm = int(reaction_modifier(g, self.units, self.start, path[-1], self.phasing, terrain))
        success = succeeds(sum(roll), drm)
        for unit in self.units:
            g.attempted[unit] = 1
        g.tell(ReactionTried(self.units, self.target, self.retreats, drm, int(success)))
        if not success:
            return
        if self.retreats:
            g.then(Retreat(self.units, self.target, (self.start,), DEFENDER_HEXES, DEFENDER_MOST))
            return
        for hex_ in path[1:]:
            g.put_force(self.units, hex_)
            enter_control(g, self.units, hex_)
        g.tell(Moved(self.units, path))
