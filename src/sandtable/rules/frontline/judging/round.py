"""A round of combats, judged one after another: what an earlier combat leaves is what a later one is fought with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from sandtable.kernel import BadDice, Distribution, Refusal, Roll, Seat, Tables, lines_of
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.explore import TooWide, explore
from sandtable.kernel.machine.playout import play_out

from ..cards import Card, added_to_the_die, extra_flags
from ..combat import DICE, colour_of, outcome_of
from ..rounds import (
    Fight,
    Ledger,
    Points,
    Round,
    first_side,
    flags_used,
    hexes_of,
    lapsed_part,
    noted,
    order_of,
    order_reckonings,
    places_flags,
    remaining,
    returned_cards,
    spent_cards,
    totals_of,
)
from ..state import COLOURS, KINDS, ROLES, Battle
from .combat import document, position, reckonings, spoken, told

LAPSED: Final = "lapsed"
# More courses than this, and an answer would take minutes.
WIDEST: Final = 2000


def resolve_round(round_: Round, tables: Tables, typed: Sequence[Roll], source: DiceSource) -> dict[str, Any]:
    """Every combat in its order with the dice typed, two for each that is fought, then with those of *source*."""
    faces = [face for roll in typed for face in roll]
    ledger, fought, rolls, totals = Ledger(), 0, dict[str, Any](), totals_of(round_)
    reckoning = lines_of(order_reckonings(round_))
    for fight in order_of(round_):
        battle = remaining(fight, ledger, totals)
        if isinstance(battle, Refusal):
            rolls[fight.name] = _head(fight) | {LAPSED: str(battle), **_returned(round_, fight)}
            continue
        g = position(battle, tables)
        roll = fight.dice
        if not roll:
            roll = tuple(faces[: len(DICE.sides)]) if faces else source.roll(DICE, fought)
            del faces[: len(DICE.sides)]
            fought += 1
        play_out(g, [roll], source)
        part: dict[str, dict[str, int]] = {}
        for contingent in lapsed_part(fight, ledger):
            part.setdefault(contingent.hex, {"lsp": 0})["lsp"] += contingent.lsp
        ledger = ledger.plus(noted(g))
        answer = document(g)
        answer.pop("reckoning")
        rolls[fight.name] = _head(fight) | {LAPSED: None, "lapsed_hexes": part} | answer
        reckoning += [{**line, "of": f"{fight.name}: {line['of']}"} for line in lines_of(reckonings(g))]
    if faces:
        raise BadDice(
            f"{len(faces)} dice are left over; {fought} combats are fought, with two dice each"
            + (", besides those that carry their own" if any(f.dice for f in round_.fights) else "")
        )
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
    totals, order = totals_of(round_), order_of(round_)
    combats: dict[str, Any] = {}
    for place, fight in enumerate(order):
        after = _course(bearing_on(order, place), tables, totals)
        combats[fight.name] = _head(fight) | {
            "results": _ordered(after.map(lambda found: found[0])),
            "outcomes": after.map(lambda found: found[1]).as_json(),
        }
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
            found.append(f"{name}: the attack lapses, for {combat[LAPSED]}; {_what_comes_back(combat)}.")
            continue
        for hex_, back in combat["lapsed_hexes"].items():
            lsp = f"its {back['lsp']} LSP come back" if back["lsp"] else "it had no LSP"
            found.append(
                f"{name}: the part from {hex_} lapses, for the hex is lost; its flag is spent, {lsp}."
            )
        found.append(f"{name}: {' '.join(told(combat))}")
    for words, cards in (("discarded", "cards_spent"), ("returned", "cards_returned")):
        if outcome[cards]:
            found.append(f"Cards {words}: {', '.join(map(_spoken, outcome[cards]))}.")
    for side, flags in outcome["flags"].items():
        if flags["left"] is not None:
            found.append(f"Military flags of the {side} side: {flags['used']} used, {flags['left']} left.")
    lost = "; ".join(f"{side} {spoken(points)}" for side, points in outcome["losses"].items())
    return [*found, f"Losses of the round: {lost}."]


def bearing_on(order: Sequence[Fight], place: int) -> list[Fight]:
    """The combat at *place* and, before it, those that can make a difference to it: they share a hex with it, or with one
    that does. What happens elsewhere it never meets.
    """
    found, hexes = [order[place]], hexes_of(order[place])
    for earlier in reversed(order[:place]):
        if hexes & hexes_of(earlier):
            found.insert(0, earlier)
            hexes |= hexes_of(earlier)
    return found


def _course(
    fights: Sequence[Fight], tables: Tables, totals: Mapping[str, Points]
) -> Distribution[tuple[str, str, Ledger]]:
    """What the last of *fights* comes to, over all that those before it can bring."""
    before = Distribution.certain(Ledger())
    for place, fight in enumerate(fights[:-1]):
        # Only what a later combat can still meet makes a difference.
        to_come = {hex_ for later in fights[place + 1 :] for hex_ in hexes_of(later)}
        before = before.then(partial(_weigh, fight, tables, totals)).map(partial(_to_come, to_come))
        if len(before) > WIDEST:
            raise TooWide(
                f"the combats before {fights[-1].name!r} can leave its hexes in more than {WIDEST} ways; "
                "weigh fewer of them together"
            )
    return before.then(partial(_weigh, fights[-1], tables, totals))


def _weigh(
    fight: Fight, tables: Tables, totals: Mapping[str, Points], ledger: Ledger
) -> Distribution[tuple[str, str, Ledger]]:
    battle = remaining(fight, ledger, totals)
    if isinstance(battle, Refusal):
        return Distribution.certain((LAPSED, LAPSED, ledger))
    return _outcomes(battle, tables).map(lambda found: (found[0], found[1], ledger.plus(found[2])))


@lru_cache(maxsize=4096)
def _outcomes(battle: Battle, tables: Tables) -> Distribution[tuple[str, str, Ledger]]:
    """Colour, outcome and what is noted of a combat; many courses of a round lead to the same one."""
    return explore(
        position(battle, tables), lambda _: False, lambda g: (colour_of(g), outcome_of(g), noted(g))
    )


def _to_come(hexes: Collection[str], found: tuple[str, str, Ledger]) -> Ledger:
    return found[2].about(hexes)


def _returned(round_: Round, fight: Fight) -> dict[str, Any]:
    """[Sequence 7] What comes back of an attack that lapsed: both sides' LSP, and cards that it names itself (F-23)."""
    own = (
        total - added_to_the_die(round_.cards, fight.name, side)
        for total, side in zip(fight.battle.cards, fight.sides, strict=True)
    )
    return {
        "lsp_returned": {role: fight.battle.total(Seat(seat), "lsp") for seat, role in enumerate(ROLES)},
        "die_cards_returned": dict(zip(ROLES, own, strict=True)),
    }


def _what_comes_back(combat: Mapping[str, Any]) -> str:
    back = [
        f"{value} {what} of the {role}"
        for what, key in (("LSP", "lsp_returned"), ("on the die by cards", "die_cards_returned"))
        for role, value in combat[key].items()
        if value
    ]
    return f"its flag is spent, and {', '.join(back)} come back" if back else "its flag is spent"


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
