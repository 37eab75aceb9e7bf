"""[Sequence 5, Sequence 6] Cards, LSP, divided points, forces for security operations and withdrawals, by one sealed sheet (F-48)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sandtable.kernel import Action, Amounts, Auto, Hex, Seat, Sheets, Wording

from ..bombing import base_costs, range_of_bombers
from ..events import StageBegan, Withdrew
from ..fight.engaging import PARTISANS, Engage
from ..position.commands import HIGH_COMMAND, hexes_of, nations_of, seats_of, side_of, writers
from ..position.line import fill_all, routes
from ..position.nations import LSP, MEN, POINTS, SIDE_OF, STRENGTH, USSR
from ..position.war import POOL, War
from ..position.words import ADJECTIVES, KIND_NAMES
from . import card_play
from .attacks import BEFORE, DIVIDE, Attack, attacks, divided, in_order
from .deployment import is_resting
from .flagging import is_pool_port

ALLOT: Final = "lsp"
SEND: Final = "send"
WITHDRAW: Final = "withdraw"
BOMBERS: Final = "bombers"


class Commit(Sheets[War]):
    """[Sequence 5] Play cards, commit LSP, divide points, and take forces out of the line."""

    rule = "Sequence 5"

    def seats(self, g: War) -> tuple[Seat, ...]:
        """Every command at once."""
        return writers(g)

    def lines(self, g: War, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
        """[LSP, Advantage Cards, Sequence 6] What may be ordered next."""
        twin = committed(g, draft)
        found = attacks(twin)
        most = {
            **_supplies(twin, seat, found),
            **_divisions(twin, seat, found, draft),
            **_forces(twin, seat, found),
            **_embarking(twin, seat),
            **_withdrawals(twin, seat, found),
            **_bombers(twin, seat, found),
        }
        cards = card_play.card_lines(twin, seat, [attack.target for attack in found], draft)
        return Amounts(most, [*cards, *_order(twin, seat, found, draft)])

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A line of the sheet."""
        return commit_wording(g, action)

    def reveal(self, g: War, answers: Mapping[Seat, Action]) -> None:
        """[Sequence 5, Sequence 6] Cards are turned up together, forces leave, and the combats are put in their order."""
        every: list[tuple[Seat, Action]] = []
        wishes: list[int] = []
        for seat, orders in answers.items():
            for line in orders.lines:
                every.append((seat, line))
                commit_line(g, line)
                _tell(g, line)
                if line.verb == card_play.WISH:
                    wishes.append(line.args[0])
        combats = [Engage(*plan) for plan in in_order(g, every)]
        # Where two commands have taken men out of one hex, it may need one before anybody is asked anything.
        fill_all(g)
        g.then(*(card_play.Wish(card) for card in wishes), BeginCombats(), *combats)


class BeginCombats(Auto[War]):
    """[Sequence 7] The combats begin."""

    rule = "Sequence 7"

    def run(self, g: War) -> None:
        """Say so."""
        g.stage = 7
        g.tell(StageBegan(7))


class BeginCommitment(Auto[War]):
    """[Sequence 5] Cards and withdrawals are written."""

    rule = "Sequence 5"

    def run(self, g: War) -> None:
        """Say so."""
        g.stage = 5
        g.tell(StageBegan(5))


# ---- carrying out


def committed(g: War, draft: Iterable[Action]) -> War:
    """The position as it would be with the lines of *draft* carried out."""
    twin = g.copy()
    twin.told = None
    for line in draft:
        commit_line(twin, line)
    return twin


def commit_line(g: War, line: Action) -> None:
    """[Sequence 5, Sequence 6] Do what a line says: what is committed leaves its hex, and comes back where the attack lapses."""
    match line.verb, line.args:
        case "lsp", (nation, hex_, _, many):
            if hex_ == POOL:
                g.to_pool(nation, LSP, -many)
            else:
                g.add(nation, LSP, hex_, -many)
        case "send", (nation, hex_, kind, target, many):
            if hex_ == POOL:
                g.to_pool(nation, kind, -many)
            else:
                g.add(nation, kind, hex_, -many)
            side = SIDE_OF[nation]
            if target == g.landing_to[side]:
                g.add(nation, kind, g.landing_from[side], many)
        case "withdraw", (nation, hex_, kind, many):
            g.add(nation, kind, hex_, -many)
            g.withdrawn[nation * len(POINTS) + kind] += many
        case "bombers", (base, _, many):
            if not g.bomber_flown[base] and not g.campaign.bases[base].west:
                g.to_pool(USSR, LSP, -base_costs())
            g.bomber_flown[base] += many
        case verb, _ if verb in card_play.VERBS:
            card_play.play_card(g, line)


# ---- what may be ordered


