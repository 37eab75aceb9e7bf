"""[Sequence 4, Military Flags, Winter, Naval Flags] Offensive Flags are placed on hexsides, on partisans, and for landings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sandtable.kernel import (
    Action,
    Auto,
    Chance,
    Choice,
    Concern,
    Dice,
    Hex,
    Roll,
    Seat,
    Sheets,
    Wording,
    counted,
)

from ..events import FlagOrder, FlagPlaced, LotsDrawn, StageBegan
from ..flags import flags_needed
from ..position.commands import hexes_of, leading_seat, nation_of, rows_of, side_of, writers
from ..position.line import contact, front, routes
from ..position.nations import AXIS, FINLAND, GERMANY, MEN, OF_SIDE, SIDES, SOVIET
from ..position.war import War
from ..position.words import ADJECTIVES
from ..state import Battle
from .closing import highest

FLAG: Final = "flag"
OPERATION: Final = "operation"
LANDING: Final = "landing"
ALL: Final = -1
# How far a landing goes over the sea.
VOYAGE: Final = 3
LOTS: Final = Dice.of(1, 6)


class BeginFlags(Auto[War]):
    """[Sequence 4] The side with the highest effectiveness on the front may choose to place first or second."""

    rule = "Sequence 4"

    def run(self, g: War) -> None:
        """Sealed flags are written by both at once (F-22, F-47)."""
        g.stage = 4
        g.tell(StageBegan(4))
        if g.option("sealed_flags"):
            g.then(PlaceFlags(ALL), *([DrawLots()] if may_tie(g) else []))
            return
        best = [highest(g, side) for side in range(len(SIDES))]
        g.then(FlagsFirst(AXIS if best[AXIS] >= best[1 - AXIS] else 1 - AXIS))


class FlagsFirst(Choice[War]):
    """[Sequence 4] Your effectiveness is the highest: place your flags first, or second?"""

    rule = "Sequence 4"

    def __init__(self, side: int) -> None:
        self.side: Final = side

    def seat(self, g: War) -> Seat:
        """Who leads that side."""
        return leading_seat(self.side)

    def options(self, g: War) -> Sequence[Action]:
        """Either."""
        return (Action("second"), Action("first"))

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Which."""
        return Wording(text=f"Place flags {action.verb}", rule=self.rule)

    def proposal(self, g: War, seat: Seat) -> Action:
        """Whoever places second has seen more."""
        return Action("second")

    def choose(self, g: War, action: Action) -> None:
        """One side after the other."""
        first = self.side if action.verb == "first" else 1 - self.side
        g.placed_first = first + 1
        g.tell(FlagOrder(first))
        g.then(PlaceFlags(first), PlaceFlags(1 - first))


class PlaceFlags(Sheets[War]):
    """[Military Flags] Place your Offensive Flags: only where one stands can an attack be made."""

    rule = "Military Flags"
    quiet = True

    def __init__(self, side: int) -> None:
        self.side: Final = side

    def seats(self, g: War) -> tuple[Seat, ...]:
        """The commands of one side, or of both where flags are sealed."""
        return writers(g, None if self.side == ALL else self.side)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Military Flags, Security Operation, Naval Flags] Where a flag may go, while flags last."""
        twin = flagged(g, draft)
        return [*_attacks(twin, seat), *_operations(twin, seat), *_landings(twin, seat)]

    def concerns(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Concern]:
        """[Military Flags] Flags that could be placed, and would lapse with the turn."""
        twin = flagged(g, draft)
        able = {line.args[0] for line in (*_attacks(twin, seat), *_operations(twin, seat))}
        left = sum(twin.flags[row] for row in able)
        if not left:
            return ()
        text = f"{counted(left, 'Offensive Flag')} would not be placed: where none stands nobody attacks"
        return (Concern(kind="flags", text=text, rule="Military Flags"),)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        return flag_wording(g, action)

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Military Flags] The flags stand."""
        for seat, orders in answers.items():
            for line in orders.lines:
                if line.verb == LANDING and not g.naval[side_of(seat)]:
                    # Another command of the side has the Naval flag.
                    continue
                place_flag(g, line)
                row, *way = line.args
                start, target = way if len(way) == 2 else (way[0], way[0])
                g.tell(FlagPlaced(nation_of(row), (start, target), line.verb))


def may_tie(g: War) -> bool:
    """[Sequence 7] Whether nations of both sides are equally effective, so that their combats may tie."""
    axis, soviet = (
        {g.effectiveness(n) for n in OF_SIDE[side] if not g.neutral(n)} for side in range(len(SIDES))
    )
    return bool(axis & soviet)


class DrawLots(Chance[War]):
    """[Sequence 7] Nobody has placed first where flags were sealed: a die says whose combats come first of equal ones (F-22)."""

    rule = "Sequence 7"
    rolls = LOTS  # one for both

    def resolve(self, g: War, roll: Roll) -> None:
        """The Axis with the lower half of the die, the Soviets with the upper."""
        side = AXIS if self.reads(roll) else SOVIET
        g.placed_first = side + 1
        g.tell(LotsDrawn(side))

    def reads(self, roll: Roll) -> object:
        """Which half."""
        return roll[0] <= 3


def flagged(g: War, draft: Iterable[Action]) -> War:
    """The position with the flags of *draft* placed."""
    twin = g.copy()
    for line in draft:
        place_flag(twin, line)
    return twin


