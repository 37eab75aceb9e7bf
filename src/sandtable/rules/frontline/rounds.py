"""[Sequence 7] A round of combats: in which order they are fought, what flags they cost, and what an earlier one
leaves for a later one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from sandtable.kernel import Reckoning, Refusal, Seat

from .cards import DIE, Card, bids_for_order, chooser_of_order, extra_flags
from .combat import outcome_of
from .flags import flags_needed
from .losses import leading_effectiveness, losses_by_contingent, shares
from .state import ATTACKER, DEFENDER, KINDS, ROLES, Battle, Contingent, Fighting

Points = tuple[int, ...]
NOTHING: Final[Points] = (0,) * len(KINDS)


@dataclass(frozen=True, kw_only=True)
class Fight:
    """One combat of a round: its name, the attacking and the attacked side, and what is put into it."""

    name: str
    sides: tuple[str, str]
    battle: Battle
    # The faces that were rolled for it, where they are told with it.
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Round:
    """All combats of a turn with the cards and flags of both sides; ``flags`` holds the sides whose flags were told."""

    fights: tuple[Fight, ...]
    cards: tuple[Card, ...] = ()
    flags: tuple[tuple[str, int], ...] = ()
    naval_flags: tuple[tuple[str, int], ...] = ()
    placed_first: str = ""
    first: str = ""
    # What hexes hold in all, men to LSP, where that was told.
    hexes: tuple[tuple[str, Points], ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order in which they are named."""
        return tuple(dict.fromkeys(side for fight in self.fights for side in fight.sides))


class Ledger(NamedTuple):
    """What earlier combats of the round have done: hexes that changed hands, points lost by hex and role, and points
    that have attacked, by hex.
    """

    taken: frozenset[str] = frozenset()
    lost: frozenset[tuple[str, Seat, Points]] = frozenset()
    used: frozenset[tuple[str, Points]] = frozenset()

    def points(self, hex_: str, *roles: Seat) -> Points:
        """What the forces of a hex have lost in those roles."""
        found = [points for where, role, points in self.lost if where == hex_ and role in roles]
        return tuple(sum(kind) for kind in zip(NOTHING, *found, strict=True))

    def attacked(self, hex_: str) -> Points:
        """What of a hex has attacked before."""
        return next((points for where, points in self.used if where == hex_), NOTHING)

    def plus(self, more: Ledger) -> Ledger:
        """Both ledgers in one."""
        lost = {(where, role): points for where, role, points in self.lost}
        for where, role, points in more.lost:
            lost[where, role] = _sum(lost.get((where, role), NOTHING), points)
        used = dict(self.used)
        for where, points in more.used:
            used[where] = _sum(used.get(where, NOTHING), points)
        return Ledger(
            self.taken | more.taken,
            frozenset((where, role, points) for (where, role), points in lost.items()),
            frozenset(used.items()),
        )

    def about(self, hexes: Collection[str]) -> Ledger:
        """What of it concerns *hexes*."""
        return Ledger(
            frozenset(hex_ for hex_ in self.taken if hex_ in hexes),
            frozenset(entry for entry in self.lost if entry[0] in hexes),
            frozenset(entry for entry in self.used if entry[0] in hexes),
        )


# ---- order


def places_flags(round_: Round) -> str | None:
    """[Sequence 4] The side with the highest ME on the front, which chooses to place its flags first or second (F-22)."""
    best = dict.fromkeys(round_.sides, 0)
    for fight in round_.fights:
        for seat, side in enumerate(fight.sides):
            best[side] = max(best[side], *(c.me for c in fight.battle.side(Seat(seat))))
    highest = [side for side, me in best.items() if me == max(best.values())]
    return highest[0] if len(highest) == 1 else None


def first_side(round_: Round) -> str:
    """[Card Order, Sequence 5] The side whose combats come first by Advantage Cards, or "" where the order of ME stands."""
    chooser = chooser_of_order(round_.cards, round_.sides)
    return (round_.first or chooser) if chooser else ""


def tie_refusal(round_: Round) -> Refusal | None:
    """[Sequence 7] Why the order cannot be told: combats of both sides tie, and nobody is said to have placed first (F-22)."""
    if round_.placed_first or first_side(round_):
        return None
    attackers: dict[int, Fight] = {}
    for fight in round_.fights:
        me = leading_effectiveness(fight.battle, ATTACKER)
        rival = attackers.setdefault(me, fight)
        if rival.sides[0] != fight.sides[0]:
            return Refusal(
                "Sequence 7",
                f"{rival.name!r} and {fight.name!r} tie at effectiveness {me}; name the side that placed its flags "
                "first (of sealed flags, the one that wins a die) as placed_first",
            )
    return None


