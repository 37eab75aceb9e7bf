"""What any rulebook runs against itself: drawn positions, scripted dice, fuzz, perft, the conformance battery.

``conformance`` needs pytest and is imported by its own name: ``from sandtable.testing import conformance``.
"""

from __future__ import annotations

from sandtable.kernel import ScriptedDice

from .ascii import Picture, draw
from .fuzzing import FuzzReport, fuzz
from .perft import divide, perft
from .randomplay import random_play, setups

__all__ = [
    "FuzzReport",
    "Picture",
    "ScriptedDice",
    "divide",
    "draw",
    "fuzz",
    "perft",
    "random_play",
    "setups",
]
