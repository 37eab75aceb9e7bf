"""[Sequence 2] Deployment by sealed sheet: the Pool fills the line, men build, garrisons, zones and partisans are placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sandtable.kernel import (
    Action,
    Amounts,
    Auto,
    Bits,
    Concern,
    Hex,
    Refusal,
    Seat,
    Sheets,
    Wording,
    bits_of,
)

from ..events import Building, Deployed, KeptBack, Placed, StageBegan
from ..front import Stretch, building_refusal, partisans_refusal
from ..position.commands import hexes_of, nation_of, nations_of, rows_of, seats_of, side_of, writers
from ..position.line import fill_all, front, front_gaps, routes, sea_routes, stretch
from ..position.nations import (
    AIR,
    AXIS,
    HUNGARY,
    LSP,
    MEN,
    NATIONS,
    PARTISANS,
    POINTS,
    SIDE_OF,
    SIDES,
    SOVIET,
    USSR,
)
from ..position.war import War
from ..position.words import ADJECTIVES, KIND_NAMES, points_words
from . import raids
from .industry import gather, hexes_named

PLACE: Final = "place"
BUILD: Final = "build"
ZONE: Final = "zone"
GARRISON: Final = "garrison"
FLAK: Final = "flak"
GUARD: Final = "guard"
PAG: Final = "pag"


class Deploy(Sheets[War]):
    """[Sequence 2] Write your deployment: first a man for every front hex without one, then whatever the Pool has."""

    rule = "Sequence 2"

    def seats(self, g: War) -> tuple[Seat, ...]:
        """Every command at once."""
        return writers(g)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Sequence 2, Fortifications, PAG Deployment, Security Zone, Garrisons] What may be ordered next."""
        twin = drafted(g, draft)
        if raids.is_plotting(draft):
            return raids.next_legs(twin, draft)
        others = [
            *_builds(twin, seat, draft),
            *_zones(twin, seat),
            *_partisans(twin, seat),
            *raids.take_offs(twin, seat),
        ]
        return Amounts({**_places(g, twin, seat, draft), **_guards(twin, seat)}, others)

    def refusal(self, g: War, seat: Seat, action: Action) -> Refusal | None:
        """[Sequence 2] Not before every front hex that can be reached has its man (F-46)."""
        if raids.is_plotting(action.lines):
            return Refusal("Bombing Industry", "a raid has not been told what it is to bomb")
        left = missing(g, drafted(g, action.lines), seat)
        if not left:
            return None
        return Refusal(
            "Sequence 2", f"these hexes of the front have no man, and there are men: {hexes_named(g, left)}"
        )

    def concerns(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Concern]:
        """[Pool] What could still be deployed and would wait in the Pool for another turn."""
        twin = drafted(g, draft)
        left = [0] * len(POINTS)
        movable = {
            (row, kind) for (_, (row, kind, _)), most in _places(g, twin, seat, draft).items() if most > 0
        }
        for row, kind in movable:
            left[kind] += twin.in_pool(row, kind)
        if not any(left):
            return ()
        text = f"{points_words(left)} that could be deployed would stay in the Pool"
        return (Concern(kind="pool", text=text, rule="Pool"),)

    def completed(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[Sequence 2] The minimum first, then what was written as far as it still can be (F-12, F-60)."""
        found: list[Action] = []
        for row, gap in fillings(g, seat):
            line = Action(PLACE, (row, MEN, int(gap), 1))
            if line in self.lines(g, seat, found):
                found.append(line)
        kept = draft if not raids.is_plotting(draft) else raids.without_last(draft)
        if not found:
            return list(kept)
        already = {line for line in kept if line in found}
        for line in kept:
            if line not in already and line in self.lines(g, seat, found):
                found.append(line)
        return found if not raids.is_plotting(found) else list(raids.without_last(found))

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        return line_wording(g, action)

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Sequence 2] Everything is carried out; zones come before the partisans that they keep out."""
        received: dict[tuple[int, int], list[int]] = {}
        plots: list[Action] = []
        for orders in answers.values():
            for line in orders.lines:
                if line.verb in raids.VERBS:
                    plots.append(line)
                    continue
                carry_out_line(g, line)
                if line.verb == PLACE:
                    row, kind, hex_, many = line.args
                    points = received.setdefault((nation_of(row), hex_), [0] * len(POINTS))
                    points[kind] += many
                else:
                    _tell(g, line)
        for (nation, hex_), points in sorted(received.items()):
            audience = seats_of(g, SIDE_OF[nation]) if g.option("fog") else None
            g.tell(Deployed(nation, hex_, tuple(points)), audience)
        gather(g)
        fill_all(g)
        raids.begin(g, plots)


class BeginDeployment(Auto[War]):
    """[Sequence 2] The second step begins."""

    rule = "Sequence 2"

    def run(self, g: War) -> None:
        """Say so."""
        g.stage = 2
        g.tell(StageBegan(2))


def drafted(g: War, draft: Iterable[Action]) -> War:
    """The position as it would be with the lines of *draft* carried out."""
    twin = g.copy()
    twin.told = None
    for line in draft:
        if line.verb == raids.RAID:
            raids.reserve(twin, line)
        elif line.verb not in raids.VERBS:
            carry_out_line(twin, line)
    return twin


def carry_out_line(g: War, line: Action) -> None:
    """[Sequence 2] Do what a line says."""
    match line.verb, line.args:
        case "place", (row, kind, hex_, many):
            g.to_pool(row, kind, -many)
            g.add(nation_of(row), kind, hex_, many)
        case "build", (nation, hex_, faced):
            number = g.grid.side_number(Hex(hex_), Hex(faced))
            (g.building_low if hex_ < faced else g.building_high)[number] = nation + 1
            g.add(nation, MEN, hex_, -1)
            g.add(nation, LSP, hex_, -1)
        case "zone", (row, hex_):
            g.to_pool(row, MEN, -1)
            g.to_pool(row, LSP, -1)
            g.security[hex_] = nation_of(row) + 1
        case "flak", (row, hex_):
            g.to_pool(row, MEN, -1)
            g.to_pool(row, LSP, -1)
            g.flak[hex_] = nation_of(row) + 1
        case "garrison", (nation, hex_):
            g.garrison[hex_] = nation + 1
        case "guard", (row, hex_, many):
            g.to_pool(row, AIR, -many)
            g.guard[hex_] += many
        case "pag", (hex_,):
            if not g.security[hex_]:
                g.new_partisans[0] -= 1
                g.partisans[hex_] = PARTISANS


# ---- what may be ordered


def missing(g: War, twin: War, seat: Seat) -> list[Hex]:
    """[Sequence 2] Gaps that *seat* has to fill and has not: while men are left over, or have gone elsewhere (F-46)."""
    wanted = fillings(g, seat)
    if not wanted:
        return []
    side = side_of(seat)
    able = _gaps_of(g, seat)
    left = [h for h in able if not twin.total(side, MEN, h)]
    return left if len(able) - len(left) < len(wanted) else []


def fillings(g: War, seat: Seat) -> list[tuple[int, Hex]]:
    """[Sequence 2] Which Pool of *seat* can fill which gap, for as many gaps as can be filled at all (F-46)."""
    rows = [row for row in rows_of(g, seat) if g.in_pool(row, MEN) and not is_resting(g, nation_of(row))]
    ways = {row: routes(g, nation_of(row)) for row in rows}
    men = {row: g.in_pool(row, MEN) for row in rows}
    filled: dict[Hex, int] = {}

    def fill_one(gap: Hex, asked: set[Hex]) -> bool:
        """A man for *gap*, if need be by another Pool filling what one of its Pools had been meant for."""
        able = [row for row in rows if ways[row] >> gap & 1]
        for row in able:
            if men[row]:
                men[row] -= 1
                filled[gap] = row
                return True
        for row in able:
            for other in [h for h, by in filled.items() if by == row and h not in asked]:
                asked.add(other)
                if fill_one(other, asked):
                    filled[gap] = row
                    return True
        return False

    for gap in _gaps_of(g, seat):
        if not any(men.values()):
            break
        fill_one(gap, {gap})
    return [(row, gap) for gap, row in filled.items()]


def _gaps_of(g: War, seat: Seat) -> list[Hex]:
    """[Sequence 2] The gaps that a seat answers for: the German command for what its own Pool reaches (F-46)."""
    side, mask = side_of(seat), hexes_of(g, seat)
    gaps = [h for h in front_gaps(g, side) if mask >> h & 1]
    if gaps and side == AXIS and seat:
        german = routes(g, 0) if g.in_pool(0, MEN) else 0
        gaps = [h for h in gaps if not german >> h & 1]
    return gaps


def open_to(g: War, nation: int) -> Bits:
    """[Pool] Front hexes to which a route leads for *nation*, overland (F-31)."""
    return routes(g, nation) & bits_of(front(g, SIDE_OF[nation]))


def is_resting(g: War, nation: int) -> bool:
    """[Nations] Whether the Hungarians are out of the line."""
    begins, ends = g.campaign.schedule["events"]["hungary_rests"]
    return nation == HUNGARY and begins <= g.turn < ends


def _places(g: War, twin: War, seat: Seat, draft: Sequence[Action]) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Sequence 2, Pool] Points from the Pool into front hexes with a route; over sea only so many."""
    found: dict[tuple[str, tuple[int, ...]], int] = {}
    mask = hexes_of(g, seat)
    lake = g.campaign.hex(g.campaign.schedule["events"]["leningrad"]["hex"]) if g.ladoga else None
    for row in rows_of(g, seat):
        nation = nation_of(row)
        pool = [(kind, twin.in_pool(row, kind)) for kind in range(len(POINTS)) if twin.in_pool(row, kind) > 0]
        if is_resting(g, nation) or not pool:
            continue
        line = bits_of(front(g, SIDE_OF[nation])) & mask
        overland = routes(g, nation) & line
        limits: dict[Hex, int] = {}
        for reached, most in sea_routes(g, nation).values():
            used = sum(
                a.args[3]
                for a in draft
                if a.verb == PLACE and nation_of(a.args[0]) == nation and reached >> a.args[2] & 1
            )
            for hex_ in g.campaign.hexes:
                if reached & line & 1 << hex_:
                    limits[hex_] = max(most - used, 0)
        for hex_ in g.campaign.hexes:
            if not (overland >> hex_ & 1 or hex_ in limits):
                continue
            for kind, there in pool:
                most = min(there, limits.get(hex_, there))
                if hex_ == lake:
                    most = min(most, _over_the_lake(g, kind, hex_, draft))
                found[PLACE, (row, kind, int(hex_))] = most
    return found


def _over_the_lake(g: War, kind: int, hex_: Hex, draft: Sequence[Action]) -> int:
    """[Leningrad] How much may still come over Lake Ladoga while the city is cut off."""
    rules = g.campaign.schedule["events"]["leningrad"]
    used = sum(a.args[3] for a in draft if a.verb == PLACE and a.args[1:3] == (kind, hex_))
    return max(int(rules[POINTS[kind]]) - used, 0)


def _builds(twin: War, seat: Seat, draft: Sequence[Action]) -> list[Action]:
    """[Fortifications] A man and an LSP of a hex for a hexside of it, one layer a turn (F-34)."""
    side, mask = side_of(seat), hexes_of(twin, seat)
    found = []
    line = None
    for nation in nations_of(seat):
        stores = twin.stock(nation, LSP)
        for hex_ in twin.campaign.hexes:
            if not stores[hex_] or not mask >> hex_ & 1 or not twin.holds(side, hex_):
                continue
            # The man who is set aside no longer holds the hex.
            if twin.stock(nation, MEN)[hex_] < 1 or twin.total(side, MEN, hex_) < 2:
                continue
            built = twin.building(hex_)
            line = line or stretch(twin)
            for faced in twin.campaign.around[hex_]:
                if faced in built or twin.holds(side, faced):
                    continue
                if (
                    building_refusal(line, SIDES[side], [(hex_, faced)], twin.stock(nation, LSP)[hex_])
                    is None
                ):
                    found.append(Action(BUILD, (nation, hex_, faced)))
    return found


def _zones(twin: War, seat: Seat) -> list[Action]:
    """[Security Zone, Garrisons, Flak Zones] A man and an LSP from the Pool for a zone behind the line; garrisons in towns."""
    side = side_of(seat)
    found = []
    line = bits_of(front(twin, side))
    mask = hexes_of(twin, seat)
    for row in rows_of(twin, seat):
        nation = nation_of(row)
        way = routes(twin, nation) & mask
        affords = twin.in_pool(row, MEN) and twin.in_pool(row, LSP)
        for hex_ in twin.campaign.hexes:
            if not way >> hex_ & 1 or line >> hex_ & 1:
                continue
            if side == AXIS and affords and not twin.security[hex_] and twin.campaign.country(hex_) == "SU":
                found.append(Action(ZONE, (row, hex_)))
            if (
                twin.option("bombing")
                and affords
                and not twin.flak[hex_]
                and raids.is_worth_defending(twin, hex_)
            ):
                found.append(Action(FLAK, (row, hex_)))
        if row < len(NATIONS) and garrisons_left(twin, nation):
            found += [
                Action(GARRISON, (nation, hex_))
                for hex_ in twin.campaign.hexes
                if way >> hex_ & 1 and not twin.garrison[hex_] and twin.campaign.ports >> hex_ & 1
            ]
    return found


def _guards(twin: War, seat: Seat) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Air Defence] Aircraft of the Pool over hexes of one's own, where bombers may come (F-59)."""
    if not twin.option("bombing"):
        return {}
    side = side_of(seat)
    return {
        (GUARD, (row, int(hex_))): twin.in_pool(row, AIR)
        for row in rows_of(twin, seat)
        for hex_ in twin.campaign.hexes
        if twin.holds(side, hex_) and raids.is_worth_defending(twin, hex_)
    }


