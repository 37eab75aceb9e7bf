"""What a bot makes of a position: how far things are, what ground is worth, and where the enemy may strike."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

from sandtable.kernel import Bits, Hex, Seat, members
from sandtable.kernel.map.flood import flood, hops
from sandtable.rules.besieged.calendar import turn_name
from sandtable.rules.besieged.position.allowance import movement_allowance
from sandtable.rules.besieged.position.campaign import Campaign
from sandtable.rules.besieged.position.roster import AXIS, SIDES, Nation
from sandtable.rules.besieged.position.strength import strength
from sandtable.rules.besieged.position.supply import ally_hexes, supplied_hexes, supply_range
from sandtable.rules.besieged.position.war import War, enemy
from sandtable.rules.besieged.position.zones import enemy_zone, free_hexes
from sandtable.rules.besieged.state import WEATHERS
from sandtable.rules.besieged.turn.ending import axis_cities
from sandtable.rules.besieged.victory import cities_needed

from .doctrine import GREEDY, Doctrine

# So many turns a bot thinks ahead.
FORESIGHT: Final = 4
# So many turns before sudden death is judged, and with so few Major Cities to spare, the Axis clings to each of them: so much
# more it is worth then.
VIGIL: Final = 2
SPARE: Final = 3
CLINGING: Final = 2.0
# Months in which mud or snow come more often than not before supply is judged, and shorten its lines.
FOUL_MONTHS: Final = ("Nov/Dec", "Mar/Apr")
MUD: Final = WEATHERS.index("mud")
# Where no way leads.
NOWHERE: Final = 99


class Situation:
    """A position as one side judges it. The position may be changed by the bot's own plans; this is not."""

    def __init__(self, g: War, side: Seat, doctrine: Doctrine = GREEDY) -> None:
        self.g: Final = g
        self.doctrine: Final = doctrine
        self.side: Final = side
        self.foe: Final = enemy(side)
        self._homes: Final[dict[Nation, Bits]] = {}

    @cached_property
    def zone(self) -> Bits:
        """The hexes in which an enemy zone stops our units, and makes them attack."""
        return enemy_zone(self.g, self.side)

    @cached_property
    def lines(self) -> Bits:
        """The hexes that are in supply as all stand now, by land or through a port; in the weather that is to be expected."""
        g = self.g
        if g.impulse < 2 and turn_name(g.turn).split(" ")[0] in FOUL_MONTHS:
            g = g.copy()
            g.weather = MUD
        found = supplied_hexes(g, self.side)
        free = free_hexes(g, self.side)
        for names in g.campaign.schedule["supply"][f"{SIDES[self.side]}_ports"].values():
            ports = g.campaign.hexes(names) & g.control(self.side)
            if ports.bit_count() > 1:
                found |= flood(
                    g.grid, ports & free, free, limit=supply_range(g), barred=g.campaign.closed_sides
                )
        return found

    def lines_of(self, unit: int) -> Bits:
        """The hexes that are in supply for *unit*: an ally may draw on his own country, too."""
        nation = self.g.counter(unit).nation
        if self.side != AXIS or nation is Nation.GERMAN:
            return self.lines
        if nation not in self._homes:
            self._homes[nation] = self.lines | ally_hexes(self.g, nation)
        return self._homes[nation]

    @cached_property
    def to_enemy(self) -> list[int]:
        """How many hexes of land lie between each hex and the nearest enemy unit."""
        return distances(self.g.campaign, self.g.occupied[self.foe])

    @cached_property
    def to_friend(self) -> list[int]:
        """How many hexes of land lie between each hex and the nearest unit of ours."""
        return distances(self.g.campaign, self.g.occupied[self.side])

    def to(self, hex_: Hex) -> list[int]:
        """How many hexes of land lie between each hex and *hex_*."""
        return distances(self.g.campaign, 1 << hex_)

    @cached_property
    def objectives(self) -> dict[Hex, float]:
        """The Major Cities that matter now and what they are worth: those to be taken, and our own in danger."""
        g, how = self.g, self.doctrine
        found: dict[Hex, float] = {}
        for hex_ in g.campaign.major_cities:
            worth = how.major + how.prize(g.campaign.place_name(hex_))
            if not g.controls(self.side, hex_):
                if self.to_friend[hex_] <= how.pace * (self.turns_left + 1):
                    found[hex_] = worth if self.attacks else worth * how.retake
            elif self.to_enemy[hex_] <= how.alarm and (lack := self._lacks(hex_)) > 0:
                found[hex_] = worth * min(1.0, lack) * (CLINGING if self.clings else 1.0)
        return found

    def is_too_far(self, unit: int, hex_: Hex) -> bool:
        """Whether a city in *hex_* lies beyond supply, and there are too many turns to come for *unit* to go into it."""
        return self.turns_left > self.doctrine.ventures and not self.lines_of(unit) >> hex_ & 1

    @cached_property
    def wanting(self) -> dict[Hex, float]:
        """The objectives with what they are worth to one more unit: less where many of ours are near already."""
        g = self.g
        ours = [(g.hex_of[u], strength(g, u)) for u in g.on_map(self.side)]
        found = {}
        for goal, worth in self.objectives.items():
            way = self.to(goal)
            near = sum(points / (4.0 + way[here]) for here, points in ours if way[here] < NOWHERE)
            found[goal] = worth / (1.0 + near)
        return found

    def pull(self, hex_: Hex) -> float:
        """How much one more unit in *hex_* is wanted: near to what matters, where there are few; not under the enemy's guns."""
        return self._pulls[hex_] * (0.5 if self.to_enemy[hex_] <= 1 else 1.0)

    @cached_property
    def _pulls(self) -> list[float]:
        """For every hex what draws units to it, all objectives taken together."""
        found = [0.0] * self.g.campaign.grid.size
        for goal, worth in self.wanting.items():
            for hex_, far in enumerate(self.to(goal)):
                found[hex_] += worth / (4.0 + far)
        return found

    @property
    def turns_left(self) -> int:
        """How many turns come after this one, as far as anybody thinks ahead."""
        return min(self.g.last_turn - self.g.turn, FORESIGHT)

    def _lacks(self, hex_: Hex) -> float:
        """How much a Major City of ours lacks of a garrison: nothing where it can stand what may come, 1 and more if it is bare."""
        g = self.g
        held = sum(strength(g, u) for u in g.units(hex_, self.side)) * (2.0 if self.attacks else 1.0)
        return (self.threat.get(hex_, 0.0) * self.doctrine.fear - held) / 4.0

    def hunger(self, hex_: Hex) -> float:
        """How bad it is to stand in *hex_* without supply: not at all at the very end, less as the garrison of a city."""
        g = self.g
        if not self.turns_left:
            return 0.0
        if g.campaign.major >> hex_ & 1:
            return self.doctrine.hunger_city
        return self.doctrine.hunger_late if self.turns_left == 1 else self.doctrine.hunger

    @cached_property
    def _strengths(self) -> tuple[int, int]:
        """What both sides have on the map, ours first."""
        ours, theirs = (sum(strength(self.g, u) for u in self.g.on_map(s)) for s in (self.side, self.foe))
        return ours, theirs

    @cached_property
    def pursues(self) -> bool:
        """Whether the end is near and the enemy beaten: nobody will cut off whoever drives on beyond his supply, or too late."""
        ours, theirs = self._strengths
        return self.turns_left <= self.doctrine.late and ours >= self.doctrine.beaten * theirs

    @cached_property
    def attacks(self) -> bool:
        """Whether this side is the one that presses on: the stronger one; the snow of the first winter halves the Axis."""
        g = self.g
        ours, theirs = self._strengths
        if g.snow and g.campaign.is_first_winter(g.turn):
            ours, theirs = (ours, theirs * 2) if self.side == AXIS else (ours * 2, theirs)
        return ours * 10 >= theirs * self.doctrine.presses

    @cached_property
    def clings(self) -> bool:
        """Whether the Axis may lose the war by sudden death this year: it has hardly more cities than it needs, and soon."""
        g = self.g
        if self.side != AXIS:
            return False
        needed = next(filter(None, (cities_needed(g.charts, g.turn + n) for n in range(VIGIL + 1))), 0)
        return bool(needed) and axis_cities(g) <= needed + SPARE

    def ground(self, hex_: Hex) -> float:
        """What it is worth to hold *hex_*."""
        campaign, how = self.g.campaign, self.doctrine
        if campaign.major >> hex_ & 1:
            worth = how.major + how.prize(campaign.place_name(hex_))
            if self.clings:
                worth *= CLINGING
            return worth if self.turns_left else worth * how.at_the_end
        return how.city if campaign.cities >> hex_ & 1 else how.ground

    def cover(self, hex_: Hex) -> float:
        """What the ground of *hex_* is worth to a defender, as modifiers of the die."""
        campaign = self.g.campaign
        found = float(campaign.board.terrain[hex_] in ("woods", "swamp", "mountain"))
        if campaign.major >> hex_ & 1:
            found += 2.0
        return found

    @cached_property
    def threat(self) -> dict[int, float]:
        """For each hex the combat factors that the enemy may bring against it in his next impulse."""
        g = self.g
        found: dict[int, float] = {}
        if self.doctrine.foresees and g.impulse > 1:
            g = g.copy()
            g.impulse = 1
        for unit in g.on_map(self.foe):
            reach = movement_allowance(g, unit) + 1
            worth = float(strength(g, unit))
            for hex_ in members(g.grid.within(Hex(g.hex_of[unit]), reach) & g.campaign.land):
                found[hex_] = found.get(hex_, 0.0) + worth
        return found


def worth(g: War, unit: int) -> float:
    """What a unit is worth to its owner: its factor, and that it is there to hold a hex."""
    return g.factor(unit) + (1.2 if g.counter(unit).is_armour else 0.7)


@lru_cache(maxsize=256)
def distances(campaign: Campaign, goals: Bits) -> list[int]:
    """How many hexes of land each hex lies from the nearest of *goals*."""
    found = [NOWHERE] * campaign.grid.size
    rings = hops(campaign.grid, goals, campaign.land, barred=campaign.water).rings
    for far, ring in enumerate(rings):
        for hex_ in members(ring):
            found[hex_] = far
    return found
