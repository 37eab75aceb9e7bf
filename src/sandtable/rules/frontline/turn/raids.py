"""[Bombing Industry, Bombing Terror, Bomber Bases] Raids of strategic bombers: plotted on the sheet of step 2, flown when all are open.

A raid takes off, is led from hex to hex, and is told what to bomb where it ends: three kinds of lines, one after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Action, Auto, Choice, Hex, Seat, Wording

from ..bombing import MeetDefences, base_costs, range_of_bombers
from ..events import LineShut, RaidFlown
from ..position.commands import ALLIED, GERMAN, HIGH_COMMAND
from ..position.nations import AIR, AXIS, GERMANY, LSP, POINTS, SOVIET, TANKS, USSR
from ..position.war import War
from ..position.words import KIND_NAMES

RAID: Final = "raid"
LEG: Final = "leg"
BOMB: Final = "bomb"
VERBS: Final = (RAID, LEG, BOMB)
INDUSTRY: Final = 0
TERROR: Final = 1
ROLES: Final = ("industry", "terror")
# What a bomber can shut down.
LINES: Final = (TANKS, AIR, LSP)


class Plot(NamedTuple):
    """A raid as it was plotted."""

    base: int
    bombers: int
    path: tuple[int, ...]
    role: int


def is_plotting(draft: Sequence[Action]) -> bool:
    """Whether the last raid of *draft* has not been told what to bomb."""
    return bool(draft) and draft[-1].verb in (RAID, LEG)


def without_last(draft: Sequence[Action]) -> Sequence[Action]:
    """*draft* without a raid that leads nowhere."""
    last = max(n for n, line in enumerate(draft) if line.verb == RAID)
    return draft[:last]


def plots_in(lines: Sequence[Action]) -> Iterator[Plot]:
    """The raids that are plotted in *lines*, one after another."""
    base = bombers = 0
    path: list[int] = []
    for line in lines:
        if line.verb == RAID:
            (base, bombers), path = line.args, []
        elif line.verb == LEG:
            path.append(line.args[0])
        elif line.verb == BOMB:
            yield Plot(base, bombers, tuple(path), line.args[0])


def is_worth_defending(g: War, hex_: Hex) -> bool:
    """[Air Defence] Hexes over which aircraft and flak are put: industrial zones and Major Cities."""
    return any(hex_ in zones for zones in g.campaign.zones) or bool(g.campaign.major >> hex_ & 1)


def roles_at(g: War, hex_: int) -> list[int]:
    """[Bombing Industry, Bombing Terror] What bombers may do over *hex_*: it must be the enemy's."""
    if not g.holds(AXIS, hex_):
        return []
    found = [INDUSTRY] if zone_owner(g, hex_) is not None else []
    return [*found, TERROR] if g.campaign.board.places_at(Hex(hex_)) else found


def zone_owner(g: War, hex_: int) -> int | None:
    """The nation whose industrial zone *hex_* is."""
    return next((n for n, zones in enumerate(g.campaign.zones) if hex_ in zones), None)


