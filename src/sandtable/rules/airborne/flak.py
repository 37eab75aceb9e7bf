"""[9] Flak: one die for each flak unit and air serial, by target and range."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.kernel import Auto, Chance, Dice, Roll

from .air import load_of
from .events import FlakFired
from .state import Operation, lose_status

DIE: Final = Dice.of(1, 6)
TARGETS: Final = ("overflight", "drop 2km", "drop 4km")
LOSS: Final = "loss"
NO_EFFECT: Final = "NE"
RESULTS: Final = (LOSS, "dam", NO_EFFECT)
# Two damages are one serial or squadron.
FATAL: Final = 2
_NEAR_KM: Final = 2
_FAR_KM: Final = 4


def target(
    *, drop_km: Fraction | int | None, path_km: Fraction | int | None, fighters: bool = False
) -> str | None:
    """[9.1] The most dangerous column for a serial that lands at *drop_km* and passes at *path_km*, or None (A-24)."""
    if drop_km is not None and drop_km <= _NEAR_KM:
        return "drop 2km"
    if drop_km is not None and drop_km <= _FAR_KM:
        return "drop 4km"
    return "overflight" if path_km is not None and path_km <= _FAR_KM and not fighters else None


class Fire(Auto[Operation]):
    """[9] Flak units fire at a serial one after another, each once; a serial that is gone is left alone (A-24)."""

    rule = "9"

    def __init__(self, flight: int, flak: tuple[str, ...], target: str) -> None:
        self.flight: Final = flight
        self.flak: Final = flak
        self.target: Final = target

    def run(self, g: Operation) -> None:
        """The next flak unit rolls."""
        if self.flak and g.strength[self.flight]:
            first, *others = self.flak
            g.then(
                FlakRoll(self.flight, first, self.target),
                Fire(self.flight, tuple(others), self.target),
            )


class FlakRoll(Chance[Operation]):
    """[9.1] A flak unit fires at a serial (A-24)."""

    rule = "9.1"
    rolls = DIE

    def __init__(self, flight: int, flak: str, target: str) -> None:
        self.flight: Final = flight
        self.flak: Final = flak
        self.target: Final = target

    def resolve(self, g: Operation, roll: Roll) -> None:
        """[9.2] Damage to the serial, and on a loss a point of status of what it carries."""
        result = g.tables["flak"].word(row=self.flak, column=f"{self.target}:{roll[0]}", among=RESULTS)
        g.tell(FlakFired(self.flight, self.flak, roll[0], result))
        hit(g, self.flight, result)


def hit(g: Operation, flight: int, result: str) -> None:
    """[9.2] Loss: 1 status of the unit carried and 1 damage; dam: 1 damage; the second damage removes the serial.

    What flak takes from a load is part of the serial's share, so it takes no more than is aboard (A-37).
    """
    if result == NO_EFFECT:
        return
    unit = g.flight(flight).carries
    if result == LOSS and unit >= 0 and g.shed[flight] < load_of(g, flight):
        g.shed[flight] += lose_status(g, unit, 1)
    g.damage[flight] += 1
    if g.damage[flight] >= FATAL:
        g.strength[flight] = 0