def _supplies(g: War, seat: Seat, found: Sequence[Attack]) -> dict[tuple[str, tuple[int, ...]], int]:
    """[LSP, LSP Die] LSP that lie in a hex of the combat, attacker's or defender's; for an operation from the Pool too (F-20)."""
    side, mask = side_of(seat), hexes_of(g, seat)
    most: dict[tuple[str, tuple[int, ...]], int] = {}
    for attack in found:
        if attack.side == side:
            where = [*attack.starts, *([POOL] if attack.kind == PARTISANS else [])]
        else:
            where = [attack.target] if attack.kind != PARTISANS else []
        for hex_ in where:
            for nation in nations_of(seat):
                if hex_ == POOL:
                    most[ALLOT, (nation, hex_, attack.target)] = g.in_pool(nation, LSP)
                elif mask >> hex_ & 1:
                    most[ALLOT, (nation, hex_, attack.target)] = g.stock(nation, LSP)[hex_]
    return most


def _divisions(
    g: War, seat: Seat, found: Sequence[Attack], draft: Sequence[Action]
) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Process 1] Points of a hex that attacks several targets; what is not named goes in equal parts (F-13)."""
    side, mask = side_of(seat), hexes_of(g, seat)
    most: dict[tuple[str, tuple[int, ...]], int] = {}
    for start, targets in divided([a for a in found if a.side == side]).items():
        if not mask >> start & 1:
            continue
        for nation in nations_of(seat):
            for kind in STRENGTH:
                named = sum(
                    a.args[4]
                    for a in draft
                    if a.verb == DIVIDE and (a.args[0], a.args[1], a.args[3]) == (nation, start, kind)
                )
                for target in targets:
                    most[DIVIDE, (nation, start, target, kind)] = g.stock(nation, kind)[start] - named
    return most


def _order(g: War, seat: Seat, found: Sequence[Attack], draft: Sequence[Action]) -> list[Action]:
    """[Sequence 7] Combats of one's own that are to come before others of the same effectiveness (F-22)."""
    side, mask = side_of(seat), hexes_of(g, seat)
    own = [attack for attack in found if attack.side == side]
    if len(own) < 2:
        return []
    # What starts from no hex is ordered by whoever leads.
    able = [a for a in own if any(mask >> start & 1 for start in a.starts) or (mask and not a.starts)]
    return [line for a in able if (line := Action(BEFORE, (a.target,))) not in draft]


def _embarking(g: War, seat: Seat) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Naval Flags, Pool] What may embark from the Pool for a landing out of a port to which a route leads (F-28, F-63)."""
    side = side_of(seat)
    port, target = g.landing_from[side], g.landing_to[side]
    if target < 0 or seat > HIGH_COMMAND:
        return {}
    return {
        (SEND, (nation, POOL, kind, target)): g.in_pool(nation, kind)
        for nation in nations_of(seat)
        if is_pool_port(g, nation, port) and not is_resting(g, nation)
        for kind in range(len(POINTS))
    }


def _forces(g: War, seat: Seat, found: Sequence[Attack]) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Security Operation] Forces against partisans: from the Pool, or from front hexes with a route (F-36)."""
    most: dict[tuple[str, tuple[int, ...]], int] = {}
    side = side_of(seat)
    busy = {start for attack in found for start in attack.starts}
    for attack in found:
        if attack.kind != PARTISANS or attack.side != side:
            continue
        for nation in nations_of(seat):
            way = routes(g, nation)
            if not way >> attack.target & 1:
                continue
            for kind in STRENGTH:
                most[SEND, (nation, POOL, kind, attack.target)] = g.in_pool(nation, kind)
                for hex_ in g.campaign.hexes:
                    if way >> hex_ & 1 and hex_ not in busy and g.stock(nation, kind)[hex_]:
                        most[SEND, (nation, int(hex_), kind, attack.target)] = spare(g, nation, kind, hex_)
    return most


def spare(g: War, nation: int, kind: int, hex_: int) -> int:
    """[Sequence 6] What may leave a hex: every hex keeps one man (F-31)."""
    here = g.stock(nation, kind)[hex_]
    if kind != MEN:
        return here
    return min(here, g.total(SIDE_OF[nation], MEN, hex_) - 1)


