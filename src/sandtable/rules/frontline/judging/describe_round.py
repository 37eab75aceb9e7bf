"""A round of combats as a description file tells it: ``[[combat]]`` and ``[[card]]`` tables with the flags of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sandtable.kernel import BadDescription, Given
from sandtable.kernel.book.describing import allowed, listed, one_of, pairs, whole

from ..cards import CONTROL, IN_COMBAT, USES, Card, added_to_the_die, chooser_of_order, columns_shifted
from ..rounds import Fight, Round, flags_refusal, tie_refusal
from .describe import COMBAT_KEYS, MOST_POINTS, read_battle

ROUND_KEYS: Final = ("combat", "card", "flags", "naval_flags", "placed_first", "first", "winter")
CARD_KEYS: Final = ("side", "value", "use", "combat", "what", "ally")
MOST_COMBATS: Final = 40
_LIKE: Final = "a [[combat]] has side, against, attacker and defender"


def read_round(given: Given) -> Round:
    """The round that *given* means; BadDescription says what cannot be, with the paragraph where a rule forbids it."""
    stray = [key for key, value in given.items() if value and key not in ROUND_KEYS]
    if stray:
        raise BadDescription(
            f"{stray[0]} is given beside [[combat]]; it belongs into one of them, "
            f"and a round itself takes {', '.join(ROUND_KEYS[1:])}"
        )
    rows = listed(given["combat"])
    if len(rows) > MOST_COMBATS:
        raise BadDescription(f"{len(rows)} combats are described; a round has at most {MOST_COMBATS}")
    fights = [_fight(row, number, bool(given.get("winter"))) for number, row in enumerate(rows, 1)]
    names = [fight.name for fight in fights]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadDescription(f"two combats are called {twice!r}; give each a name of its own")
    sides = tuple(dict.fromkeys(side for fight in fights for side in fight.sides))
    cards = tuple(_card(row, sides, fights) for row in listed(given.get("card")))
    found = Round(
        fights=tuple(_with_cards(fight, cards) for fight in fights),
        cards=cards,
        flags=_flags(given, "flags", sides),
        naval_flags=_flags(given, "naval_flags", sides),
        placed_first=_side(given.get("placed_first"), "placed_first", sides),
        first=_side(given.get("first"), "first", sides),
    )
    if found.first and chooser_of_order(cards, sides) is None:
        raise BadDescription(
            f"first is {found.first!r}, but nobody has won the order of play by cards [Card Order]"
        )
    allowed(flags_refusal(found) or tie_refusal(found))
    return found


def _fight(row: Any, number: int, winter: bool) -> Fight:
    keys = (*COMBAT_KEYS, "name", "side", "against")
    if not isinstance(row, Mapping):
        raise BadDescription(f"combat {number} is {row!r}; {_LIKE}")
    said = pairs(row, f"combat {number}", keys)
    name = str(said.pop("name", f"combat {number}"))
    sides = tuple(str(said.pop(key, "")) for key in ("side", "against"))
    if not all(sides) or sides[0] == sides[1]:
        raise BadDescription(f"{name} lacks the side that attacks, or the one it is against; {_LIKE}")
    try:
        battle = read_battle({"winter": winter, **said})
    except BadDescription as why:
        raise BadDescription(f"{name}: {why}") from None
    return Fight(name=name, sides=(sides[0], sides[1]), battle=battle)


def _card(row: Any, sides: Sequence[str], fights: Sequence[Fight]) -> Card:
    """[Advantage Cards] A card, played in one way only: for the die or a column it names a combat of its side."""
    if not isinstance(row, Mapping):
        raise BadDescription(f"a card is {row!r}; a [[card]] has side, value and use")
    said = pairs(row, "card", CARD_KEYS)
    card = Card(
        side=str(said.get("side", "")),
        value=whole(said.get("value", 1), "value of a card", least=1, most=MOST_POINTS),
        use=one_of(said.get("use"), "use of a card", USES),
        combat=str(said.get("combat", "")),
        what=str(said.get("what", "")),
        ally=str(said.get("ally", "")),
    )
    if not card.side:
        raise BadDescription("a card lacks its side; a [[card]] has side, value and use")
    one_of(card.counts_for, "side of a card", sides)
    fight = next((fight for fight in fights if fight.name == card.combat), None)
    if card.use in IN_COMBAT and (fight is None or card.counts_for not in fight.sides):
        own = [fight.name for fight in fights if card.counts_for in fight.sides]
        raise BadDescription(
            f"a card for the {card.use} names combat {card.combat!r}; it should be one of {', '.join(own)}"
        )
    if card.use not in IN_COMBAT and card.combat:
        raise BadDescription(
            f"a card for {card.use} names combat {card.combat!r}; only cards for {' and '.join(IN_COMBAT)} do"
        )
    if card.use == CONTROL and not card.what:
        raise BadDescription("a card for control lacks 'what', the advantage that Game Control grants")
    return card


def _with_cards(fight: Fight, cards: Sequence[Card]) -> Fight:
    """[Sequence 5] The combat with the cards played on it, besides those it names itself."""
    die, shift = (
        tuple(own + counted(cards, fight.name, side) for own, side in zip(given, fight.sides, strict=True))
        for given, counted in (
            (fight.battle.cards, added_to_the_die),
            (fight.battle.card_shifts, columns_shifted),
        )
    )
    battle = replace(fight.battle, cards=(die[0], die[1]), card_shifts=(shift[0], shift[1]))
    return replace(fight, battle=battle)


def _flags(given: Given, name: str, sides: Sequence[str]) -> tuple[tuple[str, int], ...]:
    said = pairs(given.get(name), name, sides)
    return tuple(
        (side, whole(count, f"{name} of {side}", least=0, most=MOST_POINTS)) for side, count in said.items()
    )


def _side(value: Any, what: str, sides: Sequence[str]) -> str:
    return one_of(value, what, sides) if value else ""
