"""[8.3] Attack plans, [8.4] defensive postures and the Combat Matrix, [8.7] the ladder of loss points."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel import OFF_BOARD, Action, Hex, Refusal, Seat, Wording

from ..position.campaign import Campaign
from ..position.roster import SOVIET
from ..position.state import Front


class Plan(IntEnum):
    """[8.3] How an attack is planned."""

    MEETING = 0
    STANDARD = 1
    GRAND_ASSAULT = 2
    PENETRATION = 3


class Posture(IntEnum):
    """[8.4] How a force defends; a demoralized one has no posture."""

    NONE = -1
    STEADFAST = 0
    COUNTERATTACK = 1
    DELAY = 2
    HEDGEHOG = 3


class Unchosen(IntEnum):
    """What stands in the place of a posture before there is one."""

    # It is still to be chosen, in secret, together with the plan.
    OPEN = -2


# In the place of the hex that a force came from: it rallied where it stands, or came by sea.
NO_HEXSIDE: Final[Hex] = OFF_BOARD

PLAN_NAMES: Final = {
    Plan.MEETING: "Meeting Engagement",
    Plan.STANDARD: "Standard Attack",
    Plan.GRAND_ASSAULT: "Grand Assault",
    Plan.PENETRATION: "Penetration",
}
POSTURE_NAMES: Final = {
    Posture.NONE: "demoralized",
    Posture.STEADFAST: "Steadfast",
    Posture.COUNTERATTACK: "Counterattack",
    Posture.DELAY: "Delay",
    Posture.HEDGEHOG: "Hedgehog",
}
PLANS: Final = {
    Plan.MEETING: "Meeting Engagement: no points, -1 on the dice, and the loser is not demoralized",
    Plan.STANDARD: "Standard Attack: 1 movement point",
    Plan.GRAND_ASSAULT: "Grand Assault: 2 movement points, +1 on the dice",
    Plan.PENETRATION: "Penetration: all movement points, +2 on the dice",
}
POSTURES: Final = {
    Posture.NONE: "No posture: the force is demoralized",
    Posture.STEADFAST: "Steadfast: stand where you are",
    Posture.COUNTERATTACK: "Counterattack: strike back if the first round is lost",
    Posture.DELAY: "Delay: give ground slowly",
    Posture.HEDGEHOG: "Hedgehog: all-round defence",
}
PLAN_MP: Final = {Plan.MEETING: 0, Plan.STANDARD: 1, Plan.GRAND_ASSAULT: 2}
PLAN_DRM: Final = {Plan.MEETING: -1, Plan.STANDARD: 0, Plan.GRAND_ASSAULT: 1, Plan.PENETRATION: 2}
_LETTERS: Final = {
    "S": Posture.STEADFAST,
    "C": Posture.COUNTERATTACK,
    "D": Posture.DELAY,
    "H": Posture.HEDGEHOG,
}
_ENTRY: Final = re.compile(r"([AD])([+-]\d+)(LP|DRM)")

# [8.7] The ladder, lowest first; from 2 on, rung n stands for n - 4 loss points.
_LADDER: Final = ("0", "0h", "0d", "1", "1h", "1d")


class MatrixEffect(NamedTuple):
    """[8.4] What plan and posture do to each other: dice modifiers, and rungs on the losses each side incurs."""

    attacker_drm: int = 0
    defender_drm: int = 0
    attacker_lp: int = 0
    defender_lp: int = 0


def matrix_effect(g: Front, plan: Plan, posture: Posture) -> MatrixEffect:
    """[8.4] The cell of the Combat Matrix; nothing against a demoralized defender."""
    return MatrixEffect() if posture is Posture.NONE else _printed_effect(g.campaign, plan, posture)


@lru_cache(maxsize=256)
def _printed_effect(campaign: Campaign, plan: Plan, posture: Posture) -> MatrixEffect:
    """The same by what is printed."""
    cell = str(campaign.tables["combat_matrix"].look_up(row=posture.name.lower(), column=plan.name.lower()))
    found = {"ADRM": 0, "DDRM": 0, "ALP": 0, "DLP": 0}
    for side, number, what in _ENTRY.findall(cell):
        found[side + what] += int(number)
    return MatrixEffect(found["ADRM"], found["DDRM"], found["ALP"], found["DLP"])


def rung_of(cell: str) -> int:
    """[8.7] The rung of a CRT result such as "1h" or "3"."""
    return _LADDER.index(cell) if cell in _LADDER else int(cell) + 4


def rung_label(rung: int) -> str:
    """[8.7] A rung as the CRT prints it."""
    return _LADDER[rung] if rung < len(_LADDER) else str(rung - 4)


def suited(rung: int) -> str:
    """[8.7] A rung with the heart or diamond of the printed table."""
    return rung_label(rung).replace("h", "\N{BLACK HEART SUIT}").replace("d", "\N{BLACK DIAMOND SUIT}")


def loss_points(rung: int) -> int:
    """[8.7] How many strength points a rung costs."""
    return int(rung_label(rung)[0]) if rung < len(_LADDER) else rung - 4


def symbol(rung: int) -> int:
    """[8.10] The symbol of a rung: 0 for none, 1 for a heart, 2 for a diamond."""
    return rung % 3 if rung < len(_LADDER) else 0


def adjusted(rung: int, by: int) -> int:
    """[8.7] A rung moved up or down the ladder, never below zero."""
    return max(0, rung + by)


def postures(
    g: Front, side: Seat, hex_: Hex, defenders: Iterable[int], attacked_from: Hex = OFF_BOARD
) -> list[Posture]:
    """[8.4, AGN 2.1, AGS 2.1] The postures *defenders* may choose in *hex_*; one at least, unless they are demoralized.

    Terrain decides (3.0); a city forces Steadfast, Counterattack needs a mechanized or armor unit
    (R-13), and the Soviets counterattack if they may, else stand. An attack that crosses a river from
    *attacked_from* adds Delay.
    """
    units = list(defenders)
    demoralized = g.demoralized
    if 1 in [demoralized[u] for u in units]:
        return [Posture.NONE]
    if g.campaign.cities >> hex_ & 1:
        return [Posture.STEADFAST]
    allowed = _by_terrain(g, hex_, attacked_from)
    if not _may_strike_back(g, units):
        allowed = [p for p in allowed if p is not Posture.COUNTERATTACK]
    if side == SOVIET:
        return [Posture.COUNTERATTACK if Posture.COUNTERATTACK in allowed else Posture.STEADFAST]
    return allowed or [Posture.STEADFAST]


def posture_refusal(
    g: Front,
    side: Seat,
    hex_: Hex,
    defenders: Iterable[int],
    posture: Posture,
    attacked_from: Hex = OFF_BOARD,
) -> Refusal | None:
    """[8.4] Why *defenders* may not choose *posture* in *hex_*, or None."""
    units = list(defenders)
    allowed = postures(g, side, hex_, units, attacked_from)
    if posture in allowed:
        return None
    word, others = posture.name.capitalize(), " or ".join(p.name.capitalize() for p in allowed)
    book = g.campaign.cite("postures")
    if Posture.NONE in allowed:
        return Refusal("2.8", "a demoralized defender chooses no posture")
    if g.campaign.cities >> hex_ & 1:
        return Refusal(book, f"{word} is not possible in a city: its defender must choose {others}")
    if posture not in _by_terrain(g, hex_, attacked_from):
        ground = " with a ".join(w.replace("_", " ") for w in g.campaign.terrain_words(hex_))
        return Refusal("8.4", f"{word} is not possible in {ground}; {others} would be")
    if posture is Posture.COUNTERATTACK:
        return Refusal(
            book, f"Counterattack needs a mechanized or armor unit in the force; {others} would do"
        )
    return Refusal(book, f"the Soviets may not choose {word} here: they must choose {others}")


def _by_terrain(g: Front, hex_: Hex, attacked_from: Hex) -> list[Posture]:
    """[3.0] What ground, town and river line allow."""
    over = attacked_from if g.rivers_count(Seat(g.phasing)) else OFF_BOARD
    return list(_printed_postures(g.campaign, hex_, over))


@lru_cache(maxsize=8_192)
def _printed_postures(campaign: Campaign, hex_: Hex, attacked_from: Hex) -> tuple[Posture, ...]:
    """The same by what is printed."""
    rows = list(campaign.terrain_words(hex_))
    if attacked_from != OFF_BOARD:
        rows.append(campaign.hexside(attacked_from, hex_))
    letters = ""
    for row in filter(None, rows):
        entry = str(campaign.tables["terrain"].look_up(row=row, column="postures"))
        letters = letters + entry[1:] if entry.startswith("+") else entry
    return tuple(sorted({_LETTERS[letter] for letter in letters}))


def _may_strike_back(g: Front, units: Iterable[int]) -> bool:
    """[AGN 2.1, AGS 2.1] Counterattack is for forces with mechanized or armor units (R-13)."""
    armored = g.roster.armored
    return True in [armored[u] for u in units]


# ---- words


def plan_wording(action: Action) -> Wording:
    """[8.3] A plan as an option."""
    return Wording(text=PLANS[Plan(action.args[0])], rule="8.3")


def posture_wording(action: Action) -> Wording:
    """[8.4] A posture as an option."""
    return Wording(text=POSTURES[Posture(action.args[0])], rule="8.4")