def order_of(round_: Round) -> list[Fight]:
    """[Sequence 7] The combats as they are resolved: by order of play where cards decide it, then highest ME of the
    attacker first, then the side that placed first, then as the side itself names them (F-7, F-21, F-22).
    """
    leading = first_side(round_)
    return sorted(
        round_.fights,
        key=lambda fight: (
            leading not in ("", fight.sides[0]),
            -leading_effectiveness(fight.battle, ATTACKER),
            fight.sides[0] != round_.placed_first,
        ),
    )


def order_reckonings(round_: Round) -> list[Reckoning]:
    """[Sequence 7, Card Order] The reasons of the order: bids of cards, and the effectiveness of each attack."""
    bids = Reckoning("cards for the order of play")
    for side, bid in bids_for_order(round_.cards, round_.sides).items():
        bids.add_if(bid, side, bid, "Card Order")
    found = Reckoning("effectiveness of each attack, in order")
    for fight in order_of(round_):
        found.add(
            f"{fight.name} ({fight.sides[0]})", leading_effectiveness(fight.battle, ATTACKER), "Sequence 7"
        )
    return [bids, found]


# ---- flags


def flags_used(round_: Round, side: str, kind: str) -> int:
    """[Military Flags, Winter, Naval Flags] What the attacks of *side* cost in flags of *kind*, military or naval."""
    return sum(flags_needed(fight.battle)[kind] for fight in round_.fights if fight.sides[0] == side)


def flags_refusal(round_: Round) -> Refusal | None:
    """[Card Flag, Sequence 4] Why a side has too few flags for its attacks, cards for more of them included (F-21)."""
    for side, own in round_.flags:
        extra, needed = extra_flags(round_.cards, side), flags_used(round_, side, "military")
        if needed > own + extra:
            cards = f" and {extra} by cards" if extra else ""
            return Refusal(
                "Military Flags", f"the {side} attacks take {needed} Military flags, and it has {own}{cards}"
            )
    for side, own in round_.naval_flags:
        needed = flags_used(round_, side, "naval")
        if needed > own:
            return Refusal(
                "Naval Flags", f"the {side} assaults from the sea take {needed} Naval flags, and it has {own}"
            )
    return None


# ---- what a hex has


def hexes_of(fight: Fight) -> set[str]:
    """The named hexes that take part in a combat."""
    return {c.hex for seat in range(len(ROLES)) for c in fight.battle.side(Seat(seat)) if c.hex}


def hex_refusal(round_: Round) -> Refusal | None:
    """[Process 1] Why the hexes of a round cannot be: one fights on both sides, or attacks with more than it has (F-13)."""
    owner: dict[str, str] = {}
    enemies = {frozenset(fight.sides) for fight in round_.fights}
    for fight in round_.fights:
        for seat, side in enumerate(fight.sides):
            for contingent in fight.battle.side(Seat(seat)):
                # Partisans are in a hex that their enemy holds.
                if not contingent.hex or (seat == DEFENDER and fight.battle.target == "partisans"):
                    continue
                if {owner.setdefault(contingent.hex, side), side} in enemies:
                    return Refusal(
                        "Front Line", f"{contingent.hex} fights for {owner[contingent.hex]} and for {side}"
                    )
    told = dict(round_.hexes)
    for hex_, attacks in _attacks(round_).items():
        total = told.get(hex_) or (_defence(round_, hex_) if len(attacks) > 1 else None)
        if total is None:
            continue
        for kind, points, most in zip((*KINDS, "lsp"), _sum(*attacks), total, strict=False):
            if points > most:
                return Refusal(
                    "Process 1",
                    f"{hex_} has {most} {kind} in all and attacks with {points}; every point attacks once a turn",
                )
    return None


def totals_of(round_: Round) -> dict[str, Points]:
    """[Process 1] What each attacking hex has in all: as told, else the most that it attacks or defends with (F-13, F-43)."""
    told = dict(round_.hexes)
    found = {}
    for hex_, attacks in _attacks(round_).items():
        defence = _defence(round_, hex_) or NOTHING
        most = tuple(max(pair) for pair in zip(_sum(*attacks), defence, strict=False))
        found[hex_] = told.get(hex_, most)[: len(KINDS)]
    return found


def _attacks(round_: Round) -> dict[str, list[Points]]:
    """What each hex puts into each of its attacks."""
    found: dict[str, list[Points]] = {}
    for fight in round_.fights:
        for hex_ in dict.fromkeys(c.hex for c in fight.battle.attackers if c.hex):
            found.setdefault(hex_, []).append(_points(fight.battle.attackers, hex_))
    return found


