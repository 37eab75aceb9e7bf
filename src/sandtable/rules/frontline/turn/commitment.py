"""[Sequence 5, Sequence 6] Cards, LSP, divided points, forces for security operations and withdrawals, by one sealed sheet (F-48)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Action, Amounts, AskControl, Auto, Hex, Seat, Sheets, Wording

from .. import cards
from ..bombing import base_costs, range_of_bombers
from ..events import CardPlayed, FlagPlaced, OrderSet, StageBegan, Withdrew
from ..fight.engaging import FRONT, PARTISANS, Engage, Plan, Portion, Starts, planned_battle
from ..position.commands import (
    HIGH_COMMAND,
    hand,
    hexes_of,
    nations_of,
    rows_of,
    seats_of,
    side_of,
    writers,
)
from ..position.line import contact, fill_all, routes
from ..position.nations import (
    AXIS,
    LSP,
    MEN,
    NATIONS,
    OF_SIDE,
    POINTS,
    SIDE_OF,
    SIDES,
    STRENGTH,
    USSR,
)
from ..position.war import POOL, War
from ..position.words import ADJECTIVES, KIND_NAMES
from ..rounds import Fight, Round, order_of
from ..state import ATTACKER, DEFENDER
from .deployment import is_resting
from .flagging import cost, is_pool_port, may_lead, place_flag

ALLOT: Final = "lsp"
DIVIDE: Final = "divide"
SEND: Final = "send"
DIE: Final = "die"
SHIFT: Final = "shift"
ORDER: Final = "order"
EXTRA: Final = "extra"
EXTRA_TWO: Final = "extras"
WISH: Final = "wish"
WITHDRAW: Final = "withdraw"
BOMBERS: Final = "bombers"
FIRST: Final = 1
SECOND: Final = 2


class Attack(NamedTuple):
    """An attack as the flags on the map have it."""

    side: int
    target: int
    kind: int
    amphibious: int
    starts: tuple[int, ...]


def attacks(g: War) -> list[Attack]:
    """[Military Flags] All attacks that flags stand for: all flagged hexsides into one hex are one of them (F-3, F-13)."""
    starts: dict[tuple[int, int], list[int]] = {}
    for side, column in enumerate((g.flag_axis, g.flag_soviet)):
        for number, flag in enumerate(column):
            if flag:
                a, b = g.grid.sides[number]
                start, target = (a, b) if g.holds(side, a) else (b, a)
                starts.setdefault((side, int(target)), []).append(int(start))
    found = [Attack(side, target, FRONT, 0, tuple(own)) for (side, target), own in sorted(starts.items())]
    found += [
        Attack(side, g.landing_to[side], FRONT, 1, (g.landing_from[side],))
        for side in range(len(SIDES))
        if g.landing_to[side] >= 0
    ]
    return found + [
        Attack(AXIS, int(hex_), PARTISANS, 0, ()) for hex_ in g.campaign.hexes if g.operation[hex_]
    ]


def divided(found: Sequence[Attack]) -> dict[int, list[int]]:
    """[Process 1] Hexes that attack several targets, with these; they divide their points (F-13)."""
    targets: dict[int, list[int]] = {}
    for attack in found:
        for start in attack.starts:
            targets.setdefault(start, []).append(attack.target)
    return {start: several for start, several in targets.items() if len(several) > 1}


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
        return Amounts(most, _cards(twin, seat, found, draft))

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
                if line.verb == WISH:
                    wishes.append(line.args[0])
        g.then(
            *(Wish(card) for card in wishes),
            BeginCombats(),
            *(Engage(*plan) for plan in in_order(g, every)),
        )


class BeginCombats(Auto[War]):
    """[Sequence 7] The combats begin."""

    rule = "Sequence 7"

    def run(self, g: War) -> None:
        """Where two commands have taken men out of one hex, it may need one."""
        g.stage = 7
        g.tell(StageBegan(7))
        fill_all(g)


class BeginCommitment(Auto[War]):
    """[Sequence 5] Cards and withdrawals are written."""

    rule = "Sequence 5"

    def run(self, g: War) -> None:
        """Say so."""
        g.stage = 5
        g.tell(StageBegan(5))


class Wish(AskControl[War]):
    """[Card Other] A card is played for an advantage outside the rules: is it granted?"""

    rule = "Card Other"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def options(self, g: War) -> Sequence[Action]:
        """Control says what it brings, by its own means; or the card goes back."""
        return [Action("refused"), Action("granted")]

    def default(self, g: War) -> Action:
        """Nobody can grant it."""
        return Action("refused")

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Whether."""
        title = g.campaign.cards[self.card].title
        if action.verb == "granted":
            return Wording(text=f"The wish behind {title} is granted", rule=self.rule)
        return Wording(text=f"{title} goes back to the hand", rule=self.rule)

    def choose(self, g: War, action: Action) -> None:
        """A refused card is not spent (F-58)."""
        if action.verb == "refused":
            g.played[self.card] = 0


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
        case "die" | "shift" | "order" | "wish", (card, *_):
            g.played[card] = 1
        case "extra", (card, row, start, target):
            g.played[card] = 1
            g.flags[row] += 1
            place_flag(g, Action("flag", (row, start, target)))
        case "extras", (card, other, row, start, target):
            g.played[card] = g.played[other] = 1
            g.flags[row] += 2
            place_flag(g, Action("flag", (row, start, target)))


