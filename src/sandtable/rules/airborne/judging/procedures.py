"""The procedures of the sheet, one by one, for a Control team that runs the evening from them."""

from __future__ import annotations

from typing import Final

from .bombing import Flak, Interdiction, Suppression
from .combat import Combat
from .fighters import AirToAir, Transports
from .lift import Resupply
from .march import March
from .procedure import Procedure
from .scouting import Recce

PROCEDURES: Final[dict[str, Procedure]] = {
    procedure.name: procedure
    for procedure in (
        Combat(),
        AirToAir(),
        Transports(),
        Flak(),
        Interdiction(),
        Suppression(),
        Resupply(),
        Recce(),
        March(),
    )
}