def _defence(round_: Round, hex_: str) -> Points | None:
    """What a hex defends with, where it is attacked."""
    for fight in round_.fights:
        if fight.battle.target == "front" and any(c.hex == hex_ for c in fight.battle.defenders):
            return _points(fight.battle.defenders, hex_)[: len(KINDS)]
    return None


def _points(contingents: Sequence[Contingent], hex_: str) -> Points:
    return tuple(sum(int(getattr(c, kind)) for c in contingents if c.hex == hex_) for kind in (*KINDS, "lsp"))


def _sum(*points: Points) -> Points:
    return tuple(sum(kind) for kind in zip(*points, strict=True))


# ---- one combat after another


def remaining(fight: Fight, ledger: Ledger, totals: Mapping[str, Points]) -> Battle | Refusal:
    """[Sequence 7] The combat with what is left for it, or why it lapses: its start or its target has changed hands (F-23, F-43)."""
    battle = fight.battle
    for contingent in battle.defenders:
        if contingent.hex in ledger.taken:
            return Refusal("Sequence 7", f"{contingent.hex} is no longer held by the enemy")
    starts = [c for c in battle.attackers if c.hex not in ledger.taken]
    if not starts:
        lost = ", ".join(sorted({c.hex for c in battle.attackers}))
        return Refusal("Sequence 7", f"the attack began in {lost}, which is lost")
    attackers, defenders = tuple(starts), battle.defenders
    for hex_ in {c.hex for c in attackers if c.hex}:
        # Held to its total: neither what it lost in defence nor what has attacked already attacks again (F-13).
        gone = _sum(ledger.points(hex_, DEFENDER), ledger.attacked(hex_))
        free = (had - less for had, less in zip(totals[hex_], gone, strict=True))
        short = (want - has for want, has in zip(_points(attackers, hex_), free, strict=False))
        attackers = _less(attackers, hex_, tuple(max(points, 0) for points in short))
    for hex_ in {c.hex for c in defenders if c.hex}:
        defenders = _less(defenders, hex_, ledger.points(hex_, ATTACKER, DEFENDER))
    if not sum(c.cv for c in attackers):
        return Refusal("Sequence 7", "nothing is left of the attackers")
    return replace(battle, attackers=attackers, defenders=defenders)


def lapsed_part(fight: Fight, ledger: Ledger) -> list[Contingent]:
    """[Sequence 7] The part of an attack whose starting hex is lost: its flag is spent, its LSP come back (F-23)."""
    return [c for c in fight.battle.attackers if c.hex in ledger.taken]


def noted(g: Fighting) -> Ledger:
    """[Sequence 8] What the combat *g* adds to the ledger: hexes that changed hands, and losses by hex (F-24, F-26)."""
    taken = set[str]()
    if g.advance and g.battle.target != "partisans":
        taken |= {c.hex for c in g.battle.defenders if c.hex}
    if outcome_of(g) == "pushed_out" and g.battle.target == "front":
        taken |= {c.hex for c in g.battle.attackers if c.hex}
    found = Ledger(frozenset(taken))
    for seat in range(len(ROLES)):
        side = Seat(seat)
        for contingent, paid in zip(g.battle.side(side), losses_by_contingent(g, side), strict=True):
            if contingent.hex:
                lost = tuple(paid.get(kind, 0) for kind in KINDS)
                found = found.plus(Ledger(lost=frozenset({(contingent.hex, side, lost)})))
    for hex_ in {c.hex for c in g.battle.attackers if c.hex}:
        fought = _points(g.battle.attackers, hex_)[: len(KINDS)]
        found = found.plus(Ledger(used=frozenset({(hex_, fought)})))
    return found


def returned_cards(round_: Round, lapsed: Sequence[str]) -> list[Card]:
    """[Advantage Cards] Cards for the die of a combat that lapsed go back to their owners (F-23)."""
    return [card for card in round_.cards if card.use == DIE and card.combat in lapsed]


def spent_cards(round_: Round, lapsed: Sequence[str]) -> list[Card]:
    """[Advantage Cards, Card Other] All others are discarded, those for an advantage outside the rules too."""
    returned = returned_cards(round_, lapsed)
    return [card for card in round_.cards if card not in returned]


def _less(contingents: tuple[Contingent, ...], hex_: str, lost: Points) -> tuple[Contingent, ...]:
    """*contingents* without the points *lost* by those of one hex, which share them as losses are shared."""
    own = [at for at, c in enumerate(contingents) if c.hex == hex_]
    found = list(contingents)
    for kind, points in zip(KINDS, lost, strict=True):
        has = [int(getattr(contingents[at], kind)) for at in own]
        for at, paid in zip(own, shares(has, min(points, sum(has))), strict=True):
            found[at] = replace(found[at], **{kind: getattr(found[at], kind) - paid})
    return tuple(found)