def plans(g: War, every: Sequence[tuple[Seat, Action]]) -> list[Plan]:
    """[Process 1] Every attack with what the sheets put into it."""
    found = attacks(g)
    split = divided(found)
    result = []
    for attack in found:
        attacker: list[tuple[int, int, int]] = []
        defender: list[tuple[int, int, int]] = []
        sent: dict[tuple[int, int], list[int]] = {}
        played: list[tuple[int, str, int]] = []
        flying: list[tuple[int, int, int]] = []
        for seat, line in every:
            side = side_of(seat)
            match line.verb, line.args:
                case "lsp", (nation, hex_, target, many) if target == attack.target:
                    # Partisans may be hunted in a hex that the enemy lands on: their hunters' LSP are the Pool's alone.
                    if (attack.kind == PARTISANS) == (hex_ == POOL):
                        (attacker if side == attack.side else defender).append((nation, hex_, many))
                case "send", (nation, hex_, kind, target, many) if (
                    target == attack.target and attack.kind == PARTISANS and side == attack.side
                ):
                    sent.setdefault((nation, hex_), [0] * len(STRENGTH))[kind] += many
                case "die" | "shift", (card, target) if target == attack.target:
                    played.append((card, line.verb, side))
                case "bombers", (base, target, many) if target == attack.target:
                    flying.append((base, many, ATTACKER if side == attack.side else DEFENDER))
        lines = [line for _, line in every]
        starts: Starts = tuple(
            (start, _portion(g, attack, start, split, lines) if start in split else ())
            for start in attack.starts
        )
        result.append(
            Plan(
                attack.side,
                attack.target,
                attack.kind,
                attack.amphibious,
                starts,
                tuple((n, h, p[0], p[1], p[2]) for (n, h), p in sent.items()),
                tuple(attacker),
                tuple(defender),
                tuple(played),
                tuple(flying),
            )
        )
    return result


def _portion(
    g: War, attack: Attack, start: int, split: Mapping[int, list[int]], lines: Sequence[Action]
) -> Portion:
    """[Process 1] What a hex with several targets sends against one of them: as written, the rest in equal parts (F-13)."""
    targets = split[start]
    rows = []
    for nation in OF_SIDE[attack.side]:
        parts = []
        for kind in STRENGTH:
            written = {
                target: sum(
                    a.args[4]
                    for a in lines
                    if a.verb == DIVIDE and a.args[:4] == (nation, start, target, kind)
                )
                for target in targets
            }
            rest = g.stock(nation, kind)[start] - sum(written.values())
            place = targets.index(attack.target)
            share = rest // len(targets) + (1 if place < rest % len(targets) else 0)
            parts.append(written[attack.target] + max(share, 0))
        if any(parts):
            rows.append((nation, parts[0], parts[1], parts[2]))
    return tuple(rows)


def in_order(g: War, every: Sequence[tuple[Seat, Action]]) -> list[Plan]:
    """[Sequence 7, Card Order] The combats as they are resolved: by the rules for a round of them (F-7, F-21, F-22)."""
    found = {}
    for plan in plans(g, every):
        name = g.grid.name(Hex(plan.target))
        found[f"{name}, partisans" if plan.kind == PARTISANS else name] = plan
    fights = []
    idle = []
    for name, plan in found.items():
        battle = planned_battle(g, plan)
        if battle is None:
            idle.append(plan)
            continue
        fights.append(Fight(name=name, sides=(SIDES[plan.side], SIDES[1 - plan.side]), battle=battle))
    bids = [
        cards.Card(side=SIDES[side_of(seat)], value=g.campaign.cards[line.args[0]].value, use=cards.ORDER)
        for seat, line in every
        if line.verb == ORDER
    ]
    chooser = cards.chooser_of_order(bids, SIDES)
    first = ""
    if chooser:
        side = SIDES.index(chooser)
        wanted = next(line.args[1] for seat, line in every if line.verb == ORDER and side_of(seat) == side)
        first = SIDES[side if wanted == FIRST else 1 - side]
        g.goes_first = SIDES.index(first) + 1
    round_ = Round(
        fights=tuple(fights),
        cards=tuple(bids),
        placed_first=SIDES[g.placed_first - 1] if g.placed_first else SIDES[AXIS],
        first=first,
    )
    ordered = [found[fight.name] for fight in order_of(round_)]
    if ordered:
        g.tell(OrderSet(tuple(plan.target for plan in ordered), g.goes_first))
    return [*ordered, *idle]


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
            if not way >> hex_ & 1 or not any(g.has(nation, hex_)):
                continue
            for kind in range(len(POINTS)):
                if hex_ in busy and kind in STRENGTH:
                    continue
                many = spare(g, nation, kind, hex_)
                most[WITHDRAW, (nation, int(hex_), kind)] = 0 if hex_ == cut_off else many
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


