"""A combat of the board as it was declared: the numbers that the card asks for, in a form that can be saved."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.kernel import OFF_BOARD

from ..state import IMPULSES, ROLES, TERRAINS, WEATHERS, Battle

# In the place of a Field Marshal whom nobody uses.
NO_MARSHAL: Final = -1


class Declared(NamedTuple):
    """What both sides bring; sets of sides are bits, 1 for the attacker and 2 for the defender."""

    hex: int = OFF_BOARD
    air: int = 0
    blitzkrieg: int = 0
    attacker_marshal: int = NO_MARSHAL
    defender_marshal: int = NO_MARSHAL
    attack: int = 0
    defence: int = 0
    units: int = 0
    shift: int = 0
    drm: int = 0
    armour: int = 0
    mountain: int = 0
    river: int = 0
    terrain: int = 0
    city: int = 0
    surrounded: int = 0
    attacker_steps: int = 0
    defender_steps: int = 0

    def battle(self, *, weather: int, impulse: int) -> Battle:
        """The same in the words of the card."""
        marshals = (self.attacker_marshal != NO_MARSHAL) + 2 * (self.defender_marshal != NO_MARSHAL)
        return Battle(
            attack=self.attack,
            defence=self.defence,
            units=self.units,
            air=self.air,
            shift=self.shift,
            weather=WEATHERS[weather],
            blitzkrieg=bool(self.blitzkrieg),
            drm=self.drm,
            field_marshal=_roles(marshals),
            armour=ROLES[self.armour - 1] if self.armour in (1, 2) else "",
            mountain_units=_roles(self.mountain),
            river=bool(self.river),
            terrain=TERRAINS[self.terrain],
            major_city=bool(self.city),
            surrounded=_roles(self.surrounded),
            impulse=IMPULSES[impulse - 1] if impulse else "",
            steps=(self.attacker_steps, self.defender_steps),
        )


NO_COMBAT: Final = Declared()


def _roles(bits: int) -> frozenset[str]:
    return frozenset(role for n, role in enumerate(ROLES) if bits >> n & 1)
