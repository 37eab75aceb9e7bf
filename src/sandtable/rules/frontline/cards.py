"""[Advantage Cards] The cards of a round: each is played once, in one of five ways, and is then gone (F-21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ORDER: Final = "order"
FLAG: Final = "flag"
DIE: Final = "die"
SHIFT: Final = "shift"
CONTROL: Final = "control"
USES: Final = (ORDER, FLAG, DIE, SHIFT, CONTROL)
# The uses that belong to one combat.
IN_COMBAT: Final = (DIE, SHIFT)


@dataclass(frozen=True, kw_only=True)
class Card:
    """[Advantage Cards] A card as played: whose it is, its value, its one use, and for whom it counts."""

    side: str
    value: int
    use: str
    # For the die or a column: the combat.
    combat: str = ""
    # What Control has granted, or any other remark.
    what: str = ""
    # The ally on whose behalf it is played.
    ally: str = ""

    @property
    def counts_for(self) -> str:
        """[Advantage Cards] The side that has the advantage: an ally's card counts as the ally's own."""
        return self.ally or self.side


def added_to_the_die(cards: Iterable[Card], combat: str, side: str) -> int:
    """[Card Die] What *side* adds to its die in *combat*: the values of all cards played for it."""
    return sum(card.value for card in _in_combat(cards, DIE, combat, side))


def columns_shifted(cards: Iterable[Card], combat: str, side: str) -> int:
    """[Card Shift] One column in the favour of *side* for each card, whatever its value."""
    return sum(1 for _ in _in_combat(cards, SHIFT, combat, side))


def extra_flags(cards: Iterable[Card], side: str) -> int:
    """[Card Flag] One more Military flag for this turn for each card; in winter an operation takes two of them."""
    return sum(1 for card in cards if card.use == FLAG and card.counts_for == side)


def bids_for_order(cards: Iterable[Card], sides: Sequence[str]) -> dict[str, int]:
    """[Card Order] The sum of values that each side has played for the order of play."""
    return {
        side: sum(card.value for card in cards if card.use == ORDER and card.counts_for == side)
        for side in sides
    }


def chooser_of_order(cards: Iterable[Card], sides: Sequence[str]) -> str | None:
    """[Card Order] The side with the highest sum chooses who goes first; equal sums cancel each other out."""
    bids = bids_for_order(list(cards), sides)
    highest = max(bids.values(), default=0)
    leading = [side for side, bid in bids.items() if bid == highest]
    return leading[0] if highest and len(leading) == 1 else None


def _in_combat(cards: Iterable[Card], use: str, combat: str, side: str) -> Iterable[Card]:
    return (card for card in cards if card.use == use and card.combat == combat and card.counts_for == side)