def _cards(g: War, seat: Seat, found: Sequence[Attack], draft: Sequence[Action]) -> list[Action]:
    """[Advantage Cards] The five uses of each card that is left (F-21)."""
    own = hand(g, seat)
    result = []
    for card in own:
        for attack in found:
            result += [Action(DIE, (card, attack.target)), Action(SHIFT, (card, attack.target))]
        # All cards of a sheet for the order want the same.
        wanted = {a.args[1] for a in draft if a.verb == ORDER} or {FIRST, SECOND}
        result += [Action(ORDER, (card, turn)) for turn in sorted(wanted)]
        if g.option("wishes"):
            result.append(Action(WISH, (card,)))
    if own:
        result += _extra_flags(g, seat, own)
    return result


def _extra_flags(g: War, seat: Seat, own: Sequence[int]) -> list[Action]:
    """[Card Flag] One more flag, at once on the map; in winter two cards, or one and a flag that is left (F-21)."""
    side = side_of(seat)
    pairs = [
        (start, target)
        for start, target in contact(g, side)
        if g.campaign.side(start, target) not in g.campaign.straits
        and not g.flag(side, start, target)
        and target != g.landing_to[side]
    ]
    result = []
    for row in rows_of(g, seat):
        if row >= len(NATIONS):
            continue
        for start, target in pairs:
            if not may_lead(g, row, start):
                continue
            needed = cost(g, target)
            if needed <= 1 + g.flags[row]:
                result += [Action(EXTRA, (card, row, start, target)) for card in own]
            elif needed == 2:
                result += [
                    Action(EXTRA_TWO, (card, other, row, start, target))
                    for n, card in enumerate(own)
                    for other in own[n + 1 :]
                ]
    return result


# ---- words


def commit_wording(g: War, action: Action) -> Wording:
    """A line of the sheet in words."""
    name = g.campaign.name

    def at(hex_: int) -> dict[str, str]:
        return {"hex": g.grid.name(Hex(hex_))} if hex_ >= 0 else {}

    def where(hex_: int) -> str:
        return name(hex_) if hex_ >= 0 else "the Pool"

    def card(number: int) -> str:
        return f"{g.campaign.cards[number].title} (+{g.campaign.cards[number].value})"

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
        case "die", (number, target):
            text = f"{card(number)} for the die in the combat for {name(target)}"
            return Wording(text=text, rule="Card Die", target=at(target), group="Cards")
        case "shift", (number, target):
            text = f"{card(number)} for a column in the combat for {name(target)}"
            return Wording(text=text, rule="Card Shift", target=at(target), group="Cards")
        case "order", (number, turn):
            text = f"{card(number)} to go {('first', 'second')[turn - 1]}"
            return Wording(text=text, rule="Card Order", group="Cards")
        case "extra", (number, _, start, target):
            text = f"{card(number)} for a flag from {name(start)} towards {name(target)}"
            return Wording(text=text, rule="Card Flag", target=at(target), group="Cards")
        case "extras", (number, other, _, start, target):
            text = f"{card(number)} and {card(other)} for a flag from {name(start)} towards {name(target)}"
            return Wording(text=text, rule="Card Flag", target=at(target), group="Cards")
    return Wording(text=f"{card(action.args[0])} for an advantage that Control judges", rule="Card Other")


def _tell(g: War, line: Action) -> None:
    match line.verb, line.args:
        case "withdraw", (nation, hex_, kind, many):
            points = tuple(many if k == kind else 0 for k in range(len(POINTS)))
            g.tell(Withdrew(nation, hex_, points), seats_of(g, SIDE_OF[nation]))
        case "die" | "shift", (card, target):
            g.tell(CardPlayed(card, line.verb, target))
        case "order", (card, _):
            g.tell(CardPlayed(card, "order", -1))
        case "wish", (card,):
            g.tell(CardPlayed(card, "control", -1))
        case "extra", (card, row, start, target):
            g.tell(CardPlayed(card, "flag", target))
            g.tell(FlagPlaced(row, (start, target), "flag"))
        case "extras", (card, other, row, start, target):
            g.tell(CardPlayed(card, "flag", target))
            g.tell(CardPlayed(other, "flag", target))
            g.tell(FlagPlaced(row, (start, target), "flag"))
