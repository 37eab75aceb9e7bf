"""The core rules that Army Group North, Center and South share, and the exclusive rules of each."""

from __future__ import annotations

from typing import Final

from . import (
    activation,
    attrition,
    movement,
    operations,
    reaction,
    replacements,
    sequence,
    setup,
    strategic,
    surrender,
)
from .combat import attack, battle, concerted, exploitation, losses, outcome, retreat
from .exclusive import air, naval, rail, straggling

# The modules that hold steps.
STEP_MODULES: Final = (
    activation,
    air,
    attack,
    attrition,
    battle,
    concerted,
    exploitation,
    losses,
    movement,
    naval,
    operations,
    outcome,
    rail,
    reaction,
    replacements,
    retreat,
    sequence,
    setup,
    straggling,
    strategic,
    surrender,
)
