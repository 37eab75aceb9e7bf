"""[12] Orders for aircraft, as rows in the position, and what squadrons a side has for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Action, Hex

from ..position.corridor import ALLIED, Corridor
from .columns import ORDER_ROW
from .weather import squadrons_on_hand

SCOUT: Final = "scout"
COVER: Final = "cover"
SUPPRESS: Final = "suppress"
INTERDICT: Final = "interdict"
STRIKE: Final = "strike"
DIVERT: Final = "divert"
SEND: Final = "send"
VERBS: Final = (SCOUT, COVER, SUPPRESS, INTERDICT, STRIKE, DIVERT, SEND)
AIR_VERBS: Final[frozenset[str]] = frozenset(VERBS)
BOMBING: Final = (SUPPRESS, INTERDICT, STRIKE)
# Kinds of squadrons that bomb: ground attack (fighter-bombers), and heavy bombers, which the Allies alone have.
GROUND_ATTACK: Final = 0
HEAVY: Final = 1
KINDS: Final = (GROUND_ATTACK, HEAVY)


class AirOrder(NamedTuple):
    """An order of a side: what the three numbers are depends on the verb.

    scout: zone; cover: zone, squadrons; suppress, interdict and strike: cell, kind, squadrons; divert: unit, drop zone;
    send: resupply lift, drop zone.
    """

    side: int
    verb: str
    first: int
    second: int
    third: int


def orders(g: Corridor, *verbs: str) -> Iterator[AirOrder]:
    """The orders of this turn with one of *verbs*, of both sides."""
    rows = g.air_orders
    for at in range(0, len(rows), ORDER_ROW):
        side, verb, *numbers = rows[at : at + ORDER_ROW]
        if VERBS[verb] in verbs:
            yield AirOrder(side, VERBS[verb], *numbers)


def note_order(g: Corridor, side: int, line: Action) -> None:
    """Put a line of a sheet among the orders of this turn."""
    first, second, third, *_ = (*line.args, 0, 0)
    g.air_orders += [side, VERBS.index(line.verb), first, second, third]


def lose_bombers(g: Corridor, side: int, zone: int, many: int) -> None:
    """[8] *many* bombing squadrons of *side* that were bound for *zone* are gone, from the first orders on."""
    rows = g.air_orders
    for at in range(0, len(rows), ORDER_ROW):
        of, verb, cell, _, number = rows[at : at + ORDER_ROW]
        if of == side and VERBS[verb] in BOMBING and g.campaign.air_zone.get(Hex(cell)) == zone:
            taken = min(many, number)
            rows[at + ORDER_ROW - 1] -= taken
            many -= taken


def squadrons(g: Corridor, side: int, what: str) -> int:
    """[4, 6.1, 7.1] Squadrons on hand in this turn: "fighter", "recce", "ga" or "heavy"."""
    if what == "heavy":
        return squadrons_on_hand(g, "heavy") if side == ALLIED else 0
    return squadrons_on_hand(g, f"{'allied' if side == ALLIED else 'german'}_{what}")


def left_of(g: Corridor, side: int, what: str, draft: Sequence[Action]) -> int:
    """Squadrons of a kind that *draft* has not given anything to do."""
    used = 0
    for line in draft:
        if line.verb == SCOUT and what == "recce":
            used += 1
        elif line.verb == COVER and what == "fighter":
            used += line.args[1]
        elif line.verb in BOMBING and what == ("ga", "heavy")[line.args[1]]:
            used += line.args[2]
    return squadrons(g, side, what) - used
