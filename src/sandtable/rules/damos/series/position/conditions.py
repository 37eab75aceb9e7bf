"""Where a unit is in the game, where it came from, and what the air unit can still do."""

from __future__ import annotations

from enum import IntEnum


class Fate(IntEnum):
    """Where a unit is in the game."""

    ON_MAP = 0
    POOL = 1  # [2.4] eliminated; it may be rebuilt
    GONE = 2  # [10.0] out of the game for good
    DUE = 3  # a reinforcement: it comes in turn ``due``
    SET_UP = 4  # to be placed before the first turn


class Origin(IntEnum):
    """Where a unit was set up, where a rule asks for it."""

    ELSEWHERE = 0
    FINLAND = 1
    ROMANIA = 2  # [AGS 4.8]
    HUNGARY = 3


class Air(IntEnum):
    """[AGN 4.4] What the German air unit can still do this turn."""

    BOTH = 0
    SHIFT = 1
    REROLL = 2
    NONE = 3