def take_offs(g: War, seat: Seat) -> list[Action]:
    """[Bomber Bases] Raids that may begin: from bases with bombers that have not flown, and LSP for the base."""
    if seat != HIGH_COMMAND or not g.option("bombing"):
        return []
    found = []
    for number, base in enumerate(g.campaign.bases):
        ready = g.bomber_count[number] - g.bomber_flown[number]
        paid = base.west or g.in_pool(USSR, LSP) >= base_costs() or g.bomber_flown[number]
        held = base.hex < 0 or g.holds(SOVIET, base.hex)
        if ready > 0 and paid and held and next_legs(g, [Action(RAID, (number, ready))]):
            found += [Action(RAID, (number, n)) for n in sorted({1, -(-ready // 2), ready})]
    return found


def next_legs(g: War, draft: Sequence[Action]) -> list[Action]:
    """[Bomber Range] Where the raid that is being plotted may go on to, and what it may bomb where it is."""
    start = max(n for n, line in enumerate(draft) if line.verb == RAID)
    base = g.campaign.bases[draft[start].args[0]]
    path = [line.args[0] for line in draft[start + 1 :]]
    reach = range_of_bombers(g.tables, g.year)
    targets = [h for h in g.campaign.hexes if roles_at(g, h)]

    def leads_on(hex_: int, flown: int) -> bool:
        return flown <= reach and any(g.grid.distance(Hex(hex_), t) <= reach - flown for t in targets)

    if not path:
        if base.hex < 0:
            return [Action(LEG, (h,)) for h, cost in base.entries if leads_on(h, cost)]
        return [Action(LEG, (int(h),)) for h in g.grid.neighbours(Hex(base.hex)) if leads_on(h, 1)]
    flown = len(path) if base.hex >= 0 else dict(base.entries)[path[0]] + len(path) - 1
    found = [Action(BOMB, (role,)) for role in roles_at(g, path[-1])]
    return found + [
        Action(LEG, (int(h),))
        for h in g.grid.neighbours(Hex(path[-1]))
        if h not in path and h in g.campaign.board.terrain and leads_on(h, flown + 1)
    ]


def line_wording(g: War, action: Action) -> Wording:
    """A line of a plot in words."""
    match action.verb, action.args:
        case "raid", (base, bombers):
            where = g.campaign.bases[base].name
            return Wording(text=f"A raid with {bombers} bombers from {where}", rule="Bomber Bases")
        case "leg", (hex_,):
            target = {"hex": g.grid.name(Hex(hex_))}
            return Wording(text=f"... over {g.campaign.name(hex_)}", rule="Bomber Range", target=target)
    rule = ("Bombing Industry", "Bombing Terror")[action.args[0]]
    return Wording(text=f"... against {('industry', 'the city')[action.args[0]]} there", rule=rule)


def begin(g: War, lines: Sequence[Action]) -> None:
    """[Bomber Bases] Pay for the bases, and let the raids fly."""
    for line in lines:
        if line.verb == RAID:
            reserve(g, line)
    g.then(*(FlyRaid(*plot) for plot in plots_in(lines)))


def reserve(g: War, line: Action) -> None:
    """[Bomber Bases] The bombers of a raid have flown for this turn, and their base is paid for."""
    base, bombers = line.args
    if not g.campaign.bases[base].west and not g.bomber_flown[base]:
        g.to_pool(USSR, LSP, -base_costs())
    g.bomber_flown[base] += bombers


class FlyRaid(Auto[War]):
    """[Air Defence] A raid flies its path and meets what is placed along it."""

    rule = "Air Defence"

    def __init__(self, base: int, bombers: int, path: tuple[int, ...], role: int) -> None:
        self.base: Final = base
        self.bombers: Final = bombers
        self.path: Final = path
        self.role: Final = role

    def run(self, g: War) -> None:
        """Every air unit and every flak zone on the path (F-39)."""
        fighters = sum(g.guard[h] for h in self.path if g.holds(AXIS, h))
        zones = sum(1 for h in self.path if g.flak[h] and g.holds(AXIS, h))
        g.take_off(self.bombers)
        g.then(
            MeetDefences(fighters, zones),
            RaidOver(self.base, self.path[-1], self.role, int(fighters + zones > 0)),
        )


class RaidOver(Auto[War]):
    """[Bombing Industry, Bombing Terror] What the bombers that came through have done."""

    rule = "Bombing Industry"

    def __init__(self, base: int, target: int, role: int, met: int) -> None:
        self.base: Final = base
        self.target: Final = target
        self.role: Final = role
        self.met: Final = met

    def run(self, g: War) -> None:
        """A production line for each; terror counts where it was not opposed (F-57)."""
        g.bomber_count[self.base] -= g.lost
        g.bomber_flown[self.base] -= g.lost
        effective = g.effective
        g.tell(RaidFlown(self.base, self.target, ROLES[self.role], effective, g.lost))
        g.take_off(0)
        if self.role == TERROR:
            scored = 0 if self.met else min(effective, g.campaign.schedule["bombing"]["terror"] - g.terror)
            g.terror += scored
            g.points -= scored
            return
        nation = zone_owner(g, self.target)
        if nation is not None:
            g.then(*(ShutLine(nation) for _ in range(effective)))


class ShutLine(Choice[War]):
    """[Bombing Industry] A production line is shut down for the coming turn: which?"""

    rule = "Bombing Industry"
    quiet = True

    def __init__(self, nation: int) -> None:
        self.nation: Final = nation

    def seat(self, g: War) -> Seat:
        """The owner."""
        return GERMAN if self.nation == GERMANY else ALLIED

    def options(self, g: War) -> Sequence[Action]:
        """A line that works: a point of tanks, air or LSP; nothing where none is left."""
        turn = min(g.turn + 1, g.campaign.last_turn)
        made = g.campaign.of_year("production", self.nation, turn)
        open_ = [k for k in LINES if made[k] > g.shut[self.nation * len(POINTS) + k]]
        return [Action("shut", (kind,)) for kind in open_] or [Action("nothing")]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Which."""
        if action.verb == "nothing":
            return Wording(text="No line is left to shut down", rule=self.rule)
        return Wording(text=f"A line of {KIND_NAMES[action.args[0]]}", rule=self.rule)

    def proposal(self, g: War, seat: Seat) -> Action:
        """The last of them."""
        return self.options(g)[-1]

    def choose(self, g: War, action: Action) -> None:
        """It stands still."""
        if action.verb == "shut":
            g.shut[self.nation * len(POINTS) + action.args[0]] += 1
            g.tell(LineShut(self.nation, action.args[0]))
