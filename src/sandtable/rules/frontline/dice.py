"""[Process 5] Both sides' dice and what is added to them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.kernel import Reckoning, Seat

from .state import ATTACKER, DEFENDER, ROLES, Battle

LANDING: Final = -4
LANDING_WITHOUT_CRAFT: Final = -6


def score(battle: Battle, side: Seat, die: int | None = None) -> Reckoning:
    """[Process 5, LSP, LSP Die, Card Die] One side's die with its LSP and cards, or these alone; an amphibious assault is harder."""
    if die is None:
        found = Reckoning(f"added to the {ROLES[side]}'s die")
    else:
        found = Reckoning(f"{ROLES[side]}'s score").add("die", die, "Process 5")
    if side == ATTACKER and battle.amphibious:
        landing(battle, found)
    found.add_if(battle.total(side, "lsp"), "LSP", battle.total(side, "lsp"), "LSP Die")
    return found.add_if(battle.cards[side], "Advantage Cards", battle.cards[side], "Card Die")


def landing(battle: Battle, found: Reckoning) -> None:
    """[Amphibious Die, Landing Craft] -4, or -6 in its place without specialised landing craft (F-28)."""
    if battle.landing_craft:
        found.add("amphibious assault", LANDING, "Amphibious Die")
    else:
        found.add("amphibious assault without landing craft", LANDING_WITHOUT_CRAFT, "Landing Craft")


def difference(battle: Battle, attacker_die: int, defender_die: int) -> int:
    """[Process 5] The attacker's score minus the defender's."""
    return attacker_die - defender_die + _ahead(battle)


@lru_cache(maxsize=4096)
def _ahead(battle: Battle) -> int:
    """[Process 5] What the attacker is ahead before the dice fall, whatever they show."""
    return int(score(battle, ATTACKER)) - int(score(battle, DEFENDER))