def _withdrawals(g: War, seat: Seat, found: Sequence[Attack]) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Sequence 6] Points that go back to the Pool by a route; those that attack stay (F-31, F-48)."""
    side, mask = side_of(seat), hexes_of(g, seat)
    busy = {start for attack in found if attack.side == side for start in attack.starts}
    rules = g.campaign.schedule["events"]["leningrad"]
    cut_off = g.campaign.hex(rules["hex"]) if g.ladoga else -1
    most: dict[tuple[str, tuple[int, ...]], int] = {}
    for nation in nations_of(seat):
        way = routes(g, nation) & mask
        for hex_ in g.campaign.hexes:
            if not way >> hex_ & 1 or hex_ == cut_off:
                continue
            for kind, points in enumerate(g.has(nation, hex_)):
                if points and not (hex_ in busy and kind in STRENGTH):
                    most[WITHDRAW, (nation, int(hex_), kind)] = spare(g, nation, kind, hex_)
    return most


def _bombers(g: War, seat: Seat, found: Sequence[Attack]) -> dict[tuple[str, tuple[int, ...]], int]:
    """[Bombing Support] Bombers within range that have not flown, for attack or defence, where the base is paid for (F-39)."""
    if seat != HIGH_COMMAND:
        return {}
    reach = range_of_bombers(g.tables, g.year)
    most: dict[tuple[str, tuple[int, ...]], int] = {}
    for number, base in enumerate(g.campaign.bases):
        ready = g.bomber_count[number] - g.bomber_flown[number]
        if base.hex < 0 or ready <= 0 or not g.holds(SIDE_OF[USSR], base.hex):
            continue
        if not g.bomber_flown[number] and g.in_pool(USSR, LSP) < base_costs():
            continue
        for attack in found:
            if attack.kind != PARTISANS and g.grid.distance(Hex(base.hex), Hex(attack.target)) <= reach:
                most[BOMBERS, (number, attack.target)] = ready
    return most


# ---- words


def commit_wording(g: War, action: Action) -> Wording:
    """A line of the sheet in words."""
    name = g.campaign.name

    def at(hex_: int) -> dict[str, str]:
        return {"hex": g.grid.name(Hex(hex_))} if hex_ >= 0 else {}

    def where(hex_: int) -> str:
        return name(hex_) if hex_ >= 0 else "the Pool"

    match action.verb, action.args:
        case "lsp", (nation, hex_, target, many):
            text = f"{many} {ADJECTIVES[nation]} LSP of {where(hex_)} for the combat for {name(target)}"
            return Wording(
                text=text,
                rule="LSP",
                target=at(target),
                group=f"Combat for {name(target)}",
                what=f"LSP of {where(hex_)}",
                amount=many,
            )
        case "divide", (nation, hex_, target, kind, many):
            text = f"{many} {ADJECTIVES[nation]} {KIND_NAMES[kind]} of {name(hex_)} against {name(target)}"
            return Wording(
                text=text,
                rule="Process 1",
                target={"start": g.grid.name(Hex(hex_)), **at(target)},
                group=f"Combat for {name(target)}",
                what=KIND_NAMES[kind],
                amount=many,
            )
        case "send", (nation, hex_, kind, target, many):
            if target == g.landing_to[SIDE_OF[nation]]:
                port = name(g.landing_from[SIDE_OF[nation]])
                return Wording(
                    text=f"{many} {ADJECTIVES[nation]} {KIND_NAMES[kind]} of the Pool embark in {port}",
                    rule="Naval Flags",
                    target=at(target),
                    group=f"Landing at {name(target)}",
                    what=f"{KIND_NAMES[kind]} of the Pool",
                    amount=many,
                )
            text = f"{many} {ADJECTIVES[nation]} {KIND_NAMES[kind]} of {where(hex_)} against the partisans in {name(target)}"
            return Wording(
                text=text,
                rule="Security Operation",
                target=at(target),
                group=f"Operation in {name(target)}",
                what=f"{KIND_NAMES[kind]} of {where(hex_)}",
                amount=many,
            )
        case "withdraw", (nation, hex_, kind, many):
            text = f"{many} {ADJECTIVES[nation]} {KIND_NAMES[kind]} of {name(hex_)} to the Pool"
            return Wording(
                text=text,
                rule="Sequence 6",
                target=at(hex_),
                group="To the Pool",
                what=KIND_NAMES[kind],
                amount=many,
            )
        case "bombers", (base, target, many):
            text = f"{many} bombers from {g.campaign.bases[base].name} in the combat for {name(target)}"
            return Wording(text=text, rule="Bombing Support", target=at(target))
        case "before", (target,):
            return Wording(
                text=f"The combat for {name(target)} before those that are not named",
                rule="Sequence 7",
                target=at(target),
                group="Order of our combats",
            )
    return card_play.card_wording(g, action)


def _tell(g: War, line: Action) -> None:
    match line.verb, line.args:
        case "withdraw", (nation, hex_, kind, many):
            points = tuple(many if k == kind else 0 for k in range(len(POINTS)))
            g.tell(Withdrew(nation, hex_, points), seats_of(g, SIDE_OF[nation]))
        case verb, _ if verb in card_play.VERBS:
            card_play.tell_card(g, line)
