"""A round of combats, judged one after another: what an earlier combat leaves is what a later one is fought with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from sandtable.kernel import BadDice, Distribution, Refusal, Roll, Tables, lines_of
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.machine.playout import play_out

from ..cards import Card, extra_flags
from ..combat import DICE, colour_of, outcome_of
from ..rounds import (
    Fight,
    Ledger,
    Round,
    first_side,
    flags_used,
    noted,
    order_of,
    order_reckonings,
    places_flags,
    remaining,
    returned_cards,
    spent_cards,
)
from ..state import COLOURS, KINDS
from .combat import document, position, reckonings, spoken, told

LAPSED: Final = "lapsed"


def resolve_round(round_: Round, tables: Tables, typed: Sequence[Roll], source: DiceSource) -> dict[str, Any]:
    """Every combat in its order with the dice typed, two for each that is fought, then with those of *source*."""
    faces = [face for roll in typed for face in roll]
    ledger, fought, rolls = Ledger(), 0, dict[str, Any]()
    reckoning = lines_of(order_reckonings(round_))
    for fight in order_of(round_):
        battle = remaining(fight, ledger)
        if isinstance(battle, Refusal):
            rolls[fight.name] = _head(fight) | {LAPSED: str(battle)}
            continue
        g = position(battle, tables)
        roll = tuple(faces[: len(DICE.sides)]) if faces else source.roll(DICE, fought)
        del faces[: len(DICE.sides)]
        play_out(g, [roll], source)
        fought += 1
        ledger = noted(ledger, g)
        answer = document(g)
        answer.pop("reckoning")
        rolls[fight.name] = _head(fight) | {LAPSED: None} | answer
        reckoning += [{**line, "of": f"{fight.name}: {line['of']}"} for line in lines_of(reckonings(g))]
    if faces:
        raise BadDice(f"{len(faces)} dice are left over; {fought} combats are fought, with two dice each")
    lapsed = [name for name, answer in rolls.items() if answer[LAPSED]]
    return _frame(round_) | {
        "cards_spent": [_card(card) for card in spent_cards(round_, lapsed)],
        "cards_returned": [_card(card) for card in returned_cards(round_, lapsed)],
        "losses": _losses(rolls.values()),
        "combats": rolls,
        "reckoning": reckoning,
    }


def weigh_round(round_: Round, tables: Tables) -> dict[str, Any]:
    """The exact chances of every combat, what happens in those before it included."""
    before = Distribution.certain(Ledger())
    combats: dict[str, Any] = {}
    for fight in order_of(round_):
        after = before.then(partial(_weigh, fight, tables))
        combats[fight.name] = _head(fight) | {
            "results": _ordered(after.map(lambda found: found[0])),
            "outcomes": after.map(lambda found: found[1]).as_json(),
        }
        before = after.map(lambda found: found[2])
    return (
        {"exact": True}
        | _frame(round_)
        | {
            "combats": combats,
            "reckoning": lines_of(order_reckonings(round_)),
        }
    )


def round_told(outcome: Mapping[str, Any]) -> list[str]:
    """The order with its reason, every combat, cards, and what the round has cost."""
    found = []
    if outcome["places_flags"]:
        found.append(f"The {outcome['places_flags']} side may choose to place its flags first or second.")
    by = f"the {outcome['first']} side goes first by its cards" if outcome["first"] else "highest ME first"
    found.append(f"The combats are resolved in this order ({by}): {', '.join(outcome['combats'])}.")
    for name, combat in outcome["combats"].items():
        if combat[LAPSED]:
            found.append(f"{name}: the attack lapses, for {combat[LAPSED]}; its LSP come back.")
        else:
            found.append(f"{name}: {' '.join(told(combat))}")
    for words, cards in (("discarded", "cards_spent"), ("returned", "cards_returned")):
        if outcome[cards]:
            found.append(f"Cards {words}: {', '.join(map(_spoken, outcome[cards]))}.")
    for side, flags in outcome["flags"].items():
        if flags["left"] is not None:
            found.append(f"Military flags of the {side} side: {flags['used']} used, {flags['left']} left.")
    lost = "; ".join(f"{side} {spoken(points)}" for side, points in outcome["losses"].items())
    return [*found, f"Losses of the round: {lost}."]


def _weigh(fight: Fight, tables: Tables, ledger: Ledger) -> Distribution[tuple[str, str, Ledger]]:
    battle = remaining(fight, ledger)
    if isinstance(battle, Refusal):
        return Distribution.certain((LAPSED, LAPSED, ledger))
    return explore(
        position(battle, tables), lambda _: False, lambda g: (colour_of(g), outcome_of(g), noted(ledger, g))
    )


def _ordered(results: Distribution[str]) -> dict[str, str]:
    """Colours from good to bad."""
    found = results.as_json()
    return {word: found[word] for word in (*COLOURS.values(), LAPSED) if word in found}


def _frame(round_: Round) -> dict[str, Any]:
    flags = dict(round_.flags)
    return {
        "places_flags": places_flags(round_),
        "first": first_side(round_) or None,
        "flags": {
            side: {
                "used": flags_used(round_, side, "military"),
                "by_cards": extra_flags(round_.cards, side),
                "left": flags[side] + extra_flags(round_.cards, side) - flags_used(round_, side, "military")
                if side in flags
                else None,
            }
            for side in round_.sides
        },
    }


def _head(fight: Fight) -> dict[str, Any]:
    return {"side": fight.sides[0], "against": fight.sides[1]}


def _losses(combats: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for combat in combats:
        for side, role in ((combat["side"], "attacker"), (combat["against"], "defender")):
            own = found.setdefault(side, dict.fromkeys(KINDS, 0))
            for kind, points in combat.get(f"{role}_loses", {}).items():
                own[kind] += points
    return found


def _card(card: Card) -> dict[str, Any]:
    return {name: value for name, value in vars(card).items() if value}


def _spoken(card: Mapping[str, Any]) -> str:
    """A card as it was played: "german +2 for the die in Orel"."""
    uses = {"order": "for the order of play", "flag": "for a flag", "control": f"for {card.get('what')}"}
    where = f"for the {card['use']} in {card.get('combat')}"
    ally = f", on behalf of {card['ally']}" if "ally" in card else ""
    return f"{card['side']} +{card['value']} {uses.get(card['use'], where)}{ally}"
