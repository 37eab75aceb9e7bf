"""[Air Defence] A raid of strategic bombers through fighters and flak (F-9, F-39, F-42)."""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.kernel import Auto, Chance, Dice, GameState, Roll, Setup, Tables

DIE: Final = Dice.of(1, 6)
SHOT_DOWN: Final = 6
ZONES_FOR_ONE_LSP: Final = 3


class Raiding(GameState):
    """Bombers under way: those that will have effect, those whose effect is cancelled, those shot down."""

    NUMBERS: ClassVar[tuple[str, ...]] = ("effective", "cancelled", "lost")

    effective: int
    cancelled: int
    lost: int

    @property
    def flying(self) -> int:
        """The bombers still there."""
        return self.effective + self.cancelled

    def take_off(self, bombers: int) -> None:
        """A raid begins."""
        self.effective, self.cancelled, self.lost = bombers, 0, 0

    def cancel_one(self) -> None:
        """[Air Defence] One bomber more has no effect, if there is one left to stop."""
        if self.effective:
            self.effective -= 1
            self.cancelled += 1


class Raid(Raiding):
    """A raid by itself, as somebody has described it."""

    def __init__(self, bombers: int, air_defence: int, flak: int) -> None:
        super().__init__(Setup("raid", {"bombers": bombers, "air_defence": air_defence, "flak": flak}))
        self.take_off(bombers)


class MeetDefences(Auto[Raiding]):
    """[Air Defence, Flak Zones] The raid meets air units first, then flak zones, one after another (F-42)."""

    rule = "Air Defence"

    def __init__(self, air_defence: int, flak: int) -> None:
        self.air_defence: Final = air_defence
        self.flak: Final = flak

    def run(self, g: Raiding) -> None:
        """The next of them, while bombers are left."""
        if not g.flying:
            return
        if self.air_defence:
            g.cancel_one()
            g.then(AirDefenceRoll(), MeetDefences(self.air_defence - 1, self.flak))
        elif self.flak:
            g.then(FlakZone(), MeetDefences(0, self.flak - 1))


class AirDefenceRoll(Chance[Raiding]):
    """[Air Defence Casualties] A 6 removes the bomber that the air unit has engaged (F-42)."""

    rule = "Air Defence Casualties"
    rolls = DIE

    def resolve(self, g: Raiding, roll: Roll) -> None:
        """The bomber engaged has no effect already; now it may be gone."""
        if roll[0] == SHOT_DOWN:
            g.cancelled -= 1
            g.lost += 1

    def reads(self, roll: Roll) -> object:
        """A 6 or not."""
        return roll[0] == SHOT_DOWN


class FlakZone(Auto[Raiding]):
    """[Flak Zones] A flak zone stops one bomber like an air unit, but rolls against each that crosses it (F-39)."""

    rule = "Flak Zones"

    def run(self, g: Raiding) -> None:
        """A roll for each bomber with effect, then for each without."""
        g.cancel_one()
        g.then(*(FlakRoll(1) for _ in range(g.effective)), *(FlakRoll(0) for _ in range(g.cancelled)))


class FlakRoll(Chance[Raiding]):
    """[Flak Zones] A 6 removes the bomber fired at."""

    rule = "Flak Zones"
    rolls = DIE

    def __init__(self, effective: int) -> None:
        self.effective: Final = effective

    def resolve(self, g: Raiding, roll: Roll) -> None:
        """Removed bombers have no effect."""
        if roll[0] == SHOT_DOWN:
            g.lost += 1
            if self.effective:
                g.effective -= 1
            else:
                g.cancelled -= 1

    def reads(self, roll: Roll) -> object:
        """A 6 or not."""
        return roll[0] == SHOT_DOWN


def base_costs() -> int:
    """[Bomber Bases] LSP for a turn of operations: one for a base, however many bombers fly from it."""
    return 1


def flak_costs(zones: int) -> int:
    """[Flak Costs] LSP for a turn of flak: one operates up to three zones that lie together (F-39)."""
    return -(-zones // ZONES_FOR_ONE_LSP)


def range_of_bombers(tables: Tables, year: int) -> int:
    """[Bomber Range] How far bombers fly in *year*; OffTable before 1942."""
    return int(tables["bomber_range"].look_up(row=year, column="hexes"))
