"""[4] Squadrons over a combat: those that were sent to the attacked cell, by the side that sent them (A-12, A-38)."""

from __future__ import annotations

from ..air import support_level
from ..position.corridor import ALLIED, Corridor
from .columns import SUPPORT_ROW
from .orders import HEAVY, STRIKE, orders


def note_support(g: Corridor) -> None:
    """[4] Squadrons with orders to support join the combats of this turn."""
    for order in orders(g, STRIKE):
        if order.third:
            g.support += [order.side, order.second, order.third, order.first]


def support(g: Corridor, side: int, hex_: int) -> int:
    """[4] The level of air support, 0 to 4, that *side* has over *hex_*: kinds do not add up, the best counts."""
    return support_level(g.tables, squadrons_over(g, side, hex_))


def squadrons_over(g: Corridor, side: int, hex_: int) -> dict[str, int]:
    """[4] The squadrons of *side* over a cell, by the types of the table."""
    found: dict[str, int] = {}
    for at in range(0, len(g.support), SUPPORT_ROW):
        of, kind, number, cell = g.support[at : at + SUPPORT_ROW]
        if of == side and cell == hex_:
            word = "heavy" if kind == HEAVY else "allied" if side == ALLIED else "german"
            found[word] = found.get(word, 0) + number
    return found


def used(g: Corridor, side: int, hex_: int) -> None:
    """[4] Squadrons support one combat a turn (A-12): those over *hex_* have done so."""
    rows = g.support
    kept = [
        number
        for at in range(0, len(rows), SUPPORT_ROW)
        if not (rows[at] == side and rows[at + 3] == hex_)
        for number in rows[at : at + SUPPORT_ROW]
    ]
    rows[:] = kept
