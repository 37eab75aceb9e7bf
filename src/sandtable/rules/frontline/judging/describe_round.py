"""A round of combats as a description file tells it: ``[[combat]]`` and ``[[card]]`` tables with the flags of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sandtable.kernel import BadDescription, Given, NotYetTold, Roll
from sandtable.kernel.book.describing import (
    allowed,
    flag,
    is_told,
    listed,
    name,
    one_of,
    pairs,
    shown,
    whole,
)

from ..cards import CONTROL, IN_COMBAT, USES, Card, added_to_the_die, chooser_of_order, columns_shifted
from ..combat import DICE
from ..rounds import Fight, Round, flags_refusal, hex_refusal, hexes_of, tie_refusal
from .describe import COMBAT_KEYS, MOST_POINTS, POINTS, read_battle

ROUND_KEYS: Final = ("combat", "card", "flags", "naval_flags", "placed_first", "first", "winter", "hexes")
CARD_KEYS: Final = ("side", "value", "use", "combat", "what", "ally")
MOST_COMBATS: Final = 40
MOST_CARDS: Final = 200
_LIKE: Final = "a [[combat]] has side, against, attacker and defender"


def read_round(given: Given) -> Round:
    """The round that *given* means; BadDescription says what cannot be, with the paragraph where a rule forbids it."""
    stray = [key for key, value in given.items() if is_told(value) and key not in ROUND_KEYS]
    if stray:
        raise BadDescription(
            f"{stray[0]} is given beside [[combat]]; it belongs into one of them, "
            f"and a round itself takes {', '.join(ROUND_KEYS[1:])}"
        )
    rows = listed(given["combat"])
    if len(rows) > MOST_COMBATS:
        raise BadDescription(f"{len(rows)} combats are described; a round has at most {MOST_COMBATS}")
    if not rows:
        raise NotYetTold(f"no combat is described; {_LIKE}")
    fights = [_fight(row, number, flag(given, "winter")) for number, row in enumerate(rows, 1)]
    names = [fight.name for fight in fights]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadDescription(f"two combats are called {twice!r}; give each a name of its own")
    sides = tuple(dict.fromkeys(side for fight in fights for side in fight.sides))
    played = listed(given.get("card"))
    if len(played) > MOST_CARDS:
        raise BadDescription(f"{len(played)} cards are played; a round has at most {MOST_CARDS}")
    cards = tuple(_card(row, sides, fights) for row in played)
    found = Round(
        fights=tuple(_with_cards(fight, cards) for fight in fights),
        cards=cards,
        flags=_flags(given, "flags", sides),
        naval_flags=_flags(given, "naval_flags", sides),
        placed_first=_side(given.get("placed_first"), "placed_first", sides),
        first=_side(given.get("first"), "first", sides),
        hexes=_hexes(given, fights),
    )
    if found.first and chooser_of_order(cards, sides) is None:
        raise BadDescription(
            f"first is {found.first!r}, but nobody has won the order of play by cards [Card Order]"
        )
    allowed(hex_refusal(found) or flags_refusal(found) or tie_refusal(found))
    return found


def _fight(row: Any, number: int, winter: bool) -> Fight:
    keys = (*COMBAT_KEYS, "name", "side", "against", "dice")
    if not isinstance(row, Mapping):
        raise BadDescription(f"combat {number} is {shown(row)}; {_LIKE}")
    said = pairs(row, f"combat {number}", keys)
    called = name(said.pop("name", ""), f"name of combat {number}") or f"combat {number}"
    sides = tuple(name(said.pop(key, ""), f"{key} of {called}") for key in ("side", "against"))
    if not all(sides) or sides[0] == sides[1]:
        raise BadDescription(f"{called} lacks the side that attacks, or the one it is against; {_LIKE}")
    dice = _dice(said.pop("dice", None), called)
    try:
        battle = read_battle({"winter": winter, **said})
    except BadDescription as why:
        raise BadDescription(f"{called}: {why}") from None
    return Fight(name=called, sides=(sides[0], sides[1]), battle=battle, dice=dice)


def _dice(given: Any, called: str) -> Roll:
    """The faces of one combat, as "4,2" or a list: the attacker's, then the defender's."""
    if given is None:
        return ()
    faces = given.replace(",", " ").split() if isinstance(given, str) else listed(given)
    roll = tuple(whole(face, f"a die of {called}") for face in faces[: len(DICE.sides) + 1])
    if not DICE.fits(roll):
        raise BadDescription(
            f"{called} has dice {shown(given)}; it should be two faces of 1 to 6, such as '4,2'"
        )
    return roll


def _hexes(given: Given, fights: Sequence[Fight]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What hexes hold in all, by kind."""
    known = sorted(set().union(*(hexes_of(fight) for fight in fights)))
    said = given.get("hexes")
    if said is not None and not isinstance(said, Mapping):
        raise BadDescription(
            f"hexes is {shown(said)}; it should be a table: [hexes] with a line for each hex"
        )
    found = []
    for hex_, points in pairs(said, "hexes", known).items():
        row = pairs(points, f"hexes.{hex_}", POINTS)
        count = (whole(row.get(kind, 0), f"{kind} of {hex_}", least=0, most=MOST_POINTS) for kind in POINTS)
        found.append((hex_, tuple(count)))
    return tuple(found)


def _card(row: Any, sides: Sequence[str], fights: Sequence[Fight]) -> Card:
    """[Advantage Cards] A card, played in one way only: for the die or a column it names a combat of its side."""
    if not isinstance(row, Mapping):
        raise BadDescription(f"a card is {shown(row)}; a [[card]] has side, value and use")
    said = pairs(row, "card", CARD_KEYS)
    card = Card(
        side=name(said.get("side", ""), "side of a card"),
        value=whole(said.get("value", 1), "value of a card", least=1, most=MOST_POINTS),
        use=one_of(said.get("use"), "use of a card", USES),
        combat=name(said.get("combat", ""), "combat of a card"),
        what=name(said.get("what", ""), "what of a card"),
        ally=name(said.get("ally", ""), "ally of a card"),
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
    return one_of(value, what, sides) if is_told(value) else ""
