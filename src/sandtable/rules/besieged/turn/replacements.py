"""[Replacements, Rebuilding, Oil, Aid] Points by nation and kind, and the steps and units that they bring back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel import (
    Action,
    Bits,
    Hex,
    Offers,
    Reckoning,
    Refusal,
    Seat,
    SideAuto,
    SideChoice,
    Wording,
    counted,
    members,
)

from ..events import PointsReceived, Rebuilt, StepRestored
from ..position.campaign import POOLS
from ..position.questions import DONE, OwnerChoice
from ..position.roster import AXIS, FIRST_YEAR, SOVIET, Nation
from ..position.stacking import has_room
from ..position.supply import supplied_cities, supplied_hexes, supplied_units
from ..position.war import Status, War, enemy
from ..position.words import option, unit_name
from ..position.zones import enemy_zone

INFANTRY: Final = (POOLS.index("german_infantry"), POOLS.index("soviet_infantry"))
ARMOUR: Final = (POOLS.index("german_armour"), POOLS.index("soviet_armour"))
# A source of oil counts once it was held at so many checks running.
RUNNING: Final = 2


class ReceiveReplacements(SideAuto[War]):
    """[Replacements] A side receives the points of the turn; it saves no more than twice a year's number."""

    rule = "Replacements"

    def run(self, g: War) -> None:
        """Every pool of the side."""
        limit = g.campaign.schedule["replacements"]["saved"]
        for pool in pools(self.side):
            most = limit * max(yearly(g, pool), 1)
            g.rp[pool] = min(g.rp[pool] + max(int(income(g, pool)), 0), most)
        g.tell(PointsReceived(self.side, g.rp[INFANTRY[self.side]], g.rp[ARMOUR[self.side]]))


class Replace(SideChoice[War]):
    """[Replacements, Rebuilding] Spend points on steps and on eliminated units, or save them."""

    rule = "Replacements"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """What there is to spend."""
        infantry, armour = g.rp[INFANTRY[self.side]], g.rp[ARMOUR[self.side]]
        return f"Spend replacement points: {infantry} for infantry and {armour} for armor are left."

    def options(self, g: War) -> Sequence[Action]:
        """Every unit that may have a step or come back, or to be done."""
        ready = supplied_units(g, self.side) if any(g.rp[p] for p in pools(self.side)) else set()
        zone = enemy_zone(g, self.side)
        found = [DONE]
        for unit in g.roster.of_side[self.side]:
            if not g.rp[pool_of(g, unit)]:
                continue
            if unit in ready and g.steps[unit] < g.counter(unit).steps and not zone >> g.hex_of[unit] & 1:
                found.append(Action("step", (unit,)))
            elif rebuilding_refusal(g, unit) is None and rebuilding_hexes(g, unit):
                found.append(Action("rebuild", (unit,)))
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit."""
        match action:
            case Action("step", (unit,)):
                steps = f"{g.steps[unit]} of {g.counter(unit).steps}"
                return option(
                    g, self.rule, "{unit} regains a step; it has " + steps, unit=unit, hex_=g.hex_of[unit]
                )
            case Action("rebuild", (unit,)):
                return option(g, "Rebuilding", "Rebuild {unit} with one step", unit=unit)
        return option(g, self.rule, "Save the points that are left", part="end")

    def choose(self, g: War, action: Action) -> None:
        """Pay for it."""
        if action == DONE:
            return
        unit = action.args[0]
        if action.verb == "step":
            g.rp[pool_of(g, unit)] -= 1
            g.set_steps(unit, g.steps[unit] + 1)
            g.tell(StepRestored(unit))
            g.then(self)
        else:
            g.then(RebuildAt(unit), self)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that unit gets nothing."""
        if (
            action.verb in ("step", "rebuild")
            and len(action.args) == 1
            and 0 <= action.args[0] < len(g.roster)
        ):
            return replacement_refusal(g, self.side, action.args[0]) or super().refusal(g, action)
        return super().refusal(g, action)


