"""[Advantage Cards] The five uses of a card: the die, a column, the order of combats, one more flag, and what Control judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, AskControl, Hex, Seat, Wording

from ..events import CardPlayed, FlagPlaced
from ..position.commands import hand, rows_of, side_of
from ..position.line import contact
from ..position.nations import NATIONS
from ..position.war import War
from .flagging import cost, may_lead, place_flag

DIE: Final = "die"
SHIFT: Final = "shift"
ORDER: Final = "order"
EXTRA: Final = "extra"
EXTRA_TWO: Final = "extras"
WISH: Final = "wish"
VERBS: Final = (DIE, SHIFT, ORDER, EXTRA, EXTRA_TWO, WISH)
FIRST: Final = 1
SECOND: Final = 2


def card_lines(g: War, seat: Seat, targets: Sequence[int], draft: Sequence[Action]) -> list[Action]:
    """[Advantage Cards] The five uses of each card that is left, where combats are for these *targets* (F-21)."""
    own = hand(g, seat)
    result = []
    for card in own:
        for target in targets:
            result += [Action(DIE, (card, target)), Action(SHIFT, (card, target))]
        # All cards of a sheet for the order want the same.
        wanted = {a.args[1] for a in draft if a.verb == ORDER} or {FIRST, SECOND}
        result += [Action(ORDER, (card, turn)) for turn in sorted(wanted)]
        if g.option("wishes"):
            result.append(Action(WISH, (card,)))
    if own:
        result += _extra_flags(g, seat, own)
    return result


def play_card(g: War, line: Action) -> None:
    """[Advantage Cards, Card Flag] A card is laid down; one for a flag puts it on the map at once."""
    match line.verb, line.args:
        case "extra", (card, row, start, target):
            g.played[card] = 1
            g.flags[row] += 1
            place_flag(g, Action("flag", (row, start, target)))
        case "extras", (card, other, row, start, target):
            g.played[card] = g.played[other] = 1
            g.flags[row] += 2
            place_flag(g, Action("flag", (row, start, target)))
        case _, (card, *_):
            g.played[card] = 1


def tell_card(g: War, line: Action) -> None:
    """[Advantage Cards] Everybody sees what a card is played for."""
    match line.verb, line.args:
        case "die" | "shift", (card, target):
            g.tell(CardPlayed(card, line.verb, target))
        case "order", (card, _):
            g.tell(CardPlayed(card, "order", -1))
        case "wish", (card,):
            g.tell(CardPlayed(card, "control", -1))
        case "extra", (card, row, start, target):
            g.tell(CardPlayed(card, "flag", target))
            g.tell(FlagPlaced(row, (start, target), "flag"))
        case "extras", (card, other, row, start, target):
            g.tell(CardPlayed(card, "flag", target))
            g.tell(CardPlayed(other, "flag", target))
            g.tell(FlagPlaced(row, (start, target), "flag"))


def card_wording(g: War, action: Action) -> Wording:
    """A card in words."""
    name = g.campaign.name

    def at(hex_: int) -> dict[str, str]:
        return {"hex": g.grid.name(Hex(hex_))}

    def card(number: int) -> str:
        return f"{g.campaign.cards[number].title} (+{g.campaign.cards[number].value})"

    match action.verb, action.args:
        case "die", (number, target):
            text = f"{card(number)} for the die in the combat for {name(target)}"
            return Wording(text=text, rule="Card Die", target=at(target), group="Cards")
        case "shift", (number, target):
            text = f"{card(number)} for a column in the combat for {name(target)}"
            return Wording(text=text, rule="Card Shift", target=at(target), group="Cards")
        case "order", (number, turn):
            text = f"{card(number)} to go {('first', 'second')[turn - 1]}"
            return Wording(text=text, rule="Card Order", group="Cards")
        case "extra", (number, _, start, target):
            text = f"{card(number)} for a flag from {name(start)} towards {name(target)}"
            return Wording(text=text, rule="Card Flag", target=at(target), group="Cards")
        case "extras", (number, other, _, start, target):
            text = f"{card(number)} and {card(other)} for a flag from {name(start)} towards {name(target)}"
            return Wording(text=text, rule="Card Flag", target=at(target), group="Cards")
    return Wording(text=f"{card(action.args[0])} for an advantage that Control judges", rule="Card Other")


class Wish(AskControl[War]):
    """[Card Other] A card is played for an advantage outside the rules: is it granted?"""

    rule = "Card Other"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def options(self, g: War) -> Sequence[Action]:
        """Control says what it brings, by its own means; or the card goes back."""
        return [Action("refused"), Action("granted")]

    def default(self, g: War) -> Action:
        """Nobody can grant it."""
        return Action("refused")

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Whether."""
        title = g.campaign.cards[self.card].title
        if action.verb == "granted":
            return Wording(text=f"The wish behind {title} is granted", rule=self.rule)
        return Wording(text=f"{title} goes back to the hand", rule=self.rule)

    def choose(self, g: War, action: Action) -> None:
        """A refused card is not spent (F-58)."""
        if action.verb == "refused":
            g.played[self.card] = 0


def _extra_flags(g: War, seat: Seat, own: Sequence[int]) -> list[Action]:
    """[Card Flag] One more flag, at once on the map; in winter two cards, or one and a flag that is left (F-21)."""
    side = side_of(seat)
    pairs = [
        (start, target)
        for start, target in contact(g, side)
        if g.campaign.side(start, target) not in g.campaign.straits
        and not g.flag(side, start, target)
        and target != g.landing_to[side]
    ]
    result = []
    for row in rows_of(g, seat):
        if row >= len(NATIONS):
            continue
        for start, target in pairs:
            if not may_lead(g, row, start):
                continue
            needed = cost(g, target)
            if needed <= 1 + g.flags[row]:
                result += [Action(EXTRA, (card, row, start, target)) for card in own]
            elif needed == 2:
                result += [
                    Action(EXTRA_TWO, (card, other, row, start, target))
                    for n, card in enumerate(own)
                    for other in own[n + 1 :]
                ]
    return result
