"""[Losses] How many points each side loses, and which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import cycle
from typing import Final

from sandtable.kernel import Reckoning, Seat, Tables

from .ground import effectiveness_change, has_air_supremacy, has_tank_supremacy
from .state import ATTACKER, DEFENDER, KINDS, ROLES, Battle, Fighting, enemy

HIGHEST_RATIO: Final = 6
LAST_ROW: Final = 20
_PER_LOSS: Final = 5
TANKS_FIRST: Final = ("tanks", "men", "men", "tanks", "men", "men")
AIR_FIRST: Final = ("air", "tanks", "men", "men", "air", "tanks", "men", "men")
MEN_FIRST: Final = ("men", "men", "tanks", "men", "men", "air")


def effectiveness(battle: Battle, tables: Tables, side: Seat) -> Reckoning:
    """[Effectiveness Ratio, Terrain Losses] A side's ME for losses: its largest contingent's, changed by the ground, at least 1 (F-5, F-14)."""
    change = effectiveness_change(battle, tables, side)
    found = Reckoning(f"{ROLES[side]}'s effectiveness for losses").add(
        "ME", leading_effectiveness(battle, side), "Effectiveness Ratio"
    )
    found.add_if(change, "the ground", change, "Terrain Losses")
    return found.at_least(1, "Terrain Losses")


def leading_effectiveness(battle: Battle, side: Seat) -> int:
    """[Effectiveness Ratio] The ME that speaks for a side: its largest contingent's, of equal ones the higher (F-14)."""
    return max((contingent.cv, contingent.me) for contingent in battle.side(side))[1]


def losses_column(battle: Battle, tables: Tables, side: Seat) -> str:
    """[Effectiveness Ratio] The column in which *side* reads its losses: "highest" for the more effective, else the ratio."""
    own = int(effectiveness(battle, tables, side))
    theirs = int(effectiveness(battle, tables, enemy(side)))
    if own > theirs:
        return "highest"
    return f"{min(theirs // own, HIGHEST_RATIO)}:1"


def points_lost(battle: Battle, tables: Tables, side: Seat) -> Reckoning:
    """[Losses Table, Losses] By the enemy's strength before losses; beyond row 20 by the table's formula, never more than there is (F-27)."""
    strength = battle.total(enemy(side), "cv")
    column = losses_column(battle, tables, side)
    if not strength:
        lost = 0
    elif strength <= LAST_ROW:
        lost = int(tables["losses"].look_up(row=strength, column=column))
    else:
        ratio = 1 if column == "highest" else int(column.split(":")[0])
        lost = ratio * strength // _PER_LOSS
    found = Reckoning(f"{ROLES[side]} loses")
    found.add(f"enemy CV {strength} in column {column}", lost, "Losses Table")
    return found.at_most(battle.total(side, "cv"), "Losses", "all there is")


@lru_cache(maxsize=4096)
def both_lose(battle: Battle, tables: Tables) -> tuple[int, int]:
    """[Losses] What attacker and defender lose: the same for every fall of the dice, and so worked out once."""
    first, second = (int(points_lost(battle, tables, side)) for side in (ATTACKER, DEFENDER))
    return first, second


@lru_cache(maxsize=4096)
def loss_order(battle: Battle, tables: Tables, side: Seat) -> tuple[str, ...]:
    """[Loss Order] The order in which *side* loses points, by the supremacies of its enemy (F-16)."""
    if has_air_supremacy(battle, tables, enemy(side)):
        return AIR_FIRST
    if has_tank_supremacy(battle, tables, enemy(side)):
        return TANKS_FIRST
    return MEN_FIRST


def take_losses(g: Fighting, side: Seat, points: int) -> None:
    """[Loss Order, Loss Substitution] The order over and over; what is missing falls to men, missing men to air and tanks in turn (F-27)."""
    stock = tuple(int(getattr(g, kind)[side]) for kind in KINDS)
    for kind, left in zip(KINDS, _left(stock, loss_order(g.battle, g.tables, side), points), strict=True):
        getattr(g, kind)[side] = left


@cache
def _left(stock: tuple[int, ...], order: tuple[str, ...], points: int) -> tuple[int, ...]:
    """What is left of *stock*, by kind, point for point; the same for every fall of the dice, and so worked out once."""
    left = dict(zip(KINDS, stock, strict=True))
    instead, due = cycle(("air", "tanks")), cycle(order)
    for _ in range(points):
        kind = next(kind for kind in _wanted(next(due), instead) if _has(left, kind))
        # Bombers are Air points, and ordinary aircraft go before them.
        left["bombers" if kind == "air" and not left["air"] else kind] -= 1
    return tuple(left.values())


def in_place_of_men(g: Fighting, side: Seat) -> tuple[int, int]:
    """[Loss Substitution] How many aircraft and tanks *side* loses because it has no men left: which, is its choice on the board (F-27)."""
    stock = tuple(g.battle.total(side, kind) for kind in KINDS)
    points = sum(g.points_gone(side, kind) for kind in KINDS)
    return _in_place_of_men(stock, loss_order(g.battle, g.tables, side), points)


@cache
def _in_place_of_men(stock: tuple[int, ...], order: tuple[str, ...], points: int) -> tuple[int, int]:
    found = {"air": 0, "tanks": 0}
    for before, due in zip(range(points), cycle(order), strict=False):
        had, has = _left(stock, order, before), _left(stock, order, before + 1)
        gone = next(kind for kind, a, b in zip(KINDS, had, has, strict=True) if a > b)
        # Bombers are Air points.
        kind = "air" if gone == "bombers" else gone
        if kind in found and kind != due:
            found[kind] += 1
    return found["air"], found["tanks"]


def loses(g: Fighting, side: Seat) -> dict[str, int]:
    """What *side* has lost by kind; bombers are named where it had any."""
    return {
        kind: g.points_gone(side, kind)
        for kind in KINDS
        if kind != "bombers" or g.battle.total(side, "bombers")
    }


def losses_by_contingent(g: Fighting, side: Seat) -> list[dict[str, int]]:
    """[Losses] Who pays of several hexes: each point comes from the one that has most of its kind, so that the last man
    of a hex goes only where no other has two; the owner may choose otherwise (F-27).
    """
    contingents = g.battle.side(side)
    found: list[dict[str, int]] = [{} for _ in contingents]
    for kind in KINDS:
        has = [int(getattr(contingent, kind)) for contingent in contingents]
        for at, paid in enumerate(shares(has, g.points_gone(side, kind))):
            if paid:
                found[at][kind] = paid
    return found


def shares(has: Sequence[int], points: int) -> list[int]:
    """[Losses] Who pays *points*: one after another whoever has most left, of equal ones the first named (F-27)."""
    low, high = 0, max(has, default=0)
    while low < high:
        level = (low + high) // 2
        if sum(max(own - level, 0) for own in has) <= points:
            high = level
        else:
            low = level + 1
    found = [max(own - low, 0) for own in has]
    rest = points - sum(found)
    for at, own in enumerate(has):
        if rest and low and own - found[at] == low:
            found[at] += 1
            rest -= 1
    return found


def _wanted(kind: str, instead: Iterator[str]) -> Iterator[str]:
    """The kind due, then men, then air and tanks by turns."""
    yield kind
    yield "men"
    yield from instead


def _has(left: Mapping[str, int], kind: str) -> bool:
    return left["air"] + left["bombers"] > 0 if kind == "air" else left[kind] > 0
