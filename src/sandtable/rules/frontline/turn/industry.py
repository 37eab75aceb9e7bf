"""[Sequence 1, Pool] Industry fills the Pools; flags, partisans and bombers of the turn; what the Stavka allots to its fronts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.kernel import Action, Amounts, Auto, Hex, Seat, Sheets, Wording, bits_of, members

from ..bombing import flak_costs
from ..events import FlagsAwarded, Gone, NationChanged, Placed, Produced, StageBegan, TurnBegan
from ..position.commands import HIGH_COMMAND, seats_of
from ..position.nations import (
    AIR,
    AXIS,
    GERMANY,
    HUNGARY,
    ITALY,
    LSP,
    MEN,
    NATIONS,
    OF_SIDE,
    POINTS,
    RISING,
    SIDE_OF,
    SIDES,
    USSR,
)
from ..position.war import FRONT_NAMES, War
from ..position.words import KIND_NAMES

# Among the kinds that are allotted: flags.
FLAGS: Final = len(POINTS)


class Industry(Auto[War]):
    """[Sequence 1] Fresh resources come into the Pools."""

    rule = "Sequence 1"

    def run(self, g: War) -> None:
        """What was taken out of the line is back, industry works, and flags are awarded."""
        g.stage = 1
        g.held_at_start = list(g.holder)
        g.placed_first = g.goes_first = g.terror = 0
        g.tell(TurnBegan(g.turn))
        g.tell(StageBegan(1))
        leave_by_calendar(g)
        for nation in range(len(NATIONS)):
            for kind in range(len(POINTS)):
                at = nation * len(POINTS) + kind
                g.to_pool(nation, kind, g.withdrawn[at])
                g.withdrawn[at] = 0
            if not g.neutral(nation):
                produce(g, nation)
                g.flags[nation] = g.campaign.of_turn("flags", nation, g.turn)
                if g.flags[nation]:
                    g.tell(FlagsAwarded(nation, g.flags[nation]))
        g.naval = [naval_flags(g, side) for side in range(len(SIDES))]
        raise_partisans(g)
        if g.option("bombing"):
            pay_for_flak(g)
        for number, base in enumerate(g.campaign.bases):
            if base.west and g.option("bombing") and g.turn >= base.begins:
                before = base.counters[g.turn - 2] if g.turn > base.begins else 0
                g.bomber_count[number] += max(base.counters[g.turn - 1] - before, 0)
        g.bomber_flown = [0] * len(g.bomber_flown)


def produce(g: War, nation: int) -> None:
    """[Sequence 1, Bombing Industry] Production by year, less what lost zones, lost oil and shut lines cost; and arrivals."""
    name, schedule = NATIONS[nation], g.campaign.schedule
    parts = schedule["industry"][name]["parts"]
    lost = sum(not g.holds(SIDE_OF[nation], zone) for zone in g.campaign.zones[nation])
    points = [n * max(parts - lost, 0) // parts for n in g.campaign.of_year("production", nation, g.turn)]
    if nation == GERMANY:
        if g.option("bombing"):
            more = schedule["bombing"]["germany"][g.year - 1942]
            points = [own + extra for own, extra in zip(points, more, strict=True)]
        if not g.holds(AXIS, g.campaign.hex(schedule["oil"]["hex"])):
            points = [max(n - less, 0) for n, less in zip(points, schedule["oil"][name], strict=True)]
    for kind in range(len(POINTS)):
        at = nation * len(POINTS) + kind
        points[kind] = max(points[kind] - g.shut[at], 0)
        g.shut[at] = 0
    for row in schedule["arrival"]:
        if row["nation"] == name and row["turn"] == g.turn:
            points = [own + more for own, more in zip(points, row["points"], strict=True)]
    for kind, many in enumerate(points):
        g.to_pool(nation, kind, many)
    if any(points):
        g.tell(Produced(nation, tuple(points)), seats_of(g, SIDE_OF[nation]))


def naval_flags(g: War, side: int) -> int:
    """[Naval Flags] One while the side holds one of its ports (F-53)."""
    ports = g.campaign.schedule["naval"][SIDES[side]]
    return int(any(g.holds(side, g.campaign.hex(port)) for port in ports))


def raise_partisans(g: War) -> None:
    """[New PAGs] Counters that may be placed in this turn; the rising of Warsaw lasts for one."""
    rules = g.campaign.schedule["partisans"]
    for hex_ in g.campaign.hexes:
        if g.partisans[hex_] == RISING:
            g.partisans[hex_] = 0
            g.tell(Gone("rising", hex_))
    standing = sum(1 for hex_ in g.campaign.hexes if g.partisans[hex_])
    room = max(rules["most"] - standing, 0)
    g.new_partisans = [min(g.new_partisans[0] + rules["new"][g.turn - 1], room)]
    warsaw = g.campaign.hex(rules["rising"]["hex"])
    if g.turn == rules["rising"]["turn"] and g.holds(AXIS, warsaw) and not g.partisans[warsaw]:
        g.partisans[warsaw] = RISING
        g.tell(Placed("partisans rise", USSR, warsaw))


def pay_for_flak(g: War) -> None:
    """[Flak Costs] One LSP for up to three zones that lie together; zones that are not paid for are given up (F-39)."""
    left = bits_of(h for h in g.campaign.hexes if g.flak[h])
    while left:
        group, edge = 0, left & -left
        while edge:
            group |= edge
            edge = g.grid.expand(edge) & left & ~group
        left &= ~group
        zones = members(group)
        nation = g.flak[zones[0]] - 1
        cost = flak_costs(len(zones))
        if g.in_pool(nation, LSP) >= cost:
            g.to_pool(nation, LSP, -cost)
            continue
        for hex_ in zones:
            g.flak[hex_] = 0
            g.to_pool(nation, MEN, 1)
            g.tell(Gone("flak zone", hex_))


def leave_by_calendar(g: War) -> None:
    """[Nations] The Italians go home, and the Hungarians leave the line for a year."""
    events = g.campaign.schedule["events"]
    if g.turn == events["italy_home"] and not g.italy_left:
        g.italy_left = g.turn
        remove_nation(g, ITALY)
        g.tell(NationChanged(ITALY, "goes home"))
    if g.turn == events["hungary_rests"][0]:
        for hex_ in g.campaign.hexes:
            for kind in range(len(POINTS)):
                points = g.stock(HUNGARY, kind)[hex_]
                if points:
                    g.add(HUNGARY, kind, hex_, -points)
                    g.to_pool(HUNGARY, kind, points)
        g.tell(NationChanged(HUNGARY, "takes its army out of the line"))


def remove_nation(g: War, nation: int) -> None:
    """[Nations] All points of *nation* are gone, its works too."""
    for kind in range(len(POINTS)):
        for hex_ in g.campaign.hexes:
            g.stock(nation, kind)[hex_] = 0
        g.pool[nation * len(POINTS) + kind] = 0
        g.withdrawn[nation * len(POINTS) + kind] = 0
    for column in (g.garrison, g.security, g.flak):
        for hex_ in g.campaign.hexes:
            if column[hex_] == nation + 1:
                column[hex_] = 0
    for column in (g.building_low, g.building_high):
        for number, builder in enumerate(column):
            if builder == nation + 1:
                column[number] = 0


class Allot(Sheets[War]):
    """[Pool] Allot the Pool and the flags to your fronts."""

    rule = "Pool"
    quiet = True

    def seats(self, g: War) -> tuple[Seat, ...]:
        """The Stavka."""
        return (HIGH_COMMAND,)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Pool] Points of each kind, and flags, to each front (F-51)."""
        twin = g.copy()
        for line in draft:
            _allot(twin, line)
        most: dict[tuple[str, tuple[int, ...]], int] = {
            ("allot", (front, kind)): twin.flags[USSR] if kind == FLAGS else twin.in_pool(USSR, kind)
            for front in range(len(FRONT_NAMES))
            for kind in (*range(len(POINTS)), FLAGS)
        }
        return Amounts(most)

    def completed(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Pool] What is not allotted is shared out evenly, the south first (F-60)."""
        twin, found = g.copy(), list(draft)
        for line in draft:
            _allot(twin, line)
        for kind in (*range(len(POINTS)), FLAGS):
            left = twin.flags[USSR] if kind == FLAGS else twin.in_pool(USSR, kind)
            for place, front in enumerate(reversed(range(len(FRONT_NAMES)))):
                share = -(-left // (len(FRONT_NAMES) - place))
                if share:
                    found.append(Action("allot", (front, kind, share)))
                left -= share
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        front, kind, many = action.args
        what = "flags" if kind == FLAGS else KIND_NAMES[kind]
        return Wording(
            text=f"{many} {what} to the {FRONT_NAMES[front]}",
            rule="Pool",
            group=FRONT_NAMES[front].capitalize(),
            what=what,
            amount=many,
        )

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Pool] The fronts have what they have."""
        for sheet in answers.values():
            for line in sheet.lines:
                _allot(g, line)


