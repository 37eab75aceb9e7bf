"""Combats to be weighed, and what is asked of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.kernel.book.study import Odds
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import AXIS
from sandtable.rules.damos.series.position.state import Front

from ..positions import activate, position, words

CLASH = """
    .  .  .  .  .
      P8 f4 .  .  .
    .  .  .  .  .
"""

# A line that goes on unconverted: its end is near enough for the air unit.
RAILHEAD = ("0201 0202 0203",)


def attacking(picture: str = CLASH, marks: str = "P8", *, turn: int = 3, **more: Any) -> Front:
    """The force is active and next to the enemy."""
    return activate(position(picture, turn=turn, **more), marks)


def weighed(g: Front, seat: Seat = AXIS, text: str = "") -> Odds:
    found = RULEBOOK.odds(g, seat, option(g, text, seat) if text else None)
    assert found is not None
    return found


def option(g: Front, text: str, seat: Seat) -> Action:
    return next(action for action in options(g, seat) if words(g, action) == text)


def wins(found: Odds) -> Fraction:
    return found.outcomes.chance(lambda o: o.attacker_wins)
