"""[8.2] The combat under way, as one record: what was chosen, counted, rolled and lost so far on both sides.

A record is never written into: who changes something puts a changed one in its place, so that copies of a position
share it. ``Front`` says under which names its values are stored.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any, Final, NamedTuple

from sandtable.kernel import OFF_BOARD


class Role(IntEnum):
    """[8.2] On which side of the combat a force stands; steps call it *defender*, 0 or 1."""

    ATTACKER = 0
    DEFENDER = 1


class Before(IntFlag):
    """[8.11] Who was demoralized when the combat began (R-42)."""

    NOBODY = 0
    ATTACKER = 1
    DEFENDER = 2


class Surplus(IntEnum):
    """[8.12.1] What stands in the place of a number of loss points that could not be absorbed."""

    # [AGN 4.8.2, AGS 4.6.2] The defender was overwhelmed at twelve to one.
    OVERWHELMED = -1


class Engaged(NamedTuple):
    """One side of a combat."""

    # [8.2] Strength as counted, and whether it has a line of supply.
    sp: int = 0
    los: int = 0
    # [8.5] Its die-roll modifier.
    drm: int = 0
    # [8.7] What it inflicts, as a rung of the ladder; [8.9] loss points that it inflicts by the counterattack.
    rung: int = 0
    cat: int = 0
    # [AGN 4.5.1, AGS 4.5.1] Loss points that it has paid with replacement points.
    paid: int = 0
    # [AGN 4.4, AGS 4.4] Its dice while one of them may still be rolled again, lowest first.
    dice: tuple[int, ...] = ()


class Combat(NamedTuple):
    """[8.2] A combat; as it is made, none: the hex is off the map."""

    hex: int = OFF_BOARD
    # Whence the attacker came, off the map where it rallied in the hex or came by sea.
    entered_from: int = OFF_BOARD
    plan: int = 0
    posture: int = 0
    # What the air unit does in it.
    air: int = 0
    # [8.8] Loss points that the defender could not absorb, or a Surplus.
    surplus: int = 0
    demoralized: int = Before.NOBODY
    attacker: Engaged = Engaged()
    defender: Engaged = Engaged()

    def of(self, role: int) -> Engaged:
        """One of the two sides."""
        return self.defender if role else self.attacker

    def noting(self, role: int, **values: Any) -> Combat:
        """The combat with *values* noted for one side."""
        if role:
            return self._replace(defender=self.defender._replace(**values))
        return self._replace(attacker=self.attacker._replace(**values))


NO_COMBAT: Final = Combat()