def _allot(g: War, line: Action) -> None:
    front, kind, many = line.args
    row = len(NATIONS) + front
    if kind == FLAGS:
        g.flags[USSR] -= many
        g.flags[row] += many
    else:
        g.to_pool(USSR, kind, -many)
        g.to_pool(row, kind, many)


def gather(g: War) -> None:
    """[Pool] What fronts have not used lies in the Pool of the nation again."""
    for row in range(len(NATIONS), len(NATIONS) + len(FRONT_NAMES)):
        for kind in range(len(POINTS)):
            many = g.in_pool(row, kind)
            g.to_pool(row, kind, -many)
            g.to_pool(USSR, kind, many)


class GatherFlags(Auto[War]):
    """[Military Flags] Flags that fronts have not placed are their nation's again."""

    rule = "Military Flags"

    def run(self, g: War) -> None:
        """All of them."""
        for row in range(len(NATIONS), len(NATIONS) + len(FRONT_NAMES)):
            g.flags[USSR] += g.flags[row]
            g.flags[row] = 0


def stand_down(g: War) -> None:
    """[Air Defence] Aircraft on air defence go back to the Pool at the end of the turn (F-59)."""
    for hex_ in g.campaign.hexes:
        if g.guard[hex_]:
            side = g.side_at(hex_)
            if side is not None:
                g.to_pool(OF_SIDE[side][0], AIR, g.guard[hex_])
            g.guard[hex_] = 0


def hexes_named(g: War, hexes: Sequence[Hex]) -> str:
    """Hexes in a row."""
    return ", ".join(g.campaign.name(h) for h in hexes)
