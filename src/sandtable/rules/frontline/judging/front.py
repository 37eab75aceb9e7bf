"""A described stretch of front line: closed, straightened and made whole, without dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.kernel import Hex, Hexside, Reckoning, lines_of
from sandtable.kernel.book.describing import allowed

from ..front import (
    NOBODY,
    Move,
    Stretch,
    absorb,
    building_refusal,
    close,
    fill_gaps,
    follow,
    front_of,
    in_contact,
    partisans_refusal,
    standing,
    withdraw,
)
from .describe_front import Described, opponent


def resolve_front(described: Described) -> dict[str, Any]:
    """[Sequence 3, Sequence 9] Partisans are placed, the line is closed, then straightened by one side after the other with
    the opponent following, and its gaps are filled.
    """
    line, plans = described.line, described.plans
    for plan in plans:
        enemy = opponent(plans, plan)
        for at, hex_ in enumerate(plan.partisans):
            there = (*plan.placed, *plan.partisans[:at])
            allowed(partisans_refusal(line, plan.name, hex_, enemy.security, there))
        allowed(building_refusal(line, plan.name, plan.builds, plan.lsp))
    for plan in plans:
        allowed(close(line, plan.name, plan.closes))
    for plan in plans:
        enemy = opponent(plans, plan)
        allowed(withdraw(line, plan.name, plan.withdraws))
        allowed(follow(line, enemy.name, enemy.follows, plan.withdraws))
    partisans = {plan.name: absorb(line, plan.name, (*plan.placed, *plan.partisans)) for plan in plans}
    abandoned = {plan.name: fill_gaps(line, plan.name, plan.pool) for plan in plans}
    return {
        "lines": {plan.name: _line(line, plan.name) for plan in plans},
        "nobody": _names(line, line.held(NOBODY)),
        "given_up": {plan.name: _names(line, plan.withdraws) for plan in plans},
        "abandoned": {side: _names(line, hexes) for side, hexes in abandoned.items()},
        "partisans": {side: _names(line, hexes) for side, hexes in partisans.items()},
        "built": {plan.name: _hexsides(line, standing(line, plan.name, plan.builds)) for plan in plans},
        "lsp_spent": {plan.name: len(plan.builds) for plan in plans},
        "moves": [
            {"side": m.side, "from": _start(line, m), "to": line.name(m.to), "men": m.men} for m in line.moves
        ],
        "reckoning": lines_of(_reckonings(line, described)),
    }


def front_told(outcome: Mapping[str, Any]) -> list[str]:
    """What was given up, who went where, and last both lines as they now run."""
    found = []
    for side, hexes in outcome["given_up"].items():
        if hexes:
            found.append(f"The {side} line is withdrawn from {', '.join(hexes)}.")
    for move in outcome["moves"]:
        men = "1 man goes" if move["men"] == 1 else f"{move['men']} men go"
        found.append(f"{move['side']}: {men} from {move['from']} to {move['to']}.")
    for side, hexes in outcome["abandoned"].items():
        if hexes:
            found.append(f"No {side} man can be found for {', '.join(hexes)}: no-man's-land.")
    for side, hexes in outcome["partisans"].items():
        if hexes:
            found.append(f"{side} partisans are in {', '.join(hexes)}.")
    for side, hexsides in outcome["built"].items():
        if hexsides:
            found.append(f"The {side} side has built a layer of fortification on {', '.join(hexsides)}.")
    for side, line in outcome["lines"].items():
        held = ", ".join(f"{name} ({line['men'][name]})" for name in line["front"]) or "nothing"
        found.append(f"The {side} front, with its men: {held}.")
    return found


def _line(line: Stretch, side: str) -> dict[str, Any]:
    front = front_of(line, side)
    return {
        "front": _names(line, front),
        "in_contact": _names(line, [hex_ for hex_ in front if in_contact(line, hex_)]),
        "men": {line.name(hex_): line.men[hex_] for hex_ in line.held(side)},
    }


def _reckonings(line: Stretch, described: Described) -> list[Reckoning]:
    """Men moved by each side, with the paragraph that moves them."""
    found = []
    for plan in described.plans:
        reckoning = Reckoning(f"{plan.name} men moved")
        for move in line.moves:
            words = f"from {_start(line, move)} to {line.name(move.to)}"
            reckoning.add_if(move.side == plan.name, words, move.men, move.rule)
        found.append(reckoning)
    return found


def _start(line: Stretch, move: Move) -> str:
    return move.origin if move.start is None else line.name(move.start)


def _hexsides(line: Stretch, hexsides: Iterable[Hexside]) -> list[str]:
    return [f"{line.name(hex_)}/{line.name(faced)}" for hex_, faced in hexsides]


def _names(line: Stretch, hexes: Iterable[Hex]) -> list[str]:
    return [line.name(hex_) for hex_ in hexes]