class RebuildAt(OwnerChoice):
    """[Rebuilding] Where an eliminated unit comes back with one step."""

    rule = "Rebuilding"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who comes back."""
        return f"Where is {unit_name(g, self.unit)} rebuilt?"

    def options(self, g: War) -> Sequence[Action]:
        """The supplied cities with room for it."""
        return Offers((), g.campaign.to_hex, rebuilding_hexes(g, self.unit))

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A city."""
        return option(g, self.rule, "Rebuild it in {hex}", hex_=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """It comes back."""
        g.rp[pool_of(g, self.unit)] -= 1
        g.bring(self.unit, Hex(action.args[0]), 1)
        g.tell(Rebuilt(self.unit, action.args[0]))


# ---- points


def pools(side: Seat) -> range:
    """The pools of *side*."""
    return range(INFANTRY[SOVIET]) if side == AXIS else range(INFANTRY[SOVIET], len(POOLS))


def pool_of(g: War, unit: int) -> int:
    """[Replacements] The pool that pays for *unit*: its ally's own, or its side's for infantry or armor."""
    counter = g.counter(unit)
    name = counter.nation.name.lower()
    if name in POOLS:
        return POOLS.index(name)
    fast = counter.is_armour and counter.kind != "shock"
    return ARMOUR[counter.side] if fast else INFANTRY[counter.side]


def yearly(g: War, pool: int) -> int:
    """[Replacements] The points that *pool* gets on each turn of this year, before cities, oil and aid."""
    rules, name = g.campaign.schedule["replacements"], POOLS[pool]
    if name in rules["every"]:
        return int(g.turn % rules["every"][name] == 0)
    if g.turn == 1:
        return int(rules["first_turn"][name])
    return g.campaign.by_year(rules[name], g.turn)


def income(g: War, pool: int) -> Reckoning:
    """[Replacements, Oil, Aid] What *pool* gets now, with its reasons; it may come out below nothing."""
    rules, name = g.campaign.schedule["replacements"], POOLS[pool]
    found = Reckoning(f"points for {name.replace('_', ' ')}").add(
        "this turn", yearly(g, pool), "Replacements"
    )
    if has_left(g, name):
        return found.at_most(0, "Nations", "it has left the war")
    for number, oil in enumerate(g.campaign.schedule["oil"]):
        if oil["pool"] == name and g.oil_held[number] >= RUNNING:
            found.add(f"oil of {oil['city']}", oil["points"], "Oil")
    if name == "soviet_infantry" and g.turn > 1:
        early = rules["city_losses_1941"] if g.year == FIRST_YEAR else {}
        for city, points in {**rules["city_losses"], **early}.items():
            if g.controls(AXIS, g.campaign.hex(city)):
                found.add(f"{city} is lost", -points, "Oil")
        for city, points in rules["siege_losses"].items():
            found.add_if(is_cut_off(g, city), f"{city} is cut off", -points, "Oil")
        for aid in g.campaign.schedule["aid"]:
            found.add_if(is_open(g, aid), f"aid by {aid['name']}", aid["points"], "Aid")
    return found


def is_open(g: War, aid: Mapping[str, Any]) -> bool:
    """[Aid] Whether a way of aid is open: its turn has come, and its cities are Soviet."""
    if g.turn < aid["from_turn"]:
        return False
    every, some = ([g.controls(SOVIET, g.campaign.hex(city)) for city in aid[key]] for key in ("all", "any"))
    return all(every) and (not some or any(some))


def is_cut_off(g: War, city: str) -> bool:
    """[Oil, Ladoga] Whether a Soviet city has no supply: neither by land nor, if it is Leningrad, over the lake."""
    hex_ = g.campaign.hex(city)
    return g.controls(SOVIET, hex_) and not supplied_hexes(g, SOVIET) >> hex_ & 1


def has_left(g: War, name: str) -> bool:
    """[Nations] Whether an ally gets no more points: he has left, or is an Italian after turn 11."""
    if name == "italian":
        return g.turn > int(g.campaign.schedule["replacements"]["italians_until"])
    left = {"romanian": g.romania_left, "hungarian": g.hungary_left, "finnish": g.finland_left}
    return bool(left.get(name, 0))


# ---- rebuilding


def rebuilding_refusal(g: War, unit: int) -> Refusal | None:
    """[Rebuilding, Rule 10.68] Why *unit* may not be rebuilt, or None: surrendered units never are (B-4)."""
    rules, counter = g.campaign.schedule["replacements"], g.counter(unit)
    if g.status[unit] == Status.SURRENDERED:
        return Refusal("Rule 10.68", "a surrendered unit is never rebuilt")
    if g.status[unit] != Status.ELIMINATED:
        return Refusal("Rebuilding", "only an eliminated unit can be rebuilt")
    if counter.kind in rules["never"]:
        return Refusal("Rebuilding", "the mechanised corps of 1941 are not rebuilt")
    if counter.nation is Nation.ITALIAN and g.turn > rules["italians_until"]:
        return Refusal("Rebuilding", "Italians are not rebuilt any more")
    return None


def rebuilding_hexes(g: War, unit: int) -> Bits:
    """[Rebuilding] Where *unit* may come back: a supplied city of its own, Axis units at home."""
    side, counter = Seat(g.side_of[unit]), g.counter(unit)
    if side == SOVIET:
        homes = supplied_cities(g, side) & g.campaign.soviet_side
    elif (name := counter.nation.name.lower()) in g.campaign.schedule["allies"]:
        capital = g.campaign.schedule["allies"][name]["capital"]
        homes = g.campaign.hexes([capital]) if capital else g.campaign.rail_exits
    else:
        homes = g.campaign.rail_exits
    homes &= g.control(side) & ~enemy_zone(g, side) & ~g.occupied[enemy(side)]
    full = sum(1 << h for h in members(homes & g.occupied[side]) if not has_room(g, unit, Hex(h)))
    return homes & ~full


def replacement_refusal(g: War, side: Seat, unit: int) -> Refusal | None:
    """[Replacements] Why *unit* gets no step and is not rebuilt now, or None."""
    if g.side_of[unit] != side:
        return Refusal("Replacements", "that is an enemy unit")
    if not g.rp[pool_of(g, unit)]:
        what = POOLS[pool_of(g, unit)].replace("_", " ")
        return Refusal("Replacements", f"there are no points left for {what}")
    if g.hex_of[unit] < 0:
        no = rebuilding_refusal(g, unit)
        return no or (
            None if rebuilding_hexes(g, unit) else Refusal("Rebuilding", "no city of its own has room for it")
        )
    if g.steps[unit] >= g.counter(unit).steps:
        return Refusal("Replacements", f"it has all of its {counted(g.steps[unit], 'step')}")
    if enemy_zone(g, side) >> g.hex_of[unit] & 1:
        return Refusal("Replacements", "it is in an enemy zone")
    if unit not in supplied_units(g, side):
        return Refusal("Replacements", "it is out of supply")
    return None
