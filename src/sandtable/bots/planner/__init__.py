"""Bots that search: plans are tried out in positions that fit the view, and the one that does best is begun.

The search knows no game. What a rulebook's planner brings is a ``Playbook``: which plans are worth a trial, how far a trial
goes, and what a position is worth to a seat.
"""

from __future__ import annotations

from .levels import NOT_MEASURED, three_levels
from .planner import USUAL, Planner
from .playbook import Candidate, Plan, Playbook, beginning_with

__all__ = [
    "NOT_MEASURED",
    "USUAL",
    "Candidate",
    "Plan",
    "Planner",
    "Playbook",
    "beginning_with",
    "three_levels",
]
