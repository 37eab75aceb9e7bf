"""[Terrain Results] What the attacked hex does to results, supremacies and effectiveness. It is always the target's hex that counts (F-16)."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import BadTable, Seat, Tables

from .state import AMPHIBIOUS, ROLES, Battle, enemy

SUPREMACY: Final = 3
OUTCOMES: Final = ("occupy_and_beyond", "occupy", "hold", "pushed_out", "assault_succeeds", "assault_fails")


def outcome(battle: Battle, tables: Tables, colour: str) -> str:
    """[Terrain Results, Amphibious Results] What *colour* means for the front line here (F-28, F-40)."""
    column = AMPHIBIOUS if battle.amphibious else battle.terrain
    found = str(tables["terrain"].look_up(row=colour, column=column))
    if found not in OUTCOMES:
        raise BadTable(
            f"table 'terrain' says {found!r} for {colour} in {column}; {', '.join(OUTCOMES)} would do"
        )
    return found


def has_tank_supremacy(battle: Battle, tables: Tables, side: Seat) -> bool:
    """[Tank Supremacy] Three times the enemy's tanks, at least one, where the ground lets them count (F-2, F-16)."""
    own, theirs = battle.total(side, "tanks"), battle.total(enemy(side), "tanks")
    return _counts(battle, tables, "tank_supremacy") and _is_supreme(own, theirs)


def has_air_supremacy(battle: Battle, tables: Tables, side: Seat) -> bool:
    """[Air Supremacy] Three times the enemy's Air points, bombers in support included, where they count (F-2, F-16)."""
    own, theirs = battle.in_the_air(side), battle.in_the_air(enemy(side))
    return _counts(battle, tables, "air_supremacy") and _is_supreme(own, theirs)


def effectiveness_change(battle: Battle, tables: Tables, side: Seat) -> int:
    """[Terrain Losses] What the ground adds to a side's effectiveness, for losses alone (F-5, F-28)."""
    row = f"{ROLES[side]}_me"
    found = [tables["terrain"].look_up(row=row, column=ground) for ground in battle.grounds()]
    if not all(isinstance(change, int) for change in found):
        raise BadTable(f"table 'terrain' says {found} for {row}; whole numbers would do")
    return sum(int(change) for change in found)


def _is_supreme(own: int, theirs: int) -> bool:
    return own >= 1 and own >= SUPREMACY * theirs


def _counts(battle: Battle, tables: Tables, supremacy: str) -> bool:
    """Whether no ground of this combat makes the supremacy void."""
    effects = [tables["terrain"].look_up(row=supremacy, column=ground) for ground in battle.grounds()]
    return "void" not in effects
