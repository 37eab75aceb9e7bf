"""The combat procedure of the front read from its text alone, for attacks from several hexes of several nations.

A contingent is what one hex brings; no step and no table of the engine is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "5:2", "3:1", "7:2", "4:1", "9:2", "5:1")
# -7 to +7.
RESULTS = (
    *("RRRRRRRROOO", "RRRRRRROOBB", "RRRRRROOBBY", "RRRROOOBBYY", "RRROOOBBBYG"),
    *("ROOOBBBBYYG", "OOOBBBYYYGG", "OOBBBYYYYGG", "OOBBYYYYGGG", "OBBYYYYGGGG"),
    *("BBBYYYGGGGG", "BBYYYGGGGGG", "BYYYGGGGGGG", "YYYGGGGGGGG", "YYGGGGGGGGG"),
)
COLOURS = {"G": "green", "Y": "yellow", "B": "blue", "O": "orange", "R": "red"}
# What takes the front forward, by ground.
OCCUPIES = {"open": "GYB", "swamp": "GY", "mountain": "G", "jungle": "G", "forest": "G"}


class Contingent(NamedTuple):
    """What one hex brings."""

    men: int
    tanks: int
    air: int
    bombers: int
    me: int
    lsp: int

    @property
    def cv(self) -> int:
        """Combat strength before effectiveness."""
        return self.men + self.tanks + self.air + self.bombers


class Attack(NamedTuple):
    """A combat: both sides, and all that bears on it. Pairs are (attacker, defender)."""

    attackers: tuple[Contingent, ...]
    defenders: tuple[Contingent, ...]
    terrain: str = "open"
    amphibious: bool = False
    landing_craft: bool = True
    layers: int = 0
    city: bool = False
    partisans: tuple[bool, bool] = (False, False)
    cards: tuple[int, int] = (0, 0)
    card_shifts: tuple[int, int] = (0, 0)


def odds(a: Attack) -> int:
    """The printed column, fractions down, held between the first and the last."""
    ours, theirs = (sum(c.cv * c.me for c in side) for side in (a.attackers, a.defenders))
    if not theirs:
        return len(COLUMNS) - 1
    printed = [Fraction(*map(int, column.split(":"))) for column in COLUMNS]
    return max((at for at, ratio in enumerate(printed) if ratio * theirs <= ours), default=0)


def supremacies(a: Attack) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """(tanks, air) of the attacker and of the defender: one point and three to one, where the ground lets it count."""

    def three_to_one(own: Sequence[Contingent], foe: Sequence[Contingent]) -> tuple[bool, bool]:
        tanks, their_tanks = (sum(c.tanks for c in side) for side in (own, foe))
        air, their_air = (sum(c.air + c.bombers for c in side) for side in (own, foe))
        return (
            a.terrain == "open" and not a.amphibious and tanks >= max(1, 3 * their_tanks),
            a.terrain not in ("forest", "jungle") and air >= max(1, 3 * their_air),
        )

    return three_to_one(a.attackers, a.defenders), three_to_one(a.defenders, a.attackers)


def column(a: Attack) -> int:
    """All shifts of both sides in one number, then held to the table (F-15)."""
    ours, theirs = supremacies(a)
    shift = sum(ours) - sum(theirs) - a.layers - a.city + a.card_shifts[0] - a.card_shifts[1]
    shift += 2 * a.partisans[1] - 2 * a.partisans[0]
    shift -= 0 if sum(c.lsp for c in a.attackers) else 2
    return min(max(odds(a) + shift, 0), len(COLUMNS) - 1)


def difference(a: Attack, dice: tuple[int, int]) -> int:
    """Attacker's score less defender's, -7 to +7."""
    landing = (4 if a.landing_craft else 6) if a.amphibious else 0
    ours = dice[0] + sum(c.lsp for c in a.attackers) + a.cards[0] - landing
    theirs = dice[1] + sum(c.lsp for c in a.defenders) + a.cards[1]
    return min(max(ours - theirs, -7), 7)


def outcome(a: Attack, colour: str) -> str:
    """What becomes of the front."""
    if a.amphibious:
        return "assault_succeeds" if colour in "GYB" else "assault_fails"
    if colour in OCCUPIES[a.terrain]:
        return "occupy_and_beyond" if (a.terrain, colour) == ("open", "G") else "occupy"
    return "pushed_out" if (a.terrain, colour) == ("open", "R") else "hold"


def lost(a: Attack) -> tuple[int, int]:
    """Points that attacker and defender lose."""
    strengths = [sum(c.cv for c in side) for side in (a.attackers, a.defenders)]
    ours, theirs = (max((c.cv, c.me) for c in side)[1] for side in (a.attackers, a.defenders))
    ours = max(1, ours - (a.terrain == "swamp"))
    theirs += (a.terrain in ("mountain", "forest")) + a.amphibious
    by_us = max(1, min(6, ours // theirs)) * strengths[0] // 5
    by_them = max(1, min(6, theirs // ours)) * strengths[1] // 5
    return min(by_them, strengths[0]), min(by_us, strengths[1])


def by_kind(side: Sequence[Contingent], points: int, *, tanks: bool, air: bool) -> dict[str, int]:
    """Losses in the printed order, against whoever has those supremacies; aircraft before bombers (F-27)."""
    order = "atmm" if air else "tmm" if tanks else "mmtmma"
    left = {
        "m": sum(c.men for c in side),
        "t": sum(c.tanks for c in side),
        "a": sum(c.air + c.bombers for c in side),
    }
    had, instead = dict(left), 0
    for point in range(points):
        kind = order[point % len(order)]
        if not left[kind]:
            kind = "m"
        while not left[kind]:
            kind, instead = "at"[instead % 2], instead + 1
        left[kind] -= 1
    gone = {kind: had[kind] - left[kind] for kind in left}
    aircraft = min(gone["a"], sum(c.air for c in side))
    return {"men": gone["m"], "tanks": gone["t"], "air": aircraft, "bombers": gone["a"] - aircraft}
