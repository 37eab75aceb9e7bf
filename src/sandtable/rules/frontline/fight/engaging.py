"""[Process 1, Process 4, Sequence 7] A combat as it was planned on the sheets, and what of it is left when its moment comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Auto, Forward, Hex, Seat

from ..cards import DIE, Card, added_to_the_die, columns_shifted
from ..combat import ReckonOdds, colour_of, outcome_of
from ..events import CardReturned, CombatBegan, CombatEnded, Lapsed
from ..losses import loses
from ..odds import final_column, strength
from ..position.line import fill_all, partisans_near
from ..position.nations import (
    AXIS,
    LEADING,
    LSP,
    OF_SIDE,
    SIDES,
    SOVIET,
    STRENGTH,
    USSR,
)
from ..position.war import GARRISONED, POOL, QUIET, Facing, War, battle_of
from ..state import ATTACKER, DEFENDER, KINDS, TARGETS, Battle

FRONT, PARTISANS, GARRISON = range(len(TARGETS))
# Partisans fight with this effectiveness (F-35).
IRREGULAR: Final = 1
# How many numbers a row of ``attacked`` has.
_ATTACKED: Final = 2 + len(STRENGTH)

# (nation, hex, points); nation, hex, men, tanks, aircraft; card and its use; base, bombers and role.
Lots = tuple[tuple[int, int, int], ...]
Sent = tuple[tuple[int, int, int, int, int], ...]
Played = tuple[tuple[int, str, int], ...]
Bombers = tuple[tuple[int, int, int], ...]
Portion = tuple[tuple[int, int, int, int], ...]
Starts = tuple[tuple[int, Portion], ...]


class Plan(NamedTuple):
    """[Process 1] What both sides have put into one combat: as it stands in the step that fights it."""

    side: int
    target: int
    kind: int = FRONT
    amphibious: int = 0
    # Starting hexes, each with the points of each nation that go into this combat; without them, all there are (F-13).
    starts: Starts = ()
    # For a security operation: what was sent, from the Pool or a hex.
    sent: Sent = ()
    attacker_lsp: Lots = ()
    defender_lsp: Lots = ()
    cards: Played = ()
    bombers: Bombers = ()


def played_for(g: War, plan: Plan) -> list[Card]:
    """[Card Die, Card Shift] The cards of a combat as the rules of cards know them; an ally's counts for the side."""
    found = []
    for number, use, side in plan.cards:
        card = g.campaign.cards[number]
        found.append(Card(side=SIDES[side], value=card.value, use=use, combat=g.grid.name(Hex(plan.target))))
    return found


def rows_for(g: War, plan: Plan) -> list[int]:
    """[Process 1, Garrisons, Bombing Support] Everything that fights: what the hexes have left of what was meant for it (F-13, F-23)."""
    found: list[int] = []
    for hex_, portion in plan.starts:
        if not g.holds(plan.side, hex_):
            continue
        for nation in OF_SIDE[plan.side]:
            points = _portion(g, nation, hex_, portion)
            if any(points):
                lsp = _lots(plan.attacker_lsp, nation, hex_)
                found += [ATTACKER, nation, hex_, g.effectiveness(nation), *points, 0, lsp]
    for nation, hex_, men, tanks, air in plan.sent:
        lsp = _lots(plan.attacker_lsp, nation, hex_)
        found += [ATTACKER, nation, POOL, g.effectiveness(nation), men, tanks, air, 0, lsp]
    for base, many, role in plan.bombers:
        many = min(many, g.bomber_count[base])
        if many:
            found += [role, USSR, POOL, g.effectiveness(USSR), 0, 0, 0, many, 0]
    return found + _defenders(g, plan)


def _defenders(g: War, plan: Plan) -> list[int]:
    if plan.kind == PARTISANS:
        return [DEFENDER, USSR, GARRISONED, IRREGULAR, 1, 0, 0, 0, 0]
    found: list[int] = []
    for nation in OF_SIDE[1 - plan.side]:
        men, tanks, air, _ = g.has(nation, plan.target)
        lsp = _lots(plan.defender_lsp, nation, plan.target)
        if men or tanks or air or lsp:
            found += [DEFENDER, nation, plan.target, g.effectiveness(nation), men, tanks, air, 0, lsp]
    if g.garrison[plan.target]:
        nation = g.garrison[plan.target] - 1
        found += [DEFENDER, nation, GARRISONED, g.effectiveness(nation), 1, 0, 0, 0, 0]
    if not found:
        # A hex behind the line that is landed on: nobody is there, and the column is 5:1 (F-15).
        nation = LEADING[1 - plan.side]
        found = [DEFENDER, nation, plan.target, g.effectiveness(nation), 0, 0, 0, 0, 0]
    return found