def _partisans(twin: War, seat: Seat) -> list[Action]:
    """[PAG Deployment] Where a new counter may be placed: in the USSR behind the enemy's line (F-35)."""
    if side_of(seat) != SOVIET or seat != seats_of(twin, SOVIET)[0] or not twin.new_partisans[0]:
        return []
    fronts = {*front(twin, AXIS), *front(twin, SOVIET)}
    line = stretch(twin)
    able = [h for h in twin.campaign.hexes if twin.holds(AXIS, h) and h not in fronts]
    return [Action(PAG, (hex_,)) for hex_ in able if pag_refusal(twin, hex_, line, fronts) is None]


def pag_refusal(
    g: War, hex_: Hex, line: Stretch | None = None, fronts: set[Hex] | None = None
) -> Refusal | None:
    """[PAG Deployment] Why partisans may not be placed in *hex_*, or None (F-35)."""
    if g.campaign.country(hex_) != "SU":
        return Refusal("PAG Deployment", f"{g.campaign.name(hex_)} is not in the USSR")
    if line is None:
        line = stretch(g)
    if hex_ not in line.holder:
        return Refusal("PAG Deployment", f"{g.campaign.name(hex_)} is neutral")
    placed = [hex_] if g.partisans[hex_] else []
    if g.security[hex_]:
        # The man of a zone is no part of the line, but he is there.
        line.men[hex_] = max(line.men.get(hex_, 0), 1)
    return partisans_refusal(line, SIDES[SOVIET], hex_, [hex_] if g.security[hex_] else [], placed, fronts)


