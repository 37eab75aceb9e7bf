"""Standing orders: what a player has said beforehand, so that a game by correspondence need not wait for him.

A rulebook lists the questions that an order may answer (``Rulebook.standing_questions``) and says what a seat's orders
answer now (``Rulebook.standing``). Whoever drives the game asks it, and gives the answer as one of the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..documents import Document

ASK: Final = "ask"
ALWAYS: Final = "always"
NEVER: Final = "never"


@dataclass(frozen=True, kw_only=True)
class StandingQuestion(Document):
    """A kind of question that an order may answer; the first answer is what holds where nothing was ordered."""

    name: str
    title: str
    text: str
    rule: str = ""
    answers: tuple[str, ...] = (ASK, ALWAYS, NEVER)


@dataclass(frozen=True, kw_only=True)
class StandingOrder(Document):
    """What to answer to a kind of question: for one unit, for whoever stands in one hex, or for all."""

    question: str
    answer: str
    unit: str = ""
    hex: str = ""


def ordered(orders: Sequence[StandingOrder], question: str, unit: str, hex_: str) -> str:
    """What the *orders* say to *question* for *unit* in *hex_*: its own order, that of its hex, that for all, or to ask."""
    found = {(o.unit, o.hex): o.answer for o in orders if o.question == question}
    for key in ((unit, ""), ("", hex_), ("", "")):
        if key in found:
            return found[key]
    return ASK