def _portion(g: War, nation: int, hex_: int, portion: Portion) -> tuple[int, ...]:
    """[Process 1] What *nation* attacks with from a hex: all, or its part of a divided hex without what has attacked before (F-13)."""
    here = g.has(nation, hex_)[: len(STRENGTH)]
    if not portion:
        return here
    used = [0] * len(STRENGTH)
    for n in range(0, len(g.attacked), _ATTACKED):
        if g.attacked[n] == hex_ and g.attacked[n + 1] == nation:
            used = [a + b for a, b in zip(used, g.attacked[n + 2 : n + _ATTACKED], strict=True)]
    meant = next((row[1:] for row in portion if row[0] == nation), (0, 0, 0))
    return tuple(max(min(want, has - gone), 0) for want, has, gone in zip(meant, here, used, strict=True))


def _lots(lots: Lots, nation: int, hex_: int) -> int:
    return sum(many for who, where, many in lots if (who, where) == (nation, hex_))


def facing_for(g: War, plan: Plan) -> Facing:
    """[Process 4, Fortified Hexside, Major City, PAG Marker] All that changes columns and dice (F-17 to F-19, F-28)."""
    starts = [hex_ for hex_, _ in plan.starts if g.holds(plan.side, hex_)]
    combat = g.grid.name(Hex(plan.target))
    cards = played_for(g, plan)
    die = [added_to_the_die(cards, combat, SIDES[side]) for side in (plan.side, 1 - plan.side)]
    shift = [columns_shifted(cards, combat, SIDES[side]) for side in (plan.side, 1 - plan.side)]
    partisans = 0
    if plan.side == AXIS:
        near = [*starts, *(hex_ for _, hex_, *_ in plan.sent if hex_ >= 0)] or [plan.target]
        but = plan.target if plan.kind == PARTISANS else -1
        partisans |= 1 << ATTACKER if partisans_near(g, near, but) else 0
    elif partisans_near(g, (plan.target,)):
        partisans |= 1 << DEFENDER
    faced = [h for h in starts if h in g.grid.neighbours(Hex(plan.target))]
    layers = max((g.layers(plan.target, h) for h in faced), default=0) if plan.kind != PARTISANS else 0
    kind = plan.kind
    if kind != PARTISANS:
        empty = not any(g.total(1 - plan.side, k, plan.target) for k in STRENGTH)
        kind = GARRISON if empty and g.garrison[plan.target] else FRONT
    return Facing(
        target=plan.target,
        kind=kind,
        side=plan.side,
        amphibious=plan.amphibious,
        # Specialised landing craft were western; nobody here has any.
        craft=0,
        layers=layers,
        city=int(plan.kind != PARTISANS and is_own_city(g, 1 - plan.side, plan.target)),
        partisans=partisans,
        die_attacker=die[0],
        die_defender=die[1],
        shift_attacker=shift[0],
        shift_defender=shift[1],
        winter=int(g.campaign.is_winter(g.turn, plan.target)),
        hexsides=max(len(starts), 1),
    )


def is_own_city(g: War, side: int, hex_: int) -> bool:
    """[Major City] Whether *hex_* is a Major City that was the side's own, or an ally's, in June 1941 (F-18, F-54)."""
    soviet = g.campaign.country(hex_) == "SU"
    return bool(g.campaign.major >> hex_ & 1) and soviet == (side == SOVIET)


def planned_battle(g: War, plan: Plan) -> Battle | None:
    """[Process 1] The combat of *plan* as things stand; None where nobody would attack."""
    rows = rows_for(g, plan)
    if not any(rows[n] == ATTACKER and sum(rows[n + 4 : n + 8]) for n in range(0, len(rows), 9)):
        return None
    return battle_of(tuple(rows), facing_for(g, plan), g.campaign)