def garrisons_left(g: War, nation: int) -> int:
    """[Garrisons] How many garrisons *nation* can still place."""
    count = g.campaign.schedule["garrisons"]["count"].get(NATIONS[nation], 0)
    return int(count) - sum(1 for h in g.campaign.hexes if g.garrison[h] == nation + 1)


# ---- words


def line_wording(g: War, action: Action) -> Wording:
    """A line of the deployment in words."""
    name = g.campaign.name
    match action.verb, action.args:
        case "place", (row, kind, hex_, many):
            nation = nation_of(row)
            return Wording(
                text=f"{ADJECTIVES[nation]}: {many} {KIND_NAMES[kind]} to {name(hex_)}",
                rule="Sequence 2",
                target={"hex": g.grid.name(Hex(hex_))},
                group=f"From the {ADJECTIVES[nation]} Pool",
                what=KIND_NAMES[kind],
                amount=many,
            )
        case "build", (nation, hex_, faced):
            return Wording(
                text=f"{ADJECTIVES[nation]}: fortify {name(hex_)} towards {name(faced)}",
                rule="Fortifications",
                target={
                    "start": g.grid.name(Hex(hex_)),
                    "hexside": g.grid.side_name(g.grid.side_number(Hex(hex_), Hex(faced))),
                },
                group="Fortifications",
            )
        case "zone", (row, hex_):
            text, rule = f"{ADJECTIVES[nation_of(row)]}: a security zone in {name(hex_)}", "Security Zone"
        case "flak", (row, hex_):
            text, rule = f"{ADJECTIVES[nation_of(row)]}: a flak zone in {name(hex_)}", "Flak Zones"
        case "garrison", (nation, hex_):
            text, rule = f"{ADJECTIVES[nation]}: a garrison in {name(hex_)}", "Garrisons"
        case "guard", (row, hex_, many):
            text, rule = (
                f"{ADJECTIVES[nation_of(row)]}: {many} air on defence over {name(hex_)}",
                "Air Defence",
            )
        case "pag", (hex_,):
            text, rule = f"Partisans in {name(hex_)}", "PAG Deployment"
        case _:
            return raids.line_wording(g, action)
    return Wording(text=text, rule=rule, target={"hex": g.grid.name(Hex(hex_))})


def _tell(g: War, line: Action) -> None:
    match line.verb, line.args:
        case "build", (nation, hex_, faced):
            g.tell(Building(nation, hex_, faced))
        case "zone", (row, hex_):
            g.tell(Placed("security zone", nation_of(row), hex_))
        case "flak", (row, hex_):
            g.tell(Placed("flak zone", nation_of(row), hex_))
        case "garrison", (nation, hex_):
            g.tell(Placed("garrison", nation, hex_))
        case "pag", (hex_,):
            g.tell(Placed("partisans", USSR, hex_) if g.partisans[hex_] else KeptBack(hex_))