def place_flag(g: War, line: Action) -> None:
    """[Military Flags, Winter] Put a flag where a line says, and pay for it."""
    row, target = line.args[0], line.args[-1]
    g.flags[row] -= cost(g, target)
    side = AXIS if nation_of(row) in OF_SIDE[AXIS] else 1 - AXIS
    match line.verb:
        case "flag":
            g.set_flag(side, line.args[1], target, nation_of(row) + 1)
        case "operation":
            g.operation[target] = nation_of(row) + 1
        case "landing":
            g.naval[side] -= 1
            g.landing_from[side], g.landing_to[side] = line.args[1], target


def cost(g: War, target: int) -> int:
    """[Winter] Military flags for one hexside into *target*: two in winter (F-6, F-38)."""
    winter = g.campaign.is_winter(g.turn, target)
    return flags_needed(Battle(attackers=(), defenders=(), winter=winter))["military"]


def may_lead(g: War, nation: int, hex_: int) -> bool:
    """[Military Flags] Whether a flag of *nation* can be used from *hex_*: it has points there, or leads an ally's but the Finns'."""
    if g.cv(nation, hex_):
        return True
    return nation == GERMANY and any(g.cv(n, hex_) for n in OF_SIDE[AXIS] if n != FINLAND)


def _attacks(g: War, seat: Seat) -> list[Action]:
    """[Military Flags] Hexsides on which an attack can go: in contact, but not over a strait (F-11, F-52)."""
    side, mask = side_of(seat), hexes_of(g, seat)
    pairs = contact(g, side)
    return [
        Action(FLAG, (row, start, target))
        for row in rows_of(g, seat)
        for start, target in pairs
        if mask >> start & 1
        and g.campaign.side(start, target) not in g.campaign.straits
        and g.flags[row] >= cost(g, target)
        and not g.flag(side, start, target)
        and target != g.landing_to[side]
        and may_lead(g, nation_of(row), start)
    ]


def _operations(g: War, seat: Seat) -> list[Action]:
    """[Security Operation] Partisans behind one's own line."""
    if side_of(seat) != AXIS:
        return []
    line = front(g, AXIS)
    return [
        Action(OPERATION, (row, hex_))
        for row in rows_of(g, seat)
        for hex_ in g.campaign.hexes
        if g.partisans[hex_]
        and g.holds(AXIS, hex_)
        and hex_ not in line
        and not g.operation[hex_]
        and g.flags[row] >= cost(g, hex_)
    ]


def _landings(g: War, seat: Seat) -> list[Action]:
    """[Naval Flags] From a coastal hex or a port of the Pool over the sea to a hex of the enemy, with a Naval flag besides
    (F-28, F-53).
    """
    side, mask = side_of(seat), hexes_of(g, seat)
    if not g.naval[side] or g.landing_to[side] >= 0:
        return []
    found = []
    for row in rows_of(g, seat):
        for start in g.campaign.hexes:
            if not mask >> start & 1 or not g.holds(side, start):
                continue
            standing = g.total(side, MEN, start) and may_lead(g, nation_of(row), start)
            if not standing and not (
                g.in_pool(nation_of(row), MEN) and is_pool_port(g, nation_of(row), start)
            ):
                continue
            found += [
                Action(LANDING, (row, start, target))
                for target in over_the_sea(g, start)
                if g.holds(1 - side, target)
                and g.flags[row] >= cost(g, target)
                and not any(g.flag(side, near, target) for near in g.campaign.around[target])
            ]
    return found


def is_pool_port(g: War, nation: int, hex_: int) -> bool:
    """[Naval Flags, Pool] Whether *nation* can embark out of its Pool in *hex_*: a port to which its route leads (F-28, F-31)."""
    return bool(g.campaign.ports & routes(g, nation) & 1 << hex_)


def over_the_sea(g: War, start: Hex) -> list[Hex]:
    """[Naval Flags] Coastal hexes to which a landing can go from *start*: over a water hexside, a strait, or some hexes of sea."""
    campaign, grid = g.campaign, g.grid
    if not campaign.coastal >> start & 1:
        return []
    crossed = campaign.water | campaign.straits
    found = {near for near in grid.neighbours(start) if grid.side(start, near) in crossed}
    edge, seen = {start}, {start}
    for _ in range(VOYAGE):
        edge = {
            near
            for here in edge
            for near in grid.neighbours(here)
            if campaign.board.terrain.get(near) == "sea" and near not in seen
        }
        seen |= edge
        found |= {near for here in edge for near in grid.neighbours(here)}
    beside = set(campaign.around[start])
    return sorted(
        h
        for h in found
        if campaign.coastal >> h & 1
        and h != start
        and (h not in beside or campaign.side(start, h) in crossed)
    )


def flag_wording(g: War, action: Action) -> Wording:
    """A line of the sheet in words."""
    name = g.campaign.name
    match action.verb, action.args:
        case "operation", (row, hex_):
            return Wording(
                text=f"{ADJECTIVES[nation_of(row)]} security operation in {name(hex_)}",
                rule="Security Operation",
                target={"hex": g.grid.name(Hex(hex_))},
            )
        case "landing", (row, start, target):
            return Wording(
                text=f"{ADJECTIVES[nation_of(row)]} landing from {name(start)} at {name(target)}",
                rule="Naval Flags",
                target={"start": g.grid.name(Hex(start)), "hex": g.grid.name(Hex(target))},
                group="Landings",
            )
    row, start, target = action.args
    return Wording(
        text=f"{ADJECTIVES[nation_of(row)]} flag from {name(start)} towards {name(target)}",
        rule="Military Flags",
        target={
            "start": g.grid.name(Hex(start)),
            "hexside": g.grid.side_name(g.grid.side_number(Hex(start), Hex(target))),
        },
        group=f"Towards {name(target)}",
    )