class Engage(Auto[War]):
    """[Sequence 7] The moment of one combat: it is fought, or it lapses (F-23)."""

    rule = "Sequence 7"

    def __init__(
        self,
        side: int,
        target: int,
        kind: int,
        amphibious: int,
        starts: Starts,
        sent: Sent,
        attacker_lsp: Lots,
        defender_lsp: Lots,
        cards: Played,
        bombers: Bombers,
    ) -> None:
        self.side: Final = side
        self.target: Final = target
        self.kind: Final = kind
        self.amphibious: Final = amphibious
        self.starts: Final = starts
        self.sent: Final = sent
        self.attacker_lsp: Final = attacker_lsp
        self.defender_lsp: Final = defender_lsp
        self.cards: Final = cards
        self.bombers: Final = bombers

    @property
    def plan(self) -> Plan:
        """What was planned."""
        return Plan(*self.arguments())  # type: ignore[arg-type]

    def run(self, g: War) -> None:
        """Fight with what is left, or say why not."""
        plan = self.plan
        if why := self.lapse(g):
            g.tell(Lapsed(self.target, -1, why))
            self.give_back(g, whole=True)
            return
        for hex_, _ in self.starts:
            if not g.holds(self.side, hex_):
                g.tell(Lapsed(self.target, hex_, "that hex is lost"))
        self.give_back(g, whole=False)
        g.engaged = rows_for(g, plan)
        g.facing = facing_for(g, plan)
        g.muster()
        battle = g.battle
        g.tell(
            CombatBegan(
                self.side,
                self.target,
                int(strength(battle, ATTACKER)),
                int(strength(battle, DEFENDER)),
                final_column(battle, g.tables).label,
            )
        )
        starts = tuple(hex_ for hex_, _ in self.starts if g.holds(self.side, hex_))
        divided = tuple(hex_ for hex_, portion in self.starts if portion)
        g.then(ReckonOdds(), ReadResult(starts, divided))

    def lapse(self, g: War) -> str:
        """[Sequence 7] Why the attack cannot be made any more, or nothing."""
        if self.kind == PARTISANS:
            if not g.partisans[self.target] or not g.holds(self.side, self.target):
                return "there are no partisans behind the line there"
        elif not g.holds(1 - self.side, self.target):
            return "it is no longer held by the enemy"
        elif not any(g.holds(self.side, hex_) for hex_, _ in self.starts):
            return "the hexes it was to start from are lost"
        return "" if planned_battle(g, self.plan) else "nothing is left of the attackers"

    def give_back(self, g: War, *, whole: bool) -> None:
        """[Sequence 7] LSP and cards for the die of an attack that lapsed come back; so do the LSP of a part of it (F-23)."""
        for nation, hex_, many in (*self.attacker_lsp, *(self.defender_lsp if whole else ())):
            side = self.side if (nation in OF_SIDE[self.side]) else 1 - self.side
            if hex_ >= 0 and g.holds(side, hex_):
                if whole:
                    g.add(nation, LSP, hex_, many)
            elif hex_ < 0 and not whole:
                continue
            else:
                g.to_pool(nation, LSP, many)
        if not whole:
            return
        for nation, _, *points in self.sent:
            for kind, many in enumerate(points):
                g.to_pool(nation, kind, many)
        for number, use, _ in self.cards:
            if use == DIE:
                g.played[number] = 0
                g.tell(CardReturned(number))


class ReadResult(Auto[War]):
    """[Results Table, Terrain Results] The combat is decided: it is told, and both sides pay."""

    rule = "Results Table"

    def __init__(self, starts: tuple[int, ...], divided: tuple[int, ...]) -> None:
        self.starts: Final = starts
        self.divided: Final = divided

    def run(self, g: War) -> None:
        """Losses of both sides, then the line."""
        lost = [_lost(g, side) for side in (ATTACKER, DEFENDER)]
        outcome = outcome_of(g)
        g.tell(
            CombatEnded(g.facing.side, g.facing.target, colour_of(g), outcome, lost[ATTACKER], lost[DEFENDER])
        )
        pay_and_go_on(g, self.starts, self.divided, outcome)


def _lost(g: War, side: Seat) -> tuple[int, ...]:
    gone = loses(g, side)
    return tuple(gone.get(kind, 0) for kind in KINDS)


def note_attacked(g: War, divided: Sequence[int]) -> None:
    """[Process 1] The points of a divided hex that have attacked attack no more in this turn (F-13)."""
    for row in g.contingents():
        if row[0] == ATTACKER and row[2] in divided:
            g.attacked += [row[2], row[1], *row[4:7]]


# ---- what follows; the modules on casualties and on the line afterwards say it


@Forward
def pay_and_go_on(g: War, starts: tuple[int, ...], divided: tuple[int, ...], outcome: str) -> None:
    """[Losses, Sequence 8] Both sides pay, and the line is repositioned."""


class EndCombat(Auto[War]):
    """[Sequence 8, Front Line] The combat is over, and no gap is left (F-12)."""

    rule = "Sequence 8"

    def run(self, g: War) -> None:
        """Nothing is engaged any more."""
        g.engaged = []
        g.facing = QUIET
        g.muster()
        fill_all(g)
